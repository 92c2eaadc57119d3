"""What goes on by itself: at a pace people can follow, and whatever fails, on it goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from itertools import pairwise

import pytest

from bot.computers.player import Choice
from bot.computers.random_player import RandomPlayer
from bot.computers.thinking import chance_from
from bot.games.game import Action, Memory, View
from bot.games.registry import GAMES
from bot.tables.driver import AT_ONCE, Driver, Pace
from bot.tables.read import Moment
from bot.tables.service import Tables
from bot.tables.table import Table
from tests.tables.room import ANN, BO, CY, DI, Room

SLOW = replace(AT_ONCE, card=0.15, first_deal=0.15, alone=1)

Think = Callable[[View], Choice | None]


class Puppet:
    """Thinks as a test wants; anything legal where the test says nothing."""

    def __init__(self) -> None:
        self.thought: list[tuple[int | None, str]] = []
        self.seeds: list[str] = []
        self.fault: Think | None = None
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()

    async def think(
        self, game: str, level: str, view: View, memory: Memory, seed: str
    ) -> Choice | None:
        """Think, once the gate is open."""
        self.thought.append((view.seat, level))
        self.seeds.append(seed)
        self.asked.set()
        await self.gate.wait()
        if self.fault is not None:
            return self.fault(view)
        return RandomPlayer().choose(view, memory, chance_from(seed))

    async def close(self) -> None:
        """Do nothing."""


class Watched:
    """Tables with a driver, and a way to wait for what happens at them."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.puppet = Puppet()
        self._drivers: list[Driver] = []
        self._stirred = asyncio.Event()

    def drive(self, pace: Pace = AT_ONCE, tables: Tables | None = None) -> Driver:
        """Let things go on by themselves."""
        tables = tables or self.room.tables
        driver = Driver(tables, self.puppet, pace)
        self._drivers.append(driver)
        tables.subscribe(lambda notice: self._stirred.set())
        return driver

    async def until(
        self, table: int, true: Callable[[Table], bool], tables: Tables | None = None
    ) -> Table:
        """Wait until something holds of a table, and return it."""
        tables = tables or self.room.tables
        while True:
            self._stirred.clear()
            now = await tables.table(table)
            if true(now):
                return now
            await self._stirred.wait()

    async def idle(self) -> None:
        """Wait until nothing goes on by itself any more at any table."""
        while doing := [task for one in self._drivers for task in one.doing]:
            await asyncio.wait(doing)

    async def stop(self) -> None:
        """Stop all drivers."""
        for driver in self._drivers:
            await driver.stop()


@pytest.fixture
async def watched(room: Room) -> AsyncIterator[Watched]:
    """Give a room whose tables can be driven."""
    one = Watched(room)
    yield one
    await one.stop()


def person_asked(now: Table) -> bool:
    """Tell whether a person is to decide."""
    return now.decision is not None and now.seats[now.decision.player].person


def computers_that_may_act(now: Table) -> list[int]:
    """Return the seats of computers that may do something although it is not their turn."""
    assert now.match is not None
    return [n for n, some in now.match.others().items() if some and not now.seats[n].person]


def person_asked_after(version: int) -> Callable[[Table], bool]:
    """Return what tells whether a person is to decide later than at a version."""
    return lambda now: now.version > version and person_asked(now)


def over(now: Table) -> bool:
    """Tell whether the match is over."""
    return now.phase == "over"


def deals(count: int) -> Callable[[Table], bool]:
    """Return what tells whether so many deals have been dealt."""
    return lambda now: len(now.deals) >= count


@pytest.mark.parametrize("game", GAMES)
async def test_computers_alone_play_a_match_to_its_end(watched: Watched, game: str) -> None:
    watched.drive()
    table = await watched.room.open(game, computers=True)
    await watched.until(table, deals(1))
    await watched.room.tables.leave(table, ANN)
    end = await watched.until(table, lambda now: over(now) or len(now.deals) > 2)
    await watched.stop()
    await watched.room.tables.close()
    assert await watched.room.again().table(table) == await watched.room.tables.table(table)
    assert all(not seat.person for seat in end.seats)


async def test_the_first_deal_comes_by_itself_after_its_pause(watched: Watched) -> None:
    watched.drive(SLOW)
    loop = asyncio.get_running_loop()
    table = await watched.room.open("bura", computers=True)
    began = loop.time()
    await watched.until(table, deals(1))
    assert loop.time() - began >= SLOW.first_deal * 0.9


async def test_computers_play_at_a_pace_that_people_can_follow(watched: Watched) -> None:
    table = await watched.room.seated()
    times: list[float] = []
    loop = asyncio.get_running_loop()
    # Told of each change before the driver is, so that a pause is never measured too short.
    watched.room.tables.watch(lambda now: times.append(loop.time()))
    watched.drive(SLOW)
    for person in (ANN, BO, CY, DI):
        await watched.room.tables.mind(table, person)
    await watched.until(table, lambda now: len(now.deals[-1].actions) >= 4)
    gaps = [after - before for before, after in pairwise(times[3:])]
    assert len(gaps) >= 3
    assert all(gap >= SLOW.card * 0.9 for gap in gaps), gaps


async def test_where_nobody_watches_it_goes_faster(watched: Watched) -> None:
    table = await watched.room.seated()
    watched.drive(replace(SLOW, card=3600, alone=1e-5))
    for person in (ANN, BO, CY, DI):
        await watched.room.tables.leave(table, person)
    await watched.until(table, lambda now: len(now.deals[-1].actions) >= 4)


async def test_a_person_is_waited_for(watched: Watched) -> None:
    watched.drive()
    table = await watched.room.open("bura", computers=True)
    now = await watched.until(table, person_asked)
    await watched.idle()
    assert await watched.room.tables.table(table) == now


async def test_a_cut_is_waited_for_and_made_when_nobody_makes_it(watched: Watched) -> None:
    pace = replace(AT_ONCE, cut=0.1)
    loop = asyncio.get_running_loop()
    asked: list[float] = []
    dealt: list[float] = []

    def look(now: Table) -> None:
        if now.cutter is not None:
            asked.append(loop.time())
        elif now.deals:
            dealt.append(loop.time())

    watched.room.tables.watch(look)
    watched.drive(pace)
    room = watched.room
    table = await room.open("bura", {"cut": "ask"})
    await room.tables.sit(table, BO, 1)
    await room.tables.start(table, ANN)
    await watched.until(table, deals(1))
    assert dealt[0] - asked[0] >= pace.cut * 0.9


async def test_a_cutter_who_leaves_is_not_waited_for(watched: Watched) -> None:
    watched.drive(replace(AT_ONCE, cut=3600))
    room = watched.room
    table = await room.open("bura", {"cut": "ask"})
    await room.tables.sit(table, BO, 1)
    await room.tables.start(table, ANN)
    now = await watched.until(table, lambda now: now.cutter is not None)
    cutter = ANN if now.seats[now.cutter or 0].user == ANN.id else BO
    await room.tables.leave(table, cutter)
    await watched.until(table, deals(1))


async def test_a_person_may_cut_before_the_bot_does(watched: Watched) -> None:
    watched.drive(replace(AT_ONCE, cut=3600))
    room = watched.room
    table = await room.open("bura", {"cut": "ask"})
    await room.tables.sit(table, BO, 1)
    await room.tables.start(table, ANN)
    now = await watched.until(table, lambda now: now.cutter is not None)
    user = now.seats[now.cutter or 0].user or 0
    await room.tables.cut(table, user, Moment(version=now.version), 7)
    now = await watched.until(table, deals(1))
    assert now.deals[0].shuffle.at == 7


# Players that fail.


async def played_on(watched: Watched, fault: Think) -> Table:
    """Return a table after some actions of computers that all fail in the same way."""
    watched.puppet.fault = fault
    watched.drive()
    table = await watched.room.open("bismarck", computers=True)
    await watched.room.tables.leave(table, ANN)
    return await watched.until(
        table, lambda now: bool(now.deals) and len(now.deals[0].actions) >= 6
    )


async def test_a_player_that_raises_does_not_freeze_the_table(
    watched: Watched, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(view: View) -> Choice | None:
        raise KeyError(f"SECRET {view.hand}")

    with caplog.at_level(logging.DEBUG):
        await played_on(watched, fail)
    assert "KeyError at" in caplog.text
    assert "SECRET" not in caplog.text


async def test_a_player_that_does_nothing_when_asked_does_not_freeze_the_table(
    watched: Watched,
) -> None:
    await played_on(watched, lambda view: None)


async def test_a_player_that_breaks_the_rules_does_not_freeze_the_table(
    watched: Watched,
) -> None:
    await played_on(watched, lambda view: Choice(Action(0, "fly"), "wings"))


async def test_a_card_that_was_not_written_is_tried_again(watched: Watched) -> None:
    room = watched.room
    table = await room.seated()
    watched.drive()
    now, _, user = await room.asked(table)
    person = next(p for p in (ANN, BO, CY, DI) if p.id == user)
    watched.puppet.gate.clear()
    await room.tables.mind(table, person)
    await watched.puppet.asked.wait()
    room.store.full = 3
    watched.puppet.gate.set()
    await watched.until(table, lambda later: later.version > now.version)
    assert room.store.full == 0


async def test_a_deal_that_was_not_written_is_tried_again(watched: Watched) -> None:
    watched.drive()
    watched.room.store.full = 3
    table = await watched.room.open("bura", computers=True)
    await watched.until(table, deals(1))
    assert watched.room.store.full == 0


# Thoughts that come too late.


async def test_a_thought_about_a_moment_that_is_past_is_dropped(watched: Watched) -> None:
    watched.drive()
    room = watched.room
    watched.puppet.gate.clear()
    table = await room.open("bismarck", computers=True)
    await room.tables.leave(table, ANN)
    await watched.puppet.asked.wait()
    now = await room.tables.table(table)
    assert now.decision is not None
    other = now.decision.actions or ()
    action = other[0] if other else None
    if action is None:
        discard = now.decision.discard
        assert discard is not None
        some = tuple(one.text for one in discard.cards[: discard.count])
        action = Action(now.decision.seat, discard.verb, some)
    await room.tables.act_as_computer(table, now.decision.player, now.version, action)
    watched.puppet.gate.set()
    later = await watched.until(table, lambda one: one.version > now.version + 3)
    assert later.deals[0].actions[len(now.deals[0].actions)] == action


async def test_a_person_who_sits_down_while_a_computer_thinks_decides(watched: Watched) -> None:
    watched.drive()
    room = watched.room
    watched.puppet.gate.clear()
    table = await room.open(computers=True)
    await room.tables.leave(table, ANN)
    await watched.puppet.asked.wait()
    now = await room.tables.table(table)
    assert now.decision is not None
    seat = now.decision.player
    person = ANN if seat == 0 else BO
    await room.tables.sit(table, person, seat)
    watched.puppet.gate.set()
    await watched.idle()
    after = await room.tables.table(table)
    assert (after.version, person_asked(after)) == (now.version, True)


async def test_a_seat_left_while_its_turn_is_on_is_played_by_a_computer(watched: Watched) -> None:
    room = watched.room
    table = await room.seated()
    watched.drive()
    now, decision, user = await room.asked(table)
    person = next(p for p in (ANN, BO, CY, DI) if p.id == user)
    await room.tables.leave(table, person)
    await watched.until(table, lambda later: later.version > now.version)
    assert watched.puppet.thought[0][0] == decision.player


async def test_coming_and_going_puts_nothing_off(watched: Watched) -> None:
    room = watched.room
    table = await room.seated()
    watched.drive(replace(AT_ONCE, card=0.3))
    now, _, user = await room.asked(table)
    person = next(p for p in (ANN, BO, CY, DI) if p.id == user)
    other = next(p for p in (ANN, BO, CY, DI) if p.id != user)
    await room.tables.mind(table, person)
    # Were it put off, it would be so for as long as they go on.
    while (await room.tables.table(table)).version == now.version:
        await room.tables.mind(table, other)
        await room.tables.come_back(table, other)
        await asyncio.sleep(0.02)
    assert (await room.tables.table(table)).phase == "playing"


# Restarts.


async def test_a_restart_wakes_tables(watched: Watched) -> None:
    table = await watched.room.open("bura", computers=True)
    lobby = await watched.room.open("bura", channel=2)
    tables = watched.room.again()
    driver = watched.drive(tables=tables)
    await driver.wake()
    await watched.until(table, person_asked, tables)
    assert (await tables.table(lobby)).phase == "lobby"


async def test_a_damaged_table_does_not_keep_the_others_from_waking(watched: Watched) -> None:
    room = watched.room
    bad = await room.open("bura", computers=True, channel=1)
    good = await room.open("bura", computers=True, channel=2)
    await room.store._database.write(
        lambda connection: connection.execute(
            "UPDATE log SET kind = 'flown' WHERE table_id = ? AND seq = 2", (bad,)
        )
    )
    tables = room.again()
    driver = watched.drive(tables=tables)
    await driver.wake()
    await watched.until(good, person_asked, tables)
    assert await tables.in_channel(1) is None


async def test_nothing_goes_on_at_a_suspended_table(watched: Watched) -> None:
    watched.drive(replace(AT_ONCE, card=0.05))
    room = watched.room
    table = await room.open("bismarck", computers=True)
    await room.tables.leave(table, ANN)
    await watched.until(table, deals(1))
    await room.tables.suspend(table, "channel_gone")
    version = (await room.tables.table(table)).version
    await watched.idle()
    assert (await room.tables.table(table)).version == version
    now = await room.tables.table(table)
    held = now.held.get(ANN.id, 0)
    await room.tables.sit(table, ANN, held)
    await watched.until(table, lambda later: later.version > version)


async def test_after_stopping_nothing_goes_on(watched: Watched) -> None:
    driver = watched.drive(replace(AT_ONCE, card=0.05))
    table = await watched.room.open("bismarck", computers=True)
    await watched.room.tables.leave(table, ANN)
    await watched.until(table, deals(1))
    await driver.stop()
    await watched.room.tables.close()
    now = await watched.room.tables.table(table)
    version = now.version
    driver.look(now)
    await watched.idle()
    assert (await watched.room.tables.table(table)).version == version


async def test_out_of_turn_computers_are_asked_once_a_moment_while_a_person_thinks(
    watched: Watched,
) -> None:
    watched.drive()
    room = watched.room
    watched.puppet.fault = lambda view: (
        None if view.decision is None else Choice(view.decision.actions[0], "first")
    )
    table = await room.open("bura", computers=True)
    now = await watched.until(table, person_asked)
    while not (others := computers_that_may_act(now)):
        assert now.decision is not None
        await room.act(table, now.decision.actions[0], ANN.id, now.version)
        now = await watched.until(table, person_asked_after(now.version))
    await watched.idle()
    asked = [f"{table}:{now.version}:{seat}" for seat in others]
    assert [seed for seed in watched.puppet.seeds if seed in asked] == asked
