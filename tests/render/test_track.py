"""The score track: one line of text of fixed width."""

from __future__ import annotations

import pytest

from bot.render.track import signed, track


@pytest.mark.parametrize(
    ("points", "drawn"),
    [
        (0, "`−7 ·······●······· +7`"),
        (3, "`−7 ·······|··●···· +7`"),
        (-7, "`−7 ●······|······· +7`"),
        (14, "`−7 ·······|······● +7`"),
        (-9, "`−7 ●······|······· +7`"),
    ],
)
def test_mark_stands_at_the_points_and_no_further_than_the_ends(points: int, drawn: str) -> None:
    assert track(points, 7) == drawn


@pytest.mark.parametrize("limit", [5, 7, 11, 21])
def test_width_is_the_same_at_every_score_and_fits_a_phone(limit: int) -> None:
    widths = {len(track(points, limit)) for points in range(-limit - 9, limit + 10)}
    assert len(widths) == 1
    assert widths.pop() <= 25


def test_long_track_keeps_zero_for_zero_alone() -> None:
    assert track(1, 21) != track(0, 21)
    assert track(-1, 21) != track(0, 21)
    assert track(20, 21) == track(21, 21)


def test_signs() -> None:
    assert [signed(points) for points in (4, 0, -4)] == ["+4", "0", "−4"]
