"""Biritch: games, rubbers, contracts declared, slams and honours."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.biritch.views import BiritchSummary
from bot.games.game import Tally

_KEYS: Final = (
    "games",
    "rubbers",
    "declared",
    "small_slams",
    "grand_slams",
    "honours",
    "honour_points",
)

_HONOURS: Final = ("honours", "aces")


def _tally(summary: BiritchSummary, seat: int) -> Mapping[str, int]:
    """Return what a deal brought the side of a seat; ``declared`` is the seat's own.

    Slams and honours are those that the house rules pay for.
    """
    side = seat % 2
    ours = [line for line in summary.lines if line.side == side]
    honours = [line.points for line in ours if line.reason in _HONOURS]
    return {
        "games": int(summary.game == side),
        "rubbers": int(summary.after.rubber == side),
        "declared": int(summary.contract.declarer == seat),
        "small_slams": sum(line.reason == "small_slam" for line in ours),
        "grand_slams": sum(line.reason == "grand_slam" for line in ours),
        "honours": len(honours),
        "honour_points": sum(honours),
    }


TALLY: Final = Tally(_KEYS, _tally)
