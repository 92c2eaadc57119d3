"""What a table refuses, each code, and which of several reasons is told first."""

from __future__ import annotations

from collections.abc import Awaitable, Mapping

import pytest

from bot.games.cards import Card
from bot.games.game import IllegalAction, Refused
from bot.games.house_rules import RulesError
from bot.games.registry import GAMES
from bot.tables import moves
from bot.tables.errors import Stale, TableRefused
from bot.tables.moves import Person
from bot.tables.read import Moment
from bot.tables.table import Place
from tests.tables.room import ANN, BO, CY, DI, EVE, GUILD, Room

NOBODY = 999


async def code(doing: Awaitable[object]) -> str:
    """Return the code with which something is refused."""
    with pytest.raises(Refused) as refused:
        await doing
    return refused.value.code


def other_than(user: int, room_people: tuple[Person, ...] = (ANN, BO, CY, DI)) -> Person:
    """Return somebody else at the table."""
    return next(person for person in room_people if person.id != user)


# The order of the checks of a click in the game.


async def test_a_table_that_does_not_exist_is_told_first(room: Room) -> None:
    assert await code(room.tables.act(77, NOBODY, Moment(version=-1), "fly")) == "no_such_table"


async def test_a_closed_table_is_told_before_who_one_is(room: Room) -> None:
    table = await room.seated()
    await room.tables.end(table, ANN)
    assert await code(room.tables.act(table, NOBODY, Moment(version=-1), "fly")) == "table_closed"


async def test_a_lobby_is_not_played_at(room: Room) -> None:
    table = await room.open()
    assert await code(room.tables.act(table, NOBODY, Moment(version=1), "fly")) == "not_playing"


async def test_a_watcher_is_told_so_before_the_moment_is_looked_at(room: Room) -> None:
    table = await room.seated()
    assert await code(room.tables.act(table, NOBODY, Moment(version=-1), "fly")) == "not_seated"
    assert await code(room.tables.act(table, NOBODY, Moment(deal=9), "fly")) == "not_seated"


async def test_whose_decision_it_is_is_told_before_the_moment(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    other = other_than(user).id
    for version in (now.version, now.version - 1, None):
        with pytest.raises(TableRefused) as refused:
            await room.tables.act(table, other, Moment(version=version), "fly")
        assert refused.value.code == "not_your_decision"
        assert refused.value.facts == {"seat": decision.player}


async def test_the_moment_is_looked_at_before_the_action(room: Room) -> None:
    table = await room.seated()
    now, _, user = await room.asked(table)
    for moment in (Moment(version=now.version - 1), Moment(version=now.version + 1), Moment()):
        with pytest.raises(Stale):
            await room.tables.act(table, user, moment, "fly")


async def test_what_the_rules_do_not_know_is_told_last(room: Room) -> None:
    table = await room.seated()
    now, _, user = await room.asked(table)
    with pytest.raises(IllegalAction):
        await room.tables.act(table, user, Moment(version=now.version), "fly")
    assert (await room.tables.table(table)) == now


async def test_who_lets_a_computer_play_comes_back_before_acting(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    person = next(p for p in (ANN, BO, CY, DI) if p.id == user)
    await room.tables.mind(table, person)
    moment = Moment(version=now.version)
    action = decision.actions[0]
    doing = room.tables.act(table, user, moment, action.verb, action.args)
    assert await code(doing) == "computer_minds_seat"
    await room.tables.come_back(table, person)
    await room.tables.act(table, user, moment, action.verb, action.args)


@pytest.mark.parametrize("game", GAMES)
async def test_no_forged_verb_or_argument_gets_past_the_rules(room: Room, game: str) -> None:
    table = await room.seated(game)
    now, decision, user = await room.asked(table)
    verbs = {action.verb for action in decision.actions} | {"play", "discard", "claim", "name", ""}
    forged = ((), ("",), ("ZZ",), ("AS", "AS"), ("٣",), ("-1",), ("9" * 60,), ("AS",) * 12)
    moment = Moment(version=now.version)
    for verb in sorted(verbs):
        for args in forged:
            if any(a.verb == verb and a.args == args for a in decision.actions):
                continue
            with pytest.raises(IllegalAction):
                await room.tables.act(table, user, moment, verb, args)
            with pytest.raises(Refused):
                await room.tables.act(table, user, Moment(deal=1), verb, args)
    assert await room.tables.table(table) == now


async def test_nobody_plays_a_card_of_another_hand(room: Room) -> None:
    table = await room.seated("bura")
    now, decision, user = await room.asked(table)
    assert now.match is not None
    theirs: set[Card] = set()
    for seat in range(len(now.seats)):
        if seat != decision.player:
            theirs |= set(now.match.view(seat).hand)
    for one in theirs:
        for verb in ("play", "lead", "reply"):
            with pytest.raises(IllegalAction):
                await room.tables.act(table, user, Moment(version=now.version), verb, (one.text,))
    assert await room.tables.table(table) == now


# Cutting.


async def cutting(room: Room) -> tuple[int, int, Person, Person]:
    """Return a table where somebody is to cut: its number, version, who cuts, and another."""
    table = await room.open(rules={"cut": "ask"})
    for seat, person in enumerate((BO, CY, DI), 1):
        await room.tables.sit(table, person, seat)
    await room.tables.start(table, ANN)
    now = await room.tables.table(table)
    await room.tables.shuffle(table, now.version)
    now = await room.tables.table(table)
    assert now.cutter is not None
    cutter = next(p for p in (ANN, BO, CY, DI) if p.id == now.seats[now.cutter or 0].user)
    return table, now.version, cutter, other_than(cutter.id)


async def test_only_who_sits_at_dealers_right_cuts(room: Room) -> None:
    table, version, cutter, other = await cutting(room)
    moment, late = Moment(version=version), Moment(version=version - 1)
    assert await code(room.tables.cut(table, NOBODY, late, 3)) == "not_seated"
    assert await code(room.tables.cut(table, other.id, late, 3)) == "not_your_decision"
    assert await code(room.tables.cut(table, cutter.id, late, 3)) == "stale"
    for at in (0, 52, -1, 10**9):
        assert await code(room.tables.cut(table, cutter.id, moment, at)) == "bad_cut"
    read = await room.tables.cut(table, cutter.id, moment, 26)
    assert read.fairness is not None
    assert await code(room.tables.cut(table, cutter.id, moment, 26)) == "stale"


async def test_who_lets_a_computer_play_does_not_cut(room: Room) -> None:
    table, version, cutter, _ = await cutting(room)
    await room.tables.mind(table, cutter)
    doing = room.tables.cut(table, cutter.id, Moment(version=version), 3)
    assert await code(doing) == "computer_minds_seat"


# The lobby.


async def test_one_seat_for_two_who_want_it(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    with pytest.raises(TableRefused) as refused:
        await room.tables.sit(table, CY, 1)
    assert (refused.value.code, refused.value.facts) == ("seat_taken", {"name": "Bo"})


async def test_sitting_down_twice_is_harmless(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    before = await room.tables.table(table)
    await room.tables.sit(table, BO, 1)
    assert await room.tables.table(table) == before


async def test_in_the_lobby_one_moves_to_another_seat(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, ANN, 2)
    now = await room.tables.table(table)
    assert [seat.user for seat in now.seats] == [None, None, ANN.id, None]


async def test_standing_up_twice_is_harmless(room: Room) -> None:
    table = await room.open()
    await room.tables.stand(table, ANN)
    await room.tables.stand(table, ANN)
    assert (await room.tables.table(table)).people == ()


@pytest.mark.parametrize("seat", [-1, 4, 99])
async def test_there_are_only_so_many_seats(room: Room, seat: int) -> None:
    table = await room.open()
    assert await code(room.tables.sit(table, BO, seat)) == "no_seat_there"
    assert await code(room.tables.add_computer(table, ANN, "normal", seat)) == "no_seat_there"
    assert await code(room.tables.remove_computer(table, ANN, seat)) == "no_seat_there"


async def test_computers_take_empty_seats_only(room: Room) -> None:
    table = await room.open()
    assert await code(room.tables.add_computer(table, ANN, "normal", 0)) == "seat_taken"
    assert await code(room.tables.remove_computer(table, ANN, 0)) == "no_computer_there"
    assert await code(room.tables.remove_computer(table, ANN, 1)) == "no_computer_there"
    for _ in range(3):
        await room.tables.add_computer(table, ANN, "normal")
    assert await code(room.tables.add_computer(table, ANN, "normal")) == "no_empty_seat"
    await room.tables.remove_computer(table, ANN, 2)
    await room.tables.sit(table, BO, 2)
    await room.tables.sit(table, CY, 3)
    now = await room.tables.table(table)
    assert [seat.user for seat in now.seats] == [ANN.id, None, BO.id, CY.id]


async def test_only_the_host_settles_the_lobby(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    for doing in (
        room.tables.add_computer(table, BO, "normal"),
        room.tables.remove_computer(table, BO, 1),
        room.tables.set_rules(table, BO, {"cut": "ask"}),
        room.tables.start(table, BO, "normal"),
        room.tables.end(table, BO),
    ):
        with pytest.raises(TableRefused) as refused:
            await doing
        assert (refused.value.code, refused.value.facts) == ("not_host", {"host": ANN.id})


async def test_a_host_who_has_left_blocks_nobody(room: Room) -> None:
    table = await room.open()
    await room.tables.leave(table, ANN)
    await room.tables.sit(table, BO, 1)
    await room.tables.sit(table, CY, 2)
    await room.tables.set_rules(table, CY, {"cut": "ask"})
    await room.tables.start(table, BO, "normal")
    assert (await room.tables.table(table)).phase == "playing"


async def test_a_host_who_leaves_hands_over(room: Room) -> None:
    table = await room.seated()
    await room.tables.leave(table, ANN)
    now = await room.tables.table(table)
    assert now.host == BO.id
    assert now.seats[0].level is not None
    assert await code(room.tables.end(table, ANN)) == "not_host"
    await room.tables.end(table, BO)


async def test_house_rules_are_checked(room: Room) -> None:
    table = await room.open()
    before = await room.tables.table(table)
    wrong: tuple[Mapping[str, object], ...] = ({"moon": "full"}, {"cut": "maybe"}, {"cut": 3})
    for changed in wrong:
        with pytest.raises(RulesError):
            await room.tables.set_rules(table, ANN, changed)
    assert await room.tables.table(table) == before
    await room.tables.set_rules(table, ANN, {"cut": "random"})
    assert await room.tables.table(table) == before


async def test_without_computers_all_seats_must_be_taken(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    with pytest.raises(TableRefused) as refused:
        await room.tables.start(table, ANN)
    assert (refused.value.code, refused.value.facts) == ("seats_missing", {"count": 2})


async def test_what_belongs_to_the_lobby_is_over_when_the_match_begins(room: Room) -> None:
    table = await room.seated()
    for doing in (
        room.tables.stand(table, ANN),
        room.tables.add_computer(table, ANN, "normal"),
        room.tables.remove_computer(table, ANN, 1),
        room.tables.set_rules(table, ANN, {"cut": "ask"}),
        room.tables.start(table, ANN),
    ):
        assert await code(doing) == "not_in_lobby"


async def test_a_closed_table_takes_nothing_more(room: Room) -> None:
    table = await room.open()
    await room.tables.end(table, ANN)
    for doing in (
        room.tables.sit(table, BO, 1),
        room.tables.stand(table, ANN),
        room.tables.start(table, ANN),
        room.tables.leave(table, ANN),
        room.tables.come_back(table, ANN),
        room.tables.end(table, ANN),
        room.tables.cut(table, ANN.id, Moment(), 1),
    ):
        assert await code(doing) == "table_closed"


async def test_one_table_a_channel(room: Room) -> None:
    first = await room.open()
    game = GAMES["bura"]
    with pytest.raises(TableRefused) as refused:
        await room.tables.open(Place(GUILD, 1), BO, game, game.book.rules())
    assert (refused.value.code, refused.value.facts) == ("channel_taken", {"table": first})
    await room.tables.end(first, ANN)
    assert await room.open("bura") != first


# Coming, going, and who may end.


async def test_who_has_no_seat_has_none_to_give(room: Room) -> None:
    table = await room.seated()
    assert await code(room.tables.leave(table, EVE)) == "not_seated"
    assert await code(room.tables.mind(table, EVE)) == "not_seated"
    assert await code(room.tables.come_back(table, EVE)) == "not_seated"


async def test_in_the_lobby_nobody_needs_a_computer_to_play(room: Room) -> None:
    table = await room.open()
    assert await code(room.tables.mind(table, ANN)) == "not_playing"
    now = await room.tables.table(table)
    with pytest.raises(TableRefused) as refused:
        moves.mind(now, 1, "normal", None)
    assert refused.value.code == "nobody_to_replace"


async def test_minding_and_coming_back_twice_are_harmless(room: Room) -> None:
    table = await room.seated()
    before = await room.tables.table(table)
    await room.tables.come_back(table, ANN)
    assert await room.tables.table(table) == before
    await room.tables.mind(table, ANN)
    minded = await room.tables.table(table)
    await room.tables.mind(table, ANN)
    assert await room.tables.table(table) == minded
    await room.tables.sit(table, ANN, 0)
    assert (await room.tables.table(table)).seats == before.seats


async def test_a_seat_that_is_minded_stays_its_owners(room: Room) -> None:
    table = await room.seated()
    await room.tables.mind(table, ANN)
    assert await code(room.tables.sit(table, EVE, 0)) == "seat_taken"


async def test_nobody_sits_on_two_chairs(room: Room) -> None:
    table = await room.seated()
    await room.tables.leave(table, DI)
    assert await code(room.tables.sit(table, BO, 3)) == "already_seated"


async def offered(room: Room, table: int) -> dict[Person, tuple[int, ...]]:
    """Return which seats some people are offered."""
    return {who: (await room.tables.read(table, who.id)).open_seats for who in (BO, EVE, ANN)}


async def test_who_has_seen_a_hand_of_the_deal_may_take_no_other(room: Room) -> None:
    table = await room.seated()
    await room.tables.leave(table, BO)
    await room.tables.leave(table, CY)
    with pytest.raises(TableRefused) as refused:
        await room.tables.sit(table, BO, 2)
    assert (refused.value.code, refused.value.facts) == ("held_other_seat", {"seat": 1})
    assert await offered(room, table) == {BO: (1,), EVE: (1, 2), ANN: ()}
    await room.tables.sit(table, EVE, 1)
    await room.tables.leave(table, EVE)
    assert await code(room.tables.sit(table, EVE, 2)) == "held_other_seat"
    assert await offered(room, table) == {BO: (1,), EVE: (1,), ANN: ()}
    await room.tables.sit(table, BO, 1)


async def test_a_seat_tried_in_the_lobby_binds_nobody_once_the_match_begins(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    await room.tables.stand(table, BO)
    await room.tables.start(table, ANN, "normal")
    await room.tables.sit(table, BO, 3)
    assert (await room.tables.table(table)).seats[3].user == BO.id


async def test_a_moderator_may_end_any_table(room: Room) -> None:
    table = await room.seated()
    assert await code(room.tables.end(table, EVE)) == "not_host"
    await room.tables.end(table, Person(EVE.id, "Eve", moderator=True))
    assert (await room.tables.table(table)).phase == "ended"


async def test_anybody_may_clear_away_a_table_without_people(room: Room) -> None:
    table = await room.open(computers=True)
    await room.tables.leave(table, ANN)
    await room.tables.end(table, EVE)
    assert (await room.tables.table(table)).why_ended == "closed"
