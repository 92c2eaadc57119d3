"""Finished matches under all kinds of house rules come to what they always came to."""

from __future__ import annotations

import json
from collections import defaultdict

import pytest

from bot.games.fairness import Verdict, verify
from bot.games.record import check, parse
from bot.games.registry import GAMES
from tests.fixtures.records.reading import lines


@pytest.mark.parametrize("key", GAMES)
def test_finished_matches_come_to_what_they_always_came_to(key: str) -> None:
    records, expected = lines(f"{key}.jsonl"), lines(f"{key}.expected.jsonl")
    assert len(records) >= 20
    assert len(records) == len(expected)
    for record, result in zip(records, expected, strict=True):
        found = check(record)
        assert found.over is not None
        assert json.loads(json.dumps(found.to_json())) == result


@pytest.mark.parametrize("key", GAMES)
def test_every_shuffle_of_the_finished_matches_is_proved(key: str) -> None:
    for line in lines(f"{key}.jsonl"):
        record = parse(line)
        assert {verify(record.game, deal) for deal in record.deals} == {Verdict.FAIR}


@pytest.mark.parametrize("key", GAMES)
def test_the_finished_matches_try_every_value_of_every_house_rule(key: str) -> None:
    tried: dict[str, set[str]] = defaultdict(set)
    for line in lines(f"{key}.jsonl"):
        for rule, value in parse(line).rules.items():
            tried[rule].add(value)
    for house_rule in GAMES[key].book.house_rules:
        assert tried[house_rule.key] >= set(house_rule.values), house_rule.key
        assert len(tried[house_rule.key]) > 1, house_rule.key
