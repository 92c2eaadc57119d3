"""Biritch, or Russian whist: the first game with a dummy, played as a rubber."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from bot.games.biritch.contract import SEATS, SIDES, left_of
from bot.games.biritch.match import new
from bot.games.biritch.options import BOOK
from bot.games.biritch.pbn import to_pbn
from bot.games.biritch.tally import TALLY
from bot.games.cards import PACK_52, Card
from bot.games.game import Deal, Game

__all__ = ["GAME"]


def lay_out(dealer: int, pack: Sequence[Card]) -> Deal:
    """Deal the pack one card at a time from its top, dealer's left first."""
    first = left_of(dealer)
    hands = tuple(tuple(pack[(seat - first) % SEATS :: SEATS]) for seat in range(SEATS))
    return Deal(dealer, hands)


GAME = Game(
    key="biritch",
    sides=SIDES,
    pack=PACK_52,
    book=BOOK,
    new=new,
    lay_out=lay_out,
    ranking=attrgetter("ranking"),
    silent=attrgetter("dummy"),
    tally=TALLY,
    pbn=to_pbn,
)
