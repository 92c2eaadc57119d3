"""Who may end a table and send somebody away: the host, a moderator, or most of the others.

Every function is pure: a table and a wish in, entries out, or a TableRefused with its code.
"""

from __future__ import annotations

from typing import Final

from bot.tables import entries
from bot.tables.entries import Entry, Json
from bot.tables.errors import TableRefused
from bot.tables.matters import END, motion_on
from bot.tables.moves import DEFAULT_LEVEL, Person, leads, require_open
from bot.tables.table import Table

FEWEST: Final = 2
"""Votes without which nobody is sent away: one person alone cannot do it to another."""


def electors(table: Table, motion: str) -> frozenset[int]:
    """Return the people whose votes count: who sits here and is present, less whom it is about."""
    about = None if motion == END else about_seat(motion)
    return frozenset(
        seat.user
        for number, seat in enumerate(table.seats)
        if seat.user is not None and not seat.absent and number != about
    )


def needed(table: Table, motion: str) -> int:
    """Return how many votes carry a motion: more than half."""
    most = len(electors(table, motion)) // 2 + 1
    return most if motion == END else max(FEWEST, most)


def about_seat(motion: str) -> int:
    """Return the seat that a motion is about."""
    return int(motion.rpartition(":")[2])


def end(table: Table, person: Person) -> list[Entry]:
    """End the table: the host, a moderator, or who is alone here; others vote for it."""
    require_open(table)
    alone = not table.people or table.people == (person.id,)
    if leads(table, person) or person.moderates(table) or alone:
        return [Entry(entries.ENDED, {"why": "closed"}, actor=person.id)]
    if table.phase == "lobby" or person.id not in electors(table, END):
        raise TableRefused("not_host", host=table.host)
    return _vote(table, person, END, [Entry(entries.ENDED, {"why": "voted"}, actor=person.id)])


def remove(table: Table, person: Person, number: int) -> list[Entry]:
    """Send away who sits at a seat: the host, a moderator; others vote for it.

    A computer plays the same hand on; who was sent away does not sit down here again.
    """
    require_open(table)
    if not 0 <= number < len(table.seats):
        raise TableRefused("no_seat_there")
    user = table.seats[number].user
    if user is None:
        raise TableRefused("nobody_there")
    if user == person.id:
        raise TableRefused("leave_yourself")
    level = DEFAULT_LEVEL if table.phase == "playing" else None
    body: dict[str, Json] = {"seat": number, "user": user, "level": level}
    removed = [Entry(entries.REMOVED, body, actor=person.id)]
    heirs = [one for one in table.people if one != user]
    if user == table.host and heirs:
        heir = person.id if person.id in heirs else heirs[0]
        removed.append(Entry(entries.HOST, {"user": heir}, actor=person.id))
    if leads(table, person) or person.moderates(table):
        return removed
    motion = motion_on(number)
    if person.id not in electors(table, motion):
        raise TableRefused("not_seated")
    if len(electors(table, motion)) < FEWEST:
        raise TableRefused("not_host", host=table.host)
    return _vote(table, person, motion, removed)


def _vote(table: Table, person: Person, motion: str, carried: list[Entry]) -> list[Entry]:
    vote = Entry(entries.VOTED, {"motion": motion}, actor=person.id)
    votes = table.matters.votes.get(motion, frozenset()) ^ {person.id}
    enough = len(votes & electors(table, motion)) >= needed(table, motion)
    return [vote, *carried] if enough else [vote]
