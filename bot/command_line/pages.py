"""Write the rules of every game as pages of the repository, from the words that players read."""

from __future__ import annotations

import argparse
from pathlib import Path

from bot.games.registry import GAMES
from bot.locales import languages
from bot.render.rules import rules_document
from bot.render.tell import tell


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the pages go."""
    parser.add_argument("--folder", type=Path, default=Path("docs/rules"))


def run(given: argparse.Namespace) -> int:
    """Write a page for each game and language."""
    folder: Path = given.folder
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for language in languages():
            page = folder / f"{game}.{language}.md"
            page.write_text(rules_document(game, tell(language)), encoding="utf-8")
            print(page)
    return 0
