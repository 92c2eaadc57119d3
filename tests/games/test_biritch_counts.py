"""Reference counts: how many ways Biritch can go on from fixed deals."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from bot.games.biritch import GAME
from tests.games.perft import profile, start

Actions = tuple[tuple[int, str, *tuple[str, ...]], ...]

PLAY: Actions = ((0, "name", "H"), (1, "pass"), (3, "pass"))


@pytest.mark.parametrize(
    ("rules", "seed", "actions", "expected"),
    [
        ({}, 1, (), [6, 15, 30, 170]),
        ({"doubling": "cap_100"}, 1, ((0, "name", "NT"),), [2, 4, 19, 76, 293, 899, 5770]),
        ({"form": "auction"}, 2, (), [6, 22, 64, 185, 595, 1898]),
        ({"form": "auction_levels", "auction_order": "value"}, 2, (), [36, 667, 8474]),
        ({}, 1, PLAY, [13, 42, 138, 346, 4152]),
        ({}, 2, PLAY, [13, 42, 82, 270, 3240]),
        ({}, 3, PLAY, [13, 44, 140, 336, 4032]),
        ({"revokes": "penalised"}, 3, PLAY, [55, 3012]),
        ({"double_dummy": "yes", "dummy": "after_lead"}, 3, PLAY, [13, 44, 140, 336]),
    ],
)
def test_reference_counts(
    rules: Mapping[str, object], seed: int, actions: Actions, expected: list[int]
) -> None:
    match = start(GAME, rules, seed=seed, actions=actions)
    assert profile(match, len(expected)) == expected
