"""What happens in a deal of Bid whist, as everybody may know it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.bid_whist.bids import Bid
from bot.games.bid_whist.scoring import Score
from bot.games.cards import Card, Suit
from bot.games.game import Event


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A seat bid."""

    seat: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    """The auction is over: the bid that stands, and whose it is."""

    seat: int
    bid: Bid


@dataclass(frozen=True, slots=True)
class PassedOut(Event):
    """All four passed: the next dealer deals anew."""

    dealer: int


@dataclass(frozen=True, slots=True)
class KittyTaken(Event):
    """The bidder took the kitty; ``shown`` are its cards where the table sees them, else empty."""

    seat: int
    shown: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class KittyBuried(Event):
    """The bidder discarded that many cards face down: the first book of the bidding side."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """The bidder named the trump suit."""

    seat: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class DirectionNamed(Event):
    """The bidder said which cards win at no trump."""

    seat: int
    low: bool


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """The bid was made or set; ``totals`` are those after the deal."""

    seat: int
    bid: Bid
    score: Score
    totals: tuple[int, int]
