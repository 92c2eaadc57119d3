"""A hint in words: what a computer would do in the reader's place, and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.games.cards import card
from bot.games.game import Action, View
from bot.render.board import teller
from bot.render.faces import face_of
from bot.render.look import PLAIN, Look
from bot.render.tell import Tell
from bot.tables.advice import Advice
from bot.tables.read import TableRead

UNSAID: Final[Mapping[str, frozenset[str]]] = {
    "bura": frozenset({"thirty_one", "go_on", "not_enough", "take_enough"}),
}
"""Reasons that would say what the rules of a game let nobody look up."""

UNDECIDED: Final[Mapping[str, frozenset[str]]] = {
    "bura": frozenset({"declare", "draw", "pass"}),
}
"""Actions that hang on what nobody may look up: whether to declare is for the player to know."""


def hint(read: TableRead, language: str, advice: Advice | None, look: Look = PLAIN) -> str:
    """Return a hint as a sentence or two; never what the rules forbid to be told."""
    told = teller(read, language, look)
    view = read.view
    game = read.game.key
    if advice is None or view is None:
        return told.text("hint.none")
    if advice.reason in UNSAID.get(game, ()) or advice.action.verb in UNDECIDED.get(game, ()):
        return told.text("hint.secret")
    reason = told.reason(game, advice.reason, advice.facts)
    what = _what(advice.action, view, game, told)
    return told.text("hint.text", what=what, why=reason).strip()


def _what(action: Action, view: View, game: str, told: Tell) -> str:
    if action.verb in ("play", "discard"):
        cards = told.cards(card(text) for text in action.args)
        return told.text(f"hint.{action.verb}", cards=cards)
    for pick in face_of(game).picks(view, told):
        if pick.action == action:
            return pick.label
    return " ".join((action.verb, *action.args))
