"""Rules: Score, with the worked examples, and the end of a match."""

from __future__ import annotations

import pytest

from bot.games.bid_whist import GAME
from bot.games.bid_whist.bids import BIDS, Contract
from bot.games.bid_whist.events import DealScored
from bot.games.bid_whist.match import BidWhistMatch
from bot.games.bid_whist.options import options
from bot.games.bid_whist.scoring import score, winning_side
from bot.games.cards import Suit
from bot.games.game import Action, Event, IllegalAction, MatchOver, NeedsDeal, Over, WrongDeal
from tests.games.bid_whist_table import begun, deal_with, did, discarding


def points(bid: str, tricks: int, **rules: object) -> int:
    found = BIDS[bid]
    trump = None if found.kind.no_trump else Suit.SPADES
    return score(Contract(0, found, trump), tricks, options(GAME.book.rules(rules))).points


def lines(bid: str, tricks: int, **rules: object) -> list[tuple[str, int]]:
    contract = Contract(0, BIDS[bid], None)
    found = score(contract, tricks, options(GAME.book.rules(rules)))
    return [(line.reason, line.points) for line in found.lines]


@pytest.mark.parametrize(
    ("bid", "tricks", "expected"),
    [
        ("4U", 9, 4),
        ("4U", 8, -4),
        ("4U", 11, 6),
        ("4NH", 8, -8),
        ("4NL", 9, 8),
        ("7U", 12, 14),
        ("7U", 11, -7),
        ("7NL", 11, -14),
        ("7NH", 12, 28),
        ("3D", 0, -3),
        ("3NH", 12, 14),
    ],
)
def test_scores(bid: str, tricks: int, expected: int) -> None:
    assert points(bid, tricks) == expected


def test_bid_only_scores_the_number_bid() -> None:
    assert points("4U", 11, overtricks="bid_only") == 4
    assert points("4NL", 12, overtricks="bid_only") == 8
    assert points("4U", 8, overtricks="bid_only") == -4
    assert points("7U", 12, overtricks="bid_only") == 14


def test_thirteen_books_on_a_lower_bid_are_no_boston() -> None:
    assert points("6U", 12) == 7
    found = score(Contract(1, BIDS["6U"], Suit.SPADES), 12, options(GAME.book.rules()))
    assert (found.boston, found.books, found.side) == (False, 13, 1)


@pytest.mark.parametrize(("bonus", "up", "no_trump"), [(0, 7, 14), (3, 10, 20), (20, 27, 54)])
def test_boston_bonus_is_doubled_at_no_trump(bonus: int, up: int, no_trump: int) -> None:
    assert points("7D", 12, boston_bonus=bonus) == up
    assert points("7NL", 12, boston_bonus=bonus) == no_trump
    assert points("7D", 11, boston_bonus=bonus) == -7


@pytest.mark.parametrize("boston", ["wins_game", "none"])
def test_boston_without_bonus_scores_seven(boston: str) -> None:
    assert points("7U", 12, boston=boston) == 7
    assert points("7NH", 12, boston=boston) == 14
    assert points("7NH", 11, boston=boston) == -14


def test_every_number_is_made_with_just_enough_tricks_and_set_with_one_less() -> None:
    for text, bid in BIDS.items():
        double = 2 if bid.kind.no_trump else 1
        assert points(text, bid.number + 5, boston="none") == bid.number * double
        assert points(text, bid.number + 4) == -bid.number * double


def test_score_sheet_lines_add_up() -> None:
    assert lines("4U", 11) == [("bid", 4), ("overtricks", 2)]
    assert lines("4NH", 11) == [("bid", 4), ("overtricks", 2), ("no_trump", 6)]
    assert lines("7NL", 12) == [("bid", 7), ("boston", 7), ("no_trump", 14)]
    assert lines("7U", 12, boston_bonus=0) == [("bid", 7)]
    assert lines("5NL", 3) == [("set", -5), ("no_trump", -5)]


@pytest.mark.parametrize("target", [5, 7, 11, 21])
def test_target_wins_and_as_far_below_loses(target: int) -> None:
    rules = options(GAME.book.rules({"target": target, "boston": "none"}))
    made = score(Contract(0, BIDS["4U"], Suit.SPADES), 9, rules)
    assert winning_side((target - 1, target - 1), made, rules) is None
    assert winning_side((target, 0), made, rules) == 0
    assert winning_side((target + 9, 0), made, rules) == 0
    down = score(Contract(1, BIDS["4U"], Suit.SPADES), 8, rules)
    assert winning_side((0, 1 - target), down, rules) is None
    assert winning_side((0, -target), down, rules) == 0


def test_boston_wins_the_game_whatever_the_totals() -> None:
    rules = options(GAME.book.rules({"boston": "wins_game", "target": 21}))
    made = score(Contract(1, BIDS["7U"], Suit.SPADES), 12, rules)
    assert winning_side((20, -12), made, rules) == 1
    short = score(Contract(1, BIDS["7U"], Suit.SPADES), 11, rules)
    assert winning_side((20, -12), short, rules) is None


SPADES = "BJ LJ AS KS QS JS 10S 9S 8S 7S 6S 5S"
FEW = "2S 3S 4S 2H 3H 4H"


def all_spades(
    match: BidWhistMatch, bid: str, rest: tuple[str, ...]
) -> tuple[BidWhistMatch, tuple[Event, ...]]:
    """Play a deal in which the bidder's twelve spades take every trick, trump or no trump."""
    match = discarding(did(match, bid, *rest))
    bidder = bid.split()[0]
    if not bid.endswith(("NH", "NL")):
        match = did(match, f"{bidder} trump S")
    events: tuple[Event, ...] = ()
    decision = match.decision()
    while not isinstance(decision, NeedsDeal | Over):
        match, events = match.act(decision.actions[0])
        decision = match.decision()
    return match, events


def test_match_ends_at_the_target_with_both_partners_winning() -> None:
    match, events = all_spades(
        begun(hands={0: SPADES}, kitty=FEW), "0 bid 6U", ("1 pass", "2 pass", "3 pass")
    )
    assert match.totals == (7, 0)
    assert match.decision() == Over((0, 2))
    assert events[-1] == MatchOver((0, 2))
    scored = [event for event in events if isinstance(event, DealScored)]
    assert [(event.seat, event.score.points, event.totals) for event in scored] == [(0, 7, (7, 0))]
    with pytest.raises(IllegalAction) as caught:
        did(match, "0 play AS")
    assert caught.value.code == "match_over"
    with pytest.raises(WrongDeal) as wrong:
        match.give(deal_with(dealer=0))
    assert wrong.value.code == "match_over"


def test_set_below_the_limit_loses_the_match_to_the_others() -> None:
    hands = {1: SPADES}
    match, _ = all_spades(
        begun({"lead": "left_of_bidder"}, hands, FEW), "0 bid 4NH", ("1 pass", "2 pass", "3 pass")
    )
    assert match.totals == (-8, 0)
    assert match.decision() == Over((1, 3))


def test_match_goes_on_with_the_next_dealer_and_action_between_deals_is_refused() -> None:
    match, _ = all_spades(
        begun({"target": 21}, {0: SPADES}, FEW), "0 bid 3U", ("1 pass", "2 pass", "3 pass")
    )
    assert match.decision() == NeedsDeal(0)
    assert match.results[0].to_json() == {"tricks": [12, 0], "scores": [7, 0]}
    for saying, code in (("0 play AS", "deal_needed"), ("0 jump", "unknown_verb")):
        with pytest.raises(IllegalAction) as caught:
            did(match, saying)
        assert caught.value.code == code
    with pytest.raises(WrongDeal) as wrong:
        match.give(deal_with(dealer=3))
    assert wrong.value.code == "wrong_dealer"
    match, _ = match.give(deal_with(dealer=0))
    assert match.view(1).decision is not None


def test_action_before_the_first_deal_is_refused() -> None:
    match = GAME.new(GAME.book.rules())
    with pytest.raises(IllegalAction) as caught:
        match.act(Action(0, "pass"))
    assert caught.value.code == "deal_needed"


def test_boston_of_wins_game_ends_a_match_to_twenty_one() -> None:
    rules = {"target": 21, "boston": "wins_game"}
    match, _ = all_spades(
        did(begun(rules, {1: SPADES}, FEW), "0 pass"), "1 bid 7U", ("2 pass", "3 pass")
    )
    assert match.totals == (0, 7)
    assert match.decision() == Over((1, 3))
    assert match.summary(1).score is not None
