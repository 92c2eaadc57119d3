"""Every house rule, preset and refusal of Biritch has its words, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import games
from bot.games.biritch import GAME
from bot.games.house_rules import HouseRule
from bot.locales import languages, words

SOURCES = (Path(games.__path__[0]) / "biritch", Path(games.__path__[0]) / "game.py")

each_language = pytest.mark.parametrize("language", languages())


@each_language
@pytest.mark.parametrize("rule", GAME.book.house_rules, ids=lambda rule: rule.key)
def test_house_rules_and_their_values_have_words(language: str, rule: HouseRule) -> None:
    known = words(language)
    room = "any" if rule.key == "cut" else "biritch"
    for part in ("name", "text", *(f"value.{value}" for value in rule.values)):
        assert known.has(f"rule.{room}.{rule.key}.{part}")


@each_language
def test_presets_have_names(language: str) -> None:
    for preset in GAME.book.presets:
        assert words(language).has(f"preset.biritch.{preset}.name")


def codes() -> set[str]:
    """Return every code with which the rules refuse something."""
    found: set[str] = set()
    for source in SOURCES:
        for path in source.glob("*.py") if source.is_dir() else [source]:
            text = path.read_text("utf-8")
            found |= set(re.findall(r'(?:IllegalAction|WrongDeal)\(\s*"(\w+)"', text))
    return found | {"match_over", "deal_needed"}


@each_language
def test_refusals_have_sentences(language: str) -> None:
    assert {"must_follow_suit", "call_too_low", "card_twice", "play_from_dummy"} <= codes()
    assert [code for code in sorted(codes()) if not words(language).has(f"refusal.{code}")] == []


@each_language
def test_refusals_are_told_with_their_facts(language: str) -> None:
    known = words(language)
    assert "♥" in known.text("refusal.must_follow_suit", suit="♥")
    assert "Bo" in known.text("refusal.not_your_turn", seat="Ann", asked="Bo")
    told = known.text("refusal.level_call_too_low", level=3, strain="♥")
    assert "3 ♥" in told
