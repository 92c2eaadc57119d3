"""Every game stands in every registry and has all its files; what is missing is named.

Its words are looked for in ``tests/locales``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from bot.computers.registry import RULES, SEARCHERS
from bot.games.registry import GAMES
from bot.locales import languages
from bot.render.faces import FACES

ROOT = Path(__file__).parent.parent

REGISTRIES: Mapping[str, Mapping[str, object]] = {
    "bot/render/faces/__init__.py": FACES,
    "RULES in bot/computers/registry.py": RULES,
}


@pytest.mark.parametrize("key", GAMES)
def test_a_game_stands_in_every_registry(key: str) -> None:
    lacking = [name for name, registry in REGISTRIES.items() if key not in registry]
    assert not lacking, f"{key} has no line in {lacking}"


@pytest.mark.parametrize("name", REGISTRIES)
def test_a_registry_knows_no_game_that_there_is_not(name: str) -> None:
    assert set(REGISTRIES[name]) == set(GAMES), name
    assert set(SEARCHERS) <= set(GAMES)


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_its_finished_matches_and_its_rules_in_writing(key: str) -> None:
    made = {
        f"tests/fixtures/records/{key}.jsonl": f"python tests/fixtures/records/make.py {key}",
        f"tests/fixtures/records/{key}.expected.jsonl": "the same",
        **{f"docs/rules/{key}.{language}.md": "make pages" for language in languages()},
    }
    missing = {path: how for path, how in made.items() if not (ROOT / path).exists()}
    assert not missing, f"to be made: {missing}"


def test_the_recipe_names_every_registry() -> None:
    recipe = (ROOT / "docs" / "adding_a_game.md").read_text("utf-8")
    for name in ("bot/games/registry.py", *REGISTRIES):
        assert name.rpartition(" ")[2] in recipe
