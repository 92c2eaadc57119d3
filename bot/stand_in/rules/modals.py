"""What a modal may be made of, and the choices that complete an option."""

from __future__ import annotations

from collections.abc import Iterator

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
from bot.stand_in.rules.components import (
    Tally,
    custom_id_problems,
    option_problems,
    select_problems,
)
from bot.stand_in.shapes import SELECTS, Json, OptionType, Part

_INPUT_KEYS = frozenset(
    [
        "type",
        "id",
        "custom_id",
        "style",
        "label",
        "value",
        "placeholder",
        "required",
        "min_length",
        "max_length",
    ]
)
MOST_PARTS = 5
MOST_CHOICES = 25


def modal_problems(data: Json, emojis: frozenset[int] = frozenset()) -> Iterator[Problem]:
    """Check a modal as an answer to an interaction: the answer's `data`."""
    top: Path = ("data",)
    yield from unknown_keys(data, {"custom_id", "title", "components"}, top)
    yield from text(data, "custom_id", top, 100, required=True)
    yield from text(data, "title", top, 45, required=True)
    yield from lists(data, "components", top)
    if not 1 <= len(as_list(data.get("components"))) <= MOST_PARTS:
        yield problem(
            (*top, "components"),
            "BASE_TYPE_BAD_LENGTH",
            f"Must be between 1 and {MOST_PARTS} in length.",
        )
    tally = Tally(v2=True, emojis=emojis, files=())
    for index, part in objects(data, "components"):
        path = (*top, "components", index)
        kind = part.get("type")
        if kind == Part.ROW:
            yield from _row_problems(part, path, tally)
        elif kind == Part.LABEL:
            yield from _label_problems(part, path, tally)
        elif kind == Part.TEXT:
            yield from text(part, "content", path, 4000, required=True)
        else:
            yield problem(
                (*path, "type"),
                "UNION_TYPE_CHOICES",
                "Value of field 'type' must be one of (1, 10, 18).",
            )


def _row_problems(row: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    inner = list(objects(row, "components"))
    if len(inner) != 1:
        yield problem((*path, "components"), "BASE_TYPE_BAD_LENGTH", "Must be 1 in length.")
    for index, part in inner:
        here = (*path, "components", index)
        if part.get("type") != Part.TEXT_INPUT:
            yield problem(
                (*here, "type"), "UNION_TYPE_CHOICES", "Value of field 'type' must be one of (4,)."
            )
            continue
        yield from text(part, "label", here, 45, required=True)
        yield from input_problems(part, here, tally)


def _label_problems(label: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    yield from unknown_keys(label, {"type", "id", "label", "description", "component"}, path)
    yield from text(label, "label", path, 45, required=True)
    yield from text(label, "description", path, 100)
    inner = as_object(label.get("component"))
    place = (*path, "component")
    if inner is None:
        yield problem(place, "BASE_TYPE_REQUIRED", REQUIRED)
        return
    kind = plain(inner.get("type"))
    if kind == Part.TEXT_INPUT:
        if inner.get("label") is not None:
            yield problem(
                (*place, "label"), "COMPONENT_LABEL_DUPLICATED", "The label around it has one."
            )
        yield from input_problems(inner, place, tally)
    elif kind in SELECTS:
        if inner.get("disabled"):
            yield problem((*place, "disabled"), "COMPONENT_DISABLED", "Not in a modal.")
        yield from select_problems(inner, place, tally)
    elif kind == Part.RADIO_GROUP:
        yield from custom_id_problems(inner, place, tally.custom_ids)
        yield from option_problems(inner, place, tally, fewest=2, most=10)
    elif kind == Part.CHECKBOX_GROUP:
        yield from custom_id_problems(inner, place, tally.custom_ids)
        yield from option_problems(inner, place, tally, fewest=1, most=10)
    elif kind in (Part.CHECKBOX, Part.FILE_UPLOAD):
        yield from custom_id_problems(inner, place, tally.custom_ids)
    else:
        yield problem((*place, "type"), "UNION_TYPE_CHOICES", "This cannot stand in a label.")


def input_problems(part: Json, path: Path, tally: Tally) -> Iterator[Problem]:
    """Check a field for text."""
    yield from unknown_keys(part, _INPUT_KEYS, path)
    yield from custom_id_problems(part, path, tally.custom_ids)
    yield from number(part, "style", path, 1, 2)
    yield from number(part, "min_length", path, 0, 4000)
    yield from number(part, "max_length", path, 1, 4000)
    yield from text(part, "placeholder", path, 100)
    least, most = part.get("min_length") or 0, part.get("max_length") or 4000
    if isinstance(least, int) and isinstance(most, int):
        if least > most:
            yield problem(
                (*path, "min_length"), "TEXT_INPUT_LENGTHS", "Must not be above max_length."
            )
        value = part.get("value")
        if isinstance(value, str) and value and not least <= len(value) <= most:
            yield problem(
                (*path, "value"),
                "BASE_TYPE_BAD_LENGTH",
                f"Must be between {least} and {most} in length.",
            )


def choices_problems(data: Json, option_type: int) -> Iterator[Problem]:
    """Check the choices offered for an option that is being typed."""
    top: Path = ("data",)
    yield from unknown_keys(data, {"choices"}, top)
    yield from lists(data, "choices", top)
    if len(as_list(data.get("choices"))) > MOST_CHOICES:
        yield problem(
            (*top, "choices"), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_CHOICES} or fewer in length."
        )
    for index, choice in objects(data, "choices"):
        yield from choice_problems(choice, (*top, "choices", index), option_type)


def choice_problems(choice: Json, path: Path, option_type: int) -> Iterator[Problem]:
    """Check one choice of an option; its value must be of the option's type."""
    yield from unknown_keys(choice, {"name", "name_localizations", "value"}, path)
    yield from text(choice, "name", path, 100, required=True)
    value = choice.get("value")
    fits = {
        OptionType.STRING: isinstance(value, str) and 0 < len(value) <= 100,
        OptionType.INTEGER: isinstance(value, int) and not isinstance(value, bool),
        OptionType.NUMBER: isinstance(value, int | float) and not isinstance(value, bool),
    }
    if not fits.get(OptionType(option_type), False):
        yield problem(
            (*path, "value"), "APPLICATION_COMMAND_INVALID_CHOICE", "Not of the option's type."
        )
