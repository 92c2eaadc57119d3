"""The games that this house knows.

A new one has a line here; what else it needs stands in ``docs/adding_a_game.md``, and
``tests/test_every_game.py`` names what is missing.
"""

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
