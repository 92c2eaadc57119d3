"""The rules by topic: whole, tied to the house rules, and the same as the pages in docs/rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.locales import languages
from bot.render.faces import face_of
from bot.render.rules import (
    STEPS,
    guide_page,
    rules_document,
    text_of,
    topic_named,
    topic_page,
)
from bot.render.tell import tell

DOCS = Path(__file__).parents[2] / "docs" / "rules"
EVERY = [(game, language) for game in GAMES for language in languages()]


@pytest.mark.parametrize("game", GAMES)
def test_every_house_rule_belongs_to_one_topic(game: str) -> None:
    tied = [key for topic in face_of(game).topics for key in topic.house_rules]
    rules = sorted(rule.key for rule in GAMES[game].book.house_rules)
    assert sorted(tied) == rules, f"topics of bot/render/faces/{game}.py"


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_topics_fit_a_message_and_name_their_cards(game: str, language: str) -> None:
    told = tell(language)
    for topic in face_of(game).topics:
        page = topic_page(game, topic, told)
        assert len(page.title) <= 256
        assert len(page.text) <= 4096
        assert "[" not in text_of(game, topic.key, told), "a card that does not exist"


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_the_pages_in_the_repository_say_the_same(game: str, language: str) -> None:
    written = (DOCS / f"{game}.{language}.md").read_text(encoding="utf-8")
    assert written == rules_document(game, tell(language)), "make the pages anew: make pages"


def test_cards_stand_in_the_language_of_the_reader() -> None:
    assert "K♠" in text_of("bura", "trick", tell("en"))
    assert "R♠" in text_of("bura", "trick", tell("fr"))


def test_a_topic_shows_the_house_rules_of_the_table() -> None:
    book = GAMES["biritch"].book
    topic = topic_named("biritch", "game")
    assert topic is not None
    page = topic_page("biritch", topic, tell("en"), book.rules({"game": "40"}))
    assert "**40 points**" in page.text
    assert "At this table" in page.text


@pytest.mark.parametrize("game", GAMES)
def test_the_guide_has_five_steps_and_ends(game: str) -> None:
    first = guide_page(game, 0, tell("en"))
    last = guide_page(game, 99, tell("en"))
    assert first.footer == f"1 of {STEPS}"
    assert last.footer == f"{STEPS} of {STEPS}"
    assert len({guide_page(game, step, tell("fr")).text for step in range(1, 6)}) == STEPS


def test_an_unknown_topic_is_none() -> None:
    assert topic_named("bura", "weather") is None
