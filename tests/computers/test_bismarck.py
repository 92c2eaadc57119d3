"""The rule-of-thumb player of Bismarck."""

from __future__ import annotations

from random import Random
from typing import get_args

import pytest

from bot.computers.bismarck import BismarckPlayer, exchange
from bot.computers.bismarck.avoiding import card_to_avoid
from bot.computers.bismarck.estimate import HEARTS, NO_TRUMP, bits
from bot.computers.bismarck.position import NOBODY, Position, position, winning
from bot.computers.bismarck.reasons import Reason
from bot.computers.bismarck.tricks import card_for_tricks
from bot.computers.player import Choice
from bot.computers.random_player import RandomPlayer
from bot.computers.registry import PLAYERS
from bot.games.bismarck.contracts import FOUR, SIX, Contract
from bot.games.bismarck.match import Bismarck
from bot.games.bismarck.options import BOOK
from bot.games.cards import PACK_52, Card, card, cards
from bot.games.game import NeedsDeal, Over
from bot.locales import languages, words
from tests.games.bismarck_referee import (
    asked,
    deal_of,
    deals_on,
    do,
    first_legal,
    random_deal,
    start,
    tidy_deal,
)
from tests.games.test_bismarck_views import redealt

PLAYER = BismarckPlayer()
PACK = bits(PACK_52)


def choice(match: Bismarck) -> Choice:
    """Return what the player does at the seat that is asked."""
    seat = asked(match).player
    found = PLAYER.choose(match.view(seat), match.memory(seat), Random(0))
    assert found is not None
    return found


def said(match: Bismarck) -> str:
    """Return the choice as ``verb argument …``."""
    action = choice(match).action
    return " ".join((action.verb, *action.args))


def play_deal(match: Bismarck, seats: dict[int, BismarckPlayer | RandomPlayer]) -> Bismarck:
    """Play the open deal out with these players."""
    chance = Random(1)
    done = len(match.results)
    while len(match.results) == done:
        seat = asked(match).player
        found = seats[seat].choose(match.view(seat), match.memory(seat), chance)
        assert found is not None
        match, _ = match.act(found.action)
    return match


def moment(
    contract: Contract,
    hand: str,
    trick: str = "",
    *,
    gone: str = "",
    trump: int = NO_TRUMP,
    void: tuple[int, int, int] = (0, 0, 0),
    rival: int = NOBODY,
) -> Position:
    """Describe a card to play at seat 0; those on the table are seat 2's, or seat 1's and 2's."""
    mine = cards(hand)
    on_table = cards(trick)
    follow = [one for one in mine if on_table and one.suit is on_table[0].suit]
    indexes = tuple(one.index for one in on_table)
    return Position(
        contract=contract,
        trump=trump,
        seat=0,
        hand=bits(mine),
        legal=tuple(sorted(one.index for one in follow or mine)),
        trick=indexes,
        seats=(1, 2)[2 - len(on_table) :],
        best=winning(indexes, trump),
        unseen=PACK & ~bits((*mine, *on_table, *cards(gone))),
        void=void,
        rival=rival,
    )


def for_tricks(now: Position) -> tuple[Card, str]:
    index, reason = card_for_tricks(now)
    return PACK_52[index], reason


def to_avoid(now: Position) -> tuple[Card, str]:
    index, reason = card_to_avoid(now)
    return PACK_52[index], reason


def test_it_is_registered() -> None:
    assert isinstance(PLAYERS["bismarck", "normal"], BismarckPlayer)


def test_nothing_is_done_where_nothing_is_asked() -> None:
    match, _ = start().give(tidy_deal(0))
    assert PLAYER.choose(match.view(1), match.memory(1), Random(0)) is None


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_a_sentence(language: str) -> None:
    reasons = get_args(Reason)
    missing = [one for one in reasons if not words(language).has(f"why.bismarck.{one}")]
    assert missing == []
    for one in reasons:
        assert words(language).text(f"why.bismarck.{one}")


@pytest.mark.parametrize("seed", range(6))
def test_only_legal_choices_with_known_reasons_under_any_rules(seed: int) -> None:
    chance = Random(seed)
    rules = {rule.key: chance.choice(rule.values) for rule in BOOK.house_rules}
    match = start(**rules)
    while not isinstance(waiting := match.decision(), Over):
        if isinstance(waiting, NeedsDeal):
            match, _ = match.give(random_deal(waiting.dealer or 0, chance.randrange(10**6)))
            continue
        found = choice(match)
        assert found.reason in get_args(Reason)
        match, _ = match.act(found.action)
    assert match.standing.winners


@pytest.mark.parametrize("contract", [one.value for one in SIX])
def test_choice_does_not_depend_on_hidden_cards(contract: str) -> None:
    chance = Random(contract)
    match, _ = deals_on(start(length="estonian"), 6).give(random_deal(0, 77))
    while match.table is not None:
        seat = asked(match).player
        again = redealt(match, seat, chance)
        here = PLAYER.choose(match.view(seat), match.memory(seat), Random(3))
        there = PLAYER.choose(again.view(seat), again.memory(seat), Random(3))
        assert here is not None
        assert here == there
        if asked(match).question == "contract":
            match = do(match, f"contract {contract}")
        else:
            match, _ = match.act(here.action)


@pytest.mark.parametrize("contract", [one.value for one in SIX])
def test_it_beats_players_at_random_in_every_contract(contract: str) -> None:
    base = deals_on(start(length="estonian"), 6)
    gained = 0
    for seed in range(18):
        match, _ = base.give(random_deal(0, 1000 + seed))
        match = do(match, f"contract {contract}")
        seats: dict[int, BismarckPlayer | RandomPlayer] = {
            seat: PLAYER if seat == seed % 3 else RandomPlayer() for seat in range(3)
        }
        match = play_deal(match, seats)
        gained += match.summary(7).line.scores[seed % 3]
    assert gained > 10


# Forehand.


def dealt(hand: str, **rules: str) -> Bismarck:
    """Deal forehand (seat 0) sixteen cards, and the rest of the pack to the others."""
    rest = [one.text for one in PACK_52 if one not in cards(hand)]
    rest = rest[::3] + rest[1::3] + rest[2::3]
    parts = [" ".join(some) for some in (rest[:16], rest[16:32], rest[32:])]
    deal = deal_of(0, hand, *parts)
    match, _ = start(**rules).give(deal)
    return match


def test_weak_hand_is_kept_for_pass() -> None:
    match = dealt("2S 3S 4S 6S 2H 3H 5H 7H 2D 3D 4D 8D 2C 3C 4C 6C")
    assert said(match) == "contract pass"
    assert choice(match).reason == "pass_with_weak_hand"


def test_strong_spades_are_played_in_spader() -> None:
    match = dealt("AS KS QS JS 10S 9S 8S 4S 2H 5H 8H 2D 6D 9D 3C 7C")
    assert said(match) in ("contract spader", "contract valfri")


def test_strong_balanced_hand_is_played_in_spel() -> None:
    match = dealt("AS KS QS 2S AH KH QH 2H AD KD QD 2D AC KC QC 2C", length="short")
    assert said(match) == "contract spel"


def test_weak_hand_takes_another_contract_when_pass_is_gone() -> None:
    match = do(dealt("2S 3S 4S 6S 2H 3H 5H 7H 2D 3D 4D 8D 2C 3C 4C 6C"), "contract pass")
    contracts = match.view(0).left[0].contracts
    assert Contract.PASS not in contracts


@pytest.mark.parametrize("contract", ["spel", "spader", "pass"])
def test_kitty_is_taken(contract: str) -> None:
    match, _ = start().give(tidy_deal(0))
    assert said(do(match, f"contract {contract}")) == "take"


def test_small_cards_are_put_away_where_tricks_are_wanted() -> None:
    match, _ = start().give(tidy_deal(0))
    match = do(match, "contract spader", "take")
    away = cards(" ".join(choice(match).action.args))
    assert set(away) <= set(cards("2H 3H 2C 3C 4C"))


def test_high_cards_are_put_away_in_pass() -> None:
    hand = bits(cards("AS 2S 3S 4S 5S AH 2H 3H 4H 5H AD KD 3D 2C 3C 4C 5C 6C 7C 8C"))
    away = exchange.discard(Contract.PASS, NO_TRUMP, hand)
    assert {PACK_52[index].text for index in away} >= {"AD", "KD"}


def test_queen_is_not_buried_when_she_counts() -> None:
    hand = bits(cards("QS 9S 8S 7S 2S AH 2H 3H 4H 5H AD KD 3D 2C 3C 4C 5C 6C 7C 8C"))
    away = exchange.discard(Contract.NO_QUEEN, NO_TRUMP, hand)
    assert card("QS").index not in away


def test_high_spades_are_put_away_in_no_queen() -> None:
    hand = bits(cards("AS KS 2H 3H 4H 5H 6H 7H 2D 3D 4D 5D 6D 2C 3C 4C 5C 6C 7C 8C"))
    away = exchange.discard(Contract.NO_QUEEN, NO_TRUMP, hand)
    assert {card("AS").index, card("KS").index} <= set(away)


def test_low_hearts_are_kept_in_no_hearts() -> None:
    hand = bits(cards("2H 3H 4H 5H AS KS QS JS AD KD 3D 4D 2C 3C 4C 5C 6C 7C 8C 9C"))
    away = exchange.discard(Contract.NO_HEARTS, NO_TRUMP, hand)
    assert not any(index // 13 == HEARTS for index in away)


def test_long_strong_suit_is_named_in_valfri() -> None:
    match = dealt("AD KD QD JD 10D 9D 8D 2S 3S 4S 2H 3H 4H AC 2C 3C")
    match = do(match, "contract valfri")
    match, _ = match.act(choice(match).action)
    assert said(match) == "trump D"


def test_no_trump_is_named_only_where_agreed() -> None:
    hand = "AS KS QS 2S AH KH QH 2H AD KD QD 2D AC KC QC 2C"
    for valfri in ("suit", "suit_or_nt"):
        match = do(dealt(hand, valfri=valfri), "contract valfri")
        match, _ = match.act(choice(match).action)
        assert choice(match).action in asked(match).actions


# Playing for tricks.


def test_last_player_wins_as_cheaply_as_possible() -> None:
    assert for_tricks(moment(Contract.SPEL, "AS KS QS 2S", "10S JS")) == (card("QS"), "win_cheaply")
    assert for_tricks(moment(Contract.SPEL, "QS 2S", "10S AS")) == (card("2S"), "low_card")


def test_second_player_plays_a_master_and_saves_a_lower_card() -> None:
    assert for_tricks(moment(Contract.SPEL, "AS QS 2S", "10S")) == (card("AS"), "win_surely")
    assert for_tricks(moment(Contract.SPEL, "QS 5S 2S", "10S")) == (card("2S"), "low_card")


def test_touching_honours_force_out_the_card_above() -> None:
    assert for_tricks(moment(Contract.SPEL, "KS QS 2S", "10S")) == (card("QS"), "force_high_card")


def test_trick_is_trumped_with_the_lowest_trump() -> None:
    now = moment(Contract.SPADER, "9S 3S 4D 5D", "10H JH", trump=0)
    assert for_tricks(now) == (card("3S"), "trump_it")


def test_winners_are_not_thrown_away() -> None:
    now = moment(Contract.SPEL, "AS KD 3D 4C", "10H JH")
    assert for_tricks(now)[0] is card("4C")


def test_master_is_not_cashed_into_a_ruff() -> None:
    now = moment(Contract.SPADER, "AH 3D 4D", trump=0, void=(0, 1 << HEARTS, 0))
    assert for_tricks(now)[0] is not card("AH")
    assert for_tricks(moment(Contract.SPADER, "AH 3D 4D", trump=0))[0] is card("AH")


def test_leader_is_held_down_with_a_card_worth_nothing() -> None:
    now = moment(Contract.SPEL, "8S 2S KH", "7S", rival=2)
    assert for_tricks(now) == (card("8S"), "hold_leader")
    assert for_tricks(moment(Contract.SPEL, "8S 2S KH", "7S", rival=1))[0] is card("2S")


# Avoiding.


def test_highest_card_that_stays_below_is_played_in_pass() -> None:
    now = moment(Contract.PASS, "9S 7S 2S", "8S JS")
    assert to_avoid(now) == (card("9S"), "duck_high")


def test_trick_that_cannot_be_avoided_takes_the_highest_card_in_pass() -> None:
    now = moment(Contract.PASS, "AS 9S", "8S 7S")
    assert to_avoid(now) == (card("AS"), "take_with_highest")


def test_second_player_plays_low_when_everything_goes_above_in_pass() -> None:
    now = moment(Contract.PASS, "AS 9S", "8S")
    assert to_avoid(now) == (card("9S"), "hope_to_be_beaten")


@pytest.mark.parametrize("contract", [Contract.PASS, Contract.NO_HEARTS])
def test_dangerous_card_is_thrown_when_void(contract: Contract) -> None:
    now = moment(contract, "AD 2D 2C 3C", "8S 7S")
    assert to_avoid(now) == (card("AD"), "throw_danger")


def test_nobody_but_the_quota_matters_in_pass() -> None:
    """The others avoid tricks as forehand does: a low card is led, never a winner."""
    now = moment(Contract.PASS, "AS KS 2D 3D")
    assert to_avoid(now)[0] in cards("2D 3D")


def test_queen_is_given_away_in_no_queen() -> None:
    assert to_avoid(moment(Contract.NO_QUEEN, "QS AD 2C", "8H 7H"))[0] is card("QS")
    assert to_avoid(moment(Contract.NO_QUEEN, "QS 2S 2C", "AS 3S"))[0] is card("QS")
    assert to_avoid(moment(Contract.NO_QUEEN, "QS 2S 2C", "10S 3S"))[0] is card("2S")


def test_high_spade_goes_on_a_trick_without_the_queen() -> None:
    now = moment(Contract.NO_QUEEN, "AS 2S 2C", "10S 3S")
    assert to_avoid(now) == (card("AS"), "take_free_trick")


def test_low_spades_chase_the_queen() -> None:
    now = moment(Contract.NO_QUEEN, "9S 2S 4C KD")
    assert to_avoid(now) == (card("9S"), "chase_queen")
    assert to_avoid(moment(Contract.NO_QUEEN, "AS 2S 4C KD"))[0].suit != "S"


def test_heart_goes_to_the_leader_of_the_match() -> None:
    now = moment(Contract.NO_HEARTS, "4H AD 2C", "8S 7S", rival=1)
    assert to_avoid(now) == (card("4H"), "heart_for_leader")
    assert to_avoid(moment(Contract.NO_HEARTS, "4H AD 2C", "8S 7S", rival=2))[0] is card("AD")


def test_harmless_trick_is_taken_with_a_dangerous_card_in_no_hearts() -> None:
    now = moment(Contract.NO_HEARTS, "AD 4D 2C", "8D 7D")
    assert to_avoid(now) == (card("AD"), "take_free_trick")
    now = moment(Contract.NO_HEARTS, "AH 4H 2C", "8H 7H")
    assert to_avoid(now) == (card("4H"), "duck_high")


# What it remembers.


def test_voids_and_played_cards_are_remembered() -> None:
    match, _ = start().give(tidy_deal(0))
    match = do(match, "contract spel", "take", "discard 2H 2C 3C 3H", "play 3S", "play 2S")
    match = do(match, "play AS", "play KS", "play 4S", "play 4H", "play QS", "play JC")
    now = position(match.view(2), match.memory(2))
    assert now.void == (0, 1, 1)
    assert not now.unseen >> card("AS").index & 1
    assert not now.unseen >> card("JC").index & 1
    assert now.unseen >> card("2H").index & 1
    assert not now.unseen & now.hand


def test_own_discards_are_remembered() -> None:
    match, _ = start(lead="forehand").give(tidy_deal(0))
    match = do(match, "contract spel", "take", "discard AS KS QS JS")
    now = position(match.view(0), match.memory(0))
    assert not now.unseen & bits(cards("AS KS QS JS"))
    assert card_for_tricks(now)[0] in now.legal


def test_rival_is_who_leads_the_match() -> None:
    match = deals_on(start(), 4)
    match, _ = match.give(random_deal(1, 5))
    match = do(match, "contract spader", "refuse")
    best = max(match.totals)
    leaders = [seat for seat in range(3) if match.totals[seat] == best]
    seat = asked(match).player
    now = position(match.view(seat), match.memory(seat))
    if leaders == [seat]:
        assert now.rival == NOBODY
    elif len([one for one in leaders if one != seat]) == 1:
        assert now.rival == next(one for one in leaders if one != seat)


def test_all_four_contracts_are_played_by_each_forehand() -> None:
    match = start()
    for number in range(12):
        match, _ = match.give(random_deal(number % 3, 50 + number))
        if asked(match).question == "contract":
            match, _ = match.act(choice(match).action)
        while len(match.results) == number:
            match, _ = match.act(first_legal(asked(match)))
    for seat in range(3):
        mine = [line.contract for line in match.view(None).sheet[:12] if line.forehand == seat]
        assert sorted(mine) == sorted(FOUR)
