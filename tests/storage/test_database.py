"""Units of work: atomic, alone, together on the disk."""

import asyncio
import contextvars
import logging
import sqlite3
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import StorageBroken
from storage.store import Store
from storage.writer import MOST_IN_A_BATCH, Batch
from tests.storage.held import Held
from tests.storage.samples import remembered, remembering


async def test_a_write_is_seen_by_the_next_read(database: Database) -> None:
    await database.write(remembering("a"))
    assert await database.read(remembered) == ["a"]


async def test_a_write_gives_the_result_of_its_unit(database: Database) -> None:
    def unit(connection: sqlite3.Connection) -> int:
        return 7

    assert await database.write(unit) == 7


async def test_the_disk_is_waited_for(database: Database) -> None:
    def asked(connection: sqlite3.Connection) -> list[object]:
        found: list[object] = []
        for pragma in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout"):
            (row,) = connection.execute(f"PRAGMA {pragma}").fetchall()
            found.append(row[0])
        return found

    assert await database.write(asked) == ["wal", 2, 1, 5000]


async def test_units_that_wait_are_committed_together(path: Path) -> None:
    batches: list[Batch] = []
    async with await Database.open(path, on_batch=batches.append) as database:
        waiting = [asyncio.ensure_future(database.write(remembering(f"{n:03}"))) for n in range(50)]
        await asyncio.sleep(0)
        assert database.queue_length > 0
        await asyncio.gather(*waiting)
        assert database.queue_length == 0
        assert database.counts.units == 50
        assert database.counts.batches <= 2
        assert database.counts.commit_seconds > 0
        assert len(await database.read(remembered)) == 50
    assert sum(batch.units for batch in batches) == 50
    assert all(batch.committed for batch in batches)


async def test_a_batch_has_a_limit(database: Database) -> None:
    units = 2 * MOST_IN_A_BATCH + 1
    await asyncio.gather(*(database.write(remembering(f"{n}")) for n in range(units)))
    assert database.counts.batches == 3


async def test_a_failing_unit_undoes_itself_alone(database: Database) -> None:
    class Refused(Exception):
        pass

    def half(connection: sqlite3.Connection) -> None:
        remembering("half")(connection)
        raise Refused

    outcomes = await asyncio.gather(
        database.write(remembering("a")),
        database.write(half),
        database.write(remembering("b")),
        database.write(remembering("a")),
        database.write(remembering("c")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [
        type(None),
        Refused,
        type(None),
        sqlite3.IntegrityError,
        type(None),
    ]
    assert database.counts.batches == 1
    assert await database.read(remembered) == ["a", "b", "c"]


async def test_a_failing_unit_without_company_undoes_itself(database: Database) -> None:
    def half(connection: sqlite3.Connection) -> None:
        remembering("half")(connection)
        raise LookupError("no")

    with pytest.raises(LookupError):
        await database.write(half)
    await database.write(remembering("whole"))
    assert await database.read(remembered) == ["whole"]


async def test_units_never_run_into_each_other(database: Database) -> None:
    inside = 0

    def read_then_write(connection: sqlite3.Connection) -> None:
        nonlocal inside
        inside += 1
        assert inside == 1
        (row,) = connection.execute("SELECT count(*) FROM meta").fetchall()
        connection.execute("INSERT INTO meta VALUES (?, '')", (f"{row[0]:03}",))
        inside -= 1

    await asyncio.gather(*(database.write(read_then_write) for _ in range(40)))
    assert await database.read(remembered) == [f"{n:03}" for n in range(40)]


async def test_a_unit_sees_those_before_it(database: Database) -> None:
    _, seen, _ = await asyncio.gather(
        database.write(remembering("a")),
        database.write(remembered),
        database.write(remembering("b")),
    )
    assert seen == ["a"]


async def test_a_cancelled_caller_neither_loses_nor_doubles_its_unit(database: Database) -> None:
    slow = Held(remembering("slow"))
    running = asyncio.ensure_future(database.write(slow))
    await slow.begun.wait()
    waiting = asyncio.ensure_future(database.write(remembering("waiting")))
    await asyncio.sleep(0)
    for caller in (running, waiting):
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
    slow.go_on.set()
    await database.write(remembering("after"))
    assert slow.times == 1
    assert await database.read(remembered) == ["after", "slow", "waiting"]


async def test_a_failure_that_nobody_waits_for_is_logged(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(connection: sqlite3.Connection) -> None:
        raise LookupError("AS KD")

    caller = asyncio.ensure_future(database.write(fails))
    await asyncio.sleep(0)
    caller.cancel()
    with pytest.raises(asyncio.CancelledError):
        await caller
    with caplog.at_level(logging.WARNING):
        await database.write(remembering("after"))
    assert "LookupError" in caplog.text
    assert "AS KD" not in caplog.text


@pytest.mark.parametrize(
    ("raised", "seen"),
    [
        (SystemExit, SystemExit),
        (KeyboardInterrupt, KeyboardInterrupt),
        (asyncio.CancelledError, asyncio.CancelledError),
        (StopIteration, RuntimeError),
    ],
)
async def test_whatever_a_unit_or_a_query_raises_reaches_its_caller_alone(
    database: Database, raised: type[BaseException], seen: type[BaseException]
) -> None:
    def raises(connection: sqlite3.Connection) -> None:
        connection.execute("SELECT count(*) FROM meta").fetchall()
        raise raised

    for ask in (database.write, database.read):
        beside = asyncio.ensure_future(database.write(remembering(ask.__name__)))
        with pytest.raises(seen):
            await ask(raises)
        await beside
    assert await database.read(remembered) == ["read", "write"]


async def test_a_unit_that_ends_the_transaction_fails_its_batch(database: Database) -> None:
    def ends(connection: sqlite3.Connection) -> None:
        connection.rollback()

    outcomes = await asyncio.gather(
        database.write(remembering("a")), database.write(ends), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [StorageBroken, StorageBroken]
    assert database.counts.failed_batches == 1
    await database.write(remembering("b"))
    assert await database.read(remembered) == ["b"]


async def test_a_unit_runs_in_the_context_of_its_caller(database: Database) -> None:
    table: contextvars.ContextVar[int] = contextvars.ContextVar("table")

    def unit(connection: sqlite3.Connection) -> int:
        return table.get()

    async def write_as(number: int) -> int:
        table.set(number)
        return await database.write(unit)

    callers = [asyncio.create_task(write_as(number)) for number in (1, 2, 3)]
    assert await asyncio.gather(*callers) == [1, 2, 3]


async def test_a_faulty_listener_does_not_stop_the_writer(path: Path) -> None:
    faults: list[str] = []

    def faulty(batch: Batch) -> None:
        raise LookupError("listener")

    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: faults.append(str(context["exception"]))
    )
    async with await Database.open(path, on_batch=faulty) as database:
        await database.write(remembering("a"))
        await database.write(remembering("b"))
        assert await database.read(remembered) == ["a", "b"]
    assert faults == ["listener", "listener"]


async def test_a_read_cannot_write(database: Database) -> None:
    with pytest.raises(StorageBroken, match="READONLY"):
        await database.read(remembering("a"))
    assert await database.read(remembered) == []


async def test_all_that_a_read_sees_is_of_one_moment(database: Database) -> None:
    between = Held()

    def twice(connection: sqlite3.Connection) -> tuple[list[str], list[str]]:
        before = remembered(connection)
        between(connection)
        return before, remembered(connection)

    reading = asyncio.ensure_future(database.read(twice))
    await between.begun.wait()
    await database.write(remembering("a"))
    between.go_on.set()
    assert await reading == ([], [])
    assert await database.read(remembered) == ["a"]


async def test_more_reads_than_connections_wait_their_turn(database: Database) -> None:
    await database.write(remembering("a"))
    found = await asyncio.gather(*(database.read(remembered) for _ in range(20)))
    assert found == [["a"]] * 20


async def test_a_cancelled_read_leaves_its_connection_fit_for_the_next(path: Path) -> None:
    async with await Database.open(path, readers=1) as database:
        for again in range(3):
            slow = Held()
            reading = asyncio.ensure_future(database.read(slow))
            await slow.begun.wait()
            for _ in range(1 + again):
                reading.cancel()
                await asyncio.sleep(0)
            await database.write(remembering(f"{database.counts.units}"))
            slow.go_on.set()
            with pytest.raises(asyncio.CancelledError):
                await reading
            assert len(await database.read(remembered)) == database.counts.units


async def test_nobody_is_given_a_connection_where_a_cancelled_query_still_runs(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.database.LAST_SECONDS", 300.0)
    slow = Held()
    reading = asyncio.ensure_future(database.read(slow))
    await slow.begun.wait()
    reading.cancel()
    for _ in range(3):
        assert await database.read(remembered) == []
    slow.go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await reading


async def test_a_person_may_keep_their_cards_to_themselves(path: Path) -> None:
    async with await Database.open(path) as database:
        await Store(database).remember("a", "b")
        modes = {file.name: file.stat().st_mode & 0o077 for file in path.parent.iterdir()}
    assert set(modes.values()) == {0}, "files with hands in them are for their owner alone"
