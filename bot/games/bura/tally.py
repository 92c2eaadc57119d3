"""Bura: pots won, right and false calls, special hands shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.bura.hands import Special
from bot.games.bura.pot import How
from bot.games.bura.views import BuraSummary
from bot.games.game import Tally

_KEYS: Final = ("pots", "right_calls", "false_calls", *(f"shown_{kind}" for kind in Special))


def _tally(summary: BuraSummary, seat: int) -> Mapping[str, int]:
    """Return whether a seat won the pot of a deal, how its call of 31 came out, what it showed."""
    outcome = summary.outcome
    found = {
        "pots": int(outcome.winner == seat),
        "right_calls": int(outcome.by == seat and outcome.how is How.DECLARED),
        "false_calls": int(outcome.by == seat and outcome.how is How.FALSE_CALL),
    }
    for kind in Special:
        found[f"shown_{kind}"] = sum(one.seat == seat and one.kind is kind for one in summary.shown)
    return found


TALLY: Final = Tally(_KEYS, _tally)
