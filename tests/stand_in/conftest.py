"""A stand-in, a small real bot on it, and the hands to reach past the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.stand_in import Channel, Person, StandIn, running_stand_in
from tests.stand_in.by_hand import Raw, by_hand
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


@pytest.fixture
async def raw(server: StandIn) -> AsyncIterator[Raw]:
    """Send requests by hand with the bot's token."""
    async with by_hand(server) as one:
        yield one
