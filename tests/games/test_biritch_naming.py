"""Naming trumps, the auctions, and doubling: who is asked what, in which order."""

from __future__ import annotations

import pytest

from bot.games.biritch.contract import Call, Strain
from bot.games.biritch.events import (
    Called,
    Doubled,
    DummyDown,
    NamingLeft,
    Passed,
    PassedOut,
    PlayBegun,
    StrainNamed,
)
from tests.games.biritch_table import (
    FOUR_SUITS,
    asked,
    deal,
    do,
    in_play,
    offered,
    refused,
    settle,
    start,
    told,
)

NAMES = ["name S", "name H", "name D", "name C", "name NT"]
DEAL = deal(*FOUR_SUITS, dealer=2)


def test_dealer_names_or_leaves() -> None:
    rubber = start(DEAL)
    assert asked(rubber) == "2 name"
    assert offered(rubber) == [*NAMES, "leave"]
    assert told(rubber, "2 name H") == (StrainNamed(2, Strain.HEARTS),)


def test_partner_has_to_name_what_the_dealer_left() -> None:
    rubber = do(start(DEAL), "2 leave")
    assert told(start(DEAL), "2 leave") == (NamingLeft(2),)
    assert asked(rubber) == "0 name"
    assert offered(rubber) == NAMES
    assert refused(rubber, "0 leave") == "must_name"
    assert refused(rubber, "2 name S") == "not_your_turn"


@pytest.mark.parametrize(("option", "declarer"), [("dealer", 2), ("namer", 0)])
def test_declarer_when_the_choice_is_left(option: str, declarer: int) -> None:
    rubber = do(start(DEAL, {"declarer_when_left": option}), "2 leave", "0 name S")
    assert asked(rubber) == f"{(declarer + 1) % 4} double"
    contract = in_play(settle(rubber)).contract
    assert (contract.declarer, contract.dummy) == (declarer, (declarer + 2) % 4)
    assert contract.leader == (declarer + 1) % 4
    assert contract.namer == 0


@pytest.mark.parametrize("option", ["dealer", "namer"])
def test_dealer_who_names_is_declarer(option: str) -> None:
    rubber = settle(do(start(DEAL, {"declarer_when_left": option}), "2 name S"))
    assert in_play(rubber).contract.declarer == 2


def test_naming_refuses_what_is_no_strain() -> None:
    rubber = start(DEAL)
    for text in ("2 name", "2 name s", "2 name X", "2 name AS", "2 name S H", "2 leave S"):
        assert refused(rubber, text) == "bad_arguments"
    assert refused(rubber, "2 pass") == "not_now"
    assert refused(rubber, "2 call H") == "not_now"
    assert refused(rubber, "2 double") == "not_now"
    assert refused(rubber, "2 play AS") == "not_now"
    assert refused(rubber, "2 claim_revoke") == "not_now"
    assert refused(rubber, "2 bid 4U") == "unknown_verb"
    assert refused(rubber, "7 name S") == "not_your_turn"


# Doubling.


def test_left_opponent_doubles_or_else_the_right_one() -> None:
    rubber = do(start(DEAL), "2 name H")
    assert asked(rubber) == "3 double"
    assert offered(rubber) == ["double", "pass"]
    rubber = do(rubber, "3 pass")
    assert asked(rubber) == "1 double"
    assert asked(do(rubber, "1 pass")) == "3 play"


def test_right_opponent_is_not_asked_after_the_left_one_has_doubled() -> None:
    rubber = do(start(DEAL), "2 name H", "3 double")
    assert asked(rubber) == "2 redouble"
    assert offered(rubber) == ["redouble", "pass"]
    assert asked(do(rubber, "2 pass")) == "0 redouble"
    assert asked(do(rubber, "2 pass", "0 pass")) == "3 play"


def test_redouble_ends_the_doubling_to_four() -> None:
    for texts in (("3 double", "2 redouble"), ("3 pass", "1 double", "2 pass", "0 redouble")):
        rubber = do(start(DEAL), "2 name H", *texts)
        assert asked(rubber) == "3 play"
        assert in_play(rubber).contract.multiplier == 4


@pytest.mark.parametrize("option", ["dealer", "namer"])
def test_namer_is_asked_to_redouble_before_the_partner(option: str) -> None:
    rubber = do(start(DEAL, {"declarer_when_left": option}), "2 leave", "0 name H")
    left = 3 if option == "dealer" else 1
    rubber = do(rubber, f"{left} double")
    assert asked(rubber) == "0 redouble"
    assert asked(do(rubber, "0 pass")) == "2 redouble"


def test_no_doubling() -> None:
    assert asked(do(start(DEAL, {"doubling": "none"}), "2 name H")) == "3 play"


@pytest.mark.parametrize(
    ("values", "strain", "most"),
    [
        ("document", "S", 32),
        ("document", "H", 16),
        ("document", "C", 16),
        ("document", "D", 8),
        ("document", "NT", 8),
        ("1907", "NT", 8),
        ("1886", "H", 8),
    ],
)
def test_cap_lets_an_odd_trick_be_worth_a_hundred_at_most(
    values: str, strain: str, most: int
) -> None:
    rubber = do(start(DEAL, {"doubling": "cap_100", "values": values}), f"2 name {strain}")
    verb, seats = "double", (3, 2)
    multiplier = 1
    while not asked(rubber).endswith("play"):
        assert asked(rubber) == f"{seats[0]} {verb}"
        rubber = do(rubber, f"{seats[0]} {verb}")
        multiplier *= 2
        verb, seats = "redouble", (seats[1], seats[0])
    assert multiplier == most
    assert in_play(rubber).contract.multiplier == most


def test_doubling_without_limit_keeps_the_order_within_a_side() -> None:
    rubber = do(start(DEAL, {"doubling": "unlimited"}), "2 name H", "3 pass", "1 double")
    rubber = do(rubber, "2 pass", "0 redouble")
    assert asked(rubber) == "3 redouble"
    assert offered(rubber) == ["redouble", "pass"]
    rubber = do(rubber, "3 pass", "1 redouble")
    assert asked(rubber) == "2 redouble"
    for _ in range(5):
        rubber = do(rubber, "2 redouble", "3 redouble")
    rubber = do(rubber, "2 pass", "0 pass")
    assert in_play(rubber).contract.multiplier == 8 * 2**10


def test_first_double_is_a_double_and_later_ones_are_redoubles() -> None:
    rubber = do(start(DEAL, {"doubling": "unlimited"}), "2 name H")
    assert refused(rubber, "3 redouble") == "not_now"
    rubber = do(rubber, "3 double")
    assert refused(rubber, "2 double") == "not_now"
    rubber = do(rubber, "2 redouble")
    assert refused(rubber, "3 double") == "not_now"
    assert refused(rubber, "1 redouble") == "not_your_turn"
    assert refused(rubber, "3 redouble S") == "bad_arguments"
    assert refused(rubber, "3 pass S") == "bad_arguments"


def test_doubling_tells_the_multiplier_and_play_begins_with_it() -> None:
    rubber = do(start(DEAL), "2 name H", "3 double")
    events = told(rubber, "2 redouble")
    assert events[0] == Doubled(2, "redouble", 4)
    assert isinstance(events[1], PlayBegun)
    assert (events[1].leader, events[1].contract.multiplier) == (3, 4)
    assert events[2] == DummyDown(0)
    assert told(start(DEAL), "2 name H", "3 pass") == (Passed(3, "double"),)


# The auction of strains.

AUCTION = {"form": "auction"}


def test_dealer_speaks_first_and_a_call_outranks_the_last() -> None:
    rubber = start(DEAL, AUCTION)
    assert asked(rubber) == "2 call"
    assert offered(rubber) == ["call D", "call C", "call H", "call S", "call NT", "pass"]
    rubber = do(rubber, "2 call D", "3 pass", "0 call H")
    assert refused(rubber, "1 call C") == "call_too_low"
    assert refused(rubber, "1 call H") == "call_too_low"
    assert refused(rubber, "1 call 1S") == "bad_arguments"
    assert refused(rubber, "2 call S") == "not_your_turn"
    assert offered(rubber) == ["call S", "call NT", "pass"]
    assert told(rubber, "1 call S") == (Called(1, Call(Strain.SPADES)),)


def test_order_by_value_is_the_printed_one_whatever_the_values() -> None:
    rubber = start(DEAL, {**AUCTION, "auction_order": "value", "values": "1886"})
    assert offered(rubber) == ["call S", "call H", "call C", "call D", "call NT", "pass"]
    assert offered(do(rubber, "2 call H")) == ["call C", "call D", "call NT", "pass"]


def test_auction_ends_after_three_passes_and_the_last_caller_declares() -> None:
    rubber = do(start(DEAL, AUCTION), "2 call D", "3 call H", "0 pass", "1 pass")
    assert asked(rubber) == "2 call"
    rubber = do(rubber, "2 pass")
    assert asked(rubber) == "0 double"
    rubber = do(rubber, "0 pass", "2 double")
    assert asked(rubber) == "3 redouble"
    assert asked(do(rubber, "3 pass")) == "1 redouble"
    contract = in_play(settle(rubber)).contract
    assert (contract.declarer, contract.namer, contract.strain) == (3, 3, Strain.HEARTS)
    assert contract.level is None


def test_who_passed_may_come_in_again() -> None:
    rubber = do(start(DEAL, AUCTION), "2 pass", "3 pass", "0 pass", "1 call D", "2 call C")
    rubber = do(rubber, "3 pass", "0 pass", "1 pass")
    assert asked(rubber) == "3 double"


def test_no_trump_ends_the_auction_at_once() -> None:
    rubber = do(start(DEAL, AUCTION), "2 pass", "3 call NT")
    assert asked(rubber) == "0 double"
    assert in_play(settle(rubber)).contract.declarer == 3


@pytest.mark.parametrize("form", ["auction", "auction_levels"])
def test_four_passes_are_named_the_classic_way(form: str) -> None:
    rubber = start(DEAL, {"form": form, "declarer_when_left": "namer"})
    passes = ("2 pass", "3 pass", "0 pass", "1 pass")
    assert told(rubber, *passes) == (Passed(1, "call"), PassedOut(2))
    rubber = do(rubber, *passes)
    assert asked(rubber) == "2 name"
    assert offered(rubber) == [*NAMES, "leave"]
    rubber = do(rubber, "2 leave", "0 name C")
    contract = in_play(settle(rubber)).contract
    assert (contract.level, contract.declarer, contract.namer) == (None, 0, 0)


# The auction with levels.

LEVELS = {"form": "auction_levels"}


def test_thirty_five_calls_by_number_then_strain() -> None:
    rubber = start(DEAL, LEVELS)
    calls = offered(rubber)
    assert len(calls) == 36
    assert calls[:6] == ["call 1D", "call 1C", "call 1H", "call 1S", "call 1NT", "call 2D"]
    assert calls[-2:] == ["call 7NT", "pass"]
    rubber = do(rubber, "2 call 1NT")
    assert offered(rubber)[0] == "call 2D"
    assert refused(rubber, "3 call 1S") == "level_call_too_low"
    for text in ("3 call S", "3 call 0S", "3 call 8S", "3 call 2X", "3 call 2s", "3 call 22S"):
        assert refused(rubber, text) == "bad_arguments"
    assert offered(do(rubber, "3 call 2S"))[0] == "call 2NT"


def test_levels_go_by_value_where_the_order_does() -> None:
    rubber = do(start(DEAL, {**LEVELS, "auction_order": "value"}), "2 call 1C")
    assert offered(rubber)[:3] == ["call 1D", "call 1NT", "call 2S"]


def test_only_a_call_that_nothing_outranks_ends_the_auction_at_once() -> None:
    rubber = do(start(DEAL, LEVELS), "2 call 6NT")
    assert asked(rubber) == "3 call"
    rubber = do(rubber, "3 call 7S")
    assert offered(rubber) == ["call 7NT", "pass"]
    rubber = do(rubber, "0 call 7NT")
    assert asked(rubber) == "1 double"
    contract = in_play(settle(rubber)).contract
    assert (contract.level, contract.strain, contract.declarer) == (7, Strain.NO_TRUMP, 0)


def test_level_is_that_of_the_last_call() -> None:
    rubber = do(start(DEAL, LEVELS), "2 call 1D", "3 call 3H", "0 pass", "1 pass", "2 pass")
    contract = in_play(settle(rubber)).contract
    assert (contract.level, contract.strain, contract.declarer) == (3, Strain.HEARTS, 3)
