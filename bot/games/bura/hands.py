"""What cards are worth, which groups may be led, what beats them, and the special hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

from bot.games.cards import PACK_54, Card, Rank, Suit, in_order
from bot.games.trick import HIGH, Order, order

RANKS: Final = (Rank.ACE, Rank.TEN, *(rank for rank in HIGH[1:] if rank is not Rank.TEN))
"""The ranks from high to low; what lies below the six is not in the pack."""

_WORTH: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}

POINTS: Final = tuple(_WORTH.get(one.rank, 0) for one in PACK_54)
"""What each card is worth, by ``Card.index``; 120 in the pack."""

FULL: Final = 3
"""How many cards a full hand holds, and how many may be led at most."""

ENOUGH: Final = 31
"""The points that make a declaration right."""


class Special(StrEnum):
    """A special hand, highest first: three trumps, three aces, three cards of one plain suit."""

    BURA = "bura"
    ACES = "aces"
    MOLODKA = "molodka"


_HEIGHT: Final = {Special.BURA: 3, Special.ACES: 2, Special.MOLODKA: 1}


class Announcement(NamedTuple):
    """A special hand that was announced, and so shown to both."""

    seat: int
    kind: Special
    cards: tuple[Card, ...]


def ranking(trump: Suit) -> Order:
    """Return the order in which cards beat each other: A 10 K Q J 9 8 7 6, trumps over all."""
    return order(trump, trump_ranks=RANKS, plain_ranks=RANKS)


def points(some: Iterable[Card]) -> int:
    """Return what the cards are worth together."""
    worth = POINTS
    return sum([worth[one.index] for one in some])


def sorted_hand(hand: Iterable[Card], trump: Suit) -> tuple[Card, ...]:
    """Return the hand as a player would hold it: trumps first, each suit from high to low."""
    places = _places(trump)
    return tuple(sorted(hand, key=lambda one: places[one.index]))


@cache
def _places(trump: Suit) -> tuple[int, ...]:
    suits = sorted(Suit, key=lambda suit: suit is not trump)
    return tuple(
        99 if one.suit is None else suits.index(one.suit) * len(RANKS) + RANKS.index(one.rank)
        for one in PACK_54
    )


def leads(hand: Sequence[Card]) -> list[tuple[Card, ...]]:
    """Return every group that may be led, each once: one card, or two or three of one suit.

    The cards of a group are in canonical order, and so are groups of one size, the small ones
    first.
    """
    held = in_order(hand)
    found: list[tuple[Card, ...]] = [(one,) for one in held]
    for size in range(2, len(held) + 1):
        found += [group for group in combinations(held, size) if of_one_suit(group)]
    return found


def replies(hand: Sequence[Card], count: int) -> list[tuple[Card, ...]]:
    """Return every reply of ``count`` cards, each once, in canonical order."""
    return list(combinations(in_order(hand), count))


def of_one_suit(group: Sequence[Card]) -> bool:
    """Tell whether all cards of the group are of one suit."""
    suit = group[0].suit
    return all(one.suit is suit for one in group)


def beats_all(led: Sequence[Card], reply: Sequence[Card], order: Order) -> bool:
    """Tell whether each card led can be matched with a different reply card that beats it.

    ``led`` is of one suit. What beats a card then beats every lower one led with it, so the
    matching exists if and only if the highest beats the highest, the second the second, and so
    on: the order in which the cards were put down does not matter.
    """
    suits, strengths = order.suits, order.strengths
    suit, trump = led[0].suit, order.trump
    targets = sorted([strengths[one.index] for one in led])
    powers = []
    for one in reply:
        index = one.index
        if suits[index] is suit:
            powers.append(strengths[index])
        elif suits[index] is trump:
            powers.append(strengths[index] + len(RANKS))
        else:
            powers.append(0)
    powers.sort()
    return all(power > target for power, target in zip(powers, targets, strict=True))


def special(hand: Sequence[Card], trump: Suit, *, trump_ace_needed: bool) -> Special | None:
    """Return the special hand that these cards are, if they are one; only a full hand can be.

    With ``trump_ace_needed`` three aces count only where the ace of trumps is among them.
    """
    if len(hand) != FULL:
        return None
    if of_one_suit(hand):
        return Special.BURA if hand[0].suit is trump else Special.MOLODKA
    if all(one.rank is Rank.ACE for one in hand) and (
        not trump_ace_needed or any(one.suit is trump for one in hand)
    ):
        return Special.ACES
    return None


def outranks(own: Special, announced: Special | None) -> bool:
    """Tell whether a special hand takes the lead from what has been announced."""
    return announced is None or _HEIGHT[own] > _HEIGHT[announced]
