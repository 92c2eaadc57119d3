"""Hands sorted for the eye: by suit, colours alternating, trumps first, high cards first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.cards import Card, Suit, in_order
from bot.games.trick import Order
from bot.render.face import Groups

_RED: Final = frozenset({Suit.HEARTS, Suit.DIAMONDS})
_USUAL: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)


def by_suit(cards: Sequence[Card], ranking: Order) -> Groups:
    """Return cards in groups by the suit they count as; cards without one come last."""
    suits = suit_order(
        ranking.trump, [suit for suit in _USUAL if any(ranking.suit(c) is suit for c in cards)]
    )
    groups: list[tuple[Suit | None, tuple[Card, ...]]] = [
        (
            suit,
            tuple(
                sorted(
                    (one for one in cards if ranking.suit(one) is suit),
                    key=ranking.strength,
                    reverse=True,
                )
            ),
        )
        for suit in suits
    ]
    rest = in_order(one for one in cards if ranking.suit(one) is None)
    if rest:
        groups.append((None, rest))
    return tuple(groups)


def suit_order(trump: Suit | None, present: Sequence[Suit]) -> tuple[Suit, ...]:
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
