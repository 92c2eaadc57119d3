"""Whom a new board mentions: a person whose turn has come and who is not at the table just now."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

ABSENT_AFTER: Final = 60.0
"""Seconds without an action after which a person counts as not at the table just now."""


class Attention:
    """Remembers when each person last did something, and whom a turn has called already."""

    def __init__(
        self, *, absent_after: float = ABSENT_AFTER, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._absent_after = absent_after
        self._now = now
        self._began = now()
        self._seen: dict[tuple[int, int], float] = {}
        self._called: set[tuple[int, int]] = set()

    def acted(self, table: int, user: int) -> None:
        """Take note that a person has done something at a table."""
        self._seen[table, user] = self._now()
        self._called.discard((table, user))

    def calls(self, table: int, user: int) -> bool:
        """Tell whether a person whose turn it is has to be called: once, until they act again."""
        # After a restart nobody is known: whoever is at the table will act within a minute of it.
        seen = self._seen.get((table, user), self._began)
        if (table, user) in self._called or self._now() - seen < self._absent_after:
            return False
        self._called.add((table, user))
        return True

    @property
    def people(self) -> int:
        """Return of how many people at tables something is kept."""
        return len(self._seen.keys() | self._called)

    def forget(self, table: int) -> None:
        """Drop what is kept about a table."""
        for key in [key for key in self._seen if key[0] == table]:
            del self._seen[key]
        self._called = {key for key in self._called if key[0] != table}
