"""What people may know of a rubber: the view of a seat, and the summary of a finished deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.games.biritch.bidding import Doubling, Said
from bot.games.biritch.contract import ORDERS, Contract, Spoken
from bot.games.biritch.revokes import Revoke, Transfer
from bot.games.biritch.scoring import Line, Piles, Standing
from bot.games.cards import Card
from bot.games.game import Summary, View
from bot.games.trick import Order

Phase = Literal["waiting", "naming", "auction", "doubling", "play", "scored"]


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A claim, as everybody heard it: who, in which trick, and how many revokes it found."""

    seat: int
    trick: int
    found: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BiritchView(View):
    """What a seat, or the public, may know of a rubber of Biritch.

    ``phase`` is ``waiting`` before the first deal, ``scored`` between deals and at the end.
    ``dealer_left``: the dealer has left the naming to the partner. ``calls`` and ``doubling`` are
    what was said, in order, ``highest`` the call that stands, and ``to_speak`` the seats that will
    be asked from now on if all of them pass, the one that is asked first.

    ``contract`` is None until a strain stands; ``value`` is what an odd trick is worth in it, with
    the doubling and without aces. ``dummy_hand`` is None until it lies face up. ``open_hands`` are
    all four, by seat, where the table plays double dummy. ``standing`` counts finished deals only.
    ``out_of_turn`` are the seats that have played out of turn in this deal, each time one entry.
    """

    phase: Phase
    dealer_left: bool
    calls: tuple[Spoken, ...]
    highest: Spoken | None
    doubling: tuple[Doubling, ...]
    to_speak: tuple[int, ...]
    contract: Contract | None
    value: int | None
    dummy_hand: tuple[Card, ...] | None
    open_hands: tuple[tuple[Card, ...], ...] | None
    standing: Standing
    claims: tuple[ClaimMade, ...]
    out_of_turn: tuple[int, ...]

    @property
    def dummy(self) -> int | None:
        """Return dummy's seat once play has begun."""
        if self.contract is None or self.phase not in ("play", "scored"):
            return None
        return self.contract.dummy

    @property
    def ranking(self) -> Order | None:
        """Return which card beats which, while cards are played."""
        if self.contract is None or self.phase != "play":
            return None
        return ORDERS[self.contract.strain]


@dataclass(frozen=True, slots=True, kw_only=True)
class BiritchSummary(Summary):
    """A finished deal: how the contract came about, its score line by line, and revokes.

    ``played`` are the piles as won, ``counted`` those after the ``transfers``; ``revokes`` are
    those that were found. ``game`` is the side that won a game by this deal.
    """

    said: Said
    contract: Contract
    lines: tuple[Line, ...]
    before: Standing
    after: Standing
    game: int | None
    played: Piles
    counted: Piles
    revokes: tuple[Revoke, ...]
    transfers: tuple[Transfer, ...]
