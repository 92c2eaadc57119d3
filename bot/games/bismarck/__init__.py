"""Bismarck: three players, each alone, a contract a deal, sixteen tricks against a quota."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from bot.games.bismarck.contracts import SEATS, TRICKS, Contract
from bot.games.bismarck.match import Bismarck, new
from bot.games.bismarck.options import BOOK, Left
from bot.games.bismarck.state import NEXT
from bot.games.bismarck.tally import TALLY
from bot.games.bismarck.views import BismarckSummary, BismarckView, SheetLine
from bot.games.cards import PACK_52, Card
from bot.games.game import Deal, Game

__all__ = [
    "GAME",
    "Bismarck",
    "BismarckSummary",
    "BismarckView",
    "Contract",
    "Left",
    "SheetLine",
    "lay_out",
]

_PACKET: Final = 4


def lay_out(dealer: int, pack: Sequence[Card]) -> Deal:
    """Deal a shuffled and cut pack: packets of four from forehand's left, the last four the kitty.

    ``dealer`` is forehand (rules: Deal).
    """
    hands: list[list[Card]] = [[] for _ in range(SEATS)]
    seat = NEXT[dealer]
    for start in range(0, SEATS * TRICKS, _PACKET):
        hands[seat].extend(pack[start : start + _PACKET])
        seat = NEXT[seat]
    return Deal(dealer, tuple([tuple(hand) for hand in hands]), tuple(pack[SEATS * TRICKS :]))


GAME: Final = Game(
    key="bismarck",
    sides=((0,), (1,), (2,)),
    pack=PACK_52,
    book=BOOK,
    new=new,
    lay_out=lay_out,
    ranking=attrgetter("ranking"),
    tally=TALLY,
)
