"""Each rule of Discord's that its specification does not state, without the specification."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.stand_in import Problem
from bot.stand_in.rules import (
    Draft,
    choices_problems,
    command_problems,
    commands_problems,
    draft_problems,
    emoji_upload_problems,
    message_problems,
    modal_problems,
)
from bot.stand_in.rules.commands import command_letters, is_name
from bot.stand_in.rules.messages import is_empty
from bot.stand_in.shapes import MessageFlag

Json = dict[str, Any]


def button(**more: Any) -> Json:
    """Make a good button."""
    return {"type": 2, "style": 1, "label": "Join", "custom_id": "join"} | more


def row(*parts: Json) -> Json:
    """Make a row."""
    return {"type": 1, "components": list(parts)}


def option(value: str, **more: Any) -> Json:
    """Make a good option of a menu."""
    return {"label": f"Card {value}", "value": value} | more


def menu(**more: Any) -> Json:
    """Make a good menu."""
    return {"type": 3, "custom_id": "menu", "options": [option("1"), option("2")]} | more


def text(content: str = "x") -> Json:
    """Make a text."""
    return {"type": 10, "content": content}


def found(problems: Iterable[Problem]) -> set[tuple[str, str]]:
    """Gather where and what the problems are."""
    return {(".".join(map(str, one.path)), one.code) for one in problems}


def in_message(body: Json, **more: Any) -> set[tuple[str, str]]:
    """Check a legacy message."""
    return found(message_problems(body, v2=False, **more))


def in_components(*parts: Json, **more: Any) -> set[tuple[str, str]]:
    """Check a message made of components."""
    return found(message_problems({"components": list(parts)}, v2=True, **more))


GOOD: list[Json] = [
    {"content": "x" * 2000},
    {"components": [row(button(), button(custom_id="b")), row(menu())]},
    {"components": [row(*(button(custom_id=str(n)) for n in range(5))) for _ in range(1)]},
    {"components": [row({"type": 2, "style": 5, "label": "Read", "url": "https://a.b/c"})]},
    {"components": [row(button(label=None, emoji={"name": "♠️"}))]},
    {"components": [row(button(label=None, emoji={"id": "7", "name": "c_7h"}))]},
    {"components": [row(menu(max_values=2, min_values=0))]},
    {"embeds": [{"title": "x", "fields": [{"name": "a", "value": "b"}]}]},
    {"embeds": [{"image": {"url": "attachment://a.png"}}]},
    {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"], "replied_user": False}},
    {"content": None, "embeds": [], "tts": False, "nonce": "1", "enforce_nonce": True},
]


@pytest.mark.parametrize("body", GOOD)
def test_a_good_message_passes(body: Json) -> None:
    assert in_message(body, emojis={7}) == set()


BAD_MESSAGES: dict[str, tuple[Json, str, str]] = {
    "more than five rows": (
        {"components": [row(button(custom_id=str(n))) for n in range(6)]},
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "six buttons in a row": (
        {"components": [row(*(button(custom_id=str(n)) for n in range(6)))]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "menu and button in a row": (
        {"components": [row(menu(), button())]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two menus in a row": (
        {"components": [row(menu(), menu(custom_id="other"))]},
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "empty row": (
        {"components": [row()]}, "components.0.components", "BASE_TYPE_BAD_LENGTH",
    ),
    "no custom_id": (
        {"components": [row(button(custom_id=None))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "long custom_id": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "custom_id twice": (
        {"components": [row(button()), row(button())]},
        "components.1.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "custom_id on a link": (
        {"components": [row(button(style=5, url="https://a.b"))]},
        "components.0.components.0.custom_id",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "link without address": (
        {"components": [row({"type": 2, "style": 5, "label": "x"})]},
        "components.0.components.0.url",
        "BASE_TYPE_REQUIRED",
    ),
    "address on a plain button": (
        {"components": [row(button(url="https://a.b"))]},
        "components.0.components.0.url",
        "BUTTON_COMPONENT_URL_NOT_ALLOWED",
    ),
    "button without label or emoji": (
        {"components": [row(button(label=" "))]},
        "components.0.components.0",
        "BUTTON_COMPONENT_EMPTY",
    ),
    "long label": (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "style that does not exist": (
        {"components": [row(button(style=9))]},
        "components.0.components.0.style",
        "NUMBER_TYPE_RANGE",
    ),
    "emoji of nobody": (
        {"components": [row(button(emoji={"id": "8", "name": "c_8h"}))]},
        "components.0.components.0.emoji.id",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "playing card that is no emoji": (
        {"components": [row(menu(options=[option("1", emoji={"name": "🂡"})]))]},
        "components.0.components.0.options.0.emoji.name",
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "more values than options": (
        {"components": [row(menu(max_values=3))]},
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES",
    ),
    "least above most": (
        {"components": [row(menu(min_values=2))]},
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_MAX",
    ),
    "menu without options": (
        {"components": [row(menu(options=[]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 options": (
        {"components": [row(menu(options=[option(str(n)) for n in range(26)]))]},
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "value twice": (
        {"components": [row(menu(options=[option("1"), option("1")]))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "too many chosen before": (
        {"components": [row(menu(options=[option("1", default=True), option("2", default=True)]))]},
        "components.0.components.0.options",
        "SELECT_COMPONENT_DEFAULTS",
    ),
    "text without the flag": (
        {"components": [text()]}, "components.0.type", "UNION_TYPE_CHOICES",
    ),
    "button outside a row": (
        {"components": [button()]}, "components.0.type", "UNION_TYPE_CHOICES",
    ),
    "numbers twice": (
        {"components": [row(button(id=1)) | {"id": 1}]},
        "components.0.components.0.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    "long content": ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    "eleven embeds": (
        {"embeds": [{"title": "x"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH",
    ),
    "6001 characters in embeds": (
        {"embeds": [{"description": "x" * 3000}, {"description": "y" * 3001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    "empty embed": ({"embeds": [{"color": 1}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    "long title": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    "empty field value": (
        {"embeds": [{"fields": [{"name": "a", "value": " "}]}]},
        "embeds.0.fields.0.value",
        "BASE_TYPE_REQUIRED",
    ),
    "field without name": (
        {"embeds": [{"fields": [{"value": "b"}]}]}, "embeds.0.fields.0.name", "BASE_TYPE_REQUIRED",
    ),
    "26 fields": (
        {"embeds": [{"fields": [{"name": "a", "value": "b"}] * 26}]},
        "embeds.0.fields",
        "BASE_TYPE_MAX_LENGTH",
    ),
    "footer without text": (
        {"embeds": [{"title": "x", "footer": {"icon_url": "https://a.b"}}]},
        "embeds.0.footer.text",
        "BASE_TYPE_REQUIRED",
    ),
    "picture from nowhere": (
        {"embeds": [{"image": {"url": "file:///a.png"}}]},
        "embeds.0.image.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "key that means nothing": ({"content": "x", "colour": 1}, "colour", "UNKNOWN_KEY"),
    "key within a button that means nothing": (
        {"components": [row(button(color=1))]}, "components.0.components.0.color", "UNKNOWN_KEY",
    ),
    "ephemeral in a channel": ({"content": "x", "flags": 64}, "flags", "MESSAGE_FLAGS_INVALID"),
    "mentions both ways": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "mentions of a kind that does not exist": (
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    "components that are no list": ({"components": {}}, "components", "BASE_TYPE_BAD_TYPE"),
    "a component that is no object": ({"components": ["x"]}, "components.0", "MODEL_TYPE_CONVERT"),
}  # fmt: skip


@pytest.mark.parametrize(("body", "path", "code"), BAD_MESSAGES.values(), ids=list(BAD_MESSAGES))
def test_a_message_that_discord_refuses_is_refused(body: Json, path: str, code: str) -> None:
    assert in_message(body, emojis={7}) == {(path, code)}


def _section(**more: Any) -> Json:
    return {"type": 9, "components": [text()], "accessory": button()} | more


GOOD_PARTS: list[list[Json]] = [
    [text("x" * 4000)],
    [{"type": 17, "components": [text(), row(button()), {"type": 14}]}],
    [_section()],
    [{"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}],
    [text()] * 40,
]


@pytest.mark.parametrize("parts", GOOD_PARTS)
def test_a_good_message_of_components_passes(parts: list[Json]) -> None:
    assert in_components(*parts, files=["a.png"]) == set()


BAD_PARTS: dict[str, tuple[list[Json], str, str]] = {
    "41 components": (
        [{"type": 17, "components": [text()] * 40}], "components", "COMPONENT_MAX_TOTAL",
    ),
    "rows count with their buttons": (
        [row(*(button(custom_id=f"{n}{m}") for m in range(5))) for n in range(7)],
        "components",
        "COMPONENT_MAX_TOTAL",
    ),
    "4001 characters": (
        [text("x" * 2000), text("x" * 2001)],
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "container in a container": (
        [{"type": 17, "components": [{"type": 17, "components": [text()]}]}],
        "components.0.components.0.type",
        "UNION_TYPE_CHOICES",
    ),
    "section without accessory": (
        [_section(accessory=None)], "components.0.accessory", "BASE_TYPE_REQUIRED",
    ),
    "section of four texts": (
        [_section(components=[text()] * 4)], "components.0.components", "BASE_TYPE_BAD_LENGTH",
    ),
    "empty container": (
        [{"type": 17, "components": []}], "components.0.components", "BASE_TYPE_BAD_LENGTH",
    ),
    "empty text": ([text(" ")], "components.0.content", "BASE_TYPE_REQUIRED"),
    "picture that was not sent along": (
        [{"type": 12, "items": [{"media": {"url": "attachment://b.png"}}]}],
        "components.0.items.0.media.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "gallery of eleven": (
        [{"type": 12, "items": [{"media": {"url": "https://a.b"}}] * 11}],
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("parts", "path", "code"), BAD_PARTS.values(), ids=list(BAD_PARTS))
def test_components_that_discord_refuses_are_refused(
    parts: list[Json], path: str, code: str
) -> None:
    assert in_components(*parts, files=["a.png"]) == {(path, code)}


def test_components_exclude_content_and_embeds() -> None:
    v2 = MessageFlag.COMPONENTS_V2
    exclusive = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    draft = Draft(content="x", embeds=[{"title": "x"}], components=[text()], flags=v2)
    assert found(draft_problems(draft)) == {("content", exclusive), ("embeds", exclusive)}
    assert found(draft_problems(Draft(flags=v2))) == {("components", "BASE_TYPE_REQUIRED")}
    assert found(draft_problems(Draft(components=[text()], flags=v2))) == set()
    assert found(draft_problems(Draft(content="x", embeds=[{"title": "x"}]))) == set()


def test_a_message_of_blanks_is_empty() -> None:
    assert is_empty(Draft(content=" \n"))
    assert not is_empty(Draft(components=[row(button())]))
    assert not is_empty(Draft(files=["a.png"]))


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
