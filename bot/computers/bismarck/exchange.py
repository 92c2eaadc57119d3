"""Forehand's choices before the first trick: contract, kitty, discard, trump."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.computers.bismarck import estimate
from bot.computers.bismarck.estimate import (
    AS_DEALT,
    EXCHANGED,
    HEARTS,
    NO_TRUMP,
    QUEEN_BIT,
    RANKS,
    SPADES,
)
from bot.games.bismarck.contracts import KITTY, Contract


def contract_for(
    contracts: Sequence[Contract],
    hand: int,
    kitty: int,
    *,
    all_to_come: bool,
    trump: Callable[[int], int],
) -> Contract:
    """Return the contract that fits a hand best; ``kitty`` holds its cards where they lie open.

    ``trump`` names the trump that would be taken with a hand in Valfri.
    """

    def promised(contract: Contract) -> float:
        if not kitty:
            measure = estimate.raw(contract, hand)
            return estimate.promise(AS_DEALT[contract], measure, all_to_come=all_to_come)
        meant = trump_in(contract, hand | kitty, trump)
        kept = hand | kitty
        for index in discard(contract, meant, kept):
            kept &= ~(1 << index)
        measure = estimate.raw(contract, kept)
        return estimate.promise(EXCHANGED[contract], measure, all_to_come=all_to_come)

    return max(contracts, key=promised)


def trump_in(contract: Contract, hand: int, trump: Callable[[int], int]) -> int:
    """Return the trump of a contract with a hand that may still choose it in Valfri."""
    if contract is Contract.VALFRI:
        return trump(hand)
    return SPADES if contract is Contract.SPADER else NO_TRUMP


def trump_of(hand: int, *, no_trump: bool, suits: bool) -> int:
    """Return the trump for a hand among those that may be named, ``NO_TRUMP`` being one."""
    promised, suit = estimate.best_trump(hand)
    if not suits:
        return NO_TRUMP
    if no_trump and estimate.tricks(hand, NO_TRUMP) > promised:
        return NO_TRUMP
    return suit


def discard(contract: Contract, trump: int, hand: int) -> tuple[int, ...]:
    """Return the four cards to put away, as indexes, given the trump that is meant."""
    worth = _worth(contract, trump)
    away: list[int] = []
    for _ in range(KITTY):
        held = [index for index in range(52) if hand >> index & 1]
        gone = max(held, key=lambda index: (worth(hand & ~(1 << index)), _spare(contract, index)))
        away.append(gone)
        hand &= ~(1 << gone)
    return tuple(away)


def _worth(contract: Contract, trump: int) -> Callable[[int], float]:
    if contract.positive:
        return lambda hand: estimate.tricks(hand, trump) + 0.15 * _shape(hand)
    if contract is Contract.PASS:
        return lambda hand: -estimate.forced_tricks(hand)
    if contract is Contract.NO_HEARTS:
        return _hearts_worth
    return _queen_worth


def _shape(hand: int) -> float:
    """Return how long the two longest suits are together: the others can be thrown away."""
    lengths = sorted(estimate.suit_bits(hand, suit).bit_count() for suit in range(4))
    return lengths[3] + 0.5 * lengths[2]


def _hearts_worth(hand: int) -> float:
    """Value a hand in No hearts; a heart put away counts as taken, so it must be worth one."""
    return estimate.suit_bits(hand, HEARTS).bit_count() - estimate.forced_hearts(hand)


def _queen_worth(hand: int) -> float:
    """Value a hand in No queen; the queen put away is a queen taken."""
    kept = 8.0 if hand & QUEEN_BIT else 0.0
    sides = sum(estimate.rounds_forced(estimate.suit_bits(hand, suit)) for suit in (1, 2, 3))
    return kept - estimate.queen_danger(hand) - 0.1 * sides


def _spare(contract: Contract, index: int) -> int:
    """Part what is equal: where tricks are wanted the lowest card goes, else the highest."""
    rank = index % RANKS
    return rank if contract.positive else RANKS - rank
