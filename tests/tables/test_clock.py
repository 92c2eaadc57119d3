"""Turns that last too long: a reminder, a computer for who is absent, and tables left behind."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.tables import deadlines, lobby
from bot.tables.deadlines import FORGOTTEN, KEPT_FOR, LOBBY
from bot.tables.entries import Entry
from bot.tables.errors import TableRefused
from bot.tables.matters import Late
from bot.tables.moves import Person
from bot.tables.notice import Notice
from bot.tables.table import Table
from tests.tables.clocked import Clocked
from tests.tables.room import ANN, BO, CY, EVE, PEOPLE, Room, any_action


@pytest.fixture
def clocked(room: Room) -> Clocked:
    """Give a room whose clock is turned by hand."""
    return Clocked(room)


async def late(clocked: Clocked, table: int) -> Late:
    """Return how long the table has waited for."""
    return (await clocked.tables.table(table)).matters.late


async def others(clocked: Clocked, table: int) -> tuple[Person, Person]:
    """Return who is waited for, and somebody else at the table."""
    _, _, user = await clocked.room.asked(table)
    absent = next(person for person in PEOPLE if person.id == user)
    return absent, next(person for person in PEOPLE if person.id != user)


async def standing_in(clocked: Clocked, table: int) -> tuple[Table, Person, int]:
    """Return a table at which a computer plays for somebody absent: who, and at which seat."""
    absent, other = await others(clocked, table)
    seat = (await clocked.tables.table(table)).seat_of(absent.id)
    assert seat is not None
    await clocked.passes(301)
    await clocked.passes(601)
    await clocked.tables.do(table, other, lambda now: deadlines.stand_in(now, other, seat))
    return await clocked.tables.table(table), absent, seat


async def test_a_turn_is_reminded_of_once_and_then_a_computer_may_be_let_in(
    clocked: Clocked,
) -> None:
    table = await clocked.room.seated()
    told: list[Notice] = []
    clocked.tables.subscribe(told.append)
    await clocked.passes(299)
    assert await late(clocked, table) == ""
    await clocked.passes(2)
    assert await late(clocked, table) == "reminded"
    await clocked.passes(590)
    await clocked.passes(5)
    assert await late(clocked, table) == "reminded"
    await clocked.passes(6)
    assert await late(clocked, table) == "overdue"
    assert [notice.late for notice in told] == [True, True]
    assert not any(notice.moved for notice in told)


async def test_a_quick_clock_is_quicker_and_one_that_is_off_waits(clocked: Clocked) -> None:
    quick = await clocked.room.seated(channel=1)
    off = await clocked.room.seated(channel=2)
    await clocked.with_clock(quick, "quick")
    await clocked.with_clock(off, "off")
    await clocked.passes(61)
    await clocked.passes(121)
    assert await late(clocked, quick) == "overdue"
    await clocked.passes(3600)
    assert await late(clocked, off) == ""


async def test_only_the_host_sets_the_clock(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    with pytest.raises(TableRefused, match="not_host"):
        await clocked.tables.do(table, BO, lambda now: lobby.change_settings(now, BO, clock="off"))
    with pytest.raises(TableRefused, match="unknown_button"):
        await clocked.with_clock(table, "never")


async def test_each_turn_is_waited_for_anew(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    await clocked.passes(301)
    now, decision, user = await clocked.room.asked(table)
    await clocked.room.act(table, any_action(decision, clocked.room.chance), user, now.version)
    assert await late(clocked, table) == ""
    await clocked.passes(299)
    assert await late(clocked, table) == ""
    await clocked.passes(2)
    assert await late(clocked, table) == "reminded"


async def test_a_computer_is_let_in_by_the_others_only_and_only_when_it_is_time(
    clocked: Clocked,
) -> None:
    table = await clocked.room.seated()
    absent, other = await others(clocked, table)
    seat = (await clocked.tables.table(table)).seat_of(absent.id)
    assert seat is not None
    with pytest.raises(TableRefused, match="stale"):
        await clocked.tables.do(table, other, lambda now: deadlines.stand_in(now, other, seat))
    await clocked.passes(301)
    await clocked.passes(601)
    for person in (absent, EVE):

        def wished(now: Table, person: Person = person) -> list[Entry]:
            return deadlines.stand_in(now, person, seat)

        with pytest.raises(TableRefused, match="not_seated"):
            await clocked.tables.do(table, person, wished)
    await clocked.tables.do(table, other, lambda now: deadlines.stand_in(now, other, seat))
    now = await clocked.tables.table(table)
    assert now.seats[seat] == replace(now.seats[seat], user=absent.id, level="normal", absent=True)
    assert now.matters.late == ""


async def test_who_comes_back_takes_the_seat_back_at_once_with_the_same_hand(
    clocked: Clocked,
) -> None:
    table = await clocked.room.seated()
    before, absent, seat = await standing_in(clocked, table)
    await clocked.tables.do(table, absent, lambda now: deadlines.here(now, absent))
    now = await clocked.tables.table(table)
    assert now.seats[seat].person
    assert before.match is not None
    assert now.match is not None
    assert now.match.view(seat).hand == before.match.view(seat).hand


async def test_a_computer_that_still_thinks_is_too_late_when_its_person_is_back(
    clocked: Clocked,
) -> None:
    table = await clocked.room.seated()
    before, absent, seat = await standing_in(clocked, table)
    assert before.decision is not None
    thought = any_action(before.decision, clocked.room.chance)
    await clocked.tables.do(table, absent, lambda now: deadlines.here(now, absent))
    with pytest.raises(TableRefused, match="stale"):
        await clocked.tables.act_as_computer(table, seat, before.version, thought)


async def test_looking_does_not_undo_the_wish_to_be_minded(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    await clocked.tables.mind(table, BO)
    await clocked.tables.do(table, BO, lambda now: deadlines.here(now, BO))
    assert (await clocked.tables.table(table)).seats[1].level == "normal"
    assert not (await clocked.tables.table(table)).seats[1].absent


async def test_who_looks_is_waited_for_from_the_beginning(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    absent, _ = await others(clocked, table)
    await clocked.passes(301)
    await clocked.tables.do(table, absent, lambda now: deadlines.here(now, absent))
    assert await late(clocked, table) == ""
    await clocked.passes(299)
    assert await late(clocked, table) == ""


async def test_lateness_and_deadlines_outlive_a_restart(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    await clocked.passes(301)
    before = await clocked.tables.table(table)
    clocked.restart()
    assert await clocked.tables.table(table) == before
    await clocked.passes(601)
    assert await late(clocked, table) == "overdue"


async def test_the_time_that_the_bot_was_down_does_not_count(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    await clocked.clock.start()
    await clocked.passes(100)
    await clocked.clock.stop()
    clocked.hands.at += 10_000
    clocked.restart()
    await clocked.clock.start()
    await clocked.passes(150)
    assert await late(clocked, table) == ""
    await clocked.passes(60)
    assert await late(clocked, table) == "reminded"
    await clocked.clock.stop()


async def test_a_lobby_that_nobody_touches_closes_by_itself(clocked: Clocked) -> None:
    table = await clocked.room.open()
    await clocked.passes(LOBBY - 1)
    await clocked.tables.sit(table, BO, 1)
    await clocked.passes(LOBBY - 1)
    assert (await clocked.tables.table(table)).open
    await clocked.passes(2)
    now = await clocked.tables.table(table)
    assert (now.phase, now.why_ended) == ("ended", "expired")
    assert await clocked.tables.in_channel(1) is None


async def test_seats_are_kept_for_a_while_and_the_lobby_still_lasts_an_hour(
    clocked: Clocked,
) -> None:
    table = await clocked.room.open()
    await clocked.tables.do(table, ANN, lambda now: lobby.invite(now, ANN, (BO, CY)))
    await clocked.passes(KEPT_FOR + 1)
    now = await clocked.tables.table(table)
    assert not now.matters.invited
    assert now.open
    await clocked.passes(LOBBY - KEPT_FOR - 2)
    assert (await clocked.tables.table(table)).open
    await clocked.passes(3)
    assert not (await clocked.tables.table(table)).open


async def test_a_match_that_everybody_forgot_rests_until_one_of_them_takes_it_up(
    clocked: Clocked,
) -> None:
    table = await clocked.room.seated()
    await clocked.passes(301)
    await clocked.passes(601)
    await clocked.passes(FORGOTTEN - 1)
    assert not (await clocked.tables.table(table)).suspended
    await clocked.passes(2)
    before = await clocked.tables.table(table)
    assert before.suspended == "forgotten"
    assert await clocked.tables.in_channel(1) is None
    clocked.restart()
    with pytest.raises(TableRefused, match="not_seated"):
        await clocked.tables.do(table, EVE, lambda now: lobby.resume(now, EVE))
    await clocked.tables.do(table, BO, lambda now: lobby.resume(now, BO))
    now = await clocked.tables.table(table)
    assert not now.suspended
    assert now.match == before.match
    assert await clocked.tables.in_channel(1) == table
    await clocked.passes(301)
    assert await late(clocked, table) == "reminded"


async def test_a_table_rests_on_where_another_stands_in_its_channel(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    await clocked.tables.suspend(table, "aside")
    await clocked.room.open("bura")
    with pytest.raises(TableRefused, match="channel_taken"):
        await clocked.tables.do(table, BO, lambda now: lobby.resume(now, BO))
    assert (await clocked.tables.table(table)).suspended == "aside"


async def test_a_table_is_deserted_when_its_only_person_does_not_play(clocked: Clocked) -> None:
    table = await clocked.room.open(computers=True)
    await clocked.room.deal(table)
    while deadlines.awaited(now := await clocked.tables.table(table)) is None:
        assert now.decision is not None
        action = any_action(now.decision, clocked.room.chance)
        await clocked.tables.act_as_computer(table, now.decision.player, now.version, action)
    await clocked.passes(301)
    assert not (await clocked.tables.read(table)).deserted
    await clocked.passes(601)
    assert (await clocked.tables.read(table)).deserted


async def test_the_clock_rings_by_itself(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    clocked.hands.at += 301
    await clocked.room.store.sign_of_life(int(clocked.hands.at * 1000))
    rung = asyncio.Event()
    clocked.tables.subscribe(lambda notice: rung.set())
    await clocked.clock.start()
    await rung.wait()
    assert await late(clocked, table) == "reminded"
    await clocked.clock.stop()


DAY = 24 * 3600.0


@pytest.mark.parametrize("jump", [3 * DAY, 3600.0, -3600.0, -400 * DAY])
async def test_a_clock_that_is_set_calls_nobody_early_and_nobody_never(
    clocked: Clocked, jump: float
) -> None:
    table = await clocked.room.seated()
    await clocked.passes(0)
    await clocked.passes(100)
    await clocked.is_set(jump)
    assert await late(clocked, table) == ""
    assert (await clocked.tables.read(table)).suspended == ""
    await clocked.passes(100)
    assert await late(clocked, table) == "", "300 s of waiting have not passed"
    await clocked.passes(101)
    assert await late(clocked, table) == "reminded"


async def test_a_turn_that_begins_as_the_clock_is_set_is_waited_for_as_long(
    clocked: Clocked,
) -> None:
    await clocked.passes(0)
    clocked.hands.at += 10 * DAY
    clocked.ticked += 5
    table = await clocked.room.seated()
    await clocked.passes(10)
    assert await late(clocked, table) == ""
    await clocked.passes(291)
    assert await late(clocked, table) == "reminded"


async def test_small_corrections_of_the_clock_move_nothing(clocked: Clocked) -> None:
    table = await clocked.room.seated()
    await clocked.passes(0)
    await clocked.is_set(20)
    await clocked.passes(281)
    assert await late(clocked, table) == "reminded"
