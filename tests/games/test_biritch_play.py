"""Dummy, leads, following suit and taking tricks."""

from __future__ import annotations

from bot.games.biritch.events import DummyDown, PlayBegun
from bot.games.cards import card
from bot.games.game import CardsPlayed, Decision, TrickTaken
from tests.games.biritch_table import (
    FOUR_SUITS,
    asked,
    deal,
    do,
    in_play,
    offered,
    play_out,
    refused,
    settle,
    start,
    suit,
    told,
)

# South declares; West leads, North is dummy. Each holds something of most suits.
SOUTH = f"{suit('S', 'A 4 3')} {suit('H', '2 3 4')} {suit('D', 'A K Q J')} {suit('C', '2 3 4')}"
WEST = f"{suit('S', 'K 5 6')} {suit('H', 'A 5 6')} {suit('D', '2 3 4')} {suit('C', 'A K 5 6')}"
NORTH = f"{suit('S', '7 8 9')} {suit('H', 'K Q 7 8')} {suit('D', '5 6 7')} {suit('C', '7 8 9')}"
DEAL = deal(SOUTH, WEST, NORTH, dealer=0)


def test_left_of_declarer_leads_and_the_winner_leads_on() -> None:
    rubber = settle(do(start(DEAL), "0 name H"))
    assert asked(rubber) == "1 play"
    assert len(offered(rubber)) == 13
    assert told(rubber, "1 play KS") == (CardsPlayed(1, (card("KS"),)),)
    rubber = do(rubber, "1 play KS", "2 play 9S", "3 play QS")
    assert told(rubber, "0 play AS") == (CardsPlayed(0, (card("AS"),)), TrickTaken(1, 0))
    rubber = do(rubber, "0 play AS")
    assert asked(rubber) == "0 play"
    assert rubber.view(None).tricks == (1, 0)
    assert rubber.view(None).trick == ()


def test_declarer_decides_for_dummy_and_dummy_for_nothing() -> None:
    rubber = do(settle(do(start(DEAL), "0 name H")), "1 play KS")
    now = rubber.decision()
    assert isinstance(now, Decision)
    assert (now.seat, now.player) == (2, 0)
    assert rubber.view(0).decision == now
    dummy = rubber.view(2)
    assert (dummy.decision, dummy.others) == (None, ())
    assert dummy.asked is not None
    assert dummy.asked.player == 0


def test_partner_plays_dummy_where_the_namer_declares() -> None:
    rules = {"declarer_when_left": "namer"}
    rubber = settle(do(start(DEAL, rules), "0 leave", "2 name H"))
    assert asked(rubber) == "3 play"
    now = do(rubber, "3 play QS").decision()
    assert isinstance(now, Decision)
    assert (now.seat, now.player) == (0, 2)


def test_declarer_plays_from_the_hand_that_is_on_turn() -> None:
    rubber = do(settle(do(start(DEAL), "0 name H")), "1 play KS")
    assert refused(rubber, "0 play AS") == "play_from_dummy"
    assert refused(rubber, "3 play QS") == "not_your_turn"
    assert refused(rubber, "9 play QS") == "not_your_turn"
    rubber = do(rubber, "2 play 9S", "3 play QS")
    assert refused(rubber, "2 play 8S") == "play_from_own_hand"
    rubber = do(rubber, "0 play AS")
    assert refused(rubber, "2 play KH") == "play_from_own_hand"


def test_suit_is_followed_and_who_has_none_may_play_anything() -> None:
    rubber = do(settle(do(start(DEAL), "0 name H")), "1 play 2D", "2 play 5D", "3 play 8D")
    assert offered(rubber) == ["play AD", "play KD", "play QD", "play JD"]
    assert refused(rubber, "0 play 2H") == "must_follow_suit"
    hands = deal(*FOUR_SUITS, dealer=0)
    rubber = do(settle(do(start(hands), "0 name D")), "1 play AH")
    assert len(offered(rubber)) == 13
    rubber = do(rubber, "2 play 2D", "3 play AC", "0 play AS")
    assert asked(rubber) == "2 play"


def test_cards_that_cannot_be_played() -> None:
    rubber = settle(do(start(DEAL), "0 name H"))
    assert refused(rubber, "1 play AS") == "not_in_hand"
    assert refused(rubber, "1 play BJ") == "not_in_hand"
    for text in ("1 play", "1 play ks", "1 play KX", "1 play KS 5S"):
        assert refused(rubber, text) == "bad_arguments"
    assert refused(rubber, "1 claim_revoke") == "no_claims"
    assert refused(rubber, "1 pass") == "not_now"
    rubber = do(rubber, "1 play KS")
    assert refused(rubber, "1 play 5S") == "not_your_turn"


def test_highest_trump_wins_over_the_ace_of_the_suit_led() -> None:
    south = f"2H {suit('D', 'A K Q J 10 9 8 7 6 5 4 3')}"
    west = f"KS {suit('C', 'A K Q J 10 9 8 7 6 5 4 3')}"
    north = f"AS 3S {suit('H', 'A K Q J 10 9 8 7 6 5 4')}"
    hands = deal(south, west, north, dealer=0)
    for strain, winner in (("H", 0), ("NT", 2), ("S", 2)):
        rubber = settle(do(start(hands), f"0 name {strain}"))
        rubber = do(rubber, "1 play KS", "2 play AS", "3 play QS", "0 play 2H")
        assert asked(rubber) == f"{winner} play"


def test_ace_of_another_suit_never_wins_at_no_trump() -> None:
    south = f"AH {suit('D', 'A K Q J 10 9 8 7 6 5 4 3')}"
    west = f"2S {suit('C', 'A K Q J 10 9 8 7 6 5 4 3')}"
    hands = deal(south, west, dealer=0)
    rubber = settle(do(start(hands), "0 name NT"))
    rubber = do(rubber, "1 play 2S", "2 play 3S", "3 play QH", "0 play AH")
    assert asked(rubber) == "2 play"


def test_all_thirteen_tricks_are_played() -> None:
    rubber = play_out(settle(do(start(DEAL), "0 name S")))
    assert asked(rubber) == "deal 1"
    (result,) = rubber.results
    assert sum(result.tricks) == 13
    assert refused(rubber, "1 play 2S") == "deal_needed"


# What lies open.


def test_dummy_lies_open_before_the_lead() -> None:
    rubber = do(start(DEAL), "0 name H", "1 pass")
    assert rubber.view(0).dummy_hand is None
    assert rubber.view(3).phase == "doubling"
    events = told(rubber, "3 pass")
    assert isinstance(events[1], PlayBegun)
    assert events[2] == DummyDown(2)
    rubber = do(rubber, "3 pass")
    for seat in (None, 0, 1, 2, 3):
        assert rubber.view(seat).dummy_hand == in_play(rubber).hands[2]


def test_dummy_lies_open_after_the_lead() -> None:
    rubber = settle(do(start(DEAL, {"dummy": "after_lead"}), "0 name H"))
    for seat in (None, 0, 1, 3):
        assert rubber.view(seat).dummy_hand is None
    assert told(rubber, "1 play KS") == (CardsPlayed(1, (card("KS"),)), DummyDown(2))
    rubber = do(rubber, "1 play KS")
    for seat in (None, 0, 1, 2, 3):
        assert rubber.view(seat).dummy_hand == in_play(rubber).hands[2]
    assert told(rubber, "2 play 9S") == (CardsPlayed(2, (card("9S"),)),)


def test_double_dummy_opens_all_hands_once_doubling_is_over() -> None:
    rules = {"double_dummy": "yes", "dummy": "after_lead"}
    rubber = do(start(DEAL, rules), "0 name H", "1 pass")
    for seat in (None, 0, 1, 2, 3):
        assert rubber.view(seat).open_hands is None
    rubber = do(rubber, "3 pass")
    for seat in (None, 0, 1, 2, 3):
        assert rubber.view(seat).open_hands == in_play(rubber).hands
        assert rubber.view(seat).dummy_hand == in_play(rubber).hands[2]
    rubber = do(rubber, "1 play KS")
    assert rubber.view(None).open_hands == in_play(rubber).hands
    assert rubber.view(2).decision is None
    assert rubber.view(0).decision is not None


def test_last_trick_may_be_looked_at_until_the_next_is_complete() -> None:
    rubber = settle(do(start(DEAL), "0 name H"))
    assert rubber.view(1).last_trick is None
    rubber = do(rubber, "1 play KS", "2 play 9S", "3 play QS", "0 play AS", "0 play AD")
    last = rubber.view(3).last_trick
    assert last is not None
    assert [play.card.text for play in last.plays] == ["KS", "9S", "QS", "AS"]
    rubber = do(rubber, "1 play 2D", "2 play 5D", "3 play 8D")
    last = rubber.view(3).last_trick
    assert last is not None
    assert [play.card.text for play in last.plays] == ["AD", "2D", "5D", "8D"]


def test_who_will_speak_is_always_known() -> None:
    rubber = start(DEAL, {"form": "auction"})
    assert rubber.view(None).to_speak == (0, 1, 2, 3)
    rubber = do(rubber, "0 pass")
    assert rubber.view(None).to_speak == (1, 2, 3)
    rubber = do(rubber, "1 call D")
    assert rubber.view(None).to_speak == (2, 3, 0)
    rubber = do(rubber, "2 pass", "3 pass")
    assert rubber.view(None).to_speak == (0,)
    rubber = do(rubber, "0 pass")
    assert rubber.view(None).to_speak == (2, 0)
    rubber = do(rubber, "2 pass")
    assert rubber.view(None).to_speak == (0,)
    assert rubber.view(None).value == 8
    assert do(rubber, "0 double").view(None).value == 16
