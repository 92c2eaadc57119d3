"""A database that cannot be used is refused in a sentence, and left as it is."""

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from storage.connections import connected
from storage.database import Database
from storage.errors import (
    CannotOpen,
    DatabaseDamaged,
    DatabaseInUse,
    FolderMissing,
    NewerDatabase,
    NotADatabase,
)
from storage.migrate import shipped
from tests.storage.run_child import run, start
from tests.storage.samples import remembered, remembering


async def _refused(path: Path, error: type[CannotOpen]) -> str:
    with pytest.raises(error) as caught:
        await Database.open(path)
    assert type(caught.value) is error
    assert caught.value.path == path
    assert str(path.name) in str(caught.value)
    return str(caught.value)


async def _made(path: Path) -> bytes:
    async with await Database.open(path) as database:
        await database.write(remembering("a", "x" * 50_000))
    return _bytes(path)


def _bytes(path: Path) -> bytes:
    return path.read_bytes()


def _put(path: Path, content: bytes) -> None:
    path.write_bytes(content)


def _remove(path: Path) -> None:
    path.unlink()


def _make_folder(path: Path) -> None:
    path.mkdir()


async def test_a_missing_folder_is_not_made_up(tmp_path: Path) -> None:
    folder = tmp_path / "missing"
    assert str(folder) in await _refused(folder / "atout.sqlite3", FolderMissing)
    assert not folder.exists()


async def test_a_path_under_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    await _refused(tmp_path / "file" / "atout.sqlite3", FolderMissing)
    assert (tmp_path / "file").read_text() == "mine"


async def test_a_folder_in_place_of_the_file_is_refused(path: Path) -> None:
    _make_folder(path)
    with pytest.raises(CannotOpen, match="cannot be written to"):
        await Database.open(path)


def test_a_read_only_folder_is_refused() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o555)
        child = run("as_nobody", folder / "atout.sqlite3")
        folder.chmod(0o755)
        assert child.stdout.startswith("NotWritable: The folder "), child.stderr
        assert list(folder.iterdir()) == []


def test_a_folder_that_may_not_be_entered_is_refused() -> None:
    with tempfile.TemporaryDirectory() as name:
        outer = Path(name)
        (outer / "inner").mkdir()
        outer.chmod(0o000)
        child = run("as_nobody", outer / "inner" / "atout.sqlite3")
        outer.chmod(0o755)
        assert child.stdout.startswith("NotWritable: The folder "), child.stderr


def test_a_read_only_file_is_refused() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        asyncio.run(_made(folder / "atout.sqlite3"))
        before = (folder / "atout.sqlite3").read_bytes()
        for file in folder.iterdir():
            file.chmod(0o666)
        (folder / "atout.sqlite3").chmod(0o444)
        folder.chmod(0o777)
        child = run("as_nobody", folder / "atout.sqlite3")
        assert child.stdout.startswith("NotWritable: The file "), child.stderr
        assert (folder / "atout.sqlite3").read_bytes() == before


async def test_another_kind_of_file_is_left_alone(path: Path) -> None:
    _put(path, b"Dear diary, today I was dealt four aces.")
    await _refused(path, NotADatabase)
    assert _bytes(path) == b"Dear diary, today I was dealt four aces."


async def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    before = _bytes(path)
    assert "another program" in await _refused(path, NotADatabase)
    assert _bytes(path) == before


async def test_a_damaged_database_is_left_alone(path: Path) -> None:
    whole = bytearray(await _made(path))
    for start_of_page in range(4_096, len(whole), 4_096):
        whole[start_of_page : start_of_page + 1_000] = b"\xff" * 1_000
    _put(path, bytes(whole))
    assert "restore a backup" in await _refused(path, DatabaseDamaged)
    assert _bytes(path) == whole


async def test_a_database_cut_short_is_left_alone(path: Path) -> None:
    short = (await _made(path))[:9_000]
    _put(path, short)
    await _refused(path, DatabaseDamaged)
    assert _bytes(path) == short


async def test_a_newer_database_is_left_alone(path: Path) -> None:
    await _made(path)
    latest = len(shipped())
    with closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {latest + 1}")
        newer.execute("CREATE TABLE of_the_future (name TEXT)")
    before = _bytes(path)
    sentence = await _refused(path, NewerDatabase)
    assert f"its schema is {latest + 1}, this program knows {latest}" in sentence
    assert _bytes(path) == before
    assert [file.name for file in path.parent.iterdir() if file != path] == [path.name + "-lock"]


async def test_a_database_is_opened_once_in_a_process(path: Path) -> None:
    async with await Database.open(path) as database:
        link = path.with_name("other.sqlite3")
        link.symlink_to(path)
        with pytest.raises(DatabaseInUse):
            await Database.open(link)
        await _refused(path, DatabaseInUse)
        await database.write(remembering("a"))
    async with await Database.open(path) as again:
        assert await again.read(remembered) == ["a"]


async def test_a_second_process_is_refused_until_the_first_has_ended(path: Path) -> None:
    child = start("hold", path)
    assert child.stdout is not None
    with child:
        assert child.stdout.readline() == "held\n"
        assert f"number {child.pid}" in await _refused(path, DatabaseInUse)
        child.kill()
    await (await Database.open(path)).close()


async def test_a_lock_held_by_another_program_is_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.connections.BUSY_SECONDS", 0.1)
    await _made(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        assert "locked by another program" in await _refused(path, DatabaseInUse)


async def test_a_refused_database_can_be_opened_once_it_is_mended(path: Path) -> None:
    _put(path, b"no database")
    await _refused(path, NotADatabase)
    _remove(path)
    async with await Database.open(path) as database:
        assert await database.read(remembered) == []


async def test_names_that_mean_something_in_an_address_are_taken_as_they_are(
    tmp_path: Path,
) -> None:
    path = tmp_path / "à 100%?mode=memory#1&.sqlite3"
    async with await Database.open(path) as database:
        await database.write(remembering("a"))
    async with connected(path, "ro") as connection:
        assert await connection.run(remembered) == ["a"]
