"""Why computers did what they did: written into a table's log, told when the deal is over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from bot.computers.player import Choice
from bot.games.game import Action, Decision, Match
from bot.tables.entries import Json

WHY: Final = "why"
"""The part of an action's entry that holds the reason; people's actions have none."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What the computer at ``player`` did for the hand at ``action.seat``, and why.

    ``reason`` and ``facts`` are those of the choice. They tell of hidden cards: nobody is shown
    them before the deal is over.
    """

    player: int
    action: Action
    reason: str
    facts: tuple[tuple[str, str | int], ...] = ()


def written(match: Match, choice: Choice | None) -> dict[str, Json]:
    """Return what an entry holds of a choice; nothing where there was none to make."""
    decision = match.decision()
    if choice is None or (
        isinstance(decision, Decision) and decision.discard is None and len(decision.actions) < 2
    ):
        return {}
    return {WHY: [choice.reason, dict(choice.facts)]}


def read(match: Match, action: Action, body: Mapping[str, Json]) -> tuple[Thought, ...]:
    """Return the thought behind an action that a match is about to take, if one is written."""
    found = body.get(WHY)
    if not (isinstance(found, list) and len(found) == 2):
        return ()
    reason, facts = found
    if not (isinstance(reason, str) and isinstance(facts, dict)):
        return ()
    known = ((name, value) for name, value in facts.items() if isinstance(value, str | int))
    return (Thought(_player(match, action), action, reason, tuple(known)),)


def _player(match: Match, action: Action) -> int:
    """Return who decides for the hand that acts: declarer for dummy."""
    decision = match.decision()
    if isinstance(decision, Decision) and decision.seat == action.seat:
        return decision.player
    return action.seat
