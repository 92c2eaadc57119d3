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
    return [_vote(person, END)]


def remove(table: Table, person: Person, number: int) -> list[Entry]:
    """Send away who sits at a seat: the host, a moderator; others vote for it.

    A computer plays the same hand on; who was sent away sits down here again only if invited.
    """
    require_open(table)
    if not 0 <= number < len(table.seats):
        raise TableRefused("no_seat_there")
    user = table.seats[number].user
    if user is None:
        raise TableRefused("nobody_there")
    if user == person.id:
        raise TableRefused("leave_yourself")
    if leads(table, person) or person.moderates(table):
        return _removal(table, number, person.id)
    motion = motion_on(number)
    if person.id not in electors(table, motion):
        raise TableRefused("not_seated")
    if len(electors(table, motion)) < FEWEST:
        raise TableRefused("not_host", host=table.host)
    return [_vote(person, motion)]


def decided(table: Table, actor: int | None) -> list[Entry]:
    """Return what the votes carry as they stand; ``actor`` is who has just done something.

    A vote is counted again after each change, for who counts may have changed with it. An end goes
    before everything else, and motions about people are carried one at a time.
    """
    if not table.open:
        return []
    for motion in sorted(table.matters.votes, key=lambda one: one != END):
        votes = table.matters.votes[motion] & electors(table, motion)
        if len(votes) >= needed(table, motion):
            if motion == END:
                return [Entry(entries.ENDED, {"why": "voted"}, actor=actor)]
            return _removal(table, about_seat(motion), actor)
    return []


def _vote(person: Person, motion: str) -> Entry:
    return Entry(entries.VOTED, {"motion": motion}, actor=person.id)


def _removal(table: Table, number: int, actor: int | None) -> list[Entry]:
    user = table.seats[number].user
    level = DEFAULT_LEVEL if table.phase == "playing" else None
    body: dict[str, Json] = {"seat": number, "user": user, "level": level}
    removed = [Entry(entries.REMOVED, body, actor=actor)]
    heirs = [one for one in table.people if one != user]
    if user == table.host and heirs:
        heir = actor if actor in heirs else heirs[0]
        removed.append(Entry(entries.HOST, {"user": heir}, actor=actor))
    return removed
