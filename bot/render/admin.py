"""The private page where whoever manages a server settles how its tables are."""

from __future__ import annotations

from bot.games.registry import GAMES
from bot.locales import languages
from bot.render.custom_ids import custom_id
from bot.render.screen import Menu, Option, Row, Screen
from bot.render.tell import Tell, tell
from bot.tables.customs import CHOICES, LAST, ServerSettings

NO_TABLE = 0
"""What stands for the table in the identities of controls that belong to a server."""


def settings(server: ServerSettings, language: str, chosen: str = "", *, note: str = "") -> Screen:
    """Return a server's settings; with one ``chosen``, its values."""
    told = tell(language)
    keys = ("language", *CHOICES, *(f"preset.{game}" for game in GAMES))
    parts = [note, "\n".join(_line(server, key, told) for key in keys)]
    rows: list[Row] = [_menu(server, keys, chosen, told)]
    if chosen in keys:
        now = value_of(server, chosen)
        options = tuple(
            Option(value or "-", _value(chosen, value, told), chosen=value == now)
            for value in values_of(chosen)
        )
        rows.append(Menu(custom_id(NO_TABLE, "adminvalue", chosen), _name(chosen, told), options))
        text = f"admin.{chosen.partition('.')[0]}.text"
        parts.append(told.text(text))
    else:
        parts.append(told.text("admin.how"))
    return Screen(
        title=told.text("admin.title"),
        text="\n\n".join(part for part in parts if part),
        rows=tuple(rows),
    )


def values_of(key: str) -> tuple[str, ...]:
    """Return the values that a setting takes; empty for one that does not exist."""
    if key == "language":
        return ("", *languages())
    kind, _, game = key.partition(".")
    if kind == "preset" and game in GAMES:
        return (LAST, *GAMES[game].book.presets)
    return CHOICES.get(key, ())


def value_of(server: ServerSettings, key: str) -> str:
    """Return the value in force of a setting."""
    kind, _, game = key.partition(".")
    if kind == "preset":
        return server.presets.get(game, LAST)
    value = getattr(server, key)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _line(server: ServerSettings, key: str, told: Tell) -> str:
    return f"• {_name(key, told)}: **{_value(key, value_of(server, key), told)}**"


def _menu(server: ServerSettings, keys: tuple[str, ...], chosen: str, told: Tell) -> Menu:
    options = tuple(
        Option(
            key, _name(key, told), _value(key, value_of(server, key), told), chosen=key == chosen
        )
        for key in keys
    )
    return Menu(custom_id(NO_TABLE, "adminset"), told.text("admin.choose"), options)


def _name(key: str, told: Tell) -> str:
    kind, _, game = key.partition(".")
    if kind == "preset":
        return told.text("admin.preset", game=told.text(f"game.{game}"))
    return told.text(f"admin.{key}")


def _value(key: str, value: str, told: Tell) -> str:
    kind, _, game = key.partition(".")
    if kind == "preset":
        if value == LAST:
            return told.text("admin.last")
        own = f"preset.{game}.{value}"
        return told.text(own) if told.words.has(own) else value
    if key == "language":
        return told.text(f"admin.language.{value or 'server'}")
    if key == "clock":
        return told.text(f"clock.{value}")
    if value in ("yes", "no"):
        return told.text(f"rule.any.{value}")
    return told.text(f"admin.{key}.{value}")
