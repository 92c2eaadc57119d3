"""Why a computer did what it did: told of a deal that is over, as its own thought."""

from __future__ import annotations

from bot.games.cards import card
from bot.render.board import teller
from bot.render.custom_ids import custom_id
from bot.render.faces import face_of
from bot.render.look import PLAIN, Look
from bot.render.screen import MAX_OPTIONS, Menu, Option, Screen
from bot.render.tell import Tell
from bot.tables.read import DealRead, TableRead
from bot.tables.thoughts import Thought


def why(
    read: TableRead, deal: DealRead, language: str, chosen: int | None = None, look: Look = PLAIN
) -> Screen:
    """Return the page about the thoughts in a finished deal; the last one unless one is chosen.

    It is about the reader's partner where that is a computer, else about all computers.
    """
    told = teller(read, language, look)
    some = thoughts(read, deal, told)
    if not some:
        return Screen(title=told.text("explain.title"), text=told.text("explain.none"))
    number = max(some) if chosen is None or chosen not in some else chosen
    thought = some[number]
    options = tuple(
        Option(str(n), _option(one, read, told), chosen=n == number)
        for n, one in sorted(some.items(), reverse=True)[:MAX_OPTIONS]
    )
    identity = custom_id(read.id, "whyof", str(deal.summary.number))
    text = told.text(
        "explain.text",
        name=told.seat(thought.player),
        what=deed(thought, read, told),
        why=_reason(thought, read, told),
    )
    return Screen(
        title=told.text("explain.title_of", number=deal.summary.number),
        text=text,
        rows=(Menu(identity, told.text("explain.choose"), options),),
    )


def thoughts(read: TableRead, deal: DealRead, told: Tell) -> dict[int, Thought]:
    """Return the thoughts that a reader may ask about, by their number in the deal."""
    some = {n: one for n, one in enumerate(deal.thoughts) if _reason(one, read, told)}
    partners = [
        seat for side in read.game.sides for seat in side if read.seat in side and seat != read.seat
    ]
    theirs = {n: one for n, one in some.items() if one.player in partners}
    return theirs or some


def _reason(thought: Thought, read: TableRead, told: Tell) -> str:
    return told.reason(read.game.key, thought.reason, thought.facts)


def _option(thought: Thought, read: TableRead, told: Tell) -> str:
    name = told.seat(thought.player)
    return told.text("explain.option", name=name, what=deed(thought, read, told))


def deed(thought: Thought, read: TableRead, told: Tell) -> str:
    """Return what was done in few words: cards, a call, a name; for dummy, with whose hand."""
    action = thought.action
    if action.verb == "play":
        what = told.cards(card(text) for text in action.args)
    elif action.verb == "discard":
        what = told.text("explain.discards", cards=told.cards(card(text) for text in action.args))
    else:
        what = face_of(read.game.key).deed(action, told)
    if action.seat == thought.player:
        return what
    return told.text("explain.for_hand", what=what, name=told.seat(action.seat))
