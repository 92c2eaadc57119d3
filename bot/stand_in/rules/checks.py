"""Small checks that the rules share: kinds of value, lengths, known keys."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bot.stand_in.errors import Problem
from bot.stand_in.shapes import Json

Path = tuple[str | int, ...]

REQUIRED = "This field is required"


def problem(path: Path, code: str, message: str) -> Problem:
    """Make a problem."""
    return Problem(path, code, message)


def as_object(value: object) -> Json | None:
    """Give the value if it is a JSON object."""
    return value if isinstance(value, dict) else None


def plain(value: object) -> str | int | float | None:
    """Give the value if it is a text or a number, which alone can be looked up."""
    return value if isinstance(value, str | int | float) else None


def as_list(value: object) -> list[object]:
    """Give the value if it is a list; else an empty one."""
    return value if isinstance(value, list) else []


def lists(body: Json, key: str, path: Path) -> Iterator[Problem]:
    """Refuse a key that holds something that is not a list of objects."""
    value = body.get(key)
    if value is None:
        return
    if not isinstance(value, list):
        yield problem((*path, key), "BASE_TYPE_BAD_TYPE", "Must be a list.")
        return
    for index, one in enumerate(value):
        if not isinstance(one, dict):
            yield problem((*path, key, index), "MODEL_TYPE_CONVERT", "Must be an object.")


def objects(body: Json, key: str) -> Iterator[tuple[int, Json]]:
    """Give the objects of a list with their places."""
    for index, one in enumerate(as_list(body.get(key))):
        if isinstance(one, dict):
            yield index, one


def unknown_keys(body: Json, known: Collection[str], path: Path) -> Iterator[Problem]:
    """Refuse keys that Discord does not know (it ignores some silently: a fault all the same)."""
    for key in body:
        if key not in known:
            yield problem((*path, key), "UNKNOWN_KEY", "This key means nothing here.")


def text(
    body: Json, key: str, path: Path, longest: int, *, shortest: int = 0, required: bool = False
) -> Iterator[Problem]:
    """Check a text's presence and length; Discord trims before it counts."""
    value = body.get(key)
    place = (*path, key)
    if value is None:
        if required:
            yield problem(place, "BASE_TYPE_REQUIRED", REQUIRED)
        return
    if not isinstance(value, str):
        yield problem(place, "BASE_TYPE_BAD_TYPE", "Must be a text.")
        return
    length = len(value.strip())
    if length == 0 and (required or shortest):
        yield problem(place, "BASE_TYPE_REQUIRED", REQUIRED)
    elif length > longest:
        yield problem(
            place, "BASE_TYPE_MAX_LENGTH", f"Must be {longest} or fewer in length: it is {length}."
        )
    elif length < shortest:
        yield problem(place, "BASE_TYPE_MIN_LENGTH", f"Must be {shortest} or more in length.")


def number(body: Json, key: str, path: Path, least: int, most: int) -> Iterator[Problem]:
    """Check a whole number's range."""
    value = body.get(key)
    if value is None:
        return
    if not isinstance(value, int) or isinstance(value, bool):
        yield problem((*path, key), "NUMBER_TYPE_COERCE", "Must be a whole number.")
    elif not least <= value <= most:
        yield problem(
            (*path, key), "NUMBER_TYPE_RANGE", f"Must be between {least} and {most}: it is {value}."
        )
