"""Quotas and scores, and who has won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.games.bismarck.contracts import SIX, Contract, quotas
from bot.games.bismarck.events import DealScored, ExtraDealNeeded
from bot.games.bismarck.match import Bismarck
from bot.games.bismarck.options import BOOK, Options, options
from bot.games.bismarck.scoring import UNDECIDED, Standing, scores, standing, taken
from bot.games.cards import cards
from bot.games.game import Action, IllegalAction, MatchOver, NeedsDeal, Over, WrongDeal
from bot.games.trick import Play, Taken
from tests.games.bismarck_referee import (
    asked,
    deals_on,
    do,
    finish_deal,
    random_deal,
    start,
    tidy_deal,
)


@pytest.mark.parametrize(
    ("contract", "counted", "expected"),
    [
        ("spel", (10, 4, 2), (2, 0, -2)),
        ("pass", (3, 5, 8), (1, 1, -2)),
        ("valfri", (12, 3, 1), (4, -1, -3)),
        ("spader", (5, 6, 5), (-3, 2, 1)),
        ("no_hearts", (2, 7, 4), (1, -2, 1)),
        ("no_queen", (8, 0, 0), (-6, 3, 3)),
        ("no_queen", (0, 8, 0), (2, -5, 3)),
        ("spel", (16, 0, 0), (8, -4, -4)),
        ("pass", (16, 0, 0), (-12, 6, 6)),
        ("pass", (0, 16, 0), (4, -10, 6)),
    ],
)
def test_scores_against_the_quotas(
    contract: str, counted: tuple[int, ...], expected: tuple[int, ...]
) -> None:
    for forehand in range(3):
        by_seat = tuple(counted[(seat - forehand) % 3] for seat in range(3))
        gained = scores(Contract(contract), forehand, by_seat)
        assert gained == tuple(expected[(seat - forehand) % 3] for seat in range(3))
        assert sum(gained) == 0


def trick(winner: int, text: str) -> Taken:
    return Taken(tuple(Play(seat, one) for seat, one in enumerate(cards(text))), winner)


def test_hearts_out_of_play_count_as_taken_by_forehand() -> None:
    tricks = (trick(0, "2H 3C 4C"), trick(1, "3H 4H 5H"), trick(2, "6H 7H 8D"))
    assert taken(Contract.NO_HEARTS, 0, tricks, cards("AH 2C 3D 4D")) == (2, 3, 2)
    assert taken(Contract.NO_HEARTS, 2, tricks, cards("AH KH 3D 4D")) == (1, 3, 4)


def test_queen_of_spades_weighs_eight() -> None:
    tricks = (trick(1, "QS AS 4C"), trick(2, "QH QD QC"))
    assert taken(Contract.NO_QUEEN, 0, tricks, cards("KS AH 2C 3D")) == (0, 8, 0)
    assert taken(Contract.NO_QUEEN, 2, tricks[1:], cards("QS AH 2C 3D")) == (0, 0, 8)


@pytest.mark.parametrize("contract", ["spel", "spader", "valfri", "pass"])
def test_cards_out_of_play_take_no_trick(contract: str) -> None:
    tricks = (trick(0, "QS AS 4C"), trick(2, "QH QD QC"))
    assert taken(Contract(contract), 1, tricks, cards("2H AH 2C 3D")) == (1, 0, 1)


def free_deal(contract: str, exchange: str, **rules: str) -> Bismarck:
    """Play out the seventh deal of an Estonian match, forehand free to choose, with a fixed deal.

    Forehand (seat 0) has AH 3H, the kitty 2H; the queen of spades is forehand's.
    """
    match = deals_on(start(length="estonian", **rules), 6)
    match, _ = match.give(tidy_deal(0))
    match = do(match, f"contract {contract}", *exchange.split(" / "))
    return finish_deal(match)


def test_hearts_in_the_discard_are_forehands() -> None:
    summary = free_deal("no_hearts", "take / discard AH 3H 2H AD").summary(7)
    assert summary.buried == 3
    assert sum(summary.line.taken) == 13
    assert summary.line.taken[0] == 3 + _hearts_won(summary.tricks, 0)
    assert sum(summary.result.tricks) == 16
    assert sum(summary.line.scores) == 0


def test_heart_in_an_untouched_kitty_is_forehands() -> None:
    summary = free_deal("no_hearts", "refuse").summary(7)
    assert summary.buried == 1
    assert summary.line.taken[0] == 1 + _hearts_won(summary.tricks, 0)
    assert sum(summary.line.scores) == 0


def _hearts_won(tricks: tuple[Taken, ...], seat: int) -> int:
    mine = [one for one in tricks if one.winner == seat]
    return sum(play.card.suit == "H" for one in mine for play in one.plays)


def test_queen_in_the_discard_is_forehands() -> None:
    summary = free_deal("no_queen", "take / discard QS 3H 2H AD").summary(7)
    assert summary.buried == 8
    assert summary.line.taken == (8, 0, 0)
    assert summary.line.scores == (-6, 3, 3)


def test_queen_in_an_untouched_kitty_is_forehands() -> None:
    match = deals_on(start(length="estonian"), 6)
    deal = tidy_deal(0)
    queen, low = cards("QS 2H")
    hand = tuple(low if one is queen else one for one in deal.hands[0])
    stock = tuple(queen if one is low else one for one in deal.stock)
    match, _ = match.give(replace(deal, hands=(hand, *deal.hands[1:]), stock=stock))
    match = finish_deal(do(match, "contract no_queen", "refuse"))
    assert match.summary(7).line.scores == (-6, 3, 3)


def test_queen_taken_in_play() -> None:
    line = free_deal("no_queen", "refuse").summary(7).line
    assert sorted(line.taken) == [0, 0, 8]
    assert line.scores == scores(Contract.NO_QUEEN, 0, line.taken)


def test_deal_of_sixteen_tricks_by_forehand() -> None:
    """Forehand leads and holds nothing but winners."""
    match, _ = start(lead="forehand").give(tidy_deal(0))
    match = do(match, "contract spader", "take", "discard 2H 3H 2C 3C")
    match = finish_deal(match)
    result = match.results[0]
    assert result.tricks[0] >= 13
    assert result.scores[0] == result.tricks[0] - 8
    assert match.totals == result.scores


def test_score_event_holds_the_whole_line() -> None:
    match, _ = start().give(tidy_deal(1))
    match = do(match, "contract pass", "refuse")
    events: tuple[object, ...] = ()
    while not match.results:
        match, events = match.act(asked(match).actions[0])
    (scored,) = [event for event in events if isinstance(event, DealScored)]
    line = match.view(None).sheet[0]
    assert scored == DealScored(
        1, 1, Contract.PASS, line.taken, quotas(Contract.PASS, 1), line.scores, match.totals
    )


def after(deals: int, totals: tuple[int, ...], *level: int, **rules: str) -> Standing:
    chosen: Options = options(BOOK.rules(rules))
    return standing(chosen, deals, totals, level)


def test_nobody_has_won_before_the_last_deal() -> None:
    assert after(11, (30, -10, -20)) == UNDECIDED


def test_highest_total_wins() -> None:
    assert after(12, (-1, 4, -3)) == Standing(winners=(1,))


def test_tied_leaders_play_an_extra_deal() -> None:
    assert after(12, (2, 2, -4)) == Standing(level=(0, 1))
    assert after(12, (0, 0, 0)) == Standing(level=(0, 1, 2))


def test_tie_shared_at_once() -> None:
    assert after(12, (2, 2, -4), tie="shared") == Standing(winners=(0, 1))
    assert after(8, (0, 0, 0), tie="shared", length="short") == Standing(winners=(0, 1, 2))


def test_only_tied_leaders_are_compared_after_an_extra_deal() -> None:
    assert after(13, (1, 0, 9), 0, 1) == Standing(winners=(0,))
    assert after(13, (-3, -4, 7), 0, 1) == Standing(winners=(0,))


def test_who_dropped_out_does_not_come_back() -> None:
    assert after(13, (3, -6, 3), 0, 1, 2) == Standing(level=(0, 2))
    assert after(14, (3, 9, 3), 0, 2) == Standing(level=(0, 2))
    assert after(15, (2, 9, 3), 0, 2) == Standing(winners=(2,))


def test_victory_is_shared_after_three_extra_deals() -> None:
    assert after(14, (1, 1, -2), 0, 1) == Standing(level=(0, 1))
    assert after(15, (1, 1, -2), 0, 1) == Standing(winners=(0, 1))
    assert after(15, (0, 0, 0), 0, 1, 2) == Standing(winners=(0, 1, 2))
    assert after(11, (1, 1, -2), 0, 1, length="short") == Standing(winners=(0, 1))


def tied(**rules: str) -> Bismarck:
    """Return a match whose regular deals have ended level."""
    for seed in range(200):
        match = deals_on(start(**rules), options(BOOK.rules(rules)).deals, seed)
        if match.standing.level:
            return match
    raise AssertionError("no tie found")


@pytest.mark.parametrize("length", ["twelve", "short", "estonian"])
def test_extra_deals_until_the_tie_is_broken(length: str) -> None:
    match = tied(length=length)
    deals = options(match.rules).deals
    level = match.standing.level
    for extra in range(1, 4):
        waiting = match.decision()
        assert waiting == NeedsDeal((match.results[0].dealer + deals + extra - 1) % 3)
        match, _ = match.give(random_deal((deals + extra - 1) % 3, 900 + extra))
        assert match.announced()[-1] is Contract.VALFRI
        events: tuple[object, ...] = ()
        while len(match.results) < deals + extra:
            decision = asked(match)
            if decision.discard is not None:
                match = do(match, "discard " + " ".join(map(str, decision.discard.cards[:4])))
            else:
                match, events = match.act(decision.actions[0])
        line = match.summary(deals + extra)
        assert (line.line.extra, line.level) == (extra, level)
        best = max(match.totals[seat] for seat in level)
        level = tuple(seat for seat in level if match.totals[seat] == best)
        if len(level) == 1 or extra == 3:
            assert match.decision() == Over(level)
            assert MatchOver(level) in events
            return
        assert ExtraDealNeeded(extra + 1, level) in events


def test_extra_deal_after_twelve_is_the_first_forehands() -> None:
    assert tied().decision() == NeedsDeal(0)
    assert tied(length="short").decision() == NeedsDeal(2)


def test_nothing_can_be_done_after_the_end() -> None:
    match = deals_on(start(length="short", tie="shared"), 8)
    assert isinstance(match.decision(), Over)
    with pytest.raises(WrongDeal) as wrong:
        match.give(random_deal(2, 1))
    assert wrong.value.code == "match_over"
    with pytest.raises(IllegalAction) as refused:
        match.act(Action(0, "play", ("AS",)))
    assert refused.value.code == "match_over"
    assert match.view(0).winners == match.standing.winners


def test_every_contract_has_a_sum_of_quotas() -> None:
    sums = [sum(quotas(one, 0)) for one in SIX]
    assert sums == [16, 16, 16, 16, 13, 8]
