"""The panel where a person chooses how things are shown to them."""

from __future__ import annotations

from typing import Final

from bot.games.cards import Suit, cards
from bot.games.trick import order
from bot.locales import languages
from bot.render.custom_ids import custom_id
from bot.render.emojis import DECKS
from bot.render.hands import arranged, by_suit
from bot.render.look import SORTS, Look
from bot.render.screen import Button, Menu, Option, Row, Screen
from bot.render.tell import Tell, tell

SAMPLE: Final = cards("AS 9S KH QD 10C 2C")
"""The cards that show what a deck and an order look like."""

OWN: Final = "own"
"""The choice of no language: that of the person's Discord."""


def preferences(language: str, look: Look, chosen_language: str, *, note: str = "") -> Screen:
    """Return the panel; ``chosen_language`` is empty where Discord's own is followed."""
    told = tell(language, (), look)
    rows: tuple[Row, ...] = (
        _decks(told, look),
        _sorts(told, look),
        _languages(told, chosen_language),
        (
            _switch(told, "confirm", on=look.confirm),
            _switch(told, "hints", on=look.hints),
        ),
    )
    hand = arranged(by_suit(SAMPLE, order(Suit.SPADES)), look.sort)
    sample = told.text("pref.sample", cards=told.hand(hand), trump=told.suit(Suit.SPADES))
    parts = [note, sample, told.text("pref.text")]
    return Screen(
        title=told.text("pref.title"),
        text="\n\n".join(part for part in parts if part),
        rows=rows,
    )


def _decks(told: Tell, look: Look) -> Menu:
    options = tuple(
        Option(deck, told.text(f"pref.deck.{deck}"), chosen=deck == look.deck) for deck in DECKS
    )
    return Menu(custom_id(0, "pref", "deck"), told.text("pref.deck"), options)


def _sorts(told: Tell, look: Look) -> Menu:
    options = tuple(
        Option(sort, told.text(f"pref.sort.{sort}"), chosen=sort == look.sort) for sort in SORTS
    )
    return Menu(custom_id(0, "pref", "sort"), told.text("pref.sort"), options)


def _languages(told: Tell, chosen: str) -> Menu:
    options = [Option(OWN, told.text("pref.language.own"), chosen=not chosen)]
    options += [
        Option(code, tell(code).text("pref.language.name"), chosen=code == chosen)
        for code in languages()
    ]
    return Menu(custom_id(0, "pref", "language"), told.text("pref.language"), tuple(options))


def _switch(told: Tell, what: str, *, on: bool) -> Button:
    state = "off" if on else "on"
    label = told.text(f"pref.{what}.{state}")
    return Button(custom_id(0, "pref", what, state), label, "success" if on else "secondary")
