"""Random matches under random house rules, compared step by step with a second opinion."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.registry import GAMES
from tests.games import bid_whist_referee, bura_referee
from tests.games.referee import follow
from tests.games.walks import random_rules


@pytest.mark.parametrize("seed", range(50))
def test_bid_whist_agrees_with_a_second_opinion(seed: int) -> None:
    game = GAMES["bid_whist"]
    rules = random_rules(game, Random(seed))
    assert follow(game, rules, bid_whist_referee.story, seed) > 50


@pytest.mark.parametrize("seed", range(100))
def test_bura_agrees_with_a_second_opinion(seed: int) -> None:
    game = GAMES["bura"]
    rules = random_rules(game, Random(seed))
    assert follow(game, rules, bura_referee.story, seed) > 0
