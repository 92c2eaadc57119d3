"""The slash commands at tables, grouped under the bot's own name."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.games.registry import GAMES
from bot.render import pages
from bot.render.tell import tell
from bot.tables.customs import LAST
from bot.tables.errors import TableRefused
from bot.tables.moves import Person
from bot.tables.read import TableRead
from cogs.door import guarded
from cogs.house import (
    Click,
    House,
    answer,
    greet,
    language_of,
    open_panel,
    what_is_missing,
)
from cogs.opening import Opening, Wish
from cogs.rules import RuleBookCase

log = logging.getLogger(__name__)


def named(command: str) -> locale_str:
    """Return a command's or option's name, with its key in the locales."""
    return locale_str(command, key=f"command.{command}.name")


def told(command: str, default: str) -> locale_str:
    """Return a command's or option's description, with its key in the locales."""
    return locale_str(default, key=f"command.{command}.text")


def game_choices() -> list[app_commands.Choice[str]]:
    """Return the games as choices of an option."""
    words = tell("en")
    return [
        app_commands.Choice(
            name=locale_str(words.text(f"game.{key}"), key=f"game.{key}"), value=key
        )
        for key in GAMES
    ]


class Commands(
    commands.GroupCog,
    group_name=named("atout"),
    group_description=told("atout", "Card games in this channel"),
):
    """What people may do at tables, as commands."""

    def __init__(self, house: House, rule_books: RuleBookCase, opening: Opening) -> None:
        self._house = house
        self._opening = opening
        self._rule_books = rule_books
        super().__init__()

    # ------------------------------------------------------------------ opening a table

    @app_commands.command(
        name=named("play"), description=told("play", "Open a table for a card game here")
    )
    @app_commands.rename(
        game=named("game"),
        preset=named("preset"),
        thread=named("thread"),
        computers=named("computers"),
        with1=named("with1"),
        with2=named("with2"),
        with3=named("with3"),
    )
    @app_commands.describe(
        game=told("game", "Which game"),
        preset=told("preset", "A set of house rules"),
        thread=told("thread", "Play in a new thread of this channel"),
        computers=told("computers", "Fill the other seats with computers and deal at once"),
        with1=told("with1", "Somebody for whom a seat is kept"),
        with2=told("with2", "Somebody for whom a seat is kept"),
        with3=told("with3", "Somebody for whom a seat is kept"),
    )
    @app_commands.choices(game=game_choices())
    async def play(
        self,
        interaction: Click,
        game: app_commands.Choice[str],
        preset: str | None = None,
        thread: bool = False,
        computers: bool = False,
        with1: discord.User | None = None,
        with2: discord.User | None = None,
        with3: discord.User | None = None,
    ) -> None:
        """Open a table in this channel, or in a new thread."""
        await guarded(
            self._house,
            interaction,
            self._opening.open(
                interaction,
                Wish(
                    game.value,
                    preset,
                    thread=thread,
                    computers=computers,
                    guests=tuple(_guests(interaction, with1, with2, with3)),
                ),
            ),
        )

    @app_commands.command(
        name=named("invite"), description=told("invite", "Keep seats of the open lobby for people")
    )
    @app_commands.rename(with1=named("with1"), with2=named("with2"), with3=named("with3"))
    @app_commands.describe(
        with1=told("with1", "Somebody for whom a seat is kept"),
        with2=told("with2", "Somebody for whom a seat is kept"),
        with3=told("with3", "Somebody for whom a seat is kept"),
    )
    async def invite(
        self,
        interaction: Click,
        with1: discord.User,
        with2: discord.User | None = None,
        with3: discord.User | None = None,
    ) -> None:
        """Keep seats of the lobby in this channel for more people."""
        guests = tuple(_guests(interaction, with1, with2, with3))
        await guarded(self._house, interaction, self._invite(interaction, guests))

    async def _invite(self, click: Click, guests: tuple[Person, ...]) -> None:
        await self._opening.invite(click, await self._here(click), guests)

    @play.autocomplete("preset")
    async def _presets(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        key = str(getattr(interaction.namespace, "game", ""))
        game = GAMES.get(key)
        if game is None:
            return []
        words = tell(language_of(interaction))
        named = {LAST: words.text("preset.last")}
        named |= {name: words.text(f"preset.{key}.{name}") for name in game.book.presets}
        return [
            app_commands.Choice(name=text[:100], value=name)
            for name, text in named.items()
            if current.lower() in text.lower()
        ][:25]

    # ------------------------------------------------------------------ at the table

    @app_commands.command(name=named("hand"), description=told("hand", "See your cards, privately"))
    async def hand(self, interaction: Click) -> None:
        """Show the own cards, privately."""
        await guarded(self._house, interaction, self._hand(interaction))

    async def _hand(self, click: Click) -> None:
        table = await self._here(click)
        await greet(self._house, click, table)
        async with self._house.panels.turn(table, click.user.id):
            read = await self._house.tables.read(table, click.user.id)
            note = what_is_missing(click)
            await open_panel(self._house, click, read, language_of(click), note=note)

    @app_commands.command(
        name=named("table"), description=told("table", "Post the table again at the bottom")
    )
    async def table(self, interaction: Click) -> None:
        """Post the board again at the bottom."""
        await guarded(self._house, interaction, self._table(interaction))

    async def _table(self, click: Click) -> None:
        table = await self._house.tables.in_channel(_channel(click))
        await self._opening.table(click, table)

    @app_commands.command(name=named("last"), description=told("last", "See the last trick"))
    async def last(self, interaction: Click) -> None:
        """Show the last trick, as far as the rules allow it."""
        await guarded(self._house, interaction, self._last(interaction))

    async def _last(self, click: Click) -> None:
        read = await self._started(click)
        await answer(click, pages.last_trick(read, language_of(click)))

    @app_commands.command(name=named("score"), description=told("score", "See the score sheet"))
    async def score(self, interaction: Click) -> None:
        """Show the score sheet."""
        await guarded(self._house, interaction, self._score(interaction))

    async def _score(self, click: Click) -> None:
        read = await self._started(click)
        await answer(click, pages.score(read, language_of(click)))

    @app_commands.command(name=named("rules"), description=told("rules", "The rules in short"))
    @app_commands.rename(game=named("game"), topic=named("topic"))
    @app_commands.describe(game=told("game", "Which game"), topic=told("topic", "What about"))
    @app_commands.choices(game=game_choices())
    async def rules(
        self,
        interaction: Click,
        game: app_commands.Choice[str] | None = None,
        topic: str | None = None,
    ) -> None:
        """Show the rules of a game, or a topic of them, with this table's house rules."""
        key = None if game is None else game.value
        await guarded(self._house, interaction, self._rule_books.look_up(interaction, key, topic))

    @rules.autocomplete("topic")
    async def _topics(self, interaction: Click, current: str) -> list[app_commands.Choice[str]]:
        game = str(getattr(interaction.namespace, "game", "") or "")
        return self._rule_books.topics(interaction, game, current)

    @app_commands.command(name=named("leave"), description=told("leave", "Give up your seat"))
    async def leave(self, interaction: Click) -> None:
        """Give up one's seat; a computer plays the same hand on."""
        await guarded(self._house, interaction, self._leave(interaction))

    async def _leave(self, click: Click) -> None:
        table = await self._here(click)
        read = await self._house.tables.read(table, click.user.id)
        if read.seat is None:
            raise TableRefused("not_seated")
        await answer(click, pages.sure(read, language_of(click), "leave"))

    @app_commands.command(name=named("end"), description=told("end", "End the table"))
    async def end(self, interaction: Click) -> None:
        """End the table of this channel."""
        await guarded(self._house, interaction, self._end(interaction))

    async def _end(self, click: Click) -> None:
        table = await self._here(click)
        read = await self._house.tables.read(table, click.user.id)
        await answer(click, pages.sure(read, language_of(click), "end"))

    @app_commands.command(name=named("help"), description=told("help", "Where to begin"))
    async def help(self, interaction: Click) -> None:
        """Tell where to begin."""
        page = pages.help_page(language_of(interaction), tuple(GAMES))
        await guarded(self._house, interaction, answer(interaction, page))

    # ------------------------------------------------------------------ finding the table

    async def _here(self, click: Click) -> int:
        table = await self._house.tables.in_channel(_channel(click))
        if table is None:
            raise TableRefused("no_table_here")
        return table

    async def _started(self, click: Click) -> TableRead:
        read = await self._house.tables.read(await self._here(click), click.user.id)
        if read.view is None:
            raise TableRefused("not_playing")
        return read


def _guests(click: Click, *wanted: discord.User | None) -> Iterator[Person]:
    """Yield the people who are invited: nobody twice, no bots, and not the host."""
    seen = {click.user.id}
    for user in wanted:
        if user is not None and not user.bot and user.id not in seen:
            seen.add(user.id)
            yield Person(user.id, user.display_name)


def _channel(click: Click) -> int:
    if click.channel_id is None:
        raise TableRefused("no_table_here")
    return click.channel_id
