"""The schema's history: numbered .sql files, applied one transaction each."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import aiosqlite

from storage.backup import write_copy
from storage.connections import one_number
from storage.errors import MigrationFailed, NewerDatabase, NotADatabase, StorageBroken, disk_trouble

APPLICATION_ID = int.from_bytes(b"Atou", "big")

_NAME = re.compile(r"(\d{4})_\w+\.sql")


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: the number that user_version has after it, and its SQL."""

    number: int
    name: str
    sql: str


def shipped() -> tuple[Migration, ...]:
    """List the migrations that come with this program, in order."""
    return read_folder(resources.files("storage") / "migrations")


def read_folder(folder: Traversable) -> tuple[Migration, ...]:
    """Read a folder of `0001_name.sql` files.

    Raises ValueError unless they are numbered from 1 without gaps.
    """
    found = []
    for file in folder.iterdir():
        if match := _NAME.fullmatch(file.name):
            sql = file.read_text(encoding="utf-8")
            found.append(Migration(int(match[1]), file.name.removesuffix(".sql"), sql))
    found.sort(key=lambda migration: migration.number)
    if [migration.number for migration in found] != list(range(1, len(found) + 1)):
        raise ValueError("Migrations are numbered from 0001 without gaps.")
    return tuple(found)


def statements(sql: str) -> Iterator[str]:
    """Split SQL into statements; semicolons in triggers, strings and comments don't split."""
    pending = ""
    for piece in re.split(r"(?<=;)", sql):
        pending += piece
        if sqlite3.complete_statement(pending):
            yield pending.strip()
            pending = ""
    if not _is_comment(pending):
        raise ValueError("The last statement does not end.")


async def migrate(
    connection: aiosqlite.Connection, path: Path, migrations: Sequence[Migration]
) -> Path | None:
    """Bring a database up to the last migration; give the backup made before, if any.

    An empty database gets no backup. Raises NotADatabase or NewerDatabase before anything is
    touched, MigrationFailed with the database as the last good migration left it.
    """
    version = await _version_of_ours(connection, path)
    latest = len(migrations)
    if version > latest:
        raise NewerDatabase(
            path,
            f"{path} was written by a later version of the program (its schema is {version}, "
            f"this program knows {latest}). It has been left as it is: install that version "
            "again, or restore the backup made before it.",
        )
    if version == latest:
        return None
    saved = None
    if version > 0:
        saved = _free_name(path, latest)
        try:
            await write_copy(connection, saved)
        except (sqlite3.Error, OSError, StorageBroken) as error:
            sentence = f"No backup of {path} could be made before its migration: {error}."
            raise MigrationFailed(path, sentence) from error
    await connection.execute_fetchall("PRAGMA foreign_keys = OFF")
    for migration in migrations[version:]:
        await _apply(connection, path, migration)
    await connection.execute_fetchall("PRAGMA foreign_keys = ON")
    return saved


async def _version_of_ours(connection: aiosqlite.Connection, path: Path) -> int:
    version = await one_number(connection, "PRAGMA user_version")
    application = await one_number(connection, "PRAGMA application_id")
    objects = await one_number(connection, "SELECT count(*) FROM sqlite_schema")
    is_new = version == 0 and application == 0 and objects == 0
    if not is_new and application != APPLICATION_ID:
        sentence = f"{path} is a database of another program. It has been left as it is."
        raise NotADatabase(path, sentence)
    return version


async def _apply(connection: aiosqlite.Connection, path: Path, migration: Migration) -> None:
    try:
        await connection.execute_fetchall("BEGIN IMMEDIATE")
        for statement in statements(migration.sql):
            await connection.execute_fetchall(statement)
        if orphans := list(await connection.execute_fetchall("PRAGMA foreign_key_check")):
            orphan = orphans[0]
            raise ValueError(f"A row of {orphan[0]} points to no row of {orphan[2]}.")
        await connection.execute_fetchall(f"PRAGMA user_version = {migration.number}")
        await connection.commit()
    except (sqlite3.Error, ValueError) as error:
        await connection.rollback()
        reason = disk_trouble(error) or error
        sentence = f"Migration {migration.name} of {path} failed and was undone: {reason}"
        raise MigrationFailed(path, sentence) from error


def _free_name(path: Path, latest: int) -> Path:
    name = f"{path.stem}-before-{latest:04}"
    free = path.with_name(f"{name}{path.suffix}")
    again = 1
    while free.exists():
        again += 1
        free = path.with_name(f"{name}-{again}{path.suffix}")
    return free


def _is_comment(text: str) -> bool:
    return not re.sub(r"--[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL).strip()
