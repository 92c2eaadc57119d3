"""What people see of the real bot: the main screens of all games on a desktop and on a phone."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
import pytest_asyncio
from playwright.async_api import Page

from bot.games.registry import GAMES
from bot.locales import catalogue, languages
from bot.stand_in import Message
from bot.tables.table import Table
from tests.e2e.party import buttons, text_of
from tests.stand_in_page.conftest import DESKTOP, PHONE, Windows
from tests.stand_in_page.scenes import SCENES
from tests.stand_in_page.stage import Stage, stage

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FAULTS_OF = (Path(__file__).parent / "looks.js").read_text()
KEY = re.compile(r"\b[a-z_]+\.[a-z_]+\.[a-z_.]+\b|\{[a-z_]*\}")
"""What would stand on the screen where a key has no words, or a fact was not put in."""

SIZES = {DESKTOP: False, PHONE: True}


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def shown(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Stage]:
    async with stage(tmp_path_factory.mktemp("looks")) as some:
        yield some
        assert some.party.server.world.violations == []


async def look_on(windows: Windows, some: Stage, language: str) -> None:
    """Let a desktop and a phone show the empty stage in a language."""
    await some.clear()
    some.speak(language)
    address = f"{some.party.server.url}/?user={some.host.id}&channel={some.channel.id}"
    some.pages = [await windows.open(address, size) for size in SIZES]
    for page in some.pages:
        await page.locator("#loading").wait_for(state="hidden")


async def faults_on(pages: Sequence[Page]) -> list[str]:
    """Return what is wrong on the screens, with the size it is wrong at."""
    found = []
    for page, (size, phone) in zip(pages, SIZES.items(), strict=True):
        found += [f"{size[0]}: {fault}" for fault in await page.evaluate(FAULTS_OF, phone)]
    return found


@cache
def vocabulary(language: str) -> frozenset[str]:
    """Return every word that stands in a language's catalogue, without what is put in."""
    found = set()
    for message in catalogue(language):
        texts = (message.string,) if isinstance(message.string, str) else message.string
        for text in map(str, texts) if message.id else ():
            plain = " ".join(part for part, _, _, _ in Formatter().parse(text))
            found.update(re.findall(r"[^\W\d_]{3,}", plain.lower()))
    return frozenset(found)


def foreign(text: str, language: str) -> set[str]:
    """Return words of a text that belong to another language and not to its own."""
    others = frozenset().union(*(vocabulary(one) for one in languages() if one != language))
    return set(re.findall(r"[^\W\d_]{3,}", text.lower())) & (others - vocabulary(language))


def words_wrong(messages: list[Message], language: str) -> list[str]:
    """Return what stands in messages that should not: keys, gaps, words of another language."""
    text = "\n".join(text_of(message) for message in messages)
    return [*KEY.findall(text), *sorted(foreign(text, language))]


def turn_hidden(table: Table, messages: list[Message]) -> list[str]:
    """Return which of the board and the asked person's panel does not begin with whose turn it is.

    Above it stands nothing but what was asked for (a hint).
    """
    asked = None if table.match is None else table.match.view(None).asked
    if asked is None:
        return []
    board = next(one for one in messages if buttons(one, "hand"))
    panel = next(one for one in reversed(messages) if one.ephemeral)
    name = table.seats[asked.player].name
    lines = [str(one.embeds[0]["description"]).split("\n\n") for one in (board, panel)]
    wrong = [] if lines[0][0].startswith("▶ ") and f"**{name}**" in lines[0][0] else ["board"]
    return wrong if any(line.startswith("▶ ") for line in lines[1][:2]) else [*wrong, "panel"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", languages())
async def test_main_screens_fit_and_can_be_read(
    windows: Windows, shown: Stage, language: str, game: str
) -> None:
    await look_on(windows, shown, language)
    wrong: list[str] = []
    await shown.show_lobby(game)
    wrong += [f"lobby {fault}" for fault in await faults_of(shown, language)]
    await shown.clear()
    for scene in SCENES:
        if scene.game == game:
            table = await shown.show(scene, language)
            faults = await faults_of(shown, language)
            faults += turn_hidden(table, shown.host.sees(shown.channel))
            wrong += [f"{scene.name} {fault}" for fault in faults]
            await shown.clear()
    assert wrong == []


@pytest.mark.parametrize("language", languages())
async def test_pages_by_command_fit_and_can_be_read(
    windows: Windows, shown: Stage, language: str
) -> None:
    await look_on(windows, shown, language)
    await shown.show_pages()
    faults = await faults_of(shown, language)
    await shown.clear()
    assert faults == []


async def faults_of(some: Stage, language: str) -> list[str]:
    """Return what is wrong with everything that the stage shows now, at any size."""
    return await faults_on(some.pages) + words_wrong(some.host.sees(some.channel), language)
