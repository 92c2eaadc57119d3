"""Rules: Rank and Play, with the worked examples, and the jokers at no trump."""

from __future__ import annotations

import pytest

from bot.games.bid_whist import GAME
from bot.games.bid_whist.bids import BIDS, Contract
from bot.games.bid_whist.match import BidWhistMatch
from bot.games.bid_whist.options import options
from bot.games.bid_whist.play import ranking
from bot.games.cards import Suit, cards
from bot.games.game import IllegalAction
from bot.games.trick import Order, Play, winning
from tests.games.bid_whist_table import asked, begun, did, discarding, open_to, sold


def order_of(bid: str, trump: Suit | None = None, /, **rules: object) -> Order:
    found = ranking(Contract(0, BIDS[bid], trump), options(GAME.book.rules(rules)))
    assert found is not None
    return found


def takes(order: Order, led_first: str) -> str:
    plays = [Play(seat, one) for seat, one in enumerate(cards(led_first))]
    return winning(plays, order).card.text


def high_to_low(order: Order, text: str) -> str:
    some = sorted(cards(text), key=order.strength, reverse=True)
    return " ".join(one.text for one in some)


UP_H = "BJ LJ AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H"
DOWN_H = "BJ LJ 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"
DOWN_H_ACE = "BJ LJ AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
UP_S = "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S"
DOWN_S = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"
DOWN_S_ACE = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"


@pytest.mark.parametrize(
    ("bid", "rules", "trumps", "side"),
    [
        ("4U", {}, UP_H, UP_S),
        ("4U", {"downtown_suits": "all", "low_ace": "first"}, UP_H, UP_S),
        ("4D", {}, DOWN_H, UP_S),
        ("4D", {"low_ace": "first"}, DOWN_H_ACE, UP_S),
        ("4D", {"downtown_suits": "all"}, DOWN_H, DOWN_S),
        ("4D", {"downtown_suits": "all", "low_ace": "first"}, DOWN_H_ACE, DOWN_S_ACE),
    ],
)
def test_ranks_of_trumps_and_side_suits(
    bid: str, rules: dict[str, object], trumps: str, side: str
) -> None:
    order = order_of(bid, Suit.HEARTS, **rules)
    assert high_to_low(order, UP_H) == trumps
    assert high_to_low(order, UP_S) == side


@pytest.mark.parametrize(
    ("bid", "rules", "suit"),
    [
        ("4NH", {"low_ace": "first"}, UP_S),
        ("4NL", {}, DOWN_S),
        ("4NL", {"downtown_suits": "all"}, DOWN_S),
        ("4NL", {"low_ace": "first"}, DOWN_S_ACE),
    ],
)
def test_ranks_at_no_trump(bid: str, rules: dict[str, object], suit: str) -> None:
    order = order_of(bid, **rules)
    assert high_to_low(order, UP_S) == suit
    assert all(order.suit(joker) is None for joker in cards("BJ LJ"))


def test_nothing_ranks_while_the_trump_or_direction_is_not_named() -> None:
    plain = options(GAME.book.rules())
    assert ranking(Contract(0, BIDS["4D"]), plain) is None
    assert ranking(Contract(0, BIDS["4N"]), plain) is None


def test_example_downtown_seven_of_trumps_takes_the_ace_of_trumps() -> None:
    assert takes(order_of("4D", Suit.CLUBS), "KH AH AC 7C") == "7C"


def test_example_downtown_side_suit() -> None:
    led = "KH 3H AH JH"
    assert takes(order_of("4D", Suit.CLUBS), led) == "AH"
    assert takes(order_of("4D", Suit.CLUBS, downtown_suits="all"), led) == "3H"
    ace_first = order_of("4D", Suit.CLUBS, downtown_suits="all", low_ace="first")
    assert takes(ace_first, led) == "AH"


def test_example_big_joker_beats_the_little_one_and_all_trumps() -> None:
    assert takes(order_of("4D", Suit.CLUBS), "2C LJ AC BJ") == "BJ"
    assert takes(order_of("4U", Suit.CLUBS), "LJ AC 2H KC") == "LJ"


def test_example_joker_at_no_trump_never_wins() -> None:
    assert takes(order_of("4NH"), "9S BJ 4S KS") == "KS"
    assert takes(order_of("4NL"), "9S BJ 4S KS") == "4S"


def test_example_led_joker_leaves_the_suit_to_the_first_other_card() -> None:
    assert takes(order_of("4NH"), "BJ 5D JD AC") == "JD"
    assert takes(order_of("4NL"), "BJ 5D JD AC") == "5D"
    assert takes(order_of("4NH"), "BJ LJ 5D AC") == "5D"


def playing(
    bid: str, hands: dict[int, str], trump: str = "", kitty: str = "", **rules: str
) -> BidWhistMatch:
    """Return the match at the first lead: seat 0 bid, and buried the kitty that it was dealt."""
    match = discarding(sold(bid, begun(rules, hands, kitty)))
    return did(match, f"0 trump {trump}") if trump else match


def code_of(match: BidWhistMatch, saying: str) -> tuple[str, object]:
    with pytest.raises(IllegalAction) as caught:
        did(match, saying)
    return caught.value.code, caught.value.facts


LOW_KITTY = "2D 3D 4D 5D 6D 7D"


def test_suit_must_be_followed() -> None:
    match = playing("4U", {0: "AH 4S", 1: "2H 3S"}, "C", LOW_KITTY)
    match = did(match, "0 play AH")
    assert all(one.endswith("H") for one in open_to(match))
    assert code_of(match, "1 play 3S") == ("must_follow_suit", {"suit": "H"})
    assert code_of(match, "1 play 4S") == ("not_in_hand", {"card": "4S"})
    assert code_of(match, "1 play 4s") == ("bad_arguments", {"verb": "play"})
    assert code_of(match, "1 play")[0] == "bad_arguments"
    assert code_of(match, "1 play 2H 3S")[0] == "bad_arguments"
    assert code_of(match, "2 play 2H")[0] == "not_your_turn"
    assert code_of(match, "1 pass")[0] == "not_now"


VOID_IN_SPADES = "BJ 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH"


def test_any_card_may_be_played_by_a_hand_that_cannot_follow() -> None:
    match = playing("4U", {0: "AS", 1: VOID_IN_SPADES}, "H", LOW_KITTY)
    match = did(match, "0 play AS")
    assert len(open_to(match)) == 12


def test_joker_is_a_trump_for_following_and_being_followed() -> None:
    hands = {0: "AH LJ", 1: "BJ 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", 2: "2H 3C", 3: "2C"}
    match = playing("4U", hands, "H", LOW_KITTY)
    led_trump = did(match, "0 play AH")
    assert open_to(led_trump) == ["play BJ"]
    assert code_of(led_trump, "1 play 2S") == ("must_follow_suit", {"suit": "H"})
    led_joker = did(match, "0 play LJ")
    assert open_to(led_joker) == ["play BJ"]
    led_joker = did(led_joker, "1 play BJ")
    assert code_of(led_joker, "2 play 3C") == ("must_follow_suit", {"suit": "H"})


def test_dead_joker_may_not_be_played_by_a_hand_that_can_follow() -> None:
    match = playing("4NH", {0: "AS", 1: "2S BJ 3H"}, kitty=LOW_KITTY)
    match = did(match, "0 play AS")
    assert open_to(match) == ["play 2S"]
    assert code_of(match, "1 play BJ") == ("must_follow_suit", {"suit": "S"})


def test_dead_joker_may_be_played_by_a_hand_that_cannot_follow_and_need_not() -> None:
    match = playing("4NH", {0: "AS", 1: VOID_IN_SPADES}, kitty=LOW_KITTY)
    match = did(match, "0 play AS")
    assert len(open_to(match)) == 12
    assert "play BJ" in open_to(match)


@pytest.mark.parametrize("jokers", ["dead", "forced"])
def test_joker_may_not_be_led_at_no_trump(jokers: str) -> None:
    match = playing("4NL", {0: "BJ LJ AS"}, kitty=LOW_KITTY, nt_jokers=jokers)
    assert len(open_to(match)) == 10
    assert code_of(match, "0 play BJ") == ("joker_not_led", {"card": "BJ"})


def test_joker_may_be_led_in_a_trump_contract() -> None:
    assert "play BJ" in open_to(playing("4D", {0: "BJ AS"}, "H", LOW_KITTY))


def test_joker_may_be_buried() -> None:
    match = sold("4NH", begun(hands={0: "BJ LJ"}, kitty=LOW_KITTY))
    match = discarding(match, "BJ LJ 2D 3D 4D 5D")
    assert match.view(0).buried == cards("BJ LJ 2D 3D 4D 5D")


ONE_SUIT_EACH = {
    0: "AS KS QS JS 10S 9S 8S 7S 6S 5S BJ LJ",
    1: "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H",
    2: "AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D",
    3: "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C",
}
REST = "4S 3S 2S 2H 2D 2C"


def ten_tricks(match: BidWhistMatch) -> BidWhistMatch:
    """Play ten rounds of spades that nobody else can follow."""
    for place in range(10):
        for seat in range(4):
            one = ONE_SUIT_EACH[seat].split()[place]
            match = did(match, f"{seat} play {one}")
    return match


@pytest.mark.parametrize("jokers", ["dead", "forced", "free_lead"])
def test_hand_of_jokers_only_may_lead_one_and_the_next_card_sets_the_suit(jokers: str) -> None:
    match = ten_tricks(playing("4NH", ONE_SUIT_EACH, kitty=REST, nt_jokers=jokers))
    assert open_to(match) == ["play BJ", "play LJ"]
    match = did(match, "0 play BJ")
    assert len(open_to(match)) == 2
    match = did(match, "1 play 3H", "2 play 4D", "3 play 4C")
    assert match.view(None).last_trick is not None
    assert asked(match).seat == 1
    match = did(match, "1 play 4H", "2 play 3D", "3 play 3C", "0 play LJ")
    assert [result.tricks for result in match.results] == [(10, 2)]


def test_free_lead_lets_a_joker_be_led_and_any_card_be_played_to_it() -> None:
    hands = {0: "BJ AS", 1: "LJ 2S 3H", 2: "4H 5S", 3: "6H 7C"}
    match = playing("4NH", hands, kitty=LOW_KITTY, nt_jokers="free_lead")
    assert len(open_to(match)) == 12
    match = did(match, "0 play BJ")
    assert len(open_to(match)) == 12
    match = did(match, "1 play LJ")
    assert len(open_to(match)) == 12
    match = did(match, "2 play 4H")
    assert all(one.endswith("H") for one in open_to(match))
    assert code_of(match, "3 play 7C") == ("must_follow_suit", {"suit": "H"})
    match = did(match, "3 play 6H")
    assert asked(match).seat == 3


def test_free_lead_does_not_let_a_joker_be_played_by_a_hand_that_can_follow() -> None:
    match = playing("4NH", {0: "AS", 1: "2S BJ"}, kitty=LOW_KITTY, nt_jokers="free_lead")
    match = did(match, "0 play AS")
    assert code_of(match, "1 play BJ") == ("must_follow_suit", {"suit": "S"})


def test_forced_joker_goes_to_the_first_trick_that_the_hand_cannot_follow() -> None:
    match = playing("4NH", {0: "AS", 1: VOID_IN_SPADES}, kitty=LOW_KITTY, nt_jokers="forced")
    match = did(match, "0 play AS")
    assert open_to(match) == ["play BJ"]
    assert code_of(match, "1 play 2H") == ("joker_must_go", {"card": "BJ"})


def test_forced_with_both_jokers_one_goes_now_and_the_other_at_the_next_such_trick() -> None:
    hands = {0: "AS KS QS", 1: "BJ LJ 2H 3H 4H 5H 6H 7H 8H 9H 10H JH", 2: "2S 3S 4S", 3: "5S 6S 7S"}
    match = playing("4NH", hands, kitty=LOW_KITTY, nt_jokers="forced")
    match = did(match, "0 play AS")
    assert open_to(match) == ["play BJ", "play LJ"]
    match = did(match, "1 play LJ", "2 play 2S", "3 play 5S", "0 play KS")
    assert open_to(match) == ["play BJ"]
    match = did(match, "1 play BJ", "2 play 3S", "3 play 6S", "0 play QS")
    assert len(open_to(match)) == 10


def test_forced_joker_waits_while_the_hand_can_follow_and_says_nothing_with_a_trump() -> None:
    match = playing("4NH", {0: "AS", 1: "2S BJ"}, kitty=LOW_KITTY, nt_jokers="forced")
    match = did(match, "0 play AS")
    assert code_of(match, "1 play BJ") == ("must_follow_suit", {"suit": "S"})
    trumps = playing("4U", {0: "AS", 1: VOID_IN_SPADES}, "H", LOW_KITTY, nt_jokers="forced")
    assert len(open_to(did(trumps, "0 play AS"))) == 12


def test_winner_of_a_trick_leads_to_the_next() -> None:
    match = playing("4U", {0: "2H", 1: "3H", 2: "AH", 3: "4H"}, "C", LOW_KITTY)
    match = did(match, "0 play 2H", "1 play 3H", "2 play AH", "3 play 4H")
    assert asked(match).seat == 2
    assert match.view(None).tricks == (1, 0)
