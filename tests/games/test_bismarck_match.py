"""Whole matches: what is always true, a second opinion on each, records, reference counts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bismarck import GAME, lay_out
from bot.games.bismarck.match import Bismarck
from bot.games.bismarck.options import BOOK
from bot.games.cards import PACK_52
from bot.games.game import Action, Deal, Decision, IllegalAction, NeedsDeal, Over, WrongDeal
from bot.games.record import check
from bot.games.registry import GAMES
from tests.games.bismarck_referee import (
    REGULAR,
    Log,
    asked,
    deal_of,
    deals_on,
    do,
    judge,
    random_deal,
    random_match,
    start,
    tidy_deal,
)

RULES = st.fixed_dictionaries({rule.key: st.sampled_from(rule.values) for rule in BOOK.house_rules})


@settings(max_examples=60, deadline=None)
@given(RULES, st.integers(0, 2**32))
def test_second_opinion_on_random_matches(rules: Mapping[str, str], seed: int) -> None:
    match, log = random_match(rules, Random(seed))
    tricks, scores, winners = judge(rules, log)
    assert [list(result.tricks) for result in match.results] == tricks
    assert [list(result.scores) for result in match.results] == scores
    assert match.decision() == Over(tuple(winners))
    assert match.totals == tuple(sum(by_seat) for by_seat in zip(*scores, strict=True))
    regular = REGULAR[rules["length"]]
    assert regular <= len(scores) <= regular + (3 if rules["tie"] == "extra_valfri" else 0)
    first = match.results[0].dealer
    for number, result in enumerate(match.results):
        assert result.dealer == (first + number) % 3
        assert sum(result.tricks) == 16
        assert sum(scores[number]) == 0
        summary = match.summary(number + 1)
        played = [play.card for trick in summary.tricks for play in trick.plays]
        assert len(played) == 48
        assert sorted(map(str, (*played, *summary.out_of_play))) == sorted(map(str, PACK_52))
    assert sum(match.totals) == 0


@settings(max_examples=10, deadline=None)
@given(RULES, st.integers(0, 2**32))
def test_log_replayed_gives_the_same_match(rules: Mapping[str, str], seed: int) -> None:
    match, log = random_match(rules, Random(seed))
    again = start(**rules)
    for entry in log:
        again, _ = again.give(entry) if isinstance(entry, Deal) else again.act(entry)
    assert again == match


@settings(max_examples=15, deadline=None)
@given(RULES, st.integers(0, 2**32))
def test_contracts_of_each_forehand_are_as_the_length_says(
    rules: Mapping[str, str], seed: int
) -> None:
    match, _ = random_match(rules, Random(seed))
    length = rules["length"]
    had: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for number in range(1, REGULAR[length] + 1):
        line = match.summary(number).line
        had[line.forehand].append(line.contract.value)
    most = {"twelve": 1, "grand": 2, "short": 2, "short_12": 2}.get(length, 24)
    kinds = {"twelve": 4, "grand": 4, "short_12": 2}.get(length)
    for contracts in had.values():
        assert all(contracts.count(one) <= most for one in contracts)
        if kinds is not None:
            assert len(contracts) == most * kinds


def to_record(rules: Mapping[str, str], log: Log) -> dict[str, object]:
    """Write a log as a record, by hand."""
    deals: list[dict[str, object]] = []
    actions: list[list[object]] = []
    for entry in log:
        if isinstance(entry, Deal):
            actions = []
            deals.append(
                {
                    "dealer": entry.dealer,
                    "hands": [[one.text for one in hand] for hand in entry.hands],
                    "stock": [one.text for one in entry.stock],
                    "actions": actions,
                }
            )
        else:
            actions.append([entry.seat, entry.verb, *entry.args])
    return {
        "format": "atout-record",
        "version": 1,
        "game": "bismarck",
        "rules": dict(rules),
        "players": ["Ann", "Bo", "Cy"],
        "deals": deals,
    }


@pytest.mark.parametrize("length", list(REGULAR))
def test_record_of_a_whole_match_is_replayed(length: str) -> None:
    rules = {"length": length, "order": "fixed"}
    match, log = random_match(rules, Random(length))
    told = check(to_record(rules, log), GAMES).to_json()
    assert told["ok"] is True
    assert told["finished"] is True
    assert told["next"] is None
    assert told["totals"] == list(match.totals)
    assert told["winners"] == list(match.standing.winners)
    deals = told["deals"]
    assert isinstance(deals, list)
    assert deals[0] == {
        "tricks": list(match.results[0].tricks),
        "scores": list(match.results[0].scores),
    }


def test_next_of_a_record_that_stops() -> None:
    deal = tidy_deal(1)
    forehand: Log = [deal]
    told = check(to_record({}, forehand)).to_json()
    assert told["next"] == {
        "seat": 1,
        "actions": [
            ["contract", "spel"],
            ["contract", "spader"],
            ["contract", "valfri"],
            ["contract", "pass"],
        ],
    }
    told = check(to_record({}, [deal, Action(1, "contract", ("pass",))])).to_json()
    assert told["next"] == {"seat": 1, "actions": [["take"], ["refuse"]]}
    told = check(to_record({}, [deal, Action(1, "contract", ("valfri",))])).to_json()
    twenty = [one.text for one in (*deal.hands[1], *deal.stock)]
    assert told["next"] == {
        "seat": 1,
        "actions": [["discard", {"from": twenty, "count": 4}]],
    }
    assert check(to_record({}, [])).to_json()["next"] == {"deal": True, "dealer": None}


@settings(max_examples=20, deadline=None)
@given(RULES, st.integers(0, 2**32), st.data())
def test_only_what_is_listed_is_legal(
    rules: Mapping[str, str], seed: int, data: st.DataObject
) -> None:
    """Any other well-formed action is refused with a code, and the match stays as it is."""
    chance = Random(seed)
    match = start(**rules)
    match, _ = match.give(random_deal(chance.randrange(3), seed))
    for _ in range(chance.randrange(30)):
        decision = asked(match)
        match, _ = match.act(_any(decision, chance))
    decision = asked(match)
    verb = data.draw(st.sampled_from(["contract", "take", "refuse", "trump", "play", "pass"]))
    words = ["spel", "pass", "no_queen", "S", "NT", *(one.text for one in PACK_52)]
    args = data.draw(st.lists(st.sampled_from(words), max_size=2))
    action = Action(data.draw(st.integers(-1, 3)), verb, tuple(args))
    if action in decision.actions:
        match.act(action)
        return
    with pytest.raises(IllegalAction) as refused:
        match.act(action)
    assert refused.value.code


def _any(decision: Decision, chance: Random) -> Action:
    if decision.discard is not None:
        texts = [one.text for one in chance.sample(decision.discard.cards, 4)]
        return Action(decision.seat, "discard", tuple(texts))
    return chance.choice(decision.actions)


def test_actions_need_a_deal() -> None:
    for match in (start(), deals_on(start(), 1)):
        with pytest.raises(IllegalAction) as refused:
            match.act(Action(0, "contract", ("spel",)))
        assert refused.value.code == "deal_needed"
        with pytest.raises(IllegalAction) as refused:
            match.act(Action(0, "swap"))
        assert refused.value.code == "unknown_verb"
        assert match.others() == {}


def test_deals_that_cannot_be_given() -> None:
    good = tidy_deal(0)
    match = deals_on(start(), 1)
    wrong: list[tuple[Bismarck, Deal, str]] = [
        (match, good, "wrong_dealer"),
        (start(), Deal(3, good.hands, good.stock), "wrong_dealer"),
        (start(), Deal(0, good.hands[:2], good.stock), "wrong_number_of_hands"),
        (start(), Deal(0, good.hands, good.stock[:3]), "wrong_stock_size"),
        (start(), Deal(0, (good.hands[0][:15], *good.hands[1:]), good.stock), "wrong_hand_size"),
        (start(), Deal(0, (good.hands[1], *good.hands[1:]), good.stock), "card_twice"),
        (start().give(good)[0], tidy_deal(1), "deal_too_early"),
    ]
    for before, deal, code in wrong:
        with pytest.raises(WrongDeal) as refused:
            before.give(deal)
        assert refused.value.code == code


def test_first_forehand_may_be_anybody() -> None:
    assert start().decision() == NeedsDeal(None)
    for seat in range(3):
        match, _ = start().give(random_deal(seat, 1))
        assert match.view(None).dealer == seat


def test_pack_is_dealt_in_packets_of_four_from_forehands_left() -> None:
    deal = lay_out(1, PACK_52)
    assert deal.hands[2] == (*PACK_52[0:4], *PACK_52[12:16], *PACK_52[24:28], *PACK_52[36:40])
    assert deal.hands[0][:4] == PACK_52[4:8]
    assert deal.hands[1][-4:] == PACK_52[44:48]
    assert deal.stock == PACK_52[48:]
    assert GAME.lay_out(1, PACK_52) == deal


def lines(match: Bismarck, depth: int) -> int:
    """Count the different lines of play of a length, each discard one of its combinations."""
    if depth == 0:
        return 1
    decision = match.decision()
    if not isinstance(decision, Decision):
        return 1
    if decision.discard is None:
        actions = list(decision.actions)
    else:
        texts = [one.text for one in decision.discard.cards]
        seat = decision.seat
        actions = [Action(seat, "discard", four) for four in combinations(texts, 4)]
    if depth == 1:
        return len(actions)
    return sum(lines(match.act(action)[0], depth - 1) for action in actions)


def mixed_deal() -> Deal:
    """Deal a fixed hand in which every suit is spread."""
    return deal_of(
        2,
        "AS 10S 7S 4S KH 9H 6H 3H QD 8D 5D 2D JC 7C 4C AC",
        "KS 9S 6S 3S QH 8H 5H 2H JD 7D 4D AD 10C 6C 3C KC",
        "QS 8S 5S 2S JH 7H 4H AH 10D 6D 3D KD 9C 5C 2C QC",
        "JS 10H 9D 8C",
    )


@pytest.mark.parametrize(
    ("deal", "script", "counts"),
    [
        (mixed_deal(), (), [4, 4851, 33963]),
        (mixed_deal(), ("contract spel", "refuse"), [16, 64, 256, 3840, 14592]),
        (tidy_deal(0), ("contract spader", "refuse"), [16, 43, 94, 1410, 5021, 11708]),
        (random_deal(1, 2024), ("contract pass", "refuse"), [16, 54, 196, 2940, 10046]),
    ],
)
def test_reference_counts(deal: Deal, script: tuple[str, ...], counts: list[int]) -> None:
    match, _ = start().give(deal)
    match = do(match, *script)
    assert [lines(match, depth + 1) for depth in range(len(counts))] == counts


@pytest.mark.parametrize(
    ("deal", "script", "count"),
    [
        (mixed_deal(), ("contract spel", "refuse"), 13824),
        (tidy_deal(0), ("contract spader", "refuse"), 1488),
        (random_deal(1, 2024), ("contract valfri",), 2304),
    ],
)
def test_reference_counts_of_endings(deal: Deal, script: tuple[str, ...], count: int) -> None:
    """Play the first legal card until four tricks are left, then count every way to the end."""
    match, _ = start().give(deal)
    match = do(match, *script)
    while sum(match.view(None).tricks) < 12:
        decision = asked(match)
        match, _ = match.act(decision.actions[0] if decision.actions else _first_four(decision))
    assert lines(match, 99) == count


def _first_four(decision: Decision) -> Action:
    assert decision.discard is not None
    texts = tuple(one.text for one in decision.discard.cards[:4])
    return Action(decision.seat, "discard", texts)
