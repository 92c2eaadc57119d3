"""A computer player that does anything legal: for tests, measurements and simulations."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.computers.player import Choice
from bot.games.game import Action, Decision, Memory, View

OUT_OF_TURN: Final = 1 / 24
"""How often something open out of turn is done at a moment that offers it."""


class RandomPlayer:
    """Choose among all that is legal with equal chances; now and then something out of turn."""

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return any legal action; None lets a moment pass where nothing is asked."""
        if view.others and (chance.random() < OUT_OF_TURN):
            return Choice(chance.choice(view.others), "random")
        if view.decision is None:
            return None
        return Choice(random_action(view.decision, chance), "random")


def random_action(decision: Decision, chance: Random) -> Action:
    """Return one of the legal actions of a decision; a discard is any of its combinations."""
    discard = decision.discard
    if discard is not None and (not decision.actions or chance.random() < 0.5):
        chosen = chance.sample(discard.cards, discard.count)
        return Action(decision.seat, discard.verb, tuple([one.text for one in chosen]))
    return chance.choice(decision.actions)
