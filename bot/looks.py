"""What each person and server has chosen about how things are shown, and the pictures of tables."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, Protocol

from bot.render.emojis import DECKS, Deck, Emojis
from bot.render.look import SORTS, Look, Sort
from bot.render.picture import draw, scene_of, worth_drawing
from bot.render.pictures.table import TablePicture
from bot.render.screen import Picture
from bot.tables.read import TableRead
from storage.errors import StorageError

log = logging.getLogger(__name__)

KEPT: Final = 5_000
"""How many people's and servers' choices are kept in memory."""


REST: Final = 5.0
"""How many times as long as it took drawing rests on the average."""

PATIENCE: Final = 2.0
"""Seconds that drawing may be behind with its rest before boards go without pictures."""

PICTURES_KEPT: Final = 256
"""How many tables' pictures are kept in memory; another is drawn anew."""


class Chosen(Protocol):
    """Where choices are kept: the store."""

    async def preferences(self, user_id: int) -> dict[str, Any]:
        """Return what a person has chosen."""
        ...

    async def change_preferences(self, user_id: int, changes: dict[str, Any]) -> dict[str, Any]:
        """Merge changes into what a person has chosen; a key goes with None."""
        ...

    async def guild_settings(self, guild_id: int) -> dict[str, Any]:
        """Return what a server has chosen."""
        ...


@dataclass(frozen=True, slots=True)
class Preferences:
    """What one person has chosen: ``language`` empty means that of their Discord."""

    deck: Deck = "four"
    language: str = ""
    confirm: bool = False
    hints: bool = True
    sort: Sort = "first_high"


def preferences_of(body: Mapping[str, Any]) -> Preferences:
    """Return the choices in a stored body; what is not understood counts as not chosen."""
    deck, language, sort = body.get("deck"), body.get("language"), body.get("sort")
    return Preferences(
        deck=deck if deck in DECKS else "four",
        language=language if isinstance(language, str) else "",
        confirm=body.get("confirm") is True,
        hints=body.get("hints") is not False,
        sort=sort if sort in SORTS else "first_high",
    )


class Looks:
    """Looks of people and of tables, and the last picture of each table."""

    def __init__(self, chosen: Chosen, emojis: Emojis | None = None) -> None:
        self._chosen = chosen
        self.emojis = emojis or Emojis()
        self._people: OrderedDict[int, Preferences] = OrderedDict()
        self._pictures: OrderedDict[int, tuple[TablePicture, Picture]] = OrderedDict()
        self._drawing = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._rested_at = 0.0

    async def learn(self, user: int) -> Preferences:
        """Read what a person has chosen, and keep it at hand."""
        found = self._people.get(user)
        if found is None:
            try:
                found = preferences_of(await self._chosen.preferences(user))
            except StorageError as error:
                log.warning("choices could not be read: %s", type(error).__name__)
                return Preferences()
            self._people[user] = found
            while len(self._people) > KEPT:
                self._people.popitem(last=False)
        self._people.move_to_end(user)
        return found

    async def choose(self, user: int, changes: dict[str, Any]) -> Preferences:
        """Change what a person has chosen."""
        body = await self._chosen.change_preferences(user, changes)
        self._people[user] = preferences_of(body)
        return self._people[user]

    def forget(self, user: int) -> None:
        """Keep nothing of a person at hand."""
        self._people.pop(user, None)

    def of(self, user: int) -> Look:
        """Return how a person is shown things; the usual way until ``learn`` knows better."""
        chosen = self._people.get(user, Preferences())
        return Look(chosen.deck, self.emojis, chosen.confirm, chosen.hints, sort=chosen.sort)

    async def public(self, read: TableRead) -> Look:
        """Return how a table is shown in public, as its server has chosen."""
        try:
            body = await self._chosen.guild_settings(read.place.guild)
        except StorageError as error:
            log.warning("choices could not be read: %s", type(error).__name__)
            body = {}
        deck = body.get("deck")
        return Look(
            deck=deck if deck in DECKS else "four",
            emojis=self.emojis,
            pictures=read.settings.pictures and body.get("pictures") is not False,
        )

    async def picture(self, read: TableRead, look: Look) -> Picture | None:
        """Return the picture for a table's board: a new one where it is worth it, else the last.

        It is drawn in a thread of its own, so that the event loop goes on. None where so many are
        wanted that drawing them would make people wait: the words say the same.
        """
        if not look.pictures or read.view is None or read.phase not in ("playing", "over"):
            self._pictures.pop(read.id, None)
            return None
        last = self._pictures.get(read.id)
        if last is not None and not worth_drawing(read):
            return last[1]
        scene = scene_of(read, look)
        if last is None or last[0] != scene:
            if self._rested_at - time.monotonic() > PATIENCE:
                self._pictures.pop(read.id, None)
                return None
            drawn = await self._drawn(read, scene)
            last = self._pictures[read.id] = (scene, drawn)
            while len(self._pictures) > PICTURES_KEPT:
                self._pictures.popitem(last=False)
        return last[1]

    async def _drawn(self, read: TableRead, scene: TablePicture) -> Picture:
        """Draw a picture, and note for how long drawing should rest to take no more than its share.

        The thread that draws and the event loop share one core.
        """
        begun = time.monotonic()
        loop = asyncio.get_running_loop()
        drawn = await loop.run_in_executor(self._drawing, draw, read, scene)
        now = time.monotonic()
        self._rested_at = max(now, self._rested_at) + (now - begun) * REST
        return drawn

    def drop(self, table: int) -> None:
        """Keep no picture of a table any more."""
        self._pictures.pop(table, None)

    def close(self) -> None:
        """Draw nothing more."""
        self._drawing.shutdown(wait=False, cancel_futures=True)
