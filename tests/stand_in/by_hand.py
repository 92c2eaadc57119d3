"""Requests as no library would send them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from bot.stand_in import StandIn


class Raw:
    """A hand that sends whatever it is given."""

    def __init__(self, server: StandIn, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.headers: dict[str, str] = {}
        self._session = session

    async def __call__(
        self, method: str, path: str, body: object = None, **options: Any
    ) -> tuple[int, Any]:
        """Send a request; give the status and the JSON."""
        if body is not None:
            options["json"] = body
        url = f"https://discord.com/api/v10{path}"
        async with self._session.request(method, url, **options) as answer:
            self.headers = dict(answer.headers)
            empty = answer.status == 204
            return answer.status, None if empty else await answer.json()


@asynccontextmanager
async def by_hand(server: StandIn) -> AsyncIterator[Raw]:
    """Reach a stand-in with the bot's token."""
    headers = {"Authorization": f"Bot {server.token}"}
    async with aiohttp.ClientSession(connector=server.connector(), headers=headers) as session:
        yield Raw(server, session)
