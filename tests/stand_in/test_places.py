"""Threads, permissions, servers: what may happen to the places where people play."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.stand_in import Channel, Limits, Person, Refused, StandIn, running_stand_in
from bot.stand_in.shapes import ChannelType
from tests.stand_in.by_hand import by_hand
from tests.stand_in.small_bot import Interaction, SmallBot


async def _thread(server: StandIn, bot: SmallBot, table: Channel) -> tuple[discord.Thread, Channel]:
    message = await bot.text_channel(table.id).send("A table")
    made = await message.create_thread(name="Rubber 1", auto_archive_duration=1440)
    return made, server.world.channel(made.id)


async def test_a_thread_at_a_message_bears_its_id(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    made, thread = await _thread(server, bot, table)
    assert made.id == ann.sees(table)[0].id
    await made.send("inside")
    assert ann.last(thread).content == "inside"
    with pytest.raises(discord.HTTPException) as refusal:
        await bot.text_channel(table.id).get_partial_message(made.id).create_thread(name="again")
    assert refusal.value.code == 160004
    assert (await ann.command(thread, "do")).error is None
    assert server.world.violations == []


async def test_a_thread_without_a_message_is_public_or_private(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    channel = bot.text_channel(table.id)
    public = await channel.create_thread(name="Open", type=discord.ChannelType.public_thread)
    private = await channel.create_thread(name="Closed", invitable=False)
    assert ann.sees_channel(server.world.channel(public.id))
    assert not ann.sees_channel(server.world.channel(private.id))
    await private.add_user(discord.Object(ann.id))
    assert ann.sees_channel(server.world.channel(private.id))
    assert not bo.sees_channel(server.world.channel(private.id))
    assert [message.content for message in ann.sees(table)] == ["Open"]


async def test_an_archived_thread_takes_no_edits_and_a_message_opens_it(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    made, thread = await _thread(server, bot, table)
    message = await made.send("board")
    server.world.archive(thread)
    await server.wait_for(lambda: bot.seen[-1] == "Rubber 1 archived=True locked=False")
    with pytest.raises(discord.HTTPException) as refusal:
        await message.edit(content="x")
    assert refusal.value.code == 50083
    with pytest.raises(Refused, match="archived"):
        await ann.command(thread, "do")
    await made.send("again")
    assert not thread.archived


async def test_a_locked_thread_is_closed_to_the_bot(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    made, thread = await _thread(server, bot, table)
    server.world.lock(thread)
    with pytest.raises(discord.Forbidden) as refusal:
        await made.send("x")
    assert refusal.value.code == 160005
    with pytest.raises(discord.Forbidden) as refusal:
        await made.edit(archived=False)
    assert refusal.value.code == 50013
    with pytest.raises(Refused, match="locked"):
        ann.say(thread, "x")


async def test_the_bot_archives_and_renames_its_thread_but_does_not_lock_it(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    made, thread = await _thread(server, bot, table)
    await made.edit(name="Rubber 1, over", archived=True)
    assert (thread.name, thread.archived) == ("Rubber 1, over", True)
    await made.edit(archived=False)
    with pytest.raises(discord.Forbidden):
        await made.edit(locked=True)
    with pytest.raises(discord.Forbidden):
        await made.delete()


async def test_a_server_has_only_so_many_open_threads() -> None:
    async with running_stand_in(Limits(active_threads=1)) as server, by_hand(server) as raw:
        table = server.world.channel("card-table")
        server.world.open_thread(table, "one", server.world.bot)
        status, body = await raw(
            "POST", f"/channels/{table.id}/threads", {"name": "two", "type": 11}
        )
    assert (status, body["code"]) == (400, 160006)


async def test_a_post_in_a_forum_is_a_thread_with_a_message(
    server: StandIn, bot: SmallBot, ann: Person
) -> None:
    forum = server.world.add_channel("tables", type=ChannelType.FORUM)
    await server.wait_for(lambda: bot.get_channel(forum.id))
    channel = bot.get_channel(forum.id)
    assert isinstance(channel, discord.ForumChannel)
    made = await channel.create_thread(name="Bura", content="Who plays?")
    assert ann.last(server.world.channel(made.thread.id)).content == "Who plays?"


@pytest.mark.parametrize(
    ("verdict", "code"),
    [
        ({"view_channel": False}, 50001),
        ({"send_messages": False}, 50013),
        ({"embed_links": False}, 50013),
    ],
)
async def test_a_permission_that_is_missing_is_named_by_its_code(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, verdict: Any, code: int
) -> None:
    server.world.set_permissions(table, **verdict)
    with pytest.raises(discord.Forbidden) as refusal:
        await bot.text_channel(table.id).send("x", embed=discord.Embed(title="x"))
    assert refusal.value.code == code
    one = await ann.command(table, "do")
    assert one.error is None


async def test_the_bot_hears_of_its_permissions_with_each_interaction(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        held = interaction.app_permissions
        await interaction.response.send_message(
            f"{held.send_messages} {held.view_channel} {interaction.permissions.manage_guild}"
        )

    bot.answer = answer
    server.world.set_permissions(table, send_messages=False)
    server.world.role("Host", ann, manage_guild=True)
    assert (await ann.command(table, "do")).messages[0].content == "False True True"
    server.world.set_permissions(table, send_messages=None)
    assert (await ann.command(table, "do")).messages[0].content == "True True True"


async def test_threads_need_their_own_permission_to_write(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    made, _ = await _thread(server, bot, table)
    server.world.set_permissions(table, send_messages=False)
    await made.send("x")
    server.world.set_permissions(table, send_messages_in_threads=False, create_public_threads=False)
    with pytest.raises(discord.Forbidden):
        await made.send("x")
    with pytest.raises(discord.Forbidden):
        await bot.text_channel(table.id).create_thread(
            name="x", type=discord.ChannelType.public_thread
        )


async def test_a_channel_that_is_gone_is_unknown(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    channel = bot.text_channel(table.id)
    made, thread = await _thread(server, bot, table)
    server.world.delete_channel(table)
    await server.wait_for(lambda: "deleted card-table" in bot.seen)
    for place in (channel, made):
        with pytest.raises(discord.NotFound) as refusal:
            await place.send("x")
        assert refusal.value.code == 10003
    assert not ann.sees_channel(thread)
    with pytest.raises(Refused, match="cannot see"):
        await ann.command(table, "do")


async def test_a_bot_that_was_sent_away_reaches_nothing_and_comes_back(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    board = await bot.text_channel(table.id).send("board")
    guild = server.world.guild
    server.world.remove_bot(guild)
    await server.wait_for(lambda: "removed from Card club" in bot.seen)
    with pytest.raises(discord.Forbidden) as refusal:
        await board.edit(content="x")
    assert refusal.value.code == 50001
    with pytest.raises(Refused, match="no command"):
        await ann.command(table, "do")
    server.world.add_bot(guild)
    await server.wait_for(lambda: "joined Card club" in bot.seen)
    assert (await ann.command(table, "do")).error is None


async def test_a_server_that_stumbles_stands_up_again(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    channel = bot.text_channel(table.id)
    server.world.unavailable(server.world.guild)
    await server.wait_for(lambda: "Card club stumbles" in bot.seen)
    with pytest.raises(discord.DiscordServerError):
        await channel.send("x")
    with pytest.raises(Refused, match="unavailable"):
        await ann.command(table, "do")
    server.world.available(server.world.guild)
    await server.wait_for(lambda: bot.seen.count("Card club stands") == 2)
    await channel.send("x")


async def test_who_left_or_was_banned_is_no_member_any_more(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    guild = bot.guilds[0]
    assert (await guild.fetch_member(bo.id)).id == bo.id
    server.world.remove_member(server.world.guild, bo)
    server.world.ban(server.world.guild, ann)
    for person in (ann, bo):
        with pytest.raises(discord.NotFound) as refusal:
            await guild.fetch_member(person.id)
        assert refusal.value.code == 10007
        with pytest.raises(Refused):
            await person.command(table, "do")
    server.world.add_member(server.world.guild, bo)
    assert (await bo.command(table, "do")).error is None
    with pytest.raises(ValueError, match="banned"):
        server.world.add_member(server.world.guild, ann)


async def test_two_servers_live_side_by_side(server: StandIn, bot: SmallBot, ann: Person) -> None:
    other = server.world.add_guild("Chess club", locale="fr", channels=["salon"])
    await server.wait_for(lambda: len(bot.guilds) == 2)

    async def answer(interaction: Interaction) -> None:
        assert interaction.guild is not None
        await interaction.response.send_message(
            f"{interaction.guild.name} {interaction.guild_locale}"
        )

    bot.answer = answer
    one = await ann.command(server.world.channel("salon", other), "do")
    assert one.messages[0].content == "Chess club fr"
