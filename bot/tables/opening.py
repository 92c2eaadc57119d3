"""How a table begins: the first entries of its log, and its row."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.games.game import Game
from bot.games.house_rules import Rules
from bot.tables import deadlines, entries, lobby, moves
from bot.tables.entries import Entry
from bot.tables.moves import Person
from bot.tables.stirring import stirs
from bot.tables.table import Place, Settings, Table, opened
from bot.tables.written import as_json, fold
from storage.models import NewTable


def opening(
    place: Place,
    host: Person,
    game: Game,
    rules: Rules,
    settings: Settings,
    *,
    guests: Sequence[Person] = (),
    computers: str | None = None,
    chance: Random,
) -> list[Entry]:
    """Return how a table begins with its host seated and seats kept for guests.

    With a level computers fill it, and the match starts unless a guest is waited for.
    """
    wanted = [
        _opened(place, host, game, rules, settings),
        Entry(entries.SAT, {"seat": 0, "user": host.id, "name": host.name}, actor=host.id),
    ]
    table = folded(wanted)
    wanted.extend(lobby.invite(table, host, guests))
    table = folded(wanted)
    if computers is None:
        return wanted
    if not table.matters.invited:
        return [*wanted, *moves.start(table, host, computers, chance)]
    while any(seat.empty for n, seat in enumerate(table.seats) if n not in table.matters.invited):
        wanted.extend(moves.add_computer(table, host, computers, None))
        table = folded(wanted)
    return wanted


def another(old: Table, person: Person, *, soon: bool, chance: Random) -> list[Entry]:
    """Return how another match begins after one: same place, rules, settings and seats.

    It starts at once where nobody has to be waited for.
    """
    seats = lobby.again(old, person, soon=soon)
    wanted = [_opened(old.place, person, old.game, old.rules, old.settings), *seats]
    table = folded(wanted)
    if any(seat.empty for seat in table.seats):
        return wanted
    return [*wanted, *moves.start(table, person, None, chance)]


def folded(wanted: Sequence[Entry]) -> Table:
    """Return the table that first entries give, before it has a number."""
    return fold(opened(0, wanted[0]), wanted[1:])[0]


def row_of(table: Table, at: int) -> NewTable:
    """Return the row of a table that opens now; ``at`` in milliseconds."""
    wait = deadlines.wait(table)
    return NewTable(
        guild_id=table.place.guild,
        channel_id=table.place.channel,
        parent_id=table.place.parent,
        game=table.game.key,
        host_id=table.host,
        opened_at=at,
        rules=dict(table.game.book.differing(table.rules)),
        phase="lobby" if table.phase == "lobby" else "playing",
        due_at=None if wait is None else at + int(wait * 1000),
        stirs=stirs(table),
    )


def _opened(place: Place, host: Person, game: Game, rules: Rules, settings: Settings) -> Entry:
    return Entry(
        entries.OPENED,
        {
            "game": game.key,
            "rules": as_json(game.book.differing(rules)),
            "guild": place.guild,
            "channel": place.channel,
            "parent": place.parent,
            "private": place.private,
            "host": host.id,
            "settings": lobby.settings_body(settings),
        },
        actor=host.id,
    )
