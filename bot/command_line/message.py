"""Sentences for a person about what a command refused."""

from __future__ import annotations

from collections.abc import Mapping

from bot.games.record.reading import LONGEST_SAID
from bot.locales import DEFAULT
from bot.render.tell import tell


def sentence(code: str, facts: Mapping[str, str | int]) -> str:
    """Return the English sentence for a refusal; a general one for a code without words."""
    told = tell(DEFAULT)
    key = f"refusal.{code}"
    if not told.words.has(key):
        return told.text("refusal.any", code=code)
    return told.text(key, **told.facts({name: _short(fact) for name, fact in facts.items()}))


def _short(fact: str | int) -> str | int:
    text = str(fact)
    return fact if len(text) <= LONGEST_SAID else text[: LONGEST_SAID - 1] + "…"
