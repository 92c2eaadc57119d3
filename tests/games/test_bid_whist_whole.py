"""Whole matches: what is always true, walls, malformed input, records, reference counts."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.bid_whist import GAME
from bot.games.bid_whist.match import BidWhistMatch
from bot.games.bid_whist.options import options
from bot.games.bid_whist.table import Table
from bot.games.cards import PACK_54, Card
from bot.games.game import Action, Deal, Decision, IllegalAction, NeedsDeal, Over
from bot.games.house_rules import Rules
from bot.games.record import RecordedDeal, check, to_record
from tests.games.bid_whist_table import (
    any_action,
    any_deal,
    asked,
    begun,
    did,
    discarding,
    played_out,
    sold,
)

PRESETS = [GAME.book.preset("document"), GAME.book.preset("american")]

rules_of_a_table = st.fixed_dictionaries(
    {
        rule.key: st.integers(0, 20).map(str) if not rule.values else st.sampled_from(rule.values)
        for rule in GAME.book.house_rules
    }
).map(GAME.book.rules)


def new(rules: Rules) -> BidWhistMatch:
    return BidWhistMatch(rules, options(rules))


def cards_on(table: Table) -> list[Card]:
    """Return every card of a deal where it lies now, as it should be: each once."""
    held = [one for hand in table.hands for one in hand]
    played = [play.card for taken in table.taken for play in taken.plays]
    kitty = () if table.kitty_taken else table.deal.stock
    return [*held, *played, *(play.card for play in table.trick), *kitty, *table.buried]


@settings(max_examples=25, deadline=None)
@given(rules=rules_of_a_table, seed=st.integers(0, 2**32))
def test_random_play_keeps_what_is_always_true(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    match = new(rules)
    log: list[Deal | Action] = []
    while not isinstance(now := match.decision(), Over) and len(match.results) < 6:
        before = match
        if isinstance(now, NeedsDeal):
            assert now.dealer is None or now.dealer == (match.results[-1].dealer + 1) % 4
            deal = any_deal(match, chance)
            log.append(deal)
            match, _ = match.give(deal)
            continue
        assert now.seat == now.player
        assert (now.discard is None) != (not now.actions)
        action = any_action(match, chance)
        log.append(action)
        match, _ = match.act(action)
        assert match.others() == {}
        assert match.table is not None
        # A deal passed out leaves its cards where they were.
        assert sorted(cards_on(match.table), key=PACK_54.index) == list(PACK_54)
        moved = [side for side in (0, 1) if match.totals[side] != before.totals[side]]
        assert len(moved) <= len(match.results) - len(before.results)
    for number, result in enumerate(match.results, 1):
        summary = match.summary(number)
        if summary.contract is None or summary.score is None:
            assert result.to_json() == {"tricks": [0, 0], "scores": [0, 0]}
            continue
        side = summary.contract.side
        assert sum(result.tricks) == 12
        assert summary.score.books == result.tricks[side] + 1
        needed = 5 + summary.contract.bid.number
        assert summary.score.made == (result.tricks[side] >= needed)
        assert summary.score.made == (result.tricks[1 - side] < 8 - summary.contract.bid.number)
        assert result.scores == tuple(summary.score.points if s == side else 0 for s in (0, 1))
    again = new(rules)
    for entry in log:
        again, _ = again.give(entry) if isinstance(entry, Deal) else again.act(entry)
    assert again == match


@settings(max_examples=15, deadline=None)
@given(rules=rules_of_a_table, seed=st.integers(0, 2**32))
def test_listed_actions_are_legal_and_all_others_are_refused(rules: Rules, seed: int) -> None:
    chance = Random(seed)
    match = new(rules)
    match, _ = match.give(any_deal(match, chance))
    said = [
        *(f"bid {number}{kind}" for number in range(2, 9) for kind in ("U", "D", "NH", "NL", "N")),
        *("pass", "discard", "direction high", "direction low", "direction", "play", "BID 4U"),
        *(f"trump {suit}" for suit in ("S", "H", "D", "C", "NT")),
        *(f"play {one.text}" for one in PACK_54),
    ]
    while not match.results:
        now = asked(match)
        legal = {(action.verb, action.args) for action in now.actions}
        for text in said:
            verb, *args = text.split()
            action = Action(now.seat, verb, tuple(args))
            if (verb, tuple(args)) in legal:
                match.act(action)
            else:
                with pytest.raises(IllegalAction):
                    match.act(action)
        match, _ = match.act(any_action(match, chance))


@pytest.mark.parametrize("rules", PRESETS)
def test_random_matches_end(rules: Rules) -> None:
    for seed in range(5):
        match = played_out(new(rules), Random(seed), deals=300)
        assert isinstance(match.decision(), Over)
        assert max(abs(total) for total in match.totals) >= 7


def hidden_dealt_again(match: BidWhistMatch, seat: int | None, chance: Random) -> BidWhistMatch:
    """Return the match with every card that a seat cannot know somewhere else."""
    table = match.table
    assert table is not None
    mine = table.contract is not None and table.contract.bidder == seat
    shown = match.options.kitty_shown and table.kitty_taken
    piles = [list(hand) for hand in table.hands]
    buried, stock = list(table.buried), list(table.deal.stock)
    unseen = [pile for other, pile in enumerate(piles) if other != seat]
    if buried and not mine:
        unseen.append(buried)
    if not table.kitty_taken:
        unseen.append(stock)
    pool = [one for pile in unseen for one in pile]
    chance.shuffle(pool)
    for pile in unseen:
        pile[:] = [pool.pop() for _ in pile]
    if table.kitty_taken and not (mine or shown):
        stock = chance.sample(PACK_54, 6)
    dealt = tuple(
        hand if other == seat else tuple(chance.sample(PACK_54, 12))
        for other, hand in enumerate(table.deal.hands)
    )
    actions = tuple(
        Action(action.seat, "discard", tuple(one.text for one in buried))
        if action.verb == "discard" and action.seat != seat
        else action
        for action in table.actions
    )
    return replace(
        match,
        table=replace(
            table,
            deal=Deal(table.deal.dealer, dealt, tuple(stock)),
            hands=tuple(tuple(pile) for pile in piles),
            buried=tuple(buried),
            actions=actions,
        ),
    )


@settings(max_examples=15, deadline=None)
@given(rules=rules_of_a_table, seed=st.integers(0, 2**32))
def test_view_and_memory_are_the_same_whatever_the_hidden_cards_are(
    rules: Rules, seed: int
) -> None:
    chance = Random(seed)
    match = new(rules)
    match, _ = match.give(any_deal(match, chance))
    while not match.results:
        now = asked(match)
        for seat in (None, 0, 1, 2, 3):
            other = hidden_dealt_again(match, seat, chance)
            assert other.view(seat) == match.view(seat)
            assert (match.view(seat).decision is not None) == (seat == now.player)
            if seat is not None:
                assert other.memory(seat) == match.memory(seat)
        match, _ = match.act(any_action(match, chance))


def test_after_the_deal_nobody_holds_anything_and_the_summary_has_it_all() -> None:
    match = played_out(new(GAME.book.rules({"target": 21})), Random(5))
    view = match.view(2)
    assert view.hand == ()
    assert view.counts == (0, 0, 0, 0)
    assert view.asked is None
    assert view.score is not None
    summary = match.summary(1)
    assert len(summary.buried) == 6
    assert len(summary.tricks) == 12
    assert summary.contract == view.contract
    assert match.memory(2).tricks == ()
    for number in (0, 2, -1):
        with pytest.raises(IndexError):
            match.summary(number)


def test_view_before_the_first_deal_is_empty() -> None:
    for seat in (None, 0, 3):
        view = new(GAME.book.rules()).view(seat)
        assert (view.deal, view.dealer, view.hand, view.asked) == (0, None, (), None)


def test_record_of_a_match_replays_to_the_same_scores() -> None:
    for rules in PRESETS:
        chance = Random(11)
        match = new(rules)
        deals: list[RecordedDeal] = []
        while not isinstance(now := match.decision(), Over):
            if isinstance(now, NeedsDeal):
                deal = any_deal(match, chance)
                match, _ = match.give(deal)
            else:
                match, _ = match.act(any_action(match, chance))
                if isinstance(match.decision(), NeedsDeal | Over):
                    deals.append(RecordedDeal(deal, match.finished[-1].actions))
        replayed = check(to_record(GAME, rules, ("Ann", "Bo", "Cy", "Di"), deals))
        assert replayed.match == match


def test_replay_says_what_is_next_for_a_discard_and_a_direction() -> None:
    match = sold("4N", begun({"nt_direction": "when_naming"}))
    table = match.table
    assert table is not None
    record = to_record(
        GAME, match.rules, ("Ann", "Bo", "Cy", "Di"), [RecordedDeal(table.deal, table.actions)]
    )
    now = asked(match).discard
    assert now is not None
    said = check(record).to_json()
    assert said["next"] == {
        "seat": 0,
        "actions": [["discard", {"from": [one.text for one in now.cards], "count": 6}]],
    }


def leaves(match: BidWhistMatch, verbs: tuple[str, ...], depth: int = 99) -> int:
    """Count the ways in which a match can go on with these verbs, or for so many actions."""
    now = match.decision()
    if depth == 0 or not isinstance(now, Decision) or now.question not in verbs:
        return 1
    return sum(leaves(match.act(action)[0], verbs, depth - 1) for action in now.actions)


@pytest.mark.parametrize(
    ("rules", "depth", "expected"),
    [
        # k bids of 4 seats on k of 10 steps, two bids a step: the sum of C(4, k) C(10, k) 2**k,
        # and no four passes.
        ({}, 99, 8360),
        ({"all_pass": "redeal"}, 99, 8361),
        # Twelve steps of one bid each.
        ({"ties": "down_over_up", "minimum": "4", "nt_direction": "when_naming"}, 99, 1819),
        ({"ties": "dealer_may_equal"}, 99, 11480),
        ({"rounds": "open"}, 5, 35624),
    ],
)
def test_reference_counts_of_the_auction(rules: dict[str, str], depth: int, expected: int) -> None:
    assert leaves(begun(rules), ("bid",), depth) == expected


def late(rules: dict[str, str], seed: int, bid: str, trump: str, cards_left: int) -> BidWhistMatch:
    """Return a match in which each hand still holds so many cards, reached by random play."""
    chance = Random(seed)
    match = new(GAME.book.rules(rules))
    deal = any_deal(match, chance)
    match, _ = match.give(replace(deal, dealer=3))
    match = discarding(sold(bid, match))
    if asked(match).question != "play":
        match = did(match, f"0 {trump}")
    while max(match.view(None).counts) > cards_left or match.view(None).trick:
        match, _ = match.act(any_action(match, chance))
    return match


@pytest.mark.parametrize(
    ("rules", "seed", "bid", "trump", "expected"),
    [
        ({}, 1, "4U", "trump H", 224),
        ({}, 2, "4D", "trump S", 1296),
        ({"downtown_suits": "all", "low_ace": "first"}, 3, "5D", "trump C", 432),
        ({}, 1, "4NH", "", 528),
        ({}, 2, "4NH", "", 72),
        ({"nt_jokers": "free_lead"}, 2, "4NH", "", 96),
        ({"nt_jokers": "free_lead"}, 3, "4NH", "", 240),
        ({"nt_jokers": "forced", "low_ace": "first"}, 6, "4NL", "", 64),
        ({"nt_jokers": "forced", "low_ace": "first"}, 9, "4NL", "", 60),
        ({"nt_direction": "when_naming"}, 4, "4N", "direction low", 112),
    ],
)
def test_reference_counts_of_the_last_three_tricks(
    rules: dict[str, str], seed: int, bid: str, trump: str, expected: int
) -> None:
    assert leaves(late(rules, seed, bid, trump, 3), ("play",)) == expected
