"""What a deal is played in: strains, calls, the contract, and who sits where round the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NamedTuple

from bot.games.cards import Suit
from bot.games.trick import Order, order

SEATS: Final = 4
SIDES: Final = ((0, 2), (1, 3))
BOOK: Final = 6
"""The first six tricks of a side, which count nothing."""


class Strain(StrEnum):
    """What can be named: a trump suit, or no trump ("biritch")."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMP = "NT"

    @property
    def trump(self) -> Suit | None:
        """Return the trump suit, None at no trump."""
        return None if self is Strain.NO_TRUMP else Suit(self.value)


ORDERS: Final[dict[Strain, Order]] = {strain: order(strain.trump) for strain in Strain}
"""How cards beat each other in each strain: ace high everywhere."""

LEVELS: Final = range(1, 8)


def left_of(seat: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % SEATS


def partner_of(seat: int) -> int:
    """Return the seat opposite."""
    return (seat + 2) % SEATS


def right_of(seat: int) -> int:
    """Return the seat before, clockwise."""
    return (seat + 3) % SEATS


class Call(NamedTuple):
    """A call in an auction; ``level`` is None where calls name a strain only."""

    strain: Strain
    level: int | None = None

    @property
    def text(self) -> str:
        """Return the call as the record writes it: ``H``, ``3H``, ``3NT``."""
        return str(self.strain) if self.level is None else f"{self.level}{self.strain}"


class Spoken(NamedTuple):
    """What a seat said in the auction: a call, or None for a pass."""

    seat: int
    call: Call | None


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played: strain, level (None without one), who named it, declarer, and the doubling.

    ``multiplier`` is 1, then doubles with each double and redouble.
    """

    strain: Strain
    level: int | None
    namer: int
    declarer: int
    multiplier: int = 1

    @property
    def dummy(self) -> int:
        """Return the declarer's partner, whose hand the declarer plays."""
        return (self.declarer + 2) % SEATS

    @property
    def leader(self) -> int:
        """Return the seat of the opening lead: declarer's left."""
        return (self.declarer + 1) % SEATS

    def doubled(self) -> Contract:
        """Return the contract with everything worth twice as much."""
        return replace(self, multiplier=self.multiplier * 2)

    def player_of(self, seat: int) -> int:
        """Return who decides for a hand: declarer for dummy's, else each for the own."""
        return self.declarer if seat == self.dummy else seat


def outranking(
    highest: Call | None, ranking: Sequence[Strain], *, levels: bool
) -> tuple[Call, ...]:
    """Return the calls that outrank the highest one so far, lowest first (rules: Variants)."""
    numbers: Sequence[int | None] = LEVELS if levels else (None,)
    every = [Call(strain, level) for level in numbers for strain in ranking]
    if highest is None:
        return tuple(every)
    return tuple(every[every.index(highest) + 1 :])
