"""What goes on by itself at a table: deals, computers' turns, and the pauses people need to follow.

One task a table waits for the next thing; each change of the table replaces it. Nothing is decided
here: a computer's choice and a deal take the same way in as a person's click, and are stale like
one when the table has moved on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from bot.computers.player import Choice
from bot.computers.random_player import random_action
from bot.computers.thinking import Thinker, chance_from
from bot.games.game import Action, IllegalAction, Refused
from bot.service.logs import about
from bot.tables import agreement, moves
from bot.tables.errors import NotWritten, Stale, TableDamaged
from bot.tables.read import Moment
from bot.tables.service import Tables
from bot.tables.stirring import due
from bot.tables.table import Table
from bot.traces import trace

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things stay in view before the next happens by itself, in seconds.

    ``card``: before a computer's card. ``trick``: a finished trick. ``alone``: both, by how much
    faster where no person is at the table. ``chance``: what a person needs to do something out of
    turn (declare 31), and ``confirm`` how much longer while they are asked to confirm it.
    ``first_deal`` and ``deal``: before a deal. ``cut``: for a person to cut. ``claims``: after the
    last card of a deal, where a person may still claim something. ``retry``: before something is
    tried again that failed. ``consent``: for people to answer a claim to the tricks that are left.
    """

    card: float = 1.0
    trick: float = 2.5
    alone: float = 0.4
    chance: float = 2.5
    first_deal: float = 0.5
    deal: float = 6.0
    cut: float = 30.0
    claims: float = 20.0
    retry: float = 5.0
    confirm: float = 8.0
    consent: float = 45.0


AT_ONCE = Pace(0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0)
"""No pause at all: for tests and simulations."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The next thing that happens by itself: the moment it belongs to, and who does it.

    ``at`` is the loop's time, ``minds`` the level of the computer at each seat.
    """

    version: int
    what: str
    at: float
    minds: tuple[str | None, ...]
    seat: int = -1
    level: str = ""

    def same_as(self, other: _Step) -> bool:
        """Tell whether this is the same thing at the same moment, with the same computers."""
        return replace(self, at=other.at) == other


class Driver:
    """Watches all tables and does what happens by itself at each."""

    def __init__(self, tables: Tables, thinker: Thinker, pace: Pace | None = None) -> None:
        self._tables = tables
        self._thinker = thinker
        self._pace = pace or Pace()
        self._waiting: dict[int, tuple[_Step, asyncio.Task[None]]] = {}
        self._stopped = False
        tables.watch(self.look)

    def look(self, table: Table) -> None:
        """Plan what happens next at a table; called after each change of it, and at the start."""
        planned = self._waiting.get(table.id)
        step = None if self._stopped else self._next_step(table)
        if planned is not None:
            before, doing = planned
            if step is not None and before.same_as(step):
                return
            if step is not None and (before.version, before.what) == (step.version, step.what):
                # Coming and going puts nothing off.
                step = replace(step, at=min(step.at, before.at))
            doing.cancel()
            del self._waiting[table.id]
        if step is not None:
            with about(server=table.place.guild, table=table.id):
                task = asyncio.create_task(self._wait_and_do(table, step))
            self._waiting[table.id] = (step, task)

    @property
    def doing(self) -> list[asyncio.Task[None]]:
        """Return what goes on now, or waits until it is time."""
        return [task for _, task in self._waiting.values() if not task.done()]

    async def wake(self) -> None:
        """Look once, as after a restart, at every table where something goes on by itself.

        The others are not even loaded: thousands may wait for people.
        """
        for table_id in await self._tables.stirring():
            try:
                self.look(await self._tables.table(table_id))
            except (Refused, NotWritten, TableDamaged) as error:
                log.warning("table %d does not go on by itself: %s", table_id, trace(error))
            await asyncio.sleep(0)

    async def stop(self) -> None:
        """Stop; what has begun to be written is written."""
        self._stopped = True
        tasks = [task for _, task in self._waiting.values()]
        self._waiting.clear()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------------ planning

    def _next_step(self, table: Table) -> _Step | None:
        next_thing = due(table)
        if next_thing is None:
            return None
        delays: dict[str, Callable[[Table], float]] = {
            "answer": lambda _: self._pace.trick,
            "lapse": lambda _: self._pace.consent,
            "cut": self._cutting,
            "finish": self._claims,
            "deal": self._dealing,
            "play": self._delay,
            "forced": self._delay,
            "wish": lambda _: self._pace.card,
        }
        delay = delays[next_thing.what](table)
        return self._step(table, next_thing.what, delay, next_thing.seat, next_thing.level)

    def _cutting(self, table: Table) -> float:
        person = table.cutter is not None and table.seats[table.cutter].person
        return self._pace.cut if person else 0

    def _dealing(self, table: Table) -> float:
        pause = self._pace.deal if table.deals else self._pace.first_deal
        return max(pause, self._claims(table))

    def _claims(self, table: Table) -> float:
        """Return how long people need for what they may do after the last card."""
        match = table.match
        if match is None:
            return 0
        some = any(seat.person and match.view(n).others for n, seat in enumerate(table.seats))
        return self._pace.claims if some else 0

    @staticmethod
    def _step(table: Table, what: str, delay: float, seat: int = -1, level: str = "") -> _Step:
        at = asyncio.get_running_loop().time() + delay
        minds = tuple(one.level for one in table.seats)
        return _Step(table.version, what, at, minds, seat, level)

    def _delay(self, table: Table) -> float:
        match, decision = table.match, table.decision
        if match is None or decision is None:
            return 0
        watched = any(seat.person for seat in table.seats)
        faster = 1.0 if watched else self._pace.alone
        pause = self._pace.card * faster
        shown_for = self._tables.courtesy.shown_for(table)
        covers = not match.view(None).trick and any(a.verb == "play" for a in decision.actions)
        if covers and shown_for is not None:
            # What else there was to do since has been time to look at the trick as well.
            pause = max(pause, self._pace.trick * faster - shown_for)
        return pause

    # ------------------------------------------------------------------ doing

    async def _wait_and_do(self, table: Table, step: _Step) -> None:
        steps: dict[str, Callable[[Table, _Step], Awaitable[None]]] = {
            "cut": self._cut,
            "finish": self._finish,
            "deal": self._shuffle,
            "play": self._play,
            "wish": self._wish,
            "forced": self._forced,
            "answer": self._answer,
            "lapse": self._lapse,
        }
        while True:
            try:
                await steps[step.what](table, step)
            except (Stale, Refused):
                log.debug("table %d moved on before %s", table.id, step.what)
            except NotWritten:
                log.warning("table %d: %s was not written; trying again", table.id, step.what)
            except Exception as error:  # noqa: BLE001 - outermost: else a table is stuck for good
                log.error("table %d: %s failed: %s", table.id, step.what, trace(error))
            else:
                return
            await asyncio.sleep(self._pace.retry)
            table = await self._again(table)
            now = self._next_step(table)
            if now is None or not now.same_as(step):
                self._waiting.pop(table.id, None)
                self.look(table)
                return

    async def _again(self, table: Table) -> Table:
        """Return the table as it is now, or as it was where it cannot be read."""
        try:
            return await self._tables.table(table.id)
        except (Refused, NotWritten, TableDamaged) as error:
            log.warning("table %d cannot be read: %s", table.id, trace(error))
            return table

    async def _cut(self, table: Table, step: _Step) -> None:
        await _until(step.at)
        await self._tables.cut(table.id, None, Moment(version=step.version), None)

    async def _finish(self, table: Table, step: _Step) -> None:
        if not await self._ask_others(table):
            await _until(step.at)
            await self._tables.finish(table.id, step.version)

    async def _shuffle(self, table: Table, step: _Step) -> None:
        if not await self._ask_others(table):
            await _until(step.at)
            await self._tables.shuffle(table.id, step.version)

    async def _play(self, table: Table, step: _Step) -> None:
        if await self._ask_others(table):
            return
        choice = await self._choose(table, step.seat, step.level)
        await _until(step.at)
        action = self._anything(table) if choice is None else choice.action
        try:
            await self._tables.act_as_computer(table.id, step.seat, step.version, action, choice)
        except IllegalAction as refused:
            log.error(
                "table %d: its %s computer chose wrong: %s", table.id, step.level, refused.code
            )
            action = self._anything(table)
            await self._tables.act_as_computer(table.id, step.seat, step.version, action)

    async def _wish(self, table: Table, step: _Step) -> None:
        await _until(step.at)
        await self._ask_others(table)

    async def _forced(self, table: Table, step: _Step) -> None:
        await _until(step.at)
        await self._tables.by_itself(
            table.id, lambda now: moves.act_where_forced(now, step.version)
        )

    async def _answer(self, table: Table, step: _Step) -> None:
        await _until(step.at)
        await self._tables.by_itself(table.id, agreement.answer)

    async def _lapse(self, table: Table, step: _Step) -> None:
        await _until(step.at)
        await self._tables.by_itself(table.id, agreement.lapse)

    @staticmethod
    def _anything(table: Table) -> Action:
        """Return something legal, for a computer that has failed: the others want to play on."""
        if table.decision is None:
            raise Stale
        return random_action(table.decision, chance_from(f"{table.id}:{table.version}"))

    async def _ask_others(self, table: Table) -> bool:
        """Ask each computer that may do something out of turn; tell whether one did."""
        match = table.match
        if match is None:
            return False
        for seat, open_actions in match.others().items():
            level = table.seats[seat].level
            if level is None or not open_actions:
                continue
            choice = await self._choose(table, seat, level)
            if choice is not None and choice.action in open_actions:
                await self._tables.act_as_computer(
                    table.id, seat, table.version, choice.action, choice
                )
                return True
        return False

    async def _choose(self, table: Table, seat: int, level: str) -> Choice | None:
        match = table.match
        if match is None:
            return None
        seed = f"{table.id}:{table.version}:{seat}"
        view, memory = match.view(seat), match.memory(seat)
        try:
            return await self._thinker.think(table.game.key, level, view, memory, seed)
        except Exception as error:  # noqa: BLE001 - else a table waits for its computer for ever
            log.error("table %d: its %s computer failed: %s", table.id, level, trace(error))
            return None


async def _until(at: float) -> None:
    """Wait until the loop's time is so late."""
    await asyncio.sleep(max(0.0, at - asyncio.get_running_loop().time()))
