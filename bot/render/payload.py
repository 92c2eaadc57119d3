"""A screen as Discord's API has it, for the edits of which there are many.

discord.py's own objects say the same: a view with its buttons, an embed. To build them for each
card costs much of what the card costs, so all that is changed goes this way, and a test holds both
against each other.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from discord import ComponentType, PartialEmoji

from bot.render.screen import (
    MAX_BUTTONS,
    MAX_OPTIONS,
    MAX_ROWS,
    STYLES,
    Button,
    Menu,
    Option,
    Row,
    Screen,
    fit,
)

Json = dict[str, Any]

_STYLES: Final = {name: style.value for name, style in STYLES.items()}
_ROW: Final = ComponentType.action_row.value
_BUTTON: Final = ComponentType.button.value
_MENU: Final = ComponentType.string_select.value


def edit_payload(screen: Screen, *, keep_picture: bool = False) -> Json:
    """Return what an edit sends: what is absent is removed.

    ``keep_picture``: the message has this picture already. Else it is only named here, and its file
    has to go along as the first one.
    """
    embed = screen.embed()
    told: Json = {
        "content": fit(screen.content, 2000) or None,
        "embeds": [] if embed is None else [embed.to_dict()],
        "components": [_row(row) for row in screen.rows[:MAX_ROWS]],
        "allowed_mentions": {"parse": [], "users": list(screen.pinged)},
    }
    if screen.picture is None:
        told["attachments"] = []
    elif not keep_picture:
        told["attachments"] = [screen.file().to_dict(0)]
    return told


def _row(row: Row) -> Json:
    if isinstance(row, Menu):
        return {"type": _ROW, "components": [_menu(row)]}
    return {"type": _ROW, "components": [_button(button) for button in row[:MAX_BUTTONS]]}


def _button(button: Button) -> Json:
    told: Json = {
        "type": _BUTTON,
        "style": _STYLES[button.style],
        "label": fit(button.label, 80),
        "custom_id": button.custom_id,
        "disabled": button.disabled,
    }
    if button.emoji is not None:
        told["emoji"] = _emoji(button.emoji)
    return told


def _menu(menu: Menu) -> Json:
    return {
        "type": _MENU,
        "custom_id": menu.custom_id,
        "placeholder": fit(menu.placeholder, 150),
        "options": [_option(option) for option in menu.options[:MAX_OPTIONS]],
        "min_values": menu.low,
        "max_values": menu.high,
        "disabled": menu.disabled,
    }


def _option(option: Option) -> Json:
    told: Json = {
        "label": fit(option.label, 100),
        "value": option.value,
        "default": option.chosen,
    }
    if option.description is not None:
        told["description"] = fit(option.description, 100)
    if option.emoji is not None:
        told["emoji"] = _emoji(option.emoji)
    return told


@lru_cache(maxsize=512)
def _emoji(written: str) -> Json:
    return dict(PartialEmoji.from_str(written).to_dict())
