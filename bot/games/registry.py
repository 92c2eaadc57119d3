"""The games that this house knows: add a line here for a new one, and nothing else changes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.games import bid_whist, biritch, bismarck, bura
from bot.games.game import Game

GAMES: Final[Mapping[str, Game]] = MappingProxyType(
    {
        game.key: game
        for game in (
            biritch.GAME,
            bid_whist.GAME,
            bismarck.GAME,
            bura.GAME,
        )
    }
)
"""Every game by its key, in the order in which people are shown them."""
