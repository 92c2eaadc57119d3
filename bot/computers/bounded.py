"""Work that may take too long: done in a thread of its own, which is left to itself in that case.

What a library does inside a single call cannot be stopped from outside. Whoever has left work
behind should end the process when it can: until then the work takes a core from others.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event
from time import process_time
from typing import Final

PAUSE: Final = 0.01
"""The seconds between two looks at the clock, at least."""

_left: list[Future[None]] = []


def within(
    seconds: float, work: Callable[[Event], None], clock: Callable[[], float] = process_time
) -> bool:
    """Do some work for so many seconds of a core at most; tell whether it came to its end.

    ``work`` is given an event that is set once nobody waits any longer, and hands over what it
    has found as it goes along. Whatever it raises while it is waited for is raised here.
    """
    begun = clock()
    given_up = Event()
    executor = ThreadPoolExecutor(1)
    working = executor.submit(work, given_up)
    while not working.done():
        left = seconds - (clock() - begun)
        if left <= 0:
            given_up.set()
            _left.append(working)
            executor.shutdown(wait=False)
            return False
        # A core gives no more than a second a second, so it is too early before then.
        wait((working,), max(left, PAUSE))
    executor.shutdown()
    working.result()
    return True


def left_behind() -> int:
    """Return how much work goes on that nobody waits for any longer."""
    _left[:] = [working for working in _left if not working.done()]
    return len(_left)


def wait_for_rest() -> None:
    """Wait until no work is left behind: for measurements, which have the time."""
    wait(tuple(_left))
