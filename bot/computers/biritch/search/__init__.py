"""Biritch by search: deals as they may be, solved with all hands in sight."""

from __future__ import annotations

from random import Random

from bot.computers.biritch import choose_card, hands_in_sight, position
from bot.computers.biritch.claims import provable
from bot.computers.biritch.reasons import Reason, SearchReason
from bot.computers.biritch.search.calls import say
from bot.computers.biritch.search.cards import weigh
from bot.computers.player import UNHURRIED, Choice, Effort
from bot.games.biritch.play import PLAYS
from bot.games.biritch.views import BiritchView
from bot.games.game import Memory, View

__all__ = ["BiritchSearcher"]


class BiritchSearcher:
    """The player of level ``strong``: what it cannot see it imagines, and looks for the best."""

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
        if view.phase != "play":
            return say(view, view.decision, chance, effort)
        return self._card(view, memory, chance, effort)

    def _card(self, view: BiritchView, memory: Memory, chance: Random, effort: Effort) -> Choice:
        now = position(view, memory)
        ruled = choose_card(now)
        plays = PLAYS[now.seat]
        if len(now.legal) == 1:
            return Choice(plays[now.legal[0].index], "only_card")
        if not now.trick and not now.tricks:
            # So few deals can be solved before the first card that the rules lead as well.
            return Choice(plays[ruled.card.index], ruled.reason)
        found = weigh(view, memory, now, chance, effort)
        if not found:
            return Choice(plays[ruled.card.index], ruled.reason)
        best = found[0]
        facts = (("best", best.best), ("deals", best.deals), ("tricks", round(best.tricks)))
        if all(one.best == one.deals for one in found):
            reason: Reason | SearchReason = "no_difference"
        elif best.card is ruled.card:
            reason = ruled.reason
        else:
            reason = "best_in_all" if best.best == best.deals else "best_in_most"
        return Choice(plays[best.card.index], reason, facts)
