"""Tricks, and the order in which cards beat each other under a contract."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from bot.games.cards import JOKER_RANKS, PACK_54, SUIT_RANKS, Card, Rank, Suit

HIGH: Final[tuple[Rank, ...]] = SUIT_RANKS
"""Ace high, two low: the usual order."""

LOW: Final[tuple[Rank, ...]] = SUIT_RANKS[::-1]
"""Two high, ace last."""

LOW_ACE_FIRST: Final[tuple[Rank, ...]] = (Rank.ACE, *SUIT_RANKS[:0:-1])
"""Ace, two, three … king."""


@dataclass(frozen=True, slots=True)
class Order:
    """Which suit each card counts as, and how high it stands in it, by ``Card.index``.

    ``suits[i]`` is None for a card that belongs to no suit and never wins (a joker at no trump).
    A higher ``strength`` beats a lower one of the same suit; every trump beats every plain card.
    """

    trump: Suit | None
    suits: tuple[Suit | None, ...]
    strengths: tuple[int, ...]

    def suit(self, card: Card) -> Suit | None:
        """Return the suit that the card counts as when following."""
        return self.suits[card.index]

    def strength(self, card: Card) -> int:
        """Return the card's height in its suit; comparable within one suit only."""
        return self.strengths[card.index]


@cache
def order(
    trump: Suit | None,
    *,
    trump_ranks: tuple[Rank, ...] = HIGH,
    plain_ranks: tuple[Rank, ...] = HIGH,
) -> Order:
    """Return the order under a trump suit (None: no trump), each tuple naming ranks high to low.

    With a trump suit the jokers are the two highest trumps, big above little; without one they
    belong to no suit.
    """
    suits: list[Suit | None] = []
    strengths: list[int] = []
    for one in PACK_54:
        if one.suit is None:
            suits.append(trump)
            strengths.append(100 - JOKER_RANKS.index(one.rank) if trump else -1)
        else:
            ranks = trump_ranks if one.suit is trump else plain_ranks
            suits.append(one.suit)
            strengths.append(len(ranks) - ranks.index(one.rank))
    return Order(trump, tuple(suits), tuple(strengths))


class Play(NamedTuple):
    """A card on the table, and the seat whose hand it came from."""

    seat: int
    card: Card


class Taken(NamedTuple):
    """A finished trick: its plays in the order of play, and the seat that took it."""

    plays: tuple[Play, ...]
    winner: int

    @property
    def leader(self) -> int:
        """Return the seat that led."""
        return self.plays[0].seat


def suit_led(plays: Sequence[Play], ranking: Order) -> Suit | None:
    """Return the suit to follow: that of the first card that has one, or None when none is set."""
    for play in plays:
        suit = ranking.suits[play.card.index]
        if suit is not None:
            return suit
    return None


def may_play(hand: Sequence[Card], led: Suit | None, ranking: Order) -> tuple[Card, ...]:
    """Return the cards that follow ``led``; the whole hand when none does, or nothing is led."""
    if led is None:
        return tuple(hand)
    suits = ranking.suits
    following = tuple([one for one in hand if suits[one.index] is led])
    return following or tuple(hand)


def winning(plays: Sequence[Play], ranking: Order) -> Play:
    """Return the play that wins: the highest trump, else the highest card of the suit led."""
    trump = ranking.trump
    suits = ranking.suits
    strengths = ranking.strengths
    led = suit_led(plays, ranking)
    best = plays[0]
    best_suit = suits[best.card.index]
    for play in plays:
        suit = suits[play.card.index]
        if suit is None or (suit is not led and suit is not trump):
            continue
        if (
            best_suit is None
            or (suit is trump and best_suit is not trump)
            or (suit is best_suit and strengths[play.card.index] > strengths[best.card.index])
        ):
            best, best_suit = play, suit
    return best
