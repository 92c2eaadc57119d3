"""A room of tables for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.tables.room import Room, room_in


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Room]:
    """Give tables on an empty database."""
    async with room_in(tmp_path) as one:
        yield one
