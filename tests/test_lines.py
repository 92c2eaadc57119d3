"""The connections to Discord: nobody waits for one, and few stay open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

import aiohttp
import pytest_asyncio
from aiohttp import web

from bot.lines import Lines
from tests.waiting import until


@dataclass(slots=True)
class Far:
    """A server that answers when it is told to, and knows how many are connected."""

    runner: web.ServerRunner | None = None
    asked: int = 0
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    answers: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        """Return where it is."""
        assert self.runner is not None
        host, port = self.runner.addresses[0][:2]
        return f"http://{host}:{port}/"

    @property
    def connected(self) -> int:
        """Return how many connections are open."""
        assert self.runner is not None
        assert self.runner.server is not None
        return len(self.runner.server.connections)

    async def handle(self, request: web.BaseRequest) -> web.Response:
        """Answer at once where nothing else is said, else when it is time."""
        if request.query_string != "now":
            self.asked += 1
            self.stirred.set()
            await self.answers.wait()
        return web.Response(text="here")

    async def all_asked(self, number: int) -> None:
        """Wait until so many requests wait for their answer."""
        while self.asked < number:
            self.stirred.clear()
            await self.stirred.wait()


@pytest_asyncio.fixture
async def far() -> AsyncIterator[Far]:
    """Run a server on this machine."""
    server = Far()
    server.runner = web.ServerRunner(web.Server(server.handle))
    await server.runner.setup()
    await web.TCPSite(server.runner, "127.0.0.1", 0).start()
    yield server
    await server.runner.cleanup()


async def told(session: aiohttp.ClientSession, url: str) -> str:
    """Ask, and return the answer."""
    async with session.get(url) as answer:
        return await answer.text()


async def test_an_answer_waits_for_no_other_and_few_connections_stay_open(far: Far) -> None:
    async with aiohttp.ClientSession(connector=Lines(kept=3, stay=3600)) as session:
        for times in (1, 2):
            silent = [asyncio.create_task(told(session, far.url)) for _ in range(150)]
            await far.all_asked(150 * times)
            assert await told(session, f"{far.url}?now") == "here", "150 others are not answered"
            far.answers.set()
            assert set(await asyncio.gather(*silent)) == {"here"}
            far.answers.clear()
            await until(lambda: far.connected <= 3)
            assert far.connected == 3
        await told(session, f"{far.url}?now")
        assert far.connected == 3, "the next one takes a line that is open"
