"""Bids and contracts: a number of tricks beyond six, and whether high or low cards win."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.games.cards import Suit

HIGHEST: Final = 7


class Kind(StrEnum):
    """What is bid: as the record writes it after the number.

    ``NO_TRUMP`` is a no-trump bid whose direction is named later; HIGH and LOW are no trump too.
    """

    UPTOWN = "U"
    DOWNTOWN = "D"
    HIGH = "NH"
    LOW = "NL"
    NO_TRUMP = "N"

    @property
    def no_trump(self) -> bool:
        """Tell whether there is no trump suit."""
        return self not in (Kind.UPTOWN, Kind.DOWNTOWN)


class Bid(NamedTuple):
    """A number of tricks beyond six, 3 to 7, and a kind."""

    number: int
    kind: Kind

    @property
    def text(self) -> str:
        """Return the bid as the record writes it (``4U``, ``5NH``)."""
        return f"{self.number}{self.kind}"


BIDS: Final = MappingProxyType(
    {bid.text: bid for bid in (Bid(n, kind) for n in range(3, HIGHEST + 1) for kind in Kind)}
)
"""Every bid of any table by its text, lowest first."""


class Call(NamedTuple):
    """What a seat said in the auction; ``bid`` is None for a pass."""

    seat: int
    bid: Bid | None


@dataclass(frozen=True, slots=True)
class Contract:
    """The bid that won the auction, with the trump suit or the direction once it is named."""

    bidder: int
    bid: Bid
    trump: Suit | None = None

    @property
    def named(self) -> bool:
        """Tell whether nothing is left to name: the trump suit, or the direction at no trump."""
        if self.bid.kind.no_trump:
            return self.bid.kind is not Kind.NO_TRUMP
        return self.trump is not None

    @property
    def side(self) -> int:
        """Return the bidding side: 0 for seats 0 and 2."""
        return self.bidder % 2

    @property
    def tricks_needed(self) -> int:
        """Return how many of the twelve tricks make the bid; the kitty is one book more."""
        return self.bid.number + 5
