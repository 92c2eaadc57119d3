"""What each seat may see of a match of Bura: the wall between the rules and everybody else.

The game lives by what is not shown: no points, no won cards, no earlier trick before a
declaration, the own ones included. The finished trick is there until the next card is down.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.games.bura.hands import Announcement, points, sorted_hand
from bot.games.bura.legal import bound_to_molodka
from bot.games.bura.options import Options
from bot.games.bura.pot import Outcome
from bot.games.bura.state import OpenDeal, Step
from bot.games.cards import Card, Suit
from bot.games.game import (
    Action,
    Asked,
    DealResult,
    Decision,
    Memory,
    Summary,
    View,
)
from bot.games.house_rules import Rules
from bot.games.trick import Play, Taken


@dataclass(frozen=True, slots=True, kw_only=True)
class BuraView(View):
    """A seat's view of Bura; ``totals`` are the balances, ``tricks`` always empty.

    ``trump`` stays when the stock is gone; ``turned`` is the trump card while it lies under the
    ``stock``, whose size counts it. ``aside`` cards were put aside unseen. ``on_lead`` leads, or
    has led, ``group`` cards. ``last_trick`` lacks a reply that lies face down to this seat;
    ``face_down`` counts its cards. ``announced`` are the special hands shown since the last trick.
    ``molodka_bound`` tells that all of the molodka has to be led. ``false_call_costs`` is what the
    declarer would have to add now. ``own_points`` is there with the counting aid alone, and
    counts what this seat has seen: ``own_unseen`` cards of its tricks came face down.
    ``pots_won`` of ``pots`` are won; ``history`` tells how each finished deal ended.
    """

    trump: Suit | None
    turned: Card | None
    stock: int
    aside: int
    on_lead: int | None
    group: int
    announced: tuple[Announcement, ...]
    molodka_bound: bool
    pot: int
    false_call_costs: int
    pots: int
    pots_won: int
    own_points: int | None
    own_unseen: int
    history: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class BuraMemory(Memory):
    """A perfect memory of a deal of Bura: the special hands shown too, and the trump card.

    A reply that was put down face down has no cards in ``actions`` and no plays in ``tricks``,
    except for the seat that put it down. ``turned_to`` drew the turned-up trump.
    """

    shown: tuple[Announcement, ...] = ()
    turned: Card | None = None
    turned_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BuraSummary(Summary):
    """A finished deal of Bura, everything face up.

    ``counted`` are the points of each won trick by seat, in the order of the tricks, so that a
    declaration can be added up; ``face_down`` the numbers (from 1) of the tricks whose reply lay
    face down. ``shown`` are the special hands announced, ``hands`` the cards never played,
    ``aside`` what was put aside, ``stock`` what nobody drew. ``balances`` stand after the deal.
    """

    trump: Suit
    outcome: Outcome
    counted: tuple[tuple[int, ...], tuple[int, ...]]
    face_down: tuple[int, ...]
    shown: tuple[Announcement, ...]
    hands: tuple[tuple[Card, ...], ...]
    aside: tuple[Card, ...]
    stock: tuple[Card, ...]
    balances: tuple[int, int]
    pots_won: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What of a match is public whether or not a deal is open."""

    rules: Rules
    options: Options
    balances: tuple[int, int]
    pot: int
    pots_won: int
    results: tuple[DealResult, ...]
    history: tuple[Outcome, ...]
    winners: tuple[int, ...]


def view_between(standing: Standing, seat: int | None) -> BuraView:
    """Return what everybody may see while no deal is open."""
    return BuraView(
        game="bura",
        rules=standing.rules,
        seat=seat,
        deal=len(standing.results),
        dealer=standing.results[-1].dealer if standing.results else None,
        asked=None,
        decision=None,
        others=(),
        hand=(),
        counts=(0, 0),
        trick=(),
        last_trick=None,
        tricks=(),
        results=standing.results,
        totals=standing.balances,
        winners=standing.winners,
        trump=None,
        turned=None,
        stock=0,
        aside=0,
        on_lead=None,
        group=0,
        face_down=0,
        announced=(),
        molodka_bound=False,
        pot=standing.pot,
        false_call_costs=0,
        pots=standing.options.length,
        pots_won=standing.pots_won,
        own_points=None,
        own_unseen=0,
        history=standing.history,
    )


def view_of(
    standing: Standing,
    deal: OpenDeal,
    seat: int | None,
    decision: Decision,
    others: Mapping[int, tuple[Action, ...]],
) -> BuraView:
    """Return what a seat (None: the public) may see of an open deal."""
    options = standing.options
    leader = _on_lead(deal)
    last = deal.tricks[-1] if deal.tricks and deal.step is not Step.REPLY else None
    seen = None if last is None else seen_trick(last, seat, options)
    total, unseen = _own_pile(deal, seat, options)
    return BuraView(
        game="bura",
        rules=standing.rules,
        seat=seat,
        deal=deal.laid.number,
        dealer=deal.laid.deal.dealer,
        asked=Asked(deal.asked, deal.asked, deal.step.value),
        decision=decision if seat == deal.asked else None,
        others=() if seat is None else others.get(seat, ()),
        hand=() if seat is None else sorted_hand(deal.hands[seat], deal.laid.trump),
        counts=(len(deal.hands[0]), len(deal.hands[1])),
        trick=tuple([Play(1 - deal.asked, one) for one in deal.led]),
        last_trick=seen,
        tricks=(),
        results=standing.results,
        totals=standing.balances,
        winners=(),
        trump=deal.laid.trump,
        turned=deal.turned,
        stock=deal.left,
        aside=deal.aside,
        on_lead=leader,
        group=len(deal.led),
        face_down=0 if last is None or seen is None else len(last.plays) - len(seen.plays),
        announced=deal.announced,
        molodka_bound=deal.step is Step.LEAD and bound_to_molodka(deal, options),
        pot=standing.pot,
        false_call_costs=0 if options.false_call_wins else standing.pot,
        pots=options.length,
        pots_won=standing.pots_won,
        own_points=total,
        own_unseen=unseen,
        history=standing.history,
    )


def memory_of(deal: OpenDeal, seat: int, options: Options) -> BuraMemory:
    """Return what a perfect memory at this seat holds of the open deal."""
    tricks = tuple([seen_trick(taken, seat, options) for taken in deal.tricks])
    actions = deal.actions
    if options.hidden_replies:
        actions = _seen_actions(deal, seat)
    return BuraMemory(
        dealt=sorted_hand(deal.laid.deal.hands[seat], deal.laid.trump),
        actions=actions,
        tricks=tricks,
        shown=deal.shown,
        turned=deal.laid.deal.stock[-1],
        turned_to=deal.turned_to,
    )


def seen_trick(taken: Taken, seat: int | None, options: Options) -> Taken:
    """Return a trick as a seat saw it: without the other's reply that lies face down."""
    leader = taken.leader
    if not options.hidden_replies or taken.winner != leader or seat == 1 - leader:
        return taken
    return Taken(taken.plays[: len(taken.plays) // 2], taken.winner)


def _seen_actions(deal: OpenDeal, seat: int) -> tuple[Action, ...]:
    """Return the actions of the deal, the cards left out of the other's losing replies."""
    seen: list[Action] = []
    plays = 0
    for action in deal.actions:
        if action.verb == "play":
            plays += 1
            # Every second play is a reply; the last lead may still be without one.
            if plays % 2 == 0 and action.seat != seat:
                taken = deal.tricks[plays // 2 - 1]
                if taken.winner == taken.leader:
                    action = Action(action.seat, "play")
        seen.append(action)
    return tuple(seen)


def _on_lead(deal: OpenDeal) -> int | None:
    """Return who leads, or has led; None after the last trick.

    While 31, the draw or a special hand is asked about, it is who leads unless the lead is taken.
    """
    if deal.step is Step.LAST:
        return None
    if deal.step is Step.LEAD:
        return deal.asked
    return deal.first


def _own_pile(deal: OpenDeal, seat: int | None, options: Options) -> tuple[int | None, int]:
    """Return the counting aid: the points that a seat saw itself win, and the cards unseen."""
    if seat is None or not options.own_total:
        return None, 0
    total = unseen = 0
    for taken in deal.tricks:
        if taken.winner == seat:
            seen = seen_trick(taken, seat, options)
            total += points([play.card for play in seen.plays])
            unseen += len(taken.plays) - len(seen.plays)
    return total, unseen
