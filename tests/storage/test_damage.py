"""A file that turns out to be damaged while it is open takes nothing more."""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.database import Database
from storage.errors import StorageDamaged
from tests.storage.samples import remembering

MUCH = "x" * 3000


async def _damage(database: Database) -> bytes:
    """Overwrite the middle of a file that is open, and return it as it is then."""
    for number in range(200):
        await database.write(remembering(f"key {number:04}", MUCH))
    with closing(sqlite3.connect(database.path)) as beside:
        beside.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    size = database.path.stat().st_size
    with database.path.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"torn" * 16_384)
    return database.path.read_bytes()


def _everything(connection: sqlite3.Connection) -> int:
    return len(list(connection.execute("SELECT * FROM meta ORDER BY key").fetchall()))


async def test_a_file_found_damaged_by_a_read_is_written_to_no_more(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    await database.write(remembering("before"))
    as_it_was = await _damage(database)
    with caplog.at_level(logging.CRITICAL), pytest.raises(StorageDamaged, match="restore a backup"):
        await database.read(_everything)
    assert len(caplog.records) == 1
    for _ in range(3):
        with pytest.raises(StorageDamaged):
            await database.write(remembering("after"))
    assert _bytes(database.path) == as_it_was, "not even what would have fitted"


def _bytes(path: Path) -> bytes:
    assert not path.with_name(path.name + "-wal").stat().st_size
    return path.read_bytes()


async def test_a_file_found_damaged_by_a_write_keeps_nothing_of_the_whole_batch(
    database: Database,
) -> None:
    as_it_was = await _damage(database)

    def unit(connection: sqlite3.Connection) -> None:
        connection.execute("PRAGMA shrink_memory")
        connection.execute("UPDATE meta SET value = value || 'y'")

    with pytest.raises(StorageDamaged):
        await database.write(unit)
    with pytest.raises(StorageDamaged):
        await database.write(remembering("after"))
    assert _bytes(database.path) == as_it_was
