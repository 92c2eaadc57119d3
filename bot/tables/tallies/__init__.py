"""What each game counts of a finished deal besides points: a function a game, registered here.

A tally takes a deal's summary and a seat, and returns whole numbers by name, which are summed over
deals and matches. ``KEYS`` gives their order for the eye; each has words under
``stat.<game>.<name>``. A fifth game adds a module and a line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from bot.tables.tallies import bid_whist, biritch, bismarck, bura

Tally = Callable[[Any, int], Mapping[str, int]]

TALLIES: Final[Mapping[str, Tally]] = MappingProxyType(
    {
        "bid_whist": bid_whist.tally,
        "biritch": biritch.tally,
        "bismarck": bismarck.tally,
        "bura": bura.tally,
    }
)
"""How each game counts a deal for a seat; each game's own summaries go into its own tally only."""

KEYS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "bid_whist": bid_whist.KEYS,
        "biritch": biritch.KEYS,
        "bismarck": bismarck.KEYS,
        "bura": bura.KEYS,
    }
)
"""The names of what each game counts, in the order in which people see them."""
