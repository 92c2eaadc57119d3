"""What can go wrong with the disk and with a write, each with its own type.

The texts are sentences for whoever runs the bot; they name files, never what is written in them.
"""

import sqlite3
from pathlib import Path


class StorageError(Exception):
    """Anything that storage refuses or fails to do."""


class CannotOpen(StorageError):
    """The database cannot be opened; the file has been left as it was."""

    def __init__(self, path: Path, sentence: str) -> None:
        super().__init__(sentence)
        self.path = path


class FolderMissing(CannotOpen):
    """The folder for the database is not there, or is no folder."""


class NotWritable(CannotOpen):
    """The folder or the file may not be written to."""


class DatabaseInUse(CannotOpen):
    """Another program, or another part of this one, holds the database."""


class NotADatabase(CannotOpen):
    """The file is no SQLite database, or one that belongs to another program."""


class DatabaseDamaged(CannotOpen):
    """The file is a database of ours, but SQLite finds it broken."""


class NewerDatabase(CannotOpen):
    """The database was written by a later version of the program."""


class MigrationFailed(CannotOpen):
    """A migration could not be carried out; the database is as it was before it."""


class StorageClosed(StorageError):
    """The database is closed or closing; nothing was written."""


class StorageFull(StorageError):
    """No room on the disk; nothing of the unit was written, and it may be tried again."""


class StorageBroken(StorageError):
    """The disk or the file failed; nothing of the unit counts as written."""


class StorageDamaged(StorageBroken):
    """The file turned out to be damaged while it was open: it takes nothing more until mended."""


class NoSuchTable(StorageError):
    """There is no table with this id."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"There is no table {table_id}.")
        self.table_id = table_id


class ChannelTaken(StorageError):
    """Another table is open in the channel."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"Table {table_id} is open in this channel.")
        self.table_id = table_id


class AlreadyWritten(StorageError):
    """An entry with this number stands in the log already; nothing of the unit was written."""

    def __init__(self, table_id: int, seq: int) -> None:
        super().__init__(f"Entry {seq} of table {table_id} has been written already.")
        self.table_id = table_id
        self.seq = seq


class ResultIsFinal(StorageError):
    """The match at this table has a result already; nothing of the unit was written."""

    def __init__(self, table_id: int) -> None:
        super().__init__(f"The match at table {table_id} has its result already.")
        self.table_id = table_id


class LogGap(StorageError):
    """The entries do not follow on the log's last one, or some are missing on disk."""

    def __init__(self, table_id: int, expected: int, found: int) -> None:
        super().__init__(f"Table {table_id}: entry {expected} should come next, not {found}.")
        self.table_id = table_id
        self.expected = expected
        self.found = found


_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_BROKEN = (
    "SQLITE_IOERR",
    "SQLITE_CANTOPEN",
    "SQLITE_READONLY",
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_PROTOCOL",
    "SQLITE_NOMEM",
    "SQLITE_INTERRUPT",
)


def code_of(error: sqlite3.Error) -> str:
    """Name SQLite's own code of an error, or "" where the driver made it up."""
    return getattr(error, "sqlite_errorname", "")


def disk_trouble(error: BaseException | None) -> StorageError | None:
    """Give the typed error for a failing disk or file, None for an error in what was asked."""
    if not isinstance(error, sqlite3.Error):
        return None
    code = code_of(error)
    if code.startswith("SQLITE_FULL"):
        return StorageFull("There is no room left on the disk for the database.")
    if code.startswith(_DAMAGED):
        return StorageDamaged(
            f"The database file is damaged ({code}). Nothing more is written to it: stop the bot, "
            "put the file aside and restore a backup."
        )
    if code.startswith(_BROKEN):
        return StorageBroken(f"The database cannot be used just now ({code}: {error}).")
    return None
