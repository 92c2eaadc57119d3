"""What every end-to-end test has: a server with four people in it, and the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from tests.e2e.party import Party, party


@pytest_asyncio.fixture
async def four(tmp_path: Path) -> AsyncIterator[Party]:
    """Yield a party at which nothing waits; what Discord would refuse fails the test."""
    async with party(tmp_path) as some:
        yield some
        assert some.server.world.violations == []
