"""Bismarck: deals and score for each contract."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.bismarck.contracts import SIX
from bot.games.bismarck.views import BismarckSummary
from bot.games.game import Tally

_KEYS: Final = tuple(f"{what}_{contract}" for contract in SIX for what in ("deals", "score"))


def _tally(summary: BismarckSummary, seat: int) -> Mapping[str, int]:
    """Return a seat's score in the contract of a deal, whoever was forehand, and that it played."""
    line = summary.line
    return {f"deals_{line.contract}": 1, f"score_{line.contract}": line.scores[seat]}


TALLY: Final = Tally(_KEYS, _tally)
