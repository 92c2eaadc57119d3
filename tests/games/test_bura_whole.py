"""Whole matches: what is always true, the log as the truth, records, reference counts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bura import GAME, BuraMatch
from bot.games.bura.hands import beats_all, points
from bot.games.bura.match import new
from bot.games.bura.options import BOOK
from bot.games.bura.state import Step, won_points
from bot.games.cards import PACK_36
from bot.games.game import Action, Decision, IllegalAction, Over
from bot.games.record import RecordedDeal, check, next_to_json, to_record
from tests.games.bura_table import (
    Rules,
    action,
    deal,
    every_action,
    random_states,
    start,
)
from tests.games.perft import profile
from tests.games.perft import start as by_chance

LEADER: Rules = {"declare": "leader_only"}
WHOLE: Rules = {"bura": "automatic", "molodka_led": "whole"}

PLAIN_COUNTS: list[int] = [4, 12, 36, 64, 120, 360, 665]
LEADER_COUNTS: list[int] = [4, 12, 24, 52, 120, 240, 544]
SPECIAL_COUNTS: list[int] = [2, 4, 20, 56, 168, 312, 600]
WHOLE_COUNTS: list[int] = [2, 4, 14, 38, 114, 207, 393]
DUEL_COUNTS: list[int] = [2, 4, 7, 19, 57, 105, 201]
MOLODKA_COUNTS: list[int] = [2, 14, 38, 114, 190, 540, 1344]
CHANCE_COUNTS: list[list[int]] = [
    [4, 12, 36, 66, 135, 391],
    [4, 12, 36, 63, 150, 404],
    [3, 9, 27, 45, 81, 243],
    [3, 9, 27, 53, 105, 315],
    [4, 12, 36, 61, 139, 373],
]

houses = st.fixed_dictionaries(
    {rule.key: st.sampled_from(rule.values) for rule in BOOK.house_rules}
)


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), house=houses, declaring=st.sampled_from([0.05, 0.3, 0.9]))
def test_a_match_ends_and_keeps_what_is_always_true(
    seed: int, house: dict[str, str], declaring: float
) -> None:
    states = random_states(seed, house, declaring)
    for match in states[seed % 5 :: 5]:
        keeps_what_is_always_true(match)
    last = states[-1]
    assert isinstance(last.decision(), Over)
    assert last.pots_won == int(house["length"])
    assert last.pot == 0
    assert replayed(last) == last


def keeps_what_is_always_true(match: BuraMatch) -> None:
    assert sum(match.totals) + match.pot == 0
    scores = [result.scores for result in match.results]
    paid = 1 if match.open_deal is not None and match.open_deal.laid.opened else 0
    for seat in (0, 1):
        changes = [score[seat] for score in scores]
        assert all(isinstance(change, int) for change in changes)
        total = sum(change for change in changes if isinstance(change, int))
        assert match.totals[seat] == total - paid
    if match.results:
        before = match.pot if paid == 0 else 0
        assert dict(match.results[-1].more)["pot"] == before
    deal = match.open_deal
    if deal is None:
        assert match.others() == {}
        return
    assert deal.end is None
    played = [play.card for taken in deal.tricks for play in taken.plays]
    stock = deal.laid.deal.stock
    rest = stock[len(stock) - deal.left - deal.aside :]
    everything = [*played, *deal.led, *deal.hands[0], *deal.hands[1], *rest]
    assert sorted(everything, key=PACK_36.index) == list(PACK_36)
    assert sum(won_points(deal)) == points(played) <= 120
    assert deal.left % 2 == 0
    assert deal.aside in (0, 2, 4)
    if deal.step is not Step.REPLY:
        assert len(deal.hands[0]) == len(deal.hands[1])
    for taken in deal.tricks:
        half = len(taken.plays) // 2
        led = [play.card for play in taken.plays[:half]]
        reply = [play.card for play in taken.plays[half:]]
        assert len({one.suit for one in led}) == 1
        assert (taken.winner != taken.leader) is beats_all(led, reply, deal.laid.order)
    now = match.decision()
    assert isinstance(now, Decision)
    assert now.actions
    cards_chosen = [frozenset(one.args) | {one.verb} for one in now.actions]
    assert len(set(cards_chosen)) == len(cards_chosen)
    for one in every_action(match):
        match.act(one)


def replayed(match: BuraMatch) -> BuraMatch:
    """Return the match folded anew from its log."""
    again = new(match.rules)
    for summary in match.summaries:
        again, _ = again.give(summary.deal)
        for made in summary.actions:
            again, _ = again.act(made)
    return again


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    house=houses,
    junk=st.tuples(
        st.integers(-1, 2),
        st.sampled_from(["play", "draw", "pass", "announce", "declare", "bid", "", "PLAY"]),
        st.lists(
            st.sampled_from(["AS", "6H", "as", "10C", "2S", "BJ", "bura", "aces", "", "♥"]),
            max_size=4,
        ),
    ),
)
def test_anything_not_offered_is_refused_and_nothing_else_happens(
    seed: int, house: dict[str, str], junk: tuple[int, str, list[str]]
) -> None:
    states = random_states(seed, {**house, "length": 1})
    match = states[seed % len(states)]
    made = Action(junk[0], junk[1], tuple(junk[2]))
    now = match.decision()
    known = set()
    if isinstance(now, Decision):
        known = {(one.seat, one.verb, frozenset(one.args)) for one in every_action(match)}
    if (made.seat, made.verb, frozenset(made.args)) in known and len(set(made.args)) == len(
        made.args
    ):
        match.act(made)
        return
    with pytest.raises(IllegalAction) as caught:
        match.act(made)
    assert caught.value.code.islower()


def test_the_same_log_gives_the_same_record_and_back() -> None:
    some: list[Rules] = [{}, {"length": "3", **LEADER}, {"bura": "automatic", "length": 11}]
    for seed, house in enumerate(some):
        match = random_states(seed, house)[-1]
        deals = [RecordedDeal(one.deal, one.actions) for one in match.summaries]
        record = to_record(GAME, match.rules, ("Ann", "Bo"), deals)
        back = check(json.loads(json.dumps(record)))
        assert back.to_json() == {
            "ok": True,
            "game": "bura",
            "finished": True,
            "deals": [result.to_json() for result in match.results],
            "totals": list(match.totals),
            "winners": list(match.view(None).winners),
            "next": None,
        }


def test_next_lists_what_is_asked_and_what_is_open_to_the_other() -> None:
    match = start(deal("KS 8S 6C", "AS 7H 7C"))
    assert next_to_json(match) == {
        "seat": 0,
        "actions": [["play", "KS"], ["play", "8S"], ["play", "6C"], ["play", "KS", "8S"]],
    }
    match, _ = match.act(action("0 play KS"))
    match, _ = match.act(action("1 play AS"))
    assert next_to_json(match) == {
        "seat": 1,
        "actions": [["draw"], ["declare"]],
        "others": {"0": [["declare"]]},
    }
    match, _ = match.act(action("0 declare"))
    assert next_to_json(match) == {"deal": True, "dealer": 0}
    assert next_to_json(new(BOOK.rules())) == {"deal": True, "dealer": None}


@pytest.mark.parametrize(
    ("hands", "draws", "turned", "house", "counts"),
    [
        (("KS 8S 6C", "AS 7H 7C"), "6D KC 8D KD", "9H", {}, PLAIN_COUNTS),
        (("KS 8S 6C", "AS 7H 7C"), "6D KC 8D KD", "9H", LEADER, LEADER_COUNTS),
        (("QS JS 7S", "AS AD AC"), "10H 8H 7H 6H", "KH", {}, SPECIAL_COUNTS),
        (("QS JS 7S", "AS AD AC"), "10H 8H 7H 6H", "KH", WHOLE, WHOLE_COUNTS),
        (("10H 9H 7H", "AH QH 8H"), "6S 6D 7D 8D", "6H", {}, DUEL_COUNTS),
        (("AC 10C KC", "6H 9C 8S"), "QC JC 7H 8H 10D 9D", "AH", {}, MOLODKA_COUNTS),
    ],
)
def test_reference_counts(
    hands: tuple[str, str], draws: str, turned: str, house: Rules, counts: list[int]
) -> None:
    assert profile(start(deal(*hands, draws, turned), house), len(counts)) == counts


def test_reference_counts_of_deals_by_chance() -> None:
    counts = [profile(by_chance(GAME, seed=seed, dealer=seed % 2), 6) for seed in range(5)]
    assert counts == CHANCE_COUNTS
