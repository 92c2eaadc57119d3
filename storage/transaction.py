"""A batch of units of work, as the thread of the write connection carries it out."""

import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from storage.connections import Raised, Returned, outcome_of
from storage.errors import (
    StorageBroken,
    StorageClosed,
    StorageDamaged,
    StorageError,
    disk_trouble,
)

T = TypeVar("T")
Unit = Callable[[sqlite3.Connection], T]

Outcome = Returned[Any] | Raised


class Tried(NamedTuple):
    """What became of a batch: of each unit or, in trouble, of all; the seconds of the commit."""

    outcomes: Sequence[Outcome]
    trouble: StorageError | None
    commit_seconds: float


def carry_out(
    units: Sequence[Unit[Any]], last_word: threading.Lock, connection: sqlite3.Connection
) -> Tried:
    """Carry out units in one transaction, each of them whole or not at all, and commit them.

    Whoever takes `last_word` first has it: this, to commit, or somebody else, so that nothing is.
    """
    outcomes: list[Outcome] = []
    trouble: StorageError | None = None
    commit_seconds = 0.0
    ours = committed = False
    try:
        connection.execute("BEGIN IMMEDIATE")
        for unit in units:
            if last_word.locked():
                break
            outcomes.append(_outcome(unit, connection, alone=len(units) == 1))
        if any(isinstance(outcome, Returned) for outcome in outcomes):
            ours = last_word.acquire(blocking=False)
            if ours:
                started = time.perf_counter()
                connection.commit()
                commit_seconds = time.perf_counter() - started
                committed = True
    except sqlite3.Error as error:
        trouble = disk_trouble(error) or StorageBroken(f"The commit failed: {error}")
    except _TransactionGone as gone:
        trouble = gone.trouble
    finally:
        if not committed:
            connection.rollback()
    if last_word.locked() and not ours:
        trouble = StorageClosed("The database closed before this was written.")
    return Tried(outcomes, trouble, commit_seconds)


class _TransactionGone(Exception):
    """SQLite gave the whole transaction up inside a unit, or the unit ended it by itself."""

    def __init__(self, error: BaseException | None) -> None:
        super().__init__()
        self.trouble = disk_trouble(error) or StorageBroken(
            "The transaction ended in the middle of a unit."
        )


def _outcome(unit: Unit[Any], connection: sqlite3.Connection, *, alone: bool) -> Outcome:
    """Run one unit inside its savepoint; alone, the transaction itself serves as that."""
    if not alone:
        connection.execute("SAVEPOINT unit")
    outcome = outcome_of(partial(unit, connection))
    error = outcome.error if isinstance(outcome, Raised) else None
    trouble = disk_trouble(error)
    if not connection.in_transaction or isinstance(trouble, StorageDamaged):
        raise _TransactionGone(error)
    if error is not None and not alone:
        connection.execute("ROLLBACK TO unit")
    # Savepoints of one name nest, the last is meant, and the commit releases them all: a
    # RELEASE for each would cost a quarter of a batch's time.
    return outcome if trouble is None else Raised(trouble)
