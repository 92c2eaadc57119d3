"""What a button carries, and what is made of one that somebody forged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.custom_ids import MAX_LENGTH, CustomId, custom_id, parse
from bot.tables.read import Moment

WORDS = st.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+", max_size=12)
MOMENTS = st.one_of(
    st.just(Moment()),
    st.builds(lambda n: Moment(version=n), st.integers(0, 10**11)),
    st.builds(lambda n: Moment(deal=n), st.integers(0, 10**6)),
)


@given(st.integers(0, 2**55), MOMENTS, WORDS.filter(bool), st.lists(WORDS, max_size=3).map(tuple))
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_read_again(
    table: int, moment: Moment, verb: str, args: tuple[str, ...]
) -> None:
    text = custom_id(table, verb, *args, moment=moment)
    assert len(text) <= MAX_LENGTH
    assert parse(text) == CustomId(table, moment, verb, args)


@given(st.text(max_size=100))
@settings(max_examples=300, deadline=None)
def test_nothing_that_somebody_writes_breaks_the_reading(text: str) -> None:
    found = parse(text)
    assert found is None or parse(str(found)) == found


@given(st.lists(st.text(max_size=8), min_size=3, max_size=5).map(lambda some: ":".join(some)))
@settings(max_examples=300, deadline=None)
def test_nothing_forged_behind_our_mark_breaks_the_reading(text: str) -> None:
    found = parse(f"v1:{text}")
    assert found is None or found.table >= 0


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":",
        "v1",
        "v1:1",
        "v1:1:2",
        "v1:1:2:",
        "v2:1:2:do",
        "V1:1:2:do",
        " v1:1:2:do",
        "v1::2:do",
        "v1:1::do",
        "v1:-1:2:do",
        "v1:1:-2:do",
        "v1:1:+2:do",
        "v1:1: 2:do",
        "v1:1:2_0:do",
        "v1:1:٣:do",
        "v1:٣:2:do",
        "v1:１:2:do",
        "v1:1:²:do",
        "v1:Z:2:do",
        "v1:1:d:do",
        "v1:1:d-1:do",
        "v1:1:d٣:do",
        "v1:1:1e3:do",
        "v1:1:0x1:do",
        "v1:1:9999999999999:do",
        "v1:zzzzzzzzzzzzz:2:do",
        "v1:1:--:do",
        f"v1:1:2:do:{'A' * 100}",
    ],
)
def test_what_this_bot_never_wrote_is_nothing(text: str) -> None:
    assert parse(text) is None


def test_a_custom_id_too_long_for_discord_is_not_made() -> None:
    with pytest.raises(ValueError, match="100"):
        custom_id(1, "do", "x" * 100)
