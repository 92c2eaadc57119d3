"""What a hand is worth under each contract, before anything has been played.

A hand is a number of 52 bits, bit ``Card.index`` set for a card that it holds: spades, hearts,
diamonds, clubs, thirteen bits each, the ace lowest. One suit of it is a number of thirteen bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.games.bismarck.contracts import QUEEN, Contract
from bot.games.cards import Card

RANKS: Final = 13
SUIT: Final = (1 << RANKS) - 1
SPADES: Final = 0
HEARTS: Final = 1
NO_TRUMP: Final = -1
ACE_OF_SPADES: Final = 0
KING_OF_SPADES: Final = 1
QUEEN_BIT: Final = 1 << QUEEN.index


def bits(some: Iterable[Card]) -> int:
    """Return cards as a number with their bits set."""
    found = 0
    for one in some:
        found |= 1 << one.index
    return found


def suit_bits(hand: int, suit: int) -> int:
    """Return one suit of a hand, the ace the lowest bit."""
    return hand >> (suit * RANKS) & SUIT


def ranks(suit: int) -> list[int]:
    """Return the ranks in a suit, high cards first: 0 the ace, 12 the two."""
    return [rank for rank in range(RANKS) if suit >> rank & 1]


@cache
def rounds_won(suit: int) -> tuple[int, int]:
    """Count the tricks that a suit will win if it is played out from this hand.

    Return those of the first three rounds, and the later ones. Two opponents follow, and part with
    their lowest cards under a winner; while a higher card is out, the lowest own card is given.
    """
    mine = ranks(suit)
    missing = ranks(~suit & SUIT)
    early = late = played = 0
    while mine:
        if not missing or mine[0] < missing[0]:
            mine.pop(0)
            del missing[-2:]
            if played < 3:
                early += 1
            else:
                late += 1
        else:
            mine.pop()
            del missing[0]
            del missing[-1:]
        played += 1
    return early, late


@cache
def rounds_forced(suit: int) -> float:
    """Count the tricks that a suit will be forced to take when the others lead it and duck.

    A third of a trick is added for each card left when the others have no more of the suit.
    """
    mine = ranks(suit)
    missing = ranks(~suit & SUIT)
    forced = 0.0
    while mine and len(missing) >= 2:
        highest = missing[-2]
        under = [rank for rank in mine if rank > highest]
        if under:
            mine.remove(under[0])
        else:
            forced += 1
            mine.pop(0)
        del missing[-2:]
    return forced + len(mine) / 3


@cache
def high_cards(suit: int) -> float:
    """Add up the high cards of a suit, as a fine measure where whole tricks are equal."""
    return sum((12 - rank) ** 2 for rank in ranks(suit)) / 500


def tricks(hand: int, trump: int) -> float:
    """Estimate the tricks that a hand takes when it wants them (``NO_TRUMP``, or a suit)."""
    total = 0.0
    if trump == NO_TRUMP:
        for suit in range(4):
            held = suit_bits(hand, suit)
            early, late = rounds_won(held)
            total += early + 0.8 * late + high_cards(held)
        return total
    trumps = suit_bits(hand, trump)
    length = trumps.bit_count()
    strong = length >= 6
    for suit in range(4):
        held = suit_bits(hand, suit)
        early, late = rounds_won(held)
        total += high_cards(held)
        if suit == trump:
            total += early + late
        else:
            total += early + late * (0.7 if strong else 0.3)
            if held.bit_count() < 3 and length > 3:
                total += 0.4 * (3 - held.bit_count())
    return total


def forced_tricks(hand: int) -> float:
    """Estimate the tricks that a hand is forced to take when it wants none."""
    total = 0.0
    for suit in range(4):
        held = suit_bits(hand, suit)
        total += rounds_forced(held) + high_cards(held)
    return total


def forced_hearts(hand: int) -> float:
    """Estimate the hearts that a hand is forced to take."""
    hearts = suit_bits(hand, HEARTS)
    total = 2.4 * rounds_forced(hearts) + high_cards(hearts)
    for suit in (0, 2, 3):
        held = suit_bits(hand, suit)
        total += 0.45 * rounds_forced(held) + high_cards(held) / 2
        if not held:
            total -= 0.6
    return total


def queen_danger(hand: int) -> float:
    """Estimate what the queen of spades will weigh for a hand, 0 to 8."""
    spades = suit_bits(hand, SPADES)
    low = (spades >> 3).bit_count()
    if hand & QUEEN_BIT:
        guard = {0: 6.5, 1: 6.0, 2: 5.0, 3: 3.6, 4: 2.4}.get(low, 1.4)
        shortest = min(suit_bits(hand, suit).bit_count() for suit in (1, 2, 3))
        return max(0.5, guard - 0.8 * max(0, 3 - shortest))
    higher = (spades & 3).bit_count()
    return higher * max(0.5, 3.2 - 0.6 * low) + 0.3


def best_trump(hand: int) -> tuple[float, int]:
    """Return the tricks that the best trump suit for a hand promises, and that suit."""
    promises = [tricks(hand, suit) for suit in range(4)]
    best = max(promises)
    return best, promises.index(best)


def raw(contract: Contract, hand: int) -> float:
    """Return the bare measure of a hand under a contract: tricks, forced tricks, hearts, queen."""
    if contract is Contract.SPEL:
        return tricks(hand, NO_TRUMP)
    if contract is Contract.SPADER:
        return tricks(hand, SPADES)
    if contract is Contract.VALFRI:
        return best_trump(hand)[0]
    if contract is Contract.PASS:
        return forced_tricks(hand)
    return forced_hearts(hand) if contract is Contract.NO_HEARTS else queen_danger(hand)


Line = tuple[float, float, float]
"""Slope and height of forehand's score over the bare measure of a hand, and the mean score."""

AS_DEALT: Final[Mapping[Contract, Line]] = MappingProxyType(
    {
        Contract.SPEL: (0.73, -6.84, -1.07),
        Contract.SPADER: (0.78, -6.65, -1.17),
        Contract.VALFRI: (0.59, -3.91, 1.00),
        Contract.PASS: (-0.54, 4.58, 0.88),
        Contract.NO_HEARTS: (-0.62, 3.56, -0.14),
        Contract.NO_QUEEN: (-0.32, 1.09, 0.49),
    }
)
"""For sixteen cards, the kitty unknown.

Fitted over 600 deals each in which computers of this kind played the contract with what came.
"""

EXCHANGED: Final[Mapping[Contract, Line]] = MappingProxyType(
    {
        Contract.SPEL: (0.95, -11.34, -1.07),
        Contract.SPADER: (0.90, -10.19, -1.17),
        Contract.VALFRI: (0.81, -8.90, 1.00),
        Contract.PASS: (-0.93, 4.76, 0.88),
        Contract.NO_HEARTS: (-0.81, 3.13, -0.14),
        Contract.NO_QUEEN: (-1.06, 1.42, 0.49),
    }
)
"""For the sixteen cards that are left after the exchange; fitted over the same deals."""


def promise(line: Line, measure: float, *, all_to_come: bool) -> float:
    """Return the score that a bare measure promises.

    Where every contract has to be played in the end (``all_to_come``), it is how much better than
    usual that is, so that a hand goes where it is worth most, and Pass waits for a weak one.
    """
    slope, height, mean = line
    return slope * measure + height - (mean if all_to_come else 0.0)
