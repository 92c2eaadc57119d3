"""What Discord takes as a slash command, its translations included."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from bot.stand_in.errors import Problem
from bot.stand_in.rules.checks import (
    REQUIRED,
    Path,
    as_list,
    as_object,
    lists,
    objects,
    plain,
    problem,
    text,
    unknown_keys,
)
from bot.stand_in.rules.modals import choice_problems
from bot.stand_in.shapes import LOCALES, Json, OptionType

_COMMAND_KEYS = frozenset(
    [
        "id",
        "application_id",
        "guild_id",
        "version",
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "options",
        "default_member_permissions",
        "dm_permission",
        "default_permission",
        "contexts",
        "integration_types",
        "nsfw",
        "handler",
    ]
)
_OPTION_KEYS = frozenset(
    [
        "type",
        "name",
        "name_localizations",
        "description",
        "description_localizations",
        "required",
        "choices",
        "options",
        "channel_types",
        "min_value",
        "max_value",
        "min_length",
        "max_length",
        "autocomplete",
    ]
)
_NESTED = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
_WITH_CHOICES = (OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER)
_CHAT, _USER, _MESSAGE = 1, 2, 3
_MOST_OF = {_CHAT: 100, _USER: 15, _MESSAGE: 15}
MOST_OPTIONS = 25
MOST_LETTERS = 8000


def commands_problems(commands: list[object]) -> Iterator[Problem]:
    """Check all commands as they are put in place of the former ones."""
    seen: set[tuple[object, object]] = set()
    count: dict[object, int] = {}
    for index, command in enumerate(commands):
        if not isinstance(command, dict):
            yield problem((index,), "MODEL_TYPE_CONVERT", "Must be an object.")
            continue
        yield from command_problems(command, (index,))
        kind = plain(command.get("type")) or _CHAT
        count[kind] = count.get(kind, 0) + 1
        key = (kind, plain(command.get("name")))
        if key in seen:
            yield problem(
                (index, "name"),
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add(key)
    for counted, number in count.items():
        if isinstance(counted, int) and number > _MOST_OF.get(counted, 100):
            yield problem((), "APPLICATION_COMMANDS_MAX", f"Too many commands: {number}.")


def command_problems(command: Json, path: Path = ()) -> Iterator[Problem]:
    """Check one command."""
    yield from unknown_keys(command, _COMMAND_KEYS, path)
    kind = plain(command.get("type")) or _CHAT
    if kind not in _MOST_OF:
        yield problem((*path, "type"), "BASE_TYPE_CHOICES", "1, 2 or 3 is needed.")
    if kind == _CHAT:
        yield from _name_problems(command, path)
        yield from _description_problems(command, path)
        yield from _options_problems(command, path, depth=0)
        letters = command_letters(command)
        if letters > MOST_LETTERS:
            yield problem(
                path,
                "APPLICATION_COMMAND_TOO_LARGE",
                f"Command exceeds maximum size ({MOST_LETTERS}): it is {letters}.",
            )
    else:
        yield from text(command, "name", path, 32, required=True)
        if command.get("description") or command.get("options"):
            yield problem(
                path, "APPLICATION_COMMAND_CONTEXT_MENU", "It has neither description nor options."
            )
    for key in ("contexts", "integration_types"):
        listed = command.get(key)
        if isinstance(listed, list) and (not listed or len(set(map(str, listed))) != len(listed)):
            yield problem((*path, key), "BASE_TYPE_BAD_LENGTH", "One or more, each once.")


def command_letters(command: Json) -> int:
    """Count a command's characters; of translations the longest counts for each text."""
    total = 0
    for key in ("name", "description"):
        said = [str(command.get(key) or "")]
        said += map(str, (as_object(command.get(f"{key}_localizations")) or {}).values())
        total += max(map(len, said))
    for _, choice in objects(command, "choices"):
        said = [str(choice.get("name") or "")]
        said += map(str, (as_object(choice.get("name_localizations")) or {}).values())
        total += max(map(len, said)) + len(str(choice.get("value", "")))
    return total + sum(command_letters(option) for _, option in objects(command, "options"))


def is_name(name: object) -> bool:
    """Tell whether Discord takes this as a name of a command or option."""
    if not isinstance(name, str) or not 1 <= len(name) <= 32 or name != name.lower():
        return False
    return all(
        letter in "-_'"
        or unicodedata.category(letter)[0] in "LN"
        or unicodedata.name(letter, "").startswith(("DEVANAGARI", "THAI"))
        for letter in name
    )


def _localized(body: Json, key: str, path: Path) -> Iterator[tuple[str, object]]:
    translations = body.get(f"{key}_localizations")
    if isinstance(translations, dict):
        yield from translations.items()


def _locale_problems(body: Json, key: str, path: Path) -> Iterator[Problem]:
    for locale, _ in _localized(body, key, path):
        if locale not in LOCALES:
            yield problem(
                (*path, f"{key}_localizations", locale),
                "DICT_TYPE_KEY_INVALID",
                "Discord has no such locale.",
            )


def _name_problems(body: Json, path: Path) -> Iterator[Problem]:
    sentence = "A name is 1 to 32 lower-case letters, digits, - or _."
    if not is_name(body.get("name")):
        yield problem((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", sentence)
    yield from _locale_problems(body, "name", path)
    for locale, name in _localized(body, "name", path):
        if not is_name(name):
            yield problem(
                (*path, "name_localizations", locale), "APPLICATION_COMMAND_INVALID_NAME", sentence
            )


def _description_problems(body: Json, path: Path) -> Iterator[Problem]:
    yield from text(body, "description", path, 100, required=True)
    yield from _locale_problems(body, "description", path)
    translations = as_object(body.get("description_localizations")) or {}
    for locale in translations:
        yield from text(
            translations, locale, (*path, "description_localizations"), 100, required=True
        )


def _options_problems(body: Json, path: Path, depth: int) -> Iterator[Problem]:
    yield from lists(body, "options", path)
    place = (*path, "options")
    if len(as_list(body.get("options"))) > MOST_OPTIONS:
        yield problem(place, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_OPTIONS} or fewer in length.")
    options = list(objects(body, "options"))
    nested = [option.get("type") in _NESTED for _, option in options]
    if any(nested) and not all(nested):
        yield problem(
            place,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other"
            " types",
        )
    optional = False
    for index, option in options:
        yield from _option_problems(option, (*place, index), depth)
        if option.get("type") in _NESTED:
            continue
        if option.get("required") and optional:
            yield problem(
                (*place, index),
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional = optional or not option.get("required")
    yield from _twice([(index, option) for index, option in options], place)


def _twice(options: list[tuple[int, Json]], place: Path) -> Iterator[Problem]:
    """Refuse a name that two options bear, by default or in one language."""
    seen: set[tuple[str, object]] = set()
    for index, option in options:
        names = [("", option.get("name")), *_localized(option, "name", place)]
        for locale, name in ((locale, plain(name)) for locale, name in names):
            if (locale, name) in seen:
                yield problem(
                    (*place, index, "name"),
                    "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
                    f"Option name is already used{f' in {locale}' if locale else ''}",
                )
            seen.add((locale, name))


def _option_problems(option: Json, path: Path, depth: int) -> Iterator[Problem]:
    yield from unknown_keys(option, _OPTION_KEYS, path)
    yield from _name_problems(option, path)
    yield from _description_problems(option, path)
    kind = plain(option.get("type"))
    if kind not in tuple(OptionType):
        yield problem((*path, "type"), "BASE_TYPE_CHOICES", "Not a type of option.")
        return
    if kind in _NESTED:
        if depth == 2 or (depth == 1 and kind == OptionType.SUB_COMMAND_GROUP):
            yield problem((*path, "type"), "APPLICATION_COMMAND_NESTING", "Nested too deeply.")
        deeper = 1 if kind == OptionType.SUB_COMMAND_GROUP else 2
        yield from _options_problems(option, path, deeper)
        if kind == OptionType.SUB_COMMAND_GROUP and not as_list(option.get("options")):
            yield problem((*path, "options"), "BASE_TYPE_REQUIRED", REQUIRED)
        return
    if depth == 1:
        yield problem((*path, "type"), "APPLICATION_COMMAND_NESTING", "A group holds commands.")
    if option.get("options"):
        yield problem((*path, "options"), "APPLICATION_COMMAND_NESTING", "Only commands have them.")
    yield from _choices_problems(option, path, int(kind))
    for least, most in (("min_value", "max_value"), ("min_length", "max_length")):
        low, high = option.get(least), option.get(most)
        if isinstance(low, int | float) and isinstance(high, int | float) and low > high:
            yield problem((*path, least), "NUMBER_TYPE_MAX", f"Must not be above {most}.")


def _choices_problems(option: Json, path: Path, kind: int) -> Iterator[Problem]:
    choices = as_list(option.get("choices"))
    place = (*path, "choices")
    if option.get("autocomplete") and choices:
        yield problem(
            place, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Either choices or completion."
        )
    if (choices or option.get("autocomplete")) and kind not in _WITH_CHOICES:
        yield problem(place, "APPLICATION_COMMAND_CHOICES_TYPE", "Not with this type of option.")
        return
    if len(choices) > 25:
        yield problem(place, "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    names: set[object] = set()
    for index, choice in objects(option, "choices"):
        here = (*place, index)
        yield from choice_problems(choice, here, kind)
        yield from _locale_problems(choice, "name", here)
        name = plain(choice.get("name"))
        if name in names:
            yield problem(
                (*here, "name"),
                "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
                "The specified choice name already exists",
            )
        names.add(name)
