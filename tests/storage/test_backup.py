"""Backups are whole, verified, and made beside traffic."""

import asyncio
import itertools
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.backup import backup, backup_in_turn, backups_of
from storage.database import Database
from storage.errors import StorageBroken, StorageError, StorageFull
from storage.store import Store
from tests.storage.samples import a_table, entries, remembered, remembering, seats


def _names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def _put(path: Path, content: str) -> None:
    path.write_text(content)


async def test_a_backup_opens_as_a_database_with_all_that_was_there(
    store: Store, path: Path, tmp_path: Path
) -> None:
    table = await store.open_table(a_table(), seats(), entries(1, 5))
    copy = await backup(path, tmp_path / "copy.sqlite3")
    assert copy.size > 0
    assert copy.seconds > 0
    async with await Database.open(copy.path) as restored:
        assert await Store(restored).load(table.id) == await store.load(table.id)


async def test_a_backup_is_made_while_writes_go_on(
    database: Database, path: Path, tmp_path: Path
) -> None:
    for n in range(20):
        await database.write(remembering(f"before {n:02}", "x" * 20_000))
    stop = asyncio.Event()

    async def traffic() -> int:
        for n in itertools.count():
            if stop.is_set():
                return n
            await database.write(remembering(f"during {n:06}"))
        raise AssertionError("counting has no end")

    writing = asyncio.create_task(traffic())
    copies = [await backup(path, tmp_path / f"{n}.sqlite3") for n in range(3)]
    stop.set()
    written = await writing
    assert written > 3
    held = []
    for copy in copies:
        with closing(sqlite3.connect(copy.path)) as connection:
            keys = [key for (key,) in connection.execute("SELECT key FROM meta ORDER BY key")]
        assert keys[:20] == [f"before {n:02}" for n in range(20)]
        assert keys[20:] == [f"during {n:06}" for n in range(len(keys) - 20)]
        held.append(len(keys))
    assert held == sorted(held)


async def test_a_backup_of_a_closed_database_changes_nothing_in_it(
    path: Path, tmp_path: Path
) -> None:
    async with await Database.open(path) as database:
        await database.write(remembering("a"))
    before = await asyncio.to_thread(path.read_bytes)
    copy = await backup(path, tmp_path / "copy.sqlite3")
    assert await asyncio.to_thread(path.read_bytes) == before
    async with await Database.open(copy.path) as restored:
        assert await restored.read(remembered) == ["a"]


async def test_a_backup_overwrites_nothing(database: Database, path: Path, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    _put(target, "precious")
    with pytest.raises(FileExistsError):
        await backup(path, target)
    with pytest.raises(FileExistsError):
        await backup(path, path)
    assert (await asyncio.to_thread(target.read_text)) == "precious"
    await database.write(remembering("a"))


async def test_a_backup_cut_short_before_does_not_stand_in_the_way(
    database: Database, path: Path, tmp_path: Path
) -> None:
    _put(tmp_path / "copy.sqlite3.part", "half")
    await backup(path, tmp_path / "copy.sqlite3")
    assert "copy.sqlite3.part" not in _names(tmp_path)


async def test_a_damaged_copy_is_not_kept(
    database: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def damaged(*_: object) -> str:
        return "row 1 missing from index"

    monkeypatch.setattr("storage.backup.verdict_of", damaged)
    with pytest.raises(StorageBroken, match="row 1 missing"):
        await backup(path, tmp_path / "copy.sqlite3")
    assert [name for name in _names(tmp_path) if not name.startswith(path.name)] == []


async def test_a_backup_of_what_is_no_database_fails_by_its_type(tmp_path: Path) -> None:
    with pytest.raises(StorageError):
        await backup(tmp_path / "missing.sqlite3", tmp_path / "copy.sqlite3")
    _put(tmp_path / "diary", "Dear diary, " * 100)
    with pytest.raises(StorageError):
        await backup(tmp_path / "diary", tmp_path / "copy.sqlite3")
    assert _names(tmp_path) == ["diary"]


async def test_the_oldest_backups_go_and_nothing_else(
    database: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    await asyncio.to_thread(folder.mkdir)
    others = ["atout-before-0002.sqlite3", "atout-19990101-000000.txt", "my-own.sqlite3"]
    for other in others:
        _put(folder / other, "keep me")
    seconds = itertools.count()
    monkeypatch.setattr("time.strftime", lambda *_: f"20260101-{next(seconds):06}")
    for _ in range(4):
        await backup_in_turn(path, folder, keep=2)
    kept = ["atout-20260101-000002.sqlite3", "atout-20260101-000003.sqlite3"]
    assert _names(folder) == sorted(others + kept)
    assert [file.name for file in backups_of(path, folder)] == kept
    with pytest.raises(ValueError, match="At least one"):
        await backup_in_turn(path, folder, keep=0)


async def test_old_backups_stay_when_the_new_one_fails(
    database: Database, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await backup_in_turn(path, tmp_path, keep=1)

    async def no_room(*_: object) -> None:
        raise StorageFull("no room")

    monkeypatch.setattr("storage.backup.write_copy", no_room)
    with pytest.raises(StorageFull):
        await backup_in_turn(path, tmp_path, keep=1)
    assert backups_of(path, tmp_path) == [first.path]
