"""One SQLite file: opened with care, one writer, and readers beside it."""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from typing import Self, TypeVar

import aiosqlite

from storage.claim import Claim
from storage.connections import (
    Connection,
    connect,
    disconnect,
    one_number,
    one_word,
    verdict_of,
)
from storage.errors import (
    CannotOpen,
    DatabaseDamaged,
    DatabaseInUse,
    NotADatabase,
    NotWritable,
    StorageClosed,
    StorageDamaged,
    code_of,
    disk_trouble,
)
from storage.migrate import Migration, migrate, shipped
from storage.transaction import Unit
from storage.writer import LAST_SECONDS, Batch, Counts, Writer

T = TypeVar("T")

LOG = logging.getLogger(__name__)

# Files up to this size are read through for damage at each start (well under a second).
CHECKED_AT_OPENING = 64 * 1024 * 1024

_WRITER_PRAGMAS = (
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA wal_autocheckpoint = 1000",
    "PRAGMA temp_store = MEMORY",
)
_READER_PRAGMAS = (
    "PRAGMA query_only = ON",
    "PRAGMA temp_store = MEMORY",
)


class Database:
    """One SQLite file, opened by `Database.open` and held exclusively until `close`."""

    def __init__(
        self,
        claim: Claim,
        connection: Connection,
        readers: Sequence[Connection],
        on_batch: Callable[[Batch], None] | None,
    ) -> None:
        self.path = claim.path
        self._claim = claim
        self._connection = connection
        self._readers = tuple(readers)
        self._idle: asyncio.LifoQueue[Connection] = asyncio.LifoQueue()
        for reader in readers:
            self._idle.put_nowait(reader)
        self._writer = Writer(connection, on_batch)
        self._closing: asyncio.Task[None] | None = None
        self._gave_up_on_reads = False
        self._patience: set[asyncio.Timeout] = set()
        # Connections that may be at work for nobody, and perhaps for ever.
        self._astray: set[Connection] = set()

    @classmethod
    async def open(
        cls,
        path: Path,
        *,
        readers: int = 2,
        migrations: Sequence[Migration] | None = None,
        on_batch: Callable[[Batch], None] | None = None,
    ) -> Self:
        """Open or create the database, and bring its schema up to date.

        `on_batch` is called in the event loop after each batch. Raises a CannotOpen that says in
        a sentence what is wrong; then the file is as it was (MigrationFailed: as the last good
        migration left it).
        """
        claim = await asyncio.to_thread(Claim.take, path)
        steps = shipped() if migrations is None else migrations
        reading: list[Connection] = []
        async with AsyncExitStack() as opened:
            opened.callback(claim.release)
            try:
                connection = await connect(claim.path, "rw")
                opened.push_async_callback(disconnect, connection)
                await _check(connection, claim.path)
                await _prepare(connection, claim.path, steps)
                for _ in range(readers):
                    reading.append(await connect(claim.path, "ro"))
                    opened.push_async_callback(disconnect, reading[-1])
                    await _set(reading[-1], _READER_PRAGMAS)
            except sqlite3.Error as error:
                raise _cannot_open(claim.path, error) from error
            opened.pop_all()
        return cls(claim, connection, reading, on_batch)

    @property
    def counts(self) -> Counts:
        """Count units, batches and seconds of committing since the opening."""
        return self._writer.counts

    @property
    def queue_length(self) -> int:
        """Count the units that wait for the next batch."""
        return self._writer.queue_length

    async def write(self, unit: Unit[T]) -> T:
        """Carry out one atomic unit of work and give its result once it is on the disk.

        The unit is a plain function. It gets the write connection to itself, in the thread of that
        connection and the context of its caller; it must neither begin nor end transactions, nor
        wait for anything but SQLite: everybody waits for it. It runs exactly once. What it raises
        is raised here, and nothing of it stays. Raises StorageFull or StorageBroken when the
        commit fails, with every unit of the batch undone; after that the database works on as soon
        as the disk does. A file that is found damaged takes nothing more (StorageDamaged) until it
        is mended and opened again.

        A caller that is cancelled stops waiting, no more: the unit is carried out all the same,
        and only reading tells how it ended.
        """
        return await self._writer.write(unit)

    async def read(self, query: Unit[T]) -> T:
        """Run a query on a read-only connection; all that it reads is of one moment.

        It is a plain function as a unit is, in the thread of its connection. It sees every write
        that was acknowledged before. Cursors stay there: give what they fetched. Whoever is
        cancelled waits for its end. Raises StorageBroken where the file fails, StorageClosed.
        """
        if self._closing is not None:
            raise StorageClosed("The database is closed.")
        reader = await self._idle.get()
        patience = asyncio.timeout(None)
        self._patience.add(patience)
        try:
            if self._gave_up_on_reads:
                raise TimeoutError
            async with patience:
                return await self._ask(reader, query)
        except (sqlite3.Error, ValueError, TimeoutError) as error:
            if self._gave_up_on_reads:
                raise StorageClosed("The database closed before this was read.") from error
            if trouble := disk_trouble(error):
                if isinstance(trouble, StorageDamaged):
                    self._writer.give_up(trouble)
                raise trouble from error
            raise
        finally:
            self._patience.discard(patience)
            self._idle.put_nowait(reader)

    async def _ask(self, reader: Connection, query: Unit[T]) -> T:
        try:
            return await reader.run(partial(_in_one_moment, query))
        except asyncio.CancelledError:
            # The query goes on, and its thread answers through this loop, which may be about to
            # end. Until then the connection is of no use to others; they would wait in its turn.
            self._astray.add(reader)
            if not self._gave_up_on_reads and await reader.is_free(LAST_SECONDS):
                self._astray.discard(reader)
            raise

    async def close(self, seconds: float = 10.0) -> None:
        """Finish what was handed over, and close; give up on it after so many seconds.

        Units and queries given up on raise StorageClosed to their callers. They are left to their
        threads, which keep no process from ending; nothing of such a unit will be written, but
        for a commit that was under way and that the disk answers later still. Closing twice is
        harmless.
        """
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(seconds), name="storage close")
        await asyncio.shield(self._closing)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _close(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        async with AsyncExitStack() as closing:
            closing.callback(self._claim.release)
            for connection in (self._connection, *self._readers):
                closing.push_async_callback(self._disconnect, connection)
            finished = await self._writer.stop(seconds)
            if not finished:
                self._astray.add(self._connection)
            await self._wait_for_reads(end)
            if finished:
                await self._optimize()

    async def _disconnect(self, connection: Connection) -> None:
        await disconnect(connection, LAST_SECONDS if connection in self._astray else None)

    async def _wait_for_reads(self, end: float) -> None:
        try:
            async with asyncio.timeout(max(end - time.monotonic(), 0)):
                for _ in self._readers:
                    await self._idle.get()
        except TimeoutError:
            self._gave_up_on_reads = True
            self._astray.update(self._readers)
            LOG.error("A query did not finish in time and is given up on.")
            for reader in self._readers:
                await reader.interrupt()
            for patience in self._patience:
                patience.reschedule(0)

    async def _optimize(self) -> None:
        try:
            await _set(self._connection, ("PRAGMA analysis_limit = 400", "PRAGMA optimize"))
        except sqlite3.Error as error:
            LOG.warning("The query planner's figures were not refreshed: %s", code_of(error))


def _in_one_moment(query: Unit[T], connection: sqlite3.Connection) -> T:
    connection.execute("BEGIN")
    try:
        return query(connection)
    finally:
        connection.rollback()


async def _set(connection: aiosqlite.Connection, pragmas: Sequence[str]) -> None:
    for pragma in pragmas:
        await connection.execute_fetchall(pragma)


async def _check(connection: aiosqlite.Connection, path: Path) -> None:
    pages = await one_number(connection, "PRAGMA page_count")
    if pages * await one_number(connection, "PRAGMA page_size") > CHECKED_AT_OPENING:
        return
    verdict = await verdict_of(connection, "quick_check(1)")
    if verdict != "ok":
        raise _damaged(path, verdict)


async def _prepare(
    connection: aiosqlite.Connection, path: Path, migrations: Sequence[Migration]
) -> None:
    await _set(connection, _WRITER_PRAGMAS)
    # The journal mode is written to the file, so it waits until the file is known to be ours.
    await migrate(connection, path, migrations)
    journal = await one_word(connection, "PRAGMA journal_mode = WAL")
    if journal != "wal":
        sentence = f"{path} lies on a file system that cannot share memory; use a local disk."
        raise CannotOpen(path, sentence)


def _cannot_open(path: Path, error: sqlite3.Error) -> CannotOpen:
    code = code_of(error)
    if code.startswith("SQLITE_CORRUPT"):
        return _damaged(path, str(error))
    if code.startswith("SQLITE_NOTADB"):
        return NotADatabase(path, f"{path} is not an SQLite database. It has been left as it is.")
    if code.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return DatabaseInUse(path, f"{path} is locked by another program. Stop that one first.")
    if code.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN")):
        return NotWritable(path, f"{path} cannot be written to ({error}).")
    return CannotOpen(path, f"{path} cannot be opened ({code}: {error}).")


def _damaged(path: Path, found: str) -> DatabaseDamaged:
    return DatabaseDamaged(
        path,
        f"{path} is damaged ({found}). It has been left as it is: put it aside and restore a "
        "backup.",
    )
