"""What every player of Bura does the same way: calling 31, special hands, and what is forced."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.computers.bura.known import Known, knowledge
from bot.computers.player import Choice
from bot.games.bura import BuraMemory, BuraView
from bot.games.bura.hands import ENOUGH, Special
from bot.games.cards import Card, card
from bot.games.game import Action, Decision, Memory, View

Group = tuple[Card, ...]
"""Cards that are led together, or a reply."""

BestLead = Callable[[Sequence[Group], Known], tuple[int, str]]
"""The place of the group to lead, and why."""

BestReply = Callable[[Group, Sequence[Group], Known], tuple[int, str]]
"""The place of the reply to what was led, and why."""


def answer(view: View, memory: Memory, lead: BestLead, reply: BestReply) -> Choice | None:
    """Return what to do: also out of turn, where 31 may be called at any moment.

    ``lead`` and ``reply`` are asked where there is a choice of cards.
    """
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
    if decision is None:
        return None
    if decision.question == "draw":
        return Choice(Action(seat, "draw"), "go_on")
    if decision.question == "last":
        return Choice(Action(seat, "pass"), "not_enough")
    if decision.question == "special":
        return _special(view, decision)
    return _cards(view, decision, known, lead, reply)


def _cards(
    view: BuraView, decision: Decision, known: Known, lead: BestLead, reply: BestReply
) -> Choice:
    plays = [action for action in decision.actions if action.verb == "play"]
    if len(plays) == 1:
        return Choice(plays[0], "whole_molodka" if view.molodka_bound else "only_this")
    groups = [tuple([card(text) for text in action.args]) for action in plays]
    if decision.question == "lead":
        best, reason = lead(groups, known)
    else:
        best, reason = reply(tuple([play.card for play in view.trick]), groups, known)
    return Choice(plays[best], reason)


def _special(view: BuraView, decision: Decision) -> Choice:
    """Announce a special hand, except three aces that would only be shown."""
    offered = next(one for one in decision.actions if one.verb == "announce")
    kind = Special(offered.args[0])
    if kind is Special.ACES and view.on_lead == decision.seat:
        return Choice(Action(decision.seat, "pass"), "hide_aces")
    return Choice(offered, kind.value)
