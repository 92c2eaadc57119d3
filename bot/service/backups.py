"""Copies of the database at intervals, while the bot runs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.service.metrics import Metrics
from bot.traces import trace
from storage.backup import Copy, backup_in_turn, backups_of
from storage.errors import StorageError

log = logging.getLogger(__name__)

AGAIN: Final = 900.0
"""Seconds after which a copy that failed is tried again."""

GLANCE: Final = 60.0
"""Seconds between two looks at the clock, so that one that jumps makes no difference."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is copied where, how many seconds lie between copies, and how many are kept."""

    database: Path
    folder: Path
    seconds: float
    keep: int


class Backups:
    """Makes a copy whenever the latest is older than planned; a restart makes none by itself."""

    def __init__(
        self,
        plan: Plan,
        metrics: Metrics | None = None,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._plan = plan
        self._metrics = metrics
        self._now = now
        self._not_before = 0.0

    async def copy(self) -> Copy:
        """Make one copy now, and remove the oldest beyond those kept.

        Raise OSError or StorageError; what was there is left as it was.
        """
        plan = self._plan
        plan.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return await backup_in_turn(plan.database, plan.folder, plan.keep)

    def latest(self) -> float:
        """Return when the latest copy was made (seconds since 1970), 0 where there is none."""
        if not self._plan.folder.is_dir():
            return 0.0
        found = backups_of(self._plan.database, self._plan.folder)
        return found[-1].stat().st_mtime if found else 0.0

    async def go_on(self) -> None:
        """Make copies for ever."""
        if not self._plan.seconds:
            return
        while True:
            await self.look()
            await asyncio.sleep(GLANCE)

    async def look(self) -> None:
        """Make a copy if it is time for one; what fails is told and tried again later."""
        try:
            latest = self.latest()
            if self._metrics is not None:
                self._metrics.backup_at.set(latest)
            # A latest copy of the future is the work of a clock that was put back.
            age = self._now() - latest
            waiting = 0 <= age < self._plan.seconds or self._now() < self._not_before
            if waiting:
                return
            copy = await self.copy()
        except (OSError, StorageError) as error:
            self._not_before = self._now() + AGAIN
            log.error("no copy of the database could be made: %s", trace(error))
            if self._metrics is not None:
                self._metrics.backup_failures.inc()
            return
        if self._metrics is not None:
            self._metrics.backup_at.set(self._now())
        log.info("copied the database: %d bytes in %.2f s", copy.size, copy.seconds)
