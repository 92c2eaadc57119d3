"""Messages in channels: written, changed, deleted, and whom they call."""

from __future__ import annotations

import io
from typing import Any

import aiohttp
import discord
import pytest

from bot.stand_in import Channel, Limits, Person, Refused, StandIn, running_stand_in
from tests.stand_in.by_hand import by_hand
from tests.stand_in.small_bot import SmallBot

_PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x08\x08\x02\x00\x00\x00"
    b"\r\n--not the fence\r\n"
)


async def test_a_channel_message_is_written_changed_and_deleted(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    channel = bot.text_channel(table.id)
    message = await channel.send("board", embed=discord.Embed(title="Biritch", description="deal"))
    assert ann.last(table).text == "board\nBiritch\ndeal"
    await channel.get_partial_message(message.id).edit(content=None, embed=discord.Embed(title="x"))
    assert ann.last(table).text == "x"
    assert server.world.message(message.id).edited is not None
    assert (await channel.fetch_message(message.id)).embeds[0].title == "x"
    assert [one.id async for one in channel.history()] == [message.id]
    await message.delete()
    assert ann.sees(table) == []
    with pytest.raises(discord.NotFound) as gone:
        await message.edit(content="y")
    assert gone.value.code == 10008
    assert server.world.violations == []


async def test_the_same_nonce_gives_the_first_message_again(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    channel = bot.text_channel(table.id)
    first = await channel.send("board", nonce="table-1")
    second = await channel.send("board", nonce="table-1")
    third = await channel.send("board", nonce="table-2")
    assert first.id == second.id != third.id
    assert len(ann.sees(table)) == 2


async def test_a_nonce_is_forgotten_after_a_while() -> None:
    async with running_stand_in(Limits(nonce_memory=0.0)) as server, by_hand(server) as raw:
        path = f"/channels/{server.world.channel('card-table').id}/messages"
        body = {"content": "x", "nonce": "1", "enforce_nonce": True}
        first = await raw("POST", path, body)
        second = await raw("POST", path, body)
    assert first[1]["id"] != second[1]["id"]


async def test_a_picture_comes_through_byte_for_byte_and_is_served(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    embed = discord.Embed(title="Trick").set_image(url="attachment://trick.png")
    files = [
        discord.File(io.BytesIO(_PNG), "trick.png", description="four cards"),
        discord.File(io.BytesIO(b"notes"), "my notes.txt"),
    ]
    sent = await bot.text_channel(table.id).send(embed=embed, files=files)
    assert [file.filename for file in sent.attachments] == ["my_notes.txt"]
    assert sent.embeds[0].image.width == 16
    assert sent.embeds[0].image.height == 8
    assert server.world.message(sent.id).embeds[0]["image"]["description"] == "four cards"
    async with aiohttp.ClientSession() as session:
        address = str(sent.embeds[0].image.url)
        assert address.startswith(f"{server.url}/attachments/")
        async with session.get(address) as answer:
            assert await answer.read() == _PNG
            assert answer.content_type == "image/png"
        async with session.get(address.partition("?")[0]) as answer:
            assert answer.status == 404
    fresh = discord.Embed(title="Trick").set_image(url="attachment://next.png")
    await sent.edit(embed=fresh, attachments=[discord.File(io.BytesIO(_PNG), "next.png")])
    assert [one.filename for one in server.world.message(sent.id).attachments] == ["next.png"]
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        assert answer.status == 404


async def test_every_kind_of_component_comes_back_as_it_went(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    view = discord.ui.LayoutView()
    gallery: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery(
        discord.MediaGalleryItem("attachment://trick.png", description="four cards")
    )
    section: discord.ui.Section[discord.ui.LayoutView] = discord.ui.Section(
        "Ann leads", accessory=discord.ui.Thumbnail("attachment://trick.png")
    )
    notes: discord.ui.File[discord.ui.LayoutView] = discord.ui.File("attachment://notes.txt")
    view.add_item(
        discord.ui.Container(
            discord.ui.TextDisplay("# Trick 3"),
            discord.ui.Separator(),
            gallery,
            section,
            notes,
            accent_colour=0x123456,
        )
    )
    view.stop()
    files = [
        discord.File(io.BytesIO(_PNG), "trick.png"),
        discord.File(io.BytesIO(b"notes"), "notes.txt"),
    ]
    sent = await bot.text_channel(table.id).send(view=view, files=files)
    board = server.world.message(sent.id)
    assert [part["type"] for part in board.parts] == [17, 10, 14, 12, 9, 10, 11, 13]
    picture = board.parts[3]["items"][0]["media"]
    assert (picture["width"], picture["height"]) == (16, 8)
    assert board.text == "# Trick 3\nAnn leads"
    again = await bot.text_channel(table.id).fetch_message(sent.id)
    assert len(again.components) == 1
    await sent.edit(view=view)
    assert server.world.violations == []
    with pytest.raises(discord.HTTPException) as refusal:
        await sent.edit(view=view, attachments=[])
    assert "attachment was not found" in str(refusal.value)


async def test_a_file_stays_when_an_edit_names_it(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    one, two = (discord.File(io.BytesIO(name.encode()), name) for name in ("1.txt", "2.txt"))
    sent = await bot.text_channel(table.id).send("x", files=[one, two])
    edited = await sent.edit(attachments=[sent.attachments[1]])
    assert [file.filename for file in edited.attachments] == ["2.txt"]
    assert [file.data for file in server.world.files.values()] == [b"2.txt"]
    assert server.world.violations == []


@pytest.mark.parametrize(
    ("allowed", "called"),
    [
        (None, ["Ann", "Bo"]),
        (discord.AllowedMentions.none(), []),
        (discord.AllowedMentions(users=True, everyone=False, roles=False), ["Ann", "Bo"]),
    ],
)
async def test_only_those_are_called_whom_the_sender_allowed(
    server: StandIn,
    bot: SmallBot,
    table: Channel,
    ann: Person,
    bo: Person,
    allowed: discord.AllowedMentions | None,
    called: list[str],
) -> None:
    channel = bot.text_channel(table.id)
    options: Any = {} if allowed is None else {"allowed_mentions": allowed}
    await channel.send(
        f"{ann.mention} {bo.mention} @everyone", embed=discord.Embed(title="<@1>"), **options
    )
    names = [server.world.person(ping.user_id).name for ping in server.world.pings]
    assert names == called


async def test_one_of_two_can_be_called_and_an_edit_calls_nobody(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    allowed = discord.AllowedMentions(users=[discord.Object(ann.id)], everyone=False, roles=False)
    sent = await bot.text_channel(table.id).send(
        f"{ann.mention} {bo.mention}", allowed_mentions=allowed
    )
    assert [ping.user_id for ping in server.world.pings] == [ann.id]
    await sent.edit(content=f"{bo.mention}, your turn")
    assert len(server.world.pings) == 1


async def test_a_direct_message_reaches_whoever_takes_them(
    server: StandIn, bot: SmallBot, ann: Person, bo: Person
) -> None:
    user = await bot.fetch_user(ann.id)
    await user.send("your turn")
    assert ann.last(server.world.direct(ann.user)).content == "your turn"
    bo.user.dms_open = False
    closed = await bot.fetch_user(bo.id)
    with pytest.raises(discord.Forbidden) as refusal:
        await closed.send("your turn")
    assert refusal.value.code == 50007


async def test_a_reply_names_the_message_it_answers(
    bot: SmallBot, server: StandIn, table: Channel, ann: Person
) -> None:
    asked = ann.say(table, "Who deals?")
    channel = bot.text_channel(table.id)
    sent = await channel.send("You", reference=channel.get_partial_message(asked.id))
    assert sent.reference is not None
    assert [ping.user_id for ping in server.world.pings] == [ann.id]
    with pytest.raises(discord.HTTPException) as refusal:
        await channel.send("You", reference=channel.get_partial_message(1))
    assert refusal.value.code == 50035


async def test_the_bot_changes_its_own_messages_only(
    bot: SmallBot, table: Channel, ann: Person
) -> None:
    said = ann.say(table, "hello")
    message = bot.text_channel(table.id).get_partial_message(said.id)
    with pytest.raises(discord.Forbidden) as refusal:
        await message.edit(content="x")
    assert refusal.value.code == 50005
    with pytest.raises(discord.Forbidden) as refusal:
        await message.delete()
    assert refusal.value.code == 50013


async def test_application_emojis_are_uploaded_used_and_missed(
    server: StandIn, bot: SmallBot, table: Channel
) -> None:
    emoji = await bot.create_application_emoji(name="c_7h", image=_PNG)
    assert [one.name for one in await bot.fetch_application_emojis()] == ["c_7h"]
    view = discord.ui.View()
    view.add_item(discord.ui.Button(emoji=emoji, custom_id="v1:7h"))
    view.stop()
    channel = bot.text_channel(table.id)
    await channel.send("play", view=view)
    picture = f"{server.url}/emojis/{emoji.id}.png"
    async with aiohttp.ClientSession() as session, session.get(picture) as answer:
        assert await answer.read() == _PNG
    assert server.world.violations == []
    with pytest.raises(discord.HTTPException) as refusal:
        await bot.create_application_emoji(name="c_7h", image=_PNG)
    assert "already" in str(refusal.value)
    await emoji.delete()
    with pytest.raises(discord.HTTPException) as refusal:
        await channel.send("play", view=view)
    assert refusal.value.code == 50035
    assert "Invalid emoji" in str(refusal.value)


async def test_people_wait_in_slow_mode(server: StandIn, table: Channel, ann: Person) -> None:
    server.world.slow_mode(table, 21_600)
    ann.say(table, "one")
    with pytest.raises(Refused, match="slow mode"):
        ann.say(table, "two")


async def test_the_least_touched_messages_are_forgotten_first() -> None:
    limits = Limits(message_memory=3, enforce=False)
    async with running_stand_in(limits) as server, by_hand(server) as raw:
        table, ann = server.world.channel("card-table"), server.world.person("Ann")
        path = f"/channels/{table.id}/messages"
        board = (await raw("POST", path, {"content": "board"}))[1]["id"]
        for number in range(5):
            ann.say(table, str(number))
            status, _ = await raw("PATCH", f"{path}/{board}", {"content": f"board {number}"})
            assert status == 200
        assert [one.content for one in ann.sees(table)] == ["board 4", "3", "4"]
        assert len(server.world.messages) == 3
