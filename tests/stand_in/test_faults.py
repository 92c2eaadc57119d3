"""Troubles made on purpose, and what discord.py makes of them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import discord
import pytest

from bot.stand_in import Channel, Person, StandIn
from bot.stand_in.faults import Faults
from tests.stand_in.small_bot import SmallBot


async def test_a_503_on_a_channel_reaches_the_bot(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    server.faults.status("POST /channels/.*/messages", 503)
    channel = bot.text_channel(table.id)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("x")
    await channel.send("y")
    assert [one.content for one in table.messages.values()] == ["y"]


async def test_a_500_is_tried_again_by_the_library(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    server.faults.status("/callback$", 500)
    one = await ann.command(table, "do")
    assert one.error is None
    assert one.acknowledged_after is not None
    assert one.acknowledged_after > 0.9
    assert [r.status for r in server.world.requests if r.path.endswith("/callback")] == [500, 200]


async def test_an_error_after_the_work_doubles_nothing_thanks_to_the_nonce(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    server.faults.status("POST /channels/.*/messages", 500, after=True)
    await bot.text_channel(table.id).send("board")
    assert len(ann.sees(table)) == 1
    posts = [one for one in server.world.requests if one.path.endswith("/messages")]
    assert [one.status for one in posts] == [500, 200]


async def test_a_429_is_waited_out_by_the_library(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    server.faults.status("POST /channels", 429, retry_after=0.2)
    begun = time.monotonic()
    await bot.text_channel(table.id).send("x")
    assert time.monotonic() - begun >= 0.2


async def test_a_slow_answer_comes_late(server: StandIn, bot: SmallBot, table: Channel) -> None:
    server.faults.slow("POST /channels", 0.2, times=1)
    begun = time.monotonic()
    await bot.text_channel(table.id).send("x")
    assert time.monotonic() - begun >= 0.2


async def test_a_request_hangs_until_it_is_let_go(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    fault = server.faults.hang("POST /channels")
    sending = asyncio.create_task(bot.text_channel(table.id).send("x"))
    await server.wait_for(lambda: fault.met)
    assert not sending.done()
    server.faults.clear(fault)
    await sending
    assert fault.met == 1


@pytest.mark.parametrize("trouble", [Faults.shut_gateway, Faults.slam_gateway])
async def test_a_gateway_that_is_shut_or_slams_keeps_nobody_until_it_opens_again(
    trouble: Callable[[Faults], int], server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    assert trouble(server.faults) == 1
    await server.wait_for(lambda: server.gateway.turned_away > 1, 60)
    assert not server.gateway.online
    server.faults.clear()
    await server.wait_for(lambda: server.gateway.online, 60)
    assert (await ann.command(table, "do")).error is None
