"""What a server and its hosts are used to: settings for new tables, and the house rules of late."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from bot.games.game import Game
from bot.games.house_rules import Rules, RulesError
from bot.tables.errors import NotWritten
from bot.tables.lobby import CLOCKS
from bot.tables.read import TableRead
from bot.traces import trace
from storage.errors import StorageError
from storage.store import Store

log = logging.getLogger(__name__)

LAST: Final = "last"
"""Instead of a preset: the rules that were played last."""

RESTING: Final = ("forgotten", "aside")
"""Why tables rest that anybody who sits there may take up again."""

TAKEN_UP: Final = (*RESTING, "guild_gone")
"""Why a table rests that the command for the table takes up: the last where its server is back."""

CHOICES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "clock": CLOCKS,
        "threads": ("ask", "always", "never"),
        "computers": ("yes", "no"),
        "pictures": ("yes", "no"),
        "quiet": ("no", "yes"),
        "hints": ("yes", "no"),
    }
)
"""What a server may choose besides its language and rules: the first value is the usual one."""


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server has chosen for its tables.

    ``language`` empty means that of the server in Discord; ``presets`` are by game, ``last`` where
    a table opens with what was played last.
    """

    language: str = ""
    clock: str = "relaxed"
    threads: str = "ask"
    computers: bool = True
    pictures: bool = True
    quiet: bool = False
    hints: bool = True
    presets: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


class Customs:
    """Reads and keeps what servers and hosts have chosen."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def server(self, guild: int) -> ServerSettings:
        """Return a server's settings; the usual ones where they cannot be read just now."""
        try:
            return _settings(await self._store.guild_settings(guild))
        except StorageError as error:
            log.warning("a server's settings could not be read: %s", trace(error))
            return ServerSettings()

    async def choose(self, guild: int, key: str, value: str) -> ServerSettings:
        """Change one of a server's settings; a value that is unknown counts as the usual one."""
        game = key.partition(".")[2]
        changes: dict[str, Any]
        if key == "language":
            changes = {"language": value or None}
        elif game:
            changes = {"preset": {game: value or None}}
        elif CHOICES.get(key, ())[:2] in (("yes", "no"), ("no", "yes")):
            changes = {key: value == "yes"}
        else:
            changes = {key: value}
        try:
            return _settings(await self._store.change_guild_settings(guild, changes))
        except StorageError as error:
            raise NotWritten from error

    async def rules(self, game: Game, guild: int, host: int, preset: str | None) -> Rules:
        """Return the rules that a new table opens with; raise RulesError for an unknown preset.

        What is asked for comes first, then what the server has settled, then what the host played
        last, then what was played last on the server.
        """
        if preset and preset != LAST:
            return game.book.preset(preset)
        server = await self.server(guild)
        settled = server.presets.get(game.key)
        if settled and settled != LAST and preset != LAST and settled in game.book.presets:
            return game.book.preset(settled)
        try:
            kept = (await self._store.preferences(host), await self._store.guild_settings(guild))
        except StorageError as error:
            log.warning("the last rules could not be read: %s", trace(error))
            kept = ({}, {})
        for body in kept:
            found = _rules_in(body, game)
            if found is not None:
                return found
        return game.book.rules()

    async def remember(self, read: TableRead) -> None:
        """Remember the rules of a match that begins, for its host and its server."""
        changes = {"rules": {read.game.key: dict(read.rules)}}
        try:
            await self._store.change_preferences(read.host, changes)
            await self._store.change_guild_settings(read.place.guild, changes)
        except StorageError as error:
            log.warning("the rules of table %d were not remembered: %s", read.id, trace(error))

    async def resting_in(self, channel: int) -> int | None:
        """Return the table that was put to rest in a channel last, if one was."""
        try:
            rows = await self._store.suspended_in(channel)
        except StorageError as error:
            raise NotWritten from error
        return next((row.id for row in rows if row.suspended_why in TAKEN_UP), None)


def _settings(body: Mapping[str, Any]) -> ServerSettings:
    presets = body.get("preset")
    language = body.get("language")
    return ServerSettings(
        language=language if isinstance(language, str) else "",
        clock=_one_of("clock", body.get("clock")),
        threads=_one_of("threads", body.get("threads")),
        computers=body.get("computers") is not False,
        pictures=body.get("pictures") is not False,
        quiet=body.get("quiet") is True,
        hints=body.get("hints") is not False,
        presets=MappingProxyType(dict(presets) if isinstance(presets, dict) else {}),
    )


def _one_of(key: str, value: object) -> str:
    return value if isinstance(value, str) and value in CHOICES[key] else CHOICES[key][0]


def _rules_in(body: Mapping[str, Any], game: Game) -> Rules | None:
    """Return the rules remembered for a game; None where there are none, or they are outdated."""
    every = body.get("rules")
    kept = every.get(game.key) if isinstance(every, dict) else None
    if not isinstance(kept, dict):
        return None
    try:
        return game.book.rules(kept)
    except RulesError:
        log.info("rules of %s that were remembered are not known any more", game.key)
        return None
