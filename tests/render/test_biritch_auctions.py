"""What people see of auctions in Biritch: that all have passed, and whether the level was met."""

from __future__ import annotations

import pytest

from bot.games.biritch import GAME
from bot.games.biritch.match import Rubber
from bot.render.board import board, teller
from bot.render.panel import panel
from bot.render.picture import alternative
from bot.render.screen import Screen
from tests.games.biritch_table import deal, do, play_out, settle, start
from tests.render.at_table import read_at

HANDS = deal(
    "AS KS QS 2S 3H 4H 5H 6D 7D 8D 9C 10C JC",
    "JS 10S 9S AH KH QH 2D 3D 4D 2C 3C 4C 5C",
    "8S 7S 6S 2H JH 10H AD KD QD AC KC QC 5D",
)


def shown(match: Rubber) -> Screen:
    """Return the public board."""
    return board(read_at(GAME, match, None))


def hand(match: Rubber) -> Screen:
    """Return the panel of the dealer's partner."""
    return panel(read_at(GAME, match, 2), "en")


@pytest.mark.parametrize("form", ["auction", "auction_levels"])
def test_auction_passed_out_says_why_the_dealer_names_after_all(form: str) -> None:
    passed = do(start(HANDS, {"form": form}), "0 pass", "1 pass", "2 pass", "3 pass")
    assert "All passed: trumps are named as without an auction." in shown(passed).text
    named = do(passed, "0 leave")
    assert "All passed: trumps are named as without an auction." in hand(named).text
    open_yet = do(start(HANDS, {"form": form}), "0 pass", "1 pass", "2 pass")
    assert "All passed" not in shown(open_yet).text


def test_result_tells_whether_the_level_was_reached() -> None:
    seen = set()
    for level in (1, 7):
        called = do(start(HANDS, {"form": "auction_levels"}), f"0 call {level}S")
        over = play_out(settle(do(called, "1 pass", "2 pass", "3 pass")))
        short = 6 + level - len(over.summary(1).counted[0])
        outcome = "Contract made." if short <= 0 else f"{short} short."
        assert outcome in shown(over).text
        seen.add(short <= 0)
    assert seen == {True, False}
    plain = play_out(settle(do(start(HANDS), "0 name S")))
    assert "made" not in shown(plain).text
    assert "short" not in shown(plain).text


# ------------------------------------------------------------------ after the deal


def test_nothing_is_said_of_dummy_and_open_hands_once_the_deal_is_over() -> None:
    begun = settle(do(start(HANDS, {"double_dummy": "yes"}), "0 name S"))
    over = play_out(begun)
    assert "Practice" in hand(begun).text
    assert "You are dummy" in hand(begun).text
    assert "Practice" not in hand(over).text
    assert "You are dummy" not in hand(over).text
    assert "Practice" not in shown(over).text


def test_alternative_text_ends_a_sentence_in_brackets_once() -> None:
    begun = settle(do(start(HANDS, {"revokes": "penalised"}), "0 name S"))
    over = do(play_out(do(begun, "3 play 6C")), "0 claim_revoke")
    read = read_at(GAME, over, None)
    text = alternative(read, teller(read))
    assert "the rest is the claims.)" in text
    assert ".)." not in text
