"""The level easy: it forgets and slips, but plays by the rules and wastes nothing on purpose."""

from __future__ import annotations

from random import Random

import pytest

from bot.computers.easy import REMEMBERED, SLIP, EasyPlayer, cards_beside, forget, groups_instead
from bot.computers.player import CARD_QUESTIONS, Choice
from bot.computers.playing import play_match
from bot.computers.registry import PLAYERS, RULES
from bot.games.cards import card
from bot.games.game import Action, Decision, Memory, NeedsDeal, Over, View
from bot.games.house_rules import Rules
from bot.games.registry import GAMES
from bot.games.shuffle import deal_from
from bot.games.trick import Play, Taken
from bot.locales import languages, words
from tests.games.walks import random_rules


def plays(*texts: str) -> list[Action]:
    """Return plays of seat 0."""
    return [Action(0, "play", tuple(text.split())) for text in texts]


def test_a_slip_is_the_card_next_above_or_below_in_the_suit() -> None:
    legal = plays("AS", "QS", "9S", "2S", "3H")
    assert cards_beside(legal[1], legal) == [legal[0], legal[2]]
    assert cards_beside(legal[3], legal) == [legal[2]]
    assert cards_beside(legal[4], legal) == []


def test_a_slip_with_groups_is_another_group_of_as_many() -> None:
    legal = plays("AS", "9S", "AS 9S", "6H 7H", "8D")
    assert groups_instead(legal[2], legal) == [legal[3]]
    assert groups_instead(legal[4], legal) == [legal[0], legal[1]]


def test_only_the_last_trick_is_remembered() -> None:
    tricks = tuple(Taken((Play(0, card(text)),), 0) for text in ("AS", "KS", "QS"))
    memory = Memory((card("AS"),), (Action(0, "name", ("H",)),), tricks)
    assert forget(memory) == Memory((card("AS"),), (), tricks[-REMEMBERED:])


def decisions(key: str, rules: Rules, chance: Random, most: int) -> list[tuple[View, Memory]]:
    """Return what a match of easy computers is asked, so many questions at most."""
    game = GAMES[key]
    match = game.new(rules)
    found: list[tuple[View, Memory]] = []
    while len(found) < most:
        now = match.decision()
        if isinstance(now, Over):
            break
        if isinstance(now, NeedsDeal):
            dealer = chance.randrange(game.seats) if now.dealer is None else now.dealer
            match, _ = match.give(deal_from(game, dealer, chance.randbytes(32), 9))
            continue
        asked = match.view(now.player), match.memory(now.player)
        found.append(asked)
        choice = PLAYERS[key, "easy"].choose(*asked, chance)
        assert choice is not None
        match, _ = match.act(choice.action)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_same_chance_gives_the_same_choice(key: str) -> None:
    player = PLAYERS[key, "easy"]
    for view, memory in decisions(key, GAMES[key].book.rules(), Random(3), 60):
        assert player.choose(view, memory, Random(5)) == player.choose(view, memory, Random(5))


@pytest.mark.parametrize("key", GAMES)
def test_slips_as_often_as_it_says_and_only_with_cards(key: str) -> None:
    asked = decisions(key, GAMES[key].book.rules(), Random(1), 400)
    slips = cards = 0
    for number, (view, memory) in enumerate(asked):
        choice = PLAYERS[key, "easy"].choose(view, memory, Random(number))
        assert choice is not None
        assert view.decision is not None
        cards += view.decision.question in CARD_QUESTIONS
        if choice.reason == "slip":
            slips += 1
            assert view.decision.question in CARD_QUESTIONS
    assert 0 < slips <= 1.2 * SLIP * cards


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_plays_whole_matches_under_any_house_rules(key: str, seed: int) -> None:
    game = GAMES[key]
    chance = Random(seed)
    players = [PLAYERS[key, "easy"]] * game.seats
    match = play_match(game, random_rules(game, chance), players, chance, Random(seed)).match
    assert isinstance(match.decision(), Over)


def test_never_revokes_where_it_could() -> None:
    rules = GAMES["biritch"].book.rules({"revokes": "penalised"})
    for view, memory in decisions("biritch", rules, Random(2), 150):
        choice = PLAYERS["biritch", "easy"].choose(view, memory, Random(1))
        assert choice is not None
        led = view.trick[0].card.suit if view.trick else None
        hand = view.hand
        if choice.action.verb == "play" and choice.action.seat == view.seat and led is not None:
            played = card(choice.action.args[0])
            assert played.suit is led or not any(one.suit is led for one in hand)


def test_lets_the_moment_pass_where_nothing_is_asked() -> None:
    match = GAMES["biritch"].new(GAMES["biritch"].book.rules())
    assert PLAYERS["biritch", "easy"].choose(match.view(0), match.memory(0), Random(0)) is None


def test_what_is_not_a_card_is_done_as_the_rules_say() -> None:
    class Named:
        """A player whose choice is known."""

        def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
            """Return a naming."""
            return Choice(Action(0, "name", ("H",)), "named")

    game = GAMES["biritch"]
    match, _ = game.new(game.book.rules()).give(deal_from(game, 0, bytes(32), 9))
    assert isinstance(match.decision(), Decision)
    for seed in range(20):
        found = EasyPlayer(Named()).choose(match.view(0), match.memory(0), Random(seed))
        assert found == Choice(Action(0, "name", ("H",)), "named")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", GAMES)
def test_a_slip_is_owned_up_to(key: str, language: str) -> None:
    assert words(language).has(f"why.{key}.slip")


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_it(key: str) -> None:
    assert isinstance(PLAYERS[key, "easy"], EasyPlayer)
    assert PLAYERS[key, "normal"] is RULES[key]
