"""Work that may take too long is left to itself, by the seconds of a core and no others."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from bot.computers import bounded
from bot.computers.bounded import within

LONG: float = 1e9


@pytest.fixture
def release() -> Iterator[Event]:
    """Give what work waits for that never ends by itself; nothing is left in the end."""
    event = Event()
    yield event
    event.set()
    bounded.wait_for_rest()
    assert bounded.left_behind() == 0


def test_work_in_time_is_done() -> None:
    found: list[int] = []
    assert within(LONG, lambda given_up: found.append(int(given_up.is_set())))
    assert found == [0]
    assert bounded.left_behind() == 0


def test_what_work_raises_is_raised() -> None:
    def work(given_up: Event) -> None:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        within(LONG, work)
    assert bounded.left_behind() == 0


def test_work_that_takes_too_long_is_left_and_told(release: Event) -> None:
    begun, told = Event(), Event()

    def work(given_up: Event) -> None:
        begun.set()
        release.wait()
        if given_up.is_set():
            told.set()

    assert not within(0.3, work, clock=lambda: LONG if begun.is_set() else 0.0)
    assert bounded.left_behind() == 1
    release.set()
    bounded.wait_for_rest()
    assert told.is_set()


def test_what_was_found_until_then_stays(release: Event) -> None:
    found: list[str] = []
    stuck = Event()

    def work(given_up: Event) -> None:
        found.append("first")
        found.append("second")
        stuck.set()
        release.wait()
        if not given_up.is_set():
            found.append("third")

    assert not within(0.3, work, clock=lambda: LONG if stuck.is_set() else 0.0)
    release.set()
    bounded.wait_for_rest()
    assert found == ["first", "second"]


def test_waiting_for_a_core_does_not_count() -> None:
    looks: list[float] = []
    often = Event()

    def clock() -> float:
        looks.append(0.0)
        if len(looks) > 4:
            often.set()
        return 0.0

    def work(given_up: Event) -> None:
        often.wait()
        assert not given_up.is_set()

    assert within(0.001, work, clock)
    assert len(looks) > 4
