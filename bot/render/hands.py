"""Hands sorted for the eye: by suit, colours alternating, trumps first, high cards first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from bot.games.cards import Card, Suit, in_order
from bot.games.trick import Order
from bot.render.face import Groups
from bot.render.look import Sort

_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_USUAL: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def by_suit(cards: Sequence[Card], ranking: Order) -> Groups:
    """Return cards in groups by the suit they count as; cards without one come last."""
    held: dict[Suit | None, list[Card]] = {}
    for one in cards:
        held.setdefault(ranking.suit(one), []).append(one)
    rest = held.pop(None, [])
    suits = suit_order(ranking.trump, frozenset(suit for suit in held if suit is not None))
    groups: list[tuple[Suit | None, tuple[Card, ...]]] = [
        (suit, tuple(sorted(held[suit], key=ranking.strength, reverse=True))) for suit in suits
    ]
    if rest:
        groups.append((None, in_order(rest)))
    return tuple(groups)


def arranged(groups: Groups, sort: Sort) -> Groups:
    """Return a sorted hand as a person holds it: trumps first or last, high or low cards first."""
    trumps, _, first = sort.partition("_")
    turned = groups[::-1] if trumps == "last" else groups
    if first == "high":
        return turned
    return tuple((suit, some[::-1]) for suit, some in turned)


@cache
def suit_order(trump: Suit | None, present: frozenset[Suit]) -> tuple[Suit, ...]:
    """Return the suits, trumps first, then colours in turn as far as they go."""
    left = [suit for suit in _USUAL if suit in present]
    result: list[Suit] = []
    if trump in left:
        result.append(trump)
        left.remove(trump)
    while left:
        red = bool(result) and result[-1] in _RED
        reds = sum(suit in _RED for suit in left)
        if not result:
            red = reds > len(left) - reds
            red = not red
        follower = next((suit for suit in left if (suit in _RED) is not red), left[0])
        result.append(follower)
        left.remove(follower)
    return tuple(result)
