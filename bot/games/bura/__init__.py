"""Bura: two players, groups of one suit, a pot, and 31 points that have to be declared."""

from bot.games.bura.match import GAME, BuraMatch
from bot.games.bura.views import BuraMemory, BuraSummary, BuraView

__all__ = ["GAME", "BuraMatch", "BuraMemory", "BuraSummary", "BuraView"]
