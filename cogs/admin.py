"""What whoever manages a server settles for its tables."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType

from discord import app_commands
from discord.ext import commands

from bot.render.admin import settings
from bot.render.admin import values_of as values_of_setting
from bot.render.custom_ids import CustomId
from bot.tables.errors import TableRefused
from cogs.commands import named, told
from cogs.door import guarded
from cogs.house import Click, House, answer, language_of, respond, values_of

Handler = Callable[[Click, CustomId], Coroutine[None, None, None]]


@app_commands.default_permissions(manage_guild=True)
class Admin(
    commands.GroupCog,
    group_name=named("atout-admin"),
    group_description=told("atout-admin", "How tables are on this server"),
):
    """Settings of a server, for Manage Server; Discord's own check is only a hint."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.handlers: Mapping[str, Handler] = MappingProxyType(
            {"adminset": self._choose, "adminvalue": self._change}
        )
        super().__init__()

    @app_commands.command(
        name=named("settings"), description=told("settings", "Settings for new tables")
    )
    async def settings(self, interaction: Click) -> None:
        """Show how tables are on this server, to be changed."""
        await guarded(self._house, interaction, self._show(interaction))

    async def _show(self, click: Click) -> None:
        guild = _managed(click)
        server = await self._house.customs.server(guild)
        await answer(click, settings(server, language_of(click)))

    async def _choose(self, click: Click, wanted: CustomId) -> None:
        guild = _managed(click)
        values = values_of(click)
        server = await self._house.customs.server(guild)
        await respond(click, settings(server, language_of(click), values[0] if values else ""))

    async def _change(self, click: Click, wanted: CustomId) -> None:
        guild = _managed(click)
        values = values_of(click)
        key = wanted.args[0] if wanted.args else ""
        value = "" if values == ("-",) else "".join(values)
        if value not in values_of_setting(key):
            raise TableRefused("unknown_button")
        server = await self._house.customs.choose(guild, key, value)
        await respond(click, settings(server, language_of(click), key))


def _managed(click: Click) -> int:
    """Return the server that the clicker manages; raise TableRefused(no_right)."""
    if click.guild_id is None or not click.permissions.manage_guild:
        raise TableRefused("no_right")
    return click.guild_id
