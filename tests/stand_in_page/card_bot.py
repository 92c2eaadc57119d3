"""A small bot on the real discord.py, with one of each thing that the page must handle."""

from __future__ import annotations

from typing import Any, cast

import aiohttp
import discord
from discord import app_commands

GAMES = {"biritch": "Biritch", "bura": "Bura"}
TOPICS = ["Doubling", "Dealing", "Scoring"]


class CardBot(discord.Client):
    """Opens a table, shows a hand, asks in a form; never answers the button called Sleep."""

    def __init__(self, connector: aiohttp.TCPConnector) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True), connector=connector, guild_ready_timeout=0.05
        )
        self.tree = app_commands.CommandTree(self)
        self.tree.add_command(_cards())

    async def setup_hook(self) -> None:
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        data = cast(dict[str, Any], interaction.data)
        custom_id = data.get("custom_id")
        answer = interaction.response
        if interaction.type is discord.InteractionType.modal_submit:
            await answer.edit_message(content=f"Table: {_written(data)}", view=_board())
        elif custom_id == "hand":
            await answer.send_message("Your hand", view=_hand(), ephemeral=True)
        elif custom_id == "discard":
            cards = ", ".join(data["values"])
            await answer.edit_message(content=f"Discarded {cards}", view=None)
        elif custom_id == "name":
            await answer.send_modal(_form())
        elif custom_id == "count":
            await answer.defer(thinking=True)
            await interaction.followup.send(embed=discord.Embed(title="Score", description="3 : 2"))


def _written(data: dict[str, Any]) -> str:
    return str(data["components"][0]["component"]["value"])


def _cards() -> app_commands.Group:
    group = app_commands.Group(name="cards", description="Card games")

    @group.command(name="play", description="Open a table")
    @app_commands.choices(
        game=[app_commands.Choice(name=name, value=value) for value, name in GAMES.items()]
    )
    async def play(
        interaction: discord.Interaction,
        game: app_commands.Choice[str],
        partner: discord.User | None,
    ) -> None:
        embed = discord.Embed(title=game.name, colour=0x2E8B57, description="**Seats**\nN: open")
        who = f"{interaction.user.mention} and {partner.mention}" if partner else ""
        await interaction.response.send_message(who, embed=embed, view=_board())

    @group.command(name="rules", description="The rules in short")
    async def rules(interaction: discord.Interaction, topic: str) -> None:
        await interaction.response.send_message(f"# {topic}", ephemeral=True)

    @rules.autocomplete("topic")
    async def topics(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        fits = [topic for topic in TOPICS if typed.lower() in topic.lower()]
        return [app_commands.Choice(name=topic, value=topic) for topic in fits]

    return group


def _view(*items: discord.ui.Item[discord.ui.View]) -> discord.ui.View:
    view = discord.ui.View()
    for item in items:
        view.add_item(item)
    view.stop()  # only a builder: clicks are answered in one place
    return view


def _board() -> discord.ui.View:
    return _view(
        discord.ui.Button(label="My hand", custom_id="hand", style=discord.ButtonStyle.primary),
        discord.ui.Button(label="Name", custom_id="name"),
        discord.ui.Button(label="Count", custom_id="count", style=discord.ButtonStyle.success),
        discord.ui.Button(label="Sleep", custom_id="sleep", style=discord.ButtonStyle.danger),
    )


def _hand() -> discord.ui.View:
    cards = [discord.SelectOption(label=card, value=card) for card in ("♠ A", "♥ K", "♦ 7")]
    menu: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id="discard", options=cards, min_values=2, max_values=2, placeholder="Discard two"
    )
    return _view(menu)


def _form() -> discord.ui.Modal:
    form = discord.ui.Modal(title="Name the table", custom_id="naming")
    field: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(custom_id="name")
    form.add_item(discord.ui.Label(text="Name", component=field))
    form.stop()
    return form
