"""What each game counts of finished deals, added up over finished matches."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from bot.games.bid_whist.views import BidWhistSummary
from bot.games.biritch.views import BiritchSummary
from bot.games.registry import GAMES
from bot.tables.reel import Reel
from tests.fixtures.records.reading import reels

RARE = {"bostons"}
"""What comes up in none of the matches, and has a test of its own."""


def counted(reel: Reel) -> list[Counter[str]]:
    """Return the sums of a match, by seat."""
    count = reel.game.tally.count
    found = []
    for seat in range(reel.game.seats):
        sums: Counter[str] = Counter()
        for number in range(1, len(reel.results) + 1):
            sums.update(count(reel.summary(number), seat))
        found.append(sums)
    return found


@pytest.mark.parametrize("key", GAMES)
def test_every_fact_has_a_name_and_every_name_comes_up(key: str) -> None:
    seen: set[str] = set()
    for reel in reels(key):
        for sums in counted(reel):
            assert set(sums) <= set(GAMES[key].tally.keys)
            seen |= {name for name, value in sums.items() if value}
    assert seen == set(GAMES[key].tally.keys) - RARE


def test_each_deal_of_biritch_has_one_declarer_and_each_match_one_rubber_and_two_games() -> None:
    for reel in reels("biritch"):
        seats = counted(reel)
        assert sum(sums["declared"] for sums in seats) == len(reel.results)
        assert [sums["rubbers"] for sums in seats[:2]] in ([1, 0], [0, 1])
        assert max(sums["games"] for sums in seats) == 2
        assert seats[0]["games"] == seats[2]["games"]


def test_honours_of_biritch_are_counted_for_the_side_that_scores_them() -> None:
    for reel in reels("biritch"):
        points = [0, 0]
        for number in range(1, len(reel.results) + 1):
            deal = reel.summary(number)
            assert isinstance(deal, BiritchSummary)
            for line in deal.lines:
                if line.reason in ("honours", "aces"):
                    points[line.side] += line.points
        seats = counted(reel)
        assert [sums["honour_points"] for sums in seats] == [*points, *points]


def test_each_bid_of_bid_whist_is_made_or_set_once() -> None:
    for reel in reels("bid_whist"):
        bids = sum(value for sums in counted(reel) for name, value in sums.items() if "_" in name)
        passed = sum(result.tricks == (0, 0) for result in reel.results)
        assert bids == len(reel.results) - passed


def test_a_boston_counts_for_both_who_made_it() -> None:
    deal = reels("bid_whist")[0].summary(1)
    assert isinstance(deal, BidWhistSummary)
    assert deal.score is not None
    boston = replace(deal, score=replace(deal.score, boston=True, side=1))
    count = GAMES["bid_whist"].tally.count
    assert [count(boston, seat).get("bostons", 0) for seat in range(4)] == [0, 1, 0, 1]


def test_the_scores_of_bismarck_by_contract_add_up_to_the_totals() -> None:
    for reel in reels("bismarck"):
        for sums, total in zip(counted(reel), reel.final.totals, strict=True):
            assert sum(v for name, v in sums.items() if name.startswith("score_")) == total
            assert sum(v for name, v in sums.items() if name.startswith("deals_")) == len(
                reel.results
            )


def test_pots_of_bura_are_those_of_the_session() -> None:
    for reel in reels("bura"):
        pots = sum(sums["pots"] for sums in counted(reel))
        assert pots == reel.record.rules.number("length")
