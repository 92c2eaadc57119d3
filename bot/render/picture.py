"""The picture beside a board: what it shows of a table, and when a new one is worth drawing."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

from bot.games.game import View
from bot.games.trick import Play
from bot.render.board import board, teller, title
from bot.render.faces import face_of
from bot.render.look import Look
from bot.render.pictures.table import Laid, OpenHand, SeatMark, Stock, TablePicture, table_png
from bot.render.screen import Picture
from bot.render.tell import Tell
from bot.tables.read import TableRead

_MARKS = re.compile(r"[*_`>▶◂]|^\s*-\s", re.MULTILINE)


def worth_drawing(read: TableRead) -> bool:
    """Tell whether the table looks different enough: a trick is over, or it is a person's turn."""
    view = read.view
    if view is None or read.phase not in ("playing", "over"):
        return False
    if not view.trick or view.asked is None:
        return True
    return read.seats[view.asked.player].person


def scene_of(read: TableRead, look: Look) -> TablePicture:
    """Return what the picture of a table shows to everybody; raise ValueError before a match."""
    view = read.view
    if view is None:
        raise ValueError("there is no picture before a match")
    told = teller(read)
    face = face_of(read.game.key)
    scene = face.scene(view, told)
    turn = None if view.asked is None or read.phase != "playing" else view.asked.seat
    seats = tuple(
        SeatMark(told.seat(seat), seat == turn, scene.notes[seat] if scene.notes else "")
        for seat in range(len(read.seats))
    )
    stock = None
    if scene.turned is not None or scene.stock or scene.stock_line:
        stock = Stock(scene.turned, scene.stock, scene.stock_line)
    return TablePicture(
        head=face.contract(view, told) or title(read, view, told),
        seats=seats,
        trick=_trick(read, view),
        hands=tuple(
            OpenHand(seat, tuple(cards for _, cards in groups)) for seat, groups in scene.hands
        ),
        stock=stock,
        lines=_lines(scene.lines or face.standing(view, told)),
        trump=scene.trump,
        colours="two" if look.deck == "two" else "four",
        language=told.words.language,
    )


def _trick(read: TableRead, view: View) -> tuple[Laid, ...]:
    if view.trick:
        return _laid(view.trick, None)
    if view.last_trick is None:
        return ()
    laid = _laid(view.last_trick.plays, view.last_trick.winner)
    if view.face_down:
        last = (view.last_trick.plays[-1].seat + 1) % len(read.seats)
        laid = (*laid, Laid(last, (), count=view.face_down))
    return laid


def _laid(plays: tuple[Play, ...], winner: int | None) -> tuple[Laid, ...]:
    seats = dict.fromkeys(play.seat for play in plays)
    return tuple(
        Laid(seat, tuple(p.card for p in plays if p.seat == seat), seat == winner) for seat in seats
    )


def _lines(standing: Sequence[str]) -> tuple[str, ...]:
    lines = [_plain(line) for part in standing for line in part.split("\n")]
    return tuple(line for line in lines if line)[-2:]


def _plain(text: str) -> str:
    return _MARKS.sub("", text).replace("\n", " ").strip()


def draw(read: TableRead, scene: TablePicture) -> Picture:
    """Draw a picture; about ten milliseconds' work, to be done beside the event loop."""
    told = teller(read)
    name = f"table-{hashlib.sha256(repr(scene).encode()).hexdigest()[:16]}.png"
    return Picture(table_png(scene), name, alternative(read, told))


def alternative(read: TableRead, told: Tell) -> str:
    """Return the text that says what the picture shows, for who cannot see it."""
    paragraphs = [part.replace("\n", "; ") for part in board(read).text.split("\n\n")]
    text = " ".join(
        part if part.endswith((".", ".)", "…", "!", "?")) else f"{part}." for part in paragraphs
    )
    return told.text("picture.alt", text=_plain(text).removesuffix("."))[:1024]
