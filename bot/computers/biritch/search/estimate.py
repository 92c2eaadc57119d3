"""How many tricks two hands take together in a strain, before a card is played."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from math import erf, sqrt
from typing import Final

from bot.games.biritch.contract import Strain
from bot.games.biritch.scoring import TRICKS
from bot.games.cards import PACK_52, Card

SPREAD: Final = 1.3
"""The standard deviation of the tricks around the estimate, all four hands playing their best."""

_POINTS: Final = (4, 3, 2, 1)
_POINTS_OF: Final = tuple(
    _POINTS[card.index % 13] if card.index % 13 < len(_POINTS) else 0 for card in PACK_52
)


def features(one: Sequence[Card], other: Sequence[Card], strain: Strain) -> tuple[float, ...]:
    """Return what the estimate of two hands is made from."""
    lengths = [[0, 0, 0, 0], [0, 0, 0, 0]]
    points = [0, 0, 0, 0]
    aces = 0
    for row, hand in zip(lengths, (one, other), strict=True):
        for card in hand:
            suit, rank = divmod(card.index, 13)
            row[suit] += 1
            points[suit] += _POINTS_OF[card.index]
            aces += rank == 0
    total = sum(points)
    trump = strain.trump
    if trump is None:
        longest = max(lengths[0][suit] + lengths[1][suit] for suit in range(4))
        weakest = min(points)
        spread = sum(max(0, lengths[0][suit] + lengths[1][suit] - 7) for suit in range(4))
        return 1.0, total, aces, longest, weakest, spread
    at = list(Strain).index(strain)
    together = lengths[0][at] + lengths[1][at]
    longer = max(lengths[0][at], lengths[1][at])
    short = 0
    double = 0
    for suit in range(4):
        if suit == at:
            continue
        for row in lengths:
            short += min(max(0, 3 - row[suit]), row[at])
        double += min(lengths[0][suit], lengths[1][suit]) >= 3
    return 1.0, total, points[at], aces, together, longer, short, double


SUIT: Final = (-9.2, 0.347, 0.107, 0.215, 0.749, 0.377, 0.313, 0.298)
NO_TRUMP: Final = (-5.07, 0.443, 0.546, 0.139, 0.105, -0.139)
"""What each feature is worth in tricks, from some hundred deals solved in every strain."""


def estimate(one: Sequence[Card], other: Sequence[Card], strain: Strain) -> float:
    """Return how many tricks two hands take together on average when all play their best."""
    weights = NO_TRUMP if strain is Strain.NO_TRUMP else SUIT
    found = features(one, other, strain)
    return sum(weight * value for weight, value in zip(weights, found, strict=True))


def spread_over(mean: float) -> tuple[tuple[int, float], ...]:
    """Return each number of tricks that is likely around an estimate, with its chance."""
    return _spread(max(0, min(10 * TRICKS, round(10 * mean))))


@cache
def _spread(tenths: int) -> tuple[tuple[int, float], ...]:
    mean = tenths / 10

    def below(bound: float) -> float:
        return 0.5 * (1 + erf((bound - mean) / (SPREAD * sqrt(2))))

    edges = [0.0, *(below(number + 0.5) for number in range(TRICKS)), 1.0]
    chances = [high - low for low, high in pairwise(edges)]
    return tuple([(number, chance) for number, chance in enumerate(chances) if chance > 0.001])
