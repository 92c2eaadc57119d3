"""Finished matches on disk."""

import sqlite3
import zlib
from collections.abc import Sequence
from typing import Any

from storage.database import Database
from storage.errors import ResultIsFinal
from storage.models import NewResult, Object, ResultPlayer, ResultRow
from storage.rows import columns, from_json, to_json
from storage.standings import Rate, enter, no_rating

_HEAD = (
    "table_id",
    "guild_id",
    "channel_id",
    "parent_id",
    "game",
    "rules",
    "started_at",
    "finished_at",
    "deals",
    "rated",
)


class Results:
    """What is kept of finished matches."""

    _database: Database
    _rate: Rate = staticmethod(no_rating)

    async def save_result(self, result: NewResult) -> int:
        """Keep a finished match and give its number; raises ResultIsFinal where there is one.

        A match that is not to get lost between two writes goes with `commit` instead.
        """
        return await self._database.write(
            lambda connection: write_result(connection, result, self._rate)
        )

    async def result(self, result_id: int) -> ResultRow | None:
        """Give one result."""
        found = await self._results("WHERE id = ?", result_id)
        return found[0] if found else None

    async def result_of_table(self, table_id: int) -> ResultRow | None:
        """Give the result of the match that was played at a table."""
        found = await self._results("WHERE table_id = ?", table_id)
        return found[0] if found else None

    async def recent_results(
        self, channel_id: int, limit: int = 10, offset: int = 0
    ) -> tuple[ResultRow, ...]:
        """List the results of a channel and of its threads, the latest first."""
        some = "ORDER BY finished_at DESC, id DESC LIMIT ?"
        return await self._results(
            "WHERE id IN (SELECT id FROM ("
            f"SELECT * FROM (SELECT id, finished_at FROM results WHERE channel_id = ? {some})"
            " UNION ALL "
            f"SELECT * FROM (SELECT id, finished_at FROM results WHERE parent_id = ? {some})"
            f") {some} OFFSET ?) ORDER BY finished_at DESC, id DESC",
            channel_id,
            limit + offset,
            channel_id,
            limit + offset,
            limit,
            offset,
        )

    async def results_of_guild(
        self, guild_id: int, game: str, limit: int = 10, offset: int = 0
    ) -> tuple[ResultRow, ...]:
        """List the results of one game on a server, the latest first."""
        return await self._results(
            "WHERE guild_id = ? AND game = ? ORDER BY finished_at DESC, id DESC LIMIT ? OFFSET ?",
            guild_id,
            game,
            limit,
            offset,
        )

    async def results_of_user(
        self, user_id: int, limit: int = 10, offset: int = 0
    ) -> tuple[ResultRow, ...]:
        """List the results of a user on all servers, those written last first."""
        return await self._results(
            "WHERE id IN (SELECT result_id FROM result_players WHERE user_id = ?"
            " ORDER BY result_id DESC LIMIT ? OFFSET ?) ORDER BY id DESC",
            user_id,
            limit,
            offset,
        )

    async def count_results_of(self, user_id: int) -> int:
        """Count the results of a user on all servers."""

        def query(connection: sqlite3.Connection) -> int:
            ((count,),) = connection.execute(
                "SELECT count(*) FROM result_players WHERE user_id = ?", (user_id,)
            ).fetchall()
            return int(count)

        return await self._database.read(query)

    async def record(self, result_id: int) -> Object | None:
        """Give the record of a finished match, with the players' names as they are kept now."""

        def query(connection: sqlite3.Connection) -> Object | None:
            rows = connection.execute(
                "SELECT packed FROM records WHERE result_id = ?", (result_id,)
            ).fetchall()
            names = connection.execute(
                "SELECT name FROM result_players"
                " WHERE result_id = ? AND number = seat ORDER BY number",
                (result_id,),
            ).fetchall()
            for row in rows:
                return _unpack(row["packed"], [name[0] for name in names])
            return None

        return await self._database.read(query)

    async def _results(self, condition: str, *values: int | str) -> tuple[ResultRow, ...]:
        def query(connection: sqlite3.Connection) -> tuple[ResultRow, ...]:
            heads = list(connection.execute(f"SELECT * FROM results {condition}", values))
            ids = [int(head["id"]) for head in heads]
            players = _players(connection, ids)
            return tuple(
                ResultRow.model_validate(dict(head) | {"players": players[head["id"]]})
                for head in heads
            )

        return await self._database.read(query)


def write_result(connection: sqlite3.Connection, result: NewResult, rate: Rate) -> int:
    """Write a result inside a unit, and what it means for people's sums and ratings.

    A table's result is final: raises ResultIsFinal for a second one.
    """
    names, values = ", ".join(_HEAD), ", ".join(f":{name}" for name in _HEAD)
    try:
        ((result_id,),) = connection.execute(
            f"INSERT INTO results ({names}) VALUES ({values}) RETURNING id",
            columns(result, _HEAD),
        ).fetchall()
    except sqlite3.IntegrityError as error:
        if "results.table_id" in str(error):
            raise ResultIsFinal(result.table_id) from error
        raise
    players = enter(connection, result, rate)
    fields = ("result_id", *ResultPlayer.model_fields)
    connection.executemany(
        f"INSERT INTO result_players ({', '.join(fields)})"
        f" VALUES ({', '.join(f':{field}' for field in fields)})",
        [columns(player) | {"result_id": result_id} for player in players],
    )
    connection.execute(
        "INSERT INTO records (result_id, packed) VALUES (?, ?)", (result_id, pack(result.record))
    )
    return int(result_id)


def _players(connection: sqlite3.Connection, ids: Sequence[int]) -> dict[int, list[ResultPlayer]]:
    found: dict[int, list[ResultPlayer]] = {result_id: [] for result_id in ids}
    if not ids:
        return found
    rows = connection.execute(
        f"SELECT * FROM result_players WHERE result_id IN ({', '.join('?' * len(ids))})"
        " ORDER BY result_id, number",
        ids,
    ).fetchall()
    for row in rows:
        fields = dict(row)
        found[fields.pop("result_id")].append(ResultPlayer.model_validate(fields))
    return found


def pack(record: dict[str, Any]) -> bytes:
    """Give a record as it is kept: compressed, without the names of its players."""
    nameless = {key: value for key, value in record.items() if key != "players"}
    return zlib.compress(to_json(nameless).encode(), 9)


def _unpack(packed: bytes, names: list[str]) -> Object:
    return from_json(zlib.decompress(packed).decode()) | {"players": names}
