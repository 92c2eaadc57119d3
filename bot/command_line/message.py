"""Sentences for a person about what a command refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.record.reading import said
from bot.locales import DEFAULT
from bot.render.tell import tell

SMALL: Final = range(4)
"""The numbers that can be seats of every game's table; others are only ever said as they are."""


def sentence(code: str, facts: Mapping[str, str | int], names: Sequence[str] = ()) -> str:
    """Return the English sentence for a refusal; a general one for a code without words.

    ``names`` are those of the players by seat; without them seats have their own names.
    """
    told = tell(DEFAULT, [said(name) for name in names])
    key = f"refusal.{code}"
    if not told.words.has(key):
        return told.text("refusal.any", code=code)
    return told.text(key, **told.facts({name: _sound(fact) for name, fact in facts.items()}))


def _sound(fact: str | int) -> str | int:
    """Return a fact as it can stand in a sentence: no number that might be taken for a seat."""
    return fact if fact in SMALL else said(str(fact))
