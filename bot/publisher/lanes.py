"""How many requests of one kind may be under way, so that a silent Discord fills nobody's memory.

Each open request holds a connection, and each connection a quarter of a MiB. First answers to
clicks have no such bound: they wait for nothing.
"""

from __future__ import annotations

import asyncio
from typing import Final

from bot.publisher.desk import Courier
from bot.render.screen import Screen

BOARDS_AT_ONCE: Final = 48
"""Requests for boards under way: more than a second's worth of the whole bot's budget."""

PANELS_AT_ONCE: Final = 96
"""Updates of panels by token under way."""


class Narrow:
    """Carries no more than so many public messages at once; the others wait in order."""

    def __init__(self, courier: Courier, most: int = BOARDS_AT_ONCE) -> None:
        self._courier = courier
        self._lanes = asyncio.Semaphore(most)

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; the same nonce is never posted twice."""
        async with self._lanes:
            return await self._courier.send(channel, screen, nonce)

    async def edit(self, channel: int, message: int, screen: Screen, shown: Screen | None) -> None:
        """Change a message that shows something else now (None: nobody knows what)."""
        async with self._lanes:
            await self._courier.edit(channel, message, screen, shown)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        async with self._lanes:
            await self._courier.delete(channel, message)
