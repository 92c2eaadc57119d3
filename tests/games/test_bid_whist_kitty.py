"""Rules: Deal, Kitty and trump, with every house rule that bears on them."""

from __future__ import annotations

import pytest

from bot.games.bid_whist import GAME
from bot.games.bid_whist.events import DirectionNamed, KittyBuried, KittyTaken, TrumpNamed
from bot.games.cards import PACK_54, Suit, cards
from bot.games.game import Action, Deal, IllegalAction, NeedsDeal, WrongDeal
from tests.games.bid_whist_table import (
    asked,
    begun,
    deal_with,
    did,
    discarding,
    open_to,
    sold,
    texts,
)

KITTY = "BJ LJ 2H 3H 4H 5H"


def test_three_cards_at_a_time_from_dealers_left_and_the_last_six_are_the_kitty() -> None:
    deal = GAME.lay_out(1, PACK_54)
    assert texts(deal.hands[2]) == texts(cards("AS KS QS 2S AH KH 3H 2H AD 4D 3D 2D"))
    assert texts(deal.hands[3])[:6] == texts(cards("JS 10S 9S QH JH 10H"))
    assert texts(deal.hands[1])[:3] == texts(cards("5S 4S 3S"))
    assert texts(deal.stock) == texts(cards("5C 4C 3C 2C BJ LJ"))


def test_first_dealer_is_free_then_the_deal_moves_clockwise() -> None:
    match = GAME.new(GAME.book.rules({"all_pass": "redeal"}))
    assert match.decision() == NeedsDeal(None)
    for dealer in (2, 3, 0, 1):
        match, _ = match.give(deal_with(dealer=dealer))
        for step in (1, 2, 3, 4):
            match, _ = match.act(Action((dealer + step) % 4, "pass"))
        assert match.decision() == NeedsDeal((dealer + 1) % 4)


def test_wrong_deals_are_refused() -> None:
    match = GAME.new(GAME.book.rules())
    good = deal_with()
    twice = (*good.hands[0][:11], good.hands[1][0])
    for deal, code in (
        (Deal(4, good.hands, good.stock), "wrong_dealer"),
        (Deal(0, good.hands[:3], good.stock), "wrong_number_of_hands"),
        (Deal(0, (good.hands[0][:11], *good.hands[1:]), good.stock), "wrong_hand_size"),
        (Deal(0, good.hands, good.stock[:5]), "wrong_stock_size"),
        (Deal(0, (twice, *good.hands[1:]), good.stock), "card_twice"),
    ):
        with pytest.raises(WrongDeal) as caught:
            match.give(deal)
        assert caught.value.code == code
    match, _ = match.give(good)
    with pytest.raises(WrongDeal) as caught:
        match.give(good)
    assert caught.value.code == "deal_too_early"


def test_bidder_takes_six_cards_and_discards_any_six_of_eighteen() -> None:
    match = sold("4U", begun(kitty=KITTY))
    now = asked(match)
    assert (now.seat, now.player, now.question, now.actions) == (0, 0, "discard", ())
    assert now.discard is not None
    assert (len(now.discard.cards), now.discard.count) == (18, 6)
    assert set(cards(KITTY)) < set(now.discard.cards)
    match, events = match.act(Action(0, "discard", ("LJ", "2H", "AS", "3H", "BJ", "4H")))
    assert events[0] == KittyBuried(0, 6)
    view = match.view(0)
    assert len(view.hand) == 12
    assert texts(view.buried) == ["LJ", "2H", "AS", "3H", "BJ", "4H"]
    assert "5H" in texts(view.hand)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ("2H 3H 4H 5H BJ", "wrong_discard"),
        ("2H 3H 4H 5H BJ LJ AS", "wrong_discard"),
        ("2H 3H 4H 5H BJ BJ", "wrong_discard"),
        ("", "wrong_discard"),
        ("2H 3H 4H 5H BJ 2C", "not_in_hand"),
        ("2H 3H 4H 5H BJ lj", "bad_arguments"),
        ("2H 3H 4H 5H BJ 1S", "bad_arguments"),
    ],
)
def test_wrong_discards_are_refused(args: str, code: str) -> None:
    match = sold("4U", begun(kitty=KITTY))
    with pytest.raises(IllegalAction) as caught:
        did(match, f"0 discard {args}")
    assert caught.value.code == code


def test_trump_is_named_after_the_discard_and_the_bidder_leads() -> None:
    match = discarding(sold("4D", begun(kitty=KITTY)))
    assert (asked(match).seat, asked(match).question) == (0, "trump")
    assert open_to(match) == ["trump S", "trump H", "trump D", "trump C"]
    match, events = match.act(Action(0, "trump", ("H",)))
    assert events == (TrumpNamed(0, Suit.HEARTS),)
    assert (asked(match).seat, asked(match).question) == (0, "play")


@pytest.mark.parametrize("saying", ["0 trump", "0 trump h", "0 trump NT", "0 trump H S"])
def test_malformed_trump_is_refused(saying: str) -> None:
    match = discarding(sold("4D", begun()))
    with pytest.raises(IllegalAction) as caught:
        did(match, saying)
    assert caught.value.code == "bad_arguments"


def test_trump_may_be_named_before_the_kitty_is_taken() -> None:
    match = sold("4D", begun({"name_trump": "before_kitty"}, kitty=KITTY))
    assert asked(match).question == "trump"
    assert len(match.view(0).hand) == 12
    match, events = match.act(Action(0, "trump", ("C",)))
    assert events == (TrumpNamed(0, Suit.CLUBS), KittyTaken(0, ()))
    assert asked(match).question == "discard"
    assert len(match.view(0).hand) == 18
    assert asked(discarding(match)).question == "play"


def test_at_no_trump_nothing_is_named_where_the_bid_said_the_direction() -> None:
    for name_trump in ("after_kitty", "before_kitty"):
        match = sold("4NL", begun({"name_trump": name_trump}))
        assert asked(match).question == "discard"
        assert asked(discarding(match)).question == "play"


def test_direction_is_asked_where_a_suit_would_be_named() -> None:
    after = discarding(sold("4N", begun({"nt_direction": "when_naming"})))
    assert open_to(after) == ["direction high", "direction low"]
    after, events = after.act(Action(0, "direction", ("low",)))
    assert events == (DirectionNamed(0, True),)
    assert asked(after).question == "play"
    rules = {"nt_direction": "when_naming", "name_trump": "before_kitty"}
    before = sold("4N", begun(rules))
    assert open_to(before) == ["direction high", "direction low"]
    before = did(before, "0 direction high")
    assert asked(before).question == "discard"
    contract = before.view(None).contract
    assert contract is not None
    assert contract.bid.text == "4NH"
    assert asked(discarding(before)).question == "play"


@pytest.mark.parametrize("saying", ["0 direction", "0 direction up", "0 direction High"])
def test_malformed_direction_is_refused(saying: str) -> None:
    match = discarding(sold("4N", begun({"nt_direction": "when_naming"})))
    with pytest.raises(IllegalAction) as caught:
        did(match, saying)
    assert caught.value.code == "bad_arguments"


def test_when_naming_still_asks_the_suit_of_a_trump_contract() -> None:
    match = discarding(sold("4U", begun({"nt_direction": "when_naming"})))
    assert open_to(match)[0] == "trump S"
    with pytest.raises(IllegalAction) as caught:
        did(match, "0 direction low")
    assert caught.value.code == "not_now"


def test_hidden_kitty_is_seen_by_the_bidder_alone() -> None:
    match = sold("4U", begun(kitty=KITTY))
    assert match.view(0).kitty == cards(KITTY)
    assert match.memory(0).kitty == cards(KITTY)
    for seat in (None, 1, 2, 3):
        assert match.view(seat).kitty == ()
        assert match.view(seat).kitty_taken
    assert match.memory(2).kitty == ()


def test_shown_kitty_is_seen_by_all_when_it_is_taken_and_not_before() -> None:
    rules = {"kitty": "shown", "name_trump": "before_kitty"}
    match = sold("4U", begun(rules, kitty=KITTY))
    assert match.view(None).kitty == ()
    assert match.view(0).kitty == ()
    match, events = match.act(Action(0, "trump", ("C",)))
    assert events[-1] == KittyTaken(0, cards(KITTY))
    for seat in (None, 0, 1, 2, 3):
        assert match.view(seat).kitty == cards(KITTY)
    match = discarding(match)
    assert match.view(None).kitty == cards(KITTY)
    assert match.view(1).buried == ()
    match, _ = match.act(asked(match).actions[0])
    assert match.view(None).kitty == ()
    assert match.memory(1).kitty == cards(KITTY)


def test_discards_count_as_the_first_book_of_the_bidding_side() -> None:
    match = sold("4U", begun())
    assert match.view(None).books == (0, 0)
    match = discarding(match)
    assert match.view(None).books == (1, 0)
    assert match.view(None).tricks == (0, 0)


def test_lead_of_the_bidder_or_of_the_left() -> None:
    assert asked(discarding(sold("4NH", begun()))).seat == 0
    assert asked(discarding(sold("4NH", begun({"lead": "left_of_bidder"})))).seat == 1
    last = did(begun({"lead": "left_of_bidder"}), "0 pass", "1 pass", "2 pass", "3 bid 4NL")
    assert asked(discarding(last)).seat == 0
