"""Putting bouts together: means with their standard errors, and what a decision cost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import NamedTuple

from bot.computers.arena.bouts import Bout


class Figure(NamedTuple):
    """A mean over so many values, with its standard error."""

    name: str
    mean: float
    error: float
    values: int

    @property
    def line(self) -> str:
        """Return the figure as a line of text."""
        return f"{self.name:32} {self.mean:+8.3f} ± {self.error:.3f}   ({self.values})"


class Cost(NamedTuple):
    """What a decision costs a player, in milliseconds of a core."""

    level: str
    mean: float
    p95: float
    p99: float
    most: float
    values: int

    @property
    def line(self) -> str:
        """Return the cost as a line of text."""
        figures = f"mean {self.mean:.1f}  p95 {self.p95:.1f}  p99 {self.p99:.1f}"
        return f"ms a decision, {self.level:17} {figures}  max {self.most:.1f}   ({self.values})"


def figures(bouts: Iterable[Bout]) -> list[Figure]:
    """Return each figure of some bouts; values of one bout under one name count as one."""
    values: dict[str, list[float]] = {}
    for bout in bouts:
        within: dict[str, list[float]] = {}
        for name, value in bout.figures:
            within.setdefault(name, []).append(value)
        for name, some in within.items():
            values.setdefault(name, []).append(sum(some) / len(some))
    return [_figure(name, some) for name, some in values.items()]


def _figure(name: str, values: Sequence[float]) -> Figure:
    count = len(values)
    mean = sum(values) / count
    spread = sum((value - mean) ** 2 for value in values) / max(1, count - 1)
    return Figure(name, mean, sqrt(spread / count), count)


def cost(level: str, seconds: Sequence[float]) -> Cost:
    """Return what decisions cost."""
    ordered = sorted(seconds) or [0.0]

    def upto(share: float) -> float:
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    mean = 1000 * sum(ordered) / len(ordered)
    return Cost(level, mean, upto(0.95), upto(0.99), 1000 * ordered[-1], len(seconds))
