"""A computer player under observation: what it costs, and that it keeps to its usual effort."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from time import process_time

from bot.computers import bounded
from bot.computers.player import Choice, usual_effort
from bot.computers.registry import PLAYERS, SEARCHERS
from bot.games.game import Memory, View


@dataclass(slots=True)
class Contestant:
    """The player of a level, as a ``Player``; ``costs`` are seconds of a core, by decision.

    They are what all threads of the process used up, not what a clock on the wall showed.
    """

    game: str
    level: str
    costs: list[float] = field(default_factory=list)

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return the player's choice."""
        begun = process_time()
        searcher = SEARCHERS.get(self.game) if self.level == "strong" else None
        if searcher is not None:
            choice = searcher.choose(view, memory, chance, usual_effort(view))
        else:
            choice = PLAYERS[self.game, self.level].choose(view, memory, chance)
        if view.decision is not None and len(view.decision.actions) != 1:
            self.costs.append(process_time() - begun)
        # At a table a worker that leaves work behind is replaced.
        bounded.wait_for_rest()
        return choice
