"""The level ``easy``, for every game: rules of thumb that forget, and now and then slip.

It knows what lies on the table and the trick before, as somebody who plays for the talk does. A
slip is a card beside the one that was meant, of the same suit: a little too high or too low, never
out of the rules and never out of the question. Where groups of cards are played and no suit has to
be followed (Bura), it is another group of as many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

from bot.computers.player import CARD_QUESTIONS, Choice, Player
from bot.games.cards import Card, card
from bot.games.game import Action, Memory, View

REMEMBERED: Final = 1
"""How many finished tricks it has in mind."""

SLIP: Final = 0.3
"""How often it plays another card than it meant to, where there is one beside it."""


class EasyPlayer:
    """Plays by another player's rules of thumb, with less in mind and a less sure hand."""

    def __init__(self, rules: Player) -> None:
        self._rules = rules

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do; what is not a card is said or discarded as the rules would."""
        meant = self._rules.choose(view, memory, Random(chance.random()))
        decision = view.decision
        if meant is None or decision is None or not _is_card(view, meant.action):
            return meant
        slips = chance.random() < SLIP
        forgetful = self._rules.choose(view, forget(memory), Random(chance.random()))
        chosen = forgetful if forgetful is not None and _is_card(view, forgetful.action) else meant
        if slips:
            groups = decision.question != "play"
            beside = (groups_instead if groups else cards_beside)(chosen.action, decision.actions)
            if beside:
                return Choice(chance.choice(beside), "slip")
        return chosen


def _is_card(view: View, action: Action) -> bool:
    decision = view.decision
    return (
        decision is not None
        and decision.question in CARD_QUESTIONS
        and action.verb == "play"
        and action in decision.actions
    )


def forget(memory: Memory) -> Memory:
    """Return what is left in mind after a while: the last trick, and no action before it."""
    return replace(memory, actions=(), tricks=memory.tricks[-REMEMBERED:])


def cards_beside(action: Action, actions: Sequence[Action]) -> list[Action]:
    """Return the plays of one card next above and below the card of an action, in its suit."""
    if len(action.args) != 1:
        return []
    meant = card(action.args[0])
    same: dict[Card, Action] = {}
    for one in actions:
        if one.verb == "play" and one.seat == action.seat and len(one.args) == 1:
            other = card(one.args[0])
            if other.suit is meant.suit:
                same[other] = one
    ordered = sorted(same, key=lambda one: one.index)
    at = ordered.index(meant)
    return [same[one] for one in (*ordered[max(0, at - 1) : at], *ordered[at + 1 : at + 2])]


def groups_instead(action: Action, actions: Sequence[Action]) -> list[Action]:
    """Return the other plays of as many cards."""
    size = len(action.args)
    return [
        one
        for one in actions
        if one.verb == "play" and len(one.args) == size and one.args != action.args
    ]
