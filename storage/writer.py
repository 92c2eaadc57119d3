"""The one writer of a database: units of work wait in line and are committed together."""

import asyncio
import contextvars
import logging
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import aiosqlite

from storage.errors import (
    StorageBroken,
    StorageClosed,
    StorageDamaged,
    StorageError,
    disk_trouble,
)

T = TypeVar("T")
Unit = Callable[[aiosqlite.Connection], Awaitable[T]]

LOG = logging.getLogger(__name__)

# A batch shares one fate, and its first unit waits for its last.
MOST_IN_A_BATCH = 128


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch that was tried: its units, the seconds of its commit alone, whether it holds."""

    units: int
    commit_seconds: float
    committed: bool


@dataclass(slots=True)
class Counts:
    """What the writer has done since it was opened."""

    units: int = 0
    batches: int = 0
    failed_batches: int = 0
    commit_seconds: float = 0.0


@dataclass(slots=True, eq=False)
class _Job:
    unit: Unit[Any]
    done: asyncio.Future[Any]
    context: contextvars.Context = field(default_factory=contextvars.copy_context)


@dataclass(frozen=True, slots=True)
class _Outcome:
    job: _Job
    value: Any = None
    error: BaseException | None = None


class _TransactionGone(Exception):
    """SQLite gave the whole transaction up inside a unit, or the unit ended it by itself."""

    def __init__(self, error: BaseException | None) -> None:
        super().__init__()
        self.trouble = disk_trouble(error) or StorageBroken(
            "The transaction ended in the middle of a unit."
        )


class Writer:
    """The task that owns the write connection, from its making until `stop`."""

    def __init__(
        self, connection: aiosqlite.Connection, on_batch: Callable[[Batch], None] | None
    ) -> None:
        self.counts = Counts()
        self._connection = connection
        self._on_batch = on_batch
        self._waiting: asyncio.Queue[_Job | None] = asyncio.Queue()
        self._unit_task: asyncio.Task[Any] | None = None
        self._closed = False
        self._damage: StorageDamaged | None = None
        self._writing = asyncio.create_task(self._write_until_stopped(), name="storage writer")
        self._writing.add_done_callback(_report_a_fault)

    @property
    def queue_length(self) -> int:
        """Count the units that wait for the next batch."""
        return self._waiting.qsize()

    async def write(self, unit: Unit[T]) -> T:
        """Carry out one unit of work; see `Database.write`."""
        if self._closed:
            raise StorageClosed("The database is closed.")
        if self._damage is not None:
            raise StorageDamaged(*self._damage.args)
        if self._unit_task is not None and asyncio.current_task() is self._unit_task:
            raise RuntimeError("a unit of work cannot wait for another one")
        job = _Job(unit, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(job)
        try:
            value: T = await asyncio.shield(job.done)
        except asyncio.CancelledError:
            job.done.add_done_callback(_report_a_failure)
            raise
        return value

    def give_up(self, damage: StorageDamaged) -> None:
        """Write nothing more to a file that was found damaged: it could only make things worse."""
        if self._damage is None:
            self._damage = damage
            LOG.critical("%s", damage)

    async def stop(self, seconds: float) -> None:
        """Take no more units, finish those that wait, but give up on them after so long."""
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        done, _ = await asyncio.wait((self._writing,), timeout=seconds)
        if not done:
            LOG.error("The writer did not finish in %s s and is given up on.", seconds)
            self._writing.cancel()
            await asyncio.wait((self._writing,))

    async def _write_until_stopped(self) -> None:
        batch: list[_Job] = []
        try:
            while batch := await self._next_batch():
                await self._commit_together(batch)
        finally:
            # Reached with work left only by cancellation or a fault of this module.
            self._closed = True
            while not self._waiting.empty():
                if (job := self._waiting.get_nowait()) is not None:
                    batch.append(job)
            _fail(batch, StorageClosed("The database closed before this was written."))

    async def _next_batch(self) -> list[_Job]:
        """Wait for work and take all there is; an empty list is the end."""
        job = await self._waiting.get()
        batch: list[_Job] = []
        while job is not None:
            batch.append(job)
            if len(batch) == MOST_IN_A_BATCH or self._waiting.empty():
                return batch
            job = self._waiting.get_nowait()
        if batch:
            self._waiting.put_nowait(None)
        return batch

    async def _commit_together(self, batch: list[_Job]) -> None:
        connection = self._connection
        outcomes: list[_Outcome] = []
        commit_seconds = 0.0
        trouble: StorageError | None = None
        committed = False
        try:
            await connection.execute_fetchall("BEGIN IMMEDIATE")
            for job in batch:
                outcomes.append(await self._carry_out(job, alone=len(batch) == 1))
            if any(outcome.error is None for outcome in outcomes):
                started = time.perf_counter()
                await connection.commit()
                commit_seconds = time.perf_counter() - started
                committed = True
        except sqlite3.Error as error:
            trouble = disk_trouble(error) or StorageBroken(f"The commit failed: {error}")
        except _TransactionGone as gone:
            trouble = gone.trouble
        finally:
            if not committed:
                await connection.rollback()
        if isinstance(trouble, StorageDamaged):
            self.give_up(trouble)
        if trouble is None:
            for outcome in outcomes:
                _settle(outcome)
        else:
            # Also those whose unit had raised: it may have done so over what a unit before it
            # wrote, and that is gone.
            _fail(batch, trouble)
        self._count(Batch(len(batch), commit_seconds, committed=trouble is None))

    async def _carry_out(self, job: _Job, *, alone: bool) -> _Outcome:
        """Run one unit inside its savepoint; alone, the transaction itself serves as that."""
        connection = self._connection
        if not alone:
            await connection.execute_fetchall("SAVEPOINT unit")
        # A task of its own: its exception is taken as a value, whatever it is, and log lines from
        # inside the unit carry the caller's context.
        task = asyncio.get_running_loop().create_task(
            _run(job.unit, connection), context=job.context
        )
        self._unit_task = task
        try:
            await asyncio.wait((task,))
        finally:
            self._unit_task = None
            if not task.done():
                task.cancel()
                await asyncio.wait((task,))
        error = asyncio.CancelledError() if task.cancelled() else task.exception()
        if not connection.in_transaction or isinstance(disk_trouble(error), StorageDamaged):
            raise _TransactionGone(error)
        if error is not None and not alone:
            await connection.execute_fetchall("ROLLBACK TO unit")
        # Savepoints of one name nest, the last is meant, and the commit releases them all: a
        # RELEASE for each would cost a quarter of a batch's time.
        if error is not None:
            return _Outcome(job, error=disk_trouble(error) or error)
        return _Outcome(job, value=task.result())

    def _count(self, batch: Batch) -> None:
        self.counts.units += batch.units
        self.counts.batches += 1
        self.counts.failed_batches += not batch.committed
        self.counts.commit_seconds += batch.commit_seconds
        if self._on_batch is not None:
            # Not from here: what it raises must not stop the writer.
            asyncio.get_running_loop().call_soon(self._on_batch, batch)


async def _run(unit: Unit[T], connection: aiosqlite.Connection) -> T:
    return await unit(connection)


def _settle(outcome: _Outcome) -> None:
    job = outcome.job
    if outcome.error is None:
        job.done.set_result(outcome.value)
    elif isinstance(outcome.error, asyncio.CancelledError):
        job.done.cancel()
    else:
        job.done.set_exception(outcome.error)


def _fail(batch: Sequence[_Job], trouble: StorageError) -> None:
    for job in batch:
        if not job.done.done():
            # One exception each: raised in several tasks, one object would mix their tracebacks.
            _settle(_Outcome(job, error=type(trouble)(*trouble.args)))


def _report_a_failure(done: asyncio.Future[Any]) -> None:
    # The name alone: the texts of other people's errors may hold cards.
    if not done.cancelled() and (error := done.exception()) is not None:
        LOG.warning("A write that nobody waits for any more failed: %s", type(error).__name__)


def _report_a_fault(writing: asyncio.Task[None]) -> None:
    if not writing.cancelled() and (fault := writing.exception()) is not None:
        LOG.critical("The writer has stopped; nothing more is written.", exc_info=fault)
