"""What a seat may be shown of a match, what it can remember, and what a finished deal was."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.bid_whist.bids import Call, Contract
from bot.games.bid_whist.scoring import Score
from bot.games.cards import Card
from bot.games.game import Memory, Summary, View
from bot.games.trick import Order


@dataclass(frozen=True, slots=True, kw_only=True)
class BidWhistView(View):
    """All that one seat may be shown of a match of Bid whist.

    ``calls`` are the auction so far, ``standing`` the bid to beat; ``speaking`` are the seats that
    may still speak, the one asked first (in open rounds with the holder of the standing bid), and
    ``dealer_forced`` says that the dealer is asked and has no pass. ``contract`` is there from the
    end of the auction, ``ranking`` (which card beats which) from when nothing is left to name.

    ``kitty`` are the six cards as dealt, between their being taken and the first lead: for the
    bidder, and for everybody where the kitty is shown. ``buried`` is the discard, for the bidder
    alone; ``kitty_taken`` and ``kitty_buried`` say to everybody how far it is. ``books`` are by
    side, the kitty among those of the bidders from the moment it is buried.

    While a match waits for the next deal, or is over, the facts of the deal before stand.
    """

    calls: tuple[Call, ...]
    standing: Call | None
    speaking: tuple[int, ...]
    dealer_forced: bool
    contract: Contract | None
    ranking: Order | None
    kitty: tuple[Card, ...]
    buried: tuple[Card, ...]
    kitty_taken: bool
    kitty_buried: bool
    books: tuple[int, int]
    score: Score | None


@dataclass(frozen=True, slots=True)
class BidWhistMemory(Memory):
    """A perfect memory of the open deal; ``kitty`` is as it was dealt, if this seat saw it."""

    kitty: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BidWhistSummary(Summary):
    """A finished deal of Bid whist, everything face up; ``deal.stock`` is the kitty as dealt.

    ``contract`` and ``score`` are None where the deal was passed out. ``totals`` are those after
    the deal, ``target`` the total that wins the match (minus it loses), ``winners`` the seats that
    won the match with this deal, if they did.
    """

    calls: tuple[Call, ...]
    contract: Contract | None
    ranking: Order | None
    score: Score | None
    totals: tuple[int, int]
    target: int
    winners: tuple[int, ...]

    @property
    def buried(self) -> tuple[Card, ...]:
        """Return the bidder's discard, which alone comes into no trick."""
        return self.out_of_play
