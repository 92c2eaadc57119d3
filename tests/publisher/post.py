"""A post office for tests: what Discord shows, and what it refuses when it is told to."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import discord
from aiohttp import ClientResponse

from bot.outcomes import Outcome
from bot.publisher.boards import Boards, Drawn, Posted
from bot.publisher.budget import Budget, Urgency
from bot.publisher.calm import Calm
from bot.publisher.lanes import Narrow
from bot.render.screen import Screen

CHANNEL = 5
AT_ONCE = 8
"""How many requests may be under way."""


def http_error(status: int, code: int = 0) -> discord.HTTPException:
    """Return the error that discord.py raises for a status and a JSON code."""
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = kinds.get(status, discord.HTTPException if status < 500 else discord.DiscordServerError)
    response = cast(ClientResponse, SimpleNamespace(status=status, reason="told to"))
    return kind(response, {"code": code, "message": "told to"})


class Post:
    """Carries messages in memory; ``fails`` are raised before the next requests, one each.

    With ``lost_answers`` so many requests arrive and are reported as failed.
    """

    def __init__(self) -> None:
        self.messages: dict[int, Screen] = {}
        self.done: list[tuple[str, str]] = []
        self.fails: deque[Exception] = deque()
        self.lost_answers = 0
        self.inside = self.most_inside = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.waits = asyncio.Event()
        self.lost = asyncio.Event()
        self._numbers = itertools.count(1000)
        self._nonces: dict[str, int] = {}

    async def _arrive(self) -> None:
        self.waits.set()
        self.inside += 1
        self.most_inside = max(self.most_inside, self.inside)
        try:
            await self.gate.wait()
        finally:
            self.inside -= 1
        if self.fails:
            raise self.fails.popleft()

    def _answer(self) -> None:
        if self.lost_answers:
            self.lost_answers -= 1
            self.lost.set()
            raise TimeoutError

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message; the same nonce is never posted twice."""
        await self._arrive()
        if nonce not in self._nonces:
            self._nonces[nonce] = next(self._numbers)
            self.messages[self._nonces[nonce]] = screen
            self.done.append(("send", screen.text))
        self._answer()
        return self._nonces[nonce]

    async def edit(self, channel: int, message: int, screen: Screen, shown: Screen | None) -> None:
        """Change a message."""
        await self._arrive()
        if message not in self.messages:
            raise http_error(404, 10008)
        self.messages[message] = screen
        self.done.append(("edit", screen.text))
        self._answer()

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        await self._arrive()
        if message not in self.messages:
            raise http_error(404, 10008)
        self.done.append(("delete", self.messages.pop(message).text))


class Office:
    """Boards over a post; ``state`` is what each table's board shows now."""

    def __init__(self) -> None:
        self.post = Post()
        self.calm = Calm()
        self.state: dict[int, str | None] = {}
        self.urgency = Urgency.PEOPLE_WATCH
        self.remembered: dict[int, Posted | None] = {}
        self.lost: list[tuple[int, Outcome]] = []
        self.drawn = 0
        self.clock = 10_000.0
        self.set_by = 0.0
        self.drawing: Callable[[int], None] = lambda table: None
        self.boards = Boards(
            Narrow(self.post, AT_ONCE),
            self._draw,
            self._remember,
            lambda table, outcome: self.lost.append((table, outcome)),
            budget=Budget(1e6, 1000),
            calm=self.calm,
            edit_every=0,
            retry=0,
            now=lambda: self.clock + self.set_by,
            steady=lambda: self.clock,
        )

    async def _draw(self, table: int) -> Drawn | None:
        self.drawn += 1
        text = self.state.get(table)
        self.drawing(table)
        await asyncio.sleep(0)
        return None if text is None else Drawn(CHANNEL, Screen(text=text), self.urgency)

    async def _remember(self, table: int, board: Posted | None) -> None:
        self.remembered[table] = board

    def show(self, text: str, table: int = 1) -> None:
        """Let a table change, and ask for its board."""
        self.state[table] = text
        self.boards.refresh(table)

    async def settle(self) -> None:
        """Wait until all is written."""
        await self.boards.settle()

    @property
    def texts(self) -> list[str]:
        """Return what stands in the channel, oldest first."""
        return [screen.text for _, screen in sorted(self.post.messages.items())]
