"""The rules of thumb of Bid whist: legal, honest, a good partner, and with an eye on the score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import computers
from bot.computers.bid_whist import BidWhistPlayer
from bot.computers.bid_whist.bidding import Situation, promised, say
from bot.computers.bid_whist.cards_played import Pick, Turn, pick
from bot.computers.bid_whist.kitty import best_direction, best_trump, burial
from bot.computers.bid_whist.knowledge import known_from
from bot.computers.player import Choice
from bot.computers.random_player import RandomPlayer
from bot.computers.registry import PLAYERS
from bot.games.bid_whist import GAME, BidWhistMatch, BidWhistMemory, BidWhistView
from bot.games.bid_whist.auction import legal_bids, opened
from bot.games.bid_whist.bids import BIDS, Call, Contract, Kind
from bot.games.bid_whist.options import options
from bot.games.bid_whist.play import playable, ranking
from bot.games.cards import PACK_54, Card, Suit, card, cards
from bot.games.game import Action, NeedsDeal, Over
from bot.games.house_rules import Rules
from bot.games.trick import Order, Play, Taken, winning
from bot.locales import languages, words
from tests.games.bid_whist_table import any_deal, asked, begun, did

DOCUMENT = options(GAME.book.rules())
PLAYER = BidWhistPlayer()

rules_of_a_table = st.fixed_dictionaries(
    {
        rule.key: st.integers(0, 20).map(str) if not rule.values else st.sampled_from(rule.values)
        for rule in GAME.book.house_rules
    }
).map(GAME.book.rules)


def turns(
    rules: Rules, seed: int, matches: int = 1
) -> Iterator[tuple[BidWhistMatch, BidWhistView, BidWhistMemory, Choice]]:
    """Yield every choice of matches that four such players play."""
    dealing, chance = Random(seed), Random(seed)
    for _ in range(matches):
        match = BidWhistMatch(rules, options(rules))
        while not isinstance(now := match.decision(), Over) and len(match.results) < 12:
            if isinstance(now, NeedsDeal):
                match, _ = match.give(any_deal(match, dealing))
                continue
            view, memory = match.view(now.player), match.memory(now.player)
            choice = PLAYER.choose(view, memory, chance)
            assert choice is not None
            yield match, view, memory, choice
            match, _ = match.act(choice.action)


def test_is_registered() -> None:
    assert isinstance(PLAYERS["bid_whist", "normal"], BidWhistPlayer)


@settings(max_examples=20, deadline=None)
@given(rules=rules_of_a_table, seed=st.integers(0, 2**32))
def test_plays_legally_under_all_house_rules_and_gives_reasons_in_words(
    rules: Rules, seed: int
) -> None:
    for _, view, memory, choice in turns(rules, seed):
        assert PLAYER.choose(view, memory, Random(1)) == choice
        for language in languages():
            assert words(language).has(f"why.bid_whist.{choice.reason}")


def test_is_silent_where_nothing_is_asked() -> None:
    match = begun()
    assert PLAYER.choose(match.view(2), match.memory(2), Random(1)) is None


def test_every_reason_has_words_and_all_words_are_used() -> None:
    sources = Path(computers.__path__[0]) / "bid_whist"
    text = "\n".join(path.read_text("utf-8") for path in sorted(sources.glob("*.py")))
    said = set(re.findall(r'"([a-z_]+)"', text))
    prefix = "why.bid_whist."
    for language in languages():
        known = {key for key in words(language).keys if key.startswith(prefix)}
        # "slip" is what the easy level says of itself, in a module of its own.
        assert {key.removeprefix(prefix) for key in known} <= said | {"slip"}


def test_wins_against_random_play() -> None:
    rules = GAME.book.rules()
    dealing, chance = Random(2), Random(2)
    won = 0
    for number in range(20):
        match = BidWhistMatch(rules, options(rules))
        while not isinstance(now := match.decision(), Over):
            if isinstance(now, NeedsDeal):
                match, _ = match.give(any_deal(match, dealing))
                continue
            player = PLAYER if now.player % 2 == number % 2 else RandomPlayer()
            choice = player.choose(match.view(now.player), match.memory(now.player), chance)
            assert choice is not None
            match, _ = match.act(choice.action)
        won += now.winners[0] % 2 == number % 2
    assert won >= 18


# The auction.


def situation(
    hand: str,
    standing: tuple[int, str] | None = None,
    mine: int = 0,
    theirs: int = 0,
    to_speak: int = 1,
    may_pass: bool = True,
) -> Situation:
    """Return what seat 0 sees in an auction of the default rules."""
    call = None if standing is None else Call(standing[0], BIDS[standing[1]])
    auction = replace(opened(3), standing=call)
    return Situation(
        seat=0,
        hand=cards(hand),
        mine=mine,
        theirs=theirs,
        standing=call,
        to_speak=to_speak,
        legal=legal_bids(auction, DOCUMENT),
        may_pass=may_pass,
        options=DOCUMENT,
    )


def said(now: Situation) -> str:
    """Return the bid as text, or pass."""
    found = say(now)
    return "pass" if found.bid is None else found.bid.text


LOW_TRUMPS = "BJ 2H 3H 4H 5H 6H AS KS 7D 8D 7C 8C"
HIGH_TRUMPS = "BJ AH KH QH JH 9H AS KS 7D 8D 7C 8C"
POOR = "9H 8H 7H 10S 9S 8S 10D 9D 8D 9C 8C 7C"
ACES = "AS KS QS AH KH QH AD KD QD AC KC BJ"
TWOS = "2S 3S 4S 2H 3H 4H 2D 3D 4D 2C 3C BJ"


def test_low_trumps_are_bid_downtown_and_high_ones_uptown() -> None:
    assert said(situation(LOW_TRUMPS)).endswith("D")
    assert said(situation(HIGH_TRUMPS)).endswith("U")


def test_high_or_low_cards_in_all_suits_are_bid_at_no_trump() -> None:
    assert said(situation(ACES)).endswith("NH")
    assert said(situation(TWOS)).endswith("NL")


def test_jokers_are_worth_nothing_at_no_trump_and_much_with_a_trump() -> None:
    with_jokers = cards("BJ LJ AS KS QS AH 9D 8D 7D 9C 8C 7C")
    without = cards("10S 9S AS KS QS AH 9D 8D 7D 9C 8C 7C")
    for kind in (Kind.HIGH, Kind.LOW):
        assert promised(with_jokers, kind, None, DOCUMENT) <= promised(
            without, kind, None, DOCUMENT
        )
    assert promised(with_jokers, Kind.UPTOWN, Suit.SPADES, DOCUMENT) > promised(
        without, Kind.UPTOWN, Suit.SPADES, DOCUMENT
    )


def test_poor_hand_passes_what_is_already_high_and_the_forced_dealer_bids_least() -> None:
    assert said(situation(POOR, (1, "4U"))) == "pass"
    forced = say(situation(POOR, may_pass=False, to_speak=0))
    assert forced.bid is not None
    assert forced.bid.number == 3
    assert forced.reason == "bid_forced"


def test_partners_bid_is_not_covered_without_a_much_better_hand() -> None:
    assert said(situation(LOW_TRUMPS, (2, "4D"))) == "pass"
    assert say(situation(LOW_TRUMPS, (2, "4D"))).reason == "pass_partner"


def test_close_bid_is_left_to_who_plays_well() -> None:
    close = situation("BJ AH JH 9H 6H 3H QS 8S 7D 5D 8C 2C", (3, "4U"), to_speak=0)
    assert said(close) == "pass"
    assert said(replace(close, bold=True)) == "5U"


def test_partner_who_is_still_to_speak_may_go_beyond_a_low_bid() -> None:
    some = situation("BJ QH JH 9H 6H 3H AS 8S 7D 5D 8C 2C", (3, "4U"))
    assert said(some) == "5D"
    assert said(replace(some, partner_to_speak=True)) == "pass"


def test_side_at_five_bids_no_higher_than_it_needs() -> None:
    for hand in (LOW_TRUMPS, HIGH_TRUMPS, ACES, TWOS):
        found = say(situation(hand, mine=5))
        assert found.bid is not None
        assert found.bid.number == 3
    assert BIDS[said(situation(HIGH_TRUMPS, (1, "3NH"), mine=5))].number == 4


MIDDLING = "LJ 9H 8H 7H 6H KS QS 5D JD QC 8C 4C"


def test_side_near_the_lower_limit_does_not_bid_lightly() -> None:
    standing = (1, "4NH")
    assert said(situation(HIGH_TRUMPS, standing, mine=0)).startswith("5")
    light = replace(situation(HIGH_TRUMPS, standing, mine=-5), hand=cards(MIDDLING))
    assert say(light).bid is None
    bids = 0
    for seed in range(300):
        chance = Random(seed)
        hand = tuple(chance.sample(PACK_54, 12))
        level = say(replace(situation(POOR, (1, "4D")), hand=hand))
        down = say(replace(situation(POOR, (1, "4D"), mine=-5), hand=hand))
        assert level.bid is not None or down.bid is None
        bids += (level.bid is not None) - (down.bid is not None)
    assert bids > 20


# The kitty.


def order_of(bid: str, trump: Suit | None = None) -> Order:
    """Return the order of cards under a contract of the default rules."""
    found = ranking(Contract(0, BIDS[bid], trump), DOCUMENT)
    assert found is not None
    return found


def test_discard_makes_voids_and_buries_neither_winners_nor_trumps() -> None:
    hand = cards("BJ AH KH 9H 8H 7H 6H AS KS 4S AD 9D 3D 2D 8C 7C 5C 4C")
    buried = burial(hand, order_of("4U", Suit.HEARTS)).cards
    assert set(cards("8C 7C 5C 4C")) < set(buried)
    assert not set(buried) & set(cards("BJ AH KH 9H 8H 7H 6H AS KS AD"))


def test_discard_at_no_trump_starts_with_the_jokers() -> None:
    hand = cards("BJ LJ AS KS QS JS AH KH QH AD KD QD 9C 8C 7C 4C 3C 2C")
    buried = burial(hand, order_of("4NH")).cards
    assert set(cards("BJ LJ")) < set(buried)
    low = burial(hand, order_of("4NL")).cards
    assert not set(low) & set(cards("2C 3C 4C"))


@settings(max_examples=60, deadline=None)
@given(hand=st.permutations(PACK_54), kind=st.sampled_from(["4U", "4D", "4NH", "4NL"]))
def test_discard_never_buries_a_trump_or_top_card_that_it_need_not(
    hand: list[Card], kind: str
) -> None:
    eighteen = hand[:18]
    order = order_of(kind, None if "N" in kind else Suit.CLUBS)
    buried = burial(eighteen, order).cards
    assert len(set(buried)) == 6
    assert set(buried) <= set(eighteen)
    plain = [one for one in eighteen if order.suit(one) is not order.trump or one.suit is None]
    if order.trump is not None and len(plain) >= 6:
        assert not [one for one in buried if order.suit(one) is order.trump]
    tops = [one for one in buried if one.suit is not None and order.strength(one) == 13]
    losers = [one for one in eighteen if one not in buried and order.strength(one) <= 8]
    assert not tops or not [one for one in losers if order.suit(one) is not order.trump]


def test_names_the_longest_and_strongest_suit_and_the_better_direction() -> None:
    hand = cards("BJ 2D 3D 4D 5D 6D AS KS QS 9H 8H 7C")
    orders = {suit: order_of("4D", suit) for suit in Suit}
    assert best_trump(hand, orders) is Suit.DIAMONDS
    high, low = order_of("4NH"), order_of("4NL")
    assert not best_direction(cards(ACES), high, low)
    assert best_direction(cards(TWOS), high, low)


# The play.


def played(
    hand: str,
    order: Order,
    trick: str = "",
    seat: int = 0,
    bidder: int = 0,
    tricks: tuple[Taken, ...] = (),
) -> Pick:
    """Return what a hand plays to a trick whose last card lies at its right."""
    on_table = cards(trick)
    plays = tuple(
        Play((seat - len(on_table) + place) % 4, one) for place, one in enumerate(on_table)
    )
    held = cards(hand)
    return pick(
        Turn(
            seat=seat,
            bidder=bidder,
            hand=held,
            legal=playable(held, plays, order, DOCUMENT),
            trick=plays,
            known=known_from(held, (), tricks, plays, order),
        )
    )


UP_H = order_of("4U", Suit.HEARTS)


def test_bidder_draws_trumps_from_the_top() -> None:
    assert played("BJ KH 9H AS KS 2D", UP_H) == Pick(card("BJ"), "draw_trumps")
    assert played("2H 3H AS 9S", order_of("4D", Suit.HEARTS), bidder=2).card == card("2H")


def test_bidder_stops_when_the_opponents_have_no_trumps_left() -> None:
    void = (
        Taken(
            tuple(Play(seat, card(text)) for seat, text in enumerate(["BJ", "2S", "2H", "3S"])), 0
        ),
    )
    assert played("KH 9H AS KS 2D", UP_H, tricks=void).card == card("AS")


@pytest.mark.parametrize("trick", ["AS 4S", "4S QS 5S", "KS 4S"])
def test_partners_winner_is_not_trumped(trick: str) -> None:
    found = played("9H 4H 2D 3D 2C", UP_H, trick)
    assert found.card.suit is not Suit.HEARTS
    assert found.reason == "discard_partner"


def test_opponents_winner_is_trumped_with_the_lowest_trump_that_is_enough() -> None:
    assert played("KH 9H 4H 2D", UP_H, "4S 2S AS") == Pick(card("4H"), "ruff")
    assert played("KH 9H 4H 2D", UP_H, "4S 2S 7H") == Pick(card("9H"), "ruff")


def test_last_hand_wins_cheaply_or_leaves_it_to_partner() -> None:
    assert played("AS QS 2S 3D", UP_H, "4S 3S JS") == Pick(card("QS"), "win_cheaply")
    assert played("AS QS 2S 3D", UP_H, "4S KS JS") == Pick(card("2S"), "partner_has_it")
    assert played("AS QS 2S 3D", order_of("4NL"), "4S KS JS") == Pick(card("2S"), "win_cheaply")


def test_joker_is_thrown_at_no_trump_as_soon_as_suit_cannot_be_followed() -> None:
    assert played("BJ AD KD 2C", order_of("4NH"), "4S 3S") == Pick(card("BJ"), "throw_joker")


def test_partners_winner_is_never_trumped_in_whole_matches() -> None:
    seen = 0
    for _, view, memory, choice in turns(GAME.book.rules(), 4, matches=12):
        order = view.ranking
        if choice.action.verb != "play" or order is None or order.trump is None:
            continue
        if len(view.trick) < 2 or view.seat is None:
            continue
        best = winning(view.trick, order)
        chosen = card(choice.action.args[0])
        plain = order.suit(view.trick[0].card) is not order.trump
        known = known_from(view.hand, memory.discarded, memory.tricks, view.trick, order)
        theirs = len(view.trick) == 3 or known.boss(best.card)
        if plain and best.seat == (view.seat + 2) % 4 and theirs:
            legal = [card(action.args[0]) for action in asked_of(view)]
            if any(order.suit(one) is not order.trump for one in legal):
                seen += 1
                assert order.suit(chosen) is not order.trump
    assert seen > 100


def asked_of(view: BidWhistView) -> tuple[Action, ...]:
    """Return the legal actions of a view that is asked."""
    assert view.decision is not None
    return view.decision.actions


def test_answer_to_the_discard_is_legal_with_the_jokers_at_no_trump() -> None:
    match = did(begun(hands={0: "BJ LJ"}), "0 bid 4NH", "1 pass", "2 pass", "3 pass")
    choice = PLAYER.choose(match.view(0), match.memory(0), Random(1))
    assert choice is not None
    assert {"BJ", "LJ"} < set(choice.action.args)
    assert choice.reason == "bury_jokers"
    match, _ = match.act(choice.action)
    assert asked(match).question == "play"
