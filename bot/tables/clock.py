"""The clock of all tables: one sleeping task, its deadlines in the database."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Final

from bot.games.game import Refused
from bot.tables import deadlines
from bot.tables.errors import NotWritten, TableDamaged
from bot.tables.service import Tables
from bot.traces import trace
from storage.errors import StorageError
from storage.models import TableRow
from storage.tables import Tables as TableStore

log = logging.getLogger(__name__)

BEAT: Final = 30.0
"""Seconds between two signs of life, and the longest sleep: no turn is waited for less long."""

JUMP: Final = 4 * BEAT
"""Seconds by which the clock of the machine has to leave the time that passes to count as set."""


class Clock:
    """Wakes when the next table has waited long enough, and does what is due there."""

    def __init__(
        self,
        tables: Tables,
        store: TableStore,
        *,
        now: Callable[[], float] = time.time,
        ticks: Callable[[], float] = time.monotonic,
        beat: float = BEAT,
    ) -> None:
        self._tables = tables
        self._store = store
        self._now = now
        self._ticks = ticks
        self._beat = beat
        self._looked_at: tuple[float, float] | None = None
        self._running: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Put all deadlines off by the time that the bot was down, and begin."""
        down = await self._store.make_up_for_downtime(self._milliseconds())
        if down:
            log.info("deadlines are put off by %d s", down // 1000)
        self._running = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop; what was done is written."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
            try:
                await self._store.sign_of_life(self._milliseconds())
            except StorageError as error:
                log.warning("the last sign of life was not written: %s", trace(error))

    async def ring(self) -> None:
        """Do what is due now, at every table."""
        for row in await self._store.due(self._milliseconds()):
            await self._ring_at(row)

    async def follow(self) -> None:
        """Move the deadlines along where the clock of the machine was set since the last look.

        Otherwise all of them would come at once, or none for as long as it was set back.
        """
        now, tick = self._now(), self._ticks()
        if self._looked_at is not None:
            passed = tick - self._looked_at[1]
            jump = now - self._looked_at[0] - passed
            if abs(jump) > JUMP:
                log.warning("the clock was set by %+d s; deadlines go along", jump)
                since, longest = now - passed - 1, deadlines.FORGOTTEN
                await self._store.clock_was_set(
                    *(int(value * 1000) for value in (jump, since, now, longest))
                )
        self._looked_at = now, tick

    async def _run(self) -> None:
        while True:
            pause = self._beat
            try:
                await self.follow()
                await self.ring()
                await self._store.sign_of_life(self._milliseconds())
                due = await self._store.next_due()
                if due is not None:
                    pause = min(pause, max(0.05, due / 1000 - self._now()))
            except StorageError as error:
                log.warning("the clock could not read what is due: %s", trace(error))
            except Exception as error:  # noqa: BLE001 - outermost: else one fault stops every clock
                log.error("the clock stumbled: %s", trace(error))
            await asyncio.sleep(pause)

    async def _ring_at(self, row: TableRow) -> None:
        try:
            table = await self._tables.table(row.id)
            if table.seq == row.log_length and deadlines.forgotten(table):
                await self._tables.suspend(row.id, "forgotten")
            else:
                await self._tables.by_itself(
                    row.id, lambda now: deadlines.ring(now, row.log_length)
                )
        except (Refused, TableDamaged, NotWritten) as error:
            log.info("table %d was not rung: %s", row.id, trace(error))

    def _milliseconds(self) -> int:
        return int(self._now() * 1000)
