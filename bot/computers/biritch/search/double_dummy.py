"""Double-dummy solutions: what each card brings when all four hands are known and played best.

The solver is DDS by Bo Haglund, of which the package ``endplay`` brings the shared library; it is
loaded when it is first needed. ``endplay`` itself is never imported: it is slow to load.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Final, NamedTuple

from bot.games.biritch.contract import SEATS, Strain
from bot.games.cards import PACK_52, Card, cards
from bot.games.trick import Play

MEMORY: Final = 48
"""How many megabytes one worker's solver may take for what it has found out."""

_SUITS: Final = 4
_MOST: Final = 13
_ALL: Final = 3
"""Solutions: all cards with what each brings; 1 is the best alone."""

_ANY_TARGET: Final = -1
_DONE: Final = 1

_TRUMPS: Final = {
    Strain.SPADES: 0,
    Strain.HEARTS: 1,
    Strain.DIAMONDS: 2,
    Strain.CLUBS: 3,
    Strain.NO_TRUMP: 4,
}


_in_turn: Final = Lock()
"""The solver has memory for one deal at a time; whoever was given up still uses it."""

_SMALL: Final = tuple(cards(text) for text in ("AS 2H", "KS 3H", "QS 4H", "JS 5H"))


class _Deal(ctypes.Structure):
    _fields_ = (
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("trick_suits", ctypes.c_int * 3),
        ("trick_ranks", ctypes.c_int * 3),
        ("cards", (ctypes.c_uint * _SUITS) * SEATS),
    )


class _Solution(ctypes.Structure):
    _fields_ = (
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suits", ctypes.c_int * _MOST),
        ("ranks", ctypes.c_int * _MOST),
        ("equals", ctypes.c_int * _MOST),
        ("tricks", ctypes.c_int * _MOST),
    )


class NoSolver(RuntimeError):
    """There is no solver on this machine, or it refused a position."""


@cache
def _library() -> ctypes.CDLL:
    spec = find_spec("endplay")
    if spec is None or spec.origin is None:
        raise NoSolver("endplay is not installed")
    path = Path(spec.origin).parent / "_dds" / "libdds.so"
    try:
        library = ctypes.CDLL(str(path))
        library.SetResources(MEMORY, 1)
    except (OSError, AttributeError) as error:
        raise NoSolver("the solver cannot be loaded") from error
    library.SolveBoard.argtypes = [
        _Deal,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.c_int,
        ctypes.POINTER(_Solution),
        ctypes.c_int,
    ]
    return library


@cache
def available() -> bool:
    """Tell whether positions can be solved on this machine."""
    try:
        _library()
    except NoSolver:
        return False
    return True


def _bit(card: Card) -> tuple[int, int]:
    """Return a card as the solver knows it: its suit, and its rank from 2 to 14."""
    return card.index // 13, 14 - card.index % 13


_SUIT_OF: Final = tuple(_bit(card)[0] for card in PACK_52)
_RANK_OF: Final = tuple(_bit(card)[1] for card in PACK_52)


class Solved(NamedTuple):
    """What each card brings, and how many positions had to be looked at: a measure of work."""

    tricks: dict[Card, int]
    nodes: int


def solve(
    strain: Strain, hands: Sequence[Sequence[Card]], leader: int, trick: Sequence[Play]
) -> Solved:
    """Return for each card of the hand in turn how many tricks its side takes from here on.

    ``hands`` are the cards left, by seat; ``trick`` is what lies of the trick that ``leader`` led.
    The trick on the table counts among those to come.
    """
    return _solve(strain, hands, leader, trick, _ALL)


def best(
    strain: Strain, hands: Sequence[Sequence[Card]], leader: int, trick: Sequence[Play]
) -> Solved:
    """Return one of the best cards with what it brings: quicker than all of them."""
    return _solve(strain, hands, leader, trick, 1)


def forget() -> None:
    """Make the solver forget the last deal, so that the same questions cost the same again.

    It keeps what it has found out as long as the same cards are asked about in the same strain.
    """
    for strain in (Strain.SPADES, Strain.HEARTS):
        _solve(strain, _SMALL, 0, (), 1)


def _solve(
    strain: Strain,
    hands: Sequence[Sequence[Card]],
    leader: int,
    trick: Sequence[Play],
    solutions: int,
) -> Solved:
    library = _library()
    deal = _Deal()
    deal.trump = _TRUMPS[strain]
    deal.first = leader
    for place, play in enumerate(trick):
        deal.trick_suits[place] = _SUIT_OF[play.card.index]
        deal.trick_ranks[place] = _RANK_OF[play.card.index]
    for seat, hand in enumerate(hands):
        row = deal.cards[seat]
        for card in hand:
            row[_SUIT_OF[card.index]] |= 1 << _RANK_OF[card.index]
    found = _Solution()
    with _in_turn:
        # Mode 1: even a single legal card is solved, so that its tricks are known.
        code = library.SolveBoard(deal, _ANY_TARGET, solutions, 1, ctypes.byref(found), 0)
    if code != _DONE:
        raise NoSolver(f"the solver refused a position with code {code}")
    tricks: dict[Card, int] = {}
    for number in range(found.cards):
        suit, worth = found.suits[number], found.tricks[number]
        tricks[PACK_52[suit * 13 + 14 - found.ranks[number]]] = worth
        equals = found.equals[number]
        for rank in range(2, 15):
            if equals >> rank & 1:
                tricks[PACK_52[suit * 13 + 14 - rank]] = worth
    return Solved(tricks, found.nodes)
