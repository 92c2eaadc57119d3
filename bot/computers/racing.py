"""Finding the best of several choices by playing out imagined deals: the hopeless ones drop out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, Generic, TypeVar

from bot.computers.player import Watch

World = TypeVar("World")

ROUND: Final = 16
"""After how many deals it is looked at which choices are still in the race."""

BEHIND: Final = 3.0
"""By how many standard errors a choice has to be behind the best to drop out."""


@dataclass(frozen=True, slots=True)
class Race(Generic[World]):
    """Choices that are tried in the same imagined deals, each worth what it brings on average.

    ``imagine`` makes a deal, ``worth`` plays one choice (by its place) out in it.
    """

    choices: int
    imagine: Callable[[], World]
    worth: Callable[[World, int], float]

    def run(self, playouts: int, watch: Watch) -> Result:
        """Play out so many times altogether, unless the watch is over; at least one round is tried.

        Worlds are shared, so choices are told apart by their differences.
        """
        found: list[list[float]] = [[] for _ in range(self.choices)]
        alive = list(range(self.choices))
        deals = spent = 0
        while spent + len(alive) <= playouts or not deals:
            world = self.imagine()
            for one in alive:
                found[one].append(self.worth(world, one))
            spent += len(alive)
            deals += 1
            if watch.over:
                break
            if deals % ROUND == 0:
                alive = _still_in(found, alive)
                if len(alive) == 1:
                    break
        means = tuple([sum(some) / len(some) for some in found])
        best = max(alive, key=lambda one: (means[one], -one))
        return Result(best, means, deals, spent)


@dataclass(frozen=True, slots=True)
class Result:
    """The place of the best choice, the mean of each (of those deals that it was tried in)."""

    best: int
    means: tuple[float, ...]
    deals: int
    playouts: int


def _still_in(found: Sequence[Sequence[float]], alive: Sequence[int]) -> list[int]:
    """Return the choices that are not clearly worse than the best one."""
    count = len(found[alive[0]])
    best = max(alive, key=lambda one: (sum(found[one]), -one))
    kept = []
    for one in alive:
        if one != best:
            gaps = [high - low for high, low in zip(found[best], found[one], strict=True)]
            mean = sum(gaps) / count
            spread = sum([gap * gap for gap in gaps]) / count - mean * mean
            # The floor keeps a choice in where few deals happened to be all alike.
            if mean > BEHIND * sqrt(max(spread, 0.01) / count):
                continue
        kept.append(one)
    return kept
