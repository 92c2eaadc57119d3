"""Rows, buttons, menus and the newer components: what may stand where, and how much of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from bot.stand_in.errors import Problem
from bot.stand_in.rules.checks import (
    REQUIRED,
    Path,
    as_list,
    as_object,
    lists,
    number,
    objects,
    plain,
    problem,
    text,
    unknown_keys,
)
from bot.stand_in.rules.emojis import emoji_problems
from bot.stand_in.shapes import SELECTS, Json, Part

_SELECT_KEYS = {"custom_id", "placeholder", "min_values", "max_values", "disabled", "required"}
_KEYS: dict[int, set[str]] = {
    Part.ROW: {"components"},
    Part.BUTTON: {"style", "label", "emoji", "custom_id", "url", "disabled", "sku_id"},
    Part.STRING_SELECT: _SELECT_KEYS | {"options"},
    Part.TEXT_INPUT: {
        "custom_id", "style", "label", "value", "placeholder", "required", "min_length",
        "max_length",
    },
    Part.USER_SELECT: _SELECT_KEYS | {"default_values"},
    Part.ROLE_SELECT: _SELECT_KEYS | {"default_values"},
    Part.MENTIONABLE_SELECT: _SELECT_KEYS | {"default_values"},
    Part.CHANNEL_SELECT: _SELECT_KEYS | {"default_values", "channel_types"},
    Part.SECTION: {"components", "accessory"},
    Part.TEXT: {"content"},
    Part.THUMBNAIL: {"media", "description", "spoiler"},
    Part.GALLERY: {"items"},
    Part.FILE: {"file", "spoiler"},
    Part.SEPARATOR: {"divider", "spacing"},
    Part.CONTAINER: {"components", "accent_color", "spoiler"},
    Part.LABEL: {"label", "description", "component"},
    Part.FILE_UPLOAD: {"custom_id", "min_values", "max_values", "required"},
    Part.RADIO_GROUP: {"custom_id", "options", "required"},
    Part.CHECKBOX_GROUP: {"custom_id", "options", "min_values", "max_values", "required"},
    Part.CHECKBOX: {"custom_id", "default"},
}  # fmt: skip
_ALL_KEYS = {kind: frozenset(keys | {"type", "id"}) for kind, keys in _KEYS.items()}
_PLAIN_KEYS = {"type", "style", "label", "custom_id", "disabled"}
_OPTION_KEYS = {"label", "value", "description", "emoji", "default"}
_BARE_KEYS = {"label", "value", "default"}
_NEW = {Part.SECTION, Part.TEXT, Part.GALLERY, Part.FILE, Part.SEPARATOR, Part.CONTAINER}
_WITHIN: dict[int, set[Part]] = {
    Part.ROW: {Part.BUTTON, *SELECTS},
    Part.SECTION: {Part.TEXT},
    Part.CONTAINER: {Part.ROW, *_NEW} - {Part.CONTAINER},
}
_LINK, _PREMIUM = 5, 6
MOST_ROWS = 5
MOST_PARTS = 40
MOST_TEXT = 4000


@dataclass(slots=True)
class Tally:
    """What is counted over a whole message."""

    v2: bool
    emojis: Collection[int]
    files: Collection[str]
    parts: int = 0
    letters: int = 0
    custom_ids: set[str] = field(default_factory=set)
    numbers: set[object] = field(default_factory=set)


def component_problems(body: Json, tally: Tally) -> Iterator[Problem]:
    """Check a message's components."""
    yield from lists(body, "components", ())
    if not tally.v2 and len(as_list(body.get("components"))) > MOST_ROWS:
        yield problem(
            ("components",), "BASE_TYPE_BAD_LENGTH", f"Must be {MOST_ROWS} or fewer in length."
        )
    allowed: set[Part] = {Part.ROW} | (_NEW if tally.v2 else set())
    for index, part in objects(body, "components"):
        yield from _part_problems(part, ("components", index), allowed, tally)
    if tally.v2 and tally.parts > MOST_PARTS:
        yield problem(
            ("components",),
            "COMPONENT_MAX_TOTAL",
            f"Must be {MOST_PARTS} or fewer, those within others too: there are {tally.parts}.",
        )
    if tally.letters > MOST_TEXT:
        yield problem(
            ("components",),
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            f"Must be {MOST_TEXT} or fewer characters of text: there are {tally.letters}.",
        )


def _part_problems(
    part: Json, path: Path, allowed: Collection[int], tally: Tally
) -> Iterator[Problem]:
    kind = part.get("type")
    tally.parts += 1
    if not isinstance(kind, int) or kind not in allowed:
        yield problem(
            (*path, "type"),
            "UNION_TYPE_CHOICES",
            "Value of field 'type' must be one of"
            f" ({', '.join(str(int(one)) for one in sorted(allowed))}).",
        )
        return
    if kind == Part.BUTTON and _is_plain_button(part, tally.custom_ids):
        tally.custom_ids.add(part["custom_id"])
        return
    yield from unknown_keys(part, _ALL_KEYS[kind], path)
    yield from _number_problems(part, path, tally)
    yield from lists(part, "components", path)
    if kind == Part.ROW:
        yield from _row_problems(part, path)
    elif kind == Part.BUTTON:
        yield from button_problems(part, path, tally)
    elif kind in SELECTS:
        yield from select_problems(part, path, tally)
    elif kind == Part.TEXT:
        yield from text(part, "content", path, MOST_TEXT, required=True)
        tally.letters += len(str(part.get("content", "")))
    elif kind == Part.SECTION:
        yield from _section_problems(part, path, tally)
    elif kind in (Part.GALLERY, Part.FILE):
        yield from _media_problems(part, path, tally)
    elif kind == Part.CONTAINER and not as_list(part.get("components")):
        yield problem((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must not be empty.")
    for index, inner in objects(part, "components"):
        yield from _part_problems(
            inner, (*path, "components", index), _WITHIN.get(kind, set()), tally
        )


def _is_plain_button(button: Json, seen: set[str]) -> bool:
    """Tell at a glance that nothing is wrong with a button: most are so, and there are many."""
    label, custom_id, style = button.get("label"), button.get("custom_id"), button.get("style")
    return (
        _is_text(label, 80)
        and _is_text(custom_id, 100)
        and custom_id not in seen
        and type(style) is int
        and 1 <= style < _LINK
        and button.keys() <= _PLAIN_KEYS
    )


def _is_text(given: object, most: int) -> bool:
    return isinstance(given, str) and 0 < len(given) <= most and not given.isspace()


def _number_problems(part: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    given = plain(part.get("id"))
    if not given:
        return
    if given in tally.numbers:
        yield problem((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component ids must be unique.")
    tally.numbers.add(given)


def _row_problems(row: Json, path: Path) -> Iterator[Problem]:
    inner = [part for _, part in objects(row, "components")]
    place = (*path, "components")
    if not inner:
        yield problem(place, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    width = sum(5 if plain(part.get("type")) in SELECTS else 1 for part in inner)
    if width > 5:
        yield problem(
            place, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A row holds five buttons, or one menu alone."
        )


def custom_id_problems(part: Json, path: Path, seen: set[str]) -> Iterator[Problem]:
    """Check a custom_id: there, short enough, and once only."""
    yield from text(part, "custom_id", path, 100, required=True)
    custom_id = part.get("custom_id")
    if isinstance(custom_id, str):
        if custom_id in seen:
            yield problem(
                (*path, "custom_id"),
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            )
        seen.add(custom_id)


def button_problems(button: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    """Check a button."""
    style = button.get("style")
    yield from number(button, "style", path, 1, 6)
    yield from text(button, "label", path, 80)
    yield from emoji_problems(button.get("emoji"), (*path, "emoji"), tally.emojis)
    if style == _LINK:
        yield from text(button, "url", path, 512, required=True)
        if button.get("custom_id") is not None:
            yield problem(
                (*path, "custom_id"),
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
        address = str(button.get("url") or "")
        if address and not address.startswith(("http://", "https://", "discord://")):
            yield problem((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Not a web address.")
        return
    if style == _PREMIUM:
        return
    if button.get("url") is not None:
        yield problem((*path, "url"), "BUTTON_COMPONENT_URL_NOT_ALLOWED", "Only links have one.")
    yield from custom_id_problems(button, path, tally.custom_ids)
    if not str(button.get("label") or "").strip() and button.get("emoji") is None:
        yield problem(path, "BUTTON_COMPONENT_EMPTY", "A button must have a label or an emoji.")


def select_problems(select: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    """Check a menu. Discord ignores `required` in messages, and discord.py always sends it."""
    yield from custom_id_problems(select, path, tally.custom_ids)
    yield from text(select, "placeholder", path, 150)
    yield from number(select, "min_values", path, 0, 25)
    yield from number(select, "max_values", path, 1, 25)
    least, most = select.get("min_values"), select.get("max_values")
    if isinstance(least, int) and least > (most if isinstance(most, int) else 1):
        yield problem(
            (*path, "min_values"), "SELECT_COMPONENT_MIN_MAX", "Must not be above max_values."
        )
    if select.get("type") == Part.STRING_SELECT:
        yield from option_problems(select, path, tally, fewest=1, most=25)


def option_problems(
    select: Json, path: Path, tally: Tally, *, fewest: int, most: int
) -> Iterator[Problem]:
    """Check the options of a menu, of radio buttons or of check boxes."""
    yield from lists(select, "options", path)
    options = [option for _, option in objects(select, "options")]
    place = (*path, "options")
    if not fewest <= len(options) <= most:
        yield problem(
            place, "BASE_TYPE_BAD_LENGTH", f"Must be between {fewest} and {most} in length."
        )
    takes = select.get("max_values")
    takes = takes if isinstance(takes, int) else 1
    if takes > len(options) >= fewest:
        yield problem(
            (*path, "max_values"),
            "SELECT_COMPONENT_MAX_VALUES",
            f"Must not be above the number of options: {takes} of {len(options)}.",
        )
    seen: set[object] = set()
    for index, option in objects(select, "options"):
        here = (*place, index)
        if _is_plain(option, seen):
            seen.add(option["value"])
            continue
        yield from unknown_keys(option, _OPTION_KEYS, here)
        yield from text(option, "label", here, 100, required=True)
        yield from text(option, "value", here, 100, required=True)
        yield from text(option, "description", here, 100)
        yield from emoji_problems(option.get("emoji"), (*here, "emoji"), tally.emojis)
        value = option.get("value")
        if isinstance(value, str):
            if value in seen:
                yield problem(
                    (*here, "value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            seen.add(value)
    if sum(option.get("default") is True for option in options) > takes:
        yield problem(
            place, "SELECT_COMPONENT_DEFAULTS", "More options are chosen than may be chosen."
        )


def _is_plain(option: Json, seen: set[object]) -> bool:
    """Tell at a glance that nothing is wrong with an option: most are so, and there are many."""
    label, value = option.get("label"), option.get("value")
    return (
        _is_text(label, 100)
        and _is_text(value, 100)
        and value not in seen
        and option.keys() <= _BARE_KEYS
    )


def _section_problems(section: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    if not 1 <= len(as_list(section.get("components"))) <= 3:
        yield problem(
            (*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 3 in length."
        )
    accessory = as_object(section.get("accessory"))
    if accessory is None:
        yield problem((*path, "accessory"), "BASE_TYPE_REQUIRED", REQUIRED)
        return
    place = (*path, "accessory")
    yield from _part_problems(accessory, place, {Part.BUTTON, Part.THUMBNAIL}, tally)
    if accessory.get("type") == Part.THUMBNAIL:
        yield from _address_problems(accessory.get("media"), (*place, "media"), tally)


def _media_problems(part: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    if part["type"] == Part.FILE:
        yield from _address_problems(part.get("file"), (*path, "file"), tally)
        return
    yield from lists(part, "items", path)
    if not 1 <= len(as_list(part.get("items"))) <= 10:
        yield problem(
            (*path, "items"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 10 in length."
        )
    for index, item in objects(part, "items"):
        here = (*path, "items", index)
        yield from unknown_keys(item, {"media", "description", "spoiler"}, here)
        yield from _address_problems(item.get("media"), (*here, "media"), tally)


def _address_problems(media: object, path: Path, tally: Tally) -> Iterator[Problem]:
    address = media.get("url") if isinstance(media, dict) else None
    if not isinstance(address, str) or not address:
        yield problem((*path, "url"), "BASE_TYPE_REQUIRED", REQUIRED)
    elif address.startswith("attachment://"):
        if address.removeprefix("attachment://") not in tally.files:
            yield problem(
                (*path, "url"),
                "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                "The referenced attachment was not found",
            )
    elif not address.startswith(("http://", "https://")):
        yield problem((*path, "url"), "URL_TYPE_INVALID_SCHEME", "Not a web address.")
