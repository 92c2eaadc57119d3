"""What remains of a match, from its table and log: who played, who left, what is rated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from bot.games.game import Action, Decision, Over
from bot.games.record import check
from bot.games.registry import GAMES
from bot.tables import entries
from bot.tables.moves import Person
from bot.tables.results import result_of
from bot.tables.table import Place
from storage.models import ResultPlayer, ResultRow
from tests.tables.room import ANN, BO, CY, DI, EVE, GUILD, Room, any_action

SHORT = {"length": "1"}


def some_action(decision: Decision, chance: Random) -> Action:
    """Return something legal; no claim, which may be made only once."""
    open_now = tuple(one for one in decision.actions if one.verb != "claim_revoke")
    return any_action(replace(decision, actions=open_now), chance)


async def play(room: Room, table: int, *, deals: int | None = None, seed: int = 5) -> None:
    """Play until the match is over, or for so many deals more; computers play at random."""
    chance = Random(seed)
    now = await room.tables.table(table)
    wanted = None if deals is None or now.match is None else len(now.match.results) + deals
    while now.phase == "playing" and now.match is not None:
        if wanted is not None and len(now.match.results) >= wanted:
            return
        if now.needs_deal is not None:
            await room.deal(table)
        elif isinstance(now.match.decision(), Over):
            await room.tables.finish(table, now.version)
        elif now.decision is not None:
            action = some_action(now.decision, chance)
            seat = now.seats[now.decision.player]
            if seat.level is not None:
                await room.tables.act_as_computer(table, now.decision.player, now.version, action)
            elif seat.user is not None:
                await room.act(table, action, seat.user, now.version)
        now = await room.tables.table(table)


async def result(room: Room, table: int) -> ResultRow:
    """Return the result that a table left."""
    found = await room.store.result_of_table(table)
    assert found is not None
    return found


def by_user(row: ResultRow) -> Mapping[int | None, ResultPlayer]:
    """Return the people of a result."""
    return {player.user_id: player for player in row.players if player.user_id is not None}


async def test_a_finished_match_has_a_result_for_each_player_and_its_record(room: Room) -> None:
    table = await room.seated("bura", SHORT)
    await play(room, table)
    over = await room.tables.table(table)
    assert over.match is not None
    row = await result(room, table)
    assert (row.guild_id, row.game, row.rules, row.rated) == (GUILD, "bura", SHORT, True)
    assert row.deals == len(over.match.results)
    assert [player.score for player in row.players] == list(over.match.totals)
    assert [player.deals for player in row.players] == [row.deals] * 2
    assert sum(player.facts["pots"] for player in row.players) == 1
    winners = over.match.view(None).winners
    assert [player.seat for player in row.players if player.won] == list(winners)
    record = await room.store.record(row.id)
    assert record is not None
    assert check(record).match.totals == over.match.totals
    assert record["players"] == ["Ann", "Bo"]


async def test_a_match_in_a_private_thread_is_not_listed_in_its_channel(room: Room) -> None:
    bura = GAMES["bura"]
    for number, private in enumerate((False, True)):
        place = Place(GUILD, 50 + number, 5, private)
        opened = await room.tables.open(
            place, ANN, bura, bura.book.rules(SHORT), computers="random"
        )
        await room.deal(opened.id)
        await play(room, opened.id)
    listed = await room.store.recent_results(5)
    assert [row.channel_id for row in listed] == [50]
    assert len(await room.store.recent_results(51)) == 1


async def test_nothing_remains_of_a_match_that_is_ended_before_it_is_over(room: Room) -> None:
    table = await room.seated("bura", SHORT)
    await room.tables.end(table, ANN)
    assert await room.store.result_of_table(table) is None


async def test_the_result_comes_when_no_claim_can_change_it_any_more(room: Room) -> None:
    table = await room.seated("biritch", {"revokes": "penalised"})
    chance = Random(3)
    while True:
        now = await room.tables.table(table)
        assert now.match is not None
        if isinstance(now.match.decision(), Over):
            break
        if now.needs_deal is not None:
            await room.deal(table)
            continue
        _, decision, user = await room.asked(table)
        await room.act(table, some_action(decision, chance), user, now.version)
    assert now.match.others()
    assert await room.store.result_of_table(table) is None
    await room.tables.finish(table, now.version)
    assert (await result(room, table)).rated


async def test_closing_the_table_while_a_claim_is_open_does_not_undo_the_match(room: Room) -> None:
    table = await room.seated("biritch", {"revokes": "penalised"})
    chance = Random(3)
    while True:
        now = await room.tables.table(table)
        assert now.match is not None
        if isinstance(now.match.decision(), Over):
            break
        if now.needs_deal is not None:
            await room.deal(table)
            continue
        _, decision, user = await room.asked(table)
        await room.act(table, some_action(decision, chance), user, now.version)
    await room.tables.end(table, ANN)
    assert (await result(room, table)).deals == len(now.match.results)


async def test_the_result_is_written_again_after_a_disk_that_failed(room: Room) -> None:
    table = await room.seated("biritch", {"revokes": "penalised"})
    stored = await room.store.load(table)
    assert stored.row.phase == "playing"
    await play(room, table, deals=1)
    room.store.lost_answers = 1
    await play(room, table)
    assert len(by_user(await result(room, table))) == 4


async def test_who_leaves_has_lost_whatever_becomes_of_the_seat(room: Room) -> None:
    table = await room.seated("biritch")
    await play(room, table, deals=1)
    await room.tables.leave(table, DI)
    await play(room, table)
    row = await result(room, table)
    people = by_user(row)
    assert people[DI.id].left_early
    assert not people[DI.id].won
    assert people[DI.id].rated
    assert people[DI.id].number == 4
    assert people[DI.id].seat == 3
    assert people[DI.id].deals <= 1
    assert row.rated
    assert [player.level for player in row.players[:4]] == [None, None, None, "normal"]


async def test_two_people_of_two_sides_have_to_finish(room: Room) -> None:
    """Who left has lost all the same, and who stayed has won nothing by it."""
    table = await room.seated("bura", SHORT)
    await room.tables.leave(table, BO)
    await play(room, table)
    row = await result(room, table)
    assert not row.rated
    people = by_user(row)
    assert not people[ANN.id].rated
    assert people[BO.id].rated
    assert people[BO.id].left_early


async def test_partners_alone_against_computers_are_not_rated(room: Room) -> None:
    table = await room.open("biritch")
    await room.tables.sit(table, CY, 2)
    await room.tables.start(table, ANN, "random")
    await room.deal(table)
    await play(room, table)
    row = await result(room, table)
    assert not row.rated
    assert not any(player.rated for player in row.players)


async def test_one_person_among_computers_is_not_rated(room: Room) -> None:
    table = await room.open("bura", SHORT, computers=True)
    await room.deal(table)
    await play(room, table)
    row = await result(room, table)
    assert not any(player.rated for player in row.players)
    assert [player.user_id for player in row.players] == [ANN.id, None]


async def test_practice_is_not_rated(room: Room) -> None:
    table = await room.seated("biritch", {"double_dummy": "yes"})
    await play(room, table)
    row = await result(room, table)
    assert not row.rated
    assert not any(player.rated for player in row.players)


async def test_who_is_sent_away_has_neither_won_nor_lost(room: Room) -> None:
    table = await room.seated("biritch")
    await play(room, table, deals=1)
    await room.tables.leave(table, DI)
    await play(room, table)
    stored = await room.store.load(table)
    body = {"seat": 3, "user": DI.id, "level": "normal"}
    log = [
        row.model_copy(update={"kind": entries.REMOVED, "body": body, "actor": ANN.id})
        if row.kind == entries.LEFT
        else row
        for row in stored.log
    ]
    found = result_of(await room.tables.table(table), log)
    (gone,) = [player for player in found.players if player.user_id == DI.id]
    assert (gone.number, gone.rated, gone.won, gone.left_early) == (4, False, False, False)
    assert found.rated


async def test_who_comes_back_has_not_left(room: Room) -> None:
    table = await room.seated("bura", SHORT)
    await room.tables.leave(table, BO)
    await room.tables.sit(table, BO, 1)
    await play(room, table)
    row = await result(room, table)
    assert row.rated
    assert len(row.players) == 2
    assert not any(player.left_early for player in row.players)


async def test_who_lets_a_computer_finish_the_last_deal_has_left(room: Room) -> None:
    table = await room.seated("bura", SHORT)
    await room.tables.mind(table, BO)
    await play(room, table)
    row = await result(room, table)
    people = by_user(row)
    assert people[BO.id].left_early
    assert not people[BO.id].won
    assert not row.rated


async def test_who_comes_for_the_last_deals_is_not_rated_for_the_match(room: Room) -> None:
    table = await room.seated("bismarck")
    await play(room, table, deals=8)
    await room.tables.leave(table, CY)
    await room.tables.sit(table, EVE, 2)
    await play(room, table)
    row = await result(room, table)
    people = by_user(row)
    assert row.rated
    assert not people[EVE.id].rated
    assert people[EVE.id].deals == row.deals - 8
    assert people[CY.id].left_early
    assert people[CY.id].deals == 8
    assert sum(value for key, value in people[CY.id].facts.items() if key[:5] == "deals") == 8


async def test_somebody_who_was_forgotten_stays_nobody(room: Room) -> None:
    table = await room.seated("biritch")
    await play(room, table, deals=1)
    await room.tables.leave(table, DI)
    await room.store.forget_user(DI.id)
    await play(room, table)
    row = await result(room, table)
    assert DI.id not in by_user(row)
    (gone,) = [player for player in row.players if player.number == 4]
    assert (gone.user_id, gone.name, gone.left_early, gone.rated) == (None, "", True, False)


async def test_the_same_log_gives_the_same_result_after_a_restart(room: Room) -> None:
    table = await room.seated("bid_whist")
    await play(room, table)
    stored = await room.store.load(table)
    again = await room.again().table(table)
    row = await result(room, table)
    computed = result_of(again, stored.log)
    assert computed.players == tuple(one.model_copy(update={"rating": None}) for one in row.players)
    assert computed.record == await room.store.record(row.id)


def test_the_people_of_these_tests_have_different_numbers() -> None:
    people: tuple[Person, ...] = (ANN, BO, CY, DI, EVE)
    assert len({one.id for one in people}) == 5
