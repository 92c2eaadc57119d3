"""Measure what remains of matches with a great many finished deals in a database of its own.

The matches are those of record files, over and over, with people drawn at random. Printed are the
seconds of a page of each kind (the median and the worst of many), and the bytes on disk a match.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from bot.command_line import CannotDo, files
from bot.games.record import BadRecord, Record, parse, replay
from bot.tables.ratings import rate
from storage import results
from storage.database import Database
from storage.models import NewResult, ResultPlayer
from storage.store import Store

PEOPLE: Final = 20_000
SERVERS: Final = 200
CHANNELS: Final = 5
AT_ONCE: Final = 128
WRITTEN: Final = 50_000
"""How many deals are written as the bot writes them; the others are copies of those rows."""
ROUNDS: Final = 100
"""How often each page is asked for."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("files", nargs="+", metavar="RECORD", help="files of finished matches")
    parser.add_argument("--deals", type=int, default=1_000_000, help="how many deals; a million")
    parser.add_argument("--database", type=Path, help="keep the database here, to look at it")


def run(given: argparse.Namespace) -> int:
    """Fill a database, and print what was measured."""
    matches = [_match(record) for name in given.files for record in files.records(files.read(name))]
    with tempfile.TemporaryDirectory() as folder:
        path = given.database or Path(folder) / "bench.sqlite3"
        # Compressing is most of the work of writing, and here the same over and over.
        packed = {id(one.given["deals"]): results.pack(one.given) for one in matches}
        with patch.object(results, "pack", lambda record: packed[id(record["deals"])]):
            asyncio.run(_measure(path, matches, given.deals))
    return 0


@dataclass(frozen=True, slots=True)
class _Match:
    record: Record
    given: dict[str, object]
    deals: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]


def _match(given: object | BadRecord) -> _Match:
    if isinstance(given, BadRecord) or not isinstance(given, dict):
        raise CannotDo("that is no record")
    record = parse(given)
    played = replay(record)
    if played.over is None:
        raise CannotDo("only finished matches are kept")
    match = played.match
    return _Match(record, given, len(match.results), match.totals, played.over.winners)


async def _measure(path: Path, matches: Sequence[_Match], deals: int) -> None:
    chance = Random(1)
    async with await Database.open(path) as database:
        store = Store(database, rate)
        begun = time.perf_counter()
        written = await _fill(store, matches, min(deals, WRITTEN), chance)
        each = (time.perf_counter() - begun) / written * 1000
        print(f"{written:,} matches written as the bot does, {each:.1f} ms each", flush=True)
        copies = max(1, -(-deals // WRITTEN))
        for number in range(1, copies):
            await database.write(partial(_copy, number, written))
        written *= copies
        print(f"{written:,} matches of {min(deals, WRITTEN) * copies:,} deals", flush=True)
        size = sum(one.stat().st_size for one in path.parent.glob(f"{path.name}*"))
        print(f"{size / 2**20:,.0f} MiB on disk, {size / written:,.0f} bytes a match")
        for name, page in _pages(store, chance).items():
            await _time(name, page)


async def _fill(store: Store, matches: Sequence[_Match], deals: int, chance: Random) -> int:
    written = done = 0
    while done < deals:
        some = [chance.choice(matches) for _ in range(AT_ONCE)]
        new = [_result(one, written + n, chance) for n, one in enumerate(some, 1)]
        await asyncio.gather(*(store.save_result(result) for result in new))
        written += len(new)
        done += sum(one.deals for one in some)
    return written


def _copy(number: int, count: int, connection: sqlite3.Connection) -> None:
    """Write every match once more, with other people and of a later time."""
    values = {"ids": number * count, "people": number * PEOPLE, "time": number * count * 1000}
    for sql in (
        "INSERT INTO results SELECT id + :ids, table_id + :ids, guild_id, channel_id, game, rules,"
        " started_at + :time, finished_at + :time, deals, rated, parent_id FROM results"
        " WHERE id <= :count",
        "INSERT INTO records SELECT result_id + :ids, packed FROM records"
        " WHERE result_id <= :count",
        "INSERT INTO result_players SELECT result_id + :ids, number, seat, user_id + :people, name,"
        " level, side, won, left_early, rated, deals, score, rating, facts FROM result_players"
        " WHERE result_id <= :count",
        "INSERT INTO standings SELECT guild_id, game, user_id + :people, name, mu, sigma,"
        " rating + :ids * 1e-7, rated, matches, won, left_early, deals, score, facts, last_at"
        " FROM standings WHERE user_id <= :first",
    ):
        connection.execute(sql, {**values, "count": count, "first": PEOPLE})


def _result(match: _Match, number: int, chance: Random) -> NewResult:
    # A few servers and people have most of the matches, as in life.
    guild = 1 + int(SERVERS * chance.random() ** 3)
    game = match.record.game
    users = chance.sample(range(PEOPLE), game.seats)
    players = tuple(
        ResultPlayer(
            number=seat,
            seat=seat,
            side=game.side_of(seat),
            won=seat in match.winners,
            score=match.totals[game.side_of(seat)],
            name=f"Player {users[seat]}",
            user_id=1 + int(users[seat] * chance.random()),
            rated=True,
            deals=match.deals,
            facts={"games": 1, "slams": 2},
        )
        for seat in range(game.seats)
    )
    return NewResult(
        table_id=number,
        guild_id=guild,
        channel_id=guild * CHANNELS + chance.randrange(CHANNELS),
        game=game.key,
        rules=game.book.differing(match.record.rules),
        started_at=number * 1000,
        finished_at=number * 1000 + 500,
        deals=match.deals,
        rated=True,
        players=players,
        record=match.given,
    )


def _pages(store: Store, chance: Random) -> dict[str, Callable[[], Awaitable[object]]]:
    """Return what is measured, on the busiest server and channel."""

    async def profile() -> object:
        rated = await store.count_rated(1, "bura")
        (row,) = await store.leaderboard(1, "bura", 1, chance.randrange(min(500, rated)))
        return await store.rank(row), await store.ratings_over_time(1, "bura", row.user_id)

    async def board(offset: int) -> object:
        return await store.count_rated(1, "bura"), await store.leaderboard(1, "bura", 10, offset)

    return {
        "leaderboard, first page": lambda: board(0),
        "leaderboard, page 100": lambda: board(1000),
        "history, first page": lambda: store.recent_results(CHANNELS, 6, 0),
        "history, page 200": lambda: store.recent_results(CHANNELS, 6, 1000),
        "statistics of a player": profile,
        "a record": lambda: store.record(1 + chance.randrange(1000)),
    }


async def _time(name: str, page: Callable[[], Awaitable[object]]) -> None:
    taken = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        found = await page()
        taken.append((time.perf_counter() - begun) * 1000)
        if not found and "first" in name:
            raise CannotDo(f"{name}: nothing was found")
    middle = statistics.median(taken)
    print(
        json.dumps({"page": name, "median_ms": round(middle, 2), "worst_ms": round(max(taken), 2)})
    )
