"""Every house rule, preset and refusal of Bid whist has its words, in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot import games
from bot.games.bid_whist import GAME
from bot.locales import languages, words

SOURCES = Path(games.__path__[0]) / "bid_whist"


@pytest.mark.parametrize("language", languages())
def test_house_rules_and_presets_have_names_and_explanations(language: str) -> None:
    known = words(language)
    for rule in GAME.book.house_rules:
        scope = "any" if rule.key == "cut" else GAME.key
        for part in ("name", "text", *(f"value.{value}" for value in rule.values)):
            assert known.text(f"rule.{scope}.{rule.key}.{part}")
            assert known.has(f"rule.{scope}.{rule.key}.{part}")
    for preset in GAME.book.presets:
        assert known.has(f"preset.{GAME.key}.{preset}")


@pytest.mark.parametrize("language", languages())
def test_refusals_have_sentences(language: str) -> None:
    codes = {
        code
        for path in SOURCES.glob("*.py")
        for code in re.findall(
            r'(?:IllegalAction|WrongDeal)\(\s*"(\w+)"|code = "(\w+)" if .* else "(\w+)"',
            path.read_text("utf-8"),
        )
        for code in code
        if code
    }
    assert {"bid_too_low", "joker_must_go", "must_follow_suit", "direction_later"} <= codes
    assert [code for code in sorted(codes) if not words(language).has(f"refusal.{code}")] == []
