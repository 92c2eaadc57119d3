"""Reference counts from fixed deals: a rule of legality cannot change without being seen here.

Each list says how many sequences of one, two, three … actions there are. Where a number changes,
the rules have changed: find out which one before writing the new number down.
"""

from __future__ import annotations

from typing import Final

import pytest

from bot.games.registry import GAMES
from tests.games import toy
from tests.games.perft import branches, count, profile, start

COUNTS: Final[dict[tuple[str, str, int], list[int]]] = {
    ("biritch", "", 0): [6, 15, 30, 170, 715, 2415, 6520],
    ("biritch", "form=auction doubling=unlimited", 1): [6, 22, 64, 174, 480, 1404, 4201],
    ("biritch", "form=auction_levels revokes=penalised", 2): [36, 667, 8474],
    ("bid_whist", "", 0): [21, 221, 1561, 8360],
    ("bid_whist", "rounds=open ties=dealer_may_equal nt_direction=when_naming", 1): [
        16,
        131,
        736,
        4370,
    ],
    ("bismarck", "", 0): [4, 8, 62, 425, 1586],
    ("bismarck", "length=estonian valfri=suit_or_nt kitty=compulsory", 1): [2, 32, 120, 432],
    ("bura", "", 0): [4, 12, 36, 66, 135, 391, 763, 1585],
    ("bura", "declare=leader_only losing_replies=hidden", 1): [4, 12, 24, 48, 144, 305, 667],
}


@pytest.mark.parametrize(("game", "rules", "seed"), COUNTS)
def test_number_of_ways_to_go_on(game: str, rules: str, seed: int) -> None:
    given = dict(word.split("=") for word in rules.split())
    match = start(GAMES[game], given, seed=seed, dealer=seed)
    expected = COUNTS[game, rules, seed]
    assert profile(match, len(expected)) == expected


def test_counting_follows_actions_out_of_turn_and_two_of_the_discards() -> None:
    # Two cards to lead, one of two to reply with; then a grumble, or the last trick.
    assert profile(start(toy.GAME), 2) == [2, 4]
    assert count(start(toy.GAME), 3) == 4 * 2
    assert count(start(toy.GAME, {"swap": "yes"}), 1) == 2


def test_a_count_can_start_after_some_actions() -> None:
    match = start(toy.GAME)
    lead = next(branches(match))
    after = start(toy.GAME, actions=[(lead.seat, lead.verb, *lead.args)])
    assert count(after, 1) == 2
