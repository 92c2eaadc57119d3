"""What is on the table in a deal of Bismarck: before the play, and in it; and deals gone by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.bismarck.contracts import SEATS, Contract
from bot.games.cards import Card, Suit
from bot.games.game import Action, Deal, DealResult
from bot.games.trick import Order, Play, Taken

Counts = tuple[int, ...]
"""One number for each seat."""

NEXT: Final = (1, 2, 0)
"""The seat at the left of each."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A deal before its first trick: forehand announces, exchanges and names a trump.

    ``contract`` is None until it is announced, ``took`` until the kitty is taken or refused,
    ``discards`` until they are made (empty for good where the kitty is refused). ``hand`` is
    forehand's: sixteen cards, twenty with the kitty in it, sixteen again.
    """

    number: int
    deal: Deal
    hand: tuple[Card, ...]
    contract: Contract | None = None
    took: bool | None = None
    discards: tuple[Card, ...] | None = None
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Terms:
    """What the exchange has settled for a deal; ``discards`` are empty if the kitty was refused."""

    number: int
    deal: Deal
    contract: Contract
    took: bool
    discards: tuple[Card, ...]
    trump: Suit | None
    ranking: Order

    @property
    def forehand(self) -> int:
        """Return forehand's seat."""
        return self.deal.dealer

    @property
    def buried(self) -> tuple[Card, ...]:
        """Return the four cards out of play."""
        return self.discards if self.took else self.deal.stock


@dataclass(frozen=True, slots=True)
class Playing:
    """A deal in play: hands by seat, the trick on the table, and who plays next."""

    terms: Terms
    hands: tuple[tuple[Card, ...], ...]
    turn: int
    trick: tuple[Play, ...]
    tricks: tuple[Taken, ...]
    won: Counts
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal gone by: all that happened in it, and how it was scored.

    ``totals`` are those after it. ``extra`` is 0 in a regular deal, else which extra deal it was;
    ``level`` are then the leaders whom it was to part.
    """

    terms: Terms
    actions: tuple[Action, ...]
    tricks: tuple[Taken, ...]
    won: Counts
    taken: Counts
    scores: Counts
    totals: Counts
    extra: int
    level: tuple[int, ...]

    @property
    def result(self) -> DealResult:
        """Return the deal as a replay reports it."""
        return DealResult(self.terms.forehand, self.won, self.scores)


NOTHING: Final[Counts] = (0,) * SEATS
