"""Rules: Auction, with every house rule that bears on it."""

from __future__ import annotations

import pytest

from bot.games.bid_whist.events import AuctionWon, PassedOut
from bot.games.game import Action, IllegalAction, NeedsDeal
from tests.games.bid_whist_table import asked, begun, did, open_to


def refused(match_sayings: tuple[str, ...], saying: str, rules: dict[str, object]) -> str:
    match = did(begun(rules), *match_sayings)
    with pytest.raises(IllegalAction) as caught:
        did(match, saying)
    return caught.value.code


def bids(*numbers: int, kinds: str = "U D NH NL") -> list[str]:
    return [f"bid {number}{kind}" for number in numbers for kind in kinds.split()]


def test_dealers_left_speaks_first_and_may_bid_anything_or_pass() -> None:
    match = begun(dealer=1)
    assert asked(match).seat == 2
    assert asked(match).question == "bid"
    assert open_to(match) == [*bids(3, 4, 5, 6, 7), "pass"]


def test_number_goes_first_and_no_trump_beats_suits_at_the_same_number() -> None:
    match = did(begun(), "0 bid 3D")
    assert open_to(match) == ["bid 3NH", "bid 3NL", *bids(4, 5, 6, 7), "pass"]
    match = did(match, "1 bid 3NH")
    assert open_to(match) == [*bids(4, 5, 6, 7), "pass"]
    match = did(match, "2 bid 4U")
    assert open_to(match) == ["bid 4NH", "bid 4NL", *bids(5, 6, 7), "pass"]


@pytest.mark.parametrize(
    ("said", "then"), [("3D", "3U"), ("3U", "3D"), ("3NH", "3NL"), ("3NL", "3NH"), ("4U", "3NH")]
)
def test_equal_or_lower_bid_is_too_low(said: str, then: str) -> None:
    assert refused((f"0 bid {said}",), f"1 bid {then}", {}) == "bid_too_low"


def test_one_round_each_speaks_once_and_the_dealer_last() -> None:
    match = did(begun(), "0 bid 3U", "1 bid 4U", "2 pass")
    assert asked(match).seat == 3
    match, events = match.act(Action(3, "bid", ("5D",)))
    assert asked(match).question == "discard"
    assert asked(match).seat == 3
    won = [event for event in events if isinstance(event, AuctionWon)]
    assert [event.seat for event in won] == [3]


def test_forced_dealer_may_not_pass() -> None:
    match = did(begun(), "0 pass", "1 pass", "2 pass")
    assert open_to(match) == bids(3, 4, 5, 6, 7)
    assert match.view(3).dealer_forced
    assert refused(("0 pass", "1 pass", "2 pass"), "3 pass", {}) == "dealer_must_bid"
    assert asked(did(match, "3 bid 3U")).question == "discard"


def test_dealer_is_not_forced_once_somebody_has_bid() -> None:
    match = did(begun(), "0 bid 3U", "1 pass", "2 pass")
    assert not match.view(3).dealer_forced
    assert asked(did(match, "3 pass")).seat == 0


def test_redeal_dealer_may_pass_and_next_dealer_deals() -> None:
    match = did(begun({"all_pass": "redeal"}), "0 pass", "1 pass", "2 pass")
    assert open_to(match)[-1] == "pass"
    match, events = match.act(Action(3, "pass"))
    assert PassedOut(3) in events
    assert match.decision() == NeedsDeal(0)
    assert [result.to_json() for result in match.results] == [{"tricks": [0, 0], "scores": [0, 0]}]
    assert match.totals == (0, 0)
    assert match.summary(1).contract is None


def test_redeal_dealer_may_bid_all_the_same() -> None:
    match = did(begun({"all_pass": "redeal"}), "0 pass", "1 pass", "2 pass", "3 bid 3D")
    assert asked(match).question == "discard"


def test_minimum_four_takes_no_three() -> None:
    rules: dict[str, object] = {"minimum": 4}
    assert open_to(begun(rules)) == [*bids(4, 5, 6, 7), "pass"]
    assert refused((), "0 bid 3NH", rules) == "bid_below_minimum"
    forced = did(begun(rules), "0 pass", "1 pass", "2 pass")
    assert open_to(forced) == bids(4, 5, 6, 7)


def test_down_over_up_puts_downtown_between_uptown_and_no_trump() -> None:
    rules: dict[str, object] = {"ties": "down_over_up"}
    match = did(begun(rules), "0 bid 3U")
    assert open_to(match)[:3] == ["bid 3D", "bid 3NH", "bid 3NL"]
    match = did(match, "1 bid 3D")
    assert open_to(match)[:3] == ["bid 3NH", "bid 3NL", "bid 4U"]
    assert refused(("0 bid 3D",), "1 bid 3U", rules) == "bid_too_low"
    assert refused(("0 bid 3NL",), "1 bid 3NH", rules) == "bid_too_low"


def test_dealer_may_equal_in_the_same_class_and_nobody_else_may() -> None:
    rules: dict[str, object] = {"ties": "dealer_may_equal"}
    assert refused(("0 bid 4U",), "1 bid 4D", rules) == "bid_too_low"
    match = did(begun(rules), "0 bid 4U", "1 pass", "2 pass")
    assert open_to(match)[:5] == ["bid 4U", "bid 4D", "bid 4NH", "bid 4NL", "bid 5U"]
    match = did(begun(rules), "0 bid 4NH", "1 pass", "2 pass")
    assert open_to(match)[:3] == ["bid 4NH", "bid 4NL", "bid 5U"]
    assert refused(("0 bid 4NH", "1 pass", "2 pass"), "3 bid 4D", rules) == "bid_too_low"
    taken = did(match, "3 bid 4NL")
    assert asked(taken).seat == 3


def test_dealer_may_equal_the_partners_bid() -> None:
    match = did(begun({"ties": "dealer_may_equal"}), "0 pass", "1 bid 5D", "2 pass", "3 bid 5U")
    assert asked(match).seat == 3


def test_after_seven_no_trump_the_others_are_asked_and_can_only_pass() -> None:
    match = did(begun(), "0 bid 7NL")
    for seat in (1, 2, 3):
        assert asked(match).seat == seat
        assert open_to(match) == ["pass"]
        match = did(match, f"{seat} pass")
    assert asked(match).question == "discard"


def test_dealer_who_may_equal_can_take_seven_no_trump() -> None:
    match = did(begun({"ties": "dealer_may_equal"}), "0 bid 7NL", "1 pass", "2 pass")
    assert open_to(match) == ["bid 7NH", "bid 7NL", "pass"]
    assert asked(did(match, "3 bid 7NH")).seat == 3


OPEN: dict[str, object] = {"rounds": "open"}


def test_open_rounds_end_with_three_passes_after_a_bid() -> None:
    match = did(begun(OPEN), "0 pass", "1 bid 3U", "2 pass", "3 pass")
    assert asked(match).question == "discard"
    assert asked(match).seat == 1


def test_open_rounds_go_on_among_those_who_have_not_passed() -> None:
    match = did(begun(OPEN), "0 bid 3U", "1 bid 3NH", "2 pass", "3 bid 4U")
    assert asked(match).seat == 0
    assert match.view(None).speaking == (0, 1, 3)
    match = did(match, "0 bid 5U", "1 pass")
    assert asked(match).seat == 3
    match = did(match, "3 bid 6U", "0 bid 6NL", "3 pass")
    assert asked(match).question == "discard"
    assert asked(match).seat == 0


def test_open_rounds_who_has_passed_is_out() -> None:
    match = did(begun(OPEN), "0 pass", "1 bid 3U", "2 bid 4U", "3 pass")
    assert asked(match).seat == 1
    assert refused(("0 pass", "1 bid 3U", "2 bid 4U", "3 pass"), "0 bid 5U", OPEN) == (
        "not_your_turn"
    )


def test_open_rounds_force_the_dealer_and_a_bid_then_ends_it() -> None:
    match = did(begun(OPEN), "0 pass", "1 pass", "2 pass")
    assert open_to(match) == bids(3, 4, 5, 6, 7)
    assert refused(("0 pass", "1 pass", "2 pass"), "3 pass", OPEN) == "dealer_must_bid"
    match = did(match, "3 bid 4D")
    assert asked(match).question == "discard"


def test_open_rounds_with_redeal_end_with_four_passes() -> None:
    match = did(begun({**OPEN, "all_pass": "redeal"}), "0 pass", "1 pass", "2 pass", "3 pass")
    assert match.decision() == NeedsDeal(0)


def test_open_rounds_ask_all_who_are_in_after_seven_no_trump() -> None:
    match = did(begun(OPEN), "0 bid 3U", "1 bid 7NH")
    for seat in (2, 3, 0):
        assert asked(match).seat == seat
        assert open_to(match) == ["pass"]
        match = did(match, f"{seat} pass")
    assert asked(match).seat == 1
    assert asked(match).question == "discard"


def test_open_rounds_dealer_may_equal_in_a_later_round() -> None:
    rules: dict[str, object] = {**OPEN, "ties": "dealer_may_equal"}
    match = did(begun(rules), "0 bid 3U", "1 pass", "2 bid 3NH", "3 bid 4U", "0 bid 5D", "2 pass")
    assert open_to(match)[:2] == ["bid 5U", "bid 5D"]
    match = did(match, "3 bid 5D")
    assert asked(match).seat == 0
    assert open_to(match)[:2] == ["bid 5NH", "bid 5NL"]
    match = did(match, "0 bid 7NH")
    assert open_to(match) == ["bid 7NH", "bid 7NL", "pass"]
    match = did(match, "3 bid 7NL")
    assert open_to(match) == ["pass"]


def test_direction_stands_in_the_bid_or_comes_later() -> None:
    later: dict[str, object] = {"nt_direction": "when_naming"}
    assert open_to(begun(later)) == [*bids(3, 4, 5, 6, 7, kinds="U D N"), "pass"]
    assert refused((), "0 bid 4NH", later) == "direction_later"
    assert refused((), "0 bid 4N", {}) == "direction_in_bid"
    assert refused(("0 bid 4N",), "1 bid 4N", later) == "bid_too_low"
    match = did(begun({**later, "ties": "down_over_up"}), "0 bid 4D")
    assert open_to(match)[:2] == ["bid 4N", "bid 5U"]


@pytest.mark.parametrize(
    "saying",
    [
        "0 bid",
        "0 bid 4",
        "0 bid U4",
        "0 bid 4u",
        "0 bid 2U",
        "0 bid 8U",
        "0 bid 4U 4D",
        "0 bid 4NT",
        "0 pass 4U",
    ],
)
def test_malformed_bid_is_refused(saying: str) -> None:
    assert refused((), saying, {}) == "bad_arguments"


def test_wrong_seat_verb_and_moment_have_their_codes() -> None:
    assert refused((), "1 bid 4U", {}) == "not_your_turn"
    assert refused((), "9 pass", {}) == "not_your_turn"
    assert refused((), "-1 pass", {}) == "not_your_turn"
    assert refused((), "0 trump H", {}) == "not_now"
    assert refused((), "0 play AS", {}) == "not_now"
    assert refused((), "0 Bid 4U", {}) == "unknown_verb"
    assert refused((), "0 call 4U", {}) == "unknown_verb"
