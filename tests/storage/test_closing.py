"""Closing finishes what was handed over, and waits for nothing that never ends."""

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from storage.connections import Connection
from storage.database import Database
from storage.errors import StorageClosed
from tests.storage.held import Held, ended
from tests.storage.samples import remembered, remembering

FOR_EVER = "WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more)"


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait but a moment for what is held up anyhow."""
    for module in ("writer", "database"):
        monkeypatch.setattr(f"storage.{module}.LAST_SECONDS", 0.01)


async def test_closing_finishes_what_was_handed_over(path: Path) -> None:
    database = await Database.open(path)
    writes = [asyncio.ensure_future(database.write(remembering(f"{n}"))) for n in range(300)]
    reads = [asyncio.ensure_future(database.read(remembered)) for _ in range(5)]
    await asyncio.sleep(0)
    await asyncio.gather(database.close(), database.close())
    await asyncio.gather(*writes, *reads)
    with pytest.raises(StorageClosed):
        await database.write(remembering("late"))
    with pytest.raises(StorageClosed):
        await database.read(remembered)
    async with await Database.open(path) as again:
        assert len(await again.read(remembered)) == 300


@pytest.mark.usefixtures("impatient")
async def test_closing_gives_up_on_a_unit_that_never_ends(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = await Database.open(path)
    endless = Held(remembering("endless"))
    callers = [asyncio.ensure_future(database.write(endless))]
    await endless.begun.wait()
    callers.append(asyncio.ensure_future(database.write(remembering("behind"))))
    await asyncio.sleep(0)
    await database.close(0.05)
    outcomes = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StorageClosed, StorageClosed]
    assert "given up on" in caplog.text
    endless.go_on.set()
    await ended(database._connection)
    async with await Database.open(path) as again:
        assert await again.read(remembered) == [], "who was told that it is not written is right"


@pytest.mark.usefixtures("impatient")
async def test_closing_gives_up_on_a_read_that_never_ends(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    database = await Database.open(path, readers=1)
    endless = Held()
    callers: list[asyncio.Future[object]] = [asyncio.ensure_future(database.read(endless))]
    await endless.begun.wait()
    callers.append(asyncio.ensure_future(database.read(remembered)))
    await asyncio.sleep(0)
    await database.close(0.05)
    outcomes = await asyncio.gather(*callers, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [StorageClosed, StorageClosed]
    assert "given up on" in caplog.text
    endless.go_on.set()
    await ended(database._readers[0])


@pytest.mark.usefixtures("impatient")
async def test_closing_waits_for_no_query_whose_caller_has_gone(path: Path) -> None:
    database = await Database.open(path, readers=1)
    endless = Held()
    caller = asyncio.ensure_future(database.read(endless))
    await endless.begun.wait()
    for _ in range(2):
        caller.cancel()
        await asyncio.sleep(0)
    await database.close(0.05)
    assert caller.cancelled()
    endless.go_on.set()
    await ended(database._readers[0])


@pytest.mark.parametrize("way", ["read", "write"])
async def test_closing_interrupts_sqlite_where_it_searches_for_ever(path: Path, way: str) -> None:
    database = await Database.open(path)
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def tell() -> int:
        loop.call_soon_threadsafe(begun.set)
        return 0

    def endless(connection: sqlite3.Connection) -> None:
        connection.create_function("tell", 0, tell)
        connection.execute(f"{FOR_EVER} SELECT count(*) FROM more WHERE n > 1 OR tell()").fetchall()

    caller = asyncio.ensure_future(getattr(database, way)(endless))
    await begun.wait()
    await database.close(0.05)
    with pytest.raises(StorageClosed):
        await caller
    for connection in (database._connection, *database._readers):
        await ended(connection)


async def test_a_commit_that_is_under_way_at_the_end_is_told_as_it_ends(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Database.open(path)).close()
    held = Held()

    class Slow(sqlite3.Connection):
        def commit(self) -> None:
            held(self)
            super().commit()

    monkeypatch.setattr("sqlite3.connect", partial(sqlite3.connect, factory=Slow))
    monkeypatch.setattr("storage.writer.LAST_SECONDS", 300.0)
    database = await Database.open(path)
    caller = asyncio.ensure_future(database.write(remembering("a")))
    await held.begun.wait()
    is_free = Connection.is_free

    async def goes_on(connection: Connection, within: float | None = None) -> bool:
        held.go_on.set()
        return await is_free(connection, within)

    monkeypatch.setattr(Connection, "is_free", goes_on)
    await database.close(0.0)
    assert "given up on" in caplog.text
    await caller
    monkeypatch.undo()
    async with await Database.open(path) as again:
        assert await again.read(remembered) == ["a"]
