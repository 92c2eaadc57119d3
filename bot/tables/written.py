"""What of a table is written down, and how it is read back: the log is the truth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.games.game import Event
from bot.tables import deadlines
from bot.tables.entries import Entry, Json
from bot.tables.errors import TableDamaged
from bot.tables.stirring import stirs
from bot.tables.table import Table, apply, opened
from storage.models import LogRow, SeatRow, StoredTable, TableChanges


def replayed(stored: StoredTable) -> Table:
    """Return the table that a stored log gives; raise TableDamaged where it gives none."""
    try:
        first, *rest = (Entry(row.kind, row.body, row.actor) for row in stored.log)
        table, _ = fold(opened(stored.row.id, first), rest)
        if stored.row.phase == "suspended":
            table = replace(table, suspended=stored.row.suspended_why or "unknown")
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise TableDamaged(stored.row.id) from error
    return table


def fold(table: Table, some: Sequence[Entry]) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after some entries, and what happened; raise what the rules refuse."""
    events: list[Event] = []
    for entry in some:
        table, happened = apply(table, entry)
        events.extend(happened)
    return table, tuple(events)


def log_rows(some: Sequence[Entry], seq: int, at: int) -> list[LogRow]:
    """Return the rows of entries that follow on entry ``seq``; ``at`` in milliseconds."""
    return [
        LogRow(seq=seq + n, at=at, kind=entry.kind, body=dict(entry.body), actor=entry.actor)
        for n, entry in enumerate(some, 1)
    ]


def seat_rows(table: Table) -> list[SeatRow]:
    """Return the rows of all seats."""
    return [
        SeatRow(seat=n, user_id=seat.user, name=seat.name, level=seat.level)
        for n, seat in enumerate(table.seats)
    ]


def changes_of(before: Table, after: Table, at: int) -> TableChanges | None:
    """Return what a change of a table means for its row; ``at`` in milliseconds."""
    changed: dict[str, object] = {}
    if before.suspended:
        changed["suspended_why"] = None
    if after.phase != before.phase or before.suspended:
        changed["phase"] = "ended" if after.phase in ("over", "ended") else after.phase
        if not after.open:
            changed["finished_at"] = at
    if after.host != before.host:
        changed["host_id"] = after.host
    if deadlines.begins_anew(before, after):
        wait = deadlines.wait(after)
        changed["due_at"] = None if wait is None else at + int(wait * 1000)
    if stirs(after) != stirs(before):
        changed["stirs"] = stirs(after)
    if after.rules != before.rules:
        changed["rules"] = dict(after.game.book.differing(after.rules))
    return TableChanges.model_validate(changed) if changed else None


def as_json(values: Mapping[str, str]) -> dict[str, Json]:
    """Return texts by key as an entry's body holds them."""
    return dict(values)
