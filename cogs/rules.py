"""Looking up the rules: a game in short, a topic of it, or the guide to a first match."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping

from discord import app_commands

from bot.games.registry import GAMES
from bot.render import pages
from bot.render.board import teller
from bot.render.custom_ids import CustomId
from bot.render.faces import face_of
from bot.render.rules import guide_page, topic_named, topic_page
from bot.render.screen import Screen
from bot.render.tell import Tell, tell
from bot.tables.errors import TableRefused
from bot.tables.read import TableRead
from cogs.house import Click, House, answer, language_of, respond, values_of, whole

GUIDE = "guide"
"""The topic that is the guide to a first match."""

Handler = Callable[[Click, CustomId], Coroutine[None, None, None]]


class RuleBookCase:
    """Answers what people look up; with a table of the game in the channel, by its house rules."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.handlers: Mapping[str, Handler] = {"topic": self._topic, "guide": self._guide}

    async def look_up(self, click: Click, game: str | None, topic: str | None) -> None:
        """Answer a command: by default the rules of this channel's table, else where to begin."""
        read = await self._table_here(click)
        if game is None and read is not None:
            game = read.game.key
        if game is None:
            await answer(click, pages.help_page(language_of(click), tuple(GAMES)))
            return
        read = read if read is not None and read.game.key == game else None
        await answer(click, self._page(click, game, topic or "", read))

    def topics(self, click: Click, game: str, current: str) -> list[app_commands.Choice[str]]:
        """Return the topics of a game whose names hold what was typed; all games' without one."""
        told = tell(language_of(click))
        found: dict[str, str] = {}
        for key in (game,) if game in GAMES else tuple(GAMES):
            found[GUIDE] = told.text("topic.any.guide")
            for topic in face_of(key).topics:
                found.setdefault(topic.key, told.text(f"topic.{key}.{topic.key}.name"))
        wanted = current.casefold()
        return [
            app_commands.Choice(name=name[:100], value=key)
            for key, name in found.items()
            if wanted in name.casefold()
        ][:25]

    async def _topic(self, click: Click, wanted: CustomId) -> None:
        game, *_ = (*wanted.args, "")
        values = values_of(click)
        if game not in GAMES or not values:
            raise TableRefused("unknown_button")
        read = await self._table_here(click)
        read = read if read is not None and read.game.key == game else None
        await respond(click, self._page(click, game, values[0], read))

    async def _guide(self, click: Click, wanted: CustomId) -> None:
        game, step, *_ = (*wanted.args, "", "")
        number = whole(step, most=2)
        if game not in GAMES:
            raise TableRefused("unknown_button")
        await respond(click, guide_page(game, number, tell(language_of(click))))

    def _page(self, click: Click, game: str, topic: str, read: TableRead | None) -> Screen:
        language = language_of(click)
        if topic == GUIDE:
            return guide_page(game, 1, tell(language))
        found = topic_named(game, topic)
        if found is None:
            return pages.rules(game, language, read)
        told: Tell = tell(language) if read is None else teller(read, language)
        return topic_page(game, found, told, None if read is None else read.rules)

    async def _table_here(self, click: Click) -> TableRead | None:
        if click.channel_id is None:
            return None
        table = await self._house.tables.in_channel(click.channel_id)
        return None if table is None else await self._house.tables.read(table, click.user.id)
