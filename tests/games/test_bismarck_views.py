"""What each seat may see, and what is face up when a deal is over."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.computers.random_player import random_action
from bot.games.bismarck.contracts import SIX, Contract
from bot.games.bismarck.match import Bismarck
from bot.games.bismarck.options import BOOK
from bot.games.bismarck.state import Exchange, Playing
from bot.games.cards import Card, card, cards
from bot.games.game import Action, Deal, Memory, NeedsDeal, Over
from tests.games.bismarck_referee import (
    asked,
    deals_on,
    do,
    finish_deal,
    random_deal,
    start,
    tidy_deal,
)


def redealt(match: Bismarck, seat: int | None, chance: Random) -> Bismarck:
    """Deal the cards again that a seat cannot know of, everything else being as it was."""
    table = match.table
    assert table is not None
    deal = table.terms.deal if isinstance(table, Playing) else table.deal
    known = {action.args[0] for action in table.actions if action.verb == "play"}
    if seat is not None:
        known |= {one.text for one in deal.hands[seat]}
    took = table.terms.took if isinstance(table, Playing) else table.took
    if match.options.kitty_open or (seat == deal.dealer and took):
        known |= {one.text for one in deal.stock}
    hidden = [one.text for hand in (*deal.hands, deal.stock) for one in hand]
    hidden = [text for text in hidden if text not in known]
    to = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def move(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card(to.get(one.text, one.text)) for one in some)

    moved = Deal(deal.dealer, tuple(move(hand) for hand in deal.hands), move(deal.stock))
    actions = tuple(
        replace(action, args=tuple(to.get(text, text) for text in action.args))
        for action in table.actions
    )
    after: Exchange | Playing
    if isinstance(table, Playing):
        terms = replace(table.terms, deal=moved, discards=move(table.terms.discards))
        hands = tuple(move(hand) for hand in table.hands)
        after = replace(table, terms=terms, hands=hands, actions=actions)
    else:
        discards = None if table.discards is None else move(table.discards)
        after = replace(
            table, deal=moved, hand=move(table.hand), discards=discards, actions=actions
        )
    return replace(match, table=after)


@pytest.mark.parametrize("kitty_shown", ["hidden", "open"])
@pytest.mark.parametrize("contract", [one.value for one in SIX])
def test_view_is_the_same_whatever_is_hidden(contract: str, kitty_shown: str) -> None:
    chance = Random(f"{contract} {kitty_shown}")
    base = deals_on(start(length="estonian", kitty_shown=kitty_shown), 6)
    for forced in ((), ("take",), ("refuse",)):
        match, _ = base.give(random_deal(0, chance.randrange(10**6)))
        script = [f"contract {contract}", *(() if contract == "valfri" else forced)]
        while match.table is not None:
            for seat in (None, 0, 1, 2):
                other = redealt(match, seat, chance)
                assert other.view(seat) == match.view(seat)
                if seat is not None:
                    assert other.memory(seat) == match.memory(seat)
            if script:
                match = do(match, script.pop(0))
            else:
                match, _ = match.act(random_action(asked(match), chance))


def test_nobody_sees_a_hand_but_the_own() -> None:
    match, _ = start().give(tidy_deal(1))
    assert match.view(None).hand == ()
    for seat in range(3):
        assert match.view(seat).hand == tidy_deal(1).hands[seat]


def test_decision_is_shown_to_the_player_asked_and_the_question_to_all() -> None:
    match, _ = start().give(tidy_deal(1))
    for seat in (None, 0, 1, 2):
        view = match.view(seat)
        assert (view.decision is not None) == (seat == 1)
        assert view.asked is not None
        assert (view.asked.seat, view.asked.question) == (1, "contract")


def test_counts_follow_the_kitty() -> None:
    match, _ = start().give(tidy_deal(1))
    assert match.view(0).counts == (16, 16, 16)
    match = do(match, "contract spel", "take")
    assert match.view(0).counts == (16, 20, 16)
    match = do(match, "discard 2H 2C 3C 4C")
    assert match.view(0).counts == (16, 16, 16)
    match = do(match, "play KH")
    assert match.view(0).counts == (16, 16, 15)


def test_view_before_the_first_deal() -> None:
    view = start().view(None)
    assert (view.deal, view.dealer, view.open, view.next_forehand) == (0, None, False, None)
    assert (view.totals, view.deals, view.left, view.sheet) == ((0, 0, 0), 12, (), ())


def test_view_between_deals() -> None:
    match = deals_on(start(), 2)
    view = match.view(0)
    assert (view.deal, view.dealer, view.open, view.next_forehand) == (2, 1, False, 2)
    assert (view.hand, view.trick, view.decision, view.contract) == ((), (), None, None)
    assert view.last_trick == match.summary(2).tricks[-1]
    assert [line.number for line in view.sheet] == [1, 2]
    assert view.sheet[-1].totals == view.totals


def test_next_forehand_is_told_only_where_a_deal_is_certain() -> None:
    match = deals_on(start(tie="shared"), 11)
    match, _ = match.give(random_deal(2, 1))
    assert match.view(None).next_forehand is None
    assert finish_deal(match).view(None).next_forehand is None


def test_taken_grows_with_the_tricks() -> None:
    match, _ = start().give(tidy_deal(0))
    assert match.view(None).taken == ()
    assert match.view(None).quotas == ()
    match = do(match, "contract spel")
    assert match.view(None).taken == (0, 0, 0)
    assert match.view(None).quotas == (8, 4, 4)
    match = do(match, "refuse", "play JC", "play 8C", "play AC")
    assert match.view(None).taken == match.view(None).tricks == (1, 0, 0)


def test_buried_hearts_are_known_to_forehand_alone() -> None:
    match, _ = deals_on(start(length="estonian"), 6).give(tidy_deal(0))
    match = do(match, "contract no_hearts", "take", "discard 2H 3H AH AD")
    assert match.view(0).taken == (3, 0, 0)
    assert [match.view(seat).taken for seat in (None, 1, 2)] == [(0, 0, 0)] * 3


def test_heart_in_an_untouched_kitty_is_known_where_it_lies_open() -> None:
    for shown, known in (("open", 1), ("hidden", 0)):
        match, _ = deals_on(start(length="estonian", kitty_shown=shown), 6).give(tidy_deal(0))
        match = do(match, "contract no_hearts", "refuse")
        for seat in (None, 0, 1, 2):
            assert match.view(seat).taken == (known, 0, 0)


def test_contract_announced_by_itself_is_marked() -> None:
    for rules, by_itself in (({"order": "fixed"}, True), ({}, False)):
        match, _ = start(**rules).give(tidy_deal(0))
        if not by_itself:
            match = do(match, "contract spel")
        match = do(match, "refuse")
        assert match.view(1).announced_by_itself is by_itself
        assert match.view(1).settled


def test_left_loses_the_contract_when_it_is_announced() -> None:
    match, _ = start().give(tidy_deal(0))
    assert match.view(2).left[0].contracts == SIX[:4]
    match = do(match, "contract spader")
    assert match.view(2).left[0].contracts == (Contract.SPEL, Contract.VALFRI, Contract.PASS)
    assert match.view(2).left[0].deals == 3


def test_memory_hides_the_discards_of_others() -> None:
    match, _ = start().give(tidy_deal(0))
    match = do(match, "contract spel", "take", "discard 2H 2C 3C 4C", "play JC")
    assert match.memory(0).discarded == cards("2H 2C 3C 4C")
    assert match.memory(0).actions[2] == Action(0, "discard", ("2H", "2C", "3C", "4C"))
    assert match.memory(1).discarded == ()
    assert match.memory(1).actions[2] == Action(0, "discard")
    assert match.memory(1).dealt == tidy_deal(0).hands[1]
    assert start().memory(1) == Memory((), (), ())


def test_summary_holds_the_deal_face_up() -> None:
    match, _ = deals_on(start(), 1).give(tidy_deal(1))
    match = do(match, "contract valfri", "discard 2H 2C 3C 4C", "trump C")
    match = finish_deal(match)
    summary = match.summary(2)
    assert summary.deal == tidy_deal(1)
    assert summary.out_of_play == cards("2H 2C 3C 4C")
    assert summary.line.trump is not None
    assert summary.line.contract is Contract.VALFRI
    assert len(summary.tricks) == 16
    assert summary.totals_before == match.summary(1).line.totals
    assert summary.line.totals == match.totals
    assert [one.verb for one in summary.actions[:3]] == ["contract", "discard", "trump"]


@pytest.mark.parametrize("number", [0, -1, 3])
def test_summary_of_a_deal_that_is_not_there(number: int) -> None:
    match = deals_on(start(), 2)
    with pytest.raises(IndexError):
        match.summary(number)


def test_views_of_a_random_match_never_hold_a_foreign_card() -> None:
    """The own hand, the table and what lies open are all the cards that a view mentions."""
    chance = Random(7)
    match = start(length="short", tie="shared")
    while not isinstance(waiting := match.decision(), Over):
        if isinstance(waiting, NeedsDeal):
            match, _ = match.give(random_deal(waiting.dealer or 0, chance.randrange(10**6)))
            continue
        table = match.table
        assert table is not None
        deal = table.terms.deal if isinstance(table, Playing) else table.deal
        for seat in (None, 0, 1, 2):
            said = repr(match.view(seat)).replace("'", " ").replace(",", " ").split()
            hidden = {one.text for other in range(3) if other != seat for one in deal.hands[other]}
            hidden -= {a.args[0] for a in table.actions if a.verb == "play"}
            hidden -= {one.text for one in match.view(seat).kitty}
            assert not hidden & {word.strip("()[]") for word in said}
        match, _ = match.act(random_action(waiting, chance))


def test_rules_of_the_book_are_in_the_view() -> None:
    assert start(lead="forehand").view(None).rules == BOOK.rules({"lead": "forehand"})
