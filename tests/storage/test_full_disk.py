"""A full disk fails what cannot be written, and nothing else, and is got over."""

import asyncio
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import CannotOpen, StorageFull
from tests.storage.run_child import run
from tests.storage.samples import remembered, remembering


async def _limit(database: Database, more_pages: int) -> None:
    def unit(connection: sqlite3.Connection) -> None:
        ((pages,),) = connection.execute("PRAGMA page_count").fetchall()
        connection.execute(f"PRAGMA max_page_count = {pages + more_pages}")

    await database.write(unit)


async def test_a_full_database_fails_the_whole_batch_and_works_again(database: Database) -> None:
    await database.write(remembering("before"))
    await _limit(database, 2)
    outcomes = await asyncio.gather(
        database.write(remembering("small")),
        database.write(remembering("large", "x" * 50_000)),
        database.write(remembering("after")),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [StorageFull] * 3
    assert len({id(outcome) for outcome in outcomes}) == 3
    assert database.counts.failed_batches == 1
    assert await database.read(remembered) == ["before"]
    with pytest.raises(StorageFull, match="no room"):
        await database.write(remembering("large", "x" * 50_000))
    await database.write(remembering("small"))
    await _limit(database, 1_000)
    await database.write(remembering("large", "x" * 50_000))
    assert await database.read(remembered) == ["before", "large", "small"]


async def test_a_refusal_over_what_was_then_undone_is_not_told_as_a_refusal(
    database: Database,
) -> None:
    await _limit(database, 2)
    outcomes = await asyncio.gather(
        database.write(remembering("a")),
        database.write(remembering("a")),
        database.write(remembering("large", "x" * 50_000)),
        return_exceptions=True,
    )
    assert [type(outcome) for outcome in outcomes] == [StorageFull] * 3
    await database.write(remembering("a"))


def test_a_file_that_may_not_grow_fails_commits_until_it_may(path: Path) -> None:
    child = run("limited", path)
    assert child.returncode == 0, child.stderr
    failure, written = child.stdout.splitlines()
    assert failure == "StorageBroken 10"
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert connection.execute("SELECT count(*) FROM meta").fetchall() == [(int(written),)]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a disk of one megabyte, where that is allowed."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    command = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if mount is None or subprocess.run([mount, *command], capture_output=True).returncode:
        pytest.skip("mounting a file system is not allowed here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


async def test_a_full_disk_fails_the_commit_and_is_got_over(small_disk: Path) -> None:
    async with await Database.open(small_disk / "atout.sqlite3") as database:
        ballast = small_disk / "ballast"
        ballast.write_bytes(bytes(400_000))
        kept = 0
        while True:
            outcomes = await asyncio.gather(
                *(database.write(remembering(f"{kept + n:06}", "x" * 2_000)) for n in range(10)),
                return_exceptions=True,
            )
            if any(outcomes):
                break
            kept += 10
        assert [type(outcome) for outcome in outcomes] == [StorageFull] * 10
        assert len(await database.read(remembered)) == kept
        with pytest.raises(StorageFull):
            await database.write(remembering("still", "x" * 50_000))
        ballast.unlink()
        await database.write(remembering("room"))
        assert len(await database.read(remembered)) == kept + 1
    with closing(sqlite3.connect(small_disk / "atout.sqlite3")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_a_database_is_not_begun_on_a_full_disk(small_disk: Path) -> None:
    path = small_disk / "atout.sqlite3"
    ballast = small_disk / "ballast"
    with ballast.open("wb") as file:
        file.write(bytes(1_000_000))
    ballast.open("ab").close()
    with pytest.raises(CannotOpen, match="no room"):
        await Database.open(path)
    ballast.unlink()
    async with await Database.open(path) as database:
        await database.write(remembering("a"))
