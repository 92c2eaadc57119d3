"""Stepping through finished matches: every moment of them, with all hands open."""

from __future__ import annotations

import pytest

from bot.games.game import Game
from bot.games.registry import GAMES
from bot.tables.reel import Reel
from tests.fixtures.records.reading import reels


def short(key: str) -> Reel:
    """Return the shortest match of a game that has two deals at least."""
    return min(
        (reel for reel in reels(key) if len(reel.results) > 1), key=lambda reel: len(reel.results)
    )


def cards_at(game: Game, reel: Reel, deal: int, position: int) -> int:
    """Count the cards in all hands."""
    return sum(len(hand) for hand in reel.frame(deal, position).hands)


@pytest.mark.parametrize("key", GAMES)
def test_a_deal_begins_with_all_hands_as_dealt_and_ends_with_its_result(key: str) -> None:
    reel = short(key)
    for number in range(1, len(reel.deals) + 1):
        begin = reel.frame(number, 0)
        dealt = reel.deals[number - 1].deal.hands
        assert begin.action is None
        for hand, cards in zip(begin.hands, dealt, strict=True):
            assert set(cards) <= set(hand)
        end = reel.frame(number, begin.length)
        assert end.summary is not None
        assert end.summary.result == reel.results[number - 1]


@pytest.mark.parametrize("key", GAMES)
def test_each_step_is_one_action_and_each_trick_ends_where_its_last_card_fell(key: str) -> None:
    reel = short(key)
    deal = reel.deals[0]
    frames = [reel.frame(1, position) for position in range(len(deal.actions) + 1)]
    assert [frame.action for frame in frames[1:]] == list(deal.actions)
    ends = frames[0].tricks
    assert len(ends) == len(reel.summary(1).tricks)
    for number, (end, taken) in enumerate(zip(ends, reel.summary(1).tricks, strict=True), 1):
        assert frames[end].trick_number == number
        played = deal.actions[end - 1].args
        assert {play.card.text for play in taken.plays} >= set(played)


@pytest.mark.parametrize("key", GAMES)
def test_steps_by_trick_meet_the_end_of_every_trick(key: str) -> None:
    reel = short(key)
    position, met = 0, []
    while position < reel.frame(1, 0).length:
        position = reel.frame(1, position).trick_after
        met.append(position)
    tricks = reel.frame(1, 0).tricks
    assert met[: len(tricks)] == list(tricks)
    back = []
    while position:
        position = reel.frame(1, position).trick_before
        back.append(position)
    assert back[-1] == 0
    assert set(tricks) - set(met[-1:]) <= set(back)


def test_numbers_beyond_the_ends_are_brought_back() -> None:
    reel = short("bura")
    assert reel.frame(0, 5).deal == 1
    assert reel.frame(999, 0).deal == len(reel.deals)
    frame = reel.frame(1, 9999)
    assert frame.position == frame.length


@pytest.mark.parametrize("key", GAMES)
def test_the_race_begins_at_nothing_and_ends_at_the_totals(key: str) -> None:
    for reel in reels(key)[:6]:
        race = reel.race()
        assert [line[0] for line in race] == [0] * len(race)
        assert [line[-1] for line in race] == list(reel.final.totals)
        assert all(len(line) == len(reel.results) + 1 for line in race)
