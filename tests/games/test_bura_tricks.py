"""Leads, replies and what beats them (rules: Trick), the draw, and the pack."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import pytest

from bot.games.bura import GAME
from bot.games.bura.events import Drawn, PutAside, WentOn
from bot.games.bura.hands import beats_all, leads, points, ranking, replies, sorted_hand
from bot.games.cards import PACK_36, Suit, cards
from bot.games.game import CardsPlayed, Deal, DealBegun, TrickTaken, WrongDeal
from tests.games.bura_table import (
    action,
    asked,
    deal,
    do,
    down_to,
    offered,
    open_to,
    play_group,
    refused,
    start,
)

HEARTS = ranking(Suit.HEARTS)


def test_the_pack_holds_120_points() -> None:
    assert points(PACK_36) == 120
    worth = {rank: points(cards(f"{rank}S")) for rank in ("A", "10", "K", "Q", "J")}
    assert worth == {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    assert points(cards("9S 8S 7S 6S")) == 0


@pytest.mark.parametrize(
    ("led", "reply", "wins", "worth"),
    [
        ("KS 8S", "AS 7H", True, 15),
        ("KS 8S", "AS 7C", False, 15),
        ("AS 6S", "7S 6H", True, 11),
        ("QH JH", "KH 9H", False, 9),
        ("10C 9C 6C", "AC 6H KC", True, 25),
        ("10S", "KS", False, 14),
        ("KS", "10S", True, 14),
        ("6S", "AD", False, 11),
        ("AS", "6H", True, 11),
        ("6H", "AS", False, 11),
        ("AS KS QS", "6H 7H 8H", True, 18),
        ("AS KS QS", "6H 7H JS", False, 20),
        ("9H 6H", "10H 7H", True, 10),
    ],
)
def test_the_reply_wins_if_each_card_led_has_its_own_better_card(
    led: str, reply: str, wins: bool, worth: int
) -> None:
    assert beats_all(cards(led), cards(reply), HEARTS) is wins
    assert points(cards(led) + cards(reply)) == worth


def test_reply_may_beat_in_any_order() -> None:
    for led in permutations(cards("10C 9C 6C")):
        for reply in permutations(cards("AC 6H KC")):
            assert beats_all(led, reply, HEARTS)


def test_matching_agrees_with_trying_every_order() -> None:
    def beats(one: str, other: str) -> bool:
        high, low = cards(f"{one} {other}")
        if high.suit is low.suit:
            return HEARTS.strength(high) > HEARTS.strength(low)
        return high.suit is Suit.HEARTS

    some = cards("AS 10S KS QS 8S 6S AH KH 7H AD 6C")
    seen = 0
    for size in (1, 2, 3):
        for led in combinations(some, size):
            if len({one.suit for one in led}) > 1:
                continue
            for reply in combinations([one for one in some if one not in led], size):
                tried = any(
                    all(beats(a.text, b.text) for a, b in zip(order, led, strict=True))
                    for order in permutations(reply)
                )
                assert beats_all(led, reply, HEARTS) is tried
                seen += 1
    assert seen > 1000


def test_one_to_three_cards_of_one_suit_may_be_led_and_each_group_stands_once() -> None:
    texts = [" ".join(one.text for one in group) for group in leads(cards("8S AS KS"))]
    assert texts == ["AS", "KS", "8S", "AS KS", "AS 8S", "KS 8S", "AS KS 8S"]
    mixed = [" ".join(one.text for one in group) for group in leads(cards("6C AS KS"))]
    assert mixed == ["AS", "KS", "6C", "AS KS"]


def test_any_cards_may_be_given_in_reply() -> None:
    texts = [" ".join(one.text for one in group) for group in replies(cards("6C AH KS"), 2)]
    assert texts == ["KS AH", "KS 6C", "AH 6C"]
    assert len(replies(cards("6C AH KS"), 3)) == 1


def test_a_hand_is_sorted_trumps_first_and_ten_above_king() -> None:
    hand = sorted_hand(cards("KS 6H 10S AC 9D"), Suit.HEARTS)
    assert [one.text for one in hand] == ["6H", "10S", "KS", "9D", "AC"]


def test_the_non_dealer_gets_the_first_card_and_the_trump_goes_under_the_stock() -> None:
    for dealer in (0, 1):
        laid = GAME.lay_out(dealer, PACK_36)
        assert laid.hands[1 - dealer] == (PACK_36[0], PACK_36[2], PACK_36[4])
        assert laid.hands[dealer] == (PACK_36[1], PACK_36[3], PACK_36[5])
        assert laid.stock == (*PACK_36[7:], PACK_36[6])


def test_the_non_dealer_leads_and_the_other_gives_as_many() -> None:
    match = start(deal("KS 8S 6C", "AS 7H 7C"))
    assert asked(match) == "0 lead"
    assert offered(match) == ["play KS", "play 8S", "play 6C", "play KS 8S"]
    match, events = match.act(action("0 play 8S KS"))
    assert events == (CardsPlayed(0, cards("KS 8S")),)
    assert asked(match) == "1 reply"
    assert offered(match) == ["play AS 7H", "play AS 7C", "play 7H 7C"]
    assert open_to(match) == {}
    won, events = match.act(action("1 play 7H AS"))
    assert events == (CardsPlayed(1, cards("AS 7H")), TrickTaken(1, 1))
    assert asked(won) == "1 draw"
    assert asked(do(match, "1 play AS 7C")) == "0 draw"


def test_both_draw_back_to_three_one_at_a_time_the_winner_first() -> None:
    match = start(deal("KS 8S 6C", "AS 7H 7C", "6D 7D 8D 9D"))
    match = do(match, "0 play KS 8S", "1 play AS 7H")
    match, events = match.act(action("1 draw"))
    assert events == (WentOn(1), Drawn(1, 2, 26))
    assert [one.text for one in match.view(1).hand] == ["8D", "6D", "7C"]
    assert [one.text for one in match.view(0).hand] == ["9D", "7D", "6C"]
    assert asked(match) == "1 lead"


def test_what_cannot_fill_both_hands_is_put_aside_and_nobody_draws_again() -> None:
    match = down_to(2, lead=2)
    match = play_group(match, 2)
    winner = match.view(None).asked
    assert winner is not None
    assert winner.question == "draw"
    before = match.view(None)
    match, events = match.act(action(f"{winner.seat} draw"))
    assert events == (WentOn(winner.seat), PutAside(2))
    view = match.view(None)
    assert (view.stock, view.aside, view.counts) == (0, 2, (1, 1))
    assert view.trump is before.trump
    assert view.turned is None
    assert asked(match) == f"{winner.seat} lead"
    # Nothing left to draw: the trick is followed by the last question at once.
    match = play_group(match, 1)
    assert asked(match).endswith(" last")


@pytest.mark.parametrize("left", [2, 4])
def test_put_aside_with_empty_hands_leads_to_the_last_question(left: int) -> None:
    match = down_to(left, lead=3)
    match = play_group(match, 3)
    assert offered(match) == ["draw", "declare"]
    now = match.view(None).asked
    assert now is not None
    match = do(match, f"{now.seat} draw")
    assert match.view(None).counts == (0, 0)
    assert match.view(None).aside == left
    assert asked(match) == f"{now.seat} last"
    assert offered(match) == ["pass", "declare"]


def test_an_exactly_emptied_stock_leaves_full_hands_and_the_turned_trump_is_drawn_last() -> None:
    match = down_to(2, lead=1)
    match = play_group(match, 1)
    now = match.view(None).asked
    assert now is not None
    match = do(match, f"{now.seat} draw")
    view = match.view(1 - now.seat)
    assert (view.stock, view.aside, view.counts) == (0, 0, (3, 3))
    assert match.memory(now.seat).turned_to == 1 - now.seat
    assert match.memory(now.seat).turned in view.hand
    match = play_group(match, 1)
    assert asked(match).endswith(" lead")
    assert match.view(None).counts == (2, 2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 play", "bad_arguments"),
        ("0 play ks", "bad_arguments"),
        ("0 play 1S", "bad_arguments"),
        ("0 play BJ", "not_in_hand"),
        ("0 play 2S", "not_in_hand"),
        ("0 play KS KS", "bad_arguments"),
        ("0 play KS 8S 6C AS", "not_in_hand"),
        ("0 play KS 6C", "lead_one_suit"),
        ("0 play KS 8S 6C", "lead_one_suit"),
        ("0 play AS", "not_in_hand"),
        ("1 play AS", "not_your_turn"),
        ("2 play AS", "not_your_turn"),
        ("-1 play AS", "not_your_turn"),
        ("7 declare", "not_your_turn"),
        ("0 Play KS", "unknown_verb"),
        ("0 bid KS", "unknown_verb"),
        ("0 draw", "not_now"),
        ("0 pass", "not_now"),
        ("0 announce bura", "not_now"),
        ("0 declare", "declare_before_first_trick"),
        ("1 declare", "declare_before_first_trick"),
    ],
)
def test_refusals_before_the_first_lead(text: str, code: str) -> None:
    assert refused(start(deal("KS 8S 6C", "AS 7H 7C")), text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 play AS", "reply_as_many"),
        ("1 play AS 7H 7C", "reply_as_many"),
        ("1 play AS AS", "bad_arguments"),
        ("1 play KS 8S", "not_in_hand"),
        ("1 draw", "not_now"),
        ("0 play 6C", "not_your_turn"),
        ("0 declare", "declare_in_trick"),
        ("1 declare", "declare_in_trick"),
    ],
)
def test_refusals_when_a_reply_is_asked_for(text: str, code: str) -> None:
    match = do(start(deal("KS 8S 6C", "AS 7H 7C")), "0 play KS 8S")
    assert refused(match, text) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 draw now", "bad_arguments"),
        ("1 declare 31", "bad_arguments"),
        ("0 declare 31", "bad_arguments"),
        ("0 draw", "not_your_turn"),
        ("1 play 7C", "not_now"),
        ("1 pass", "not_now"),
    ],
)
def test_refusals_when_31_or_the_draw_is_asked_for(text: str, code: str) -> None:
    match = do(start(deal("KS 8S 6C", "AS 7H 7C")), "0 play KS 8S", "1 play AS 7H")
    assert refused(match, text) == code


def test_a_wrong_deal_is_refused() -> None:
    good = deal("KS 8S 6C", "AS 7H 7C")
    fresh = GAME.new(GAME.book.rules())

    def code(given: Deal) -> str:
        with pytest.raises(WrongDeal) as caught:
            fresh.give(given)
        return caught.value.code

    assert code(replace(good, dealer=2)) == "wrong_dealer"
    assert code(replace(good, hands=(good.hands[0], good.hands[1][:2]))) == "wrong_hand_size"
    assert code(replace(good, hands=(good.hands[0],))) == "wrong_number_of_hands"
    assert code(replace(good, stock=good.stock[1:])) == "wrong_stock_size"
    assert code(replace(good, stock=(good.hands[0][0], *good.stock[1:]))) == "card_twice"
    assert code(replace(good, stock=(*good.stock[1:], *cards("BJ")))) == "foreign_card"
    assert code(replace(good, stock=(*good.stock[1:], *cards("2S")))) == "foreign_card"
    with pytest.raises(WrongDeal) as caught:
        start(good).give(good)
    assert caught.value.code == "deal_too_early"
    assert DealBegun(1, 1) in fresh.give(good)[1]
