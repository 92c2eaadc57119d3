"""The player of Biritch who searches: its solver, its worlds, and that it sees no hidden card."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from bot.computers.biritch import choose_card, position
from bot.computers.biritch.reasons import Reason, SearchReason
from bot.computers.biritch.search import BiritchSearcher, double_dummy
from bot.computers.biritch.search.cards import likely_worlds, weigh
from bot.computers.biritch.search.estimate import estimate, spread_over
from bot.computers.biritch.search.playouts import play_out
from bot.computers.biritch.search.utility import values
from bot.computers.biritch.search.worlds import deal_unseen, resample
from bot.computers.player import UNHURRIED, Choice, Effort
from bot.computers.registry import PLAYERS, SEARCHERS
from bot.games.biritch import GAME
from bot.games.biritch.contract import Contract, Strain
from bot.games.biritch.match import Rubber, new
from bot.games.biritch.options import options
from bot.games.biritch.play import InPlay
from bot.games.biritch.scoring import Standing
from bot.games.cards import PACK_52, Card, Suit, card, cards, in_order
from bot.games.game import Deal, Decision
from bot.games.shuffle import deal_from
from bot.locales import languages, words
from tests.computers.biritch_endings import chosen, ending
from tests.games.biritch_table import FOUR_SUITS, deal, do, in_play, settle, split, start
from tests.games.walks import random_rules

STRONG = BiritchSearcher()
LITTLE = Effort(share=0.2, seconds=60.0)
"""Few samples, and all of them however slow the machine is."""


def choice(rubber: Rubber, seed: int = 0, effort: Effort = LITTLE) -> Choice | None:
    """Return what the player does whose turn it is."""
    now = rubber.decision()
    assert isinstance(now, Decision)
    view, memory = rubber.view(now.player), rubber.memory(now.player)
    return STRONG.choose(view, memory, Random(seed), effort)


def dealt(seed: int, strain: str = "H") -> Rubber:
    """Return a rubber at the opening lead of a random deal."""
    given = deal_from(GAME, 0, Random(seed).randbytes(32), 9)
    rubber, _ = new(GAME.book.rules({"doubling": "none"})).give(given)
    return settle(do(rubber, f"0 name {strain}"))


def played_on(rubber: Rubber, cards_left: int) -> Rubber:
    """Return the rubber once no hand has more cards than that, played by the rules of thumb."""
    player = PLAYERS["biritch", "normal"]
    while max(rubber.view(None).counts) > cards_left:
        rubber, _ = rubber.act(chosen(player, rubber).action)
    return rubber


# The solver.


@pytest.mark.parametrize("lost", [1, 3, 6])
def test_solver_counts_what_a_deal_brings(lost: int) -> None:
    hands = [in_order(hand) for hand in split(lost, "NT").hands]
    solved = double_dummy.solve(Strain.NO_TRUMP, hands, 1, ())
    assert solved.tricks[card("AS")] == lost
    assert set(solved.tricks) == set(hands[1])


def test_solver_knows_trumps_and_the_trick_on_the_table() -> None:
    hands = [cards(text) for text in FOUR_SUITS]
    assert max(double_dummy.solve(Strain.SPADES, hands, 1, ()).tricks.values()) == 0
    rubber = do(settle(do(start(deal(*FOUR_SUITS)), "0 name S")), "1 play AH")
    phase = in_play(rubber)
    solved = double_dummy.solve(Strain.SPADES, phase.hands, 1, phase.trick)
    assert set(solved.tricks.values()) == {13}


def test_solver_and_the_rules_agree_on_what_is_legal() -> None:
    for seed in range(3):
        rubber = played_on(dealt(seed), 7)
        chance = Random(seed)
        while isinstance(now := rubber.decision(), Decision):
            phase = in_play(rubber)
            leader = phase.trick[0].seat if phase.trick else phase.turn
            solved = double_dummy.solve(phase.contract.strain, phase.hands, leader, phase.trick)
            assert set(solved.tricks) == {card(one.args[0]) for one in now.actions}
            rubber, _ = rubber.act(chance.choice(now.actions))


def test_solver_that_refuses_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the solver writes down what it refuses, where it is run
    with pytest.raises(double_dummy.NoSolver):
        double_dummy.solve(Strain.HEARTS, [cards("AS"), cards("AS"), (), ()], 0, ())


def test_playing_out_never_counts_more_tricks_than_there_are() -> None:
    rubber = played_on(dealt(4), 4)
    phase = in_play(rubber)
    now = position(rubber.view(phase.turn), rubber.memory(phase.turn))
    found = play_out(now, phase.hands)
    assert set(found.tricks) == set(now.legal)
    assert all(0 <= tricks <= 4 for tricks in found.tricks.values())


def test_without_a_solver_deals_are_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(double_dummy, "available", lambda: False)
    rubber = played_on(dealt(5), 4)
    found = choice(rubber)
    assert found is not None
    decision = rubber.decision()
    assert isinstance(decision, Decision)
    assert found.action in decision.actions
    assert choice(rubber) == found


# The worlds.


def test_worlds_keep_what_is_known() -> None:
    hands: list[tuple[Card, ...] | None] = [cards("AS 2H"), None, cards("KS 3H"), None]
    unseen = cards("QS JS 10D 9D 8C")
    voids: list[frozenset[Suit]] = [frozenset()] * 4
    voids[1] = frozenset({Suit.SPADES})
    seen: Counter[tuple[Card, ...]] = Counter()
    for seed in range(60):
        world = deal_unseen(hands, unseen, (2, 2, 2, 3), voids, Random(seed))
        assert (world[0], world[2]) == (hands[0], hands[2])
        assert {*world[1], *world[3]} == set(unseen)
        assert not any(one.suit is Suit.SPADES for one in world[1])
        seen[world[1]] += 1
    assert len(seen) == 3


def test_a_void_that_cannot_be_is_disregarded() -> None:
    hands: list[tuple[Card, ...] | None] = [cards("AS"), None, cards("KS"), None]
    voids = [frozenset[Suit]()] * 4
    voids[1] = frozenset({Suit.HEARTS, Suit.SPADES})
    world = deal_unseen(hands, cards("QH JS"), (1, 1, 1, 1), voids, Random(0))
    assert sorted(len(hand) for hand in world) == [1, 1, 1, 1]


def test_likely_worlds_come_more_often() -> None:
    found: Counter[int] = Counter()
    for seed in range(20):
        picked = resample([1.0, 0.0, 3.0], 8, Random(seed))
        assert sum(times for _, times in picked) == 8
        found.update(dict(picked))
    assert found[1] == 0
    assert found[2] == 3 * found[0]


def test_whoever_named_a_suit_is_thought_to_hold_it() -> None:
    rubber = dealt(3, "S")
    view, memory = rubber.view(1), rubber.memory(1)
    now = position(view, memory)
    lengths = [
        sum(one.suit is Suit.SPADES for one in world[0])
        for world, times in likely_worlds(view, memory, now, 40, Random(1))
        for _ in range(times)
    ]
    unseen = [one for one in now.unseen if one.suit is Suit.SPADES]
    assert sum(lengths) / len(lengths) > len(unseen) / 2 + 0.5


# Estimates and values.


def test_more_trumps_and_honours_promise_more_tricks() -> None:
    strong, weak = cards("AS KS QS JS 10S AH KH AD KD 2D 3C 2C 4C"), cards("2S 3S")
    assert estimate(strong, weak, Strain.SPADES) > estimate(strong, weak, Strain.CLUBS)
    assert estimate(strong, weak, Strain.NO_TRUMP) > estimate(weak, weak, Strain.NO_TRUMP)


def test_chances_of_tricks_add_up() -> None:
    for mean in (0.0, 6.5, 13.0):
        assert sum(chance for _, chance in spread_over(mean)) == pytest.approx(1, abs=0.01)


def test_a_trick_more_is_never_worth_less() -> None:
    chance = Random(1)
    for _ in range(30):
        chosen_rules = options(random_rules(GAME, chance))
        standing = Standing((chance.randrange(2), chance.randrange(2)), (10, 20))
        for level in (None, 2):
            contract = Contract(Strain.HEARTS, level, 0, 0, chance.choice((1, 2)))
            worth = values(chosen_rules, contract, standing)
            assert list(worth) == sorted(worth)


def test_the_trick_that_wins_the_rubber_is_worth_most() -> None:
    standing = Standing((1, 1), (26, 0))
    worth = values(options(GAME.book.rules()), Contract(Strain.HEARTS, None, 0, 0), standing)
    steps = [worth[number + 1] - worth[number] for number in range(12)]
    assert steps.index(max(steps)) == 6


# Conduct of the whole.


def test_same_chance_gives_the_same_choice() -> None:
    for seed in range(3):
        for left in (11, 6):
            rubber = played_on(dealt(seed), left)
            assert choice(rubber, 7) == choice(rubber, 7)


def shaken(rubber: Rubber, player: int, chance: Random) -> Rubber:
    """Deal again the cards that a player cannot know of."""
    table = rubber.table
    assert table is not None
    phase = table.phase
    playing = isinstance(phase, InPlay)
    hands = phase.hands if isinstance(phase, InPlay) else table.deal.hands
    sees = {player, phase.contract.dummy} if isinstance(phase, InPlay) else {player}
    hidden = [one for other in range(4) if other not in sees for one in hands[other]]
    images = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def move(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order(images.get(one, one) for one in some)

    moved = replace(
        table, deal=Deal(table.deal.dealer, tuple(move(hand) for hand in table.deal.hands))
    )
    if playing:
        assert isinstance(phase, InPlay)
        moved = replace(moved, phase=replace(phase, hands=tuple(move(one) for one in hands)))
    return replace(rubber, table=moved)


def test_choice_does_not_depend_on_cards_out_of_sight() -> None:
    looked = 0
    for seed in range(3):
        chance = Random(seed)
        given = deal_from(GAME, 1, chance.randbytes(32), 7)
        rubber, _ = new(GAME.book.rules()).give(given)
        while isinstance(now := rubber.decision(), Decision):
            early = now.question == "play" and max(rubber.view(None).counts) > 8
            found = None if early else choice(rubber, seed)
            if found is not None:
                assert choice(shaken(rubber, now.player, chance), seed) == found
                looked += 1
            rules = PLAYERS["biritch", "normal"]
            rubber, _ = rubber.act((found or chosen(rules, rubber)).action)
    assert looked > 60


@pytest.mark.parametrize("seed", range(4))
def test_plays_under_any_house_rules(seed: int) -> None:
    chance = Random(seed)
    rubber, _ = new(random_rules(GAME, chance)).give(deal_from(GAME, seed, chance.randbytes(32), 7))
    reasons = {*get_args(Reason), *get_args(SearchReason)}
    while isinstance(now := rubber.decision(), Decision):
        quick = now.question == "play" and max(rubber.view(None).counts) > 7
        found = chosen(PLAYERS["biritch", "normal"], rubber) if quick else choice(rubber, seed)
        assert found is not None
        assert found.reason in reasons
        rubber, _ = rubber.act(found.action)
    assert all(one.play.revokes == () for one in rubber.finished)


def test_effort_is_kept_to() -> None:
    rubber = played_on(dealt(2), 9)
    now = position(rubber.view(1), rubber.memory(1))
    rubber = played_on(dealt(2), 9)
    asked = rubber.decision()
    assert isinstance(asked, Decision)
    view, memory = rubber.view(asked.player), rubber.memory(asked.player)
    now = position(view, memory)
    few = weigh(view, memory, now, Random(1), Effort(share=0.2, seconds=60.0))
    many = weigh(view, memory, now, Random(1), UNHURRIED)
    none = weigh(view, memory, now, Random(1), Effort(seconds=0.0))
    assert 1 <= none[0].deals < few[0].deals < many[0].deals


def test_where_it_makes_no_difference_the_rules_decide() -> None:
    rubber = ending(
        "AS KS QS JS AH",
        "10S KH AD KD AC",
        "2H 4D 3D 5C 6C",
        "QH JH QD KC QC",
        turn=0,
        rules={"aces_double": "no"},
    )
    found = chosen(STRONG, rubber)
    ruled = choose_card(position(rubber.view(0), rubber.memory(0)))
    assert (found.action.args[0], found.reason) == (ruled.card.text, "no_difference")


def test_nothing_is_done_where_nothing_is_asked() -> None:
    rubber = dealt(1)
    assert STRONG.choose(rubber.view(3), rubber.memory(3), Random(0)) is None


def test_it_is_registered() -> None:
    assert isinstance(SEARCHERS["biritch"], BiritchSearcher)
    assert PLAYERS["biritch", "strong"] is SEARCHERS["biritch"]


@pytest.mark.parametrize("language", languages())
def test_every_reason_has_a_sentence(language: str) -> None:
    known = words(language)
    facts: dict[str, str | int] = {"strain": "♥", "best": 9, "deals": 12, "tricks": 8, "points": 20}
    for reason in get_args(SearchReason):
        assert known.has(f"why.biritch.{reason}")
        assert "{" not in known.text(f"why.biritch.{reason}", **facts)


def test_the_pack_is_what_the_solver_thinks() -> None:
    assert [one.text for one in PACK_52[:2]] == ["AS", "KS"]
    assert PACK_52[51].text == "2C"
