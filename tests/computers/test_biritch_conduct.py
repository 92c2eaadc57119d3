"""What no partner at Biritch may do, and what every one should: positions, each with its reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import pytest

from bot.computers.registry import PLAYERS
from bot.games.biritch.match import Rubber
from tests.computers.biritch_endings import chosen, ending
from tests.games.biritch_table import deal, do, start, suit

BOTH: Final = ("normal", "strong")


class Position(NamedTuple):
    """A position, the cards that are right in it, and the levels that have to find one."""

    make: Callable[[], Rubber]
    right: str
    levels: tuple[str, ...] = BOTH


# South declares at seat 0, then West, North (dummy) and East.
POSITIONS: Final[Mapping[str, Position]] = {
    "partner's ace wins the trick, so a trump on it would be thrown away": Position(
        lambda: ending(
            "KS QS AH KH", "AS JS 9D 8D", "2S 7D 3C 4H", "5H 6H AD KD", "AS 2S", strain="H"
        ),
        "KD AD",
    ),
    "partner's queen wins the trick, the king on it would be two honours for one trick": Position(
        lambda: ending(
            "3H 2H AC KC QC", "QS 9S 9H 8H 6D", "2S 4C 5D 4D 3D", "KS 7S QH 5C KD", "QS 2S"
        ),
        "7S",
    ),
    "the trick is lost, so the lowest card goes and no honour": Position(
        lambda: ending("AS KH 4D 2C", "JS 9H QH KD", "3S 2H QD JD", "9S 8S AH 5D", "AS JS 3S"),
        "8S",
    ),
    "the last hand wins with the lowest card that does it": Position(
        lambda: ending("9S KH 4D 2C", "4S 9H QH KD", "5S 2H QD JD", "AS JS AH 5D", "9S 4S 5S"),
        "JS",
    ),
    "the second hand keeps its king behind which the ace may be": Position(
        lambda: ending(
            "AS AH KH 2D 3C", "QH JH KD QD AC", "5S 4S AD KC QC", "KS 6S 2H 3D 4C", "5S"
        ),
        "6S",
    ),
    "the third hand plays high, lest the trick be lost to a middling card": Position(
        lambda: ending(
            "QS AH KH AD 3C", "4S QH KD JD AC", "6S 5H 5D KC QC", "KS 3S 2H 3D 4C", "4S 6S"
        ),
        "KS",
    ),
    "of touching cards the third hand plays the lower, which tells partner of the higher": Position(
        lambda: ending(
            "9S AH KH AD 3C", "4S QH KD JD AC", "6S 5H 5D KC QC", "KS QS 2H 3D 4C", "4S 6S"
        ),
        "QS",
    ),
    "partner led spades and waits for them to be returned through the king": Position(
        lambda: ending(
            "KS AH KH AD 5C",
            "AS QS JS 4H 2D",
            "3H KD QD AC KC",
            "5S 2H 3D 4C 6C",
            turn=3,
            leads=(1, 1, 0, 0, 0, 0, 0, 0),
        ),
        "5S",
    ),
    "partner has no heart, so a heart would be led for the others": Position(
        lambda: ending(
            "8H QC AS KS AD",
            "AC KC QS KD QD",
            "KH 10H 9H 2S 4D",
            "QH JH 5C 3S 5D",
            turn=3,
            first="AH 2C 3H 4H",
        ),
        "5C 3S 5D",
    ),
    "the ace has to be taken before declarer's loser goes on dummy's clubs": Position(
        lambda: ending(
            "AH KS 4D 5C", "JS 10S 9D 8C", "AC KC QC 3D", "AD KD 3S 2S", strain="H", turn=3
        ),
        "AD KD",
    ),
    "declarer draws the trumps that are out before anything can be ruffed": Position(
        lambda: ending(
            "AS KS JS AH KH",
            "3S 6H 2D 4D QC",
            "5H AD KD AC KC",
            "2S 7H 3D JC 10C",
            strain="S",
            turn=0,
        ),
        "AS KS JS",
    ),
    "a loser is ruffed in dummy before dummy's only trump is drawn": Position(
        lambda: ending(
            "AH KH 4C AS", "5H AC KC 8S", "2H 3S 5S 6D", "6H QC JC 9S", strain="H", turn=0
        ),
        "4C",
    ),
    "the queen is finessed, since the king may lie before it": Position(
        lambda: ending(
            "3S 2S AH KH AD", "KS 8S 4S QD 5C", "AS QS 2H 6D 3D", "6S 5S QH JH 5D", "3S 4S"
        ),
        "QS",
        ("normal",),  # The ace first, then low towards the queen, is as good here.
    ),
    "the small club guards the king, so a diamond is discarded": Position(
        lambda: ending("AH KH QH 7C", "3H JD 10D 2S", "4H AC QC 3D", "KC 2C 9D 8D", "AH 3H 4H"),
        "9D 8D",
    ),
    "the nine over-ruffs, and the queen of trumps is kept": Position(
        lambda: ending(
            "KS QS JH AH", "4S 5S 6S KD", "3H 5D 4D 9C", "9H QH AD 3D", "KS 4S 3H", strain="H"
        ),
        "9H",
    ),
    "an ace counts double among the odd tricks, so the book is made with other cards": Position(
        lambda: ending(
            "AS KS QS JS AH",
            "10S KH AD KD AC",
            "2H 4D 3D 5C 6C",
            "QH JH QD KC QC",
            turn=0,
            leads=(0, 1, 0, 1, 3, 1, 0, 1),
        ),
        "KS QS JS",
        ("strong",),
    ),
}


@pytest.mark.parametrize(
    ("reason", "level"),
    [(reason, level) for reason, one in POSITIONS.items() for level in one.levels],
)
def test_plays_as_a_partner_should(reason: str, level: str) -> None:
    position = POSITIONS[reason]
    found = chosen(PLAYERS["biritch", level], position.make())
    assert found.action.args[0] in position.right.split()


# What is said before play.

DIAMONDS = f"AS 2S {suit('D', 'A K Q J 10 3 2')} {suit('C', 'A 4')} {suit('H', '3 4')}"
BALANCED = f"{suit('S', 'A K 3')} {suit('H', 'A Q 2')} {suit('D', 'A J 10 3')} {suit('C', 'A K 2')}"
WEAK = f"{suit('S', '9 7 4')} {suit('H', '8 6 3')} {suit('D', '9 6 4 2')} {suit('C', '9 5 3')}"


def says(level: str, rubber: Rubber) -> str:
    """Return what a level does, as ``seat verb argument``."""
    found = chosen(PLAYERS["biritch", level], rubber).action
    return " ".join((str(found.seat), found.verb, *found.args))


@pytest.mark.parametrize("level", BOTH)
def test_names_the_long_strong_suit(level: str) -> None:
    assert says(level, start(deal(DIAMONDS))) == "0 name D"


@pytest.mark.parametrize("level", BOTH)
def test_names_no_trump_with_all_the_aces(level: str) -> None:
    assert says(level, start(deal(BALANCED))) == "0 name NT"


@pytest.mark.parametrize("level", BOTH)
def test_leaves_the_choice_to_partner_with_nothing_in_hand(level: str) -> None:
    assert says(level, start(deal(WEAK))) == "0 leave"


@pytest.mark.parametrize("level", BOTH)
def test_must_name_for_partner_and_takes_what_costs_least(level: str) -> None:
    assert says(level, do(start(deal("", "", WEAK)), "0 leave")) == "2 name S"


@pytest.mark.parametrize("level", BOTH)
def test_doubles_with_strength_only(level: str) -> None:
    assert says(level, do(start(deal("", BALANCED)), "0 name NT")) == "1 double"
    assert says(level, do(start(deal("", WEAK)), "0 name NT")) == "1 pass"


@pytest.mark.parametrize("level", BOTH)
def test_calls_no_higher_than_it_has_to(level: str) -> None:
    rules = {"form": "auction_levels"}
    assert says(level, start(deal(DIAMONDS), rules)) == "0 call 1D"


@pytest.mark.parametrize("level", BOTH)
def test_leaves_partner_alone_with_a_weak_hand(level: str) -> None:
    rules = {"form": "auction_levels"}
    rubber = do(start(deal("", "", WEAK), rules), "0 call 1H", "1 pass")
    assert says(level, rubber) == "2 pass"


@pytest.mark.parametrize("level", BOTH)
def test_says_something_legal_until_play_begins(level: str) -> None:
    rubber = start(deal(BALANCED))
    while rubber.view(0).phase != "play":
        rubber = do(rubber, says(level, rubber))
    assert rubber.view(0).contract is not None
