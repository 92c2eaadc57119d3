"""Why a computer did what it did: told of a deal that is over, as its own thought."""

from __future__ import annotations

from typing import Final

from bot.games.cards import Suit, card
from bot.games.game import Action
from bot.render.board import teller
from bot.render.custom_ids import custom_id
from bot.render.look import PLAIN, Look
from bot.render.screen import MAX_OPTIONS, Button, Menu, Option, Screen
from bot.render.tell import Tell
from bot.tables.read import DealRead, TableRead
from bot.tables.thoughts import Thought

CARDS: Final = frozenset({"play", "discard"})
"""What is done with cards alone: the cards say it."""


def why(
    read: TableRead, deal: DealRead, language: str, chosen: int = -1, look: Look = PLAIN
) -> Screen:
    """Return the page about the thoughts in a finished deal; the last one unless one is chosen.

    It is about the reader's partner where that is a computer, else about all computers.
    """
    told = teller(read, language, look)
    some = thoughts(read, deal, told)
    if not some:
        return Screen(title=told.text("explain.title"), text=told.text("explain.none"))
    number = chosen if chosen in some else max(some)
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


def why_button(read: TableRead, number: int, told: Tell) -> Button:
    """Return the button that asks about a finished deal."""
    return Button(custom_id(read.id, "why", str(number)), told.text("button.why"))


def _reason(thought: Thought, read: TableRead, told: Tell) -> str:
    key = f"why.{read.game.key}.{thought.reason}"
    return told.text(key, **told.facts(dict(thought.facts))) if told.words.has(key) else ""


def _option(thought: Thought, read: TableRead, told: Tell) -> str:
    name = told.seat(thought.player)
    return told.text("explain.option", name=name, what=deed(thought, read, told))


def deed(thought: Thought, read: TableRead, told: Tell) -> str:
    """Return what was done in few words: cards, a call, a name; for dummy, with whose hand."""
    action = thought.action
    what = _done(action, read.game.key, told)
    if action.seat == thought.player:
        return what
    return told.text("explain.for_hand", what=what, name=told.seat(action.seat))


def _done(action: Action, game: str, told: Tell) -> str:
    if action.verb in CARDS:
        cards = told.cards(card(text) for text in action.args)
        return told.text("explain.discards", cards=cards) if action.verb == "discard" else cards
    match action.verb, action.args:
        case (("name" | "trump"), (strain,)):
            return _strain(strain, told)
        case "call", (call,):
            return (
                f"{call[:1]} {_strain(call[1:], told)}"
                if call[0].isdigit()
                else _strain(call, told)
            )
        case "bid", (bid,):
            return told.call(bid)
        case "direction", (direction,):
            return told.text(f"bid_whist.do.{direction}")
        case "contract", (contract,):
            return told.text(f"contract.bismarck.{contract}.name")
        case "announce", (hand,):
            return told.text("bura.do.announce", hand=told.text(f"bura.hand.{hand}"))
        case verb, _:
            return told.text(f"{game}.do.{verb}")


def _strain(text: str, told: Tell) -> str:
    return told.suit(Suit(text)) if text in set(Suit) else told.strain(None)
