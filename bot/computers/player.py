"""What a computer player is: a view and a memory in, a choice and its reason out."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from time import thread_time
from typing import Final, Literal, Protocol

from bot.games.game import Action, Memory, View

Level = Literal["easy", "normal", "strong"]
CARD_QUESTIONS: Final = frozenset(("play", "lead", "reply"))
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


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a search may cost: a share of its usual samples, and an end that nobody passes.

    ``share`` is 1 as a rule and less where others wait; the choice depends on it, never on the
    speed of the machine, as long as the ``seconds`` of one core are not used up.
    """

    share: float = 1.0
    seconds: float = 0.15

    def samples(self, usual: int, least: int = 1) -> int:
        """Return how many samples to take where ``usual`` are taken with time enough."""
        return max(least, round(usual * self.share))


FULL: Final = Effort()
"""A card with nobody waiting."""

AT_EASE: Final = Effort(seconds=0.25)
"""A card of a game whose playouts take longer; where fewer will do, they are over sooner."""

AT_LENGTH: Final = Effort(seconds=0.6)
"""What is said before the play, or discarded, with nobody waiting."""

UNHURRIED: Final = Effort(seconds=60.0)
"""For measurements and tests: the same choice on the slowest machine."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Tells when the seconds of an effort are used up; it counts the work of its own thread."""

    seconds: float
    begun: float = field(default_factory=thread_time)

    @property
    def over(self) -> bool:
        """Tell whether to stop and answer with what has been found."""
        return thread_time() - self.begun > self.seconds


class Searcher(Player, Protocol):
    """A player that searches: it can be told how much, and runs beside the event loop."""

    def choose(
        self, view: View, memory: Memory, chance: Random, effort: Effort = UNHURRIED
    ) -> Choice | None:
        """Return what to do, as ``Player.choose`` does, within an effort."""
        ...


def usual_effort(view: View) -> Effort:
    """Return what may be thought about the question of a view with nobody waiting."""
    card = view.asked is None or view.asked.question in CARD_QUESTIONS
    if not card:
        return AT_LENGTH
    return AT_EASE if view.game == "bismarck" else FULL
