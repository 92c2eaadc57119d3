"""Computers playing whole matches: who is asked, when, and that the same chance plays the same."""

from __future__ import annotations

from random import Random

import pytest

from bot.computers.player import LEVELS, Choice
from bot.computers.playing import NoChoice, Played, play_match
from bot.computers.random_player import RandomPlayer, random_action
from bot.computers.registry import PLAYERS, levels, strongest
from bot.games.fairness import Verdict, verify
from bot.games.game import Action, Decision, Game, Memory, Over, View
from bot.games.record import RecordedDeal, Step, replay
from bot.games.record.form import Record
from bot.games.registry import GAMES
from tests.games import toy


def played(game: Game, seed: int, rules: dict[str, object] | None = None) -> Played:
    """Return a match of random players."""
    players = [RandomPlayer()] * game.seats
    chosen = game.book.rules(rules)
    return play_match(game, chosen, players, Random(seed), Random(seed + 1000))


def unasked(game: Game, match: Played, rules: dict[str, object] | None = None) -> list[Step]:
    """Return the actions that were done out of turn."""
    now = game.new(game.book.rules(rules))
    found = []
    for number, recorded in enumerate(match.deals):
        now, _ = now.give(recorded.deal)
        for index, action in enumerate(recorded.actions):
            asked = now.decision()
            if not isinstance(asked, Decision) or asked.seat != action.seat:
                found.append(Step(number, index, action))
            now, _ = now.act(action)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_a_match_is_played_to_its_end_and_every_shuffle_is_proved(key: str) -> None:
    game = GAMES[key]
    match = played(game, 1)
    assert isinstance(match.match.decision(), Over)
    assert {verify(game, recorded) for recorded in match.deals} == {Verdict.FAIR}
    names = ("",) * game.seats
    again = replay(Record(game, match.match.rules, names, match.deals)).match
    assert again.results == match.match.results


@pytest.mark.parametrize("key", GAMES)
def test_the_same_chance_plays_the_same(key: str) -> None:
    assert played(GAMES[key], 3).deals == played(GAMES[key], 3).deals
    assert played(GAMES[key], 3).deals != played(GAMES[key], 4).deals


def test_the_cards_do_not_depend_on_who_plays() -> None:
    class First:
        """A player that does the first thing offered."""

        def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
            """Return the first action of the decision."""
            if view.decision is None:
                return None
            return Choice(view.decision.actions[0], "first")

    game = toy.GAME
    rules = game.book.rules()
    one = play_match(game, rules, [First()] * 2, Random(5), Random(6))
    two = play_match(game, rules, [RandomPlayer()] * 2, Random(5), Random(7))
    assert [deal.deal.hands for deal in one.deals] == [deal.deal.hands for deal in two.deals]


def test_31_is_declared_out_of_turn() -> None:
    found = [
        step for seed in range(6) for step in unasked(GAMES["bura"], played(GAMES["bura"], seed))
    ]
    assert found
    assert all(isinstance(step.entry, Action) and step.entry.verb == "declare" for step in found)


def test_revokes_are_claimed_and_cards_played_out_of_turn_where_that_is_penalised() -> None:
    rules: dict[str, object] = {"revokes": "penalised"}
    game = GAMES["biritch"]
    verbs = {
        step.entry.verb
        for seed in range(6)
        for step in unasked(game, played(game, seed, rules), rules)
        if isinstance(step.entry, Action)
    }
    assert verbs == {"claim_revoke", "play"}


def test_what_is_open_out_of_turn_is_offered_to_the_seats_in_order_after_every_action() -> None:
    asked: list[tuple[int, bool]] = []

    class Watcher:
        """A player that notes when it is asked, and never grumbles."""

        def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
            """Return the first card, if a card is asked for."""
            assert view.seat is not None
            asked.append((view.seat, view.decision is None))
            if view.decision is None:
                return None
            return Choice(view.decision.actions[0], "first")

    rules = toy.GAME.book.rules({"deals": 1})
    match = play_match(toy.GAME, rules, [Watcher()] * 2, Random(1), Random(1))
    winners = [taken.winner for taken in match.match.summary(1).tricks]
    grumblers = [1 - winner for winner in winners]
    assert [seat for seat, out_of_turn in asked if out_of_turn] == grumblers
    assert [out_of_turn for _, out_of_turn in asked] == [False, False, True, False, False, True]


def test_a_player_that_does_nothing_when_asked_is_an_error() -> None:
    class Asleep:
        """A player that never does anything."""

        def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
            """Return nothing."""
            return None

    with pytest.raises(NoChoice):
        play_match(toy.GAME, toy.GAME.book.rules(), [Asleep()] * 2, Random(1), Random(1))


def test_a_random_discard_is_any_combination() -> None:
    rules = toy.GAME.book.rules({"swap": "yes", "deals": 20})
    match = play_match(toy.GAME, rules, [RandomPlayer()] * 2, Random(1), Random(2))
    places = set()
    for recorded in match.deals:
        discard = recorded.actions[0]
        assert discard.verb == "discard"
        hand = [card.text for card in recorded.deal.hands[discard.seat]]
        places.add(hand.index(discard.args[0]))
    assert places == {0, 1}


def test_a_random_action_is_one_of_those_offered() -> None:
    actions = tuple(Action(0, verb) for verb in ("one", "two", "three"))
    chance = Random(1)
    found = {random_action(Decision(0, 0, "any", actions), chance) for _ in range(50)}
    assert found == set(actions)


@pytest.mark.parametrize("key", GAMES)
def test_levels_of_a_game(key: str) -> None:
    assert (key, "random") in PLAYERS
    known = levels(key)
    assert known[0] == "random"
    assert known[-1] == strongest(key)
    assert known[1:] == tuple(level for level in LEVELS if level in known)


def test_a_game_without_computers_is_played_at_random() -> None:
    assert strongest("no such game") == "random"


def test_recorded_deal_has_its_cut_between_two_cards() -> None:
    recorded: RecordedDeal = played(toy.GAME, 1).deals[0]
    assert recorded.fairness is not None
    assert 1 <= recorded.fairness.cut < len(toy.PACK)
