"""Threads of tables: archived, never deleted, some time after the table's end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord

from bot.outcomes import FAULTS, outcome_of
from bot.tables.read import TableRead

log = logging.getLogger(__name__)

AFTER_MATCH: Final = 300.0
"""Seconds for which a thread stays open after a match: its people may want another one."""

AFTER_END: Final = 5.0
"""The same where people have ended the table: its last board is written by then."""

Find = Callable[[int], Awaitable[int | None]]
"""The number of the table that is open in a channel, if one is."""


class Threads:
    """Archives the threads that were made for tables, unless another table has opened there.

    ``after`` says how many seconds a thread stays open, by how its table went out.
    """

    def __init__(
        self,
        client: discord.Client,
        table_in: Find,
        *,
        after_match: float = AFTER_MATCH,
        after_end: float = AFTER_END,
    ) -> None:
        self._client = client
        self._table_in = table_in
        self.after = {"over": after_match, "ended": after_end}
        self._waiting: dict[int, asyncio.Task[None]] = {}

    def over(self, read: TableRead) -> None:
        """Archive the thread of a table that is over, if it has one of its own, in a while."""
        if not read.settings.thread or read.place.parent is None:
            return
        channel = read.place.channel
        before = self._waiting.pop(channel, None)
        if before is not None:
            before.cancel()
        task = asyncio.get_running_loop().create_task(self._later(channel, self.after[read.phase]))
        self._waiting[channel] = task

    async def stop(self) -> None:
        """Archive now what was to be archived later: nobody would do it after a restart."""
        waiting, self._waiting = self._waiting, {}
        for task in waiting.values():
            task.cancel()
        await asyncio.gather(*waiting.values(), return_exceptions=True)
        await asyncio.gather(*(self._archive(channel) for channel in waiting))

    async def _later(self, channel: int, seconds: float) -> None:
        await asyncio.sleep(seconds)
        self._waiting.pop(channel, None)
        await self._archive(channel)

    async def _archive(self, channel: int) -> None:
        thread = self._client.get_channel(channel)
        if not isinstance(thread, discord.Thread) or thread.archived:
            return
        if await self._table_in(channel) is not None:
            return
        try:
            async with asyncio.timeout(5):
                await thread.edit(archived=True)
        except FAULTS as error:
            log.info("a thread was not archived: %s", outcome_of(error))
