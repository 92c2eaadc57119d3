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
from bot.computers.thinking import Thinker
from bot.games.game import Over, Refused
from bot.tables.errors import NotWritten, Stale, TableDamaged
from bot.tables.read import Moment
from bot.tables.service import Tables
from bot.tables.table import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things stay in view before the next happens by itself, in seconds.

    ``card``: before a computer's card. ``trick``: a finished trick. ``alone``: both, by how much
    faster where no person is at the table. ``chance``: what a person needs to do something out of
    turn (declare 31), and ``confirm`` how much longer while they are asked to confirm it.
    ``first_deal`` and ``deal``: before a deal. ``cut``: for a person to cut. ``claims``: after the
    last card of a match, where something may still be claimed. ``retry``: before something is
    tried again that failed.
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


AT_ONCE = Pace(0, 0, 0, 0, 0, 0, 0, 0, 0.05, 0)
"""No pause at all: for tests and simulations."""


@dataclass(frozen=True, slots=True)
class _Step:
    """The next thing that happens by itself: the moment it belongs to, and who does it."""

    version: int
    what: str
    delay: float
    seat: int = -1
    level: str = ""

    def same_as(self, other: _Step) -> bool:
        """Tell whether this is the same thing at the same moment, whatever the delay."""
        return replace(self, delay=0) == replace(other, delay=0)


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
        step = None if self._stopped else self._next_step(table)
        planned = self._waiting.get(table.id)
        if planned is not None:
            if step is not None and planned[0].same_as(step):
                return
            planned[1].cancel()
            del self._waiting[table.id]
        if step is not None:
            task = asyncio.create_task(self._wait_and_do(table, step))
            self._waiting[table.id] = (step, task)

    async def wake(self) -> None:
        """Look at every open table once, as after a restart."""
        for table_id in await self._tables.open_ids():
            try:
                self.look(await self._tables.table(table_id))
            except Refused:
                continue
            except TableDamaged:
                log.error("table %d cannot be loaded and is left alone", table_id)

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
        match = table.match
        if match is None or table.phase != "playing":
            return None
        if table.cutter is not None:
            person = table.seats[table.cutter].person
            return _Step(table.version, "cut", self._pace.cut if person else 0)
        if isinstance(match.decision(), Over):
            return _Step(table.version, "finish", self._pace.claims)
        if table.needs_deal is not None:
            first = not table.deals
            return _Step(table.version, "deal", self._pace.first_deal if first else self._deal())
        decision = table.decision
        if decision is None:
            return None
        seat = table.seats[decision.player]
        if seat.level is not None:
            delay = self._delay(table)
            return _Step(table.version, "play", delay, decision.player, seat.level)
        wishes = [n for n in match.others() if table.seats[n].level is not None]
        if wishes:
            return _Step(table.version, "wish", self._pace.card)
        return None

    def _deal(self) -> float:
        return self._pace.deal

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
        }
        while True:
            try:
                await steps[step.what](table, step)
            except (Stale, Refused):
                log.debug("table %d moved on before %s", table.id, step.what)
            except NotWritten:
                log.warning("table %d: %s was not written; trying again", table.id, step.what)
                await asyncio.sleep(self._pace.retry)
                continue
            except Exception:  # the outermost handler of a table's task: no table may stand still
                log.exception("table %d: %s failed; trying again", table.id, step.what)
                await asyncio.sleep(self._pace.retry)
                continue
            return

    async def _cut(self, table: Table, step: _Step) -> None:
        await asyncio.sleep(step.delay)
        await self._tables.cut(table.id, None, Moment(version=step.version), None)

    async def _finish(self, table: Table, step: _Step) -> None:
        await self._ask_others(table)
        await asyncio.sleep(step.delay)
        await self._tables.finish(table.id, step.version)

    async def _shuffle(self, table: Table, step: _Step) -> None:
        await self._ask_others(table)
        await asyncio.sleep(step.delay)
        await self._tables.shuffle(table.id, step.version)

    async def _play(self, table: Table, step: _Step) -> None:
        if await self._ask_others(table):
            return
        choice, _ = await asyncio.gather(
            self._choose(table, step.seat, step.level), asyncio.sleep(step.delay)
        )
        if choice is None:
            raise Stale
        await self._tables.act_as_computer(table.id, step.seat, step.version, choice.action)

    async def _wish(self, table: Table, step: _Step) -> None:
        await asyncio.sleep(step.delay)
        await self._ask_others(table)

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
                await self._tables.act_as_computer(table.id, seat, table.version, choice.action)
                return True
        return False

    async def _choose(self, table: Table, seat: int, level: str) -> Choice | None:
        match = table.match
        if match is None:
            return None
        seed = f"{table.id}:{table.version}:{seat}"
        return await self._thinker.think(
            table.game.key, level, match.view(seat), match.memory(seat), seed
        )
