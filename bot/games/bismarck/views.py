"""What a seat may see of a match of Bismarck, and a finished deal with everything face up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.games.bismarck.contracts import SEATS, TRICKS, Contract, quotas, weight
from bot.games.bismarck.options import Left, Options, left
from bot.games.bismarck.scoring import taken
from bot.games.bismarck.state import NEXT, NOTHING, Counts, Exchange, Finished, Playing
from bot.games.cards import Card, Suit
from bot.games.game import Action, Asked, Decision, Memory, Summary, View
from bot.games.trick import Order, Play, Taken, order

if TYPE_CHECKING:
    from bot.games.bismarck.match import Bismarck


@dataclass(frozen=True, slots=True)
class SheetLine:
    """One finished deal on the score sheet; numbers by seat.

    ``taken`` is what was set against ``quotas``: tricks, hearts, or 8 for the queen, as
    ``contract.counts`` says. ``totals`` are the running ones. ``extra`` is 0 in a regular deal.
    """

    number: int
    forehand: int
    contract: Contract
    trump: Suit | None
    took: bool
    tricks: Counts
    taken: Counts
    quotas: Counts
    scores: Counts
    totals: Counts
    extra: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BismarckView(View):
    """A view of Bismarck: ``dealer`` is forehand of the deal numbered ``deal``.

    Between deals ``deal`` and ``dealer`` are those of the last one, and its facts are on the last
    line of ``sheet``; the fields of the open deal are empty, ``last_trick`` stays.

    - ``open``: a deal is on the table. ``extra``: 0 in a regular deal, else which tie-break deal it
      is. ``deals``: how many regular deals the match has. ``level``: the leaders whom an extra deal
      is to part.
    - ``contract``: None until announced. ``announced_by_itself``: there was nothing to choose.
      ``settled``: the exchange is over; only then does ``trump`` None mean that there is no trump.
    - ``took``: whether forehand took the kitty, None until that is known.
    - ``kitty``: its cards where this seat knows them: all seats when it lies face up, forehand
      when it was taken. ``discards``: forehand's own, shown to forehand alone.
    - ``quotas``, ``taken``: by seat, empty before the contract; ``taken`` holds hearts or queen
      out of play only as far as this seat knows of them.
    - ``left``: by seat, what it still has to play as forehand; empty before the first deal.
    - ``next_forehand``: who is forehand in the deal after this one; None before the first deal and
      where no further deal is certain.
    """

    open: bool
    extra: int
    deals: int
    level: tuple[int, ...]
    contract: Contract | None
    announced_by_itself: bool
    settled: bool
    trump: Suit | None
    took: bool | None
    kitty: tuple[Card, ...]
    discards: tuple[Card, ...]
    quotas: Counts
    taken: Counts
    left: tuple[Left, ...]
    next_forehand: int | None
    sheet: tuple[SheetLine, ...]

    @property
    def ranking(self) -> Order | None:
        """Return which card beats which, once the exchange is over."""
        return order(self.trump) if self.settled else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BismarckSummary(Summary):
    """A finished deal with everything face up.

    ``out_of_play`` are the discards, or the untouched kitty; ``buried`` is what it weighed for
    forehand (hearts, or 8 for the queen). ``line`` is the deal's line on the score sheet,
    ``totals_before`` the totals that it started from, ``level`` the leaders whom an extra deal was
    to part. The kitty is ``deal.stock``.
    """

    line: SheetLine
    buried: int
    totals_before: Counts
    level: tuple[int, ...]


def sheet_line(deal: Finished) -> SheetLine:
    """Return a finished deal as the score sheet shows it."""
    terms = deal.terms
    return SheetLine(
        number=terms.number,
        forehand=terms.forehand,
        contract=terms.contract,
        trump=terms.trump,
        took=terms.took,
        tricks=deal.won,
        taken=deal.taken,
        quotas=quotas(terms.contract, terms.forehand),
        scores=deal.scores,
        totals=deal.totals,
        extra=deal.extra,
    )


def summary(deal: Finished) -> BismarckSummary:
    """Return a finished deal with everything face up."""
    terms = deal.terms
    before = [total - gained for total, gained in zip(deal.totals, deal.scores, strict=True)]
    return BismarckSummary(
        number=terms.number,
        deal=terms.deal,
        actions=deal.actions,
        tricks=deal.tricks,
        result=deal.result,
        line=sheet_line(deal),
        out_of_play=terms.buried,
        buried=weight(terms.contract, terms.buried),
        totals_before=tuple(before),
        level=deal.level,
    )


def memory(table: Exchange | Playing | None, seat: int) -> Memory:
    """Return what a perfect memory at a seat holds of the open deal (empty between deals)."""
    if table is None:
        return Memory((), (), ())
    if isinstance(table, Playing):
        deal, tricks = table.terms.deal, table.tricks
        discards = table.terms.discards
    else:
        deal, tricks = table.deal, ()
        discards = table.discards or ()
    if seat == deal.dealer:
        return Memory(deal.hands[seat], table.actions, tricks, discards)
    seen = tuple([_without_cards(action) for action in table.actions])
    return Memory(deal.hands[seat], seen, tricks)


def _without_cards(action: Action) -> Action:
    return Action(action.seat, action.verb) if action.verb == "discard" else action


@dataclass(frozen=True, slots=True)
class _Open:
    """The fields of a view that an open deal fills, as one seat may see them."""

    contract: Contract | None = None
    by_itself: bool = False
    settled: bool = False
    trump: Suit | None = None
    took: bool | None = None
    kitty: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    hand: tuple[Card, ...] = ()
    counts: Counts = ()
    trick: tuple[Play, ...] = ()
    last_trick: Taken | None = None
    won: Counts = NOTHING
    taken: Counts = ()


def view(match: Bismarck, seat: int | None) -> BismarckView:
    """Return all that a seat (None: the public) may be shown of a match."""
    table = match.table
    finished = match.finished
    chosen = match.options
    dealer: int | None
    if isinstance(table, Playing):
        seen = _in_play(chosen, table, seat)
        number, dealer = table.terms.number, table.terms.forehand
    elif table is not None:
        seen = _before_play(chosen, table, seat)
        number, dealer = table.number, table.deal.dealer
    else:
        last = finished[-1] if finished else None
        seen = _Open(last_trick=last.tricks[-1] if last else None, counts=NOTHING)
        number = len(finished)
        dealer = last.terms.forehand if last else None
    awaited = match.decision()
    decision = awaited if isinstance(awaited, Decision) else None
    first = match.first
    announced = match.announced()
    return BismarckView(
        game="bismarck",
        rules=match.rules,
        seat=seat,
        deal=number,
        dealer=dealer,
        asked=Asked(decision.seat, decision.player, decision.question) if decision else None,
        decision=decision if decision and decision.player == seat else None,
        others=(),
        hand=seen.hand,
        counts=seen.counts,
        trick=seen.trick,
        last_trick=seen.last_trick,
        tricks=seen.won,
        results=match.results,
        totals=match.totals,
        winners=match.standing.winners,
        open=table is not None,
        extra=max(0, number - chosen.deals),
        deals=chosen.deals,
        level=match.standing.level,
        contract=seen.contract,
        announced_by_itself=seen.by_itself,
        settled=seen.settled,
        trump=seen.trump,
        took=seen.took,
        kitty=seen.kitty,
        discards=seen.discards,
        quotas=() if seen.contract is None or dealer is None else quotas(seen.contract, dealer),
        taken=seen.taken,
        left=()
        if first is None
        else tuple([left(chosen, first, announced, one) for one in range(SEATS)]),
        next_forehand=_next(match, number, dealer),
        sheet=tuple([sheet_line(deal) for deal in finished]),
    )


def _before_play(chosen: Options, table: Exchange, seat: int | None) -> _Open:
    deal = table.deal
    own = seat == deal.dealer
    hand: tuple[Card, ...] = ()
    if seat is not None:
        hand = table.hand if own else deal.hands[seat]
    return _Open(
        contract=table.contract,
        by_itself=table.contract is not None and _by_itself(table.actions),
        took=table.took,
        kitty=deal.stock if chosen.kitty_open or (own and table.took) else (),
        discards=(table.discards or ()) if own else (),
        hand=hand,
        counts=tuple([len(table.hand) if one == deal.dealer else TRICKS for one in range(SEATS)]),
        taken=() if table.contract is None else NOTHING,
    )


def _in_play(chosen: Options, table: Playing, seat: int | None) -> _Open:
    terms = table.terms
    own = seat == terms.forehand
    known: tuple[Card, ...] = ()
    if terms.took:
        known = terms.discards if own else ()
    elif chosen.kitty_open:
        known = terms.deal.stock
    return _Open(
        contract=terms.contract,
        by_itself=_by_itself(table.actions),
        settled=True,
        trump=terms.trump,
        took=terms.took,
        kitty=terms.deal.stock if chosen.kitty_open or (own and terms.took) else (),
        discards=terms.discards if own else (),
        hand=() if seat is None else table.hands[seat],
        counts=tuple([len(hand) for hand in table.hands]),
        trick=table.trick,
        last_trick=table.tricks[-1] if table.tricks else None,
        won=table.won,
        taken=taken(terms.contract, terms.forehand, table.tricks, known),
    )


def _by_itself(actions: tuple[Action, ...]) -> bool:
    return not actions or actions[0].verb != "contract"


def _next(match: Bismarck, number: int, dealer: int | None) -> int | None:
    """Return who is forehand after the deal ``number``, where a further deal is certain."""
    certain = number < match.options.deals or (match.table is None and match.standing.level)
    return NEXT[dealer] if certain and dealer is not None else None
