"""Bid whist: an auction, a kitty that counts as a book, and low cards that may win."""

from __future__ import annotations

from operator import attrgetter
from typing import Final

from bot.games.bid_whist.match import SIDES, BidWhistMatch, lay_out
from bot.games.bid_whist.options import BOOK, KEY, options
from bot.games.bid_whist.tally import TALLY
from bot.games.bid_whist.views import BidWhistMemory, BidWhistSummary, BidWhistView
from bot.games.cards import PACK_54
from bot.games.game import Game
from bot.games.house_rules import Rules


def new(rules: Rules) -> BidWhistMatch:
    """Return a match before its first deal."""
    return BidWhistMatch(rules, options(rules))


GAME: Final = Game(
    key=KEY,
    sides=SIDES,
    pack=PACK_54,
    book=BOOK,
    new=new,
    lay_out=lay_out,
    ranking=attrgetter("ranking"),
    tally=TALLY,
)

__all__ = [
    "GAME",
    "BidWhistMatch",
    "BidWhistMemory",
    "BidWhistSummary",
    "BidWhistView",
    "new",
]
