"""The picture of a table: felt, seats, the trick as it lies, dummy's hand, the score.

Everything in it is also in the text beside it; it is drawn from a value that any game can fill.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.games.cards import Card, Suit
from bot.render.pictures.cards import INK, PAPER, Box, Colours, back, draw_suit, face

WIDTH: Final = 800
HEIGHT: Final = 500
CARD: Final = (62, 88)
SMALL: Final = (46, 64)

FELT: Final = (28, 94, 64)
FELT_DARK: Final = (20, 70, 48)
PLATE: Final = (14, 48, 34)
GOLD: Final = (240, 196, 66)
WHITE: Final = (246, 248, 245)
MUTED: Final = (176, 205, 188)


@dataclass(frozen=True, slots=True)
class SeatMark:
    """A seat: who sits there, whether it is on turn, and a short note (dealer, declarer …)."""

    name: str
    turn: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """What a seat has put on the table; no card where it lies face down (``count`` of them)."""

    seat: int
    cards: tuple[Card, ...]
    winner: bool = False
    count: int = 0


@dataclass(frozen=True, slots=True)
class OpenHand:
    """A hand that lies face up, by suit, trumps first."""

    seat: int
    groups: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Stock:
    """A stock beside the trick: the turned-up card, how many cards are left, and a line."""

    turned: Card | None
    count: int
    text: str


@dataclass(frozen=True, slots=True)
class TablePicture:
    """All that is in the picture. Seats run clockwise from the bottom; ``lines`` stand below."""

    head: str
    seats: tuple[SeatMark, ...]
    trick: tuple[Laid, ...] = ()
    hands: tuple[OpenHand, ...] = ()
    stock: Stock | None = None
    lines: tuple[str, ...] = ()
    trump: Suit | None = None
    colours: Colours = "four"
    language: str = "en"


class _Spot(NamedTuple):
    """Where a seat is: its plate's middle, and the middle of the cards it plays."""

    plate: tuple[int, int]
    cards: tuple[int, int]


_CENTRE: Final = (WIDTH // 2, 236)
_SPOTS: Final[dict[int, tuple[_Spot, ...]]] = {
    2: (_Spot((400, 412), (400, 318)), _Spot((400, 66), (400, 182))),
    3: (
        _Spot((400, 412), (400, 312)),
        _Spot((112, 236), (300, 236)),
        _Spot((400, 66), (400, 182)),
    ),
    4: (
        _Spot((400, 412), (400, 312)),
        _Spot((104, 236), (312, 236)),
        _Spot((400, 66), (400, 182)),
        _Spot((696, 236), (488, 236)),
    ),
}


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font for names and lines: Latin, Greek and Cyrillic."""
    folder = resources.files("bot.render.pictures") / "fonts"
    data = (folder / "DejaVuSansCondensed-Bold.ttf").read_bytes()
    return ImageFont.truetype(io.BytesIO(data), size)


@lru_cache(maxsize=2)
def _felt() -> Image.Image:
    image = Image.new("RGB", (WIDTH, HEIGHT), FELT_DARK)
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((8, 8, WIDTH - 9, HEIGHT - 9), radius=26, fill=FELT)
    draw.rounded_rectangle(
        (18, 18, WIDTH - 19, HEIGHT - 19), radius=20, outline=(38, 112, 78), width=2
    )
    return image


def table_png(picture: TablePicture) -> bytes:
    """Return the picture as PNG, 800 × 500, at most a few tens of KB."""
    image = _felt().copy()
    draw = ImageDraw.Draw(image)
    spots = _SPOTS[len(picture.seats)]
    _head(image, draw, picture)
    open_seats = {hand.seat for hand in picture.hands if len(picture.hands) == 1}
    for number, mark in enumerate(picture.seats):
        plate = _plate_at(number, spots[number].plate, number in open_seats, len(spots))
        _plate(draw, mark, plate)
    for hand in picture.hands:
        _open_hand(image, picture, hand, len(spots))
    for laid in picture.trick:
        _laid(image, draw, picture, laid, spots[laid.seat].cards)
    if picture.stock is not None:
        _stock(image, draw, picture, picture.stock)
    _lines(draw, picture)
    out = io.BytesIO()
    image.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        out, "PNG", compress_level=3
    )
    return out.getvalue()


def _plate_at(
    number: int, middle: tuple[int, int], has_open_hand: bool, seats: int
) -> tuple[int, int]:
    """Move the plate of a seat whose hand lies open out of the cards' way."""
    if not has_open_hand:
        return middle
    if number == 2 and seats == 4:
        return (middle[0], 40)
    if number in (1, 3):
        return (middle[0], 98)
    return middle


@lru_cache(maxsize=4096)
def shown(text: str, size: int, width: int) -> str:
    """Return text with what the font lacks left out, cut to a width in pixels."""
    missing = bytes(font(size).getmask("\uffff"))
    kept = "".join(
        sign for sign in text if sign == " " or bytes(font(size).getmask(sign)) != missing
    ).strip()
    if font(size).getlength(kept) <= width:
        return kept
    while kept and font(size).getlength(kept + "…") > width:
        kept = kept[:-1]
    return kept + "…"


def _head(image: Image.Image, draw: ImageDraw.ImageDraw, picture: TablePicture) -> None:
    if not picture.head:
        return
    left = 34
    if picture.trump is not None:
        draw.rounded_rectangle((30, 28, 62, 62), radius=7, fill=PAPER)
        _suit(image, picture.trump, Box(35, 33, 22, 24), picture.colours)
        left = 72
    draw.text((left, 45), shown(picture.head, 19, 280), font=font(19), fill=WHITE, anchor="lm")


@lru_cache(maxsize=32)
def _suit_image(suit: Suit, size: int, colours: Colours) -> Image.Image:
    big = Image.new("RGBA", (size * 4, size * 4), (0, 0, 0, 0))
    draw_suit(ImageDraw.Draw(big), suit, Box(0, 0, size * 4, size * 4), INK[colours][suit])
    return big.resize((size, size), Image.Resampling.LANCZOS)


def _suit(image: Image.Image, suit: Suit, box: Box, colours: Colours) -> None:
    drawn = _suit_image(suit, round(box.width), colours)
    image.paste(drawn, (round(box.left), round(box.top)), drawn)


def _plate(draw: ImageDraw.ImageDraw, mark: SeatMark, middle: tuple[int, int]) -> None:
    x, y = middle
    name = shown(mark.name, 20, 150)
    width = max(96, round(font(20).getlength(name)) + 34)
    height = 50 if mark.note else 36
    box = (x - width // 2, y - height // 2, x + width // 2, y + height // 2)
    draw.rounded_rectangle(
        box,
        radius=13,
        fill=GOLD if mark.turn else PLATE,
        outline=WHITE if mark.turn else (52, 120, 90),
        width=2,
    )
    ink = (30, 26, 8) if mark.turn else WHITE
    top = y - (9 if mark.note else 0)
    draw.text((x, top), name, font=font(20), fill=ink, anchor="mm")
    if mark.note:
        note = shown(mark.note, 14, width - 12)
        muted = (74, 60, 10) if mark.turn else MUTED
        draw.text((x, y + 13), note, font=font(14), fill=muted, anchor="mm")


def _laid(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    picture: TablePicture,
    laid: Laid,
    middle: tuple[int, int],
) -> None:
    count = len(laid.cards) or laid.count
    step = 50 if count > 1 else 0
    width = CARD[0] + step * (count - 1)
    left, top = middle[0] - width // 2, middle[1] - CARD[1] // 2
    if laid.winner:
        draw.rounded_rectangle(
            (left - 6, top - 6, left + width + 5, top + CARD[1] + 5), radius=12, fill=GOLD
        )
    for number in range(count):
        drawn = (
            face(laid.cards[number], *CARD, picture.colours, picture.language)
            if laid.cards
            else back(*CARD)
        )
        image.paste(drawn, (left + number * step, top), drawn)
    order = picture.trick.index(laid) + 1
    draw.ellipse((left - 11, top - 11, left + 13, top + 13), fill=PLATE, outline=WHITE, width=2)
    draw.text((left + 1, top + 1), str(order), font=font(15), fill=WHITE, anchor="mm")


def _open_hand(image: Image.Image, picture: TablePicture, hand: OpenHand, seats: int) -> None:
    """Lay an open hand down by suit, trumps at its own right, as its owner faces the table."""
    groups: Sequence[tuple[Card, ...]] = [group for group in hand.groups if group]
    if not groups:
        return
    if hand.seat == 1 and seats == 4:
        _rows(image, picture, groups[::-1], 34)
    elif hand.seat == 3:
        _rows(image, picture, groups, WIDTH - 34 - _row_width(groups))
    else:
        flat = groups if hand.seat == 2 or seats == 2 else groups[::-1]
        top = 66 if hand.seat == 2 else 350
        _row(image, picture, flat, top)


_STEP: Final = 38
_GAP: Final = 10


_ROW: Final = 250
"""The most pixels that a row of a side hand may take."""


def _step_of(group: tuple[Card, ...]) -> int:
    return min(30, (_ROW - SMALL[0]) // max(1, len(group) - 1))


def _row_width(groups: Sequence[tuple[Card, ...]]) -> int:
    return max(SMALL[0] + (len(group) - 1) * _step_of(group) for group in groups)


def _row(
    image: Image.Image, picture: TablePicture, groups: Sequence[tuple[Card, ...]], top: int
) -> None:
    count = sum(len(group) for group in groups)
    width = SMALL[0] + (count - 1) * _STEP + (len(groups) - 1) * _GAP
    x = (WIDTH - width) // 2
    for group in groups:
        for one in group:
            drawn = face(one, *SMALL, picture.colours, picture.language)
            image.paste(drawn, (x, top), drawn)
            x += _STEP
        x += _GAP


def _rows(
    image: Image.Image, picture: TablePicture, groups: Sequence[tuple[Card, ...]], left: int
) -> None:
    top = 250 - len(groups) * 34 + 8
    for group in groups:
        for number, one in enumerate(group):
            drawn = face(one, *SMALL, picture.colours, picture.language)
            image.paste(drawn, (left + number * _step_of(group), top), drawn)
        top += SMALL[1] + 4


def _stock(
    image: Image.Image, draw: ImageDraw.ImageDraw, picture: TablePicture, stock: Stock
) -> None:
    x, y = 100, 236
    if stock.turned is not None:
        drawn = face(stock.turned, *CARD, picture.colours, picture.language)
        image.paste(drawn, (x + 26, y - CARD[1] // 2), drawn)
    if stock.count > 1 or (stock.count == 1 and stock.turned is None):
        pack = back(*CARD)
        for shift in (6, 3, 0):
            image.paste(pack, (x - 40 - shift, y - CARD[1] // 2 - shift), pack)
    if stock.text:
        text = shown(stock.text, 17, 200)
        draw.text((x + 8, y + 66), text, font=font(17), fill=WHITE, anchor="mm")


def _lines(draw: ImageDraw.ImageDraw, picture: TablePicture) -> None:
    for number, line in enumerate(picture.lines[:2]):
        text = shown(line, 16, WIDTH - 80)
        y = HEIGHT - 46 + number * 22
        draw.text((WIDTH // 2, y), text, font=font(16), fill=MUTED, anchor="mm")
