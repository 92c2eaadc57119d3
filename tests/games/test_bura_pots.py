"""Antes, pots, balances, who deals, and when the match is over (rules: Next deal)."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.bura import GAME, BuraMatch
from bot.games.bura.events import AntePaid
from bot.games.bura.match import new
from bot.games.bura.pot import How, Outcome, leaders, settle
from bot.games.game import MatchOver, NeedsDeal, WrongDeal
from tests.games.bura_table import (
    action,
    asked,
    deal,
    do,
    offered,
    refused,
    shuffled_deal,
    start,
)

BURA_0 = ("10H 8H 6H", "KS 8S 6C")
BURA_1 = ("KS 8S 6C", "10H 8H 6H")


@pytest.mark.parametrize(
    ("how", "by", "stake", "opened", "false_call_wins", "changes", "pot", "winner"),
    [
        (How.DECLARED, 0, 2, True, False, (1, -1), 0, 0),
        (How.DECLARED, 1, 8, False, False, (0, 8), 0, 1),
        (How.BURA, 1, 4, False, False, (0, 4), 0, 1),
        (How.FALSE_CALL, 0, 2, True, False, (-3, -1), 4, None),
        (How.FALSE_CALL, 0, 4, False, False, (-4, 0), 8, None),
        (How.FALSE_CALL, 1, 2, True, True, (1, -1), 0, 0),
        (How.FALSE_CALL, 1, 6, False, True, (6, 0), 0, 0),
        (How.VOID, None, 2, True, False, (-2, -2), 4, None),
        (How.VOID, None, 6, False, False, (-1, -1), 8, None),
    ],
)
def test_what_an_ending_does_to_the_pot(
    how: How,
    by: int | None,
    stake: int,
    opened: bool,
    false_call_wins: bool,
    changes: tuple[int, int],
    pot: int,
    winner: int | None,
) -> None:
    done = settle(how, by, (20, 40), stake, opened=opened, false_call_wins=false_call_wins)
    assert done == Outcome(how, by, winner, (20, 40), opened, stake, pot, changes)
    paid = 2 if opened else 0
    assert sum(changes) + pot == stake - paid


def test_before_any_deal_nothing_is_paid() -> None:
    match = new(GAME.book.rules())
    assert (match.totals, match.pot, match.decision()) == ((0, 0), 0, NeedsDeal(None))
    assert refused(match, "0 play KS") == "deal_needed"


def test_the_first_deal_pays_the_ante_and_either_may_deal() -> None:
    for dealer in (0, 1):
        match, events = new(GAME.book.rules()).give(deal("KS 8S 6C", "AS 7H 7C", dealer=dealer))
        assert (match.totals, match.pot) == ((-1, -1), 2)
        assert AntePaid(1, 2) in events
        assert asked(match) == f"{1 - dealer} lead"


def test_a_won_pot_takes_a_new_ante_with_the_next_deal() -> None:
    match = do(start(deal(*BURA_0)), "0 announce bura")
    assert (match.totals, match.pot, match.pots_won) == ((1, -1), 0, 1)
    match, events = match.give(deal(*BURA_0, dealer=0))
    assert (match.totals, match.pot) == ((0, -2), 2)
    assert AntePaid(1, 2) in events


def test_the_right_dealer_is_required() -> None:
    match = do(start(deal(*BURA_0)), "0 announce bura")
    with pytest.raises(WrongDeal) as caught:
        match.give(deal(*BURA_0, dealer=1))
    assert caught.value.code == "wrong_dealer"


def void_deal(match: BuraMatch) -> BuraMatch:
    """Play the open deal to its end without a declaration or an announcement."""
    deals = len(match.results)
    while len(match.results) == deals:
        texts = offered(match)
        match = do(match, f"{asked(match)[0]} {'pass' if 'pass' in texts else texts[0]}")
    return match


def test_a_void_deal_adds_a_token_each_and_the_same_dealer_deals_again() -> None:
    match = void_deal(start(shuffled_deal(Random(1), 1)))
    first = match.results[0].to_json()
    assert (first["scores"], first["pot"]) == ([-2, -2], 4)
    assert (match.totals, match.pot, asked(match)) == ((-2, -2), 4, "deal 1")
    match, events = match.give(shuffled_deal(Random(2), 1))
    assert (match.totals, match.pot) == ((-2, -2), 4)
    assert not [event for event in events if isinstance(event, AntePaid)]
    match = void_deal(match)
    second = match.results[1].to_json()
    assert (second["scores"], second["pot"]) == ([-1, -1], 6)
    assert (match.totals, match.pot, asked(match)) == ((-3, -3), 6, "deal 1")
    assert match.summary(2).outcome.how is How.VOID
    match, _ = match.give(deal(*BURA_0))
    match = do(match, "0 announce bura")
    assert (match.totals, match.pot, asked(match)) == ((3, -3), 0, "deal 0")


@pytest.mark.parametrize("length", [1, 3, 5, 7, 11])
def test_the_match_ends_when_the_last_pot_is_won(length: int) -> None:
    match = new(GAME.book.rules({"length": length}))
    for number in range(length):
        assert asked(match) == ("deal None" if number == 0 else "deal 0")
        match, _ = match.give(deal(*BURA_0, dealer=0))
        match, events = match.act(action("0 announce bura"))
    assert events[-1] == MatchOver((0,))
    assert asked(match) == "over 0"
    # No ante for a pot that is not played.
    assert (match.totals, match.pot) == ((length, -length), 0)
    assert refused(match, "0 declare") == "match_over"
    with pytest.raises(WrongDeal) as caught:
        match.give(deal(*BURA_0, dealer=0))
    assert caught.value.code == "match_over"


def test_a_false_call_that_gives_the_pot_away_counts_as_a_pot_won() -> None:
    given = deal("KS 8S 6C", "AS 7H 7C")
    match = start(given, {"length": 1, "false_call": "opponent_wins"})
    match = do(match, "0 play KS 8S", "1 play AS 7H", "1 declare")
    assert asked(match) == "over 0"


def test_an_automatic_bura_can_end_the_match_on_the_deal() -> None:
    match, events = new(GAME.book.rules({"length": 1, "bura": "automatic"})).give(deal(*BURA_1))
    assert events[-1] == MatchOver((1,))
    assert asked(match) == "over 1"


def test_false_calls_double_again_and_again() -> None:
    match = new(GAME.book.rules())
    pots = []
    for _ in range(4):
        match, _events = match.give(deal("KS 8S 6C", "AS 7H 7C", dealer=1))
        match = do(match, "0 play KS 8S", "1 play AS 7H", "1 declare")
        pots.append(match.pot)
    assert pots == [4, 8, 16, 32]
    assert match.totals == (-1, -31)


def test_equal_balances_are_a_draw() -> None:
    assert leaders((3, 3)) == (0, 1)
    assert leaders((3, -3)) == (0,)
    assert leaders((-3, 3)) == (1,)
    # A void deal makes the first pot worth two tokens of each; two more pots even that out.
    match = void_deal(start(shuffled_deal(Random(1), 1), {"length": 3}))
    for seat, hands in ((0, BURA_0), (1, BURA_1), (1, BURA_1)):
        now = match.decision()
        assert isinstance(now, NeedsDeal)
        assert now.dealer is not None
        match, _ = match.give(deal(*hands, dealer=now.dealer))
        match = do(match, f"{seat} announce bura")
    assert (match.totals, match.pot) == ((0, 0), 0)
    assert asked(match) == "over 0 1"
    assert match.view(None).winners == (0, 1)
