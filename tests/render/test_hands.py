"""Hands as people hold them: sorted as they chose, and in rows that a phone can show."""

from __future__ import annotations

from math import ceil
from random import Random

import pytest

from bot.games.cards import Suit, cards
from bot.games.game import Decision
from bot.games.registry import GAMES
from bot.games.trick import order
from bot.render.emojis import drawings, known
from bot.render.hands import arranged, by_suit
from bot.render.look import PLAIN, Look, Sort
from bot.render.panel import panel
from bot.render.screen import Menu
from bot.render.tell import tell
from tests.games.walks import walk
from tests.render.at_table import buttons, check_limits, read_at


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


@pytest.mark.parametrize("game", GAMES)
def test_drawn_cards_stand_four_in_a_row_as_a_phone_shows_them(game: str) -> None:
    emojis = known((drawing.name, n) for n, drawing in enumerate(drawings(), 1))
    chance, seen, most, groups = Random(game), 0, 0, False
    for moment in walk(GAMES[game], GAMES[game].book.rules({}), chance, 1):
        asked = moment.match.decision()
        if not isinstance(asked, Decision) or asked.question != "play":
            continue
        most = max(most, len(moment.match.view(asked.seat).hand))
        groups |= any(len(action.args) > 1 for action in asked.actions)
        read = read_at(GAMES[game], moment.match, asked.player)
        for look in (Look(emojis=emojis), PLAIN):
            screen = panel(read, "en", look=look)
            check_limits(screen)
            assert "score" in [b.custom_id.split(":")[3] for b in buttons(screen)]
            rows = [row for row in screen.rows if not isinstance(row, Menu)]
            cards = [len(row) for row in rows if ":do:play:" in row[0].custom_id]
            assert max(cards) <= (4 if look is not PLAIN else 5)
            seen = max(seen, len(cards))
    assert seen == (0 if groups else ceil(most / 4)), "groups of cards stand in a menu"


@pytest.mark.parametrize("game", GAMES)
def test_a_note_stands_at_the_buttons_where_a_phone_shows_it(game: str) -> None:
    for moment in walk(GAMES[game], GAMES[game].book.rules({}), Random(game), 1):
        asked = moment.match.decision()
        if isinstance(asked, Decision):
            screen = panel(read_at(GAMES[game], moment.match, asked.player), "en", note="A hint.")
            assert screen.text.endswith("\n\nA hint.")
