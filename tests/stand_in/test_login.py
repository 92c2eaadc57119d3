"""The gateway: come on line, fall, resume, be turned away."""

from __future__ import annotations

import json
import zlib

import aiohttp
import discord
import pytest

from bot.stand_in import Channel, Limits, Person, StandIn, running_stand_in
from tests.stand_in.small_bot import Interaction, SmallBot, playing


async def test_a_real_bot_logs_in_and_registers_its_commands(
    server: StandIn, bot: SmallBot
) -> None:
    assert bot.user is not None
    assert bot.user.id == server.world.bot.id
    assert [guild.name for guild in bot.guilds] == ["Card club"]
    assert {one.name for one in bot.guilds[0].text_channels} == {"card-table", "side-table"}
    assert [one["name"] for one in server.world.commands] == ["atout", "do", "admin"]
    assert server.world.violations == []
    assert bot.shard_count == 1


async def test_each_server_belongs_to_one_shard(server: StandIn, ann: Person) -> None:
    other = server.world.add_guild("Chess club", channels=["salon"])
    async with playing(server, shard_count=2) as bot:

        async def answer(interaction: Interaction) -> None:
            await interaction.response.send_message(f"{interaction.guild_id}")

        bot.answer = answer
        assert {guild.name for guild in bot.guilds} == {"Card club", "Chess club"}
        assert len(server.gateway.sessions) == 2
        for guild in (server.world.guild, other):
            channel = next(iter(guild.channels.values()))
            one = await ann.command(channel, "do")
            assert [message.content for message in one.messages] == [str(guild.id)]


async def test_a_wrong_token_is_turned_away_by_rest(server: StandIn) -> None:
    bot = SmallBot(server)
    with pytest.raises(discord.LoginFailure):
        await bot.start("not.the.token")
    await bot.close()


async def test_a_token_that_stops_to_be_valid_closes_the_gateway_with_4004(
    server: StandIn,
) -> None:
    server.gateway.token = "another"
    bot = SmallBot(server)
    with pytest.raises(discord.ConnectionClosed) as closed:
        await bot.start(server.token)
    assert closed.value.code == 4004


async def test_privileged_intents_that_were_not_granted_close_the_gateway_with_4014(
    server: StandIn,
) -> None:
    bot = SmallBot(server, intents=discord.Intents(guilds=True, members=True))
    with pytest.raises(discord.PrivilegedIntentsRequired):
        await bot.start(server.token)


@pytest.mark.parametrize("code", [None, 1000, 1001, 4000, 4008, 4009])
async def test_a_dropped_connection_is_resumed_or_begun_anew(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, code: int | None
) -> None:
    assert server.faults.drop_gateway(code) == 1
    await server.wait_for(lambda: not server.gateway.online)
    await server.ready()
    one = await ann.command(table, "do")
    assert one.error is None
    assert server.gateway.identifies == (2 if code == 4009 else 1)


async def test_what_happened_while_the_line_was_cut_is_told_on_resume(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    server.faults.drop_gateway(None)
    await server.wait_for(lambda: not server.gateway.online)
    one = ann.start_command(table, ["do"], {})
    await one.answered.wait()
    assert one.error is None
    await server.wait_for(lambda: bot.seen[-1] == "resumed")


async def test_op_7_makes_the_bot_resume(server: StandIn, bot: SmallBot) -> None:
    server.faults.op7()
    await server.wait_for(lambda: not server.gateway.online)
    await server.wait_for(lambda: bot.seen[-1] == "resumed")
    assert server.gateway.identifies == 1


@pytest.mark.parametrize("resumable", [True, False])
async def test_op_9_makes_the_bot_resume_or_identify(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, resumable: bool
) -> None:
    server.faults.op9(resumable)
    await server.wait_for(lambda: not server.gateway.online)
    await server.wait_for(lambda: server.gateway.online)
    assert (await ann.command(table, "do")).error is None
    assert server.gateway.identifies == (1 if resumable else 2)


async def test_each_beat_keeps_the_bot_connected_for_longer() -> None:
    # A machine that is busy may miss many beats of so quick a heart.
    limits = Limits(heartbeat_interval=0.2, heartbeats_missed=3000, frames_per_minute=10_000)
    async with running_stand_in(limits) as server, playing(server):
        (session,) = server.gateway.sessions.values()
        connection = session.connection
        assert connection is not None
        heard = {connection.heard}

        def beaten() -> bool:
            heard.add(connection.heard)
            return len(heard) > 3

        await server.wait_for(beaten)
        assert max(heard) == connection.heard
        assert len([one for one in server.world.frames if one.body["op"] == 1]) >= 3
        assert server.gateway.online


async def test_a_connection_without_heartbeats_is_closed_with_4009() -> None:
    async with (
        running_stand_in(Limits(heartbeat_interval=0.1)) as server,
        aiohttp.ClientSession(connector=server.connector()) as session,
        session.ws_connect("https://gateway.discord.gg/?v=10&encoding=json") as socket,
    ):
        assert (await socket.receive_json())["op"] == 10
        closing = await socket.receive(timeout=60)
        assert closing.type is aiohttp.WSMsgType.CLOSE
        assert closing.data == 4009


async def test_a_restarted_bot_still_answers_the_old_buttons(
    server: StandIn, table: Channel, ann: Person
) -> None:
    async def offer(interaction: Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Join", custom_id="v1:join"))
        view.stop()
        await interaction.response.send_message("A table", view=view)

    async def join(interaction: Interaction) -> None:
        await interaction.response.edit_message(content=f"{interaction.user.id} sits")

    async with playing(server) as bot:
        bot.answer = offer
        board = (await ann.command(table, "do")).message
        assert board is not None
    assert not server.gateway.online
    late = await ann.click(board, label="Join")
    assert late.error == "This interaction failed"
    commands = [one["id"] for one in server.world.commands]
    async with playing(server) as bot:
        bot.answer = join
        clicked = await ann.click(board, label="Join")
        assert clicked.error is None
        assert board.content == f"{ann.id} sits"
    assert [one["id"] for one in server.world.commands] == commands
    assert server.world.violations == []


async def test_a_bot_that_asks_for_a_zlib_stream_gets_one(server: StandIn) -> None:
    url = "https://gateway.discord.gg/?v=10&encoding=json&compress=zlib-stream"
    properties = {"os": "linux", "browser": "by hand", "device": "by hand"}
    identify = {"token": server.token, "intents": 1, "properties": properties}
    async with (
        aiohttp.ClientSession(connector=server.connector()) as session,
        session.ws_connect(url, compress=15) as socket,
    ):
        assert not socket.compress, "a stream is not packed once more"
        stream = zlib.decompressobj()
        hello = await socket.receive_bytes()
        assert hello.endswith(b"\x00\x00\xff\xff")
        assert json.loads(stream.decompress(hello))["op"] == 10
        await socket.send_json({"op": 2, "d": identify})
        packed = [await socket.receive_bytes() for _ in range(2)]
        events = [json.loads(stream.decompress(one)) for one in packed]
        assert [one["t"] for one in events] == ["READY", "GUILD_CREATE"]
        assert len(packed[1]) < len(json.dumps(events[1])) / 2


async def test_discord_py_says_how_it_wants_its_frames(server: StandIn) -> None:
    async with playing(server):
        (session,) = server.gateway.sessions.values()
        assert session.connection is not None
        wanted = discord.utils._ActiveDecompressionContext.COMPRESSION_TYPE
        assert session.connection.compress == wanted
