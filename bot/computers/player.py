"""What a computer player is: a view and a memory in, a choice and its reason out."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final, Literal, Protocol

from bot.games.game import Action, Memory, View

Level = Literal["easy", "normal", "strong"]
LEVELS: Final[tuple[Level, ...]] = ("easy", "normal", "strong")


@dataclass(frozen=True, slots=True)
class Choice:
    """What a computer does, and why: a stable word for the reason, and the facts a sentence needs.

    The words stand in the locales under ``why.<game>.<reason>``.
    """

    action: Action
    reason: str
    facts: tuple[tuple[str, str | int], ...] = ()


class Player(Protocol):
    """A computer player of one game at one level; it keeps nothing between two choices."""

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do in the decision of the view, or out of turn (``view.others``).

        None is allowed only where nothing is asked of this seat: it lets the moment pass. The
        same view, memory and chance give the same choice; nothing else is known.
        """
        ...
