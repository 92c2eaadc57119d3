"""Functions carried out in the thread of a connection, by what aiosqlite has inside."""

import asyncio
import contextvars
import inspect
import sqlite3
import threading
from collections.abc import AsyncIterator
from pathlib import Path

import aiosqlite
import pytest

from storage.connections import Connection, connect, disconnect
from storage.database import Database
from tests.storage.held import Held, ended
from tests.storage.samples import remembered, remembering


@pytest.fixture
async def connection(path: Path) -> AsyncIterator[Connection]:
    await (await Database.open(path)).close()
    connection = await connect(path, "rw")
    yield connection
    await disconnect(connection)


async def test_a_function_has_the_connection_of_the_library_in_its_thread(
    connection: Connection,
) -> None:
    def where(inner: sqlite3.Connection) -> tuple[sqlite3.Connection, threading.Thread]:
        return inner, threading.current_thread()

    inner, thread = await connection.run(where)
    assert inner is connection._conn
    assert thread is connection._thread
    assert inner.isolation_level is None
    assert inner.row_factory is sqlite3.Row


def test_what_is_used_of_the_library_is_as_it_was() -> None:
    """It is not promised to anybody: where this fails, `Connection` has to be looked at."""
    assert [*inspect.signature(aiosqlite.Connection._execute).parameters] == [
        "self",
        "fn",
        "args",
        "kwargs",
    ]
    assert inspect.iscoroutinefunction(aiosqlite.Connection._execute)
    made = aiosqlite.Connection(lambda: sqlite3.connect(":memory:"), iter_chunk_size=64)
    assert not made._thread.daemon
    assert not made._thread.is_alive()


async def test_functions_and_statements_take_their_turns(connection: Connection) -> None:
    found = await asyncio.gather(
        connection.run(remembering("a")),
        connection.run(remembered),
        connection.execute_fetchall("INSERT INTO meta VALUES ('b', '')"),
        connection.run(remembered),
    )
    assert [*found] == [None, ["a"], [], ["a", "b"]]


async def test_a_function_runs_in_the_context_of_whoever_asks(connection: Connection) -> None:
    table: contextvars.ContextVar[int] = contextvars.ContextVar("table")
    table.set(7)
    assert await connection.run(lambda _: table.get()) == 7


@pytest.mark.parametrize("raised", [LookupError, SystemExit, KeyboardInterrupt])
async def test_what_a_function_raises_is_raised_and_the_thread_lives(
    connection: Connection, raised: type[BaseException]
) -> None:
    def raises(_: sqlite3.Connection) -> None:
        raise raised

    with pytest.raises(raised):
        await connection.run(raises)
    assert await connection.run(remembered) == []


async def test_an_empty_iterator_is_no_endless_wait(connection: Connection) -> None:
    with pytest.raises(RuntimeError, match="StopIteration"):
        await connection.run(lambda _: next(iter(())))


async def test_a_function_is_carried_out_though_its_caller_is_cancelled(
    connection: Connection,
) -> None:
    held = Held(remembering("a"))
    asking = asyncio.ensure_future(connection.run(held))
    await held.begun.wait()
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not await connection.is_free(0.01)
    held.go_on.set()
    assert await connection.is_free()
    assert await connection.run(remembered) == ["a"]


async def test_what_is_closed_takes_nothing_more(path: Path) -> None:
    await (await Database.open(path)).close()
    connection = await connect(path, "ro")
    await disconnect(connection)
    with pytest.raises(ValueError, match="no active connection"):
        await connection.run(remembered)


async def test_a_connection_that_is_busy_too_long_closes_when_it_can(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await (await Database.open(path)).close()
    connection = await connect(path, "rw")
    held = Held(remembering("a"))
    asking = asyncio.ensure_future(connection.run(held))
    await held.begun.wait()
    await disconnect(connection, within=0.01)
    assert "left to itself" in caplog.text
    with pytest.raises(ValueError, match="closed"):
        await connection.run(remembered)
    held.go_on.set()
    await asking
    await ended(connection)
