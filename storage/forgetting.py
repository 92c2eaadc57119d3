"""Forgetting: people who ask for it, and what has been kept long enough."""

import secrets
import sqlite3

from storage.database import Database
from storage.rows import from_json, to_json
from storage.tables import AT_ONCE

NOBODY = "—"
"""The name that stands in a log for somebody who was forgotten."""

_NAMED = "actor = ? AND actor IS NOT NULL AND kind NOT IN ('acted', 'cut')"


class Forgetting:
    """Removes what is kept about people and old matches, in units that keep nobody waiting."""

    _database: Database

    async def forget_user(self, user_id: int) -> None:
        """Remove all that is kept about a user; results stay, and nobody can tell whose they were.

        Ended tables where they did something go, with their logs. In the logs of other tables
        a number below zero, drawn for the purpose, stands for them: they should have left the open
        ones before. It may be asked again where it was cut short.
        """
        while await self._forget_some_results(user_id):
            pass
        for table in ("standings", "preferences"):
            await self._run(f"DELETE FROM {table} WHERE user_id = ?", user_id)
        for table_id in await self._tables_naming(user_id):
            await self._forget_at(table_id, user_id)

    async def forget_results(self, before: int) -> int:
        """Remove results, with their records, that are older than this moment; sums stay.

        Gives how many went: at most a few hundred at a time.
        """

        def unit(connection: sqlite3.Connection) -> int:
            rows = connection.execute(
                "DELETE FROM results WHERE id IN"
                " (SELECT id FROM results WHERE finished_at < ? LIMIT ?) RETURNING id",
                (before, AT_ONCE),
            ).fetchall()
            return len(list(rows))

        return await self._database.write(unit)

    async def _forget_some_results(self, user_id: int) -> bool:
        def unit(connection: sqlite3.Connection) -> bool:
            rows = connection.execute(
                "UPDATE result_players SET user_id = NULL, name = '' WHERE (result_id, number) IN"
                " (SELECT result_id, number FROM result_players WHERE user_id = ? LIMIT ?)"
                " RETURNING result_id",
                (user_id, AT_ONCE),
            ).fetchall()
            return bool(list(rows))

        return await self._database.write(unit)

    async def _tables_naming(self, user_id: int) -> tuple[int, ...]:
        def query(connection: sqlite3.Connection) -> tuple[int, ...]:
            rows = connection.execute(
                f"SELECT table_id FROM log WHERE {_NAMED} UNION SELECT table_id FROM log"
                " WHERE json_extract(body, '$.user') = ? AND kind = 'invited' ORDER BY table_id",
                (user_id, user_id),
            ).fetchall()
            return tuple(int(row[0]) for row in rows)

        return await self._database.read(query)

    async def _forget_at(self, table_id: int, user_id: int) -> None:
        pseudonym = -1 - secrets.randbelow(2**62)

        def unit(connection: sqlite3.Connection) -> None:
            gone = connection.execute(
                "DELETE FROM tables WHERE id = ? AND phase = 'ended' RETURNING id", (table_id,)
            ).fetchall()
            if list(gone):
                return
            rows = connection.execute(
                "SELECT seq, body FROM log WHERE table_id = ? AND kind NOT IN ('acted', 'cut')",
                (table_id,),
            ).fetchall()
            bodies = [(int(row["seq"]), from_json(row["body"])) for row in rows]
            connection.executemany(
                "UPDATE log SET body = ? WHERE table_id = ? AND seq = ?",
                [
                    (to_json(_without(body, user_id, pseudonym)), table_id, seq)
                    for seq, body in bodies
                    if user_id in body.values()
                ],
            )
            for sql in (
                "UPDATE log SET actor = :now WHERE table_id = :table AND actor = :user",
                "UPDATE tables SET host_id = :now WHERE id = :table AND host_id = :user",
                "UPDATE seats SET user_id = :now, name = :name"
                " WHERE table_id = :table AND user_id = :user",
            ):
                connection.execute(
                    sql, {"now": pseudonym, "table": table_id, "user": user_id, "name": NOBODY}
                )

        await self._database.write(unit)

    async def _run(self, sql: str, *values: int | str) -> None:
        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self._database.write(unit)


def _without(body: dict[str, object], user_id: int, pseudonym: int) -> dict[str, object]:
    """Give a log entry's body with a user's number replaced, and the name beside it."""
    found = {key: pseudonym if value == user_id else value for key, value in body.items()}
    if "name" in body:
        found["name"] = NOBODY
    return found
