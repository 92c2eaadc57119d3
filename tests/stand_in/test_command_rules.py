"""Rules of Discord's for modals, commands and emojis that its specification does not state."""

from __future__ import annotations

from typing import Any

import pytest

from bot.stand_in.rules import (
    choices_problems,
    command_problems,
    commands_problems,
    emoji_upload_problems,
    modal_problems,
)
from bot.stand_in.rules.commands import command_letters, is_name
from tests.stand_in.test_rules import Json, button, found, menu, option, row, text


def label(inner: Json) -> Json:
    """Make a label around a field."""
    return {"type": 18, "label": "Name", "component": inner}


def entry(**more: Any) -> Json:
    """Make a good field for text."""
    return {"type": 4, "custom_id": "name", "style": 1} | more


def modal(*parts: Json, **more: Any) -> Json:
    """Make a modal."""
    return {"custom_id": "form", "title": "Form", "components": list(parts)} | more


@pytest.mark.parametrize(
    "data",
    [
        modal(row(entry(label="Name"))),
        modal(label(entry()), text(), label(menu(required=False))),
        modal(label({"type": 21, "custom_id": "r", "options": [option("1"), option("2")]})),
    ],
)
def test_a_good_modal_passes(data: Json) -> None:
    assert found(modal_problems(data)) == set()


BAD_MODALS: dict[str, tuple[Json, str, str]] = {
    "six parts": (modal(*[text()] * 6), "data.components", "BASE_TYPE_BAD_LENGTH"),
    "no parts": (modal(), "data.components", "BASE_TYPE_BAD_LENGTH"),
    "long title": (modal(text(), title="x" * 46), "data.title", "BASE_TYPE_MAX_LENGTH"),
    "two fields in a row": (
        modal(row(entry(label="a"), entry(label="b", custom_id="b"))),
        "data.components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "button": (modal(row(button())), "data.components.0.components.0.type", "UNION_TYPE_CHOICES"),
    "field without label": (
        modal(row(entry())), "data.components.0.components.0.label", "BASE_TYPE_REQUIRED",
    ),
    "label twice": (
        modal(label(entry(label="x"))),
        "data.components.0.component.label",
        "COMPONENT_LABEL_DUPLICATED",
    ),
    "empty label": (
        modal({"type": 18, "label": "x"}), "data.components.0.component", "BASE_TYPE_REQUIRED",
    ),
    "custom_id twice": (
        modal(label(entry()), label(entry())),
        "data.components.1.component.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "lengths crossed": (
        modal(label(entry(min_length=5, max_length=2))),
        "data.components.0.component.min_length",
        "TEXT_INPUT_LENGTHS",
    ),
    "value too long": (
        modal(label(entry(max_length=2, value="abc"))),
        "data.components.0.component.value",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "menu bare": (modal(menu()), "data.components.0.type", "UNION_TYPE_CHOICES"),
}  # fmt: skip


@pytest.mark.parametrize(("data", "path", "code"), BAD_MODALS.values(), ids=list(BAD_MODALS))
def test_a_modal_that_discord_refuses_is_refused(data: Json, path: str, code: str) -> None:
    assert found(modal_problems(data)) == {(path, code)}


def test_choices_are_25_and_of_their_options_type() -> None:
    good = {"choices": [{"name": "Doubling", "value": "double"}]}
    assert found(choices_problems(good, 3)) == set()
    assert found(choices_problems(good, 4)) == {
        ("data.choices.0.value", "APPLICATION_COMMAND_INVALID_CHOICE")
    }
    many = {"choices": [{"name": str(n), "value": n} for n in range(26)]}
    assert found(choices_problems(many, 4)) == {("data.choices", "BASE_TYPE_MAX_LENGTH")}


def command(**more: Any) -> Json:
    """Make a good command."""
    return {"name": "atout", "description": "Card games", "type": 1} | more


def argument(name: str, kind: int = 3, **more: Any) -> Json:
    """Make a good option of a command."""
    return {"type": kind, "name": name, "description": "x"} | more


@pytest.mark.parametrize(
    "body",
    [
        command(name="été", name_localizations={"fr": "jouer-à", "en-US": "play"}),
        command(options=[argument("play", 1, options=[argument("game", required=True)])]),
        command(options=[argument("group", 2, options=[argument("play", 1)])]),
        command(options=[argument("game", choices=[{"name": "Bura", "value": "bura"}])]),
        {"name": "Look At", "type": 2},
    ],
)
def test_a_good_command_passes(body: Json) -> None:
    assert found(command_problems(body)) == set()


BAD_COMMANDS: dict[str, tuple[Json, str, str]] = {
    "upper case": (command(name="Atout"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "blank in a name": (command(name="a b"), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "long name": (command(name="x" * 33), "name", "APPLICATION_COMMAND_INVALID_NAME"),
    "upper case in French": (
        command(name_localizations={"fr": "Jouer"}),
        "name_localizations.fr",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "locale that does not exist": (
        command(description_localizations={"fr-FR": "Jeux"}),
        "description_localizations.fr-FR",
        "DICT_TYPE_KEY_INVALID",
    ),
    "long translation": (
        command(description_localizations={"fr": "x" * 101}),
        "description_localizations.fr",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "no description": (command(description=""), "description", "BASE_TYPE_REQUIRED"),
    "needed after optional": (
        command(options=[argument("a"), argument("b", required=True)]),
        "options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "option twice": (
        command(options=[argument("a"), argument("a")]),
        "options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ),
    "option twice in French": (
        command(
            options=[
                argument("a", name_localizations={"fr": "même"}),
                argument("b", name_localizations={"fr": "même"}),
            ]
        ),
        "options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_INVALID",
    ),
    "sub-command beside an option": (
        command(options=[argument("a", 1), argument("b")]),
        "options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "sub-command in a sub-command": (
        command(options=[argument("a", 1, options=[argument("b", 1)])]),
        "options.0.options.0.type",
        "APPLICATION_COMMAND_NESTING",
    ),
    "option bare in a group": (
        command(options=[argument("a", 2, options=[argument("b")])]),
        "options.0.options.0.type",
        "APPLICATION_COMMAND_NESTING",
    ),
    "26 options": (
        command(options=[argument(f"o{n}") for n in range(26)]), "options", "BASE_TYPE_MAX_LENGTH",
    ),
    "choices and completion": (
        command(options=[argument("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])]),
        "options.0.choices",
        "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES",
    ),
    "choice of another type": (
        command(options=[argument("a", 4, choices=[{"name": "x", "value": "x"}])]),
        "options.0.choices.0.value",
        "APPLICATION_COMMAND_INVALID_CHOICE",
    ),
    "choice twice": (
        command(
            options=[argument("a", choices=[{"name": "x", "value": v} for v in ("x", "y")])]
        ),
        "options.0.choices.1.name",
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_EXISTS",
    ),
    "least above most": (
        command(options=[argument("a", 4, min_value=5, max_value=1)]),
        "options.0.min_value",
        "NUMBER_TYPE_MAX",
    ),
    "nowhere to use": (command(contexts=[]), "contexts", "BASE_TYPE_BAD_LENGTH"),
    "key that means nothing": (command(colour=1), "colour", "UNKNOWN_KEY"),
    "description of a menu command": (
        command(name="Look", type=2), "", "APPLICATION_COMMAND_CONTEXT_MENU",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), BAD_COMMANDS.values(), ids=list(BAD_COMMANDS))
def test_a_command_that_discord_refuses_is_refused(body: Json, path: str, code: str) -> None:
    assert found(command_problems(body)) == {(path, code)}


def test_a_command_has_8000_characters_the_longest_translation_counting() -> None:
    big = command(
        options=[
            argument(f"o{n}", description="x" * 100, choices=[
                {"name": f"{m}" + "y" * 13, "value": "z" * 4} for m in range(10, 22)])
            for n in range(25)
        ]
    )  # fmt: skip
    assert command_letters(big) == 15 + 10 * 102 + 15 * 103 + 25 * 12 * 19
    assert found(command_problems(big)) == {("", "APPLICATION_COMMAND_TOO_LARGE")}
    assert command_letters(command(description_localizations={"fr": "x" * 50, "de": "y"})) == 55


def test_commands_are_a_hundred_with_names_of_their_own() -> None:
    assert found(commands_problems([command(), command()])) == {
        ("1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME")
    }
    many: list[object] = [command(name=f"c{n}") for n in range(101)]
    assert found(commands_problems(many)) == {("", "APPLICATION_COMMANDS_MAX")}


@pytest.mark.parametrize(
    ("name", "good"),
    [("bid-whist", True), ("l'été", True), ("ซ", True), ("a!", False), ("", False), ("É", False)],
)
def test_a_name_is_of_lower_case_letters_of_any_script(name: str, good: bool) -> None:
    assert is_name(name) is good


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ({"name": "c_7h", "image": "data:image/png;base64,iVBORw0KGgo="}, set()),
        ({"name": "7-h", "image": "data:image/png;base64,iVBORw0KGgo="}, {"STRING_TYPE_REGEX"}),
        ({"name": "c_7h", "image": "data:image/png;base64,aGVsbG8="}, {"IMAGE_INVALID"}),
        ({"name": "c_7h", "image": "hello"}, {"IMAGE_INVALID"}),
        ({"name": "taken"}, {"APPLICATION_EMOJI_NAME_ALREADY_TAKEN"}),
    ],
)
def test_an_emoji_is_a_picture_with_a_name_of_its_own(body: Json, codes: set[str]) -> None:
    assert {one.code for one in emoji_upload_problems(body, {"taken"})} == codes
