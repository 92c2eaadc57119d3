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

AHEAD: Final = 0.5
"""By how many standard errors a choice has to be better than the favourite to be taken."""


@dataclass(frozen=True, slots=True)
class Race(Generic[World]):
    """Choices that are tried in the same imagined deals, each worth what it brings on average.

    ``imagine`` makes a deal, ``worth`` plays one choice (by its place) out in it. The
    ``favourite`` is taken unless another is better by more than chance would often make it.
    """

    choices: int
    imagine: Callable[[], World]
    worth: Callable[[World, int], float]
    favourite: int | None = None

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
        if self.favourite in alive and not _ahead(found[best], found[self.favourite]):
            best = self.favourite
        return Result(best, means, deals, spent)


@dataclass(frozen=True, slots=True)
class Result:
    """The place of the best choice, the mean of each (of those deals that it was tried in)."""

    best: int
    means: tuple[float, ...]
    deals: int
    playouts: int


def _ahead(some: Sequence[float], others: Sequence[float]) -> bool:
    """Tell whether the first are better than the others by more than they vary."""
    gaps = [high - low for high, low in zip(some, others, strict=True)]
    count = len(gaps)
    mean = sum(gaps) / count
    spread = sum([gap * gap for gap in gaps]) / count - mean * mean
    return mean > AHEAD * sqrt(max(spread, 0.0) / count)


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
