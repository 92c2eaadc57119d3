"""The open deal of Bura as a value."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from bot.games.bura.hands import FULL, Announcement, points, ranking
from bot.games.bura.pot import How, Pair
from bot.games.cards import Card, Suit
from bot.games.game import Action, Deal
from bot.games.trick import Order, Taken

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


class Step(StrEnum):
    """What is asked, as everybody may know.

    ``DRAW``: 31 or draw. ``SPECIAL``: a special hand. ``LEAD``, ``REPLY``: cards (a lead may give
    way to 31). ``LAST``: after the last trick, 31 or pass.
    """

    DRAW = "draw"
    SPECIAL = "special"
    LEAD = "lead"
    REPLY = "reply"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Laid:
    """What stays the same all through a deal; ``opened`` tells that it opened a new pot."""

    number: int
    deal: Deal
    trump: Suit
    order: Order
    opened: bool


class End(NamedTuple):
    """How a deal ended, and who declared or showed the bura."""

    how: How
    by: int | None


class OpenDeal(NamedTuple):
    """A deal in play.

    ``first`` is who leads unless a special hand takes the lead: the winner of the last trick, or
    the non-dealer. ``left`` counts the stock; what was put aside is not in it any more.
    ``announced`` was announced since the last trick, ``shown`` since the deal began. ``tricks``
    hold the leader's cards, then the reply's, also those that lie face down.
    """

    laid: Laid
    step: Step
    asked: int
    first: int
    hands: Hands
    left: int
    aside: int = 0
    led: tuple[Card, ...] = ()
    announced: tuple[Announcement, ...] = ()
    shown: tuple[Announcement, ...] = ()
    tricks: tuple[Taken, ...] = ()
    actions: tuple[Action, ...] = ()
    end: End | None = None

    @property
    def turned(self) -> Card | None:
        """Return the turned-up trump while it still lies under the stock."""
        return self.laid.deal.stock[-1] if self.left else None

    @property
    def turned_to(self) -> int | None:
        """Return who drew the turned-up trump at last, as both saw."""
        if self.left or self.aside:
            return None
        # The loser of a trick draws after its winner, so the last card of all is the loser's. The
        # stock falls by twice the number of cards led.
        drawn = 0
        for taken in self.tricks:
            drawn += len(taken.plays)
            if drawn == len(self.laid.deal.stock):
                return 1 - taken.winner
        return None


def laid_out(number: int, deal: Deal, *, opened: bool) -> Laid:
    """Return what a deal fixes for good; the last card of the stock makes trumps."""
    trump = deal.stock[-1].suit
    if trump is None:
        raise ValueError("a joker makes no trumps")
    return Laid(number, deal, trump, ranking(trump), opened)


def won(deal: OpenDeal, seat: int) -> tuple[tuple[Card, ...], ...]:
    """Return the tricks that a seat has won, in order; only a declaration shows them."""
    return tuple(
        tuple([play.card for play in taken.plays]) for taken in deal.tricks if taken.winner == seat
    )


def won_points(deal: OpenDeal) -> Pair:
    """Return the points of the won tricks by seat; only the end of the deal shows them."""
    total = [0, 0]
    for taken in deal.tricks:
        total[taken.winner] += points([play.card for play in taken.plays])
    return total[0], total[1]


def missing(deal: OpenDeal) -> int:
    """Return how many cards both hands lack together."""
    return 2 * (FULL - len(deal.hands[0]))
