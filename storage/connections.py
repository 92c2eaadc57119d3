"""Connections to SQLite: how they are opened, and how work is done in their threads."""

import asyncio
import contextvars
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Generic, Literal, NamedTuple, TypeVar, cast
from urllib.parse import quote

import aiosqlite

T = TypeVar("T")

Mode = Literal["ro", "rw"]

LOG = logging.getLogger(__name__)

BUSY_SECONDS = 5.0


class Returned(NamedTuple, Generic[T]):
    """What a call gave."""

    value: T


class Raised(NamedTuple):
    """What a call raised instead."""

    error: BaseException


def outcome_of(call: Callable[[], T]) -> Returned[T] | Raised:
    """Call, and take whatever is raised as a value."""
    try:
        return Returned(call())
    except BaseException as error:  # noqa: BLE001 - whoever asked has it, in another thread
        return Raised(error)


class Connection(aiosqlite.Connection):
    """A connection whose thread carries out whole functions, not only single statements."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # The interpreter waits for threads that are no daemons: for ever, where a connection was
        # left open or something in it never ends. What is cut short that way was told to nobody,
        # and SQLite undoes it at the next start, as after a kill.
        self._thread.daemon = True

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Carry out a function in the connection's thread, in its turn, and give its result.

        It runs in the context of whoever asks, and to its end also where they are cancelled. It
        is to wait for nothing but SQLite. Raises what it raises, and ValueError once closed.
        """
        # What aiosqlite offers by itself goes to the thread and back for each statement, through
        # `_execute`, which takes any function. What is raised comes back as a value: a future
        # takes no StopIteration, and whoever waits for it would do so for ever.
        execute = cast("Callable[..., Awaitable[Returned[T] | Raised]]", self._execute)
        call = partial(contextvars.copy_context().run, work, self._conn)
        outcome = await execute(outcome_of, call)
        if isinstance(outcome, Raised):
            raise outcome.error
        return outcome.value

    async def is_free(self, within: float | None = None) -> bool:
        """Wait until all that was asked of it is done, at most so many seconds; tell whether it is.

        Raises ValueError once closed.
        """
        try:
            async with asyncio.timeout(within):
                await self.run(_nothing)
        except TimeoutError:
            return False
        return True


async def connect(path: Path, mode: Mode) -> Connection:
    """Open one connection without implicit transactions; the file must exist.

    Raises sqlite3.Error. Close it with `disconnect`.
    """
    uri = f"file:{quote(str(path))}?mode={mode}"
    connection = Connection(
        partial(sqlite3.connect, uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    )
    await connection
    connection.row_factory = sqlite3.Row
    return connection


async def disconnect(connection: Connection, within: float | None = None) -> None:
    """Close a connection after all that was asked of it.

    Where that takes longer than so many seconds, it is left to its thread, which closes it then.
    """
    if await connection.is_free(within):
        await connection.close()
    else:
        LOG.error("A connection to the database is still at work and is left to itself.")
        connection.stop()


@asynccontextmanager
async def connected(path: Path, mode: Mode) -> AsyncIterator[Connection]:
    """Hold one connection for a while."""
    connection = await connect(path, mode)
    try:
        yield connection
    finally:
        await disconnect(connection)


async def one_word(connection: aiosqlite.Connection, sql: str) -> str:
    """Ask for a single value, as most pragmas give it."""
    (row,) = await connection.execute_fetchall(sql)
    return str(row[0])


async def verdict_of(connection: aiosqlite.Connection, check: str) -> str:
    """Let SQLite check a database, and return what it finds, on one line: ok where it is sound."""
    return " ".join((await one_word(connection, f"PRAGMA {check}")).split())


async def one_number(connection: aiosqlite.Connection, sql: str) -> int:
    """Ask for a single whole number."""
    return int(await one_word(connection, sql))


def _nothing(_: sqlite3.Connection) -> None:
    """Take one's turn."""
