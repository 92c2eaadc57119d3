"""Clicks first: what nobody waits for begins when no click is being answered, one after another."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

PANEL_WAITS: Final = 0.25
"""Seconds that another person's panel gives way: it may be their turn."""

BOARD_WAITS: Final = 1.0
"""Seconds that a board gives way; whoever plays has a panel that says the same."""


class Calm:
    """Knows how many clicks are being answered, and lets what can wait go one at a time.

    Where the processor has all it can do, boards fall behind before answers do.
    """

    def __init__(self) -> None:
        self._clicks = 0
        self._none = asyncio.Event()
        self._none.set()
        self._lines: defaultdict[float, asyncio.Lock] = defaultdict(asyncio.Lock)

    @contextmanager
    def click(self) -> Iterator[None]:
        """Be a click that is being answered."""
        self._clicks += 1
        self._none.clear()
        try:
            yield
        finally:
            self._clicks -= 1
            if not self._clicks:
                self._none.set()

    async def wait(self, seconds: float) -> None:
        """Wait for one's place in the line, and there until no click is answered, so long at most.

        The seconds count from now on, so that a whole line waits no longer than its first. What
        gives way for longer has a line of its own, and holds up nobody in another.
        """
        line = self._lines[seconds]
        if not self._clicks and not line.locked():
            return
        end = asyncio.get_running_loop().time() + seconds
        async with line:
            # Clicks that have come meanwhile are read first.
            await asyncio.sleep(0)
            try:
                async with asyncio.timeout_at(end):
                    await self._none.wait()
            except TimeoutError:
                return
