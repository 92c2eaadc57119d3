"""A headless Chromium, and the page in it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright, expect

from tests.stand_in_page.fake_world import FakeWorld
from tests.stand_in_page.specimens import COMMANDS

ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = (1280, 800)
PHONE = (390, 844)
WAIT = 10_000  # ms that a slow machine may take

Visit = Callable[..., Awaitable[Page]]


def chromium() -> str:
    """Where Debian's Chromium is; without one a browser test fails and says what to do."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    pytest.fail("The browser tests need Chromium, which was not found: run `make test`.")


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def browser() -> AsyncIterator[Browser]:
    expect.set_options(timeout=WAIT)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def world() -> AsyncIterator[FakeWorld]:
    world = FakeWorld(COMMANDS)
    await world.start()
    yield world
    await world.stop()


async def open_as(
    browser: Browser,
    address: str,
    size: tuple[int, int] = DESKTOP,
    *,
    faults: list[str] | None = None,
) -> Page:
    """Open the page in a browser of its own; a small one is a phone and is touched."""
    phone = size[0] < 500
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="UTC",
    )
    page = await context.new_page()
    page.set_default_timeout(WAIT)
    if faults is not None:
        page.on("pageerror", lambda error: faults.append(str(error)))
    await page.goto(address)
    return page


@pytest_asyncio.fixture(loop_scope="session")
async def visit(browser: Browser, world: FakeWorld) -> AsyncIterator[Visit]:
    """Open the page as somebody, in a browser of their own; whatever it logs as an error fails."""
    faults: list[str] = []

    async def come(name: str, *, size: tuple[int, int] = DESKTOP, path: str | None = None) -> Page:
        before = len(world.lookers())
        page = await open_as(browser, path or world.page(name), size, faults=faults)
        await world.watched(lambda: len(world.lookers()) > before)
        await page.locator("#loading").wait_for(state="hidden")
        return page

    yield come
    for context in browser.contexts:
        await context.close()
    assert faults == []
