"""Ratings: sides as teams, who left as the last, computers as newcomers."""

from __future__ import annotations

import pytest

from bot.tables.ratings import NEWCOMER, rate, shown
from storage.models import NewResult, ResultPlayer, Skill


def player(
    seat: int, score: float, *, won: bool = False, seats: int = 4, **more: object
) -> ResultPlayer:
    """Return a person at a seat, whose number is 100 and the seat."""
    sides = 2 if seats == 4 else seats
    given = {
        "number": seat,
        "seat": seat,
        "side": seat % sides,
        "won": won,
        "score": score,
        "user_id": 100 + seat,
        "name": str(seat),
        "rated": True,
    }
    return ResultPlayer.model_validate(given | more)


def match(*players: ResultPlayer, rated: bool = True, game: str = "biritch") -> NewResult:
    """Return the result of a match of these players."""
    return NewResult(
        table_id=1,
        guild_id=1,
        channel_id=1,
        game=game,
        rules={},
        started_at=0,
        finished_at=1,
        deals=3,
        rated=rated,
        players=players,
        record={},
    )


def test_sides_are_rated_as_teams() -> None:
    four = [player(seat, (300, 100)[seat % 2], won=seat % 2 == 0) for seat in range(4)]
    after = rate(match(*four), {})
    assert after[100] == after[102]
    assert after[101] == after[103]
    assert after[100].rating > NEWCOMER
    assert after[100].mu > 25 > after[101].mu


def test_the_stronger_partner_does_not_lose_what_the_weaker_would_for_an_expected_defeat() -> None:
    strong = {100: Skill(35.0, 2.0, shown(35.0, 2.0)), 102: Skill(35.0, 2.0, shown(35.0, 2.0))}
    beaten = [player(seat, (100, 300)[seat % 2], won=seat % 2 == 1) for seat in range(4)]
    usual = [player(seat, (300, 100)[seat % 2], won=seat % 2 == 0) for seat in range(4)]
    surprise = rate(match(*beaten), strong)
    expected = rate(match(*usual), strong)
    assert strong[100].mu - surprise[100].mu > expected[100].mu - strong[100].mu


def test_three_alone_are_ranked_by_score_behind_the_winner() -> None:
    three = [
        player(0, -4, seats=3),
        player(1, 9, seats=3, won=True),
        player(2, -5, seats=3),
    ]
    after = rate(match(*three, game="bismarck"), {})
    assert after[101].mu > after[100].mu > after[102].mu


def test_a_shared_victory_is_a_draw() -> None:
    two = [player(0, 0, seats=2, won=True), player(1, 0, seats=2, won=True)]
    after = rate(match(*two, game="bura"), {})
    assert after[100] == after[101]
    assert after[100].mu == pytest.approx(25.0)


def test_leaving_costs_as_much_as_losing() -> None:
    """Di left while her side was winning; a computer won for it."""
    others = [player(seat, (100, 300)[seat % 2], won=seat % 2 == 1) for seat in range(3)]
    computer = player(3, 300, won=True, user_id=None, level="normal", rated=False, name="")
    left = player(3, 300, number=4, left_early=True)
    after = rate(match(*others, computer, left), {})
    lost = rate(match(*[player(s, (300, 100)[s % 2], won=s % 2 == 0) for s in range(4)]), {})
    assert after[103] == lost[103]
    assert after[101].mu > 25 > after[100].mu


def test_who_stays_alone_gains_nothing_and_who_left_loses() -> None:
    ann = player(0, 5, seats=2, won=True, rated=False)
    computer = player(1, -5, seats=2, user_id=None, level="normal", rated=False)
    bo = player(1, -5, seats=2, number=2, left_early=True)
    after = rate(match(ann, computer, bo, rated=False, game="bura"), {})
    assert set(after) == {101}
    assert after[101].mu < 25


def test_computers_and_latecomers_are_not_rated() -> None:
    four = [player(seat, (300, 100)[seat % 2], won=seat % 2 == 0) for seat in range(3)]
    late = player(3, 100, rated=False)
    assert set(rate(match(*four, late), {})) == {100, 101, 102}


def test_nobody_is_rated_in_a_match_that_does_not_count() -> None:
    four = [player(seat, 0, rated=False) for seat in range(4)]
    assert rate(match(*four, rated=False), {}) == {}


def test_a_newcomer_stands_at_fifteen_hundred() -> None:
    assert shown(25.0, 25.0 / 3) == pytest.approx(NEWCOMER)
