"""The bot's one budget of requests a second, spent on what people wait for first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from enum import IntEnum


class Urgency(IntEnum):
    """How much somebody waits for a request: lower comes first."""

    ASKED = 0
    PERSON_WAITS = 1
    PEOPLE_WATCH = 2
    COMPUTERS_ONLY = 3


class Budget:
    """Grants ``rate`` requests a second, in order of urgency, then of asking.

    Up to ``burst`` may be spent at once after a pause.
    """

    def __init__(self, rate: float = 40.0, burst: int = 10) -> None:
        self.rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._at = 0.0
        self._asking: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._granting: asyncio.Task[None] | None = None
        self.granted = 0

    @property
    def waiting(self) -> int:
        """Return how many requests wait for their turn."""
        return len(self._asking)

    async def take(self, urgency: Urgency) -> None:
        """Wait until a request may be made."""
        asked: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._asking, (urgency, next(self._order), asked))
        if self._granting is None or self._granting.done():
            self._granting = asyncio.create_task(self._grant())
        await asked

    async def _grant(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asking:
            now = loop.time()
            self._left = min(self._burst, self._left + (now - self._at) * self.rate)
            self._at = now
            if self._left < 1:
                await asyncio.sleep((1 - self._left) / self.rate)
                continue
            _, _, asked = heapq.heappop(self._asking)
            if not asked.done():
                self._left -= 1
                self.granted += 1
                asked.set_result(None)
