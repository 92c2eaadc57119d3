"""Who leads, what may be played, who takes the trick."""

from __future__ import annotations

import pytest

from bot.games.bismarck.match import Bismarck
from bot.games.cards import card
from bot.games.game import Action, CardsPlayed, IllegalAction, TrickTaken
from bot.games.trick import Play, Taken
from tests.games.bismarck_referee import (
    asked,
    deal_of,
    deals_on,
    do,
    open_answers,
    start,
    tidy_deal,
    told,
)


def in_play(contract: str, **rules: str) -> Bismarck:
    match, _ = start(**rules).give(tidy_deal(0))
    return do(match, f"contract {contract}", "refuse")


def example(contract: str) -> Bismarck:
    """Forehand's left leads hearts; the next seat has none; forehand has the king."""
    deal = deal_of(
        0,
        "KH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH AD KD QD JD",
        "AH AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C 3S 4S",
        "2S 5S 6S 7S 8S 9S 10S JS QS KS AS 10D 9D 8D 7D 6D",
        "5D 4D 3D 2D",
    )
    match, _ = start().give(deal)
    return do(match, f"contract {contract}", "refuse", "play AH", "play 2S", "play KH")


def test_low_spade_takes_a_heart_trick_in_spader() -> None:
    assert example("spader").view(None).tricks == (0, 0, 1)
    assert asked(example("spader")).seat == 2


@pytest.mark.parametrize("contract", ["spel", "pass"])
def test_highest_of_the_suit_led_takes_it_without_trump(contract: str) -> None:
    assert example(contract).view(None).tricks == (0, 1, 0)
    assert asked(example(contract)).seat == 1


def test_left_of_forehand_leads() -> None:
    match = in_play("spel")
    assert asked(match).seat == 1
    assert len(open_answers(match)) == 16


def test_forehand_leads_where_the_table_has_it_so() -> None:
    match = in_play("spel", lead="forehand")
    assert asked(match).seat == 0


def test_play_runs_clockwise() -> None:
    match = do(in_play("spel"), "play JC")
    assert asked(match).seat == 2
    assert asked(do(match, "play 8C")).seat == 0


def test_suit_led_has_to_be_followed() -> None:
    match = do(in_play("spel"), "play 9C")
    assert open_answers(match) == ["play 8C", "play 7C", "play 6C", "play 5C"]
    with pytest.raises(IllegalAction) as refused:
        do(match, "play KD")
    assert (refused.value.code, refused.value.facts) == ("must_follow_suit", {"suit": "C"})


def test_without_the_suit_any_card_goes_and_no_trump_is_forced() -> None:
    deal = deal_of(
        0,
        "AS KS QS JS 10S 9S 8S 7S 6S 5S AC KC QC JC 10C 9C",
        "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H 2D 3D 4D",
        "AD KD QD JD 10D 9D 8D 7D 6D 5D 8C 7C 6C 5C 4C 2S",
        "3S 4S 2C 3C",
    )
    match, _ = start().give(deal)
    match = do(match, "contract spader", "refuse", "play AH")
    assert len(open_answers(match)) == 16
    match = do(match, "play 8C")
    assert len(open_answers(match)) == 16
    match = do(match, "play 5S")
    assert match.view(None).tricks == (1, 0, 0)


def test_trump_is_no_suit_led_by_itself() -> None:
    """A trump that is led is followed like any suit."""
    match = do(in_play("spader"), "play 4S")
    assert open_answers(match) == ["play 2S"]


def test_winner_leads_and_events_tell_it() -> None:
    match = do(in_play("spel"), "play JC", "play 8C")
    match, events = told(match, "play AC")
    assert events == (CardsPlayed(0, (card("AC"),)), TrickTaken(1, 0))
    assert asked(match).seat == 0
    view = match.view(None)
    assert view.trick == ()
    assert view.last_trick == Taken(
        (Play(1, card("JC")), Play(2, card("8C")), Play(0, card("AC"))), 0
    )


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (Action(1, "play"), "bad_arguments"),
        (Action(1, "play", ("JC", "10C")), "bad_arguments"),
        (Action(1, "play", ("jc",)), "bad_arguments"),
        (Action(1, "play", ("",)), "bad_arguments"),
        (Action(1, "play", ("11C",)), "bad_arguments"),
        (Action(1, "play", ("AS",)), "not_in_hand"),
        (Action(1, "play", ("LJ",)), "not_in_hand"),
        (Action(0, "play", ("AS",)), "not_your_turn"),
        (Action(7, "play", ("AS",)), "not_your_turn"),
        (Action(1, "take"), "not_now"),
        (Action(1, "discard", ("JC", "10C", "9C", "2D")), "not_now"),
        (Action(1, "trump", ("S",)), "not_now"),
        (Action(1, "contract", ("pass",)), "contract_settled"),
        (Action(1, "PLAY", ("JC",)), "unknown_verb"),
        (Action(1, "bid", ("4U",)), "unknown_verb"),
    ],
)
def test_bad_cards(action: Action, why: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        in_play("spel").act(action)
    assert refused.value.code == why


def test_card_cannot_be_played_twice() -> None:
    match = do(in_play("spel"), "play JC", "play 8C", "play AC")
    match = do(match, "play AS", "play 3S", "play 2S")
    with pytest.raises(IllegalAction) as refused:
        do(match, "play AS")
    assert refused.value.code == "not_in_hand"


def test_discarded_card_cannot_be_played() -> None:
    match, _ = start(lead="forehand").give(tidy_deal(0))
    match = do(match, "contract spel", "take", "discard AS KS QS JS")
    with pytest.raises(IllegalAction) as refused:
        do(match, "play AS")
    assert refused.value.code == "not_in_hand"


def test_hearts_may_be_led_at_any_time_in_no_hearts() -> None:
    match, _ = deals_on(start(length="estonian"), 6).give(tidy_deal(0))
    match = do(match, "contract no_hearts", "refuse")
    assert "play KH" in open_answers(match)
