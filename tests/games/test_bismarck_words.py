"""Every house rule, preset, contract and refusal of Bismarck has its words, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import games
from bot.games.bismarck import GAME, Contract
from bot.locales import languages, words

SOURCES = Path(games.__path__[0]) / "bismarck"


@pytest.mark.parametrize("language", languages())
def test_house_rules_and_presets_have_names_and_explanations(language: str) -> None:
    known = words(language)
    for rule in GAME.book.house_rules:
        if rule.key == "cut":
            continue
        for part in ("name", "text", *(f"value.{value}" for value in rule.values)):
            assert known.has(f"rule.bismarck.{rule.key}.{part}")
    for preset in GAME.book.presets:
        assert known.has(f"preset.bismarck.{preset}.name")
    for contract in Contract:
        assert known.has(f"contract.bismarck.{contract.value}.name")
        assert known.has(f"contract.bismarck.{contract.value}.text")


@pytest.mark.parametrize("language", languages())
def test_refusals_have_sentences(language: str) -> None:
    sources = "".join(path.read_text("utf-8") for path in SOURCES.glob("*.py"))
    codes = set(re.findall(r'(?:IllegalAction|WrongDeal)\(\s*"(\w+)"', sources))
    codes |= {"match_over", "deal_needed"}
    assert {"contract_played", "must_take_kitty", "no_trump_not_agreed"} <= codes
    assert [code for code in sorted(codes) if not words(language).has(f"refusal.{code}")] == []


@pytest.mark.parametrize("language", languages())
def test_short_match_says_how_often_each_is_forehand(language: str) -> None:
    said = words(language).text("rule.bismarck.length.value.short")
    assert "8" in said
    assert ("three times" in said) or ("trois fois" in said)
