"""Card faces: each card drawn from shapes, for the emojis and for the picture of the table.

Drawn four times as large and scaled down, so that edges are smooth; a drawn face is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from PIL import Image, ImageDraw

from bot.games.cards import Card, Rank, Suit
from bot.render.pictures import shapes
from bot.render.pictures.shapes import Polygon, Stroke

Colours = Literal["four", "two"]
Colour = tuple[int, int, int]

SCALE: Final = 4
"""How much larger than asked for everything is drawn."""

BLACK: Final[Colour] = (24, 26, 30)
RED: Final[Colour] = (206, 32, 41)
GREEN: Final[Colour] = (10, 122, 62)
BLUE: Final[Colour] = (22, 92, 205)
PAPER: Final[Colour] = (252, 251, 247)
EDGE: Final[Colour] = (150, 152, 158)
BACK: Final[Colour] = (43, 62, 110)
BACK_LINE: Final[Colour] = (122, 146, 205)
PURPLE: Final[Colour] = (116, 44, 160)

INK: Final[dict[Colours, dict[Suit, Colour]]] = {
    "four": {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: BLUE, Suit.CLUBS: GREEN},
    "two": {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.DIAMONDS: RED, Suit.CLUBS: BLACK},
}

INDICES: Final[dict[str, dict[Rank, str]]] = {
    "en": {Rank.ACE: "A", Rank.KING: "K", Rank.QUEEN: "Q", Rank.JACK: "J"},
    "fr": {Rank.ACE: "A", Rank.KING: "R", Rank.QUEEN: "D", Rank.JACK: "V"},
}
"""The letters on the cards by language; a language without its own has the English ones."""


@dataclass(frozen=True, slots=True)
class Box:
    """A place on a drawing: left, top, width, height, in drawn pixels."""

    left: float
    top: float
    width: float
    height: float


def index_of(card: Card, language: str) -> str:
    """Return the letter or number on a card, in a language; a joker has none."""
    if card.joker:
        return ""
    letters = INDICES.get(language, INDICES["en"])
    return letters.get(card.rank, str(card.rank))


def ink_of(card: Card, colours: Colours) -> Colour:
    """Return the colour that a card is printed in."""
    if card.suit is None:
        return PURPLE if card.rank is Rank.BIG_JOKER else BLACK
    return INK[colours][card.suit]


def _fill(draw: ImageDraw.ImageDraw, outline: tuple[Polygon, ...], box: Box, ink: Colour) -> None:
    for polygon in outline:
        draw.polygon(
            [(box.left + x * box.width, box.top + y * box.height) for x, y in polygon], fill=ink
        )


def draw_suit(draw: ImageDraw.ImageDraw, suit: Suit, box: Box, ink: Colour) -> None:
    """Draw a suit's shape into a box."""
    _fill(draw, shapes.suit(suit), box, ink)


def draw_star(draw: ImageDraw.ImageDraw, box: Box, ink: Colour) -> None:
    """Draw a joker's star into a box."""
    _fill(draw, (shapes.star(),), box, ink)


def _draw_stroke(draw: ImageDraw.ImageDraw, stroke: Stroke, box: Box, ink: Colour) -> None:
    width = stroke.width * min(box.width * 1.25, box.height)
    points = [(box.left + x * box.width, box.top + y * box.height) for x, y in stroke.points]
    draw.line(points, fill=ink, width=max(1, round(width)), joint="curve")
    radius = width / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)


def draw_index(draw: ImageDraw.ImageDraw, text: str, box: Box, ink: Colour) -> None:
    """Draw an index (``K``, ``10``) into a box, its letters side by side."""
    share = box.width / len(text)
    gap = share * (0.14 if len(text) == 1 else 0.06)
    for number, sign in enumerate(text):
        inner = Box(box.left + number * share + gap, box.top, share - 2 * gap, box.height)
        for stroke in shapes.letter(sign):
            _draw_stroke(draw, stroke, inner, ink)


def _blank(width: int, height: int, fill: Colour, radius: float) -> Image.Image:
    image = Image.new("RGBA", (width * SCALE, height * SCALE), (0, 0, 0, 0))
    ImageDraw.Draw(image).rounded_rectangle(
        (SCALE / 2, SCALE / 2, width * SCALE - SCALE, height * SCALE - SCALE),
        radius=radius * SCALE,
        fill=fill,
        outline=EDGE,
        width=SCALE,
    )
    return image


@lru_cache(maxsize=512)
def face(card: Card, width: int, height: int, colours: Colours, language: str) -> Image.Image:
    """Return a card's face of a size in pixels: index above, suit below, both as large as fits.

    A joker is a star: the big one large and purple, the little one small and black.
    """
    image = _blank(width, height, PAPER, min(width, height) * 0.1)
    draw = ImageDraw.Draw(image)
    ink = ink_of(card, colours)
    w, h = width * SCALE, height * SCALE
    if card.suit is None:
        big = card.rank is Rank.BIG_JOKER
        side = min(w, h) * (0.86 if big else 0.5)
        draw_star(draw, Box((w - side) / 2, (h - side) / 2 - side * 0.03, side, side), ink)
    else:
        index = index_of(card, language)
        wide = w * (0.8 if len(index) > 1 else 0.62)
        draw_index(draw, index, Box((w - wide) / 2, h * 0.07, wide, h * 0.42), ink)
        side = min(w * 0.64, h * 0.42)
        draw_suit(draw, card.suit, Box((w - side) / 2, h * 0.54, side, side), ink)
    return image.resize((width, height), Image.Resampling.LANCZOS)


@lru_cache(maxsize=8)
def back(width: int, height: int) -> Image.Image:
    """Return the back of a card."""
    image = _blank(width, height, PAPER, min(width, height) * 0.1)
    draw = ImageDraw.Draw(image)
    w, h = width * SCALE, height * SCALE
    margin = min(w, h) * 0.09
    draw.rounded_rectangle((margin, margin, w - margin, h - margin), radius=margin * 0.8, fill=BACK)
    step = min(w, h) * 0.2
    x = margin
    line = max(1, round(min(w, h) * 0.022))
    while x < w + h:
        for slant in (1, -1):
            top = (x if slant == 1 else w - x, margin)
            bottom = (top[0] - slant * (h - 2 * margin), h - margin)
            clipped = _clip(top, bottom, margin, w - margin)
            if clipped is not None:
                draw.line(clipped, fill=BACK_LINE, width=line)
        x += step
    side = min(w, h) * 0.34
    draw.ellipse(
        (w / 2 - side * 0.72, h / 2 - side * 0.72, w / 2 + side * 0.72, h / 2 + side * 0.72),
        fill=BACK,
        outline=BACK_LINE,
        width=line,
    )
    box = Box(w / 2 - side / 2, h / 2 - side / 2, side, side)
    draw_suit(draw, Suit.SPADES, box, PAPER)
    return image.resize((width, height), Image.Resampling.LANCZOS)


def _clip(
    a: tuple[float, float], b: tuple[float, float], low: float, high: float
) -> list[tuple[float, float]] | None:
    """Cut a slanting line to the space between two x."""
    if a[0] > b[0]:
        a, b = b, a
    if b[0] <= low or a[0] >= high:
        return None
    slope = (b[1] - a[1]) / (b[0] - a[0])
    left, right = max(a[0], low), min(b[0], high)
    return [
        (left, a[1] + (left - a[0]) * slope),
        (right, a[1] + (right - a[0]) * slope),
    ]
