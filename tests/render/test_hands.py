"""Hands as people hold them: sorted as they chose, and in rows that a phone can show."""

from __future__ import annotations

import pytest

from bot.games.cards import Suit, cards
from bot.games.trick import order
from bot.render.emojis import drawings, known
from bot.render.hands import arranged, by_suit
from bot.render.look import Look, Sort
from bot.render.tell import tell


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("first_high", "HA H2 SK S9 D10 CQ C3"),
        ("first_low", "H2 HA S9 SK D10 C3 CQ"),
        ("last_high", "CQ C3 D10 SK S9 HA H2"),
        ("last_low", "C3 CQ D10 S9 SK H2 HA"),
    ],
)
def test_a_hand_is_held_with_trumps_first_or_last_and_high_or_low_first(
    sort: Sort, expected: str
) -> None:
    groups = arranged(by_suit(cards("2H 3C KS 10D AH 9S QC"), order(Suit.HEARTS)), sort)
    assert " ".join(f"{one.suit}{one.rank}" for _, some in groups for one in some) == expected


def test_a_long_drawn_hand_stands_in_two_rows_of_like_length() -> None:
    emojis = known((drawing.name, n) for n, drawing in enumerate(drawings(), 1))
    told = tell("en", (), Look(emojis=emojis))
    short = by_suit(cards("AS KS QS JS 10S 9S 8S AH KH QH"), order(None))
    long = by_suit(cards("AS KS QS JS 10S AH KH QH AC KC AD KD QD"), order(None))
    assert "\n" not in told.hand(short)
    first, second = told.hand(long).split("\n")
    assert (first.count("<:"), second.count("<:")) in ((6, 7), (7, 6), (8, 5), (5, 8))
