"""Between two deals, and after the last, board and panel say how the deal came out.

The lasting summary stands above the board, out of view on a phone.
"""

from __future__ import annotations

from random import Random

import pytest

from bot.games.game import Match, NeedsDeal
from bot.games.registry import GAMES
from bot.render.board import board, teller
from bot.render.faces import face_of
from bot.render.panel import panel
from bot.tables.read import TableRead
from tests.games.walks import random_rules, walk
from tests.render.at_table import check_limits, read_at


def after_a_deal(key: str) -> Match:
    """Return a match of which at least one deal is over and no other begun."""
    game = GAMES[key]
    chance = Random(f"between {key}")
    for _ in range(20):
        for moment in walk(game, random_rules(game, chance), chance, 2):
            if moment.match.results and isinstance(moment.match.decision(), NeedsDeal):
                return moment.match
    raise AssertionError("no deal was played to its end")


def result_of(read: TableRead, match: Match) -> str:
    """Return the line that tells of the last finished deal."""
    return face_of(read.game.key).result(match.summary(len(match.results)), teller(read))


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", GAMES)
def test_between_two_deals_board_and_panel_say_how_the_deal_came_out(
    key: str, language: str
) -> None:
    match = after_a_deal(key)
    public = read_at(GAMES[key], match, None, language=language)
    own = read_at(GAMES[key], match, 0, language=language)
    for screen in (board(public), panel(own, language)):
        check_limits(screen)
        for line in result_of(public, match).split("\n"):
            assert line.strip("*") in f"{screen.title}\n{screen.text}"
        lines = [line for line in screen.text.split("\n") if line]
        assert len(lines) == len(set(lines)), "nothing is said twice"


@pytest.mark.parametrize("key", GAMES)
def test_the_final_board_says_how_the_last_deal_came_out(key: str) -> None:
    match = after_a_deal(key)
    read = read_at(GAMES[key], match, None, phase="over")
    screen = board(read)
    for line in result_of(read, match).split("\n"):
        assert line.strip("*") in f"{screen.title}\n{screen.text}"


@pytest.mark.parametrize("key", GAMES)
def test_nothing_is_said_of_the_deal_before_once_the_next_has_begun(key: str) -> None:
    game = GAMES[key]
    chance = Random(f"begun {key}")
    for _ in range(20):
        for moment in walk(game, random_rules(game, chance), chance, 3):
            read = read_at(game, moment.match, None)
            assert read.view is not None
            if moment.match.results and read.view.asked is not None:
                assert result_of(read, moment.match) not in board(read).text
                return
    raise AssertionError("no second deal was begun")
