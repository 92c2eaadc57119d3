"""A stand-in, a small real bot on it, and the hands to reach past the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.stand_in import Channel, Person, StandIn, running_stand_in
from tests.stand_in.small_bot import SmallBot, playing


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    """Run a stand-in, whose own answers must be right."""
    async with running_stand_in() as one:
        yield one
        assert one.world.flaws == []


@pytest.fixture
async def bot(server: StandIn) -> AsyncIterator[SmallBot]:
    """Run a small bot."""
    async with playing(server) as one:
        yield one


@pytest.fixture
def table(server: StandIn) -> Channel:
    """Give the first channel."""
    return server.world.channel("card-table")


@pytest.fixture
def ann(server: StandIn) -> Person:
    """Give Ann."""
    return server.world.person("Ann")


@pytest.fixture
def bo(server: StandIn) -> Person:
    """Give Bo."""
    return server.world.person("Bo")


class Raw:
    """Requests as no library would send them."""

    def __init__(self, server: StandIn, session: aiohttp.ClientSession) -> None:
        self.server = server
        self._session = session
        self.headers: dict[str, str] = {}

    async def __call__(
        self, method: str, path: str, body: object = None, **options: Any
    ) -> tuple[int, Any]:
        """Send a request; give the status and the JSON."""
        if body is not None:
            options["json"] = body
        url = f"https://discord.com/api/v10{path}"
        async with self._session.request(method, url, **options) as answer:
            self.headers = dict(answer.headers)
            empty = answer.status == 204
            return answer.status, None if empty else await answer.json()


@pytest.fixture
async def raw(server: StandIn) -> AsyncIterator[Raw]:
    """Send requests by hand with the bot's token."""
    headers = {"Authorization": f"Bot {server.token}"}
    async with aiohttp.ClientSession(connector=server.connector(), headers=headers) as session:
        yield Raw(server, session)
