"""What a seat of Bismarck plays for, and how cards are written as bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.computers.bismarck.position import NOBODY, rival
from bot.games.bismarck import BismarckView, Contract
from bot.games.bismarck.contracts import SEATS

HELD_DOWN: Final = 0.1
LATE: Final = 0.4
"""What a point less for the leader is worth in points of one's own; in the last round of deals."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a seat plays for: its own score, and a little that the leader's is low."""

    seat: int
    sign: int
    rival: int
    weight: float

    def worth(self, taken: Sequence[int]) -> float:
        """Return the worth of what the seats take."""
        own = float(taken[self.seat])
        if self.rival != NOBODY:
            own -= self.weight * taken[self.rival]
        return self.sign * own


def aim(view: BismarckView, contract: Contract) -> Aim:
    """Return what the seat of a view plays for."""
    assert view.seat is not None
    late = view.deal > view.deals - SEATS
    weight = LATE if late else HELD_DOWN
    return Aim(view.seat, 1 if contract.positive else -1, rival(view, view.seat), weight)
