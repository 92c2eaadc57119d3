"""Bura by rules of thumb: remember what has gone, count the own tricks, and call 31 at 31.

Everything is measured in points of the tricks. A lead is weighed by the chance that the cards
still out beat it, a reply by what it takes or gives away, both by what the cards would be worth
if kept. Reaching 31, or letting the other reach it, outweighs everything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from random import Random
from typing import Final

from bot.computers.player import Choice
from bot.games.bura import BuraMemory, BuraView
from bot.games.bura.hands import ENOUGH, POINTS, Special, beats_all, points, ranking
from bot.games.cards import PACK_36, Card, Suit, card
from bot.games.game import Action, Decision, Memory, View
from bot.games.trick import Order

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

CHEAP: Final = 4
"""A trick of at most this many points is called poor."""


@dataclass(frozen=True, slots=True)
class Known:
    """What one seat knows of the deal: the points that it saw each side win, and the cards.

    ``own`` and ``theirs`` count what was seen; ``own`` adds the least that cards lying face down
    in the own tricks can be worth. ``theirs_sure`` are cards that the other must hold, ``unseen``
    may be there or in the stock. ``size`` is how many the other holds.
    """

    own: int
    theirs: int
    unseen: tuple[Card, ...]
    theirs_sure: tuple[Card, ...]
    size: int
    order: Order
    late: bool


class BuraPlayer:
    """The rules of thumb with a perfect memory."""

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do: also out of turn, where 31 may be called at any moment."""
        if not isinstance(view, BuraView) or not isinstance(memory, BuraMemory):
            raise TypeError("a view and a memory of Bura are needed")
        seat, trump, decision = view.seat, view.trump, view.decision
        if seat is None or trump is None or (decision is None and not view.others):
            return None
        known = knowledge(view, memory, seat, trump)
        if known.own >= ENOUGH:
            for action in view.others if decision is None else decision.actions:
                if action.verb == "declare":
                    return Choice(action, "thirty_one")
        return None if decision is None else _answer(view, decision, known)


def _answer(view: BuraView, decision: Decision, known: Known) -> Choice:
    """Answer what is asked, 31 not being there yet."""
    seat = decision.seat
    if decision.question == "draw":
        return Choice(Action(seat, "draw"), "go_on")
    if decision.question == "last":
        return Choice(Action(seat, "pass"), "not_enough")
    if decision.question == "special":
        return _special(view, decision)
    plays = [action for action in decision.actions if action.verb == "play"]
    if len(plays) == 1:
        return Choice(plays[0], "whole_molodka" if view.molodka_bound else "only_this")
    groups = [tuple([card(text) for text in action.args]) for action in plays]
    if decision.question == "lead":
        best, reason = best_lead(groups, known)
    else:
        led = tuple([play.card for play in view.trick])
        best, reason = best_reply(led, groups, known)
    return Choice(plays[best], reason)


def _special(view: BuraView, decision: Decision) -> Choice:
    """Announce a special hand, except three aces that would only be shown."""
    offered = next(one for one in decision.actions if one.verb == "announce")
    kind = Special(offered.args[0])
    if kind is Special.ACES and view.on_lead == decision.seat:
        return Choice(Action(decision.seat, "pass"), "hide_aces")
    return Choice(offered, kind.value)


def knowledge(view: BuraView, memory: BuraMemory, seat: int, trump: Suit) -> Known:
    """Return what a seat with a perfect memory knows."""
    located = [False] * 54
    for one in view.hand:
        located[one.index] = True
    for play in view.trick:
        located[play.card.index] = True
    totals = [0, 0]
    in_own_tricks = by_other = 0
    for taken in memory.tricks:
        leader = taken.leader
        worth = 0
        for play in taken.plays:
            located[play.card.index] = True
            worth += POINTS[play.card.index]
        totals[taken.winner] += worth
        if taken.plays[-1].seat == leader and leader == seat:
            in_own_tricks += len(taken.plays)
            by_other += 1
    sure: list[Card] = []
    # A card that was shown may have gone face down since, so then nothing is sure any more.
    if not by_other:
        shown = [one for made in memory.shown if made.seat != seat for one in made.cards]
        if memory.turned is not None and memory.turned_to == 1 - seat:
            shown.append(memory.turned)
        for one in shown:
            if not located[one.index]:
                located[one.index] = True
                sure.append(one)
    if memory.turned is not None and memory.turned_to is None:
        located[memory.turned.index] = True
    unseen = tuple([one for one in PACK_36 if not located[one.index]])
    own = totals[seat]
    if in_own_tricks:
        own += sum(sorted([POINTS[one.index] for one in unseen])[:in_own_tricks])
    late = view.stock == 0
    size = view.counts[1 - seat]
    return Known(own, totals[1 - seat], unseen, tuple(sure), size, ranking(trump), late)


def chance_safe(group: Sequence[Card], known: Known) -> float:
    """Return the chance that the other cannot beat a group, every place of a card being as likely.

    Each card of the other beats the lowest 0, 1, 2 … cards of the group, so the group is beaten
    where at least one beats all, two beat all but the highest, and so on.
    """
    size = len(group)
    sure = [0] * (size + 1)
    for one in known.theirs_sure:
        sure[_beaten_by(one, group, known.order)] += 1
    free = [0] * (size + 1)
    for one in known.unseen:
        free[_beaten_by(one, group, known.order)] += 1
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


def _beaten_by(one: Card, group: Sequence[Card], order: Order) -> int:
    """Return how many cards of a group of one suit a card beats."""
    if one.suit is group[0].suit:
        strength = order.strengths[one.index]
        return sum([strength > order.strengths[other.index] for other in group])
    return len(group) if one.suit is order.trump else 0


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
