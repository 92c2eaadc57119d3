"""Claims: what is certain, and how the cards can fall as everybody agreed."""

from __future__ import annotations

from random import Random

import pytest

from bot.games import claims
from bot.games.cards import PACK_52, cards
from bot.games.game import Action, Deal, Decision, Match, NeedsDeal, Over
from bot.games.registry import GAMES

CLAIMED = [key for key, game in GAMES.items() if game.claims]

TRIES = 50
"""More deals than it takes until one comes to where something can be claimed."""


def in_play(key: str, chance: Random, cards_left: int) -> Match:
    """Return a match in its first deal with so many cards in hand, which can be claimed."""
    game = GAMES[key]
    for _ in range(TRIES):
        match = game.new(game.book.rules())
        pack = list(game.pack)
        chance.shuffle(pack)
        match, _ = match.give(game.lay_out(0, pack))
        while isinstance(decision := match.decision(), Decision):
            if sum(match.view(None).counts) == cards_left and claims.claimable(game, match):
                return match
            match, _ = match.act(_anything(decision, chance))
    raise AssertionError(f"nothing can be claimed in {key} where {cards_left} cards are left")


def _anything(decision: Decision, chance: Random) -> Action:
    discard = decision.discard
    if discard is not None and not decision.actions:
        some = chance.sample(discard.cards, discard.count)
        return Action(decision.seat, discard.verb, tuple(one.text for one in some))
    return chance.choice(decision.actions)


def won_from_here(before: Match, after: Match, key: str) -> tuple[int, ...]:
    """Return how many tricks each side took between two moments of a deal."""
    game = GAMES[key]
    counts = [0] * len(game.sides)
    tricks = after.summary(1).tricks
    done = len(tricks) - claims.left(before)
    for taken in tricks[done:]:
        counts[game.side_of(taken.winner)] += 1
    return tuple(counts)


@pytest.mark.parametrize("key", CLAIMED)
@pytest.mark.parametrize("seed", range(4))
def test_a_line_is_legal_and_gives_what_was_agreed(key: str, seed: int) -> None:
    chance = Random(seed)
    game = GAMES[key]
    match = in_play(key, chance, 6 * game.seats - chance.randrange(2 * game.seats))
    found = 0
    for shares in claims.possible(game, match):
        line = claims.line(game, match, shares)
        if line is None:
            continue
        found += 1
        after = match
        for action in line:
            after, _ = after.act(action)
        assert isinstance(after.decision(), NeedsDeal | Over)
        assert won_from_here(match, after, key) == shares
    assert found or len(game.sides) > 2


@pytest.mark.parametrize("key", CLAIMED)
def test_the_last_trick_can_go_to_one_side_only(key: str) -> None:
    game = GAMES[key]
    match = in_play(key, Random(1), game.seats)
    possible = [
        shares
        for shares in claims.possible(game, match)
        if claims.line(game, match, shares) is not None
    ]
    assert len(possible) == 1


@pytest.mark.parametrize("key", CLAIMED)
def test_what_really_happened_could_have_been_claimed(key: str) -> None:
    game = GAMES[key]
    for seed in range(3):
        chance = Random(seed)
        match = in_play(key, chance, 5 * game.seats)
        after = match
        while isinstance(decision := after.decision(), Decision):
            after, _ = after.act(_anything(decision, chance))
        shares = won_from_here(match, after, key)
        if shares in claims.possible(game, match):
            assert claims.line(game, match, shares) is not None


def hands_of(*some: str) -> Deal:
    """Return a deal of Biritch by South with these cards; the rest goes round as it comes."""
    hands = [list(cards(text)) for text in some]
    left = [one for one in PACK_52 if all(one not in hand for hand in hands)]
    for hand in hands:
        while len(hand) < 13:
            hand.append(left.pop())
    return Deal(0, tuple(tuple(hand) for hand in hands))


def at_no_trump(deal: Deal) -> Match:
    """Return Biritch at no trump, West to lead."""
    game = GAMES["biritch"]
    match, _ = game.new(game.book.rules()).give(deal)
    match, _ = match.act(Action(0, "name", ("NT",)))
    while not claims.playing(match):
        decision = match.decision()
        assert isinstance(decision, Decision)
        match, _ = match.act(next(one for one in decision.actions if one.verb == "pass"))
    return match


def test_who_leads_nothing_but_winners_can_see_it() -> None:
    west = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"
    match = at_no_trump(hands_of("", west, "", ""))
    game = GAMES["biritch"]
    assert claims.certain(game, match, 1)
    assert not claims.certain(game, match, 3)
    assert claims.line(game, match, (0, 13)) is not None
    assert claims.line(game, match, (1, 12)) is None


def test_a_gap_in_the_suit_is_not_certain() -> None:
    west = "AS KS QS JS 9S 8S 7S 6S 5S 4S 3S AH AD"
    match = at_no_trump(hands_of("10S 2S", west, "", ""))
    assert claims.certain(GAMES["biritch"], match, 1), "the ten falls under the ace"
    west = "AS KS QS JS 9S AH KH QH AD KD QD AC KC"
    match = at_no_trump(hands_of("10S 8S 7S 6S 5S", west, "", ""))
    assert not claims.certain(GAMES["biritch"], match, 1)


def test_only_the_last_trick_plays_itself() -> None:
    match = in_play("bid_whist", Random(3), 4)
    assert claims.forced(match) is not None
    match = in_play("bid_whist", Random(3), 8)
    assert claims.forced(match) is None


@pytest.mark.parametrize("key", CLAIMED)
def test_who_sees_the_cards_may_tell_what_a_hand_takes_for_certain(key: str) -> None:
    game = GAMES[key]
    found = 0
    for seed in range(8):
        match = in_play(key, Random(seed), 3 * game.seats)
        decision = match.decision()
        assert isinstance(decision, Decision)
        hand = match.view(decision.seat).hand
        found += claims.sure(game, match, decision.player, hand)
    assert found, f"Game.ranking of {key} never tells which card beats which"


def test_dummy_decides_nothing() -> None:
    match = at_no_trump(hands_of("", "", "", ""))
    assert claims.silent(GAMES["biritch"], match) == 2


def test_there_is_nothing_to_claim_in_bura() -> None:
    game = GAMES["bura"]
    match, _ = game.new(game.book.rules()).give(game.lay_out(0, game.pack))
    assert not claims.claimable(game, match)


def test_of_three_sides_one_gets_all_that_is_left() -> None:
    match = in_play("bismarck", Random(1), 9)
    assert claims.possible(GAMES["bismarck"], match) == ((3, 0, 0), (0, 3, 0), (0, 0, 3))
