"""The rules of each game by topic, in the project's own words, with the table's house rules.

A topic names the house rules that change what it says; each house rule belongs to one topic.
"""

from __future__ import annotations

import re
from typing import Final

from bot.games.cards import NoSuchCard, card
from bot.games.house_rules import Rules
from bot.games.registry import GAMES
from bot.render.custom_ids import custom_id
from bot.render.face import Topic
from bot.render.faces import face_of
from bot.render.lobby import rule_name, rule_text, value_name
from bot.render.screen import Button, Menu, Option, Row, Screen
from bot.render.tell import Tell

STEPS: Final = 5
"""How many steps the guide to a first match has."""

_CARD: Final = re.compile(r"\[([0-9A-Z]+)\]")


def text_of(game: str, topic: str, told: Tell) -> str:
    """Return what the rules say on a topic, its cards in the language's own signs."""
    return _CARD.sub(lambda found: _card(found, told), told.text(f"topic.{game}.{topic}.text"))


def _card(found: re.Match[str], told: Tell) -> str:
    try:
        return f"**{told.card(card(found[1]))}**"
    except NoSuchCard:
        return found[0]


def options_of(game: str, topic: Topic, rules: Rules | None, told: Tell) -> str:
    """Return the house rules of a topic as they are at a table, or as they usually are."""
    if not topic.house_rules:
        return ""
    book = GAMES[game].book
    lines = [told.text("page.options_default" if rules is None else "page.options")]
    for key in topic.house_rules:
        rule = book[key]
        value = rule.default if rules is None else rules[key]
        name, said = rule_name(game, key, told), value_name(game, rule, value, told)
        lines.append(f"• {name}: **{said}** — {rule_text(game, key, told)}")
    return "\n".join(lines)


def topic_named(game: str, key: str) -> Topic | None:
    """Return a game's topic by its key, if it has one."""
    return next((topic for topic in face_of(game).topics if topic.key == key), None)


def topic_page(game: str, topic: Topic, told: Tell, rules: Rules | None = None) -> Screen:
    """Return one topic, and a menu of the others; nothing of it is stored."""
    parts = [text_of(game, topic.key, told), options_of(game, topic, rules, told)]
    name = told.text(f"topic.{game}.{topic.key}.name")
    title = told.text("page.topic", game=told.text(f"game.{game}"), topic=name)
    return Screen(
        title=title,
        text="\n\n".join(part for part in parts if part),
        rows=(topic_menu(game, told, topic.key), guide_row(game, told)),
    )


def topic_menu(game: str, told: Tell, chosen: str = "") -> Menu:
    """Return the menu of a game's topics."""
    options = tuple(
        Option(topic.key, told.text(f"topic.{game}.{topic.key}.name"), chosen=topic.key == chosen)
        for topic in face_of(game).topics
    )
    return Menu(custom_id(0, "topic", game), told.text("page.choose_topic"), options)


def guide_row(game: str, told: Tell) -> Row:
    """Return the button that opens the guide to a first match."""
    return (Button(custom_id(0, "guide", game, "1"), told.text("button.guide")),)


def guide_page(game: str, step: int, told: Tell) -> Screen:
    """Return one step of the guide to a first match; steps outside it are brought inside."""
    step = min(max(step, 1), STEPS)
    buttons = [
        Button(
            custom_id(0, "guide", game, str(step - 1)),
            told.text("button.previous"),
            disabled=step == 1,
        )
    ]
    if step < STEPS:
        following = custom_id(0, "guide", game, str(step + 1))
        buttons.append(Button(following, told.text("button.next"), "primary"))
    name = told.text("topic.any.guide")
    return Screen(
        title=told.text("page.topic", game=told.text(f"game.{game}"), topic=name),
        text=told.text(f"guide.{game}.{step}"),
        footer=told.text("page.step", step=step, steps=STEPS),
        rows=(tuple(buttons), topic_menu(game, told)),
    )


def rules_document(game: str, told: Tell) -> str:
    """Return the whole rules of a game as a page of Markdown, house rules and all."""
    lines = [f"# {told.text(f'game.{game}')}", ""]
    book = GAMES[game].book
    for topic in face_of(game).topics:
        lines += [f"## {told.text(f'topic.{game}.{topic.key}.name')}", ""]
        lines += [text_of(game, topic.key, told), ""]
        for key in topic.house_rules:
            rule = book[key]
            lines.append(f"- **{rule_name(game, key, told)}** — {rule_text(game, key, told)}")
            for value in rule.values or (f"{rule.low}–{rule.high} ({rule.default})",):
                said = value_name(game, rule, value, told) if rule.values else value
                usual = f" ({told.text('house.default')})" if value == rule.default else ""
                lines.append(f"  - {said}{usual}")
        if topic.house_rules:
            lines.append("")
    return "\n".join(lines).rstrip() + "\n"
