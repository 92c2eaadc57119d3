"""A post office for each test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.publisher.post import Office


@pytest.fixture
async def office() -> AsyncIterator[Office]:
    """Give boards over a post in memory."""
    one = Office()
    yield one
    await one.boards.stop(0.2)
