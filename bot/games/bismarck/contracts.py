"""The six contracts: what each counts, the quotas, and how they are written."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, Literal

from bot.games.cards import Card, Suit, card

Counts = Literal["tricks", "hearts", "queen"]
"""What is set against the quota: tricks, hearts taken, or the queen of spades (who weighs 8)."""

SEATS: Final = 3
TRICKS: Final = 16
KITTY: Final = 4
QUEEN: Final = card("QS")
QUEEN_WEIGHT: Final = 8


class Contract(StrEnum):
    """A contract, as the record writes it; in the order in which a fixed match runs them."""

    SPEL = "spel"
    SPADER = "spader"
    VALFRI = "valfri"
    PASS = "pass"
    NO_HEARTS = "no_hearts"
    NO_QUEEN = "no_queen"

    @property
    def positive(self) -> bool:
        """Tell whether tricks are wanted (Spel, Spader, Valfri)."""
        return self in POSITIVE

    @property
    def counts(self) -> Counts:
        """Return what is set against the quota."""
        if self is Contract.NO_HEARTS:
            return "hearts"
        return "queen" if self is Contract.NO_QUEEN else "tricks"


POSITIVE: Final = (Contract.SPEL, Contract.SPADER, Contract.VALFRI)
FOUR: Final = (*POSITIVE, Contract.PASS)
SIX: Final = (*FOUR, Contract.NO_HEARTS, Contract.NO_QUEEN)
SHORT: Final = (Contract.SPEL, Contract.PASS)

_QUOTAS: Final[dict[Contract, tuple[int, int]]] = {
    Contract.SPEL: (8, 4),
    Contract.SPADER: (8, 4),
    Contract.VALFRI: (8, 4),
    Contract.PASS: (4, 6),
    Contract.NO_HEARTS: (3, 5),
    Contract.NO_QUEEN: (2, 3),
}


def quotas(contract: Contract, forehand: int) -> tuple[int, ...]:
    """Return the quota of each seat (rules: Score)."""
    own, other = _QUOTAS[contract]
    return tuple(own if seat == forehand else other for seat in range(SEATS))


def weight(contract: Contract, some: Sequence[Card]) -> int:
    """Return what cards weigh against a quota: 1 a heart, 8 the queen, 0 where tricks count."""
    counts = contract.counts
    if counts == "hearts":
        return sum(1 for one in some if one.suit is Suit.HEARTS)
    if counts == "queen":
        return QUEEN_WEIGHT if QUEEN in some else 0
    return 0
