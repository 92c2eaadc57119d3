"""Tables, seats and logs on disk."""

import sqlite3
from collections.abc import Sequence

from storage.database import Database
from storage.errors import AlreadyWritten, ChannelTaken, LogGap, NoSuchTable
from storage.models import (
    LogRow,
    NewResult,
    NewTable,
    SeatRow,
    StoredTable,
    TableChanges,
    TableRow,
)
from storage.results import write_result
from storage.rows import columns, models
from storage.standings import Rate, no_rating

# Word for word as in the indexes, or SQLite would not use them.
OPEN = "phase IN ('lobby', 'playing', 'over')"
SUSPENDED = "phase = 'suspended'"
ENDED = "phase = 'ended'"

OUT_OF_PLAY = ("over", "ended", "suspended")

# Rows that one unit removes at most, so that nobody's click waits for a great clearing.
AT_ONCE = 200


class Tables:
    """What is kept of tables. Each method that writes is one unit: all of it or nothing."""

    _database: Database
    _rate: Rate = staticmethod(no_rating)

    async def open_table(
        self,
        new: NewTable,
        seats: Sequence[SeatRow] = (),
        entries: Sequence[LogRow] = (),
        *,
        instead_of: int | None = None,
    ) -> TableRow:
        """Open a table in a channel; the table `instead_of` ends with it, as for a rematch.

        Raises ChannelTaken with the table that is open there, LogGap unless the entries begin
        at 1, NoSuchTable.
        """

        def unit(connection: sqlite3.Connection) -> TableRow:
            if instead_of is not None:
                _update(
                    connection,
                    instead_of,
                    (),
                    TableChanges(phase="ended", due_at=None, touched_at=new.opened_at),
                )
            fields = columns(new) | {"touched_at": new.opened_at, "log_length": len(entries)}
            names, values = ", ".join(fields), ", ".join(f":{name}" for name in fields)
            try:
                rows = connection.execute(
                    f"INSERT INTO tables ({names}) VALUES ({values}) RETURNING *", fields
                ).fetchall()
            except sqlite3.IntegrityError as error:
                _raise_if_taken(connection, error, new.channel_id)
                raise
            (row,) = models(TableRow, rows)
            _write_log(connection, row.id, entries)
            _write_seats(connection, row.id, seats)
            return row

        _check_order(0, entries, 0)
        return await self._database.write(unit)

    async def commit(
        self,
        table_id: int,
        entries: Sequence[LogRow] = (),
        changes: TableChanges | None = None,
        seats: Sequence[SeatRow] | None = None,
        result: NewResult | None = None,
    ) -> None:
        """Write what happened at a table, all of it or nothing.

        `seats`, where given, are all the seats. Raises AlreadyWritten when the log has an entry
        of that number, LogGap when one before it is missing, ChannelTaken when the table would
        open beside another one, NoSuchTable.
        """

        def unit(connection: sqlite3.Connection) -> None:
            _update(connection, table_id, entries, changes)
            _write_log(connection, table_id, entries)
            if seats is not None:
                connection.execute("DELETE FROM seats WHERE table_id = ?", (table_id,))
                _write_seats(connection, table_id, seats)
            if result is not None:
                write_result(connection, result, self._rate)

        if entries:
            _check_order(table_id, entries, entries[0].seq - 1)
        return await self._database.write(unit)

    async def set_board(
        self, table_id: int, channel_id: int | None, message_id: int | None, posted_at: int | None
    ) -> None:
        """Remember where the board is, or, with three times None, that there is none.

        A table that has gone meanwhile is no error: there is nothing left to remember.
        """

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE tables SET board_channel_id = ?, board_message_id = ?, board_posted_at = ?"
                " WHERE id = ?",
                (channel_id, message_id, posted_at, table_id),
            )

        await self._database.write(unit)

    async def load(self, table_id: int) -> StoredTable:
        """Give a table with seats and log; raises NoSuchTable, and LogGap for a log with holes."""

        def query(connection: sqlite3.Connection) -> StoredTable:
            row = _row(connection, table_id)
            seats = connection.execute(
                "SELECT seat, user_id, name, level FROM seats WHERE table_id = ? ORDER BY seat",
                (table_id,),
            ).fetchall()
            log = connection.execute(
                "SELECT seq, at, kind, body, actor FROM log WHERE table_id = ? ORDER BY seq",
                (table_id,),
            ).fetchall()
            return StoredTable(row=row, seats=models(SeatRow, seats), log=models(LogRow, log))

        table = await self._database.read(query)
        _check_order(table_id, table.log, 0)
        if len(table.log) != table.row.log_length:
            raise LogGap(table_id, table.row.log_length, len(table.log))
        return table

    async def table(self, table_id: int) -> TableRow:
        """Give a table's row, whatever its phase; raises NoSuchTable."""
        return await self._database.read(lambda connection: _row(connection, table_id))

    async def open_tables(self) -> tuple[TableRow, ...]:
        """List every open table by number, without seats and logs."""
        return await self._rows(f"WHERE {OPEN} ORDER BY +id")

    async def stirring(self) -> tuple[int, ...]:
        """List by number the open tables where something goes on by itself."""
        return await self._numbers("WHERE stirs = 1 AND phase = 'playing' ORDER BY id")

    async def boards_to_bring(self, within: int) -> tuple[int, ...]:
        """List the open tables whose board may not show the latest.

        Those without one, and those touched in the last `within` ms before the latest touch.
        """
        return await self._numbers(
            f"WHERE {OPEN} AND (board_message_id IS NULL OR touched_at >"
            f" (SELECT max(touched_at) FROM tables WHERE {OPEN}) - ?) ORDER BY +id",
            within,
        )

    async def last_boards(self) -> tuple[int, ...]:
        """List the tables that went out of play and whose board was not seen to say so."""
        return await self._numbers("WHERE last_board_due = 1 ORDER BY id")

    async def last_board_shown(self, table_id: int) -> None:
        """Note that the board of a table that is out of play says so, or never will."""

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute("UPDATE tables SET last_board_due = 0 WHERE id = ?", (table_id,))

        await self._database.write(unit)

    async def board(self, table_id: int) -> tuple[int, int, int] | None:
        """Give a table's board: channel, message, and when it was posted; None without one."""

        def query(connection: sqlite3.Connection) -> tuple[int, int, int] | None:
            rows = connection.execute(
                "SELECT board_channel_id, board_message_id, coalesce(board_posted_at, 0)"
                " FROM tables WHERE id = ? AND board_message_id IS NOT NULL",
                (table_id,),
            ).fetchall()
            return next(((int(row[0]), int(row[1]), int(row[2])) for row in rows), None)

        return await self._database.read(query)

    async def in_channel(self, channel_id: int) -> TableRow | None:
        """Give the table that is open in a channel or thread."""
        found = await self._rows(f"WHERE channel_id = ? AND {OPEN}", channel_id)
        return found[0] if found else None

    async def suspended_in(self, channel_id: int) -> tuple[TableRow, ...]:
        """List the tables that could be taken up again in a channel, the latest first."""
        return await self._rows(
            f"WHERE channel_id = ? AND {SUSPENDED} ORDER BY touched_at DESC, id DESC", channel_id
        )

    async def of_guild(self, guild_id: int) -> tuple[TableRow, ...]:
        """List the open tables of a server."""
        return await self._rows(f"WHERE guild_id = ? AND +{OPEN} ORDER BY id", guild_id)

    async def of_user(self, user_id: int) -> tuple[TableRow, ...]:
        """List the open tables where a user has a seat, also one that a computer minds."""
        return await self._rows(
            "WHERE id IN (SELECT table_id FROM seats WHERE user_id = ?)"
            f" AND +{OPEN} ORDER BY touched_at DESC, id DESC",
            user_id,
        )

    async def due(self, before: int) -> tuple[TableRow, ...]:
        """List the open tables whose deadline is not after this moment, the earliest first."""
        return await self._rows(f"WHERE due_at <= ? AND +{OPEN} ORDER BY due_at, id", before)

    async def next_due(self) -> int | None:
        """Give the earliest deadline of all open tables."""
        found = await self._rows(f"WHERE due_at IS NOT NULL AND +{OPEN} ORDER BY due_at LIMIT 1")
        return found[0].due_at if found else None

    async def count_by_phase(self) -> dict[str, int]:
        """Count the tables of each phase that there are any of."""

        def query(connection: sqlite3.Connection) -> dict[str, int]:
            rows = connection.execute(
                "SELECT phase, count(*) FROM tables GROUP BY phase"
            ).fetchall()
            return {str(row[0]): int(row[1]) for row in rows}

        return await self._database.read(query)

    async def sign_of_life(self, now: int) -> None:
        """Note that the bot is up, for `make_up_for_downtime` after the next start."""
        await self._database.write(lambda connection: _note_alive(connection, now))

    async def make_up_for_downtime(self, now: int) -> int:
        """Put every deadline off by the time since the last sign of life; give that time in ms."""

        def unit(connection: sqlite3.Connection) -> int:
            rows = connection.execute(
                "SELECT max(0, ? - CAST(value AS INTEGER)) FROM meta WHERE key = 'alive_at'",
                (now,),
            ).fetchall()
            down = next((int(row[0]) for row in rows), 0)
            connection.execute(
                "UPDATE tables SET due_at = due_at + ? WHERE due_at IS NOT NULL", (down,)
            )
            _note_alive(connection, now)
            return down

        return await self._database.write(unit)

    async def clock_was_set(self, by: int, since: int, now: int, longest: int) -> None:
        """Move every deadline along with the clock, which was set forward or back by `by` ms.

        Those of tables touched between `since` and `now` were set by the clock as it is. None
        stays further ahead than the `longest` that anything is waited for.
        """

        def unit(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE tables SET due_at = min(due_at + ?, ?) WHERE due_at IS NOT NULL"
                " AND touched_at NOT BETWEEN ? AND ?",
                (by, now + longest, since, now),
            )

        await self._database.write(unit)

    async def forget_ended(self, before: int) -> int:
        """Remove tables, with their logs, that ended and were last touched before this moment.

        Results stay. Gives how many went: at most a few hundred at a time.
        """

        def unit(connection: sqlite3.Connection) -> int:
            rows = connection.execute(
                "DELETE FROM tables WHERE id IN (SELECT id FROM tables"
                f" WHERE {ENDED} AND touched_at < ? LIMIT ?) RETURNING id",
                (before, AT_ONCE),
            ).fetchall()
            return len(list(rows))

        return await self._database.write(unit)

    async def _numbers(self, condition: str, *values: int) -> tuple[int, ...]:
        def query(connection: sqlite3.Connection) -> tuple[int, ...]:
            rows = connection.execute(f"SELECT id FROM tables {condition}", values).fetchall()
            return tuple(int(row[0]) for row in rows)

        return await self._database.read(query)

    async def _rows(self, condition: str, *values: int) -> tuple[TableRow, ...]:
        def query(connection: sqlite3.Connection) -> tuple[TableRow, ...]:
            rows = connection.execute(f"SELECT * FROM tables {condition}", values).fetchall()
            return models(TableRow, rows)

        return await self._database.read(query)


def _update(
    connection: sqlite3.Connection,
    table_id: int,
    entries: Sequence[LogRow],
    changes: TableChanges | None,
) -> None:
    """Bring a table's row up to date, provided that the entries follow on its log."""
    fields = columns(changes, sorted(changes.model_fields_set)) if changes is not None else {}
    if entries:
        fields.setdefault("touched_at", entries[-1].at)
    if fields.get("phase") in OUT_OF_PLAY:
        fields["last_board_due"] = 1
    assignments = [f"{name} = :{name}" for name in fields]
    assignments.append("log_length = log_length + :more")
    expected = entries[0].seq - 1 if entries else None
    try:
        updated = connection.execute(
            f"UPDATE tables SET {', '.join(assignments)} WHERE id = :id"
            " AND log_length = coalesce(:expected, log_length)",
            fields | {"id": table_id, "more": len(entries), "expected": expected},
        )
    except sqlite3.IntegrityError as error:
        _raise_if_taken(connection, error, _row(connection, table_id).channel_id)
        raise
    if updated.rowcount:
        return
    length = _row(connection, table_id).log_length
    if expected is not None and expected < length:
        raise AlreadyWritten(table_id, expected + 1)
    raise LogGap(table_id, length + 1, (expected or 0) + 1)


def _write_log(connection: sqlite3.Connection, table_id: int, entries: Sequence[LogRow]) -> None:
    if not entries:
        return
    try:
        connection.executemany(
            "INSERT INTO log (table_id, seq, at, kind, body, actor)"
            " VALUES (:table_id, :seq, :at, :kind, :body, :actor)",
            [columns(entry) | {"table_id": table_id} for entry in entries],
        )
    except sqlite3.IntegrityError as error:
        if "log.seq" in str(error):
            raise AlreadyWritten(table_id, entries[0].seq) from error
        raise


def _write_seats(connection: sqlite3.Connection, table_id: int, seats: Sequence[SeatRow]) -> None:
    if seats:
        connection.executemany(
            "INSERT INTO seats (table_id, seat, user_id, name, level)"
            " VALUES (:table_id, :seat, :user_id, :name, :level)",
            [columns(seat) | {"table_id": table_id} for seat in seats],
        )


def _row(connection: sqlite3.Connection, table_id: int) -> TableRow:
    rows = connection.execute("SELECT * FROM tables WHERE id = ?", (table_id,)).fetchall()
    found = models(TableRow, rows)
    if not found:
        raise NoSuchTable(table_id)
    return found[0]


def _raise_if_taken(
    connection: sqlite3.Connection, error: sqlite3.IntegrityError, channel_id: int
) -> None:
    if "tables.channel_id" not in str(error):
        return
    (row,) = connection.execute(
        f"SELECT id FROM tables WHERE channel_id = ? AND {OPEN}", (channel_id,)
    ).fetchall()
    raise ChannelTaken(int(row[0])) from error


def _note_alive(connection: sqlite3.Connection, now: int) -> None:
    connection.execute(
        "INSERT INTO meta (key, value) VALUES ('alive_at', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (str(now),),
    )


def _check_order(table_id: int, entries: Sequence[LogRow], before: int) -> None:
    for expected, entry in enumerate(entries, start=before + 1):
        if entry.seq != expected:
            raise LogGap(table_id, expected, entry.seq)
