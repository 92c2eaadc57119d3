"""What is known and wanted for the public messages of one table."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.outcomes import Outcome
from bot.publisher.budget import Ticket, Urgency
from bot.render.screen import Screen

EDITS_AT_ONCE: Final = 3
"""Edits of one channel that may follow each other without a pause."""

EDITS_MOST: Final = 5
EDITS_WITHIN: Final = 5.2
"""Seconds within which one channel has so many edits at most; Discord counts five."""


@dataclass(frozen=True, slots=True)
class Posted:
    """A message of ours in a channel; ``at`` is when it was posted (seconds since 1970)."""

    channel: int
    message: int
    at: float


class Courier(Protocol):
    """What carries public messages to Discord; raises discord.py's errors."""

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; the same nonce is never posted twice."""
        ...

    async def edit(self, channel: int, message: int, screen: Screen, shown: Screen | None) -> None:
        """Change a message that shows something else now (None: nobody knows what)."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        ...


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it is to be shown now: where, what, and how urgently."""

    channel: int
    screen: Screen
    urgency: Urgency


Draw = Callable[[int], Awaitable[Drawn | None]]
Remember = Callable[[int, Posted | None], Awaitable[None]]
Lost = Callable[[int, Outcome], None]
Recall = Callable[[int], Awaitable[Posted | None]]
CaughtUp = Callable[[Urgency, float], None]
Finished = Callable[[int], None]


Ping = tuple[tuple[int, ...], str]
"""The people whom a new board mentions, and the words above it."""


@dataclass(slots=True)
class Desk:
    """What is known and wanted for one table."""

    board: Posted | None = None
    known: bool = False
    behind_since: float | None = None
    waited_since: float | None = None
    shown: Screen | None = None
    dirty: bool = False
    anew: bool = False
    asked: bool = False
    expected: bool = False
    ping: Ping | None = None
    posts: deque[tuple[int, Screen, str]] = field(default_factory=deque)
    newest: int = 0
    edits_left: float = EDITS_AT_ONCE
    edited_at: float = 0.0
    edits: deque[float] = field(default_factory=lambda: deque(maxlen=EDITS_MOST))
    failures: int = 0
    nonce: str = ""
    tried: Screen | None = None
    channel: int | None = None
    stirred: asyncio.Event = field(default_factory=asyncio.Event)
    lost_until: float = 0.0
    lost_times: int = 0
    closing: bool = False
    awaited: int = 0
    parted: bool = False
    urgency: Urgency = Urgency.PEOPLE_WATCH
    wish: Urgency = Urgency.COMPUTERS_ONLY
    ticket: Ticket | None = None
    working: asyncio.Task[None] | None = None

    @property
    def pressing(self) -> Urgency:
        """Return how much somebody waits for what is to be written, as was told last."""
        return Urgency.ASKED if self.asked or self.ping else self.wish

    @property
    def wanted(self) -> bool:
        """Tell that something is to be written."""
        return bool(self.posts) or self.dirty or self.anew

    def idle(self, now: float) -> bool:
        """Tell that nothing is to be written, and nothing to be remembered but the board."""
        return self.working is None and not (self.wanted or self.expected or self.lost_until > now)

    def give_up(self, posts: int = 0) -> None:
        """Forget what was to be written; the next change of the table asks for its board anew.

        The last ``posts`` lasting messages are kept, for when the place can be written to again.
        """
        while len(self.posts) > posts:
            self.posts.popleft()
        self.dirty = self.anew = self.asked = False
        self.ping = None
        self.behind_since = self.waited_since = None

    async def rest(self, seconds: float) -> None:
        """Wait before another try, or until something is known to have changed."""
        self.stirred.clear()
        try:
            async with asyncio.timeout(seconds):
                await self.stirred.wait()
        except TimeoutError:
            return

    async def may_edit(self, every: float) -> None:
        """Wait until the channel may be edited again, where edits come ``every`` so many seconds.

        A few may follow each other at once after a pause; that is what Discord allows.
        """
        wait = self._edit_in(every, asyncio.get_running_loop().time())
        if wait > 0:
            await asyncio.sleep(wait)

    async def begin_edit(self, every: float) -> None:
        """Wait until the channel may be edited, and take note that it is."""
        if every <= 0:
            return
        loop = asyncio.get_running_loop()
        await self.may_edit(every)
        self.edits_left = max(1.0, self._left(every, loop.time())) - 1
        self.edited_at = loop.time()

    def _left(self, every: float, now: float) -> float:
        return min(float(EDITS_AT_ONCE), self.edits_left + (now - self.edited_at) / every)

    def _edit_in(self, every: float, now: float) -> float:
        if every <= 0:
            return 0.0
        wait = max(0.0, (1 - self._left(every, now)) * every)
        if len(self.edits) == self.edits.maxlen:
            wait = max(wait, self.edits[0] + EDITS_WITHIN - now)
        return wait
