"""Which contracts a forehand may announce, in each length of a match."""

from __future__ import annotations

import pytest

from bot.games.bismarck.contracts import FOUR, SIX, Contract, quotas
from bot.games.bismarck.events import ContractAnnounced
from bot.games.bismarck.options import BOOK, Left, left, offered, options
from bot.games.game import IllegalAction, NeedsDeal
from bot.games.house_rules import RulesError
from tests.games.bismarck_referee import (
    asked,
    deals_on,
    do,
    finish_deal,
    open_answers,
    random_deal,
    start,
)

SPEL, SPADER, VALFRI, PASS = FOUR
_, _, _, _, NO_HEARTS, NO_QUEEN = SIX


def offers(length: str, number: int, *played: Contract, order: str = "free") -> tuple[str, ...]:
    chosen = options(BOOK.rules({"length": length, "order": order}))
    return tuple(one.value for one in offered(chosen, number, played))


def test_presets() -> None:
    assert BOOK.preset("document") == BOOK.rules()
    assert BOOK.differing(BOOK.preset("modern_swedish")) == {
        "kitty_shown": "open",
        "lead": "forehand",
    }


@pytest.mark.parametrize(
    "key", ["length", "order", "valfri", "kitty", "kitty_shown", "lead", "tie"]
)
def test_unknown_values_are_refused(key: str) -> None:
    with pytest.raises(RulesError) as refused:
        BOOK.rules({key: "sometimes"})
    assert refused.value.code == "unknown_value"


def test_quotas() -> None:
    assert [quotas(one, 1) for one in SIX] == [
        (4, 8, 4),
        (4, 8, 4),
        (4, 8, 4),
        (6, 4, 6),
        (5, 3, 5),
        (3, 2, 3),
    ]


@pytest.mark.parametrize(
    ("length", "deals"),
    [
        ("twelve", 12),
        ("grand", 24),
        ("short", 8),
        ("short_12", 12),
        ("estonian", 8),
        ("estonian_24", 24),
    ],
)
def test_length_of_a_match(length: str, deals: int) -> None:
    match = deals_on(start(length=length, tie="shared"), deals - 1)
    assert isinstance(match.decision(), NeedsDeal)
    assert match.standing.winners == ()
    match = deals_on(match, 1, seed=100)
    assert match.standing.winners
    assert len(match.results) == deals


def test_each_of_four_once_in_twelve() -> None:
    assert offers("twelve", 1) == ("spel", "spader", "valfri", "pass")
    assert offers("twelve", 4, SPADER) == ("spel", "valfri", "pass")
    assert offers("twelve", 10, SPADER, PASS, SPEL) == ("valfri",)


def test_each_of_four_twice_in_grand() -> None:
    assert offers("grand", 4, SPADER) == ("spel", "spader", "valfri", "pass")
    assert offers("grand", 7, SPADER, SPADER) == ("spel", "valfri", "pass")
    assert offers("grand", 19, SPADER, SPADER, VALFRI, SPEL, VALFRI, SPEL) == ("pass",)


@pytest.mark.parametrize("length", ["short", "short_12"])
def test_short_has_two_contracts_at_most_twice_each(length: str) -> None:
    assert offers(length, 1) == ("spel", "pass")
    assert offers(length, 4, PASS) == ("spel", "pass")
    assert offers(length, 7, PASS, PASS) == ("spel",)
    assert offers(length, 7, PASS, SPEL) == ("spel", "pass")


def test_short_forehands_are_three_three_and_two() -> None:
    match = deals_on(start(length="short", tie="shared"), 8)
    forehands = [result.dealer for result in match.results]
    assert [forehands.count(seat) for seat in range(3)] == [3, 3, 2]


def test_fixed_order_by_forehand() -> None:
    fixed = [offers("twelve", 1 + 3 * turn, *FOUR[:turn], order="fixed") for turn in range(4)]
    assert fixed == [("spel",), ("spader",), ("valfri",), ("pass",)]
    assert offers("grand", 13, *FOUR, order="fixed") == ("spel",)
    assert offers("grand", 22, *FOUR, *FOUR[:3], order="fixed") == ("pass",)
    for length in ("short", "short_12"):
        assert offers(length, 1, order="fixed") == ("spel",)
        assert offers(length, 4, SPEL, order="fixed") == ("pass",)
        assert offers(length, 7, SPEL, PASS, order="fixed") == ("spel",)
    assert offers("short_12", 10, SPEL, PASS, SPEL, order="fixed") == ("pass",)


@pytest.mark.parametrize("order", ["free", "fixed"])
def test_estonian_plays_six_in_order_then_two_free(order: str) -> None:
    set_ones = [offers("estonian", number, order=order) for number in range(1, 7)]
    assert set_ones == [(one.value,) for one in SIX]
    everything = tuple(one.value for one in SIX)
    assert offers("estonian", 7, SPEL, PASS, order=order) == everything
    assert offers("estonian", 8, SPADER, NO_HEARTS, order=order) == everything


@pytest.mark.parametrize("order", ["free", "fixed"])
def test_estonian_24_plays_each_round_with_each_forehand(order: str) -> None:
    for number in range(1, 19):
        assert offers("estonian_24", number, order=order) == (SIX[(number - 1) // 3].value,)
    for number in range(19, 25):
        assert len(offers("estonian_24", number, *SIX, order=order)) == 6


@pytest.mark.parametrize("length", ["twelve", "grand", "short", "short_12", "estonian"])
def test_deal_beyond_the_last_is_valfri(length: str) -> None:
    assert offers(length, 25) == ("valfri",)


def test_contract_is_asked_first_and_recorded() -> None:
    match, _ = start().give(random_deal(1, 5))
    assert asked(match).question == "contract"
    assert asked(match).seat == asked(match).player == 1
    assert open_answers(match) == [
        "contract spel",
        "contract spader",
        "contract valfri",
        "contract pass",
    ]
    assert open_answers(do(match, "contract pass")) == ["take", "refuse"]


def test_last_contract_is_announced_by_itself() -> None:
    match = deals_on(start(), 9)
    waiting = match.decision()
    assert isinstance(waiting, NeedsDeal)
    match, events = match.give(random_deal(waiting.dealer or 0, 9))
    assert ContractAnnounced(0, PASS, by_itself=True) in events
    assert open_answers(match) == ["take", "refuse"]
    assert finish_deal(match).summary(10).actions[0].verb == "take"


def test_fixed_valfri_goes_straight_to_the_discard() -> None:
    match = deals_on(start(order="fixed"), 6)
    match, _ = match.give(random_deal(0, 6))
    assert asked(match).question == "discard"


def test_contract_that_was_played_is_refused() -> None:
    match = deals_on(start(), 3)
    match, _ = match.give(random_deal(0, 3))
    assert open_answers(match) == ["contract spader", "contract valfri", "contract pass"]
    with pytest.raises(IllegalAction) as refused:
        do(match, "contract spel")
    assert (refused.value.code, refused.value.facts) == ("contract_played", {"contract": "spel"})


def test_estonian_contracts_are_not_in_a_match_of_twelve() -> None:
    match, _ = start().give(random_deal(0, 3))
    with pytest.raises(IllegalAction) as refused:
        do(match, "contract no_hearts")
    assert refused.value.code == "contract_not_in_match"


def test_estonian_forehand_may_choose_a_contract_again() -> None:
    match = deals_on(start(length="estonian"), 6)
    match, _ = match.give(random_deal(0, 6))
    assert len(open_answers(match)) == 6
    do(match, "contract spel", "take")


def test_left_in_a_match_of_twelve() -> None:
    chosen = options(BOOK.rules())
    assert left(chosen, 2, (), 0) == Left(4, FOUR, 0)
    assert left(chosen, 2, (PASS, SPEL, SPEL, VALFRI), 2) == Left(2, (SPEL, SPADER), 0)
    assert left(chosen, 2, (PASS, SPEL, SPEL, VALFRI), 1) == Left(3, (SPADER, VALFRI, PASS), 0)
    assert left(chosen, 2, FOUR * 3, 1) == Left(0, (), 0)
    assert left(chosen, 2, (*FOUR * 3, VALFRI), 2) == Left(0, (), 0)


def test_left_repeats_what_may_be_played_twice() -> None:
    chosen = options(BOOK.rules({"length": "short"}))
    assert left(chosen, 0, (PASS, SPEL), 0) == Left(2, (SPEL, SPEL, PASS), 0)
    assert left(chosen, 0, (PASS, SPEL), 2) == Left(2, (SPEL, SPEL, PASS, PASS), 0)
    assert left(chosen, 0, (SPEL,) * 8, 0) == Left(0, (), 0)


def test_left_under_fixed_order() -> None:
    chosen = options(BOOK.rules({"length": "grand", "order": "fixed"}))
    assert left(chosen, 0, (SPEL, SPEL, SPEL, SPADER), 0).contracts == (VALFRI, PASS, *FOUR)
    short = options(BOOK.rules({"length": "short", "order": "fixed"}))
    assert left(short, 0, (), 2) == Left(2, (SPEL, PASS), 0)


def test_left_in_an_estonian_match() -> None:
    chosen = options(BOOK.rules({"length": "estonian"}))
    assert left(chosen, 0, (), 0) == Left(3, (SPEL, PASS), 1)
    assert left(chosen, 0, (), 2) == Left(2, (VALFRI, NO_QUEEN), 0)
    assert left(chosen, 0, SIX, 1) == Left(1, (), 1)
    long = options(BOOK.rules({"length": "estonian_24"}))
    assert left(long, 0, (SPEL,), 0) == Left(7, SIX[1:], 2)
