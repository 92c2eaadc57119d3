"""Copies of the database, made while it is in use."""

import asyncio
import os
import re
import sqlite3
import time
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from storage.connections import connected, verdict_of
from storage.errors import StorageBroken, StorageError, disk_trouble

STAMP = "%Y%m%d-%H%M%S"


@dataclass(frozen=True, slots=True)
class Copy:
    """A finished, verified copy: where, how large in bytes, in how many seconds."""

    path: Path
    size: int
    seconds: float


async def backup(path: Path, target: Path) -> Copy:
    """Copy the database at `path` to a new file, and verify the copy.

    Writers go on meanwhile. The copy appears under its name only when it is whole and on the
    disk. Raises FileExistsError rather than overwrite, and StorageFull or StorageBroken.
    """
    started = time.perf_counter()
    try:
        # Not query_only: that forbids VACUUM INTO too. mode=ro protects the source.
        async with connected(path, "ro") as connection:
            await write_copy(connection, target)
    except sqlite3.Error as error:
        raise _typed(error) from error
    size = (await asyncio.to_thread(target.stat)).st_size
    return Copy(target, size, time.perf_counter() - started)


async def backup_in_turn(path: Path, folder: Path, keep: int) -> Copy:
    """Make a backup named after the present second (UTC), then remove the oldest beyond `keep`.

    The oldest go only after the new one has been verified.
    """
    if keep < 1:
        raise ValueError("At least one backup must be kept.")
    stamp = time.strftime(STAMP, time.gmtime())
    copy = await backup(path, folder / f"{path.stem}-{stamp}{path.suffix}")
    for old in backups_of(path, folder)[:-keep]:
        old.unlink()
    return copy


def backups_of(path: Path, folder: Path) -> list[Path]:
    """List the backups that `backup_in_turn` made of this database, oldest first."""
    name = re.compile(rf"{re.escape(path.stem)}-\d{{8}}-\d{{6}}{re.escape(path.suffix)}")
    return sorted(file for file in folder.iterdir() if name.fullmatch(file.name))


async def write_copy(connection: aiosqlite.Connection, target: Path) -> None:
    """Copy a connection's database to a new file by VACUUM INTO, verify it, put it in place.

    Not `Connection.backup`: page by page it starts anew at each write of another connection.
    Raises sqlite3.Error, OSError, StorageBroken where the copy is not sound.
    """
    part = target.with_name(target.name + ".part")
    await asyncio.to_thread(_make_private, part, target)
    try:
        await connection.execute_fetchall("VACUUM INTO ?", (str(part),))
        async with connected(part, "ro") as copy:
            verdict = await verdict_of(copy, "integrity_check")
        if verdict != "ok":
            raise StorageBroken(f"The copy for {target} is damaged: {verdict}")
        await asyncio.to_thread(_put_in_place, part, target)
    finally:
        await asyncio.to_thread(part.unlink, missing_ok=True)


def _make_private(part: Path, target: Path) -> None:
    if target.exists():
        raise FileExistsError(f"{target} is there already; a backup overwrites nothing.")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def _put_in_place(part: Path, target: Path) -> None:
    _sync(part)
    # A link fails where a file has come up under that name meanwhile; a rename would replace it.
    os.link(part, target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _typed(error: sqlite3.Error) -> StorageError:
    return disk_trouble(error) or StorageBroken(f"The database could not be copied: {error}")
