"""Make Discord's ids: 42 bits of milliseconds, then a counter."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from functools import lru_cache

EPOCH = 1_420_070_400_000
"""Milliseconds from 1970 to the first second of 2015, from which Discord counts."""


class Snowflakes:
    """Give ids that are never equal and always rise."""

    def __init__(self) -> None:
        self._last = 0

    def new(self) -> int:
        """Give the next id; its time is now."""
        self._last = max(self._last + 1, (int(time.time() * 1000) - EPOCH) << 22)
        return self._last


@lru_cache(maxsize=10_000)
def moment(seconds: float) -> str:
    """Write a Unix time as Discord does."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="microseconds")
