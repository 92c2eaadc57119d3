"""Starting a bot and stopping it in order, whatever it is connected to."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Final

import aiohttp

from bot.client import AtoutBot
from bot.outcomes import FAULTS
from bot.service.patience import patiently

Door = Callable[[], aiohttp.BaseConnector]
"""Makes the connector through which Discord is reached; it is called within the event loop."""

SELDOM: Final = 5_000
"""How many more objects there are when garbage is looked for among the new ones."""

log = logging.getLogger(__name__)


def stop_signal() -> asyncio.Event:
    """Return an event that is set when the process is asked to stop (SIGTERM, SIGINT)."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked.set)
    return asked


async def log_in(bot: AtoutBot, token: str, door: Door) -> None:
    """Log in as soon as Discord can be reached, each time by new connections."""

    async def once() -> None:
        try:
            await bot.login(token)
        except FAULTS:
            # A session that has failed is not used again, nor left behind.
            await bot.http.close()
            bot.http.connector = door()
            raise

    await patiently(once, "log in")


@contextlib.contextmanager
def kept_for_good() -> Iterator[None]:
    """Look for garbage no more among what the start has made: it stays until the end.

    Each look through it would hold up every click for 60 ms. Among what is new it is looked for
    less often: a click makes thousands of objects, and hardly any go round in circles.
    """
    usual = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(SELDOM, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


@contextlib.asynccontextmanager
async def connected(
    bot: AtoutBot, token: str, door: Door | None = None
) -> AsyncIterator[asyncio.Task[None]]:
    """Log in and connect; the task given ends only when the connection does, then stop in order.

    With a ``door`` to new connections a Discord that cannot be reached is waited for.
    """
    async with bot:
        await (bot.login(token) if door is None else log_in(bot, token, door))
        connection = asyncio.create_task(bot.connect())
        try:
            yield connection
        finally:
            await bot.close()
            connection.cancel()
            await asyncio.gather(connection, return_exceptions=True)
