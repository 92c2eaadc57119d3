"""Choosing how things are shown to oneself: deck, order, language, a question before each card."""

from __future__ import annotations

from typing import Any

from bot.games.game import Refused
from bot.locales import languages
from bot.render.custom_ids import CustomId
from bot.render.emojis import DECKS
from bot.render.look import SORTS
from bot.render.preferences import OWN, preferences
from bot.render.screen import Screen
from bot.tables.errors import TableRefused
from cogs.house import LANGUAGE, Click, House, answer, language_of, respond, values_of


async def show_preferences(house: House, click: Click) -> None:
    """Answer a command with the person's choices."""
    await answer(click, await _screen(house, click))


async def change_preference(house: House, click: Click, wanted: CustomId) -> None:
    """Change one choice, and show them all as they are then; refuse what cannot be chosen."""
    changes = _changes(wanted, values_of(click))
    chosen = await house.looks.choose(click.user.id, changes)
    click.extras[LANGUAGE] = chosen.language
    await respond(click, await _screen(house, click))


async def _screen(house: House, click: Click) -> Screen:
    chosen = await house.looks.learn(click.user.id)
    return preferences(language_of(click), house.looks.of(click.user.id), chosen.language)


def _changes(wanted: CustomId, values: tuple[str, ...]) -> dict[str, Any]:
    match (*wanted.args, *values):
        case ("deck", deck) if deck in DECKS:
            return {"deck": deck}
        case ("sort", sort) if sort in SORTS:
            return {"sort": sort}
        case ("language", language) if language in languages():
            return {"language": language}
        case ("language", language) if language == OWN:
            return {"language": None}
        case (("confirm" | "hints") as what, ("on" | "off") as state):
            return {what: state == "on"}
        case _:
            raise unknown()


def unknown() -> Refused:
    """Return the refusal of a button that this bot never made."""
    return TableRefused("unknown_button")
