"""How long things are kept, and the round that clears away what has been kept long enough."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Set
from dataclasses import dataclass
from typing import Final

from bot.tables.errors import NotWritten
from bot.traces import trace
from storage.errors import StorageError
from storage.store import Store

log = logging.getLogger(__name__)

DAY: Final = 24 * 3600 * 1000
"""A day in milliseconds."""

EVERY: Final = 6 * 3600.0
"""Seconds between two rounds."""


@dataclass(frozen=True, slots=True)
class Keep:
    """For how many days things are kept; 0 is for ever.

    ``tables``: ended tables with their logs. ``results``: finished matches with their records.
    ``guilds``: what belongs to a server, after the bot was removed from it.
    """

    tables: int = 30
    results: int = 0
    guilds: int = 30


class Keeper:
    """Clears away what has been kept long enough; tables in use are never touched."""

    def __init__(self, store: Store, keep: Keep, now: Callable[[], float] = time.time) -> None:
        self._store = store
        self._keep = keep
        self._now = now

    async def left(self, guild: int) -> None:
        """Note that the bot was removed from a server: from now on its days are counted."""
        try:
            await self._store.guild_left(guild, self._milliseconds())
        except StorageError as error:
            raise NotWritten from error

    async def joined(self, guild: int) -> None:
        """Note that the bot is in a server (again): nothing of it goes."""
        try:
            await self._store.guild_joined(guild)
        except StorageError as error:
            raise NotWritten from error

    async def compare(self, present: Set[int]) -> tuple[int, ...]:
        """Note who removed or invited the bot while it was away; return who removed it."""
        gone = [guild for guild in await self._store.guilds_known() if guild not in present]
        for guild in gone:
            await self.left(guild)
        for guild in await self._store.guilds_left(self._milliseconds() + 1):
            if guild in present:
                await self.joined(guild)
        return tuple(gone)

    async def round(self) -> None:
        """Clear away once all that has been kept long enough."""
        keep, store = self._keep, self._store
        if keep.tables:
            while await store.forget_ended(self._before(keep.tables)):
                pass
        if keep.results:
            while await store.forget_results(self._before(keep.results)):
                pass
        if keep.guilds:
            for guild in await store.guilds_left(self._before(keep.guilds)):
                log.info("forgetting server %d, which the bot left long ago", guild)
                await store.forget_guild(guild)

    async def rounds(self, every: float = EVERY) -> None:
        """Go round for ever; a disk that fails is tried again at the next round."""
        while True:
            try:
                await self.round()
            except StorageError as error:
                log.warning("clearing away was cut short: %s", trace(error))
            await asyncio.sleep(every)

    def _before(self, days: int) -> int:
        return self._milliseconds() - days * DAY

    def _milliseconds(self) -> int:
        return int(self._now() * 1000)
