"""What people and servers have chosen, and small things remembered by name."""

import sqlite3
from collections import OrderedDict

from storage.database import Database
from storage.models import Object
from storage.rows import from_json, to_json
from storage.tables import AT_ONCE

SERVERS_KEPT = 2_000


class People:
    """Preferences of users, settings of servers, and the bot's own notes."""

    _database: Database
    _servers: OrderedDict[int, Object]
    _changes_of_servers: int

    async def preferences(self, user_id: int) -> Object:
        """Give a user's preferences; empty where nothing was chosen."""
        return await self._body("SELECT body FROM preferences WHERE user_id = ?", user_id)

    async def change_preferences(self, user_id: int, changes: Object) -> Object:
        """Merge into a user's preferences and give them; a key goes with None (RFC 7396)."""
        return await self._change(
            "INSERT INTO preferences (user_id, body) VALUES (:id, json_patch('{}', :changes))"
            " ON CONFLICT (user_id) DO UPDATE SET body = json_patch(body, :changes)"
            " RETURNING body",
            user_id,
            changes,
        )

    async def guild_settings(self, guild_id: int) -> Object:
        """Give a server's settings; empty where nothing was chosen.

        They are asked for with every board, so those asked for last are kept at hand.
        """
        kept = self._servers.get(guild_id)
        if kept is None:
            changes = self._changes_of_servers
            sql = "SELECT body FROM guild_settings WHERE guild_id = ?"
            kept = await self._body(sql, guild_id)
            # What was changed while it was read may be older than the change.
            if changes == self._changes_of_servers:
                self._servers[guild_id] = kept
                if len(self._servers) > SERVERS_KEPT:
                    self._servers.popitem(last=False)
        return dict(kept)

    def _changed_server(self, guild_id: int) -> None:
        self._changes_of_servers += 1
        self._servers.pop(guild_id, None)

    async def change_guild_settings(self, guild_id: int, changes: Object) -> Object:
        """Merge into a server's settings and give them; a key goes with None (RFC 7396)."""
        try:
            return await self._change(
                "INSERT INTO guild_settings (guild_id, body)"
                " VALUES (:id, json_patch('{}', :changes))"
                " ON CONFLICT (guild_id) DO UPDATE SET body = json_patch(body, :changes)"
                " RETURNING body",
                guild_id,
                changes,
            )
        finally:
            self._changed_server(guild_id)

    async def guild_left(self, guild_id: int, at: int) -> None:
        """Note that the bot was removed from a server; an earlier note stays."""
        await self._run(
            "INSERT INTO guild_settings (guild_id, body, left_at) VALUES (?, '{}', ?)"
            " ON CONFLICT (guild_id) DO UPDATE SET left_at = coalesce(left_at, excluded.left_at)",
            guild_id,
            at,
        )

    async def guild_joined(self, guild_id: int) -> None:
        """Note that the bot is in a server again."""
        await self._run("UPDATE guild_settings SET left_at = NULL WHERE guild_id = ?", guild_id)

    async def guilds_left(self, before: int) -> tuple[int, ...]:
        """List the servers that the bot left before this moment and has not come back to."""

        def query(connection: sqlite3.Connection) -> tuple[int, ...]:
            rows = connection.execute(
                "SELECT guild_id FROM guild_settings WHERE left_at < ? ORDER BY left_at", (before,)
            ).fetchall()
            return tuple(int(row[0]) for row in rows)

        return await self._database.read(query)

    async def guilds_known(self) -> tuple[int, ...]:
        """List the servers about which something is kept."""

        def query(connection: sqlite3.Connection) -> tuple[int, ...]:
            # From one server to the next by the index, however many rows each has. The column must
            # bear a name that none of these tables has, or the search would never end.
            rows = connection.execute(
                "WITH RECURSIVE"
                " one (here) AS (SELECT min(guild_id) FROM standings UNION ALL"
                " SELECT (SELECT min(guild_id) FROM standings WHERE guild_id > here) FROM one"
                " WHERE here IS NOT NULL),"
                " two (here) AS (SELECT min(guild_id) FROM tables UNION ALL"
                " SELECT (SELECT min(guild_id) FROM tables WHERE guild_id > here) FROM two"
                " WHERE here IS NOT NULL),"
                " three (here) AS (SELECT min(guild_id) FROM results UNION ALL"
                " SELECT (SELECT min(guild_id) FROM results WHERE guild_id > here) FROM three"
                " WHERE here IS NOT NULL)"
                " SELECT here FROM one WHERE here IS NOT NULL"
                " UNION SELECT here FROM two WHERE here IS NOT NULL"
                " UNION SELECT here FROM three WHERE here IS NOT NULL"
                " UNION SELECT guild_id FROM guild_settings ORDER BY 1"
            ).fetchall()
            return tuple(int(row[0]) for row in rows)

        return await self._database.read(query)

    async def forget_guild(self, guild_id: int) -> None:
        """Remove all that is kept about a server: tables, results, ratings, settings.

        In several units; the settings, with the note that the bot has left, go last, so that a
        forgetting cut short is found again by `guilds_left`.
        """
        for table in ("tables", "results"):
            while await self._remove_some(table, guild_id):
                pass
        await self._run("DELETE FROM standings WHERE guild_id = ?", guild_id)
        await self._run("DELETE FROM guild_settings WHERE guild_id = ?", guild_id)
        self._changed_server(guild_id)

    async def remember(self, key: str, value: str) -> None:
        """Keep a value under a name, in place of an earlier one."""
        await self._run(
            "INSERT INTO meta (key, value) VALUES (?, ?)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            key,
            value,
        )

    async def recall(self, key: str) -> str | None:
        """Give what was remembered under a name."""

        def query(connection: sqlite3.Connection) -> str | None:
            rows = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchall()
            return next((str(row[0]) for row in rows), None)

        return await self._database.read(query)

    async def _body(self, sql: str, of: int) -> Object:
        def query(connection: sqlite3.Connection) -> Object:
            rows = connection.execute(sql, (of,)).fetchall()
            return next((from_json(row["body"]) for row in rows), {})

        return await self._database.read(query)

    async def _change(self, sql: str, of: int, changes: Object) -> Object:
        def unit(connection: sqlite3.Connection) -> Object:
            values = {"id": of, "changes": to_json(changes)}
            (row,) = connection.execute(sql, values).fetchall()
            return from_json(row["body"])

        return await self._database.write(unit)

    async def _remove_some(self, table: str, guild_id: int) -> bool:
        def unit(connection: sqlite3.Connection) -> bool:
            rows = connection.execute(
                f"DELETE FROM {table} WHERE id IN"
                f" (SELECT id FROM {table} WHERE guild_id = ? LIMIT ?) RETURNING id",
                (guild_id, AT_ONCE),
            ).fetchall()
            return bool(list(rows))

        return await self._database.write(unit)

    async def _run(self, sql: str, *values: int | str) -> None:
        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(sql, values)

        await self._database.write(unit)
