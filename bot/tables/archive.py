"""What remains of finished matches, as the rest of the house may read it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.games.record import Record, parse, to_text
from bot.games.registry import GAMES
from bot.tables.errors import NotWritten, TableRefused
from bot.tables.reel import Reel, reel_of
from bot.tables.results import record_of
from bot.tables.service import Tables
from storage.errors import StorageError
from storage.models import RatingPoint, ResultPlayer, ResultRow, Standing
from storage.store import Store

__all__ = ["Archive", "Kept", "RatingPoint", "ResultPlayer", "ResultRow", "Standing"]

KEPT: Final = 16
"""How many matches stay on their reels, for those who step through them."""

PAGE: Final = 5
"""How many matches stand on a page of the history."""

BOARD: Final = 10
"""How many people stand on a page of a leaderboard."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A finished match of a channel: its result, and itself on a reel."""

    result: ResultRow
    reel: Reel
    record: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard: from which rank on, who, and how many there are in all."""

    game: str
    page: int
    rows: tuple[Standing, ...]
    total: int

    @property
    def pages(self) -> int:
        """Return how many pages there are, one at least."""
        return max(1, -(-self.total // BOARD))


@dataclass(frozen=True, slots=True)
class KeptAbout:
    """How much is kept about a person: sums, results, chosen preferences, seats at open tables."""

    standings: tuple[Standing, ...]
    results: int
    preferences: int
    seats: int


class Archive:
    """Finished matches, sums and ratings. Everything in it may be seen by its server."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._reels: OrderedDict[int, tuple[Reel, Mapping[str, object]]] = OrderedDict()

    # ------------------------------------------------------------------ matches

    async def history(self, channel: int, page: int) -> tuple[tuple[ResultRow, ...], bool]:
        """Return a page (from 0) of a channel's matches, and whether there are older ones."""
        rows = await self._store.recent_results(channel, PAGE + 1, max(0, page) * PAGE)
        return rows[:PAGE], len(rows) > PAGE

    async def recent(self, channel: int, limit: int = 25) -> tuple[ResultRow, ...]:
        """Return the latest matches of a channel."""
        return await self._store.recent_results(channel, limit)

    async def match(self, result: int, channel: int, parent: int | None = None) -> Kept:
        """Return a match that was played in a channel (or in a thread of it).

        Raise TableRefused(no_such_match) for any other: what a button names proves nothing.
        """
        row = await self._store.result(result)
        if row is None or not {row.channel_id, row.parent_id} & {channel, parent} - {None}:
            raise TableRefused("no_such_match")
        reel, record = await self._reel(row)
        return Kept(row, reel, record)

    async def of_table(self, table: int) -> int:
        """Return the number of the match played at a table; raise TableRefused(no_such_match)."""
        row = await self._store.result_of_table(table)
        if row is None:
            raise TableRefused("no_such_match")
        return row.id

    async def latest(self, channel: int) -> int:
        """Return the number of the latest match of a channel; raise TableRefused(no_match_yet)."""
        rows = await self._store.recent_results(channel, 1)
        if not rows:
            raise TableRefused("no_match_yet")
        return rows[0].id

    async def _reel(self, row: ResultRow) -> tuple[Reel, Mapping[str, object]]:
        kept = self._reels.get(row.id)
        if kept is not None:
            self._reels.move_to_end(row.id)
            return kept
        found = await self._store.record(row.id)
        if found is None:
            raise TableRefused("no_such_match")
        # A long match takes a moment, and nobody else's click should wait for it.
        made = (await asyncio.to_thread(lambda: reel_of(parse(found))), found)
        self._reels[row.id] = made
        while len(self._reels) > KEPT:
            self._reels.popitem(last=False)
        return made

    # ------------------------------------------------------------------ the table in play

    async def open_record(self, channel: int) -> Mapping[str, object] | None:
        """Return the record of the finished deals of the table that is open in a channel.

        None where there is no such table or none of its deals is finished.
        """
        number = await self._tables.in_channel(channel)
        if number is None:
            return None
        table = await self._tables.table(number)
        if table.match is None or not table.match.results:
            return None
        return record_of(table)

    async def open_deals(self, channel: int) -> Record | None:
        """Return the same as a record that has been read."""
        record = await self.open_record(channel)
        return None if record is None else parse(record)

    # ------------------------------------------------------------------ sums and ratings

    async def standing(
        self, guild: int, game: str, user: int
    ) -> tuple[Standing | None, int | None]:
        """Return what a person has done in a game on a server, and the place by rating."""
        found = await self._store.standing(guild, game, user)
        return found, None if found is None else await self._store.rank(found)

    async def standings(self, guild: int, user: int) -> tuple[Standing, ...]:
        """Return what a person has done on a server, a row a game."""
        rows = await self._store.standings_of(user)
        return tuple(row for row in rows if row.guild_id == guild)

    async def ratings(self, guild: int, game: str, user: int) -> tuple[RatingPoint, ...]:
        """Return how a person's rating moved."""
        return await self._store.ratings_over_time(guild, game, user)

    async def played_last(self, guild: int) -> str | None:
        """Return the game that was played last on a server, of those in which somebody is rated.

        None where no match of any game was finished; of any game where nobody is rated in one.
        """
        found: list[tuple[bool, int, str]] = []
        for game in GAMES:
            for row in await self._store.results_of_guild(guild, game, 1):
                rated = await self._store.leaderboard(guild, game, 1)
                found.append((bool(rated), row.finished_at, game))
        return max(found)[-1] if found else None

    async def leaderboard(self, guild: int, game: str, page: int) -> Board:
        """Return a page (from 0) of a leaderboard."""
        total = await self._store.count_rated(guild, game)
        last = max(0, -(-total // BOARD) - 1)
        page = max(0, min(page, last))
        rows = await self._store.leaderboard(guild, game, BOARD, page * BOARD)
        return Board(game, page, rows, total)

    # ------------------------------------------------------------------ what is kept of a person

    async def kept_about(self, user: int) -> KeptAbout:
        """Return how much is kept about a person."""
        return KeptAbout(
            standings=await self._store.standings_of(user),
            results=await self._store.count_results_of(user),
            preferences=len(await self._store.preferences(user)),
            seats=len(await self._store.of_user(user)),
        )

    async def about(self, user: int) -> Mapping[str, object]:
        """Return all that is kept about a person, as JSON values."""
        results: list[ResultRow] = []
        while len(more := await self._store.results_of_user(user, 200, len(results))) == 200:
            results.extend(more)
        results.extend(more)
        tables = await self._store.of_user(user)
        return {
            "user_id": str(user),
            "preferences": await self._store.preferences(user),
            "standings": [_of_standing(row) for row in await self._store.standings_of(user)],
            "results": [_of_result(row, user) for row in results],
            "open_tables": [
                {"server_id": str(row.guild_id), "channel_id": str(row.channel_id)}
                for row in tables
            ],
        }

    async def forget_user(self, user: int) -> None:
        """Remove all that is kept about a person; raise TableRefused(still_seated), NotWritten."""
        if await self._store.of_user(user):
            raise TableRefused("still_seated")
        try:
            await self._store.forget_user(user)
        except StorageError as error:
            raise NotWritten from error
        self._reels.clear()
        self._tables.read_again()


def file_text(record: Mapping[str, object]) -> bytes:
    """Return a record as the file that people get."""
    return (to_text(record) + "\n").encode("ascii")


def _of_standing(row: Standing) -> dict[str, object]:
    return {**row.model_dump(exclude={"guild_id", "user_id"}), "server_id": str(row.guild_id)}


def _of_result(row: ResultRow, user: int) -> dict[str, object]:
    return {
        "match": row.id,
        "server_id": str(row.guild_id),
        "channel_id": str(row.channel_id),
        "game": row.game,
        "started_at": row.started_at,
        "finished_at": row.finished_at,
        "you": [
            player.model_dump(exclude={"user_id"})
            for player in row.players
            if player.user_id == user
        ],
    }
