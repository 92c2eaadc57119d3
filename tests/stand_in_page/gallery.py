"""Pictures of the main screens of all games, to be looked at: ``make gallery``."""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from playwright.async_api import Browser, Page, async_playwright

from bot.games.registry import GAMES
from bot.locales import languages
from tests.stand_in_page.conftest import ARGS, DESKTOP, PHONE, WAIT, chromium
from tests.stand_in_page.scenes import SCENES
from tests.stand_in_page.stage import Stage, stage

SIZES = {"desktop": DESKTOP, "phone": PHONE}


async def _draw(folder: Path, only: str) -> None:
    with tempfile.TemporaryDirectory(prefix="atout-") as database:
        async with async_playwright() as playwright, stage(Path(database)) as shown:
            browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGS)
            for language in languages():
                await _all_scenes(browser, shown, language, folder, only)
            await browser.close()


async def _all_scenes(
    browser: Browser, shown: Stage, language: str, folder: Path, only: str
) -> None:
    shown.speak(language)
    shown.pages = [await _open(browser, shown, size) for size in SIZES.values()]
    for game in GAMES:
        if only in f"{game}-lobby":
            await shown.show_lobby(game)
            await _save(shown, folder, f"{game}-lobby-{language}")
    for scene in SCENES:
        if only in scene.key:
            await shown.show(scene, language)
            await _save(shown, folder, f"{scene.key}-{language}")
    for page in shown.pages:
        await page.context.close()


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


async def _save(shown: Stage, folder: Path, name: str) -> None:
    """Save what each page shows, from the first message to the last, and clear the stage."""
    for page, (which, size) in zip(shown.pages, SIZES.items(), strict=True):
        tall = await page.evaluate("document.querySelector('#inner').offsetHeight")
        await page.set_viewport_size({"width": size[0], "height": max(size[1], tall + 140)})
        await page.screenshot(path=folder / f"{name}-{which}.png")
        await page.set_viewport_size({"width": size[0], "height": size[1]})
    await shown.clear()


def main() -> None:
    """Save all pictures, or those whose name holds a word, in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="", help="a part of the name: biritch, bura-reply …")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    asyncio.run(_draw(given.folder, given.only))


if __name__ == "__main__":
    main()
