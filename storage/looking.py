"""Looking a database over without opening it for writing."""

import sqlite3
from dataclasses import dataclass
from pathlib import Path

from storage.connections import connected, one_number, verdict_of
from storage.errors import DatabaseDamaged
from storage.migrate import APPLICATION_ID, shipped


@dataclass(frozen=True, slots=True)
class Look:
    """What a database file is: ours or not, SQLite's verdict, its schema and ours.

    `touched_at`: when something was last done at a table (ms since 1970), 0 for never.
    """

    ours: bool
    verdict: str
    schema: int
    latest: int
    touched_at: int

    @property
    def sound(self) -> bool:
        """Tell whether this program can work with it, at most after migrations."""
        return self.ours and self.verdict == "ok" and self.schema <= self.latest


async def look_at(path: Path, *, thoroughly: bool = False) -> Look | None:
    """Look at a database, also while it is in use; None where there is none, or an empty file.

    Raises DatabaseDamaged for what SQLite cannot read.
    """
    if not holds_something(path):
        return None
    check = "integrity_check" if thoroughly else "quick_check"
    try:
        async with connected(path, "ro") as connection:
            ours = await one_number(connection, "PRAGMA application_id") == APPLICATION_ID
            schema = await one_number(connection, "PRAGMA user_version")
            verdict = await verdict_of(connection, f"{check}(1)")
            touched = 0
            if ours and verdict == "ok":
                sql = "SELECT coalesce(max(touched_at), 0) FROM tables"
                touched = await one_number(connection, sql)
    except sqlite3.Error as error:
        raise DatabaseDamaged(path, f"{path} cannot be read ({error}).") from error
    return Look(ours, verdict, schema, len(shipped()), touched)


def holds_something(path: Path) -> bool:
    """Tell whether there is a file that is not empty."""
    return path.is_file() and path.stat().st_size > 0
