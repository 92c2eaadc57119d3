"""Units and queries that a test holds up in their middle."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable

from storage.connections import Connection


def _nothing(_: sqlite3.Connection) -> None:
    """Do no more."""


class Held:
    """A unit or query that has `begun`, and waits in its thread until it may `go_on`."""

    def __init__(self, rest: Callable[[sqlite3.Connection], None] = _nothing) -> None:
        self.begun = asyncio.Event()
        self.go_on = threading.Event()
        self.times = 0
        self._rest = rest
        self._loop = asyncio.get_running_loop()

    def __call__(self, connection: sqlite3.Connection) -> None:
        """Wait in the middle."""
        self.times += 1
        self._rest(connection)
        self._loop.call_soon_threadsafe(self.begun.set)
        self.go_on.wait()


async def ended(connection: Connection) -> None:
    """Wait until a connection's thread has ended."""
    await asyncio.to_thread(connection._thread.join)
