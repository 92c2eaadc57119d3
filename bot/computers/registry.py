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
from bot.computers.bura.counting import BuraCounter
from bot.computers.bura.plain import BuraPlayer
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

YARDSTICKS: Final[Mapping[tuple[str, str], Player]] = MappingProxyType(
    {
        **{(game, "random"): RandomPlayer() for game in GAMES},
        ("bura", "counting"): BuraCounter(),
    }
)
"""Players by game and name to measure the others by; nobody is offered them at a table."""

PLAYERS: Final[Mapping[tuple[str, str], Player]] = MappingProxyType(
    {
        **YARDSTICKS,
        **{(game, "easy"): EasyPlayer(player) for game, player in RULES.items()},
        **{(game, "normal"): player for game, player in RULES.items()},
        **{(game, "strong"): player for game, player in SEARCHERS.items()},
    }
)
"""Every computer player by its game's key and its level, or the name of a yardstick."""


def strongest(game: str) -> str:
    """Return the highest level at which a game is played; ``random`` where it has none yet."""
    found = [level for level in LEVELS if (game, level) in PLAYERS]
    return found[-1] if found else "random"


def levels(game: str) -> tuple[str, ...]:
    """Return the levels that a game has, weakest first, ``random`` before them."""
    return ("random", *(level for level in LEVELS if (game, level) in PLAYERS))


def contestants(game: str) -> tuple[str, ...]:
    """Return all that can be measured in a game: its levels, and what is there to measure by."""
    others = [name for key, name in YARDSTICKS if key == game and name not in levels(game)]
    return (*levels(game), *others)


def by_rules(game: str) -> str:
    """Return the name of the best player of a game that does not search."""
    return "counting" if (game, "counting") in YARDSTICKS else "normal"
