"""A stand-in, a small real bot on it, and the hands to reach past the bot."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator

import pytest

from bot.stand_in import Channel, Limits, Person, StandIn, running_stand_in
from tests.stand_in.by_hand import Raw, by_hand
from tests.stand_in.small_bot import SmallBot, playing

PATIENT = Limits(ack_deadline=600.0)
"""A bot on a machine that is busy is not given up; all the rest is as at Discord."""


@pytest.fixture
async def server() -> AsyncIterator[StandIn]:
    """Run a stand-in, whose own answers must be right."""
    async with running_stand_in(PATIENT) as one:
        yield one
        assert one.world.flaws == []


@pytest.fixture
async def bot(server: StandIn) -> AsyncIterator[SmallBot]:
    """Run a small bot."""
    async with playing(server) as one:
        yield one


@pytest.fixture
def still(server: StandIn) -> None:
    """Let no time pass: whatever comes now comes within one and the same window of a limit."""
    now = math.ceil(server.world.clock()) + 1.0
    server.world.clock = lambda: now


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
