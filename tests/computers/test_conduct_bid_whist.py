"""What a partner at Bid whist owes to the table, normal and strong: one position, one reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from unittest.mock import Mock

import pytest

from bot.computers.bid_whist.buried import Bidder
from bot.computers.bid_whist.imagined import unseen
from bot.computers.bid_whist.playout import NO_TRUMP, SUIT_NUMBER, play_out
from bot.computers.bid_whist.search import PLAYOUTS, BidWhistSearcher
from bot.computers.player import Choice, Effort
from bot.computers.registry import PLAYERS
from bot.games.bid_whist import BidWhistMatch, BidWhistMemory, BidWhistView
from bot.games.bid_whist.bids import BIDS, Contract
from bot.games.bid_whist.options import options
from bot.games.bid_whist.play import playable, ranking
from bot.games.cards import Suit, cards
from bot.games.game import Action, Decision
from bot.games.trick import Play, Taken
from bot.locales import languages, words
from tests.games.bid_whist_table import any_action, asked, begun, did, discarding, sold

EFFORT = Effort(share=0.4, seconds=60)
SEARCHER = BidWhistSearcher()
HEARTS = Suit.HEARTS
BASE = discarding(sold("4NH", begun()))


def choice(level: str, view: BidWhistView, memory: BidWhistMemory) -> Choice:
    """Return what a level does."""
    if level == "strong":
        found = SEARCHER.choose(view, memory, Random(1), EFFORT)
    else:
        found = PLAYERS["bid_whist", level].choose(view, memory, Random(1))
    assert found is not None
    return found


def says(level: str, match: BidWhistMatch) -> str:
    """Return what a level does at the seat that is asked."""
    seat = asked(match).player
    view, memory = match.view(seat), match.memory(seat)
    assert isinstance(view, BidWhistView)
    assert isinstance(memory, BidWhistMemory)
    action = choice(level, view, memory).action
    return " ".join((action.verb, *action.args))


def moment(
    bid: str,
    hand: str,
    trick: str = "",
    bidder: int = 0,
    tricks: Sequence[Taken] = (),
) -> tuple[BidWhistView, BidWhistMemory]:
    """Return what seat 0 knows with a card to play, hearts being trumps where there are any.

    The trick lies at its right.
    """
    base, memory = BASE.view(0), BASE.memory(0)
    assert isinstance(base, BidWhistView)
    assert isinstance(memory, BidWhistMemory)
    contract = Contract(bidder, BIDS[bid], None if "N" in bid else HEARTS)
    order = ranking(contract, options(base.rules))
    assert order is not None
    held, table = cards(hand), cards(trick)
    plays = tuple(Play((4 - len(table) + place) % 4, one) for place, one in enumerate(table))
    legal = playable(held, plays, order, options(base.rules))
    there = [play.seat for play in plays]
    view = replace(
        base,
        decision=Decision(0, 0, "play", tuple(Action(0, "play", (one.text,)) for one in legal)),
        hand=held,
        counts=tuple(len(held) - (seat in there) for seat in range(4)),
        trick=plays,
        contract=contract,
        ranking=order,
    )
    return view, replace(memory, tricks=tuple(tricks), discarded=(), actions=(), dealt=held)


def done(first: int, text: str, winner: int) -> Taken:
    """Return a finished trick, its first card played by a seat."""
    plays = [Play((first + place) % 4, one) for place, one in enumerate(cards(text))]
    return Taken(tuple(plays), winner)


NO_TRUMPS_LEFT = [done(0, "BJ 2S 2H 3S", 0)]
OUT_OF_IT = done(1, "AD 4D 2D 3D", 1)
HIGH_SPADES_GONE = [done(0, "AS KS QS JS", 0), done(0, "10S 6S 5S 3S", 0)]
CLUBS_GONE = done(1, "QC 4D JC 6C", 1)
POSITIONS: list[tuple[str, tuple[BidWhistView, BidWhistMemory], str]] = [
    ("partner's ace is not trumped", moment("4U", "9H 4H 2D 3D 2C", "AS 4S"), "2D 3D 2C"),
    ("partner's winner is not trumped, last", moment("4U", "9H 4H 2D 3C", "4S QS 5S"), "2D 3C"),
    ("the opponents' ace is, with the lowest", moment("4U", "KH 9H 4H 2D", "4S 2S AS"), "4H"),
    ("an overruff is the lowest that is enough", moment("4U", "KH 9H 4H 2D", "4S 2S 7H"), "9H"),
    ("last, win cheaply", moment("4U", "AS QS 2S 3D", "4S 3S JS"), "QS"),
    ("last, leave it to partner", moment("4U", "AS QS 2S 3D", "4S KS JS"), "2S"),
    ("last at no trump low, win low", moment("4NL", "AS QS 2S 3D", "4S KS JS"), "2S"),
    (
        "a card beats what lies between it and another",
        moment("4NH", "9S 7S 2D", "4S 8S", tricks=HIGH_SPADES_GONE),
        "9S",
    ),
    ("no honour on a lost trick", moment("4U", "KS 9S 3S 2D", "4S AS 2S"), "3S"),
    ("no honour under a trump", moment("4U", "KS 9S 3S 2D", "4S 5H 2S"), "3S"),
    ("a joker does not cover partner's", moment("4U", "BJ 3H 2D 2C", "4H LJ 5H"), "3H"),
    ("a dead joker goes first", moment("4NH", "BJ AD KD 2C", "4S 3S"), "BJ"),
    ("and is never in the way of a suit", moment("4NH", "BJ AS 3S", "4S 3C KS"), "AS"),
    ("winners are not thrown away", moment("4NH", "AD 9D 2C 3C 5C", "4S KS 5S"), "9D 2C 3C 5C"),
    ("the declarer draws trumps", moment("4U", "BJ LJ AH KH AS 2D"), "BJ LJ AH KH"),
    (
        "and leads winners, not losers, when there are none",
        moment("4U", "KH 9H AS KS 2D", tricks=NO_TRUMPS_LEFT),
        "AS KS KH 9H",
    ),
    ("trumps run low downtown too", moment("4D", "KH 2H 4H 2D", "4S 2S 7H"), "4H"),
    (
        "a trump goes back to the partner who bid",
        moment("4U", "QH 7H 3H 6D 5C", bidder=2),
        "QH 7H 3H",
    ),
    (
        "partner's suit goes back",
        moment("4U", "9S 4S 8D 6D 7C 5C", bidder=1, tricks=[done(2, "KS 6S JS AS", 1), OUT_OF_IT]),
        "9S 4S",
    ),
    (
        "partner, who can ruff clubs, gets one",
        moment("4U", "9S 8S 9D 8D 9C 8C", bidder=1, tricks=[done(1, "AC 3D KC 7C", 1)]),
        "8C 9C",
    ),
    (
        "partner, out of clubs and trumps, gets none",
        moment(
            "4U",
            "KS 8S 9D 8D 9C 8C",
            bidder=1,
            tricks=[done(1, "AC 3D KC 7C", 1), done(1, "AH 4D KH 6H", 1)],
        ),
        "KS 8S 9D 8D",
    ),
    (
        "an ace is cashed before losers go on long clubs",
        moment("4NH", "AS 8S 9D", bidder=1, tricks=[done(1, "AC 3D KC 7C", 1), CLUBS_GONE]),
        "AS",
    ),
]


@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize(("why", "known", "expected"), POSITIONS, ids=[one[0] for one in POSITIONS])
def test_conduct(
    level: str, why: str, known: tuple[BidWhistView, BidWhistMemory], expected: str
) -> None:
    assert choice(level, *known).action.args[0] in expected.split(), why


FIXED = {2: "5C", 3: "6C"}
JOKERS_AND_HIGH = "BJ LJ AS KS QS AH KH QH AD KD AC KC"


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_jokers_are_buried_at_no_trump(level: str) -> None:
    match = did(begun(hands={0: "BJ LJ"}), "0 bid 4NH", "1 pass", "2 pass", "3 pass")
    said = says(level, match).split()
    assert said[0] == "discard"
    assert {"BJ", "LJ"} < set(said)


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_jokers_and_small_cards_are_no_bid_at_no_trump(level: str) -> None:
    hand = "BJ LJ AS 9S 8S 7S 6S 9H 8H 8D 7D 7C"
    assert not says(level, begun(hands={0: hand})).endswith(("NH", "NL"))


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_no_bid_goes_beyond_what_the_score_needs(level: str) -> None:
    match = begun(hands={0: JOKERS_AND_HIGH})
    view, memory = match.view(0), match.memory(0)
    assert isinstance(view, BidWhistView)
    assert isinstance(memory, BidWhistMemory)
    bid = choice(level, replace(view, totals=(5, 0)), memory).action
    assert bid.verb == "bid"
    assert bid.args[0].startswith("3")


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_a_poor_hand_passes_and_the_forced_dealer_bids_least(level: str) -> None:
    poor = "9H 8H 7H 10S 9S 8S 10D 9D 8D 9C 8C 7C"
    assert says(level, did(begun(hands={1: poor}), "0 bid 4U")) == "pass"
    forced = did(begun(hands={3: poor}), "0 pass", "1 pass", "2 pass")
    assert says(level, forced).startswith("bid 3")


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_no_winner_and_no_trump_is_buried(level: str) -> None:
    match = did(
        begun(hands={0: "BJ LJ AH KH QH JH 9H 8H AS KS 2D 3C"}, kitty="4D 5D 6D 4C 5C 6C"),
        *("0 bid 4U", "1 pass", "2 pass", "3 pass"),
    )
    buried = set(says(level, match).split()[1:])
    assert not buried & {"BJ", "LJ", "AH", "KH", "QH", "JH", "9H", "8H", "AS"}
    match = discarding(match, " ".join(sorted(buried)))
    assert says(level, match) == "trump H"


def test_a_choice_does_not_depend_on_hidden_cards() -> None:
    small = Effort(share=0.1, seconds=60)
    mine = "BJ AH KH 9H 8H 7H AS KS 3D 2D 4C 3C"
    made = []
    for others in ({1: "AC KC", 2: "5C QS JS", 3: "6C 2S"}, {1: "AC 2C", 2: "5C KD", 3: "6C QS"}):
        match = did(begun(hands={0: mine, **others}), "0 pass", "1 bid 4U", "2 pass", "3 pass")
        match = did(discarding(match), "1 trump C", "1 play AC")
        while asked(match).player:
            match, _ = match.act(Action(asked(match).seat, "play", (FIXED[asked(match).seat],)))
        made.append(SEARCHER.choose(match.view(0), match.memory(0), Random(2), small))
    assert made[0] is not None
    assert made[0] == made[1]


def test_imagined_hands_agree_with_what_was_seen() -> None:
    for seed in range(6):
        chance = Random(seed)
        match = begun()
        while not match.results:
            now = asked(match)
            if now.question == "play" and len(now.actions) > 1:
                view, memory = match.view(now.player), match.memory(now.player)
                assert isinstance(view, BidWhistView)
                assert isinstance(memory, BidWhistMemory)
                assert view.ranking is not None
                hands = unseen(view, memory, view.ranking).deal(chance)
                assert [hand.bit_count() for hand in hands] == list(view.counts)
                assert sum(hands).bit_count() == sum(view.counts)
                small = Effort(share=0.05, seconds=60)
                here = SEARCHER.choose(view, memory, Random(1), small)
                assert here == BidWhistSearcher().choose(view, memory, Random(1), small)
                assert here is not None
                assert here.action in now.actions
                for language in languages():
                    assert words(language).has(f"why.bid_whist.{here.reason}")
            match, _ = match.act(any_action(match, chance))


def test_bidder_is_imagined_with_the_best_of_eighteen_cards() -> None:
    hand = "9H 7H 9S 8S 6S 9D 8D 6D 9C 8C 7C 6C"
    view, memory = moment("4U", hand, bidder=2)
    assert view.ranking is not None
    out = unseen(view, memory, view.ranking)
    out = replace(out, rooms=(0, 12, 12, 12, 6))
    chance = Random(5)
    hearts = 0xFFFF << 16 * SUIT_NUMBER[HEARTS]
    trumps = [0, 0, 0, 0]
    for _ in range(60):
        for seat, cards_held in enumerate(out.deal(chance)):
            assert cards_held.bit_count() == 12
            trumps[seat] += (cards_held & hearts).bit_count()
    assert trumps[2] > 60 * 5
    assert trumps[2] > trumps[1] + 60


def test_what_a_bidder_has_no_place_for_is_buried() -> None:
    spades, hearts, diamonds, clubs = (16 * number for number in range(4))
    trumps = sum(1 << hearts + one for one in (15, 12, 9, 8))
    losers = sum(1 << diamonds + one for one in (2, 3)) + sum(1 << clubs + one for one in (1, 4))
    void = (1 << spades + 13) + (1 << spades + 5)
    bidder = Bidder(0, 1, played=1 << hearts + 14, voids=(0,))
    assert bidder.bury(trumps | losers | void, 6, Random(0)) == losers | void
    assert bidder.bury(trumps | void, 1, Random(0)) is None, "both spades must have gone"
    assert bidder.bury(trumps | losers, 6, Random(0)) == losers | 1 << hearts + 8 | 1 << hearts + 9


def test_jokers_are_the_first_that_a_bidder_at_no_trump_buries() -> None:
    jokers = 3 << 64
    aces = sum(1 << 16 * suit + 13 for suit in range(4))
    bidder = Bidder(0, NO_TRUMP, played=0, voids=())
    assert bidder.bury(aces | jokers, 2, Random(0)) == jokers
    assert bidder.believable(aces, Random(0))


def test_work_is_counted_in_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(wraps=play_out)
    monkeypatch.setattr("bot.computers.bid_whist.search.play_out", counted)
    view, memory = moment("4U", "AS 9S 4S 2D KC 7H 3C 8D")
    for share in (1.0, 0.25):
        counted.reset_mock()
        SEARCHER.choose(view, memory, Random(1), Effort(share, 60))
        assert 8 <= counted.call_count <= PLAYOUTS * share
