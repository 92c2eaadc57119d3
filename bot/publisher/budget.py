"""The bot's one budget of requests a second, spent on what people wait for first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from dataclasses import dataclass
from enum import IntEnum


class Urgency(IntEnum):
    """How much somebody waits for a request: lower comes first."""

    ASKED = 0
    PERSON_WAITS = 1
    PEOPLE_WATCH = 2
    COMPUTERS_ONLY = 3


@dataclass(slots=True, eq=False)
class Ticket:
    """A place in the line for one request; ``granted`` is done when its turn has come."""

    urgency: Urgency
    order: int
    granted: asyncio.Future[None]


class Budget:
    """Grants ``rate`` requests a second, in order of urgency, then of asking.

    Up to ``burst`` may be spent at once after a pause.
    """

    def __init__(self, rate: float = 40.0, burst: int = 10) -> None:
        self.rate = rate
        self._burst = float(burst)
        self._left = float(burst)
        self._at = 0.0
        self._asking: list[tuple[int, int, Ticket]] = []
        self._order = itertools.count()
        self._granting: asyncio.Task[None] | None = None
        self.granted = 0

    @property
    def waiting(self) -> int:
        """Return how many requests wait for their turn."""
        return len({id(one) for _, _, one in self._asking if not one.granted.done()})

    async def take(self, urgency: Urgency) -> None:
        """Wait until a request may be made."""
        await self.ask(urgency).granted

    def ask(self, urgency: Urgency) -> Ticket:
        """Take a place in the line; cancel its future to leave it."""
        loop = asyncio.get_running_loop()
        ticket = Ticket(urgency, next(self._order), loop.create_future())
        heapq.heappush(self._asking, (urgency, ticket.order, ticket))
        if self._granting is None or self._granting.done():
            self._granting = asyncio.create_task(self._grant())
        return ticket

    def hurry(self, ticket: Ticket, urgency: Urgency) -> None:
        """Move a place forward, where somebody waits more than when it was taken."""
        if urgency < ticket.urgency and not ticket.granted.done():
            ticket.urgency = urgency
            # Its old place stays in the line until it comes up, and grants nothing then.
            heapq.heappush(self._asking, (urgency, ticket.order, ticket))

    async def _grant(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asking:
            if self._asking[0][2].granted.done():
                heapq.heappop(self._asking)
                continue
            now = loop.time()
            self._left = min(self._burst, self._left + (now - self._at) * self.rate)
            self._at = now
            if self._left < 1:
                await asyncio.sleep((1 - self._left) / self.rate)
                continue
            _, _, ticket = heapq.heappop(self._asking)
            self._left -= 1
            self.granted += 1
            ticket.granted.set_result(None)
