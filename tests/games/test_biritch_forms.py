"""What every game keeps, in each form of Biritch with each way to revoke and to lay hands open."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Final

import pytest

from bot.games.biritch import GAME
from bot.games.game import Decision
from bot.games.registry import GAMES
from tests.games import properties, walks

CORNERS: Final = tuple(
    product(("classic", "auction", "auction_levels"), ("impossible", "penalised"), ("yes", "no"))
)
each_corner = pytest.mark.parametrize(("form", "revokes", "double_dummy"), CORNERS)


def moments(
    form: str, revokes: str, double_dummy: str, chance: Random, most: int
) -> Iterator[walks.Moment]:
    """Yield so many moments of rubbers whose other house rules are drawn."""
    left = most
    while left > 0:
        drawn = walks.random_rules(GAME, chance)
        given = {rule.key: drawn[rule.key] for rule in GAME.book.house_rules}
        given |= {"form": form, "revokes": revokes, "double_dummy": double_dummy}
        given["cut"] = chance.choice(("random", "ask"))
        for moment in islice(walks.walk(GAME, GAME.book.rules(given), chance, 200), left):
            left -= 1
            yield moment


@each_corner
def test_offers_refusals_cards_and_totals_hold(form: str, revokes: str, double_dummy: str) -> None:
    chance = Random(f"forms {form} {revokes} {double_dummy}")
    tried = refused = 0
    for moment in moments(form, revokes, double_dummy, chance, 400):
        if chance.random() < 0.1:
            properties.check_contract(moment)
            tried += properties.check_offers(moment, chance)
            refused += properties.check_refusals(moment, chance, 8)
            properties.check_cards(moment)
        if not isinstance(moment.match.decision(), Decision):
            properties.check_totals(moment.match)
            properties.check_deals_refused(moment, chance)
            properties.check_record(moment, GAMES)
    assert tried > 0
    assert refused > 0


@each_corner
def test_nothing_hidden_shows(form: str, revokes: str, double_dummy: str) -> None:
    chance = Random(f"hidden {form} {revokes} {double_dummy}")
    exchanged = 0
    for moment in moments(form, revokes, double_dummy, chance, 250):
        if chance.random() < 0.2:
            properties.check_events(moment)
        # Where all four hands lie open in play, something is hidden only before.
        if chance.random() < (0.1 if moment.match.view(None).trick else 0.5):
            seat = chance.choice(properties.everybody(GAME))
            exchanged += properties.check_hidden(moment, seat, chance, 6)
    assert exchanged > 0
