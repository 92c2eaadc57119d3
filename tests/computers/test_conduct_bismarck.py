"""What a player of Bismarck owes to the table, normal and strong: one position, one reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args
from unittest.mock import Mock

import pytest

from bot.computers.bismarck import exchanging
from bot.computers.bismarck.estimate import NO_TRUMP, bits
from bot.computers.bismarck.imagined import likes, rather, unseen_cards
from bot.computers.bismarck.playout import begun, play_out
from bot.computers.bismarck.plays_seen import (
    DISAGREES,
    PlaySeen,
    Walk,
    Witness,
    witness,
)
from bot.computers.bismarck.position import position
from bot.computers.bismarck.reasons import Reason
from bot.computers.bismarck.search import PLAYOUTS, BismarckSearcher, one_of_equals
from bot.computers.player import Choice, Effort
from bot.computers.registry import PLAYERS
from bot.games.bismarck import BismarckView
from bot.games.bismarck.contracts import SIX, Contract
from bot.games.cards import PACK_52, Suit, cards
from bot.games.game import Action, Decision, Memory
from bot.games.trick import Play
from tests.games.bismarck_referee import asked, deals_on, do, random_deal, start, tidy_deal
from tests.games.test_bismarck_views import redealt

EFFORT = Effort(share=0.3, seconds=60)
SEARCHER = BismarckSearcher()
BASE = do(start(length="estonian").give(tidy_deal(2))[0], "take")


def choice(level: str, view: BismarckView, memory: Memory, effort: Effort = EFFORT) -> Choice:
    """Return what a level does."""
    if level == "strong":
        found = SEARCHER.choose(view, memory, Random(1), effort)
    else:
        found = PLAYERS["bismarck", level].choose(view, memory, Random(1))
    assert found is not None
    return found


def moment(
    contract: Contract,
    hand: str,
    trick: str = "",
    trump: Suit | None = None,
) -> tuple[BismarckView, Memory]:
    """Return what seat 0 knows with a card to play; the trick lies at its right.

    Forehand is seat 0.
    """
    held, table = cards(hand), cards(trick)
    led = [one for one in held if table and one.suit is table[0].suit]
    legal = led or held
    plays = tuple(Play((3 - len(table) + place) % 3, one) for place, one in enumerate(table))
    actions = tuple(Action(0, "play", (one.text,)) for one in legal)
    base = BASE.view(0)
    counts = tuple(len(held) - (seat in [play.seat for play in plays]) for seat in range(3))
    view = replace(
        base,
        decision=Decision(0, 0, "play", actions),
        dealer=0,
        hand=held,
        counts=counts,
        trick=plays,
        contract=contract,
        trump=trump,
        took=True,
        settled=True,
        kitty=(),
        discards=(),
    )
    return view, Memory(held, (), ())


POSITIONS: list[tuple[str, tuple[BismarckView, Memory], str]] = [
    ("the last to play wins cheaply", moment(Contract.SPEL, "AS QS 2S", "10S JS"), "QS"),
    ("the card that beats the one on the table", moment(Contract.SPEL, "9S 7S 2D", "5S 8S"), "9S"),
    ("what cannot be won gets the lowest", moment(Contract.SPEL, "QS 2S", "10S AS"), "2S"),
    ("an ace that is sure is played second", moment(Contract.SPEL, "AS 9S 2S", "10S"), "AS"),
    ("winners are not thrown away", moment(Contract.SPEL, "AS KD 3D 4C", "10H JH"), "4C 3D"),
    (
        "a trick is trumped with the lowest trump",
        moment(Contract.SPADER, "9S 3S 4D 5D", "10H JH", Suit.SPADES),
        "3S",
    ),
    (
        "nobody trumps higher than needed",
        moment(Contract.SPADER, "AS 9S 3S 4D", "10H 7S", Suit.SPADES),
        "9S",
    ),
    ("the highest card that stays below", moment(Contract.PASS, "9S 7S 2S", "8S JS"), "9S"),
    ("the card below the one on the table", moment(Contract.PASS, "9S 7S 2D", "5S 8S"), "7S"),
    ("no trick that can be avoided", moment(Contract.PASS, "KS 9S 2S", "8S JS"), "9S 2S"),
    ("a trick that must be taken takes the highest", moment(Contract.PASS, "AS 9S", "8S 7S"), "AS"),
    ("second, below what is there", moment(Contract.PASS, "AS 9S 2S", "10S"), "9S 2S"),
    (
        "out of the suit, the most dangerous card",
        moment(Contract.PASS, "AD 2D 2C 3C", "8S 7S"),
        "AD",
    ),
    ("a low lead", moment(Contract.PASS, "AS KS QS JS 2D 3D 4D 2C"), "2D 3D 4D 2C"),
    ("the queen is given away", moment(Contract.NO_QUEEN, "QS AD 2C", "8H 7H"), "QS"),
    ("the queen goes under the ace", moment(Contract.NO_QUEEN, "QS 2S 2C", "AS 3S"), "QS"),
    (
        "no high spade before the queen has gone",
        moment(Contract.NO_QUEEN, "AS 3S 2C 4C 6C 2D 3D 5D 2H 3H 5H 7H", "5S"),
        "3S",
    ),
    ("hearts are thrown off from the top", moment(Contract.NO_HEARTS, "AH 2D 2C", "8S 7S"), "AH"),
    ("no heart is taken without need", moment(Contract.NO_HEARTS, "AH 2H 2C", "8H 7H"), "2H"),
]


@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize(("why", "known", "expected"), POSITIONS, ids=[one[0] for one in POSITIONS])
def test_conduct(level: str, why: str, known: tuple[BismarckView, Memory], expected: str) -> None:
    assert choice(level, *known).action.args[0] in expected.split(), why


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_no_high_spade_before_the_queen_has_gone_with_three_cards(level: str) -> None:
    """She is seldom among so few cards: over all deals the ace costs 0.50 points, the three 0.32.

    So small a difference takes many playouts to see.
    """
    view, memory = moment(Contract.NO_QUEEN, "AS 3S 2C", "5S")
    assert choice(level, view, memory, Effort(share=4, seconds=60)).action.args[0] == "3S"


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_discards_are_losers_where_tricks_are_wanted_and_high_cards_in_pass(level: str) -> None:
    match, _ = start().give(tidy_deal(0))
    for contract in ("spader", "pass"):
        there = do(match, f"contract {contract}", "take")
        away = cards(" ".join(choice(level, there.view(0), there.memory(0)).action.args))
        low = [one for one in away if one.text[:-1] in "2345678"]
        assert len(set(away)) == 4
        assert (len(low) >= 3) is (contract == "spader")


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_the_kitty_is_taken_as_it_can_only_help(level: str) -> None:
    match, _ = start().give(tidy_deal(0))
    for contract in ("spel", "spader", "pass"):
        there = do(match, f"contract {contract}")
        assert choice(level, there.view(0), there.memory(0)).action.verb == "take"


@pytest.mark.parametrize("contract", [one.value for one in SIX])
def test_a_choice_does_not_depend_on_hidden_cards_and_is_the_same_again(contract: str) -> None:
    chance = Random(contract)
    small = Effort(share=0.06, seconds=60)
    match, _ = deals_on(start(length="estonian"), 6).give(random_deal(0, 77))
    step = 0
    while match.table is not None:
        seat = asked(match).player
        here = SEARCHER.choose(match.view(seat), match.memory(seat), Random(3), small)
        assert here is not None
        assert here.reason in get_args(Reason)
        if step % 3 == 0:
            again = redealt(match, seat, chance)
            there = BismarckSearcher().choose(
                again.view(seat), again.memory(seat), Random(3), small
            )
            assert here == there
        step += 1
        if asked(match).question == "contract":
            match = do(match, f"contract {contract}")
        else:
            match, _ = match.act(here.action)


def test_cards_are_equal_only_with_nothing_between_them_not_even_on_the_table() -> None:
    nine, eight, seven, two = (one.index for one in cards("9S 8S 7S 2S"))
    for high, kept in ((True, [nine, two]), (False, [two, seven])):
        between = 1 << cards("5S")[0].index
        assert one_of_equals([nine, seven, two], between, high=high) == kept
    assert one_of_equals([nine, seven], 1 << eight, high=True) == [nine, seven]


def test_work_is_counted_in_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(wraps=play_out)
    monkeypatch.setattr("bot.computers.bismarck.search.play_out", counted)
    view, memory = moment(Contract.SPEL, "AS 9S 4S 2D KC 7H 3C 8D")
    for share in (1.0, 0.25):
        counted.reset_mock()
        SEARCHER.choose(view, memory, Random(1), Effort(share, 60))
        assert 8 <= counted.call_count <= PLAYOUTS * share


@pytest.mark.parametrize(("contract", "looks"), [("spader", 1), ("pass", 1 + exchanging.LOOKS)])
def test_discards_are_looked_at_again_in_pass(
    contract: str, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = Mock(wraps=begun)
    monkeypatch.setattr("bot.computers.bismarck.exchanging.begun", counted)
    match, _ = start().give(tidy_deal(0))
    there = do(match, f"contract {contract}", "take")
    small = Effort(share=0.05, seconds=60)
    found = SEARCHER.choose(there.view(0), there.memory(0), Random(1), small)
    assert found is not None
    assert set(found.action.args) <= {one.text for one in there.view(0).hand}
    assert len(set(found.action.args)) == 4
    once = exchanging.PLAYOUTS * small.share
    assert (looks > 1) is (counted.call_count > once)
    assert counted.call_count <= once * looks


def test_hands_imagined_agree_with_all_that_is_known() -> None:
    chance = Random(4)
    match, _ = start().give(random_deal(0, 91))
    for contract in ("spader", "pass"):
        there = do(match, f"contract {contract}", "take")
        while there.table is not None:
            seat = asked(there).player
            view, memory = there.view(seat), there.memory(seat)
            if asked(there).question == "play":
                now = position(view, memory)
                walk = Walk(unseen_cards(view, memory, now), witness(view, memory, now), chance)
                for _ in range(2):
                    hands = walk.deal()
                    counts = [0 if one == seat else view.counts[one] for one in range(3)]
                    assert [hand.bit_count() for hand in hands[:3]] == counts
                    assert sum(hands) == now.unseen
                    for one in range(3):
                        voids = [suit for suit in range(4) if now.void[one] >> suit & 1]
                        assert not any(hands[one] >> 13 * suit & 8191 for suit in voids)
            made = choice("normal", view, memory)
            there, _ = there.act(made.action)


def test_a_play_that_would_not_be_made_from_a_hand_speaks_against_it() -> None:
    ace, king, jack, nine, five, two = (bits([one]) for one in cards("AH KH JH 9H 5H 2H"))
    hearts = bits(one for one in PACK_52 if one.suit is Suit.HEARTS)
    best = cards("JH")[0].index
    seen = PlaySeen(cards("5H")[0].index, jack | nine, best, hearts, jack | nine, five)
    told = Witness(Contract.SPEL, NO_TRUMP, ((), (seen,), ()), None)
    assert told.of(1, 0, 0) == 1
    assert told.of(1, ace | king, 0) == told.of(1, two, 0) == DISAGREES


def test_plays_of_others_are_witnessed_and_forehand_knows_what_it_put_away() -> None:
    match, _ = start().give(tidy_deal(0))
    match = do(match, "contract spel", "take", "discard 2H 2C 3C 3H", "play 3S", "play 2S")
    match = do(match, "play AS", "play KS", "play 4S", "play 4H", "play QS")
    view, memory = match.view(1), match.memory(1)
    now = position(view, memory)
    told = witness(view, memory, now)
    assert [[PACK_52[play.card].text for play in plays] for plays in told.plays] == [
        ["QS", "KS", "AS"],
        [],
        ["4H", "2S"],
    ]
    assert told.knows_away == 0
    about_queen = witness(view, memory, replace(now, contract=Contract.NO_QUEEN))
    assert [len(plays) for plays in about_queen.plays] == [1, 0, 2]


def test_forehand_is_thought_to_have_put_high_cards_away_in_pass_and_low_ones_in_spel() -> None:
    ace, two = cards("AH 2H")
    hold, away = likes(Contract.PASS, -1, ace.index)
    assert away > 1 > hold
    hold, away = likes(Contract.SPEL, -1, two.index)
    assert away > 1 > hold


@pytest.mark.parametrize(
    ("contract", "best", "played", "doubted"),
    [
        (Contract.SPEL, "AH", "9H", "8H 2H"),  # the lowest card goes to a lost trick
        (Contract.SPEL, "9H", "KH", "QH 10H"),  # the last to play wins as cheaply as may be
        (Contract.PASS, "KH", "9H", "QH 10H"),  # the highest card that stays below
        (Contract.PASS, "9H", "KH", "8H 2H"),  # nothing below was there
    ],
)
def test_a_card_that_would_rather_have_been_played_is_doubted(
    contract: Contract, best: str, played: str, doubted: str
) -> None:
    now = position(*moment(contract, "AS KS QS"))
    before, after = (cards(one)[0].index for one in (best, played))
    found = rather(now, before, before, after, last=True)
    assert {one.index for one in cards(doubted)} <= set(found)
    assert after not in found
    assert cards("AH")[0].index not in found
