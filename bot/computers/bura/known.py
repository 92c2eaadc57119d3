"""What a seat with a perfect memory knows of a deal of Bura, and what may beat what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.bura import BuraMemory, BuraView
from bot.games.bura.hands import POINTS, ranking
from bot.games.cards import PACK_36, Card, Suit
from bot.games.trick import Order

CHEAP: Final = 4
"""A trick of at most this many points is called poor."""

BIG: Final = 10
"""What a ten is worth, and an ace at least."""


@dataclass(frozen=True, slots=True)
class Known:
    """What one seat knows of the deal: the points that it saw each side win, and the cards.

    ``own`` and ``theirs`` count what was seen; ``own`` adds the least that cards lying face down
    in the own tricks can be worth. ``theirs_big`` are the aces and tens among the other's points.
    ``theirs_sure`` are cards that the other must hold, ``unseen`` may be there or in the stock.
    ``size`` is how many the other holds; ``late`` tells that there is nothing more to draw.
    """

    own: int
    theirs: int
    theirs_big: int
    unseen: tuple[Card, ...]
    theirs_sure: tuple[Card, ...]
    size: int
    order: Order
    late: bool


def knowledge(view: BuraView, memory: BuraMemory, seat: int, trump: Suit) -> Known:
    """Return what a seat with a perfect memory knows."""
    located = [False] * 54
    for one in view.hand:
        located[one.index] = True
    for play in view.trick:
        located[play.card.index] = True
    totals = [0, 0]
    big = [0, 0]
    in_own_tricks = by_other = 0
    for taken in memory.tricks:
        leader = taken.leader
        for play in taken.plays:
            located[play.card.index] = True
            worth = POINTS[play.card.index]
            totals[taken.winner] += worth
            big[taken.winner] += worth >= BIG
        if taken.plays[-1].seat == leader and leader == seat:
            in_own_tricks += len(taken.plays)
            by_other += 1
    sure: list[Card] = []
    # A card that was shown may have gone face down since, so then nothing is sure any more.
    if not by_other:
        shown = [one for made in memory.shown if made.seat != seat for one in made.cards]
        if memory.turned is not None and memory.turned_to == 1 - seat:
            shown.append(memory.turned)
        for one in shown:
            if not located[one.index]:
                located[one.index] = True
                sure.append(one)
    if memory.turned is not None and memory.turned_to is None:
        located[memory.turned.index] = True
    unseen = tuple([one for one in PACK_36 if not located[one.index]])
    own = totals[seat]
    if in_own_tricks:
        own += sum(sorted([POINTS[one.index] for one in unseen])[:in_own_tricks])
    late = view.stock == 0
    size = view.counts[1 - seat]
    theirs = totals[1 - seat], big[1 - seat]
    return Known(own, *theirs, unseen, tuple(sure), size, ranking(trump), late)


def beaten_by(one: Card, group: Sequence[Card], order: Order) -> int:
    """Return how many cards of a group of one suit a card beats."""
    if one.suit is group[0].suit:
        strength = order.strengths[one.index]
        return sum([strength > order.strengths[other.index] for other in group])
    return len(group) if one.suit is order.trump else 0
