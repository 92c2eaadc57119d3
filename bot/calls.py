"""Whom a board mentions when it is posted anew, and with which words."""

from __future__ import annotations

from bot.publisher.attention import Attention
from bot.publisher.boards import Ping
from bot.render.board import teller
from bot.tables.notice import Notice
from bot.tables.read import TableRead


def called(read: TableRead, attention: Attention) -> Ping | None:
    """Return whom a move calls to their turn: who has not been at the table for a while.

    Nobody where it is quiet, where a computer plays, or where the last trick plays itself.
    """
    if read.view is None or read.phase != "playing" or read.settings.quiet or read.forced:
        return None
    asked = read.view.asked
    number = read.cutter
    if number is None and asked is not None:
        number = asked.player
    if number is None:
        return None
    seat = read.seats[number]
    if seat.user is None or seat.level is not None:
        return None
    if not attention.calls(read.id, seat.user):
        return None
    told = teller(read)
    own = "" if asked is None else f"call.{read.game.key}.{asked.question}"
    key = own if told.words.has(own) else "board.your_turn"
    return (seat.user,), told.text(key, mention=f"<@{seat.user}>")


def reminded(notice: Notice) -> Ping | None:
    """Return whom the clock reminds of their turn: once, and never where it is quiet."""
    read = notice.read
    asked = None if read.view is None else read.view.asked
    if not notice.late or read.matters.late != "reminded" or asked is None:
        return None
    user = read.seats[asked.player].user
    if user is None or read.settings.quiet:
        return None
    return (user,), teller(read).text("board.reminder", mention=f"<@{user}>")
