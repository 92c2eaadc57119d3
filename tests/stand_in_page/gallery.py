"""Pictures of the main screens of all games, to be looked at: ``make gallery``."""

from __future__ import annotations

import argparse
import asyncio
import io
import tempfile
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from bot.games.registry import GAMES
from bot.locales import languages
from tests.stand_in_page.conftest import ARGS, DESKTOP, PHONE, WAIT, chromium
from tests.stand_in_page.scenes import SCENES
from tests.stand_in_page.stage import Stage, stage

SIZES: Final = {"desktop": DESKTOP, "phone": PHONE}

README: Final = (
    ("biritch-trick", "en", "phone", "top"),
    ("bid_whist-auction", "fr", "phone", "foot"),
    ("bura-lead", "en", "phone", "top"),
    ("bismarck-trick", "fr", "desktop", "top"),
)
"""What stands in the README, and which end of it: every game, both sizes, both languages."""


class Gallery:
    """Goes through scenes and saves what the pages show; of all, or of those that are wanted."""

    def __init__(self, folder: Path, only: str, *, readme: bool) -> None:
        self._folder = folder
        self._only = only
        self._readme = readme

    async def draw(self) -> None:
        """Save all pictures."""
        with tempfile.TemporaryDirectory(prefix="atout-") as database:
            async with async_playwright() as playwright, stage(Path(database)) as shown:
                browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGS)
                for language in languages():
                    await self._in(language, browser, shown)
                await browser.close()

    async def _in(self, language: str, browser: Browser, shown: Stage) -> None:
        shown.speak(language)
        shown.pages = [await _open(browser, shown, size) for size in SIZES.values()]
        for game in GAMES:
            if self._wants(f"{game}-lobby", language):
                await shown.show_lobby(game)
                await self._save(shown, f"{game}-lobby", language)
        if self._wants("pages", language):
            await shown.show_pages()
            await self._save(shown, "pages", language)
        for scene in SCENES:
            if self._wants(scene.key, language):
                await shown.show(scene, language)
                await self._save(shown, scene.key, language)
        for page in shown.pages:
            await page.context.close()

    def _wants(self, key: str, language: str) -> bool:
        if self._readme:
            return any((key, language) == one[:2] for one in README)
        return self._only in key

    async def _save(self, shown: Stage, key: str, language: str) -> None:
        for page, (size, room) in zip(shown.pages, SIZES.items(), strict=True):
            if not self._readme:
                _keep(self._folder / f"{key}-{language}-{size}.png", await _whole(page, room))
            for end in ("top", "foot") if self._readme else ():
                if (key, language, size, end) in README:
                    top = "0" if end == "top" else "1e6"
                    await page.evaluate(f"document.querySelector('#scroller').scrollTop = {top}")
                    await page.evaluate("document.querySelector('#jump').hidden = true")
                    picture = _small(await _taken(page))
                    _keep(self._folder / f"{key}.{language}.png", picture)
        await shown.clear()


async def _open(browser: Browser, shown: Stage, size: tuple[int, int]) -> Page:
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", timezone_id="UTC"
    )
    page = await context.new_page()
    page.set_default_timeout(WAIT)
    server = shown.party.server
    await page.goto(f"{server.url}/?user={shown.host.id}&channel={shown.channel.id}")
    await page.locator("#loading").wait_for(state="hidden")
    return page


async def _whole(page: Page, room: tuple[int, int]) -> bytes:
    """Return a picture from the first message to the last, however long."""
    tall = await page.evaluate("document.querySelector('#inner').offsetHeight")
    await page.set_viewport_size({"width": room[0], "height": max(room[1], tall + 140)})
    picture = await _taken(page)
    await page.set_viewport_size({"width": room[0], "height": room[1]})
    return picture


async def _taken(page: Page) -> bytes:
    """Return what the page shows once every picture in it is there."""
    await page.evaluate("Promise.allSettled([...document.images].map((one) => one.decode()))")
    return await page.screenshot()


def _small(picture: bytes) -> bytes:
    out = io.BytesIO()
    Image.open(io.BytesIO(picture)).convert("RGB").save(out, "PNG", optimize=True)
    return out.getvalue()


def _keep(path: Path, picture: bytes) -> None:
    path.write_bytes(picture)


def main() -> None:
    """Save all pictures, those whose name holds a word, or those of the README, in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="a part of the name: biritch, bura-reply …")
    parser.add_argument("--readme", action="store_true", help="the few of the README, made small")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(Gallery(given.folder, given.only, readme=given.readme).draw())


if __name__ == "__main__":
    main()
