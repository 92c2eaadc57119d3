"""Words for a number of things: every number finds a form, in every language."""

from __future__ import annotations

from string import Formatter

import pytest

from bot.locales import catalogue, languages, words

COUNTED = sorted(
    (message.id[0], str(message.string))
    for message in catalogue("en")
    if isinstance(message.id, tuple)
)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("key", "text"), COUNTED)
def test_every_number_has_words(language: str, key: str, text: str) -> None:
    facts = {name: "x" for _, name, _, _ in Formatter().parse(text) if name and name.isidentifier()}
    facts.pop("n", None)
    for n in (0, 1, 2, 6, 21, 1_000_000):
        assert words(language).count(key, n, **facts) != key


def test_french_counts_nothing_in_the_singular() -> None:
    french, english = words("fr"), words("en")
    assert french.count("panel.discard", 0) != french.count("panel.discard", 6).replace("6", "0")
    assert english.count("panel.discard", 0) == english.count("panel.discard", 6).replace("6", "0")
