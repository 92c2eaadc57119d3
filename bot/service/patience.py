"""Waiting for a Discord that cannot be reached, without giving up and without hammering at it."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable, Iterator
from typing import Final, TypeVar

from bot.outcomes import FAULTS, outcome_of

T = TypeVar("T")

log = logging.getLogger(__name__)

LONGEST: Final = 60.0
"""Seconds between two attempts at most; the first few follow each other sooner."""


def pauses() -> Iterator[float]:
    """Yield for ever how many seconds to wait after each attempt that failed."""
    return (min(LONGEST, 2.0**attempt) for attempt in itertools.count())


async def patiently(work: Callable[[], Awaitable[T]], what: str) -> T:
    """Do something at Discord, again and again until it answers; raise what will not pass."""
    for pause in pauses():
        try:
            return await work()
        except FAULTS as error:
            outcome = outcome_of(error)
            if outcome is None or not outcome.passing:
                raise
            log.error("%s: Discord %s; tried again in %.0f s", what, outcome.value, pause)
        await asyncio.sleep(pause)
    raise AssertionError("pauses end never")
