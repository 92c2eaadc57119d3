"""Biritch by search: deals as they may be, solved with all hands in sight."""

from __future__ import annotations

from random import Random

from bot.computers.biritch import BiritchPlayer, hands_in_sight, position
from bot.computers.biritch.claims import provable
from bot.computers.biritch.search import double_dummy
from bot.computers.biritch.search.cards import weigh
from bot.computers.player import UNHURRIED, Choice, Effort
from bot.games.biritch.play import PLAYS
from bot.games.biritch.views import BiritchView
from bot.games.game import Memory, View

__all__ = ["BiritchSearcher"]


class BiritchSearcher:
    """The player of level ``strong``: what it cannot see it imagines, and looks for the best."""

    def __init__(self) -> None:
        self._rules = BiritchPlayer()

    def choose(
        self, view: View, memory: Memory, chance: Random, effort: Effort = UNHURRIED
    ) -> Choice | None:
        """Return what to do; None where nothing is asked of this seat."""
        if not isinstance(view, BiritchView):
            raise TypeError("this player plays Biritch")
        claim = provable(view, memory, hands_in_sight(view))
        if claim is not None:
            return claim
        if view.decision is None:
            return None
        if view.phase != "play" or not double_dummy.available():
            return self._rules.choose(view, memory, chance)
        return self._card(view, memory, chance, effort)

    def _card(self, view: BiritchView, memory: Memory, chance: Random, effort: Effort) -> Choice:
        now = position(view, memory)
        if len(now.legal) == 1:
            return Choice(PLAYS[now.seat][now.legal[0].index], "only_card")
        found = weigh(view, memory, now, chance, effort)
        return Choice(PLAYS[now.seat][found[0].card.index], "most_tricks")
