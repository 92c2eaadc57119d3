"""What a deal scores, and how a rubber is won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bot.games.biritch import GAME, scoring
from bot.games.biritch.contract import Contract, Strain
from bot.games.biritch.events import DealScored, GameWon, RubberWon
from bot.games.biritch.match import Rubber
from bot.games.biritch.options import options
from bot.games.biritch.scoring import Line, Piles, Standing, Won
from bot.games.cards import Card, cards
from bot.games.game import DealOver, Decision, Event, MatchOver, TrickTaken, WrongDeal
from tests.games.biritch_table import (
    FOUR_SUITS,
    asked,
    deal,
    do,
    next_whole,
    play_out,
    refused,
    settle,
    split,
    start,
    suit,
    whole,
)

Points = tuple[tuple[int, int], tuple[int, int]]
Rules = Mapping[str, object]

PLAIN: Rules = {"aces_double": "no", "honours": "none"}
NO_HONOURS = tuple(cards(hand) for hand in ("2S 3S", "2H", "2D", "2C"))


def score(rubber: Rubber) -> Points:
    """Return the points of the last deal, (below, above) by side."""
    first, second = rubber.results[-1].scores
    assert isinstance(first, tuple)
    assert isinstance(second, tuple)
    return first, second


def piles(first: int, aces: Sequence[int] = (), others: Sequence[int] = ()) -> Piles:
    """Return the tricks where side 0 has so many; ``aces`` are the numbers of those aces won."""
    ours = tuple(Won(0, number in aces) for number in range(1, first + 1))
    theirs = tuple(Won(1, number in others) for number in range(1, 14 - first))
    return ours, theirs


def lines(
    rules: Rules,
    strain: str,
    won: Piles,
    *,
    multiplier: int = 1,
    level: int | None = None,
    declarer: int = 0,
    hands: Sequence[Sequence[Card]] = NO_HONOURS,
) -> tuple[Line, ...]:
    """Return the score of a deal for the tricks won."""
    contract = Contract(Strain(strain), level, declarer, declarer, multiplier)
    return scoring.deal_lines(options(GAME.book.rules(rules)), contract, hands, won, won)


def below(rules: Rules, strain: str, tricks: int, multiplier: int = 1) -> tuple[int, int]:
    """Return what both sides score below the line where side 0 declares."""
    found = lines(rules, strain, piles(tricks), multiplier=multiplier)
    first, second = scoring.columns(found)
    return first[0], second[0]


# Odd tricks.


@pytest.mark.parametrize(
    ("strain", "tricks", "multiplier", "expected"),
    [
        ("S", 9, 1, (6, 0)),
        ("D", 10, 1, (32, 0)),
        ("NT", 5, 1, (0, 20)),
        ("H", 8, 1, (8, 0)),
        ("H", 8, 2, (16, 0)),
        ("H", 8, 4, (32, 0)),
        ("H", 6, 2, (0, 8)),
        ("H", 7, 2, (8, 0)),
        ("NT", 13, 1, (70, 0)),
        ("C", 0, 1, (0, 42)),
    ],
)
def test_examples_of_odd_tricks(
    strain: str, tricks: int, multiplier: int, expected: tuple[int, int]
) -> None:
    assert below(PLAIN, strain, tricks, multiplier) == expected


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("document", {"S": 2, "H": 4, "C": 6, "D": 8, "NT": 10}),
        ("1886", {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 10}),
        ("1907", {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 12}),
    ],
)
def test_values_of_one_odd_trick(values: str, expected: Mapping[str, int]) -> None:
    for strain, value in expected.items():
        assert below({**PLAIN, "values": values}, strain, 7) == (value, 0)
        assert below({**PLAIN, "values": values}, strain, 6) == (0, value)


def test_exactly_one_side_scores_below_whoever_declares() -> None:
    for tricks in range(14):
        for declarer in range(4):
            found = lines(PLAIN, "D", piles(tricks), declarer=declarer)
            first, second = scoring.columns(found)
            assert (first[0], second[0]) == (8 * max(0, tricks - 6), 8 * max(0, 7 - tricks))


def test_aces_double_odd_tricks_at_no_trump_from_the_seventh_on() -> None:
    rules = {**PLAIN, "aces_double": "yes"}
    won = piles(13, aces=(1, 6, 7, 13))
    assert scoring.columns(lines(rules, "NT", won)) == ((90, 100), (0, 0))
    assert scoring.columns(lines(PLAIN, "NT", won)) == ((70, 100), (0, 0))
    assert scoring.columns(lines(rules, "D", won)) == ((56, 100), (0, 0))
    defended = piles(5, aces=(1, 2), others=(7, 8))
    assert scoring.columns(lines(rules, "NT", defended)) == ((0, 0), (40, 0))
    assert scoring.columns(lines(rules, "NT", defended, multiplier=2)) == ((0, 0), (80, 0))


def test_surplus_of_a_double_may_go_above_with_aces_in_the_base() -> None:
    rules = {**PLAIN, "double_surplus": "above", "aces_double": "yes"}
    assert scoring.columns(lines(rules, "H", piles(8), multiplier=4)) == ((8, 24), (0, 0))
    assert scoring.columns(lines(rules, "H", piles(8))) == ((8, 0), (0, 0))
    assert scoring.columns(lines(rules, "H", piles(6), multiplier=2)) == ((0, 0), (4, 4))
    won = piles(8, aces=(8,))
    assert scoring.columns(lines(rules, "NT", won, multiplier=2)) == ((30, 30), (0, 0))


def test_doubling_changes_no_honours_and_no_slam() -> None:
    hands = [cards(hand) for hand in FOUR_SUITS]
    for multiplier in (1, 2, 4, 64):
        found = lines({}, "S", piles(12), multiplier=multiplier, hands=hands)
        assert scoring.columns(found) == ((12 * multiplier, 150), (0, 0))


# Honours.


def held(*counts: int, letter: str = "S") -> tuple[tuple[Card, ...], ...]:
    """Return hands with so many honours of a suit, by seat."""
    ranks = iter(("A", "K", "Q", "J", "10"))
    return tuple(
        tuple(card for _ in range(count) for card in cards(f"{next(ranks)}{letter}"))
        for count in counts
    )


def aces(*counts: int) -> tuple[tuple[Card, ...], ...]:
    """Return hands with so many aces, by seat."""
    suits = iter("SHDC")
    return tuple(
        tuple(card for _ in range(count) for card in cards(f"A{next(suits)}")) for count in counts
    )


def honours(rules: Rules, strain: str, hands: Sequence[Sequence[Card]]) -> tuple[int, int]:
    """Return what both sides score for honours."""
    found = scoring.honours(options(GAME.book.rules(rules)), Strain(strain), hands)
    first, second = scoring.columns(found)
    assert (first[0], second[0]) == (0, 0)
    return first[1], second[1]


@pytest.mark.parametrize(
    ("hands", "usual", "russian", "side"),
    [
        (held(3, 0, 2, 0), (30, 0), (20, 0), (100, 0)),
        (held(4, 0, 1, 0), (40, 0), (50, 0), (100, 0)),
        (held(0, 0, 5, 0), (100, 0), (100, 0), (100, 0)),
        (held(2, 1, 2, 0), (0, 0), (0, 0), (40, 0)),
        (held(2, 2, 1, 0), (0, 0), (0, 0), (30, 0)),
        (held(0, 3, 1, 1), (0, 30), (0, 20), (0, 40)),
        (held(1, 0, 1, 3), (0, 30), (0, 20), (0, 30)),
        (held(1, 2, 1, 1), (0, 0), (0, 0), (0, 30)),
    ],
)
def test_honours_in_trumps(
    hands: Sequence[Sequence[Card]],
    usual: tuple[int, int],
    russian: tuple[int, int],
    side: tuple[int, int],
) -> None:
    assert honours({}, "S", hands) == usual
    assert honours({"honours_scale": "20_50_100"}, "S", hands) == russian
    assert honours({"honours": "side"}, "S", hands) == side
    assert honours({"honours": "none"}, "S", hands) == (0, 0)
    assert honours({}, "H", hands) == (0, 0)


@pytest.mark.parametrize(
    ("hands", "usual", "hundred", "side"),
    [
        (aces(0, 4, 0, 0), (0, 40), (0, 100), (0, 40)),
        (aces(3, 1, 0, 0), (30, 0), (30, 0), (30, 0)),
        (aces(3, 0, 1, 0), (30, 0), (30, 0), (40, 0)),
        (aces(2, 0, 2, 0), (0, 0), (0, 0), (40, 0)),
        (aces(2, 1, 1, 0), (0, 0), (0, 0), (30, 0)),
        (aces(2, 1, 0, 1), (0, 0), (0, 0), (0, 0)),
    ],
)
def test_aces_at_no_trump_have_their_own_scale(
    hands: Sequence[Sequence[Card]],
    usual: tuple[int, int],
    hundred: tuple[int, int],
    side: tuple[int, int],
) -> None:
    assert honours({}, "NT", hands) == usual
    assert honours({"honours_scale": "20_50_100"}, "NT", hands) == usual
    assert honours({"four_aces": 100}, "NT", hands) == hundred
    assert honours({"honours": "side"}, "NT", hands) == side
    assert honours({"honours": "none"}, "NT", hands) == (0, 0)
    assert honours({}, "S", hands) == (0, 0)


def test_four_aces_count_for_defenders_who_lose_the_deal() -> None:
    west = f"{suit('S', 'A 2')} {suit('H', 'A 2')} {suit('D', 'A 2')} AC"
    south = f"{suit('S', 'K Q J 10')} {suit('H', 'K Q J 10')} {suit('D', 'K Q J 10')} KC"
    rubber = play_out(settle(do(start(deal(south, west, dealer=0)), "0 name NT")))
    assert score(rubber)[1][1] == 40
    assert [line.reason for line in rubber.summary(1).lines if line.side == 1][-1] == "aces"


# Slams.


@pytest.mark.parametrize(
    ("option", "grand", "small"),
    [("100_50", 100, 50), ("40_20", 40, 20), ("200_100", 200, 100), ("none", 0, 0)],
)
def test_slams_of_either_side(option: str, grand: int, small: int) -> None:
    rules = {**PLAIN, "slams": option}
    for tricks, expected in {
        13: (grand, 0),
        12: (small, 0),
        11: (0, 0),
        2: (0, 0),
        1: (0, small),
        0: (0, grand),
    }.items():
        first, second = scoring.columns(lines(rules, "S", piles(tricks)))
        assert (first[1], second[1]) == expected


# Levels.


@pytest.mark.parametrize(
    ("level", "tricks", "multiplier", "expected"),
    [
        (3, 9, 1, ((12, 0), (0, 0))),
        (3, 10, 1, ((16, 0), (0, 0))),
        (1, 9, 2, ((24, 0), (0, 0))),
        (3, 8, 1, ((0, 0), (0, 50))),
        (3, 6, 1, ((0, 0), (0, 150))),
        (3, 6, 2, ((0, 0), (0, 300))),
        (3, 6, 4, ((0, 0), (0, 600))),
        (7, 12, 1, ((0, 50), (0, 50))),
        (1, 0, 1, ((0, 0), (0, 350 + 100))),
    ],
)
def test_level_made_scores_as_usual_and_failed_fifty_for_each_trick_short(
    level: int, tricks: int, multiplier: int, expected: Points
) -> None:
    rules = {**PLAIN, "form": "auction_levels"}
    found = lines(rules, "H", piles(tricks), multiplier=multiplier, level=level)
    assert scoring.columns(found) == expected


def test_level_of_the_other_side() -> None:
    rules = {**PLAIN, "form": "auction_levels", "double_surplus": "above"}
    found = lines(rules, "H", piles(5), multiplier=2, level=2, declarer=3)
    assert scoring.columns(found) == ((0, 0), (8, 8))
    found = lines(rules, "H", piles(8), multiplier=2, level=2, declarer=3)
    assert scoring.columns(found) == ((0, 300), (0, 0))


# Games and rubber.


def test_game_at_thirty_and_not_at_forty() -> None:
    for game, won in ((30, True), (40, False)):
        rubber = whole(3, "D", {**PLAIN, "game": game})
        assert score(rubber) == ((32, 0), (0, 0))
        assert rubber.standing == Standing(
            games=(1, 0) if won else (0, 0),
            part=(0, 0) if won else (32, 0),
            totals=(32, 0),
        )


def test_points_add_up_to_a_game_and_both_sides_start_again() -> None:
    rubber = whole(3, "H", PLAIN)
    assert rubber.standing.part == (16, 0)
    rubber = next_whole(rubber, 4, "C")
    assert rubber.standing.part == (16, 18)
    rubber = next_whole(rubber, 5, "D")
    assert rubber.standing == Standing(games=(1, 0), part=(0, 0), totals=(32, 18))
    rubber = next_whole(rubber, 4, "D")
    assert rubber.standing == Standing(games=(1, 0), part=(0, 24), totals=(32, 42))


def test_deal_passes_clockwise_from_one_game_to_the_next() -> None:
    rubber = whole(3, "D", PLAIN)
    assert asked(rubber) == "deal 1"
    with pytest.raises(WrongDeal, match="wrong_dealer"):
        rubber.give(split(3, "D", 0))
    rubber = next_whole(rubber, 3, "D")
    assert rubber.standing.games == (1, 1)
    assert asked(rubber) == "deal 2"


def test_two_games_win_the_rubber_and_its_bonus() -> None:
    rubber = next_whole(whole(3, "D", PLAIN), 10, "D")
    assert score(rubber) == ((32, 100), (0, 0))
    assert rubber.standing == Standing(games=(2, 0), part=(0, 0), totals=(164, 0), rubber=0)
    assert asked(rubber) == "over 0 2"
    assert rubber.summary(2).lines[-1] == Line(0, "above", "rubber", 100)


def test_rubber_bonus_stands_in_the_deal_that_ends_it() -> None:
    for bonus in (0, 77, 500):
        rubber = whole(3, "D", {**PLAIN, "rubber_bonus": bonus})
        rubber = next_whole(rubber, 9, "D")
        rubber = next_whole(rubber, 3, "D")
        assert score(rubber) == ((32, bonus), (0, 0))
        assert rubber.totals == (32 + 24 + 32 + bonus, 0)


def test_at_most_three_games() -> None:
    rubber = next_whole(next_whole(whole(3, "D", PLAIN), 3, "D"), 3, "D")
    assert rubber.standing.games == (2, 1)
    assert asked(rubber) == "over 0 2"
    with pytest.raises(WrongDeal, match="match_over"):
        rubber.give(split(3, "D", 3))
    assert refused(rubber, "0 name S") == "match_over"
    assert refused(rubber, "3 claim_revoke") == "match_over"


def enter(before: Standing, *found: Line, bonus: int = 100) -> Standing:
    """Return the standing after a deal."""
    compiled = options(GAME.book.rules({"rubber_bonus": bonus}))
    return scoring.enter(compiled, before, found).standing


def test_winner_of_the_rubber_can_lose_on_total() -> None:
    before = Standing(games=(1, 1), part=(0, 0), totals=(60, 400))
    after = enter(before, Line(0, "below", "odd_tricks", 30))
    assert (after.rubber, after.totals, after.winner) == (0, (190, 400), 1)


def test_equal_totals_go_to_the_winner_of_the_rubber() -> None:
    for side in (0, 1):
        totals = (60, 190) if side == 0 else (190, 60)
        before = Standing(games=(1, 1), part=(0, 0), totals=totals)
        after = enter(before, Line(side, "below", "odd_tricks", 30))
        assert after.totals == (190, 190)
        assert after.winner == side


def test_points_above_the_line_win_no_game() -> None:
    after = enter(Standing(part=(20, 0)), Line(0, "above", "grand_slam", 100))
    assert (after.games, after.part, after.totals) == ((0, 0), (20, 0), (100, 0))


def test_end_of_a_deal_is_told_in_order() -> None:
    rubber = whole(3, "D", PLAIN)
    rubber, _ = rubber.give(split(10, "D", 1))
    rubber = settle(do(rubber, "1 name D"))
    events: tuple[Event, ...] = ()
    while isinstance(now := rubber.decision(), Decision):
        rubber, events = rubber.act(now.actions[0])
    kinds = [type(event) for event in events[1:]]
    assert kinds == [TrickTaken, DealOver, DealScored, GameWon, RubberWon, MatchOver]
    assert events[-1] == MatchOver((0, 2))


# Presets.


def test_presets_are_what_the_rules_say() -> None:
    assert GAME.book.preset("document") == GAME.book.rules()
    collinson = options(GAME.book.preset("collinson_1886"))
    assert (collinson.values[Strain.HEARTS], collinson.aces_double) == (8, False)
    assert (collinson.dummy_after_lead, collinson.doubling) == (True, "unlimited")
    assert (collinson.slams, collinson.four_aces) == ((40, 20), 40)
    club = options(GAME.book.preset("club_1907"))
    assert (club.values[Strain.NO_TRUMP], club.aces_double, club.four_aces) == (12, False, 100)
    assert (club.dummy_after_lead, club.doubling, club.slams) == (True, "cap_100", (40, 20))


def test_summary_tells_how_the_score_came_about() -> None:
    rubber = whole(5, "H", {"aces_double": "no"}, "1 double")
    summary = rubber.summary(1)
    facts = (("tricks", 2), ("aces", 0), ("value", 4), ("multiplier", 2))
    assert summary.lines == (
        Line(0, "below", "odd_tricks", 16, facts),
        Line(1, "above", "honours", 100, (("cards", 5), ("seat", 1))),
    )
    assert summary.contract.multiplier == 2
    assert (summary.before, summary.after) == (Standing(), rubber.standing)
    assert [one.verb for one in summary.said.doubling] == ["double", "pass", "pass"]
    assert len(summary.tricks) == 13
    assert summary.result == rubber.results[0]
    assert summary.result.to_json() == {
        "tricks": [8, 5],
        "scores": [{"below": 16, "above": 0}, {"below": 0, "above": 100}],
    }


def test_deal_is_refused_while_one_is_played() -> None:
    rubber = start(split(3, "D"))
    with pytest.raises(WrongDeal, match="deal_too_early"):
        rubber.give(split(3, "D", 1))
