"""Connections to SQLite: how they are opened, and that none keeps the process from ending."""

import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import quote

import aiosqlite

Mode = Literal["ro", "rw"]

BUSY_SECONDS = 5.0

_open: set[aiosqlite.Connection] = set()
_watch_started = threading.Lock()


async def connect(path: Path, mode: Mode) -> aiosqlite.Connection:
    """Open one connection without implicit transactions; the file must exist.

    Raises sqlite3.Error. Close it with `disconnect`.
    """
    uri = f"file:{quote(str(path))}?mode={mode}"
    connection = aiosqlite.connect(uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    _watch_for_exit()
    _open.add(connection)
    try:
        await connection
    except BaseException:
        _open.discard(connection)
        raise
    connection.row_factory = sqlite3.Row
    return connection


async def disconnect(connection: aiosqlite.Connection) -> None:
    """Close a connection after all that was asked of it."""
    try:
        await connection.close()
    finally:
        _open.discard(connection)


@asynccontextmanager
async def connected(path: Path, mode: Mode) -> AsyncIterator[aiosqlite.Connection]:
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


def _watch_for_exit() -> None:
    """Start, once, the thread that lets the process end with connections still open.

    aiosqlite's threads are no daemons: the interpreter would wait for them for ever.
    """
    if _watch_started.acquire(blocking=False):
        threading.Thread(target=_stop_all_at_exit, name="storage exit", daemon=True).start()


def _stop_all_at_exit() -> None:
    threading.main_thread().join()
    for connection in tuple(_open):
        connection.stop()
