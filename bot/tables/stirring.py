"""What goes on by itself at a table: read off the table alone, so that it can be told from its row.

A table at which nothing does is left on the disk at a start, however many there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bot.games.game import Over
from bot.games.kept import waits_for
from bot.tables import agreement
from bot.tables.table import Table

What = Literal["answer", "lapse", "cut", "finish", "deal", "play", "forced", "wish"]


@dataclass(frozen=True, slots=True)
class Due:
    """What happens next by itself, at which seat, and by a computer of which level."""

    what: What
    seat: int = -1
    level: str = ""


def due(table: Table) -> Due | None:
    """Return what happens next by itself; None where nothing does before a person acts."""
    match = table.match
    if match is None or table.phase != "playing" or table.suspended:
        return None
    if table.matters.claim is not None:
        computers = any(not table.seats[seat].person for seat in agreement.waiting(table))
        return Due("answer" if computers else "lapse", table.matters.claim.seat)
    if table.cutter is not None:
        return Due("cut")
    if isinstance(waits_for(match), Over):
        return Due("finish")
    if table.needs_deal is not None:
        return Due("deal")
    decision = table.decision
    if decision is None:
        return None
    level = table.seats[decision.player].level
    if level is not None:
        return Due("play", decision.player, level)
    if table.forced is not None:
        return Due("forced", decision.player)
    if any(table.seats[seat].level is not None for seat in match.others()):
        return Due("wish")
    return None


def stirs(table: Table) -> bool:
    """Tell whether anything goes on here by itself."""
    return due(table) is not None
