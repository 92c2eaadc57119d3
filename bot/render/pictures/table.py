"""The picture of a table: felt, seats, the trick as it lies, dummy's hand, the score.

Everything in it is also in the text beside it; it is drawn from a value that any game can fill.
On a phone it is seen at less than half its size: letters and cards are large.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from bot.games.cards import PACK_54, Card, Suit
from bot.render.pictures.cards import INK, PAPER, Box, Colours, back, draw_suit, face

WIDTH: Final = 800
HEIGHT: Final = 500
CARD: Final = (76, 108)
SMALL: Final = (54, 75)
NAME: Final = 28
NOTE: Final = 21
LINE: Final = 22

COLOURS: Final = 96
"""How many colours a picture has: a message is not to weigh more than it shows."""

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


_BOTTOM: Final = _Spot((400, 392), (400, 300))
_LEFT: Final = _Spot((112, 218), (288, 218))
_TOP: Final = _Spot((400, 44), (400, 136))
_RIGHT: Final = _Spot((688, 218), (512, 218))
_SPOTS: Final[dict[int, tuple[_Spot, ...]]] = {
    2: (_BOTTOM, _TOP),
    3: (_BOTTOM, _LEFT, _TOP),
    4: (_BOTTOM, _LEFT, _TOP, _RIGHT),
}

_BESIDE_ROWS: Final = _Spot((128, 399), (310, 218))
"""Where the seat on the left is when its hand lies open, and, mirrored, the one on the right."""


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
    out = io.BytesIO()
    few = _drawn(picture).quantize(palette=_palette(), dither=Image.Dither.NONE)
    few.save(out, "PNG", compress_level=3)
    return out.getvalue()


@cache
def _palette() -> Image.Image:
    """Return the colours that all pictures are told in; to look for each one's own takes longest.

    They are those of a picture that has everything in it: every ink on paper, felt and plates.
    """
    seats = tuple(SeatMark("Wg", turn=seat == 0, note="Wg") for seat in range(4))
    pack = PACK_54
    trick = tuple(Laid(n, pack[n * 13 : n * 13 + 14 : 6], winner=n == 0) for n in range(4))
    stock = Stock(pack[-1], 2, "Wg")
    everything = TablePicture("Wg", seats, trick, (), stock, ("Wg",), Suit.HEARTS)
    return _drawn(everything).quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )


def _drawn(picture: TablePicture) -> Image.Image:
    image = _felt().copy()
    draw = ImageDraw.Draw(image)
    spots = _spots(picture)
    plates = [_plate(draw, picture, number, spots[number]) for number in range(len(spots))]
    _head(image, draw, picture, min(left for left, top in plates if top < NAME * 2) - 12)
    for hand in picture.hands:
        _open_hand(image, picture, hand, len(spots))
    for laid in picture.trick:
        _laid(image, draw, picture, laid, spots[laid.seat].cards)
    if picture.stock is not None:
        _stock(image, draw, picture, picture.stock)
    _lines(draw, picture)
    return image


def _spots(picture: TablePicture) -> list[_Spot]:
    """Return where seats and tricks are; a single hand that lies open makes room for itself."""
    spots = list(_SPOTS[len(picture.seats)])
    if len(picture.hands) != 1:
        return spots
    seat = picture.hands[0].seat
    if seat == 0:
        spots[0] = _Spot((400, 409), (400, 250))
    elif spots[seat] is _TOP:
        spots[0], spots[seat] = _Spot(_BOTTOM.plate, (400, 312)), _Spot(_TOP.plate, (400, 201))
    elif spots[seat] is _LEFT:
        spots[seat] = _BESIDE_ROWS
    else:
        (x, y), (cards_x, cards_y) = _BESIDE_ROWS
        spots[seat] = _Spot((WIDTH - x, y), (WIDTH - cards_x, cards_y))
    return spots


@lru_cache(maxsize=4096)
def shown(text: str, size: int, width: int) -> str:
    """Return text with what the font lacks left out, cut to a width in pixels."""
    text = text.replace("\u00a0", " ")
    missing = bytes(font(size).getmask("\uffff"))
    kept = "".join(
        sign for sign in text if sign == " " or bytes(font(size).getmask(sign)) != missing
    ).strip()
    if font(size).getlength(kept) <= width:
        return kept
    while kept and font(size).getlength(kept + "…") > width:
        kept = kept[:-1]
    return kept + "…"


def _head(image: Image.Image, draw: ImageDraw.ImageDraw, picture: TablePicture, right: int) -> None:
    """Write the contract in the corner, in two lines where one does not do, as far as ``right``."""
    if not picture.head:
        return
    left = 30
    if picture.trump is not None:
        draw.rounded_rectangle((28, 26, 66, 66), radius=8, fill=PAPER)
        _suit(image, picture.trump, Box(33, 31, 28, 30), picture.colours)
        left = 76
    lines = broken(picture.head, LINE, right - left)
    for number, line in enumerate(lines):
        y = 46 + (2 * number - len(lines) + 1) * 13
        draw.text((left, y), line, font=font(LINE), fill=WHITE, anchor="lm")


@lru_cache(maxsize=1024)
def broken(text: str, size: int, width: int) -> tuple[str, ...]:
    """Return text in one line, or in two of at most a width in pixels; the second may be cut."""
    if font(size).getlength(text) <= width:
        return (shown(text, size, width),)
    words = text.split(" ")
    first = 1
    while first < len(words) - 1 and font(size).getlength(" ".join(words[: first + 1])) <= width:
        first += 1
    halves = (" ".join(words[:first]), " ".join(words[first:]))
    return tuple(shown(half, size, width) for half in halves if half)


@lru_cache(maxsize=32)
def _suit_image(suit: Suit, size: int, colours: Colours) -> Image.Image:
    big = Image.new("RGBA", (size * 4, size * 4), (0, 0, 0, 0))
    draw_suit(ImageDraw.Draw(big), suit, Box(0, 0, size * 4, size * 4), INK[colours][suit])
    return big.resize((size, size), Image.Resampling.LANCZOS)


def _suit(image: Image.Image, suit: Suit, box: Box, colours: Colours) -> None:
    drawn = _suit_image(suit, round(box.width), colours)
    image.paste(drawn, (round(box.left), round(box.top)), drawn)


def _fitting(text: str, size: int, width: int) -> int:
    """Return the size, a little smaller if need be, at which a text is not cut."""
    sizes = range(size, size - 4, -1)
    return next((one for one in sizes if font(one).getlength(text) <= width), size)


def _plate(
    draw: ImageDraw.ImageDraw, picture: TablePicture, number: int, spot: _Spot
) -> tuple[int, int]:
    """Draw a seat's plate, in two lines at the sides; return its left and upper edge."""
    mark = picture.seats[number]
    x, y = spot.plate
    aside = x != WIDTH // 2
    name = shown(mark.name, NAME, 152 if aside else 240)
    size = _fitting(mark.note, NOTE, 168)
    note = shown(mark.note, size, 168)
    name_width, note_width = font(NAME).getlength(name), font(size).getlength(note)
    if aside:
        width, height = max(name_width, note_width) + 30, 72 if note else 46
    else:
        width, height = name_width + (note_width + 14 if note else 0) + 36, 46
    width = max(104, round(width))
    left, top = x - width // 2, y - height // 2
    draw.rounded_rectangle(
        (left, top, left + width, top + height),
        radius=14,
        fill=GOLD if mark.turn else PLATE,
        outline=WHITE if mark.turn else (52, 120, 90),
        width=2,
    )
    ink, muted = ((30, 26, 8), (74, 60, 10)) if mark.turn else (WHITE, MUTED)
    if not note:
        draw.text((x, y), name, font=font(NAME), fill=ink, anchor="mm")
    elif aside:
        draw.text((x, y - 14), name, font=font(NAME), fill=ink, anchor="mm")
        draw.text((x, y + 18), note, font=font(size), fill=muted, anchor="mm")
    else:
        start = x - round(name_width + 14 + note_width) // 2
        draw.text((start, y), name, font=font(NAME), fill=ink, anchor="lm")
        place = (start + round(name_width) + 14, y + 1)
        draw.text(place, note, font=font(size), fill=muted, anchor="lm")
    return left, top


def _laid(
    image: Image.Image,
    draw: ImageDraw.ImageDraw,
    picture: TablePicture,
    laid: Laid,
    middle: tuple[int, int],
) -> None:
    count = len(laid.cards) or laid.count
    step = 60 if count > 1 else 0
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
    draw.ellipse((left - 13, top - 13, left + 17, top + 17), fill=PLATE, outline=WHITE, width=2)
    draw.text((left + 2, top + 2), str(order), font=font(20), fill=WHITE, anchor="mm")


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
        top = 71 if hand.seat else 308
        _row(image, picture, flat, top)


_STEP: Final = 45
_GAP: Final = 10


_ROW: Final = 236
"""The most pixels that a row of a side hand may take."""

WINDOW: Final = 276
"""How many pixels the rows of a side hand may take from the top one to the bottom one."""


def _step_of(group: tuple[Card, ...]) -> int:
    return min(36, (_ROW - SMALL[0]) // max(1, len(group) - 1))


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
    step = min(SMALL[1] + 6, (WINDOW - SMALL[1]) // max(1, len(groups) - 1))
    top = 84 + (WINDOW - SMALL[1] - step * (len(groups) - 1)) // 2
    for group in groups:
        for number, one in enumerate(group):
            drawn = face(one, *SMALL, picture.colours, picture.language)
            image.paste(drawn, (left + number * _step_of(group), top), drawn)
        top += step


def _stock(
    image: Image.Image, draw: ImageDraw.ImageDraw, picture: TablePicture, stock: Stock
) -> None:
    x, y = 116, 218
    if stock.turned is not None:
        drawn = face(stock.turned, *CARD, picture.colours, picture.language)
        image.paste(drawn, (x + 22, y - CARD[1] // 2), drawn)
    if stock.count > 1 or (stock.count == 1 and stock.turned is None):
        pack = back(*CARD)
        for shift in (8, 4, 0):
            image.paste(pack, (x - 62 - shift, y - CARD[1] // 2 - shift), pack)
    if stock.text:
        text = shown(stock.text, LINE, 220)
        draw.text((x + 12, y + 78), text, font=font(LINE), fill=WHITE, anchor="mm")


def _lines(draw: ImageDraw.ImageDraw, picture: TablePicture) -> None:
    for number, line in enumerate(picture.lines[:2]):
        text = shown(line, LINE, WIDTH - 70)
        y = HEIGHT - 56 + number * 27
        draw.text((WIDTH // 2, y), text, font=font(LINE), fill=MUTED, anchor="mm")
