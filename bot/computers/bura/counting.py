"""Bura by counting: every card and both totals, and the exact chance that a lead is beaten.

Everything is measured in points of the tricks. A lead is weighed by the chance that the cards
still out beat it, a reply by what it takes or gives away, both by what the cards would be worth
if kept. Reaching 31, or letting the other reach it, outweighs everything.

Nobody at a table reckons like this, so it is no level by itself: it is what ``strong`` falls back
on, and what a search has to be better than.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Final

from bot.computers.bura.asked import answer
from bot.computers.bura.known import CHEAP, Known, beaten_by
from bot.computers.player import Choice
from bot.games.bura.hands import ENOUGH, POINTS, beats_all, points, ranking
from bot.games.cards import PACK_36, Card, Suit
from bot.games.game import Memory, View

DECIDED: Final = 30.0
"""What winning or losing the deal is worth, beside the points of one trick."""

TEMPO: Final = 2.0
"""What the next lead is worth."""

TRUMP: Final = 8.0
TRUMP_STEP: Final = 0.7
"""What the lowest trump is worth in the hand, and each step above it."""

TRUMP_POINTS: Final = 1.0
"""How much of a trump's own points comes in later too, if it is kept."""

ACE: Final = 3.0
TEN: Final = 1.0
"""What a plain ace and a plain ten are worth in the hand."""

LATE: Final = 0.4
"""How much of that is left once there is nothing more to draw."""


class BuraCounter:
    """The rules that count everything."""

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do: also out of turn, where 31 may be called at any moment."""
        return answer(view, memory, best_lead, best_reply)


def chance_safe(group: Sequence[Card], known: Known) -> float:
    """Return the chance that the other cannot beat a group, every place of a card being as likely.

    Each card of the other beats the lowest 0, 1, 2 … cards of the group, so the group is beaten
    where at least one beats all, two beat all but the highest, and so on.
    """
    size = len(group)
    sure = [0] * (size + 1)
    for one in known.theirs_sure:
        sure[beaten_by(one, group, known.order)] += 1
    free = [0] * (size + 1)
    for one in known.unseen:
        free[beaten_by(one, group, known.order)] += 1
    drawn = min(known.size - len(known.theirs_sure), len(known.unseen))
    ways = comb(len(known.unseen), drawn)
    return 1 - _ways_to_beat(sure, free, drawn, size, 0) / ways


def _ways_to_beat(
    sure: Sequence[int], free: Sequence[int], drawn: int, level: int, above: int
) -> int:
    """Count the draws that beat a group, from the cards that beat most of it downwards."""
    if level == 0:
        return comb(free[0], drawn)
    needed = len(sure) - level
    total = 0
    for taken in range(min(free[level], drawn) + 1):
        have = above + sure[level] + taken
        if have >= needed:
            rest = _ways_to_beat(sure, free, drawn - taken, level - 1, have)
            total += comb(free[level], taken) * rest
    return total


def keeping(some: Sequence[Card], known: Known) -> float:
    """Return what cards would be worth if they were kept: trumps above all, then aces and tens."""
    total = 0.0
    for one in some:
        worth = POINTS[one.index]
        if one.suit is known.order.trump:
            steps = known.order.strengths[one.index] - LOWEST
            total += TRUMP + TRUMP_STEP * steps + TRUMP_POINTS * worth
        elif worth == 11:
            total += ACE
        elif worth == 10:
            total += TEN
    return total * LATE if known.late else total


LOWEST: Final = min(ranking(Suit.SPADES).strengths[one.index] for one in PACK_36)
"""The strength of a six."""


def best_lead(groups: Sequence[tuple[Card, ...]], known: Known) -> tuple[int, str]:
    """Return the place of the group to lead, and why."""
    worth = [lead_worth(group, known) for group in groups]
    best = max(range(len(groups)), key=worth.__getitem__)
    group = groups[best]
    safe = chance_safe(group, known)
    if safe == 1:
        return best, "lead_sure_group" if len(group) > 1 else "lead_sure"
    if len(group) > 1:
        return best, "lead_group"
    return best, "lead_low" if points(group) <= CHEAP else "lead_high"


def lead_worth(group: Sequence[Card], known: Known) -> float:
    """Return what leading a group is worth, in points."""
    size = len(group)
    own = points(group)
    safe = chance_safe(group, known)
    theirs = known.unseen + known.theirs_sure
    mean = points(theirs) / len(theirs) if theirs else 0.0
    # Who holds more cards than have to be given parts with the poorest.
    given = size * mean * (1.0 if size == known.size else 0.25 + 0.3 * (size - 1))
    beaten = (1 - safe) * min(1.0, 0.55 + own / 20)
    worth = (1 - beaten) * (own + given + TEMPO) - beaten * (own + size * mean + TEMPO)
    if known.own + own + given >= ENOUGH:
        worth += (1 - beaten) * DECIDED
    if known.theirs + own + size * mean >= ENOUGH:
        worth -= beaten * DECIDED
    return worth - keeping(group, known)


def best_reply(
    led: Sequence[Card], groups: Sequence[tuple[Card, ...]], known: Known
) -> tuple[int, str]:
    """Return the place of the reply, and why."""
    wins = [beats_all(led, group, known.order) for group in groups]
    worth = [reply_worth(led, group, won, known) for group, won in zip(groups, wins, strict=True)]
    best = max(range(len(groups)), key=worth.__getitem__)
    on_table = points(led)
    if not any(wins):
        return best, "cannot_beat"
    if not wins[best]:
        return best, "let_go" if on_table <= CHEAP else "keep_strong"
    if known.own + on_table + points(groups[best]) >= ENOUGH:
        return best, "take_enough"
    return best, "take_cheaply" if on_table <= CHEAP else "take_rich"


def reply_worth(led: Sequence[Card], group: Sequence[Card], won: bool, known: Known) -> float:
    """Return what a reply is worth, in points: what it takes, or gives away."""
    together = points(led) + points(group)
    kept = keeping(group, known)
    if won:
        decided = DECIDED if known.own + together >= ENOUGH else 0.0
        return together + TEMPO + decided - kept
    decided = DECIDED if known.theirs + together >= ENOUGH else 0.0
    return -together - TEMPO - decided - kept
