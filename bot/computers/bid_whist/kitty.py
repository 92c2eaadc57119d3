"""What to bury, and what to name: voids without burying winners or trumps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, NamedTuple

from bot.games.cards import Card, Suit
from bot.games.trick import Order

BURIED: Final = 6
_VOID: Final = 0.35
_BARE: Final = 0.1
_LONG: Final = 0.55


class Burial(NamedTuple):
    """Six cards to bury, and what the twelve that stay are worth, in tricks."""

    cards: tuple[Card, ...]
    worth: float


def burial(eighteen: Sequence[Card], order: Order) -> Burial:
    """Return the best six cards to bury under a contract, and the worth of the rest.

    From each plain suit the lowest go; how many from which suit is weighed by what stays. At no
    trump jokers go first. Trumps go only where nothing else is left.
    """
    suits: dict[Suit | None, list[Card]] = {}
    for one in eighteen:
        suits.setdefault(order.suits[one.index], []).append(one)
    for some in suits.values():
        some.sort(key=order.strength, reverse=True)
    gone: list[Card] = list(suits.pop(None, ()))[:BURIED]
    trumps = suits.pop(order.trump, []) if order.trump is not None else []
    sides = [some for suit, some in suits.items() if suit is not None]
    short = BURIED - len(gone) - sum(map(len, sides))
    if short > 0:
        gone += trumps[len(trumps) - short :]
        trumps = trumps[: len(trumps) - short]
    to_go = BURIED - len(gone)
    weigh = _side_worth if order.trump is not None else _suit_worth
    worths = [[weigh(some[:kept], order) for kept in range(len(some) + 1)] for some in sides]
    best: tuple[float, tuple[int, ...]] | None = None
    for going in product(*(range(min(len(some), to_go) + 1) for some in sides)):
        if sum(going) != to_go:
            continue
        worth = sum(
            values[len(some) - less]
            for values, some, less in zip(worths, sides, going, strict=True)
        )
        if best is None or worth > best[0]:
            best = (worth, going)
    assert best is not None
    for some, less in zip(sides, best[1], strict=True):
        gone += some[len(some) - less :]
    return Burial(tuple(gone), best[0] + _trump_worth(trumps, order))


def best_trump(cards: Sequence[Card], orders: Mapping[Suit, Order]) -> Suit:
    """Return the suit to name, holding either the eighteen cards or the twelve that stayed."""
    return max(orders, key=lambda suit: _named_worth(cards, orders[suit]))


def best_direction(cards: Sequence[Card], high: Order, low: Order) -> bool:
    """Tell whether low is the better direction at no trump."""
    return _named_worth(cards, low) > _named_worth(cards, high)


def _named_worth(cards: Sequence[Card], order: Order) -> float:
    """Return the worth of a hand under a contract, before or after the discard."""
    if len(cards) > BURIED * 2:
        return burial(cards, order).worth
    worth = 0.0
    for suit in Suit:
        some = [one for one in cards if order.suits[one.index] is suit]
        some.sort(key=order.strength, reverse=True)
        if suit is order.trump:
            worth += _trump_worth(some, order)
        else:
            worth += _side_worth(some, order) if order.trump else _suit_worth(some, order)
    return worth


def tops_worth(some: Sequence[Card], order: Order) -> float:
    """Return the tricks that the highest cards of a plain suit promise; high to low."""
    return _tops([order.strengths[one.index] for one in some])


def _tops(strengths: Sequence[int]) -> float:
    length = len(strengths)
    worth = 0.0
    for place, strength in enumerate(strengths[:4]):
        missing = 13 - strength - place
        if missing == 0:
            worth += (0.95, 0.85, 0.6, 0.4)[place]
        elif missing == 1 and length >= 2:
            worth += (0.55, 0.5, 0.35, 0.2)[place]
        elif missing == 1 or (missing == 2 and length >= 3):
            worth += 0.2
    return worth


@cache
def plain_worth(bits: int, trumps: bool) -> float:
    """Return the worth of a plain suit that is held, its strengths being the bits of a number."""
    strengths = [one for one in range(13, 0, -1) if bits >> one & 1]
    tops = _tops(strengths)
    if not trumps:
        return tops + _length(len(strengths), tops)
    return _short_worth(len(strengths), tops)


def _side_worth(some: Sequence[Card], order: Order) -> float:
    return _short_worth(len(some), tops_worth(some, order))


def _short_worth(length: int, tops: float) -> float:
    if not length:
        return _VOID
    return tops + (_BARE if length == 1 else 0.0)


def _suit_worth(some: Sequence[Card], order: Order) -> float:
    """Return the worth of a suit at no trump: its tops, and its length behind them."""
    tops = tops_worth(some, order)
    return tops + length_worth(some, tops)


def length_worth(some: Sequence[Card], tops: float) -> float:
    """Return what the cards behind the tops of a suit promise at no trump."""
    return _length(len(some), tops)


def _length(length: int, tops: float) -> float:
    return max(0, length - 4) * _LONG * min(1.0, tops / 1.5)


def _trump_worth(trumps: Sequence[Card], order: Order) -> float:
    """Return the worth of the trumps; a joker or the top cards draw, length ruffs and stays."""
    worth = 0.0
    for one in trumps:
        strength = order.strengths[one.index]
        if one.suit is None or strength == 13:
            worth += 1.0
        elif strength == 12:
            worth += 0.85
        else:
            worth += 0.4 + 0.02 * strength
    return worth + max(0, len(trumps) - 5) * 0.4
