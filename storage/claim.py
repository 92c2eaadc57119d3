"""A claim on a database file: the folder is fit for it, the file is ours, nobody else has it."""

import fcntl
import os
import threading
from pathlib import Path
from typing import Self

from storage.errors import DatabaseInUse, FolderMissing, NotADatabase, NotWritable

HEADER = b"SQLite format 3\x00"

# fcntl's locks belong to the process, so they do not see a second claim from inside it. They are
# used all the same: unlike flock's, they are not handed down to worker processes, which would
# keep the lock of a bot that has died.
_claimed: set[Path] = set()
_claiming = threading.Lock()


class Claim:
    """An exclusive hold on one database file, from `take` to `release` or the process' end."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> Self:
        """Check folder and file, lock them; make an empty file, readable by its owner alone.

        Blocks on the disk. Raises FolderMissing, NotWritable, NotADatabase or DatabaseInUse.
        """
        path = path.resolve()
        _check_folder(path)
        with _claiming:
            if path in _claimed:
                raise DatabaseInUse(path, f"{path} is already open in this process.")
            descriptor = _lock(path)
            try:
                _check_file(path)
            except BaseException:
                os.close(descriptor)
                raise
            _claimed.add(path)
        return cls(path, descriptor)

    def release(self) -> None:
        """Give the file free."""
        with _claiming:
            _claimed.discard(self.path)
            os.close(self._descriptor)


def _check_folder(path: Path) -> None:
    folder = path.parent
    try:
        there = folder.is_dir()
    except PermissionError as error:
        raise NotWritable(path, f"The folder {folder} may not be entered.") from error
    if not there:
        raise FolderMissing(path, f"There is no folder {folder} for the database {path.name}.")


def _lock(path: Path) -> int:
    lock = path.with_name(path.name + "-lock")
    try:
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        sentence = f"The folder {path.parent} cannot be written to ({error.strerror})."
        raise NotWritable(path, sentence) from error
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = os.read(descriptor, 20).decode("ascii", "replace").strip() or "unknown"
        os.close(descriptor)
        sentence = f"{path} is in use by another process (number {holder}). Stop that one first."
        raise DatabaseInUse(path, sentence) from error
    # The number is a courtesy to whoever meets the lock; on a full disk it may stay away.
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError:
        os.ftruncate(descriptor, 0)
    return descriptor


def _check_file(path: Path) -> None:
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        sentence = f"The file {path} cannot be written to ({error.strerror})."
        raise NotWritable(path, sentence) from error
    try:
        head = os.read(descriptor, len(HEADER))
    finally:
        os.close(descriptor)
    if head and head != HEADER:
        raise NotADatabase(path, f"{path} is not an SQLite database. It has been left as it is.")
