"""What the rest of the house may know of a table: read models without a match behind them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bot.games import claims
from bot.games.cards import Card
from bot.games.game import Decision, Game, Match, Summary, View
from bot.games.house_rules import Rules
from bot.games.shuffle import commitment
from bot.tables import agreement, deadlines, votes
from bot.tables.matters import NOTHING, Matters
from bot.tables.moment import Moment as Moment
from bot.tables.table import Phase, Place, Seat, Settings, Table
from bot.tables.thoughts import Thought


@dataclass(frozen=True, slots=True)
class Fairness:
    """The proof of a shuffle; ``seed`` is empty until it may be revealed."""

    commitment: str
    seed: str = ""
    cut: int | None = None


@dataclass(frozen=True, slots=True)
class TableRead:
    """A table as somebody may see it: ``view`` is that of the seat asked for, or the public one.

    ``fairness`` is that of the deal in play. ``cutter`` is the seat that is asked to cut.

    ``shares`` are the divisions of the tricks left that may be claimed now, ``shown`` the hand that
    whoever has claimed shows to everybody, and ``asked_to_agree`` the seats still to agree.
    ``certain`` tells that the reader leads and can see that every trick left is theirs. ``late`` is
    the seat for which the others may let a computer play; ``deserted``, that nobody else is here.
    ``needed`` is how many votes carry each motion that somebody has voted for. ``forced`` tells
    that whoever is to play need do nothing: the last trick plays itself. ``last_deal`` is the deal
    that is over, as long as no other is on the table. ``open_seats`` are those that a reader
    without a seat may take.
    """

    id: int
    place: Place
    game: Game
    rules: Rules
    host: int
    seats: tuple[Seat, ...]
    settings: Settings
    phase: Phase
    version: int
    seat: int | None
    view: View | None
    fairness: Fairness | None
    cutter: int | None
    why_ended: str
    ended_by: int | None
    suspended: str = ""
    matters: Matters = NOTHING
    shares: tuple[tuple[int, ...], ...] = ()
    shown: tuple[Card, ...] = ()
    asked_to_agree: tuple[int, ...] = ()
    certain: bool = False
    late: int | None = None
    deserted: bool = False
    forced: bool = False
    open_seats: tuple[int, ...] = ()
    last_deal: Summary | None = None
    needed: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))

    def seat_of(self, user: int) -> int | None:
        """Return the seat that belongs to a person, if any."""
        for number, seat in enumerate(self.seats):
            if seat.user == user:
                return number
        return None


@dataclass(frozen=True, slots=True)
class DealRead:
    """A finished deal with everything face up, and the proof of its shuffle.

    ``again`` tells that it was scored before, and that something done since has changed it.
    ``thoughts`` are what computers did in it and why, of the last two deals of a table.
    """

    summary: Summary
    fairness: Fairness
    last_of_match: bool
    again: bool = False
    thoughts: tuple[Thought, ...] = ()


def read(table: Table, user: int | None = None) -> TableRead:
    """Return the table as a person at it sees it (None or a watcher: the public)."""
    seat = None if user is None else table.seat_of(user)
    match = table.match
    claim = table.matters.claim
    playing = match is not None and table.phase == "playing"
    claimable = match is not None and playing and claims.claimable(table.game, match)
    shuffle = table.shuffle or (table.deals[-1].shuffle if table.deals else None)
    return TableRead(
        id=table.id,
        place=table.place,
        game=table.game,
        rules=table.rules,
        host=table.host,
        seats=table.seats,
        settings=table.settings,
        phase=table.phase,
        version=table.version,
        seat=seat,
        view=None if match is None else match.view(seat),
        fairness=None if shuffle is None else Fairness(commitment(shuffle.seed)),
        cutter=table.cutter,
        why_ended=table.why_ended,
        ended_by=table.ended_by,
        suspended=table.suspended,
        matters=table.matters,
        shares=claims.possible(table.game, match) if match is not None and claimable else (),
        shown=() if claim is None or match is None else match.view(claim.seat).hand,
        asked_to_agree=agreement.waiting(table),
        certain=_certain(table, seat),
        late=deadlines.overdue(table),
        deserted=deadlines.deserted(table),
        forced=table.forced is not None,
        last_deal=None if match is None else last_deal(match),
        needed=MappingProxyType({one: votes.needed(table, one) for one in table.matters.votes}),
    )


def read_by(other: TableRead, table: Table, user: int | None) -> TableRead:
    """Return what ``read`` gives, where the same table was read for somebody else before.

    All but the seat and what is seen from it is the same for everybody.
    """
    seat = None if user is None else table.seat_of(user)
    view = None if table.match is None else table.match.view(seat)
    return replace(other, seat=seat, view=view, certain=_certain(table, seat))


def _certain(table: Table, seat: int | None) -> bool:
    match = table.match
    if match is None or seat is None or table.phase != "playing":
        return False
    return claims.certain(table.game, match, seat)


def last_deal(match: Match) -> Summary | None:
    """Return the last finished deal while no other is on the table; None at any other time."""
    number = len(match.results)
    if not number or isinstance(match.decision(), Decision):
        return None
    return match.summary(number)


def read_deal(table: Table, number: int, *, again: bool = False) -> DealRead:
    """Return a finished deal, by its number from 1; raise IndexError where there is none."""
    if table.match is None or not 1 <= number <= len(table.match.results):
        raise IndexError(number)
    shuffle = table.deals[number - 1].shuffle
    return DealRead(
        summary=table.match.summary(number),
        fairness=Fairness(commitment(shuffle.seed), shuffle.seed.hex(), shuffle.at),
        last_of_match=number == len(table.match.results) and table.phase == "over",
        again=again,
        thoughts=table.deals[number - 1].thoughts,
    )
