"""A batch of units in one transaction, without a thread or a loop."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from storage.connections import Raised, Returned
from storage.errors import StorageBroken, StorageClosed
from storage.transaction import carry_out
from tests.storage.samples import remembered, remembering


@pytest.fixture
def connection() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT) STRICT")
        yield connection


def refuses(connection: sqlite3.Connection) -> None:
    remembering("refused")(connection)
    raise LookupError("no")


def test_each_unit_has_its_outcome_in_its_place(connection: sqlite3.Connection) -> None:
    units = (remembering("a"), refuses, remembered)
    tried = carry_out(units, threading.Lock(), connection)
    first, second, third = tried.outcomes
    assert (first, third) == (Returned(None), Returned(["a"]))
    assert isinstance(second, Raised)
    assert isinstance(second.error, LookupError)
    assert tried.trouble is None
    assert tried.commit_seconds > 0
    assert not connection.in_transaction
    assert remembered(connection) == ["a"]


@pytest.mark.parametrize("units", [1, 2])
def test_where_every_unit_refuses_nothing_is_committed(
    connection: sqlite3.Connection, units: int
) -> None:
    tried = carry_out((refuses,) * units, threading.Lock(), connection)
    assert (tried.trouble, tried.commit_seconds) == (None, 0.0)
    assert not connection.in_transaction
    assert remembered(connection) == []


def test_a_batch_that_was_withdrawn_before_is_not_begun(connection: sqlite3.Connection) -> None:
    last_word = threading.Lock()
    last_word.acquire()
    tried = carry_out((remembering("a"),), last_word, connection)
    assert isinstance(tried.trouble, StorageClosed)
    assert tried.outcomes == []
    assert remembered(connection) == []


@pytest.mark.parametrize("others", [0, 1])
def test_a_batch_that_is_withdrawn_meanwhile_is_not_committed(
    connection: sqlite3.Connection, others: int
) -> None:
    last_word = threading.Lock()

    def withdrawn(connection: sqlite3.Connection) -> None:
        remembering("b")(connection)
        last_word.acquire()

    tried = carry_out((remembering("a"), withdrawn, refuses)[: 2 + others], last_word, connection)
    assert isinstance(tried.trouble, StorageClosed)
    assert len(tried.outcomes) == 2, "what follows is not even begun"
    assert not connection.in_transaction
    assert remembered(connection) == []


def test_a_batch_that_was_committed_can_be_withdrawn_no_more(
    connection: sqlite3.Connection,
) -> None:
    last_word = threading.Lock()
    carry_out((remembering("a"),), last_word, connection)
    assert not last_word.acquire(blocking=False)


def test_a_transaction_that_cannot_be_begun_is_trouble_for_all(
    connection: sqlite3.Connection,
) -> None:
    connection.execute("BEGIN")
    tried = carry_out((remembering("a"),), threading.Lock(), connection)
    assert isinstance(tried.trouble, StorageBroken)
    assert not connection.in_transaction
    assert carry_out((remembering("a"),), threading.Lock(), connection).trouble is None
