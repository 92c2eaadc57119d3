"""The computer players that this house has: add an entry for a new one, and it can be chosen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.computers.bid_whist import BidWhistPlayer
from bot.computers.bid_whist.search import BidWhistSearcher
from bot.computers.biritch import BiritchPlayer
from bot.computers.biritch.search import BiritchSearcher
from bot.computers.bismarck import BismarckPlayer
from bot.computers.bismarck.search import BismarckSearcher
from bot.computers.bura import BuraPlayer
from bot.computers.bura.search import BuraSearcher
from bot.computers.easy import EasyPlayer
from bot.computers.player import LEVELS, Player, Searcher
from bot.computers.random_player import RandomPlayer
from bot.games.registry import GAMES

SEARCHERS: Final[Mapping[str, Searcher]] = MappingProxyType(
    {
        "biritch": BiritchSearcher(),
        "bid_whist": BidWhistSearcher(),
        "bismarck": BismarckSearcher(),
        "bura": BuraSearcher(),
    }
)
"""The players that search, by game: they are ``strong``, and think in processes of their own."""

RULES: Final[Mapping[str, Player]] = MappingProxyType(
    {
        "biritch": BiritchPlayer(),
        "bid_whist": BidWhistPlayer(),
        "bismarck": BismarckPlayer(),
        "bura": BuraPlayer(),
    }
)
"""The players by rules of thumb, by game: they are ``normal``, and ``easy`` with a bad memory."""

PLAYERS: Final[Mapping[tuple[str, str], Player]] = MappingProxyType(
    {
        **{(game, "random"): RandomPlayer() for game in GAMES},
        **{(game, "easy"): EasyPlayer(player) for game, player in RULES.items()},
        **{(game, "normal"): player for game, player in RULES.items()},
        **{(game, "strong"): player for game, player in SEARCHERS.items()},
    }
)
"""Every computer player by its game's key and its level; ``random`` is for tests alone."""


def strongest(game: str) -> str:
    """Return the highest level at which a game is played; ``random`` where it has none yet."""
    found = [level for level in LEVELS if (game, level) in PLAYERS]
    return found[-1] if found else "random"


def levels(game: str) -> tuple[str, ...]:
    """Return the levels that a game has, weakest first, ``random`` before them."""
    return ("random", *(level for level in LEVELS if (game, level) in PLAYERS))
