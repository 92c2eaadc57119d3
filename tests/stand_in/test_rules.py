"""Each rule of Discord's that its specification does not state, without the specification."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from bot.stand_in import Problem
from bot.stand_in.rules import (
    Draft,
    draft_problems,
    message_problems,
)
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


MORE: list[Json] = [
    *({"style": style} for style in (1, 4, 5, 6, 0, 7, True, None, "1")),
    *({"disabled": True}, {"url": None}, {"url": "https://a.b"}, {"id": 1}, {"color": 1}),
]
EDGES: list[Json] = [
    {"label": label, "custom_id": custom_id, **more}
    for label in ("x", " x ", "x" * 80, "x" * 81, f"{'x' * 80} ", "\u2003", "", None, 7)
    for custom_id in ("x", "x" * 100, "x" * 101, " ", "", None, 7, "twice")
    for more in MORE
]


def test_a_button_is_judged_at_a_glance_as_it_is_at_length() -> None:
    for edge in EDGES:
        before = button(custom_id="twice")
        at_length = in_components(row(before, button(**edge, emoji=None)))
        assert in_components(row(before, button(**edge))) == at_length, edge


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
