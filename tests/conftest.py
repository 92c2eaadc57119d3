"""What holds for all tests: a machine that is slow, or busy with other work, fails none of them.

What a bot does within seconds in real life it does here when it comes to it. A test about such a
time sets it itself.

Nor does luck: the same examples are drawn in every run, so that what passed once passes for the
next change too. ``HYPOTHESIS_PROFILE=search`` draws others each time, to look for what nobody
thought of.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "check",
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "search", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "check"))

A_LONG_TIME = 600.0
A_WHILE = 60.0
"""Seconds that a bot waits, as it stops, for what may never come."""

PATIENCE = {
    "cogs.door.DEFER_AFTER": A_LONG_TIME,
    "cogs.house.ANSWER_WITHIN": A_LONG_TIME,
    "cogs.house.EDIT_WITHIN": A_LONG_TIME,
    "cogs.refusals.EDIT_WITHIN": A_LONG_TIME,
    "cogs.router.SEALED_WITHIN": A_LONG_TIME,
    "bot.client.SILENCE": A_LONG_TIME,
    "bot.client.LEAVING": A_WHILE,
    "bot.client.SHOWING": A_WHILE,
    "bot.departures.SILENCE": A_LONG_TIME,
    "bot.looks.PATIENCE": A_LONG_TIME,
    "bot.service.around.LATE": A_LONG_TIME,
    "bot.service.around.WRITTEN_WITHIN": A_LONG_TIME,
    "bot.service.doctor.CLOCK_OFF": A_LONG_TIME,
    "bot.command_line.health.WITHIN": A_LONG_TIME,
}


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """Hurry nothing in this process."""
    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in PATIENCE.items():
            patch.setattr(name, seconds)
        yield
