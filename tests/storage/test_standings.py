"""Sums, ratings and leaderboards, written with each result."""

from collections.abc import Mapping

import pytest

from storage.database import Database
from storage.models import NewResult, ResultPlayer, Skill
from storage.store import Store
from tests.storage.samples import ANN, BO, CHANNEL, CY, GUILD, a_result, a_table, entries


def winner_gains(result: NewResult, known: Mapping[int, Skill]) -> dict[int, Skill]:
    """Rate by adding 10 to the winner, and taking 10 from the others."""
    found = {}
    for player in result.players:
        if player.user_id is not None:
            before = known.get(player.user_id, Skill(0.0, 1.0, 1500.0))
            change = 10 if player.won else -10
            found[player.user_id] = Skill(before.mu + change, 1.0, before.rating + change)
    return found


@pytest.fixture
def rated(database: Database) -> Store:
    return Store(database, winner_gains)


async def test_sums_grow_with_each_match(rated: Store) -> None:
    winner, loser = a_result().players
    first = winner.model_copy(update={"deals": 3, "facts": {"pots": 2}})
    left = winner.model_copy(
        update={"won": False, "deals": 1, "left_early": True, "facts": {"pots": 1, "slams": 1}}
    )
    await rated.save_result(a_result(1, players=(first, loser), finished_at=50))
    await rated.save_result(a_result(2, players=(left, loser), finished_at=70))
    ann = await rated.standing(GUILD, "bura", ANN)
    assert ann is not None
    assert (ann.matches, ann.won, ann.left_early, ann.deals, ann.rated) == (2, 1, 1, 4, 2)
    assert (ann.score, ann.facts, ann.last_at) == (4, {"pots": 3, "slams": 1}, 70)
    assert ann.rating == 1500


async def test_who_is_not_rated_has_sums_and_no_place(store: Store) -> None:
    await store.save_result(a_result(1, rated=False))
    ann = await store.standing(GUILD, "bura", ANN)
    assert ann is not None
    assert (ann.matches, ann.rated, ann.rating) == (1, 0, None)
    assert await store.rank(ann) is None
    assert await store.leaderboard(GUILD, "bura") == ()
    assert await store.count_rated(GUILD, "bura") == 0


async def test_leaderboard_has_the_best_first_in_pages_and_knows_every_rank(rated: Store) -> None:
    winner, loser = a_result().players
    for number, user in enumerate((ANN, BO, CY, 104)):
        for again in range(number):
            player = winner.model_copy(update={"user_id": user, "name": str(user)})
            await rated.save_result(a_result(10 * number + again, players=(player,)))
    pages = [await rated.leaderboard(GUILD, "bura", 2, offset) for offset in (0, 2)]
    assert [[row.user_id for row in page] for page in pages] == [[104, CY], [BO]]
    assert [await rated.rank(row) for page in pages for row in page] == [1, 2, 3]
    assert await rated.count_rated(GUILD, "bura") == 3
    assert await rated.leaderboard(GUILD, "biritch") == ()
    assert await rated.leaderboard(GUILD + 1, "bura") == ()
    assert loser.user_id == BO


async def test_equals_have_different_ranks_in_the_order_of_the_leaderboard(rated: Store) -> None:
    winner, _ = a_result().players
    for table, user in enumerate((CY, ANN, BO)):
        player = winner.model_copy(update={"user_id": user})
        await rated.save_result(a_result(table, players=(player,)))
    board = await rated.leaderboard(GUILD, "bura")
    assert [row.user_id for row in board] == [ANN, BO, CY]
    assert [await rated.rank(row) for row in board] == [1, 2, 3]


async def test_rating_over_time_is_in_the_order_played(rated: Store) -> None:
    for number in range(4):
        await rated.save_result(a_result(number, finished_at=100 + number))
    await rated.save_result(a_result(9, guild_id=GUILD + 1))
    points = await rated.ratings_over_time(GUILD, "bura", ANN, limit=3)
    assert [(point.finished_at, point.rating) for point in points] == [
        (101, 1520),
        (102, 1530),
        (103, 1540),
    ]


async def test_two_matches_that_end_together_are_rated_one_after_the_other(rated: Store) -> None:
    """The rating is worked out in the transaction, never from what was read before it."""
    tables = [await rated.open_table(a_table(CHANNEL + n)) for n in range(20)]
    for table in tables:
        await rated.commit(table.id, entries(1), result=a_result(table.id))
    ann = await rated.standing(GUILD, "bura", ANN)
    assert ann is not None
    assert (ann.rated, ann.rating) == (20, 1700)


async def test_a_computer_has_no_sums(rated: Store) -> None:
    computer = ResultPlayer(number=0, seat=0, side=0, won=True, score=1, level="normal")
    await rated.save_result(a_result(players=(computer, a_result().players[1])))
    assert [row.user_id for row in await rated.leaderboard(GUILD, "bura")] == [BO]
