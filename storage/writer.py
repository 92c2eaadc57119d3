"""The one writer of a database: units of work wait in line and are committed together."""

import asyncio
import contextvars
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from storage.connections import Connection, Raised, Returned
from storage.errors import StorageClosed, StorageDamaged, StorageError
from storage.transaction import Outcome, Tried, Unit, carry_out

T = TypeVar("T")

LOG = logging.getLogger(__name__)

# A batch shares one fate, and its first unit waits for its last.
MOST_IN_A_BATCH = 128

# What was interrupted, or is being committed, ends within this time, if ever.
LAST_SECONDS = 5.0


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

    def run(self, connection: sqlite3.Connection) -> Any:
        return self.context.run(self.unit, connection)


class Writer:
    """The task that owns the write connection, from its making until `stop`."""

    def __init__(self, connection: Connection, on_batch: Callable[[Batch], None] | None) -> None:
        self.counts = Counts()
        self._connection = connection
        self._on_batch = on_batch
        self._waiting: asyncio.Queue[_Job | None] = asyncio.Queue()
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
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait(_Job(unit, done))
        # Cancelled with its caller: the unit is carried out all the same.
        return await done

    def give_up(self, damage: StorageDamaged) -> None:
        """Write nothing more to a file that was found damaged: it could only make things worse."""
        if self._damage is None:
            self._damage = damage
            LOG.critical("%s", damage)

    async def stop(self, seconds: float) -> bool:
        """Take no more units, finish those that wait, but give up on them after so long.

        SQLite is interrupted then; a unit that goes on for all that is left to its thread, and
        nothing of it will be committed. Tells whether all was finished in time.
        """
        if not self._closed:
            self._closed = True
            self._waiting.put_nowait(None)
        done, _ = await asyncio.wait((self._writing,), timeout=seconds)
        if not done:
            LOG.error("The writer did not finish in %s s and is given up on.", seconds)
            self._writing.cancel()
            await asyncio.wait((self._writing,))
        return bool(done)

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
        units = [job.run for job in batch]
        last_word = threading.Lock()
        tried: list[Tried] = []

        def work(connection: sqlite3.Connection) -> None:
            tried.append(carry_out(units, last_word, connection))

        try:
            await self._connection.run(work)
        except asyncio.CancelledError:
            # The thread answers through this loop, which may be about to end.
            if last_word.acquire(blocking=False):
                await self._connection.interrupt()
            await self._connection.is_free(LAST_SECONDS)
            raise
        finally:
            if tried:
                self._tell(batch, tried[0])
                batch.clear()

    def _tell(self, batch: list[_Job], tried: Tried) -> None:
        if isinstance(tried.trouble, StorageDamaged):
            self.give_up(tried.trouble)
        if tried.trouble is None:
            for job, outcome in zip(batch, tried.outcomes, strict=True):
                _settle(job, outcome)
        else:
            # Also those whose unit had raised: it may have done so over what a unit before it
            # wrote, and that is gone.
            _fail(batch, tried.trouble)
        self._count(Batch(len(batch), tried.commit_seconds, committed=tried.trouble is None))

    def _count(self, batch: Batch) -> None:
        self.counts.units += batch.units
        self.counts.batches += 1
        self.counts.failed_batches += not batch.committed
        self.counts.commit_seconds += batch.commit_seconds
        if self._on_batch is not None:
            # Not from here: what it raises must not stop the writer.
            asyncio.get_running_loop().call_soon(self._on_batch, batch)


def _settle(job: _Job, outcome: Outcome) -> None:
    if job.done.done():
        if isinstance(outcome, Raised):
            # The name alone: the texts of other people's errors may hold cards.
            name = type(outcome.error).__name__
            LOG.warning("A write that nobody waits for any more failed: %s", name)
    elif isinstance(outcome, Returned):
        job.done.set_result(outcome.value)
    elif isinstance(outcome.error, StopIteration):
        # No future takes it, nor could it be raised out of what waits.
        job.done.set_exception(RuntimeError("a unit of work raised StopIteration"))
    else:
        job.done.set_exception(outcome.error)


def _fail(batch: Sequence[_Job], trouble: StorageError) -> None:
    for job in batch:
        # One exception each: raised in several tasks, one object would mix their tracebacks.
        _settle(job, Raised(type(trouble)(*trouble.args)))


def _report_a_fault(writing: asyncio.Task[None]) -> None:
    if not writing.cancelled() and (fault := writing.exception()) is not None:
        LOG.critical("The writer has stopped; nothing more is written.", exc_info=fault)
