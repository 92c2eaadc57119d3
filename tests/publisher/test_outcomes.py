"""What Discord's refusals mean."""

from __future__ import annotations

import aiohttp
import discord
import pytest

from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.traces import trace
from tests.publisher.post import http_error


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        (404, 10003, Outcome.CHANNEL_GONE),
        (404, 10008, Outcome.MESSAGE_GONE),
        (404, 10015, Outcome.EXPIRED),
        (404, 10062, Outcome.EXPIRED),
        (401, 50027, Outcome.EXPIRED),
        (401, 0, Outcome.EXPIRED),
        (400, 40060, Outcome.ANSWERED_ALREADY),
        (403, 50001, Outcome.NO_ACCESS),
        (403, 50013, Outcome.NO_PERMISSION),
        (403, 0, Outcome.NO_PERMISSION),
        (400, 50083, Outcome.ARCHIVED),
        (429, 30046, Outcome.EDITED_TOO_OFTEN),
        (429, 20016, Outcome.SLOW_MODE),
        (429, 0, Outcome.BUSY),
        (500, 0, Outcome.BUSY),
        (503, 0, Outcome.BUSY),
        (404, 0, Outcome.MESSAGE_GONE),
        (400, 50035, Outcome.REFUSED),
    ],
)
def test_codes_come_before_statuses(status: int, code: int, outcome: Outcome) -> None:
    assert outcome_of(http_error(status, code)) is outcome


def test_the_network_below_is_passing_too() -> None:
    for error in (aiohttp.ClientConnectionError(), TimeoutError(), ConnectionResetError()):
        assert isinstance(error, FAULTS)
        found = outcome_of(error)
        assert found is Outcome.UNREACHABLE
        assert found.passing


def test_a_long_rate_limit_is_passing() -> None:
    assert outcome_of(discord.RateLimited(3.0)) is Outcome.BUSY


def test_what_is_no_refusal_of_discord_has_no_outcome() -> None:
    assert outcome_of(KeyError("x")) is None


def test_no_outcome_is_both_passing_and_a_lost_place() -> None:
    assert not [one for one in Outcome if one.passing and one.place_lost]


def test_a_trace_names_kinds_and_places_and_no_texts() -> None:
    def fail() -> None:
        try:
            raise KeyError("AS")
        except KeyError as error:
            raise ValueError("KS is in the hand") from error

    with pytest.raises(ValueError) as raised:
        fail()
    text = trace(raised.value)
    assert "ValueError at" in text
    assert "from KeyError at" in text
    assert "test_outcomes.py" in text
    assert "AS" not in text
    assert "KS" not in text
