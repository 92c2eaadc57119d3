"""What a person can do about themselves: see, take away and delete what is kept about them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType

from discord import app_commands
from discord.ext import commands

from bot.render import pages
from bot.render.custom_ids import CustomId
from bot.render.records import people
from bot.render.screen import Screen
from bot.render.tell import tell
from bot.tables.archive import Archive
from cogs.commands import named, told
from cogs.door import guarded
from cogs.house import Click, House, answer, language_of, respond
from cogs.preferences import change_preference, show_preferences
from cogs.records import send_file

Handler = Callable[[Click, CustomId], Coroutine[None, None, None]]


class Me(
    commands.GroupCog,
    group_name=named("atout-me"),
    group_description=told("atout-me", "What the bot keeps for you and about you"),
):
    """What is kept for and about a person; every answer is for that person alone."""

    def __init__(self, house: House, archive: Archive) -> None:
        self._house = house
        self._archive = archive
        self.handlers: Mapping[str, Handler] = MappingProxyType(
            {
                "mprivacy": self._again,
                "mexport": self._export,
                "mdelete": self._delete,
                "pref": self._prefer,
            }
        )
        super().__init__()

    @app_commands.command(
        name=named("preferences"),
        description=told("preferences", "Deck, language, confirmation, hints"),
    )
    async def preferences(self, interaction: Click) -> None:
        """Show a person's choices, to be changed."""
        await guarded(self._house, interaction, show_preferences(self._house, interaction))

    async def _prefer(self, click: Click, wanted: CustomId) -> None:
        await change_preference(self._house, click, wanted)

    @app_commands.command(
        name=named("privacy"),
        description=told("privacy", "See, take away or delete what is kept about you"),
    )
    async def privacy(self, interaction: Click) -> None:
        """Show what is kept about a person, with what they can do about it."""
        await guarded(self._house, interaction, self._privacy(interaction))

    async def _privacy(self, click: Click) -> None:
        await answer(click, await self._screen(click))

    async def _again(self, click: Click, wanted: CustomId) -> None:
        await respond(click, await self._screen(click))

    async def _screen(self, click: Click) -> Screen:
        summary = await self._archive.kept_about(click.user.id)
        games: Counter[str] = Counter()
        for row in summary.standings:
            games[row.game] += row.matches
        return people.privacy(
            tuple(games.items()),
            summary.results,
            summary.preferences,
            summary.seats,
            language_of(click),
        )

    async def _export(self, click: Click, wanted: CustomId) -> None:
        kept = await self._archive.about(click.user.id)
        text = json.dumps(kept, indent=1, ensure_ascii=False)
        await send_file(click, "atout-me.json", text.encode("utf-8"))

    async def _delete(self, click: Click, wanted: CustomId) -> None:
        language = language_of(click)
        if "yes" not in wanted.args:
            await respond(click, people.sure_to_delete(language))
            return
        await self._archive.forget_user(click.user.id)
        self._house.looks.forget(click.user.id)
        await respond(click, pages.note(tell(language).text("privacy.deleted")))
