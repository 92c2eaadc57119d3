"""Bura by plain rules of thumb, as somebody plays who has sat at many tables.

The player remembers which cards have gone and counts its own points. Of what the other has taken
it has the aces and tens in mind and no more, and it reckons no chances: a lead is one that nothing
can beat, one that is hard to beat, or a cheap one; a trick is poor or rich.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.computers.bura.asked import Group, answer
from bot.computers.bura.known import BIG, CHEAP, Known, beaten_by
from bot.computers.player import Choice
from bot.games.bura.hands import ENOUGH, FULL, POINTS, beats_all, points
from bot.games.cards import Card
from bot.games.game import Memory, View

DANGER: Final = 2
"""With so many aces and tens at home the other is not far from 31: nothing more is let go."""


class BuraPlayer:
    """The rules of thumb."""

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do: also out of turn, where 31 may be called at any moment."""
        return answer(view, memory, best_lead, best_reply)


def best_lead(groups: Sequence[Group], known: Known) -> tuple[int, str]:
    """Return the place of the group to lead, and why: the first rule that fits.

    What brings 31 without fail; the richest that nothing can beat, a single trump only when there
    is nothing more to draw; a group that is hard to beat; the card that is missed least.
    """
    sure = [place for place, group in enumerate(groups) if cannot_be_beaten(group, known)]
    enough = [place for place in sure if known.own + points(groups[place]) >= ENOUGH]
    sure = enough or [place for place in sure if _to_spare(groups[place], known)]
    if sure:
        best = max(sure, key=lambda place: (points(groups[place]), len(groups[place])))
        return best, "lead_sure_group" if len(groups[best]) > 1 else "lead_sure"
    hard = [place for place, group in enumerate(groups) if hard_to_beat(group, known)]
    if hard:
        best = max(hard, key=lambda place: (len(groups[place]), points(groups[place])))
        return best, "lead_group"
    single = [place for place, group in enumerate(groups) if len(group) == 1]
    best = min(single, key=lambda place: _missed_leading(groups[place], known))
    return best, "lead_low" if points(groups[best]) <= CHEAP else "lead_high"


def cannot_be_beaten(group: Group, known: Known) -> bool:
    """Tell whether all the cards that are still out, in one hand, would not beat a group."""
    size = len(group)
    beaten = [beaten_by(one, group, known.order) for one in known.unseen + known.theirs_sure]
    # One card has to beat all of it, two all but the highest, and so on.
    return any(
        sum([count >= least for count in beaten]) <= size - least for least in range(1, size + 1)
    )


def _to_spare(group: Group, known: Known) -> bool:
    """Tell whether a sure lead is made now: a single trump is kept as long as there is a stock."""
    return known.late or len(group) > 1 or group[0].suit is not known.order.trump


def hard_to_beat(group: Group, known: Known) -> bool:
    """Tell whether a group is led although it may be beaten: it is, where much has to be spent.

    Three of a plain suit; two of one that the highest heads of those still out, or two that are
    worth nothing.
    """
    if len(group) == 1 or group[0].suit is known.order.trump:
        return False
    if len(group) == FULL or not points(group):
        return True
    strengths = known.order.strengths
    head = max(strengths[one.index] for one in group)
    out = known.unseen + known.theirs_sure
    return all(one.suit is not group[0].suit or strengths[one.index] < head for one in out)


Missed = tuple[int, int]
"""How much cards would be missed, and their strengths: the lower the better to part with."""


def missed(group: Sequence[Card], known: Known) -> Missed:
    """Return how much cards would be missed: poor ones little, then low trumps, tens and aces.

    The high trumps are missed most. Only the order matters, and that two low trumps weigh about
    as much as a ten.
    """
    total = strength = 0
    for one in group:
        worth = POINTS[one.index]
        strength += known.order.strengths[one.index]
        if one.suit is known.order.trump:
            total += 60 + worth if worth >= BIG else 20 + 2 * worth
        else:
            total += 40 + worth if worth >= BIG else 3 * worth
    return total, strength


ACE_LED: Final = 15
"""How much a plain ace is missed that is led, since it mostly wins: less than any trump."""


def _missed_leading(group: Group, known: Known) -> Missed:
    total, strength = missed(group, known)
    ace = points(group) > BIG and group[0].suit is not known.order.trump
    return ACE_LED if ace else total, strength


def best_reply(led: Group, groups: Sequence[Group], known: Known) -> tuple[int, str]:
    """Return the place of the reply, and why: the first rule that fits.

    What brings 31; what takes a trick without a trump, or a rich one, or any points from somebody
    who may soon have 31, with as few trumps as possible; the cards that are missed least.
    """
    on_table = points(led)
    lost = [missed(group, known) for group in groups]
    trumps = [sum([one.suit is known.order.trump for one in group]) for group in groups]
    least = min(range(len(groups)), key=lost.__getitem__)
    taking = [place for place, group in enumerate(groups) if beats_all(led, group, known.order)]
    if not taking:
        return least, "cannot_beat"
    enough = [place for place in taking if known.own + on_table + points(groups[place]) >= ENOUGH]
    if enough:
        return min(enough, key=lost.__getitem__), "take_enough"
    best = min(taking, key=lambda place: (trumps[place], lost[place]))
    if on_table >= BIG:
        return best, "take_rich"
    if not trumps[best]:
        return best, "take_cheaply"
    if on_table and known.theirs_big >= DANGER:
        return best, "take_stopping"
    return least, "let_go" if on_table <= CHEAP else "keep_strong"
