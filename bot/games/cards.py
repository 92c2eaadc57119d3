"""Suits, ranks, cards and packs; cards are written rank then suit (``AS 10H 2C BJ LJ``)."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final, final


class Suit(StrEnum):
    """A suit, in canonical order: spades, hearts, diamonds, clubs."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"


class Rank(StrEnum):
    """A rank, in canonical order: ace to two, then the jokers, big before little."""

    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "10"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"
    TWO = "2"
    BIG_JOKER = "BJ"
    LITTLE_JOKER = "LJ"


JOKER_RANKS: Final = (Rank.BIG_JOKER, Rank.LITTLE_JOKER)
SUIT_RANKS: Final = tuple(rank for rank in Rank if rank not in JOKER_RANKS)


@final
class Card:
    """One card of the pack of 54: there is one object for each, so ``is`` and ``==`` agree.

    ``suit`` is None for a joker. ``index`` is the place in the canonical pack (spades ace first,
    little joker last): sort by it where an order is wanted, never rely on the order of a set.
    """

    __slots__ = ("index", "rank", "suit", "text")

    index: int
    rank: Rank
    suit: Suit | None
    text: str

    def __init__(self, index: int, rank: Rank, suit: Suit | None) -> None:
        self.index = index
        self.rank = rank
        self.suit = suit
        self.text = str(rank) if suit is None else f"{rank}{suit}"

    def __repr__(self) -> str:
        return self.text

    def __str__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return card, (self.text,)

    @property
    def joker(self) -> bool:
        """Tell whether this is one of the two jokers."""
        return self.suit is None


PACK_54: Final[tuple[Card, ...]] = (
    *(
        Card(row * len(SUIT_RANKS) + column, rank, suit)
        for row, suit in enumerate(Suit)
        for column, rank in enumerate(SUIT_RANKS)
    ),
    Card(52, Rank.BIG_JOKER, None),
    Card(53, Rank.LITTLE_JOKER, None),
)
"""The pack in canonical order (design of the shuffle): suits S H D C, A to 2 in each, BJ, LJ."""

PACK_52: Final[tuple[Card, ...]] = PACK_54[:52]

PACK_36: Final[tuple[Card, ...]] = tuple(
    card for card in PACK_52 if SUIT_RANKS.index(card.rank) <= SUIT_RANKS.index(Rank.SIX)
)

_BY_TEXT: Final[dict[str, Card]] = {card.text: card for card in PACK_54}


class NoSuchCard(ValueError):
    """A text that names no card."""


def card(text: str) -> Card:
    """Return the card that ``text`` names; raise NoSuchCard for anything else."""
    found = _BY_TEXT.get(text)
    if found is None:
        raise NoSuchCard(text)
    return found


def cards(text: str) -> tuple[Card, ...]:
    """Return the cards named in ``text``, parted by white space."""
    return tuple(card(word) for word in text.split())


def in_order(some: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards sorted in the canonical order."""
    return tuple(sorted(some, key=_index))


def _index(one: Card) -> int:
    return one.index
