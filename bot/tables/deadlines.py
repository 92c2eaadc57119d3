"""How long a table waits, and what happens then: pure sums, in seconds.

A turn is waited for by the table's clock: one reminder, then the others may let a computer play.
A lobby that nobody touches closes; a match that everybody has forgotten is put to rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.tables import entries
from bot.tables.entries import Entry, Json
from bot.tables.errors import Stale, TableRefused
from bot.tables.moves import DEFAULT_LEVEL, Person, require_open
from bot.tables.table import Table

PATIENCE: Final[Mapping[str, tuple[float, float]]] = MappingProxyType(
    {"relaxed": (300.0, 900.0), "quick": (60.0, 180.0)}
)
"""By clock, after how long the one reminder comes, and after how long a computer may be let in."""

KEPT_FOR: Final = 900.0
"""How long a seat of the lobby is kept for a guest."""

LOBBY: Final = 3600.0
"""How long a lobby stays open that nobody touches."""

FORGOTTEN: Final = 3 * 24 * 3600.0
"""How long a match stays open in which nothing happens."""


def awaited(table: Table) -> int | None:
    """Return the seat of the person whom the match waits for, if it waits for one."""
    decision = table.decision
    if decision is None or not table.seats[decision.player].person:
        return None
    return decision.player


def wait(table: Table) -> float | None:
    """Return how long from its last change a table may be left alone; None where for ever."""
    if not table.open or table.suspended:
        return None
    if table.phase == "lobby":
        if table.matters.invited:
            return KEPT_FOR
        return LOBBY - KEPT_FOR if table.matters.late == "lapsed" else LOBBY
    patience = PATIENCE.get(table.settings.clock)
    if patience is None or awaited(table) is None or table.matters.late == "overdue":
        return FORGOTTEN
    reminder, overdue = patience
    return overdue - reminder if table.matters.late == "reminded" else reminder


def begins_anew(before: Table | None, after: Table) -> bool:
    """Tell whether a change of a table starts another wait."""
    if before is None or after.phase == "lobby":
        return True
    return _what_is_waited_for(before) != _what_is_waited_for(after)


def _what_is_waited_for(table: Table) -> tuple[object, ...]:
    late, clock = table.matters.late, table.settings.clock
    return table.phase, table.suspended, table.version, awaited(table), late, clock


def forgotten(table: Table) -> bool:
    """Tell whether a wait that has ended means that everybody has forgotten the match."""
    return table.phase == "playing" and wait(table) == FORGOTTEN


def ring(table: Table, seq: int) -> list[Entry]:
    """Return what a wait that has ended brings; raise Stale unless ``seq`` is the last entry."""
    if table.seq != seq or not table.open:
        raise Stale
    if table.phase == "lobby":
        if table.matters.invited:
            return [Entry(entries.LAPSED)]
        return [Entry(entries.ENDED, {"why": "expired"})]
    seat = awaited(table)
    if seat is None or forgotten(table):
        raise Stale
    kind = entries.OVERDUE if table.matters.late == "reminded" else entries.REMINDED
    return [Entry(kind, {"seat": seat})]


def overdue(table: Table) -> int | None:
    """Return the seat for which the others may let a computer play, if there is one."""
    return awaited(table) if table.matters.late == "overdue" else None


def deserted(table: Table) -> bool:
    """Tell whether nobody is left at a table but people who do not play."""
    late = overdue(table)
    people = [n for n, seat in enumerate(table.seats) if seat.person]
    return (
        table.phase == "playing" and not table.suspended and late is not None and people == [late]
    )


def stand_in(table: Table, person: Person, number: int) -> list[Entry]:
    """Let a computer play for somebody who has not played for too long; any other player may."""
    require_open(table)
    mine = table.seat_of(person.id)
    if number != overdue(table):
        raise Stale
    if (mine is None and not person.moderates(table)) or mine == number:
        raise TableRefused("not_seated")
    body: dict[str, Json] = {"seat": number, "level": DEFAULT_LEVEL, "absent": True}
    return [Entry(entries.MINDED, body, person.id)]


def here(table: Table, person: Person) -> list[Entry]:
    """Note that a person has looked at the table: who was waited for is back.

    A seat that others gave to a computer is taken back at once; one's own wish stands.
    """
    mine = table.seat_of(person.id)
    if mine is None or not table.open or table.suspended:
        return []
    if table.seats[mine].absent:
        return [Entry(entries.RETURNED, {"seat": mine}, person.id)]
    if mine == awaited(table) and table.matters.late:
        return [Entry(entries.HERE, {"seat": mine}, person.id)]
    return []
