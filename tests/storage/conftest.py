"""A database in a folder of its own for each test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from storage.database import Database
from storage.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Name a database that does not exist yet."""
    return tmp_path / "atout.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    """Open a new database."""
    async with await Database.open(path) as database:
        yield database


@pytest.fixture
def store(database: Database) -> Store:
    """Give typed access to a new database."""
    return Store(database)
