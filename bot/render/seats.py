"""The private page about the seats: who is where, and what may be done about it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.render.board import teller
from bot.render.custom_ids import custom_id
from bot.render.lobby import seats_text
from bot.render.screen import Button, Menu, Option, Row, Screen
from bot.render.tell import Tell
from bot.tables.lobby import CLOCKS
from bot.tables.read import TableRead


def seats(
    read: TableRead,
    language: str,
    user: int,
    levels: Sequence[str],
    *,
    chosen: int | None = None,
    note: str = "",
) -> Screen:
    """Return the seats for a person; with a seat ``chosen``, what this person may do about it."""
    told = teller(read, language)
    rows: list[Row] = [_seat_menu(read, chosen, told)]
    parts = [note, seats_text(read, told), _chosen_text(read, told)]
    if chosen is not None:
        options = _options(read, user, levels, chosen, told)
        if options:
            name = told.text("seats.about", place=told.place(chosen))
            rows.append(Menu(custom_id(read.id, "seatdo", str(chosen)), name, options))
        else:
            parts.append(told.text("seats.nothing"))
    if leads(read, user):
        rows.append(_clock_menu(read, told))
    rows.append(_last_row(read, user, told))
    return Screen(
        title=told.text("seats.title"),
        text="\n\n".join(part for part in parts if part),
        rows=tuple(rows),
    )


def leads(read: TableRead, user: int) -> bool:
    """Tell whether a person is the host, or sits where the host has gone."""
    people = [seat.user for seat in read.seats if seat.user is not None]
    return read.host == user or (read.host not in people and user in people)


def _chosen_text(read: TableRead, told: Tell) -> str:
    clock = told.text(f"clock.{read.settings.clock}")
    lines = [told.text("seats.clock", clock=clock)]
    if read.settings.quiet:
        lines.append(told.text("seats.quiet"))
    if not read.settings.hints:
        lines.append(told.text("seats.no_hints"))
    return "\n".join(lines)


def _seat_menu(read: TableRead, chosen: int | None, told: Tell) -> Menu:
    options = tuple(
        Option(str(n), told.place(n), who(read, n, told).replace("*", ""), chosen=n == chosen)
        for n in range(len(read.seats))
    )
    return Menu(custom_id(read.id, "seatof"), told.text("seats.choose"), options)


def who(read: TableRead, number: int, told: Tell) -> str:
    """Return who sits at a seat, or for whom it is kept."""
    seat = read.seats[number]
    guest = read.matters.invited.get(number)
    if guest is not None:
        return told.text("lobby.kept", name=guest.name)
    if seat.empty:
        return told.text("lobby.empty")
    if seat.user is None:
        return told.text("lobby.computer", level=told.text(f"level.{seat.level}"))
    if seat.level is not None:
        return told.text("board.minded", name=seat.name)
    return seat.name


def _options(
    read: TableRead, user: int, levels: Sequence[str], number: int, told: Tell
) -> tuple[Option, ...]:
    seat = read.seats[number]
    host = leads(read, user)
    found: list[Option] = []

    def option(value: str, key: str, **facts: object) -> None:
        found.append(Option(value, told.text(key, **facts)))

    if read.phase == "lobby" and host and seat.user is None:
        if number in read.matters.invited:
            option("free", "seats.unkept")
        elif read.settings.computers:
            for level in levels:
                if level != seat.level:
                    name = told.text(f"level.{level}")
                    option(f"computer:{level}", "seats.computer", level=name)
            if seat.level is not None:
                option("free", "seats.free")
    if seat.user is None or read.phase not in ("lobby", "playing"):
        return tuple(found)
    if seat.user == user:
        return tuple(found)
    name = seat.name
    if read.seat is not None and seat.level is None and read.matters.swap is None:
        option("swap", "seats.swap", name=name)
    if host and seat.user != read.host:
        option("host", "seats.host", name=name)
    if host:
        option("remove", "seats.remove", name=name)
    elif read.seat is not None and read.phase == "playing":
        option("remove", "seats.vote_remove", name=name)
    return tuple(found)


def _clock_menu(read: TableRead, told: Tell) -> Menu:
    options = tuple(
        Option(
            clock,
            told.text(f"clock.{clock}"),
            told.text(f"clock.{clock}.text"),
            chosen=clock == read.settings.clock,
        )
        for clock in CLOCKS
    )
    return Menu(custom_id(read.id, "clock"), told.text("seats.clock_choose"), options)


def _last_row(read: TableRead, user: int, told: Tell) -> Row:
    back = Button(custom_id(read.id, "more"), told.text("button.back_to_more"))
    if not leads(read, user):
        return (back,)
    return (
        _switch(read, "quiet", on=read.settings.quiet, told=told),
        _switch(read, "hints", on=read.settings.hints, told=told),
        back,
    )


def _switch(read: TableRead, what: str, *, on: bool, told: Tell) -> Button:
    """Return the button that turns one of the table's settings, and says to what."""
    label = told.text(f"button.{what}.{'off' if on else 'on'}")
    return Button(custom_id(read.id, what, "no" if on else "yes"), label)
