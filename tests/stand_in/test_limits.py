"""Discord's limits, as discord.py meets them."""

from __future__ import annotations

import asyncio
import time

import pytest

from bot.stand_in import Channel, Limits, Person, StandIn, running_stand_in
from bot.stand_in.errors import DiscordError
from bot.stand_in.limits import Bucket, RateLimits
from tests.stand_in.by_hand import Raw
from tests.stand_in.small_bot import Interaction, SmallBot, playing


def test_a_window_opens_with_its_first_request() -> None:
    bucket = Bucket("edits", (2, 5.0))
    assert bucket.take(100.0)["X-RateLimit-Remaining"] == "1"
    headers = bucket.take(104.0)
    assert headers["X-RateLimit-Remaining"] == "0"
    assert headers["X-RateLimit-Reset-After"] == "1.000"
    with pytest.raises(DiscordError) as refusal:
        bucket.take(104.5)
    assert refusal.value.refusal.status == 429
    assert refusal.value.more == {"retry_after": 0.5, "global": False}
    assert refusal.value.headers["Via"]
    assert bucket.take(105.0)["X-RateLimit-Remaining"] == "1"


def test_the_whole_bot_may_do_fifty_things_a_second() -> None:
    passed = 0.0
    limits = RateLimits(Limits(), lambda: passed)
    for _ in range(50):
        limits.take_global()
    with pytest.raises(DiscordError) as refusal:
        limits.take_global()
    assert refusal.value.more["global"] is True
    assert refusal.value.headers["X-RateLimit-Global"] == "true"
    assert limits.peak == 50
    passed = 1.0
    limits.take_global()


def test_nothing_is_refused_when_the_limits_are_off() -> None:
    limits = RateLimits(Limits(enforce=False))
    for _ in range(200):
        limits.take_global()
        limits.take("edits", 1, (1, 10.0))
        limits.take_old_edit(1)
    assert limits.refused == 0


async def test_discord_py_keeps_to_the_edits_of_a_channel() -> None:
    limits = Limits(channel_edits=(3, 0.3), channel_creates=(5, 0.1))
    async with running_stand_in(limits) as server, playing(server) as bot:
        channel = bot.text_channel(server.world.channel("card-table").id)
        message = await channel.send("0")
        begun = time.monotonic()
        for number in range(7):
            await message.edit(content=str(number))
        assert time.monotonic() - begun >= 0.6
        assert server.rest.limits.refused == 0


async def test_edits_of_two_messages_of_a_channel_share_their_limit(
    server: StandIn, still: None, table: Channel, raw: Raw
) -> None:
    path = f"/channels/{table.id}/messages"
    numbers = [(await raw("POST", path, {"content": "x"}))[1]["id"] for _ in range(2)]
    for turn in range(5):
        assert (await raw("PATCH", f"{path}/{numbers[turn % 2]}", {"content": "y"}))[0] == 200
    assert raw.headers["X-RateLimit-Remaining"] == "0"
    status, body = await raw("PATCH", f"{path}/{numbers[0]}", {"content": "z"})
    assert status == 429
    assert body["message"] == "You are being rate limited."
    assert body["retry_after"] == 5
    side = server.world.channel("side-table")
    other = (await raw("POST", f"/channels/{side.id}/messages", {"content": "x"}))[1]["id"]
    assert (await raw("PATCH", f"/channels/{side.id}/messages/{other}", {"content": "y"}))[0] == 200


async def test_a_request_too_many_is_answered_429_to_the_whole_bot_and_tried_again() -> None:
    limits = Limits(global_per_second=5, channel_creates=(100, 1.0))
    async with running_stand_in(limits) as server, playing(server) as bot:
        channel = bot.text_channel(server.world.channel("card-table").id)
        # A second that lasts until it is full.
        now = server.world.clock() + 1.0
        server.world.clock = lambda: now
        sending = asyncio.gather(*(channel.send(str(number)) for number in range(8)))
        refused = server.rest.limits.refused
        await server.wait_for(lambda: server.rest.limits.refused > refused)
        server.world.clock = time.monotonic
        await sending
        assert len(server.world.person("Ann").sees(server.world.channel("card-table"))) == 8


async def test_answers_to_interactions_count_in_no_limit_of_the_bot() -> None:
    limits = Limits(global_per_second=3, ack_deadline=600.0)
    async with running_stand_in(limits) as server, playing(server):
        table, ann = server.world.channel("card-table"), server.world.person("Ann")
        refused = server.rest.limits.refused
        for _ in range(20):
            assert (await ann.command(table, "do")).error is None
        assert server.rest.limits.refused == refused


async def test_one_interaction_may_send_five_messages_in_two_seconds(
    server: StandIn, bot: SmallBot, still: None, table: Channel, ann: Person, raw: Raw
) -> None:
    tokens: list[str] = []

    async def answer(interaction: Interaction) -> None:
        tokens.append(interaction.token)
        await interaction.response.send_message("0")

    bot.answer = answer
    await ann.command(table, "do")
    await ann.command(table, "do")
    path = f"/webhooks/{server.world.bot.id}/{tokens[0]}"
    for _ in range(5):
        assert (await raw("POST", f"{path}?wait=1", {"content": "x"}))[0] == 200
    assert raw.headers["X-RateLimit-Remaining"] == "0"
    status, _ = await raw("PATCH", f"{path}/messages/@original", {"content": "y"})
    assert status == 429
    assert raw.headers["Via"]
    other = f"/webhooks/{server.world.bot.id}/{tokens[1]}/messages/@original"
    assert (await raw("PATCH", other, {"content": "y"}))[0] == 200


async def test_messages_older_than_an_hour_take_three_edits_in_six_seconds(
    server: StandIn, still: None, table: Channel, raw: Raw
) -> None:
    path = f"/channels/{table.id}/messages"
    number = (await raw("POST", path, {"content": "x"}))[1]["id"]
    server.world.make_old(server.world.message(int(number)), 3601)
    for _ in range(3):
        assert (await raw("PATCH", f"{path}/{number}", {"content": "y"}))[0] == 200
    status, body = await raw("PATCH", f"{path}/{number}", {"content": "z"})
    assert (status, body["code"]) == (429, 30046)
