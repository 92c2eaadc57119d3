"""What remains of a finished match: its result for each player, and its record.

A result is final when nothing more may be done in the match: with the last action, or where a
claim may still score the last deal again, when the time for it is over or the table is closed.

Who was there is read from the table's log, and these are the rules for it:

- A deal belongs to whoever held the seat at its end, unless a computer minded the seat then.
- Left early has who gave the seat up for good after a deal had begun, and whose seat a computer
  minds at the end although its owner did nothing in the last deal. That counts as a loss. Who
  was sent away by the others has neither won nor lost.
- Finished has who is there at the end and held a seat for at least half of the deals.
- The match is rated if at least two people finished it and people of two sides were in it; who
  left is rated as having lost wherever somebody of another side was in it. Practice is not rated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from bot.games.fairness import proof
from bot.games.game import Over
from bot.games.kept import waits_for
from bot.games.record import RecordedDeal, to_record
from bot.tables import entries
from bot.tables.entries import Entry
from bot.tables.table import PlayedDeal, Seat, Table, apply, opened
from storage.models import LogRow, NewResult, ResultPlayer

_SEATING: Final = frozenset(
    {
        entries.SAT,
        entries.STOOD,
        entries.COMPUTER,
        entries.STARTED,
        entries.LEFT,
        entries.REMOVED,
        entries.SWAPPED,
        entries.MINDED,
        entries.RETURNED,
    }
)


def complete(before: Table, after: Table) -> bool:
    """Tell whether a change makes the result of a match final."""
    over = after.match is not None and isinstance(waits_for(after.match), Over)
    return before.open and not after.open and over


def result_of(table: Table, log: Sequence[LogRow]) -> NewResult:
    """Return the result of a match that is over, from its table and the whole log."""
    if table.match is None or not isinstance(over := waits_for(table.match), Over):
        raise ValueError("only a match that is over has a result")
    presence = attendance(table.id, log)
    players = _Players(table, presence, over.winners)
    return NewResult(
        table_id=table.id,
        guild_id=table.place.guild,
        channel_id=table.place.channel,
        parent_id=None if table.place.private else table.place.parent,
        game=table.game.key,
        rules=dict(table.game.book.differing(table.rules)),
        started_at=presence.started_at,
        finished_at=log[-1].at,
        deals=len(table.match.results),
        rated=players.rated,
        players=players.rows(),
        record=record_of(table, presence.started_at, log[-1].at),
    )


def record_of(
    table: Table, started_at: int | None = None, finished_at: int | None = None
) -> dict[str, object]:
    """Return the record of a table's finished deals; an open deal is left out.

    Times are milliseconds since 1970, written as dates in the record.
    """
    if table.match is None:
        raise ValueError("a table without a match has no record")
    times = {"started_at": started_at, "finished_at": finished_at}
    return to_record(
        table.game,
        table.rules,
        [_name(seat, number) for number, seat in enumerate(table.seats)],
        [_recorded(played) for played in table.deals[: len(table.match.results)]],
        **{name: _date(at) for name, at in times.items() if at is not None},
    )


@dataclass(slots=True)
class Presence:
    """Who was where in a match, as its log tells.

    ``holders`` are the seats as they stood at the end of each deal. ``begun`` are the people who
    were dealt to, ``left`` those who gave a seat up for good or were ``sent_away`` from it, with
    that seat, ``acted`` those who did something in the last deal.
    """

    started_at: int = 0
    seats: tuple[Seat, ...] = ()
    holders: list[tuple[Seat, ...]] = field(default_factory=list)
    begun: set[int] = field(default_factory=set)
    left: dict[int, tuple[int, Seat]] = field(default_factory=dict)
    sent_away: set[int] = field(default_factory=set)
    acted: set[int] = field(default_factory=set)


def attendance(table_id: int, log: Sequence[LogRow]) -> Presence:
    """Read from a log who was there for which deals, and who left."""
    found = Presence()
    first, *rest = log
    table = opened(table_id, Entry(first.kind, first.body, first.actor))
    at_last_card: tuple[Seat, ...] = ()
    for row in rest:
        entry = Entry(row.kind, row.body, row.actor)
        if row.kind in (entries.LEFT, entries.REMOVED):
            _note_left(found, table, entry)
        if row.kind in _SEATING:
            table, _ = apply(table, entry)
        if row.kind == entries.STARTED:
            found.started_at = row.at
        elif row.kind == entries.SHUFFLED and at_last_card:
            found.holders.append(at_last_card)
        elif row.kind == entries.CUT:
            found.acted.clear()
            found.begun.update(table.people)
        elif row.kind == entries.ACTED:
            at_last_card = table.seats
            if row.actor is not None:
                found.acted.add(row.actor)
    found.holders.append(at_last_card)
    found.seats = table.seats
    for user in table.people:
        found.left.pop(user, None)
    return found


def _note_left(found: Presence, table: Table, entry: Entry) -> None:
    """Remember who gives up a seat, or is sent away from it, after having been dealt to."""
    number = entry.body.get("seat")
    seat = table.seats[number] if isinstance(number, int) else Seat()
    if seat.user is not None and seat.user in found.begun and isinstance(number, int):
        found.left[seat.user] = (number, seat)
        if entry.kind == entries.REMOVED:
            found.sent_away.add(seat.user)


class _Players:
    """The rows of a result's players, worked out once."""

    def __init__(self, table: Table, presence: Presence, winners: Sequence[int]) -> None:
        self._table = table
        self._presence = presence
        self._winners = winners
        self._deals, self._facts = self._counted()
        practice = table.rules.get("double_dummy") == "yes"
        self._left = self._who_left()
        self._finished = self._who_finished()
        sides = set(self._finished.values()) | set(self._left.values())
        self.rated = not practice and len(self._finished) > 1 and len(sides) > 1
        self._charges = not practice and len(sides) > 1

    def rows(self) -> tuple[ResultPlayer, ...]:
        """Return a row for each seat at the end, then one for each person who left before."""
        here = [self._row(n, n, seat) for n, seat in enumerate(self._presence.seats)]
        gone = [
            self._row(number, seat, who)
            for number, (seat, who) in enumerate(self._presence.left.values(), len(here))
        ]
        return (*here, *gone)

    def _row(self, number: int, seat: int, who: Seat) -> ResultPlayer:
        table = self._table
        side = table.game.side_of(seat)
        user = _person(who)
        gone, known = number != seat, user is not None
        early = user in self._left or (gone and not known)
        return ResultPlayer(
            number=number,
            seat=seat,
            side=side,
            won=seat in self._winners and not early and not gone,
            score=0 if table.match is None else table.match.totals[side],
            name=who.name if known else "",
            user_id=user,
            level=None if gone else who.level,
            left_early=early,
            rated=known and (self._charges if early else self.rated and user in self._finished),
            deals=self._deals[user] if user is not None else 0,
            facts=dict(self._facts.get(user, {})) if user is not None else {},
        )

    def _counted(self) -> tuple[Counter[int], Mapping[int, Counter[str]]]:
        match = self._table.match
        deals: Counter[int] = Counter()
        facts: dict[int, Counter[str]] = {}
        if match is None:
            return deals, facts
        count = self._table.game.tally.count
        for number, seats in enumerate(self._presence.holders[: len(match.results)], 1):
            summary = match.summary(number)
            for place, seat in enumerate(seats):
                if seat.person and seat.user is not None:
                    deals[seat.user] += 1
                    facts.setdefault(seat.user, Counter()).update(count(summary, place))
        return deals, facts

    def _who_left(self) -> dict[int, int]:
        """Return the people who left early, with their side."""
        presence, side_of = self._presence, self._table.game.side_of
        found = {
            user: side_of(seat)
            for user, (seat, _) in presence.left.items()
            if user > 0 and user not in presence.sent_away
        }
        for number, seat in enumerate(presence.seats):
            user = _person(seat)
            if user is not None and seat.level is not None and user not in presence.acted:
                found[user] = side_of(number)
        return found

    def _who_finished(self) -> dict[int, int]:
        """Return the people who finished the match, with their side."""
        half = len(self._presence.holders) / 2
        return {
            user: self._table.game.side_of(number)
            for number, seat in enumerate(self._presence.seats)
            if (user := _person(seat)) is not None
            and user not in self._left
            and self._deals[user] >= half
        }


def _person(seat: Seat) -> int | None:
    """Return who sits at a seat; a number below zero stands for somebody who was forgotten."""
    return seat.user if seat.user is not None and seat.user > 0 else None


def _name(seat: Seat, number: int) -> str:
    return seat.name if seat.user is not None else f"Computer {number + 1}"


def _recorded(played: PlayedDeal) -> RecordedDeal:
    shuffle = played.shuffle
    fair = None if shuffle.at is None else proof(shuffle.seed, shuffle.at)
    return RecordedDeal(played.deal, played.actions, fair)


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
