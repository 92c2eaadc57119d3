"""The shapes that cards are made of: suits and index letters as outlines in a unit square.

Everything is our own drawing: Bézier curves and strokes, sampled to polygons. The unit square has
its origin at the top left; an outline is a list of polygons, of which later ones may be holes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import cos, pi, sin
from typing import Final, NamedTuple

from bot.games.cards import Suit

Point = tuple[float, float]
Polygon = tuple[Point, ...]

STEPS: Final = 14
"""How many straight pieces a curve is drawn with."""


class Stroke(NamedTuple):
    """A line of even width along points; widths are in the unit square too."""

    points: Polygon
    width: float


def _cubic(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    points = []
    for step in range(STEPS + 1):
        t = step / STEPS
        u = 1 - t
        weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
        xs = (a[0], b[0], c[0], d[0])
        ys = (a[1], b[1], c[1], d[1])
        points.append(
            (
                sum(w * x for w, x in zip(weights, xs, strict=True)),
                sum(w * y for w, y in zip(weights, ys, strict=True)),
            )
        )
    return points


def _circle(x: float, y: float, radius: float) -> Polygon:
    count = STEPS * 4
    return tuple(
        (x + radius * cos(2 * pi * n / count), y + radius * sin(2 * pi * n / count))
        for n in range(count)
    )


def _mirrored(half: Sequence[Point]) -> Polygon:
    """Close a right half, from top to bottom along x = 0.5, with its mirror image."""
    return (*half, *((1 - x, y) for x, y in reversed(half)))


@cache
def suit(which: Suit) -> tuple[Polygon, ...]:
    """Return the outline of a suit; the four differ in outline, not in colour alone."""
    return _SUITS[which]()


def _heart() -> tuple[Polygon, ...]:
    half = [
        *_cubic((0.5, 0.26), (0.55, 0.06), (0.74, 0.02), (0.86, 0.1)),
        *_cubic((0.86, 0.1), (1.02, 0.22), (1.0, 0.46), (0.86, 0.62)),
        *_cubic((0.86, 0.62), (0.74, 0.76), (0.6, 0.86), (0.5, 0.98)),
    ]
    return (_mirrored(half),)


def _spade() -> tuple[Polygon, ...]:
    half = [
        *_cubic((0.5, 0.02), (0.6, 0.18), (0.78, 0.28), (0.9, 0.42)),
        *_cubic((0.9, 0.42), (1.04, 0.6), (0.94, 0.8), (0.76, 0.8)),
        *_cubic((0.76, 0.8), (0.66, 0.8), (0.58, 0.74), (0.54, 0.66)),
        *_cubic((0.54, 0.66), (0.56, 0.8), (0.6, 0.92), (0.7, 0.98)),
        (0.5, 0.98),
    ]
    return (_mirrored(half),)


def _diamond() -> tuple[Polygon, ...]:
    half = [
        *_cubic((0.5, 0.0), (0.58, 0.16), (0.74, 0.36), (0.88, 0.5)),
        *_cubic((0.88, 0.5), (0.74, 0.64), (0.58, 0.84), (0.5, 1.0)),
    ]
    return (_mirrored(half),)


def _club() -> tuple[Polygon, ...]:
    stem = _mirrored(
        [
            (0.5, 0.5),
            *_cubic((0.54, 0.6), (0.55, 0.78), (0.6, 0.92), (0.7, 0.98)),
            (0.5, 0.98),
        ]
    )
    return (
        _circle(0.5, 0.25, 0.235),
        _circle(0.245, 0.6, 0.235),
        _circle(0.755, 0.6, 0.235),
        stem,
        ((0.36, 0.4), (0.64, 0.4), (0.6, 0.66), (0.4, 0.66)),
    )


_SUITS: Final[dict[Suit, Callable[[], tuple[Polygon, ...]]]] = {
    Suit.HEARTS: _heart,
    Suit.SPADES: _spade,
    Suit.DIAMONDS: _diamond,
    Suit.CLUBS: _club,
}


def _arc(x: float, y: float, rx: float, ry: float, start: float, end: float) -> Polygon:
    """Return points of an ellipse from one angle to another, in degrees, 0 to the right."""
    count = max(6, int(abs(end - start) / 8))
    return tuple(
        (
            x + rx * cos((start + (end - start) * n / count) * pi / 180),
            y + ry * sin((start + (end - start) * n / count) * pi / 180),
        )
        for n in range(count + 1)
    )


_W: Final = 0.19

_LETTERS: Final[dict[str, tuple[Stroke, ...]]] = {
    "A": (
        Stroke(((0.1, 0.95), (0.5, 0.06), (0.9, 0.95)), _W),
        Stroke(((0.25, 0.64), (0.75, 0.64)), _W),
    ),
    "K": (
        Stroke(((0.18, 0.06), (0.18, 0.95)), _W),
        Stroke(((0.86, 0.06), (0.2, 0.6)), _W),
        Stroke(((0.42, 0.44), (0.9, 0.95)), _W),
    ),
    "Q": (
        Stroke(_arc(0.5, 0.48, 0.37, 0.4, 0, 360), _W),
        Stroke(((0.55, 0.66), (0.9, 0.98)), _W),
    ),
    "J": (
        Stroke(((0.42, 0.08), (0.86, 0.08)), _W),
        Stroke(((0.68, 0.08), (0.68, 0.66)), _W),
        Stroke(_arc(0.4, 0.66, 0.28, 0.26, 0, 165), _W),
    ),
    "R": (
        Stroke(((0.18, 0.95), (0.18, 0.08)), _W),
        Stroke(((0.18, 0.09), (0.52, 0.09)), _W),
        Stroke(_arc(0.52, 0.31, 0.3, 0.22, -90, 90), _W),
        Stroke(((0.52, 0.53), (0.18, 0.53)), _W),
        Stroke(((0.46, 0.53), (0.86, 0.95)), _W),
    ),
    "D": (
        Stroke(((0.18, 0.92), (0.18, 0.09), (0.42, 0.09)), _W),
        Stroke(_arc(0.42, 0.505, 0.4, 0.415, -90, 90), _W),
        Stroke(((0.42, 0.92), (0.18, 0.92)), _W),
    ),
    "V": (Stroke(((0.1, 0.06), (0.5, 0.94), (0.9, 0.06)), _W),),
    "0": (Stroke(_arc(0.5, 0.5, 0.32, 0.41, 0, 360), _W),),
    "1": (
        Stroke(((0.24, 0.28), (0.54, 0.08)), _W),
        Stroke(((0.54, 0.08), (0.54, 0.94)), _W),
    ),
    "2": (
        Stroke(_arc(0.5, 0.34, 0.32, 0.26, -170, 20), _W),
        Stroke(((0.8, 0.43), (0.68, 0.6), (0.2, 0.91)), _W),
        Stroke(((0.18, 0.91), (0.86, 0.91)), _W),
    ),
    "3": (
        Stroke(_arc(0.48, 0.29, 0.31, 0.21, -160, 90), _W),
        Stroke(_arc(0.48, 0.7, 0.34, 0.22, -90, 160), _W),
    ),
    "4": (Stroke(((0.66, 0.95), (0.66, 0.08), (0.12, 0.68), (0.9, 0.68)), _W),),
    "5": (
        Stroke(((0.8, 0.09), (0.26, 0.09), (0.22, 0.46)), _W),
        Stroke(_arc(0.47, 0.65, 0.33, 0.27, -140, 150), _W),
    ),
    "6": (
        Stroke(_arc(0.5, 0.65, 0.32, 0.26, 0, 360), _W),
        Stroke(((0.2, 0.6), (0.32, 0.3), (0.66, 0.07)), _W),
    ),
    "7": (Stroke(((0.14, 0.09), (0.84, 0.09), (0.38, 0.94)), _W),),
    "8": (
        Stroke(_arc(0.5, 0.28, 0.27, 0.2, 0, 360), _W),
        Stroke(_arc(0.5, 0.7, 0.33, 0.22, 0, 360), _W),
    ),
    "9": (
        Stroke(_arc(0.5, 0.35, 0.32, 0.26, 0, 360), _W),
        Stroke(((0.8, 0.4), (0.68, 0.7), (0.34, 0.93)), _W),
    ),
}


def letter(sign: str) -> tuple[Stroke, ...]:
    """Return the strokes of an index letter or digit; raise KeyError for any other sign."""
    return _LETTERS[sign]


def star() -> Polygon:
    """Return a five-pointed star, the mark of a joker."""
    points = []
    for n in range(10):
        radius = 0.5 if n % 2 == 0 else 0.21
        angle = -pi / 2 + n * pi / 5
        points.append((0.5 + radius * cos(angle), 0.53 + radius * sin(angle)))
    return tuple(points)
