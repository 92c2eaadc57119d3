"""Records of whole matches, damaged at random: each is refused at its place, or still sound."""

from __future__ import annotations

import copy
from random import Random
from typing import Any, Final

import pytest

from bot.command_line.replay import report
from bot.games.game import Game
from bot.games.record import BadRecord, check, from_text, to_record, to_text
from bot.games.registry import GAMES
from tests.games import walks

STRANGE: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    3,
    4,
    1.0,
    1e308,
    float("inf"),
    10**300,
    "",
    "AS",
    "play",
    "pass",
    "1",
    "x" * 1000,
    "\ud800",
    [],
    {},
    [[]],
    [0, "play", "AS"],
    {"from": []},
)


def record_of(game: Game, chance: Random) -> dict[str, Any]:
    """Return the record of a match played at random, of at most three deals."""
    rules = walks.random_rules(game, chance)
    *_, last = walks.walk(game, rules, chance, 3)
    obj = from_text(to_text(to_record(game, rules, ["Player"] * game.seats, last.log)))
    assert isinstance(obj, dict)
    return obj


def damaged(obj: dict[str, Any], chance: Random) -> dict[str, Any]:
    """Return a record with one to three of its values replaced, left out, doubled or exchanged."""
    result = copy.deepcopy(obj)
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        _damage(result, chance)
    return result


def _damage(value: Any, chance: Random) -> None:
    """Damage something somewhere in a list or an object."""
    while True:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not places:
            return
        place = chance.choice(places)
        inner = value[place]
        if not isinstance(inner, list | dict) or not inner or chance.random() < 0.15:
            break
        value = inner
    what = chance.randrange(5)
    if what == 0:
        del value[place]
    elif what == 1 and isinstance(value, list):
        value.insert(place, inner)
    elif what == 2 and isinstance(value, list) and len(value) > 1:
        other = chance.randrange(len(value))
        value[place], value[other] = value[other], value[place]
    else:
        value[place] = copy.deepcopy(chance.choice(STRANGE))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("key", GAMES)
def test_a_damaged_record_is_refused_with_a_place_or_still_sound(key: str, seed: int) -> None:
    chance = Random(f"damaged {key} {seed}")
    obj = record_of(GAMES[key], chance)
    assert check(obj).to_json()["ok"] is True
    refused = 0
    for _ in range(60):
        bad = damaged(obj, chance)
        text, sound = report(bad)
        line = from_text(text)
        assert isinstance(line, dict)
        assert line["ok"] is sound
        if not sound:
            assert line["message"]
            check_place(bad, line["deal"], line["action"])
            refused += 1
    assert refused > 20


def check_place(obj: dict[str, Any], deal: int | None, action: int | None) -> None:
    """Check that a fault names a deal and an action that are there."""
    if deal is None:
        assert action is None
        return
    assert 0 <= deal < len(obj["deals"])
    if action is not None:
        assert 0 <= action < len(obj["deals"][deal]["actions"])


@pytest.mark.parametrize("key", GAMES)
def test_every_beginning_of_a_record_is_sound(key: str) -> None:
    obj = record_of(GAMES[key], Random(f"beginning {key}"))
    chance = Random(1)
    for number, deal in enumerate(obj["deals"]):
        lengths = range(len(deal["actions"]) + 1)
        for length in sorted(chance.sample(lengths, min(len(lengths), 12))):
            part = {**deal, "actions": deal["actions"][:length]}
            line = check({**obj, "deals": [*obj["deals"][:number], part]}).to_json()
            assert line["ok"] is True
            assert isinstance(line["deals"], list)
            assert len(line["deals"]) in (number, number + 1)


@pytest.mark.parametrize("key", GAMES)
def test_a_deal_begun_too_early_is_reported_without_an_action(key: str) -> None:
    obj = record_of(GAMES[key], Random(f"early {key}"))
    first = obj["deals"][0]
    chance = Random(2)
    for cut in (0, 1, chance.randrange(len(first["actions"]))):
        short = {**first, "actions": first["actions"][:cut]}
        with pytest.raises(BadRecord) as caught:
            check({**obj, "deals": [short, first]})
        assert (caught.value.deal, caught.value.action) == (1, None)
        assert caught.value.code == "deal_too_early", "one word for it in every game"
