"""Asking a computer player for its choice, and where the thinking is done."""

from __future__ import annotations

import hashlib
from random import Random
from typing import Protocol

from bot.computers.player import Choice, Player
from bot.computers.registry import PLAYERS, strongest
from bot.games.game import Memory, View


class Thinker(Protocol):
    """Something that thinks for computer players without holding up the event loop."""

    async def think(
        self, game: str, level: str, view: View, memory: Memory, seed: str
    ) -> Choice | None:
        """Return the choice of a computer; the same seed gives the same choice."""
        ...

    async def close(self) -> None:
        """End whatever it has started."""
        ...


def player(game: str, level: str) -> Player:
    """Return the player of a level; the strongest there is where the level is not known."""
    return PLAYERS.get((game, level)) or PLAYERS[game, strongest(game)]


def chance_from(seed: str) -> Random:
    """Return a source of chance that a text gives, the same on every machine."""
    return Random(int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big"))


class HereAndNow:
    """Thinks at once in the event loop: for players that take less than a millisecond."""

    async def think(
        self, game: str, level: str, view: View, memory: Memory, seed: str
    ) -> Choice | None:
        """Return the choice of a computer."""
        return player(game, level).choose(view, memory, chance_from(seed))

    async def close(self) -> None:
        """Do nothing: nothing was started."""
