"""A database in a folder of its own for each test."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database import Database
from storage.store import Store


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make an empty database once: copying it is quicker than all migrations for each test."""

    async def make(path: Path) -> None:
        await (await Database.open(path)).close()

    path = tmp_path_factory.mktemp("template") / "atout.sqlite3"
    asyncio.run(make(path))
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a database that does not exist yet."""
    return tmp_path / "atout.sqlite3"


@pytest.fixture
async def database(path: Path, template: Path) -> AsyncIterator[Database]:
    """Open an empty database."""
    shutil.copy(template, path)
    async with await Database.open(path) as database:
        yield database


@pytest.fixture
def store(database: Database) -> Store:
    """Give typed access to an empty database."""
    return Store(database)
