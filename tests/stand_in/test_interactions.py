"""From a person's click to the bot's answer, as Discord carries it."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.stand_in import (
    Channel,
    Deferral,
    Limits,
    Message,
    Modal,
    Person,
    Refused,
    StandIn,
    running_stand_in,
)
from bot.stand_in.shapes import MessageFlag
from tests.stand_in.by_hand import Raw
from tests.stand_in.small_bot import Interaction, SmallBot, playing


def _view(*items: discord.ui.Item[discord.ui.View]) -> discord.ui.View:
    view = discord.ui.View()
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def _button(
    label: str, custom_id: str, *, disabled: bool = False
) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(label=label, custom_id=custom_id, disabled=disabled)


async def test_a_command_brings_its_options(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    side = server.world.channel("side-table")
    one = await ann.command(table, "atout play", game="biritch", points=5, partner=bo, where=side)
    assert isinstance(one.response, Message)
    assert one.response.content == "hello"
    assert one.acknowledged_after is not None
    assert bot.given["game"] == "biritch"
    assert bot.given["points"] == 5
    assert getattr(bot.given["partner"], "id", None) == bo.id
    assert getattr(bot.given["where"], "id", None) == side.id


@pytest.mark.parametrize(
    ("path", "options", "sentence"),
    [
        ("atout", {}, "needs a sub-command"),
        ("atout fly", {}, "no sub-command fly"),
        ("fly", {}, "no command /fly"),
        ("atout play", {}, "game is needed"),
        ("atout play", {"game": "whist"}, "none of the choices"),
        ("atout play", {"game": "bura", "points": 101}, "too large"),
        ("atout play", {"game": "bura", "colour": "red"}, "no option colour"),
        ("admin", {}, "may not use /admin"),
    ],
)
async def test_the_client_refuses_a_command_that_was_not_registered_so(
    bot: SmallBot,
    table: Channel,
    ann: Person,
    path: str,
    options: dict[str, object],
    sentence: str,
) -> None:
    with pytest.raises(Refused, match=sentence):
        await ann.command(table, path, **options)


async def test_who_has_the_permission_may_use_the_command_of_moderators(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    server.world.role("Host", ann, manage_guild=True)
    assert (await ann.command(table, "admin")).error is None


async def test_a_command_is_typed_in_a_conversation_with_the_bot(
    server: StandIn, bot: SmallBot, ann: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        assert interaction.guild is None
        await interaction.response.send_message(f"{interaction.user.id}")

    bot.answer = answer
    one = await ann.command(server.world.direct(ann.user), "do")
    assert [message.content for message in one.messages] == [str(ann.id)]


async def test_an_ephemeral_message_is_seen_by_one_person_and_reached_by_the_token_alone(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message("your hand", ephemeral=True)
        original = await interaction.original_response()
        try:
            await bot.text_channel(table.id).get_partial_message(original.id).edit(content="all")
        except discord.NotFound as refusal:
            bot.refusals.append(refusal)
        await original.edit(content="your new hand")

    bot.answer = answer
    one = await ann.command(table, "do")
    await server.wait_for(lambda: one.message and one.message.content == "your new hand")
    assert [refusal.code for refusal in bot.refusals] == [10008]
    assert one.message in ann.sees(table)
    assert bo.sees(table) == []
    assert one.ephemeral
    with pytest.raises(Refused, match="not on your screen"):
        await bo.click(one.messages[0], label="x")


async def test_a_dismissed_message_is_gone_and_its_edit_unknown(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    go_on = asyncio.Event()

    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message("your hand", ephemeral=True)
        await go_on.wait()
        await interaction.edit_original_response(content="more")

    bot.answer = answer
    one = await ann.command(table, "do")
    assert one.message is not None
    ann.dismiss(one.message)
    assert ann.sees(table) == []
    go_on.set()
    await server.wait_for(lambda: bot.refusals)
    assert bot.refusals[0].code == 10008


async def test_a_button_changes_the_message_it_stands_on(
    bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert interaction.data is not None
            await interaction.response.edit_message(
                content=f"{interaction.data.get('custom_id')} by {interaction.user.id}", view=None
            )
            return
        view = _view(_button("Join", "v1:join"), _button("Closed", "v1:no", disabled=True))
        await interaction.response.send_message("A table", view=view)

    bot.answer = answer
    board = (await ann.command(table, "do")).message
    assert board is not None
    with pytest.raises(Refused, match="disabled"):
        await bo.click(board, label="Closed")
    with pytest.raises(Refused, match="no such control"):
        await bo.click(board, label="Leave")
    one = await bo.click(board, custom_id="v1:join")
    assert one.message is board
    assert board.content == f"v1:join by {bo.id}"
    assert board.buttons == []


async def test_a_menu_gives_the_values_chosen(bot: SmallBot, table: Channel, ann: Person) -> None:
    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            assert interaction.data is not None
            chosen = interaction.data.get("values")
            await interaction.response.send_message(f"{chosen}", ephemeral=True)
            return
        options = [discord.SelectOption(label=f"Card {one}", value=str(one)) for one in range(25)]
        menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id="v1:card", options=options, min_values=1, max_values=2
        )
        await interaction.response.send_message("choose", view=_view(menu), ephemeral=True)

    bot.answer = answer
    hand = (await ann.command(table, "do")).message
    assert hand is not None
    for wrong in (["30"], ["1", "2", "3"], [], ["1", "1"]):
        with pytest.raises(Refused):
            await ann.choose(hand, wrong)
    assert (await ann.choose(hand, ["3", "4"])).messages[0].content == "['3', '4']"
    assert (await ann.choose(hand, labels=["Card 7"])).messages[0].content == "['7']"


class _OldForm(discord.ui.Modal, title="Your name"):
    name: discord.ui.TextInput[_OldForm] = discord.ui.TextInput(
        label="Name", custom_id="name", max_length=10
    )


class _NewForm(discord.ui.Modal, title="House rules"):
    form: discord.ui.Label[_NewForm] = discord.ui.Label(
        text="Form",
        component=discord.ui.Select(
            custom_id="form",
            options=[
                discord.SelectOption(label="Classic", value="classic", default=True),
                discord.SelectOption(label="Straight", value="straight"),
            ],
        ),
    )
    note: discord.ui.Label[_NewForm] = discord.ui.Label(
        text="Note", component=discord.ui.TextInput(custom_id="note", required=False)
    )


@pytest.mark.parametrize(
    ("form", "fields", "sent"),
    [
        (_OldForm, {"name": "Ann"}, ["Ann"]),
        (_NewForm, {"form": ["straight"], "note": "hi"}, ["straight", "hi"]),
        (_NewForm, {}, ["classic", ""]),
    ],
)
async def test_a_form_comes_back_with_what_was_filled_in(
    bot: SmallBot,
    table: Channel,
    ann: Person,
    form: type[discord.ui.Modal],
    fields: dict[str, object],
    sent: list[str],
) -> None:
    received: list[str] = []

    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            for row in data["components"]:
                part = row.get("component") or row["components"][0]
                received.extend(part.get("values", [part.get("value")]))
            await interaction.response.send_message("thanks", ephemeral=True)
            return
        modal = form()
        modal.stop()
        await interaction.response.send_modal(modal)

    bot.answer = answer
    opened = await ann.command(table, "do")
    assert isinstance(opened.response, Modal)
    one = await ann.submit(opened.response, fields)
    assert one.messages[0].content == "thanks"
    assert received == sent
    with pytest.raises(Refused, match="not open"):
        await ann.submit(opened.response, fields)


@pytest.mark.parametrize("fields", [{}, {"name": "x" * 11}, {"name": "Ann", "age": "3"}])
async def test_a_form_that_is_not_filled_in_rightly_is_not_sent(
    bot: SmallBot, table: Channel, ann: Person, fields: dict[str, object]
) -> None:
    async def answer(interaction: Interaction) -> None:
        modal = _OldForm()
        modal.stop()
        await interaction.response.send_modal(modal)

    bot.answer = answer
    opened = await ann.command(table, "do")
    assert opened.modal is not None
    with pytest.raises(Refused):
        await ann.submit(opened.modal, fields)


async def test_what_is_typed_is_completed_by_the_bot(
    bot: SmallBot, table: Channel, ann: Person
) -> None:
    bot.complete = lambda typed: [app_commands.Choice(name=f"{typed}bling", value="dou")]
    one = await ann.autocomplete(table, "atout rules", focused="topic", value="dou")
    assert one.choices == [{"name": "doubling", "value": "dou"}]
    with pytest.raises(Refused, match="not completed"):
        await ann.autocomplete(table, "atout play", focused="game", value="b")


async def test_a_deferred_answer_is_filled_in_later(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, bo: Person
) -> None:
    go_on = asyncio.Event()

    async def answer(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await go_on.wait()
        await interaction.edit_original_response(
            content="done", attachments=[discord.File(io.BytesIO(b"abc"), "note.txt")]
        )
        await interaction.followup.send("and more")

    bot.answer = answer
    one = await ann.command(table, "do")
    assert one.response == Deferral(update=False, ephemeral=True)
    waiting = one.message
    assert waiting is not None
    assert waiting.thinking
    assert bo.sees(table) == []
    go_on.set()
    await server.wait_for(lambda: one.followups)
    assert waiting.content == "done"
    assert not waiting.flags & MessageFlag.LOADING
    assert waiting.ephemeral
    assert [file.data for file in waiting.attachments] == [b"abc"]
    assert [message.content for message in bo.sees(table)] == ["and more"]


async def test_the_first_follow_up_fills_the_deferred_answer(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.followup.send("first")
        await interaction.followup.send("second", ephemeral=True)

    bot.answer = answer
    one = await ann.command(table, "do")
    await server.wait_for(lambda: one.followups)
    assert [message.content for message in one.messages] == ["first", "second"]
    assert [message.ephemeral for message in one.messages] == [False, True]


async def test_components_of_the_new_kind_stand_on_an_ephemeral_message(
    bot: SmallBot, table: Channel, ann: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        view = discord.ui.LayoutView()
        row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
        row.add_item(discord.ui.Button(label="Play", custom_id="v1:play"))
        view.add_item(discord.ui.Container(discord.ui.TextDisplay("# Your hand"), row))
        view.stop()
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(view=view)
        else:
            await interaction.response.send_message(view=view, ephemeral=True)

    bot.answer = answer
    hand = (await ann.command(table, "do")).message
    assert hand is not None
    assert hand.text == "# Your hand"
    assert [part["id"] for part in hand.parts] == [1, 2, 3, 4]
    one = await ann.click(hand, label="Play")
    assert one.message is hand


async def test_an_answer_after_the_deadline_is_unknown() -> None:
    async with running_stand_in(Limits(ack_deadline=0.1)) as server, playing(server) as bot:
        go_on = asyncio.Event()

        async def answer(interaction: Interaction) -> None:
            await go_on.wait()
            await interaction.response.send_message("late")

        bot.answer = answer
        table, ann = server.world.channel("card-table"), server.world.person("Ann")
        one = await ann.command(table, "do")
        assert one.error == "The application did not respond"
        assert one.response is None
        go_on.set()
        await server.wait_for(lambda: bot.refusals)
        assert (bot.refusals[0].status, bot.refusals[0].code) == (404, 10062)
        assert ann.sees(table) == []


async def test_a_second_answer_is_refused(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, raw: Raw
) -> None:
    await ann.command(table, "do")
    path = next(one.path for one in server.world.requests if one.path.endswith("/callback"))
    status, body = await raw("POST", path, {"type": 4, "data": {"content": "again"}})
    assert (status, body["code"]) == (400, 40060)


async def test_a_token_lives_a_quarter_of_an_hour(
    server: StandIn, bot: SmallBot, still: None, table: Channel, ann: Person
) -> None:
    opened = server.world.clock()

    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message("hello", ephemeral=True)
        server.world.clock = lambda: opened + 900
        await interaction.edit_original_response(content="just in time")
        server.world.clock = lambda: opened + 901
        await interaction.edit_original_response(content="late")

    bot.answer = answer
    one = await ann.command(table, "do")
    await server.wait_for(lambda: bot.refusals)
    assert (bot.refusals[0].status, bot.refusals[0].code) == (401, 50027)
    assert one.messages[0].content == "just in time"


async def test_unknown_tokens_and_interactions_are_unknown(server: StandIn, raw: Raw) -> None:
    mine = server.world.bot.id
    assert (await raw("PATCH", f"/webhooks/{mine}/none/messages/@original", {"content": "x"}))[1][
        "code"
    ] == 10015
    status, body = await raw("POST", "/interactions/1/none/callback", {"type": 6})
    assert (status, body["code"]) == (404, 10062)


@pytest.mark.parametrize("kind", [6, 7, 8])
async def test_a_command_is_not_answered_as_if_it_were_a_click(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person, raw: Raw, kind: int
) -> None:
    go_on = asyncio.Event()

    async def answer(interaction: Interaction) -> None:
        data: dict[str, Any] = {"choices": []} if kind == 8 else {"content": "x"}
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        status, body = await raw("POST", path, {"type": kind, "data": data})
        assert (status, body["code"]) == (400, 50035)
        go_on.set()
        await interaction.response.send_message("right")

    bot.answer = answer
    one = await ann.command(table, "do")
    assert one.messages[0].content == "right"
    assert go_on.is_set()
    assert len(server.world.violations) == 1


async def test_an_old_message_of_the_click_is_reached_by_the_fresh_token(
    server: StandIn, bot: SmallBot, table: Channel, ann: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        view = _view(_button("Next", "v1:next"))
        if interaction.type is discord.InteractionType.component:
            assert interaction.message is not None
            await interaction.response.defer()
            await interaction.followup.send("a note", ephemeral=True)
            await interaction.followup.edit_message(interaction.message.id, content="second")
            return
        await interaction.response.send_message("first", view=view, ephemeral=True)

    bot.answer = answer
    hand = (await ann.command(table, "do")).message
    assert hand is not None
    one = await ann.click(hand, label="Next")
    assert one.response == Deferral(update=True, ephemeral=True)
    await server.wait_for(lambda: hand.content == "second")
    assert bot.refusals == []


async def test_the_answer_is_in_the_language_of_the_client(
    bot: SmallBot, table: Channel, ann: Person
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message(
            f"{interaction.locale} {interaction.guild_locale} {interaction.app_permissions.value}"
        )

    bot.answer = answer
    ann.locale = "fr"
    one = await ann.command(table, "do")
    assert one.messages[0].content.startswith("fr en-US ")
