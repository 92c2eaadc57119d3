"""A score between two limits, drawn as one line of text that fits a phone."""

from __future__ import annotations

from typing import Final

MINUS: Final = "−"
CELLS: Final = 7
"""The most cells on each side of zero."""

_EMPTY: Final = "·"
_ZERO: Final = "|"
_HERE: Final = "●"


def signed(points: int) -> str:
    """Return a number with its sign: ``+3``, ``−4``, ``0``."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"{MINUS}{-points}"


def track(points: int, limit: int) -> str:
    """Return the track from ``−limit`` to ``+limit`` with a mark at ``points``, in fixed width.

    A total beyond a limit stands at that end; a long track has several points to a cell, and
    only zero itself is drawn at zero.
    """
    each = -(-limit // CELLS)
    cells = -(-limit // each)
    away = min(cells, -(-abs(points) // each))
    at = cells + (away if points > 0 else -away)
    line = [_EMPTY] * (2 * cells + 1)
    line[cells] = _ZERO
    line[at] = _HERE
    return f"`{signed(-limit)} {''.join(line)} {signed(limit)}`"
