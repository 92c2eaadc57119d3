"""Putting a copy in the place of the database."""

import asyncio
import os
import shutil
import time
from pathlib import Path

from storage.backup import STAMP
from storage.claim import Claim
from storage.errors import CannotOpen, DatabaseDamaged, NewerDatabase, NotADatabase
from storage.looking import holds_something, look_at

BESIDE = ("", "-wal", "-shm")


async def check_copy(copy: Path) -> None:
    """Look a copy through; raise CannotOpen with a sentence where it could not serve."""
    look = await look_at(copy, thoroughly=True)
    if look is None:
        raise CannotOpen(copy, f"There is no copy {copy}, or it is empty.")
    if not look.ours:
        raise NotADatabase(copy, f"{copy} is no database of this program.")
    if look.verdict != "ok":
        raise DatabaseDamaged(copy, f"{copy} is damaged ({look.verdict}).")
    if look.schema > look.latest:
        raise NewerDatabase(copy, f"{copy} was written by a later version of the program.")


async def restore(copy: Path, path: Path) -> Path | None:
    """Put a checked copy in the place of the database at `path`, which no bot may be using.

    What was there is kept beside it, and its name is given (None: there was nothing). Raises
    CannotOpen, and OSError; then the old database is still in its place.
    """
    await check_copy(copy)
    return await asyncio.to_thread(_replace, copy, path)


def _replace(copy: Path, path: Path) -> Path | None:
    there = holds_something(path)
    if copy.resolve() == path.resolve():
        raise CannotOpen(path, f"{copy} is the database itself.")
    part = path.with_name(path.name + ".part")
    # Whoever holds the lock has the database open. A damaged one can be locked like any other,
    # but not what is no database at all: then nothing of ours can be using it.
    try:
        claim = Claim.take(path)
    except NotADatabase:
        claim = None
    try:
        shutil.copyfile(copy, part)
        part.chmod(0o600)
        _sync(part)
        kept = _keep(path) if there else None
        for ending in BESIDE[1:]:
            path.with_name(path.name + ending).unlink(missing_ok=True)
        part.replace(path)
        _sync(path.parent)
    finally:
        part.unlink(missing_ok=True)
        if claim is not None:
            claim.release()
    return kept


def _keep(path: Path) -> Path:
    """Give the old database a second name, with what SQLite keeps beside it."""
    stamp = time.strftime(STAMP, time.gmtime())
    kept = path.with_name(f"{path.stem}-replaced-{stamp}{path.suffix}")
    for ending in BESIDE:
        old = path.with_name(path.name + ending)
        if old.exists():
            os.link(old, kept.with_name(kept.name + ending))
    _sync(path.parent)
    return kept


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
