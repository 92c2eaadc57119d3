"""The bot's one budget of requests a second, spent on what people wait for first."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Self

A_SECOND: Final = 50
"""Requests that Discord takes of one token in any second."""

WINDOW: Final = 1.0
"""Seconds for which a request counts after its answer: until then it may just have arrived."""

HELD: Final = 5.0
"""Seconds after which a request that is not answered has arrived, or never will."""


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
    since: float
    granted: asyncio.Future[None]
    counts: asyncio.TimerHandle | None = None


class Budget:
    """Grants ``rate`` requests a second, in order of urgency, then of what waits longest.

    Up to ``burst`` may be spent at once after a pause. When a request arrives nobody here knows:
    it counts from its turn until a second after its answer, so that however late some are, no more
    than a second's worth and the burst arrive within any second.
    """

    def __init__(self, rate: float = 45.0, burst: int = 5) -> None:
        self.rate = rate
        self.burst = burst
        self._most = max(1, int(rate + burst))
        self._left = float(burst)
        self._at = 0.0
        self._asking: list[tuple[int, float, int, Ticket]] = []
        self._order = itertools.count()
        self._granting: asyncio.Task[None] | None = None
        self._under_way = 0
        self._fewer = asyncio.Event()
        self.granted = 0

    @classmethod
    def shared(cls, rate: float, share: float) -> Self:
        """Return the part of a token's budget that one of its processes has.

        Whatever second is looked at, all of them together stay within what Discord takes.
        """
        burst = max(1, int(min(10.0, A_SECOND - rate) * share))
        # Where many share it, what each may spend at once takes of what it may spend in a second.
        most = A_SECOND * share - burst
        return cls(min(rate * share, most) if most > 0 else rate * share / 2, burst)

    @property
    def waiting(self) -> int:
        """Return how many requests wait for their turn."""
        return len({id(one) for *_, one in self._asking if not one.granted.done()})

    @asynccontextmanager
    async def spent(self, urgency: Urgency) -> AsyncIterator[None]:
        """Wait until a request may be made; it is answered at the end of the block."""
        ticket = self.ask(urgency)
        await ticket.granted
        try:
            yield
        finally:
            self.answered(ticket)

    def ask(self, urgency: Urgency, since: float | None = None) -> Ticket:
        """Take a place in the line, as if asked for ``since`` then; cancel its future to leave it.

        What takes several requests keeps its place by it, instead of waiting its turn for each.
        """
        loop = asyncio.get_running_loop()
        asked = loop.time() if since is None else since
        ticket = Ticket(urgency, asked, loop.create_future())
        self._line_up(ticket)
        if self._granting is None or self._granting.done():
            self._granting = asyncio.create_task(self._grant())
        return ticket

    def answered(self, ticket: Ticket) -> None:
        """Take note that a request was answered, or came to nothing."""
        if ticket.counts is not None:
            ticket.counts.cancel()
            self._count(ticket, WINDOW)

    def _count(self, ticket: Ticket, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        ticket.counts = loop.call_later(seconds, self._forget, ticket)

    def _forget(self, ticket: Ticket) -> None:
        ticket.counts = None
        self._under_way -= 1
        self._fewer.set()

    def hurry(self, ticket: Ticket, urgency: Urgency) -> None:
        """Move a place forward, where somebody waits more than when it was taken."""
        if urgency < ticket.urgency and not ticket.granted.done():
            ticket.urgency = urgency
            # Its old place stays in the line until it comes up, and grants nothing then.
            self._line_up(ticket)

    def _line_up(self, ticket: Ticket) -> None:
        place = (ticket.urgency, ticket.since, next(self._order), ticket)
        heapq.heappush(self._asking, place)

    async def _grant(self) -> None:
        loop = asyncio.get_running_loop()
        while self._asking:
            if self._asking[0][-1].granted.done():
                heapq.heappop(self._asking)
                continue
            now = loop.time()
            self._left = min(self.burst, self._left + (now - self._at) * self.rate)
            self._at = now
            if self._left < 1:
                await asyncio.sleep((1 - self._left) / self.rate)
                continue
            if self._under_way >= self._most:
                self._fewer.clear()
                await self._fewer.wait()
                continue
            *_, ticket = heapq.heappop(self._asking)
            self._left -= 1
            self.granted += 1
            self._under_way += 1
            self._count(ticket, HELD)
            ticket.granted.set_result(None)
