"""Bid whist: bids made and set, by kind, and Bostons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.bid_whist.bids import Kind
from bot.games.bid_whist.views import BidWhistSummary
from bot.games.game import Tally

_KINDS: Final = (Kind.UPTOWN, Kind.DOWNTOWN, Kind.HIGH, Kind.LOW)

_KEYS: Final = (
    *(f"{outcome}_{kind}" for kind in _KINDS for outcome in ("made", "set")),
    "bostons",
)


def _tally(summary: BidWhistSummary, seat: int) -> Mapping[str, int]:
    """Return what became of a bid of this seat; a Boston counts for both partners.

    A no-trump bid counts by the direction that was named for it.
    """
    contract, score = summary.contract, summary.score
    if contract is None or score is None:
        return {}
    found: dict[str, int] = {}
    if contract.bidder == seat:
        found[f"{'made' if score.made else 'set'}_{contract.bid.kind}"] = 1
    if score.boston and score.side == seat % 2:
        found["bostons"] = 1
    return found


TALLY: Final = Tally(_KEYS, _tally)
