"""A hint in words: what a computer would do in the reader's place, and why."""

from __future__ import annotations

from bot.games.cards import card
from bot.games.game import Action, View
from bot.render.board import teller
from bot.render.faces import face_of
from bot.render.look import PLAIN, Look
from bot.render.tell import Tell
from bot.tables.advice import Advice
from bot.tables.read import TableRead


def hint(read: TableRead, language: str, advice: Advice | None, look: Look = PLAIN) -> str:
    """Return a hint as a sentence or two; never what the rules forbid to be told."""
    told = teller(read, language, look)
    view = read.view
    game = read.game.key
    if advice is None or view is None:
        return told.text("hint.none")
    if face_of(game).unsaid(advice.action, advice.reason):
        return told.text("hint.secret")
    reason = told.reason(game, advice.reason, advice.facts)
    what = _what(advice.action, view, game, told)
    return told.text("hint.text", what=what, why=reason).strip()


def _what(action: Action, view: View, game: str, told: Tell) -> str:
    if action.verb in ("play", "discard"):
        cards = told.cards(card(text) for text in action.args)
        return told.text(f"hint.{action.verb}", cards=cards)
    labels = [pick.label for pick in face_of(game).picks(view, told) if pick.action == action]
    return told.text("hint.choose", what=next(iter(labels), " ".join((action.verb, *action.args))))
