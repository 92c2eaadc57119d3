"""How a shard that was cut off is connected again: soon, and never without a pause for long.

discord.py connects again at once where a gateway takes the connection and closes it. While the
gateway does so each time, that is a thousand attempts a minute, or, where each had begun a session,
all the starts that Discord allows in a day. Where it fails it waits, in the end for 17 minutes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Final

import discord
from discord.gateway import ReconnectWebSocket

WAITS: Final = 6
"""Where connecting fails it is tried again within 2 to this power seconds: it costs no start."""

FIRST: Final = 1.0
"""Seconds of the first pause that there is; each is twice the one before."""

Begin = Callable[[Coroutine[None, None, None]], None]


class Pauses:
    """The pauses before connections: none before the first, then longer and longer.

    ``every`` seconds for which a connection lasts make up for one attempt. They begin
    at ``FIRST`` and end at ``longest``, in seconds.
    """

    def __init__(
        self, every: float, longest: float, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._every = every
        self._longest = longest
        self._now = now
        self._tries = 0.0
        self._at = 0.0

    def following(self) -> float:
        """Return the seconds to wait before the connection that is to be made now."""
        now = self._now()
        self._tries = max(0.0, self._tries - max(0.0, now - self._at) / self._every)
        wanted = FIRST * 2 ** (self._tries - 1) if self._tries > 0.5 else 0.0
        seconds = min(self._longest, wanted)
        if seconds < self._longest:
            self._tries += 1
        self._at = now + seconds
        return seconds


def resuming(now: Callable[[], float] = time.monotonic) -> Pauses:
    """Return the pauses before a session is taken up again, which costs no start."""
    return Pauses(every=10, longest=16, now=now)


def beginning(now: Callable[[], float] = time.monotonic) -> Pauses:
    """Return the pauses before a session begins: fewer than 900 in a day, of the 1,000 allowed."""
    return Pauses(every=100, longest=128, now=now)


def keep_trying(shard: discord.ShardInfo, begin: Begin) -> None:
    """Let a shard's attempts to connect again take their time; ``begin`` starts what has waited.

    Meanwhile discord.py's own loop goes on with the other shards.
    """
    # There is no public way to it; a test sees whether it still is asked.
    inner = shard._parent
    inner._backoff._max = WAITS
    pauses = {True: resuming(), False: beginning()}
    at_once = inner.reidentify

    async def later(seconds: float, why: ReconnectWebSocket) -> None:
        await asyncio.sleep(seconds)
        await at_once(why)

    async def reidentify(why: ReconnectWebSocket) -> None:
        seconds = pauses[why.resume].following()
        if seconds:
            begin(later(seconds, why))
        else:
            await at_once(why)

    async def reconnect() -> None:
        # It has waited already. discord.py's own way would end the bot if the gateway took the
        # connection and closed it.
        await at_once(ReconnectWebSocket(inner.id, resume=False))

    vars(inner).update(reidentify=reidentify, reconnect=reconnect)
