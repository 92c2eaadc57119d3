"""A shard that was cut off comes back soon, and never without a pause for long."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random

import pytest

from bot.reconnecting import beginning, resuming
from tests.e2e.party import Party, party, play_one, seated

DAY = 24 * 60 * 60.0

STARTS = 1000
"""How many sessions Discord lets a bot begin in a day."""


class Clock:
    """A clock that is turned by hand."""

    now = 5_000.0

    def __call__(self) -> float:
        """Return what it shows."""
        return self.now


def test_the_first_connection_is_made_at_once_and_the_following_later_and_later() -> None:
    clock = Clock()
    pauses = resuming(clock)
    waited = []
    for _ in range(8):
        waited.append(pauses.following())
        clock.now += waited[-1]
    assert waited == [0, 1, 2, 4, 8, 16, 16, 16]


@pytest.mark.parametrize("lasted", [15.0, 3600.0])
def test_a_line_that_breaks_now_and_then_is_taken_up_without_a_pause(lasted: float) -> None:
    clock = Clock()
    pauses = resuming(clock)
    for _ in range(50):
        assert pauses.following() == 0
        clock.now += lasted


def test_after_connections_that_lasted_there_is_no_pause_any_more() -> None:
    clock = Clock()
    pauses = resuming(clock)
    for _ in range(20):
        clock.now += pauses.following()
    clock.now += 60
    assert pauses.following() == 0


@pytest.mark.parametrize("lasted", [0.1, 5.0, 30.0, 60.0, 99.0, 120.0])
def test_no_day_has_more_starts_than_discord_allows(lasted: float) -> None:
    clock = Clock()
    pauses = beginning(clock)
    begun, starts = clock.now, 0
    while clock.now < begun + DAY:
        clock.now += pauses.following() + lasted
        starts += 1
    assert starts < STARTS


async def opens_again(some: Party) -> None:
    """Open the gateway, and see play go on."""
    some.server.faults.clear()
    await some.server.wait_for(lambda: some.server.gateway.online, 60)
    await some.quiet()
    assert await play_one(some, Random(1))


async def test_a_gateway_that_takes_and_closes_each_connection_is_not_hammered(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as some:
        await seated(some, ("Ann", "Bo", "Cy", "Di"))
        gateway = some.server.gateway
        some.server.faults.slam_gateway()
        await some.server.wait_for(lambda: gateway.turned_away, 60)
        begun = time.monotonic()
        await some.server.wait_for(lambda: gateway.turned_away >= 3, 60)
        assert time.monotonic() - begun > 2.9, "one and two seconds were waited"
        await opens_again(some)


async def test_a_gateway_that_opens_only_to_close_again_does_not_end_the_bot(
    tmp_path: Path,
) -> None:
    async with party(tmp_path) as some:
        await seated(some, ("Ann", "Bo", "Cy", "Di"))
        gateway = some.server.gateway
        some.server.faults.shut_gateway()
        await some.server.wait_for(lambda: gateway.turned_away, 60)
        refused = gateway.turned_away
        gateway.shut, gateway.slamming = False, True
        await some.server.wait_for(lambda: gateway.turned_away > refused, 60)
        await opens_again(some)
