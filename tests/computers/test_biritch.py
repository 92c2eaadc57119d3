"""The player of Biritch by rules of thumb: what it names, plays, claims, and what it never does."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

import pytest

from bot.computers.biritch import BiritchPlayer
from bot.computers.biritch.following import Chosen, follow
from bot.computers.biritch.leading import lead
from bot.computers.biritch.position import Position, unseen_cards
from bot.computers.biritch.reasons import Reason
from bot.computers.player import Choice
from bot.computers.random_player import RandomPlayer
from bot.computers.registry import PLAYERS
from bot.games.biritch import GAME
from bot.games.biritch.contract import ORDERS, Contract, Strain
from bot.games.biritch.match import Rubber, new
from bot.games.biritch.play import InPlay
from bot.games.cards import Card, cards, in_order
from bot.games.game import Action, Deal, Decision, Memory, NeedsDeal, Over
from bot.games.house_rules import Rules
from bot.games.shuffle import deal_from
from bot.games.trick import Play, may_play
from bot.locales import languages, words
from tests.games.biritch_table import deal, do, in_play, settle, start, suit
from tests.games.walks import random_rules

PLAYER = BiritchPlayer()


def choice(rubber: Rubber, seat: int | None = None) -> Choice | None:
    """Return what the player does at a seat, by default where it is asked."""
    if seat is None:
        now = rubber.decision()
        assert isinstance(now, Decision)
        seat = now.player
    return PLAYER.choose(rubber.view(seat), rubber.memory(seat), Random(0))


def said(rubber: Rubber, seat: int | None = None) -> str:
    """Return the choice as ``seat verb argument``, empty for none."""
    found = choice(rubber, seat)
    if found is None:
        return ""
    return " ".join((str(found.action.seat), found.action.verb, *found.action.args))


def moment(
    hand: str,
    trick: str = "",
    *,
    strain: str = "NT",
    seat: int = 1,
    dummy: str | None = None,
) -> Position:
    """Describe a card to play at ``seat``, with declarer at seat 0 and dummy at seat 2."""
    mine = in_order(cards(hand))
    hands: list[tuple[Card, ...] | None] = [None] * 4
    hands[seat] = mine
    if dummy is not None:
        hands[2] = in_order(cards(dummy))
    laid = cards(trick)
    plays = tuple(Play((seat - len(laid) + index) % 4, one) for index, one in enumerate(laid))
    contract = Contract(Strain(strain), None, 0, 0)
    led = laid[0].suit if laid else None
    return Position(
        seat=seat,
        contract=contract,
        hands=tuple(hands),
        unseen=unseen_cards(hands, plays, ()),
        voids=(frozenset(),) * 4,
        trick=plays,
        tricks=(),
        legal=may_play(mine, led, ORDERS[contract.strain]),
    )


def played(position: Position) -> tuple[str, str]:
    """Return the card chosen and why."""
    chosen: Chosen = follow(position) if position.trick else lead(position)
    return chosen.card.text, chosen.reason


# Naming and calls.


def naming(hand: str, **rules: str) -> Rubber:
    """Return a rubber in which seat 0 deals with a hand."""
    return start(deal(hand, dealer=0), rules)


STRONG_DIAMONDS = f"AS 2S {suit('D', 'A K Q J 10 3 2')} {suit('C', 'A 4')} {suit('H', '3 4')}"
BALANCED = f"{suit('S', 'A K 3')} {suit('H', 'A Q 2')} {suit('D', 'A J 10 3')} {suit('C', 'A K 2')}"
WEAK = f"{suit('S', '9 7 4')} {suit('H', '8 6 3')} {suit('D', '9 6 4 2')} {suit('C', '9 5 3')}"


def test_names_the_long_strong_suit() -> None:
    found = choice(naming(STRONG_DIAMONDS))
    assert found is not None
    assert (found.action.args, found.reason) == (("D",), "name_length")


def test_names_no_trump_with_aces_and_no_length() -> None:
    assert said(naming(BALANCED)) == "0 name NT"


def test_leaves_a_weak_hand_to_the_partner_who_names_something() -> None:
    rubber = naming(WEAK)
    assert said(rubber) == "0 leave"
    assert said(do(rubber, "0 leave")).startswith("2 name")


def test_weak_hand_that_has_to_name_takes_the_cheapest_suit() -> None:
    rubber = do(start(deal("", "", WEAK, dealer=0)), "0 leave")
    found = choice(rubber)
    assert found is not None
    assert (found.action.args, found.reason) == (("S",), "name_least_harm")


def test_doubles_only_with_strength() -> None:
    strong = deal(WEAK, BALANCED, dealer=0)
    assert said(do(start(strong), "0 name NT")) == "1 double"
    weak = deal(BALANCED, WEAK, dealer=0)
    assert said(do(start(weak), "0 name NT")) == "1 pass"
    assert said(do(start(weak), "0 name NT", "1 double")) == "0 redouble"


@pytest.mark.parametrize("form", ["auction", "auction_levels"])
def test_calls_by_what_the_hand_is_worth(form: str) -> None:
    assert said(naming(WEAK, form=form)) == "0 pass"
    call = said(naming(STRONG_DIAMONDS, form=form))
    assert call.startswith("0 call")
    assert call.endswith("D")


def test_needs_fewer_tricks_to_call_when_game_is_near() -> None:
    hand = f"{suit('S', 'K Q 7 6 4')} {suit('H', 'A 3')} {suit('D', 'J 3 2')} {suit('C', '9 8 2')}"
    levels = []
    for bonus in ("0", "500"):
        call = said(naming(hand, form="auction_levels", rubber_bonus=bonus)).split()
        levels.append(int(call[2][0]) if call[1] == "call" else 0)
    assert levels[1] >= levels[0]


# Leading.


def test_leads_fourth_best_of_the_longest_suit() -> None:
    hand = f"{suit('S', 'K 10 8 4 2')} {suit('H', '9 3')} {suit('D', 'Q 6 2')} {suit('C', 'J 7 3')}"
    assert played(moment(hand)) == ("4S", "fourth_best")


def test_leads_the_top_of_a_sequence() -> None:
    hand = f"{suit('S', 'Q J 10 4 2')} {suit('H', '9 3')} {suit('D', 'K 6 2')} {suit('C', 'J 7 3')}"
    assert played(moment(hand)) == ("QS", "top_of_sequence")


def test_leads_a_singleton_against_a_trump_contract() -> None:
    hand = f"{suit('S', 'Q 9 7 4 2')} 3H {suit('D', 'K 6 2')} {suit('C', 'J 7 3 2')}"
    assert played(moment(hand, strain="C")) == ("3H", "lead_singleton")


def test_does_not_lead_away_from_an_ace_against_a_trump_contract() -> None:
    hand = f"{suit('S', 'A 9 7 4 2')} {suit('H', '8 6 4')} {suit('D', 'Q 6 2')} {suit('C', '7 3')}"
    card, _ = played(moment(hand, strain="C"))
    assert not card.endswith("S")


# Following.


def test_second_hand_plays_low() -> None:
    assert played(moment("AS 9S 3S 2H", "4S", seat=3, dummy="5H 6H 7H")) == (
        "3S",
        "second_hand_low",
    )


def test_third_hand_plays_high() -> None:
    found = played(moment("KS 9S 3S 2H", "4S 5S", seat=3, dummy="6S 7H 8H"))
    assert found == ("KS", "third_hand_high")


def test_third_hand_plays_the_lower_of_touching_cards() -> None:
    assert played(moment("KS QS 3S 2H", "4S 5S", seat=3, dummy="6S 7H 8H"))[0] == "QS"


def test_last_hand_wins_as_cheaply_as_it_can() -> None:
    assert played(moment("AS JS 3S", "10S 4S 5S", seat=3, dummy="2H 3H")) == (
        "JS",
        "cheapest_winner",
    )


def test_partners_winner_is_not_taken_over() -> None:
    found = played(moment("AS KS 3S", "4S QS 5S", seat=3, dummy="2H 3H"))
    assert found == ("3S", "partner_wins")


def test_partners_winner_is_not_trumped() -> None:
    held = "2H 3H 4C 5D"
    card, reason = played(moment(held, "AS 4S", strain="H", seat=3, dummy="6S 7D"))
    assert (card, reason) == ("4C", "partner_wins")


def test_opponents_winner_is_trumped_with_the_lowest_that_wins() -> None:
    found = played(moment("2H 9H 4C 5D", "KS 4S 3H", strain="H", seat=3, dummy="6S 7D"))
    assert found == ("9H", "ruff")


def test_masters_and_guards_are_not_thrown_away() -> None:
    card, reason = played(moment("AD KC 2C 3D 9D", "KS 4S AS", seat=1, dummy="6S 7D"))
    assert (card, reason) == ("3D", "discard")


# Claims.

REVOKES = {"revokes": "penalised"}


def test_claims_only_a_revoke_that_was_seen() -> None:
    south = f"{suit('S', 'A 4 3')} {suit('H', '2 3 4')} {suit('D', 'A K Q J')} {suit('C', '2 3 4')}"
    west = f"{suit('S', 'K 5 6')} {suit('H', 'A 5 6')} {suit('D', '2 3 4')} {suit('C', 'A K 5 6')}"
    north = f"{suit('S', '7 8')} {suit('H', 'K Q 7 8')} {suit('D', '5 6 7')} {suit('C', '7 8 9 J')}"
    rubber = settle(do(start(deal(south, west, north, dealer=0), REVOKES), "0 name H"))
    rubber = do(rubber, "1 play KS", "2 play 7S", "3 play 8D")
    assert said(rubber).startswith("0 play")
    rubber = do(rubber, "0 play AS", "0 play AD", "1 play 2D", "2 play 5D", "3 play 9S")
    found = choice(rubber, 0)
    assert found is not None
    assert (found.action, found.reason) == (Action(0, "claim_revoke"), "claim_revoke")
    assert said(rubber, 1) == ""
    rubber = do(rubber, "0 claim_revoke")
    assert said(rubber, 0).startswith("0 play")


def test_claims_a_revoke_of_dummy_at_once() -> None:
    north = f"{suit('S', '7 8')} {suit('H', 'K Q 7 8')} {suit('D', '5 6 7')} {suit('C', '7 8 9 J')}"
    west = f"{suit('S', 'K 5 6')} {suit('H', 'A 5 6')} {suit('D', '2 3 4')} {suit('C', 'A K 5 6')}"
    rubber = settle(do(start(deal("", west, north, dealer=0), REVOKES), "0 name H"))
    rubber = do(rubber, "1 play KS", "2 play KH")
    assert said(rubber, 1) == "1 claim_revoke"
    assert said(rubber, 3) == "3 claim_revoke"
    assert said(rubber, 2) == ""
    assert said(do(rubber, "1 claim_revoke"), 3).startswith("3 play")


def test_claims_a_play_out_of_turn_once() -> None:
    north = f"{suit('S', '7 8')} {suit('H', 'K Q 7 8')} {suit('D', '5 6 7')} {suit('C', '7 8 9 J')}"
    rubber = settle(do(start(deal("", "", north, dealer=0), REVOKES), "0 name H"))
    rubber = do(rubber, "2 play KH")
    assert said(rubber, 3) == "3 claim_revoke"
    assert said(do(rubber, "1 claim_revoke"), 3) == ""
    assert said(do(rubber, "1 claim_revoke", "2 play KH"), 3) == "3 claim_revoke"


def test_claim_that_the_player_makes_always_finds_something() -> None:
    found = 0
    for seed in range(6):
        chance = Random(seed)
        rubber, _ = new(GAME.book.rules(REVOKES)).give(deal_from(GAME, 0, chance.randbytes(32), 20))
        rubber = settle(do(rubber, "0 name C"))
        while not in_play(rubber).over or any(said(rubber, seat) for seat in range(4)):
            for seat in range(4):
                mine = choice(rubber, seat)
                if mine is not None and mine.action.verb == "claim_revoke":
                    rubber, events = rubber.act(mine.action)
                    assert getattr(events[0], "found", 0) > 0
                    found += 1
            now = rubber.decision()
            if isinstance(now, Decision):
                rubber, _ = rubber.act(chance.choice(now.actions[:13]))
        every = in_play(rubber)
        caught = sum(len(one.found) for one in every.claims)
        assert caught == len(every.revokes)
    assert found > 6


# Conduct, honesty, whole rubbers.


def play(rules: Rules, chance: Random, most: int = 12) -> tuple[Rubber, int]:
    """Play up to so many deals with four computers; return the rubber and the choices made."""
    rubber = new(rules)
    made = 0
    while True:
        now = rubber.decision()
        if isinstance(now, Over) or (isinstance(now, NeedsDeal) and len(rubber.results) == most):
            return rubber, made
        if isinstance(now, NeedsDeal):
            dealer = now.dealer if now.dealer is not None else chance.randrange(4)
            rubber, _ = rubber.give(deal_from(GAME, dealer, chance.randbytes(32), 7))
            continue
        found = choice(rubber)
        assert found is not None
        assert found.reason in get_args(Reason)
        rubber, _ = rubber.act(found.action)
        made += 1


@pytest.mark.parametrize("seed", range(8))
def test_plays_under_any_house_rules_and_never_revokes(seed: int) -> None:
    chance = Random(seed)
    rules = random_rules(GAME, chance) if seed else GAME.book.rules()
    rubber, made = play(rules, chance)
    assert made > 50
    for one in rubber.finished:
        assert one.play.revokes == ()


def shaken(rubber: Rubber, seat: int, chance: Random) -> Rubber:
    """Deal again the cards that a seat cannot know of."""
    table = rubber.table
    assert table is not None
    phase = table.phase
    assert isinstance(phase, InPlay)
    player = phase.contract.player_of(seat)
    sees = {player, phase.contract.dummy}
    hidden = [one for other in range(4) if other not in sees for one in phase.hands[other]]
    images = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def move(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order(images.get(one, one) for one in some)

    moved = Deal(table.deal.dealer, tuple(move(hand) for hand in table.deal.hands))
    after = replace(phase, hands=tuple(move(hand) for hand in phase.hands))
    return replace(rubber, table=replace(table, deal=moved, phase=after))


def test_choice_does_not_depend_on_cards_out_of_sight() -> None:
    looked = 0
    for seed in range(5):
        chance = Random(seed)
        rubber, _ = new(GAME.book.rules()).give(deal_from(GAME, 1, chance.randbytes(32), 7))
        rubber = settle(do(rubber, "1 name " + chance.choice(("S", "H", "D", "C", "NT"))))
        while isinstance(now := rubber.decision(), Decision):
            found = choice(rubber)
            assert found is not None
            for _ in range(2):
                assert choice(shaken(rubber, now.seat, chance)) == found
                looked += 1
            rubber, _ = rubber.act(found.action)
    assert looked > 500


def test_beats_random_play() -> None:
    other = RandomPlayer()
    won = 0
    for seed in range(30):
        chance = Random(seed)
        strain = ("S", "H", "D", "C", "NT")[seed % 5]
        for side in (0, 1):
            rubber, _ = new(GAME.book.rules({"doubling": "none"})).give(
                deal_from(GAME, 0, Random(seed).randbytes(32), 9)
            )
            rubber = do(rubber, f"0 name {strain}")
            while isinstance(now := rubber.decision(), Decision):
                player = PLAYER if now.seat % 2 == side else other
                found = player.choose(rubber.view(now.player), rubber.memory(now.player), chance)
                assert found is not None
                rubber, _ = rubber.act(found.action)
            won += rubber.results[0].tricks[side]
    assert won > 30 * (13 + 3)


def test_nothing_is_done_where_nothing_is_asked() -> None:
    rubber = naming(WEAK)
    assert choice(rubber, 1) is None
    assert PLAYER.choose(new(GAME.book.rules()).view(2), Memory((), (), ()), Random(0)) is None


def test_it_is_registered() -> None:
    assert isinstance(PLAYERS["biritch", "normal"], BiritchPlayer)


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_a_sentence(language: str) -> None:
    known = words(language)
    for reason in get_args(Reason):
        assert known.has(f"why.biritch.{reason}")
        assert "{" not in known.text(f"why.biritch.{reason}", strain="♥")
