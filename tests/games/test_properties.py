"""What every game keeps under all house rules: matches played at random, looked at as they go."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final, Self

import pytest

from bot.games.game import (
    Action,
    CardsPlayed,
    Decision,
    Event,
    IllegalAction,
    NeedsDeal,
    Over,
    View,
)
from bot.games.house_rules import Rules, RulesError
from bot.games.registry import GAMES
from tests.games import properties, toy, walks

SEEDS: Final = range(6)
MOST_DEALS: Final = 3000
"""More than any match of the seeds takes; Bura can go on long without a right declaration."""


each_game = pytest.mark.parametrize("key", GAMES)
each_match = pytest.mark.parametrize("seed", SEEDS)


def rules(key: str, seed: int, chance: Random) -> Rules:
    """Return the defaults for the first seed, else house rules at random."""
    game = GAMES[key]
    return walks.random_rules(game, chance) if seed else game.book.rules()


def moments(key: str, chance: Random, seed: int, most: int) -> Iterator[walks.Moment]:
    """Yield so many moments, of one match after another, each with house rules of its own."""
    left = most
    while left > 0:
        walk = walks.walk(GAMES[key], rules(key, seed, chance), chance, MOST_DEALS)
        for moment in islice(walk, left):
            left -= 1
            yield moment


@each_game
@each_match
def test_a_match_ends_and_its_log_leads_to_the_same_match(key: str, seed: int) -> None:
    chance = Random(f"ends {key} {seed}")
    last = None
    for last in walks.walk(GAMES[key], rules(key, seed, chance), chance, MOST_DEALS):
        if chance.random() < 0.005 and len(last.log) < 30:
            properties.check_record(last, GAMES)
    assert last is not None
    now = last.match.decision()
    assert isinstance(now, Over)
    assert now.winners
    assert tuple(sorted(now.winners)) == now.winners
    properties.check_record(last, GAMES)


@each_game
@each_match
def test_views_and_decisions_agree_and_what_is_offered_is_accepted(key: str, seed: int) -> None:
    chance = Random(f"offers {key} {seed}")
    tried = 0
    for moment in moments(key, chance, seed, 800):
        if chance.random() < 0.1:
            properties.check_contract(moment)
            tried += properties.check_offers(moment, chance)
        if chance.random() < 0.02:
            properties.check_values(moment)
    assert tried > 0


@each_game
@each_match
def test_cards_are_conserved_and_totals_are_the_sums_of_the_deals(key: str, seed: int) -> None:
    chance = Random(f"conserved {key} {seed}")
    looked = finished = 0
    for moment in moments(key, chance, seed, 1200):
        match = moment.match
        if chance.random() < 0.1:
            properties.check_cards(moment)
        finished = min(finished, len(match.results))
        if not isinstance(match.decision(), Decision):
            properties.check_totals(match)
            for number in range(finished + 1, len(match.results) + 1):
                summary = match.summary(number)
                assert summary.number == number
                assert summary.result == match.results[number - 1]
                assert summary.deal == moment.log[number - 1].deal
                if summary.tricks:
                    properties.check_summary(GAMES[key], summary)
                finished = number
                looked += 1
    assert looked > 0


@each_game
@each_match
def test_what_is_not_offered_is_refused_with_a_code_and_changes_nothing(
    key: str, seed: int
) -> None:
    chance = Random(f"refused {key} {seed}")
    refused = 0
    for moment in moments(key, chance, seed, 800):
        if chance.random() < 0.1:
            refused += properties.check_refusals(moment, chance, 12)
        if chance.random() < 0.05 or not isinstance(moment.match.decision(), Decision):
            properties.check_deals_refused(moment, chance)
    assert refused > 0


@each_game
@each_match
def test_a_view_does_not_depend_on_cards_that_its_seat_has_not_seen(key: str, seed: int) -> None:
    chance = Random(f"hidden {key} {seed}")
    exchanged = 0
    for moment in moments(key, chance, seed, 600):
        if chance.random() < 0.2:
            properties.check_events(moment)
        if chance.random() < 0.07:
            seat = chance.choice(properties.everybody(moment.game))
            exchanged += properties.check_hidden(moment, seat, chance, 6)
    assert exchanged > 0


@each_game
def test_summaries_are_numbered_from_one(key: str) -> None:
    chance = Random(1)
    *_, last = walks.walk(GAMES[key], rules(key, 0, chance), chance, MOST_DEALS)
    match = last.match
    for number in (0, -1, len(match.results) + 1):
        with pytest.raises(IndexError):
            match.summary(number)


@each_game
def test_a_new_match_waits_for_a_deal_by_anybody(key: str) -> None:
    game = GAMES[key]
    match = game.new(game.book.rules())
    assert match.decision() == NeedsDeal(None)
    assert match.others() == {}
    for dealer in range(game.seats):
        after, _ = match.give(walks.random_deal(game, NeedsDeal(dealer), Random(dealer)))
        assert after.view(None).dealer == dealer


@each_game
def test_every_house_rule_takes_its_values_and_no_other(key: str) -> None:
    game = GAMES[key]
    keys = [rule.key for rule in game.book.house_rules]
    assert len(set(keys)) == len(keys)
    assert "cut" in keys
    assert "preset" not in keys
    assert game.book.preset("document") == game.book.rules()
    for rule in game.book.house_rules:
        for value in rule.values or (rule.low, rule.high):
            game.new(game.book.rules({rule.key: value}))
        assert game.book.rules({rule.key: rule.default}) == game.book.rules()
        with pytest.raises(RulesError):
            game.book.rules({rule.key: "no such value"})
    for name in game.book.presets:
        assert game.book.name_of(game.book.preset(name)) == name


# The checks themselves: each finds the fault that it is there for.


@dataclass(frozen=True, slots=True)
class Peeping(toy.Toy):
    """A game whose view shows the stock's first card as the last trick."""

    def view(self, seat: int | None) -> View:
        """Return too much."""
        view = toy.Toy.view(self, seat)
        stock = self.deals[-1].stock if self.deals else ()
        return replace(view, totals=tuple(card.index for card in stock))


@dataclass(frozen=True, slots=True)
class Lax(toy.Toy):
    """A game that takes every card of the pack as played."""

    def act(self, action: Action) -> tuple[Self, tuple[Event, ...]]:
        """Return the match unchanged where the card is not in the hand."""
        try:
            return toy.Toy.act(self, action)
        except IllegalAction as refusal:
            if refusal.code == "not_in_hand":
                return self, ()
            raise


@dataclass(frozen=True, slots=True)
class Talking(toy.Toy):
    """A game that tells everybody the other hand when a card is played."""

    def act(self, action: Action) -> tuple[Self, tuple[Event, ...]]:
        """Return an event with cards that stay in a hand."""
        after, events = toy.Toy.act(self, action)
        return after, (*events, CardsPlayed(1, self.hands[1]))


def looked_at(kind: type[toy.Toy], check: Callable[[walks.Moment, Random], object]) -> None:
    """Run a check over a whole match of a kind of the toy game."""
    game = replace(toy.GAME, new=kind)
    chance = Random(1)
    rules = game.book.rules({"deals": 20})
    for moment in walks.walk(game, rules, chance, MOST_DEALS):
        check(moment, chance)


FAULTS: Final[Sequence[tuple[type[toy.Toy], Callable[[walks.Moment, Random], object]]]] = (
    (Peeping, lambda moment, chance: properties.check_hidden(moment, 0, chance, 10)),
    (Peeping, lambda moment, _: properties.check_contract(moment)),
    (Lax, lambda moment, chance: properties.check_refusals(moment, chance, 20)),
    (Talking, lambda moment, _: properties.check_events(moment)),
)


@pytest.mark.parametrize(("kind", "check"), FAULTS)
def test_a_fault_is_found(
    kind: type[toy.Toy], check: Callable[[walks.Moment, Random], object]
) -> None:
    looked_at(toy.Toy, check)
    with pytest.raises(AssertionError):
        looked_at(kind, check)
