"""What goes on around the seats of a table: guests, the host's office, settings, another match.

Every function is pure: a table and a wish in, entries out, or a TableRefused with its code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields

from bot.tables import entries
from bot.tables.entries import Entry, Json
from bot.tables.errors import TableRefused
from bot.tables.moves import DEFAULT_LEVEL, Person, require_host, require_lobby, require_open
from bot.tables.table import Seat, Settings, Table

CLOCKS = ("relaxed", "quick", "off")


def invite(table: Table, host: Person, guests: Sequence[Person]) -> list[Entry]:
    """Keep a seat for each guest, the host's partner first where there are partners.

    Whoever sits already, and whoever there is no seat for, is left out.
    """
    require_lobby(table)
    require_host(table, host)
    free = [
        n for n, seat in enumerate(table.seats) if seat.empty and n not in table.matters.invited
    ]
    mine = table.seat_of(host.id)
    if mine is not None:
        side = table.game.side_of(mine)
        free.sort(key=lambda number: table.game.side_of(number) != side)
    known = {guest.user for guest in table.matters.invited.values()} | set(table.people)
    new = [guest for guest in guests if guest.id not in known]
    return [
        Entry(entries.INVITED, {"seat": seat, "user": one.id, "name": one.name}, host.id)
        for seat, one in zip(free, dict.fromkeys(new), strict=False)
    ]


def decline(table: Table, person: Person) -> list[Entry]:
    """Give up the seat that is kept for oneself; harmless where none is."""
    require_open(table)
    if all(guest.user != person.id for guest in table.matters.invited.values()):
        return []
    return [Entry(entries.DECLINED, {"user": person.id}, person.id)]


def free_seat(table: Table, person: Person, number: int) -> list[Entry]:
    """Keep a seat for its guest no longer; the host's to do."""
    require_lobby(table)
    require_host(table, person)
    guest = table.matters.invited.get(number)
    return [] if guest is None else [Entry(entries.DECLINED, {"user": guest.user}, person.id)]


def hand_over(table: Table, person: Person, number: int) -> list[Entry]:
    """Make who sits at a seat the host; the host's to do."""
    require_open(table)
    require_host(table, person)
    user = _seat(table, number).user
    if user is None:
        raise TableRefused("nobody_there")
    return [] if user == table.host else [Entry(entries.HOST, {"user": user}, person.id)]


def change_settings(table: Table, person: Person, **changed: Json) -> list[Entry]:
    """Change what a table chose besides its rules; the host's to do, at any time."""
    require_open(table)
    require_host(table, person)
    if changed.get("clock", "off") not in CLOCKS:
        raise TableRefused("unknown_button")
    same = all(getattr(table.settings, name) == value for name, value in changed.items())
    return [] if same else [Entry(entries.SETTINGS, dict(changed), person.id)]


def settings_body(settings: Settings) -> dict[str, Json]:
    """Return settings as an entry holds them."""
    return {one.name: getattr(settings, one.name) for one in fields(settings)}


def resume(table: Table, person: Person) -> list[Entry]:
    """Take up a table again that was put to rest; whoever sits there may."""
    require_open(table)
    if table.seat_of(person.id) is None and not person.moderates(table):
        raise TableRefused("not_seated")
    return [Entry(entries.RESUMED, {}, person.id)]


def again(old: Table, person: Person, *, soon: bool) -> list[Entry]:
    """Return who sits where in another match, the clicker being its host.

    ``soon`` after the first one everybody sits as before; later seats are kept for the others.
    """
    if old.match is None or old.open:
        raise TableRefused("not_over")
    if old.seat_of(person.id) is None:
        raise TableRefused("not_seated")
    wanted: list[Entry] = []
    for number, seat in enumerate(old.seats):
        wanted.extend(_again_at(number, seat, person, soon))
    return wanted


def _again_at(number: int, seat: Seat, host: Person, soon: bool) -> list[Entry]:
    if seat.user is None:
        body: dict[str, Json] = {"seat": number, "level": seat.level or DEFAULT_LEVEL}
        return [Entry(entries.COMPUTER, body, host.id)]
    here: dict[str, Json] = {"seat": number, "user": seat.user, "name": seat.name}
    if seat.user == host.id or (soon and seat.level is None):
        return [Entry(entries.SAT, here, seat.user)]
    return [Entry(entries.INVITED, here, host.id)]


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise TableRefused("no_seat_there")
    return table.seats[number]
