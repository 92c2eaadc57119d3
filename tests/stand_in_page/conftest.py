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
WAIT = 300_000  # ms that a machine busy with other work may take

PATIENT = """
const later = window.setTimeout, now = Date.now, begun = now();
window.setTimeout = (work, ms, ...rest) => later(work, ms >= 5000 ? ms * 100 : ms, ...rest);
Date.now = () => Math.floor(begun + (now() - begun) / 100);
"""
"""What the page shows for some seconds only, a busy machine may be late to look at."""

Visit = Callable[..., Awaitable[Page]]


class Windows:
    """Browsers of their own, kept from test to test: a new one costs a second of computing."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[tuple[int, int], list[Page]] = {DESKTOP: [], PHONE: []}
        self._used: list[tuple[tuple[int, int], Page]] = []
        self.faults: list[str] = []

    async def open(self, address: str, size: tuple[int, int] = DESKTOP) -> Page:
        """Open the page in a browser that shares nothing with the others; a phone is touched."""
        page = self._free[size].pop() if self._free[size] else await self._new(size)
        self._used.append((size, page))
        await page.goto(address)
        return page

    async def _new(self, size: tuple[int, int]) -> Page:
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            has_touch=size == PHONE,
            is_mobile=size == PHONE,
            reduced_motion="reduce",
            locale="en-GB",
            timezone_id="UTC",
        )
        await context.add_init_script(PATIENT)
        page = await context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    async def leave(self) -> None:
        """Empty all windows for the next test."""
        for size, page in self._used:
            for other in page.context.pages:
                if other is not page:
                    await other.close()
            await page.goto("about:blank")
            self._free[size].append(page)
        self._used.clear()


def chromium() -> str:
    """Where Debian's Chromium is; without one a browser test fails and says what to do."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        path = shutil.which(name)
        if path:
            return path
    pytest.fail("The browser tests need Chromium, which was not found: run `make test`.")


@pytest_asyncio.fixture(loop_scope="session", scope="session")
async def kept_windows() -> AsyncIterator[Windows]:
    expect.set_options(timeout=WAIT)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        yield Windows(browser)
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def world() -> AsyncIterator[FakeWorld]:
    world = FakeWorld(COMMANDS)
    await world.start()
    yield world
    await world.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def windows(kept_windows: Windows) -> AsyncIterator[Windows]:
    """Windows for one test; an error that the page logs fails it."""
    yield kept_windows
    await kept_windows.leave()
    faults = kept_windows.faults.copy()
    kept_windows.faults.clear()
    assert faults == []


@pytest_asyncio.fixture(loop_scope="session")
async def visit(windows: Windows, world: FakeWorld) -> Visit:
    """Open the page as somebody, in a browser of their own."""

    async def come(name: str, *, size: tuple[int, int] = DESKTOP, path: str | None = None) -> Page:
        before = len(world.lookers())
        page = await windows.open(path or world.page(name), size)
        await world.watched(lambda: len(world.lookers()) > before)
        await page.locator("#loading").wait_for(state="hidden")
        return page

    return come
