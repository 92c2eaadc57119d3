"""Starting a bot and stopping it in order, whatever it is connected to."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator

from bot.client import AtoutBot

log = logging.getLogger(__name__)


def stop_signal() -> asyncio.Event:
    """Return an event that is set when the process is asked to stop (SIGTERM, SIGINT)."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked.set)
    return asked


@contextlib.asynccontextmanager
async def connected(bot: AtoutBot, token: str) -> AsyncIterator[asyncio.Task[None]]:
    """Log in and connect; the task given ends only when the connection does, then stop in order."""
    async with bot:
        await bot.login(token)
        connection = asyncio.create_task(bot.connect())
        try:
            yield connection
        finally:
            await bot.close()
            connection.cancel()
            await asyncio.gather(connection, return_exceptions=True)
