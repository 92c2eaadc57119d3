"""What a hand is worth: tricks to be expected in a strain, and points at the present score.

The figures of ``tricks`` come from some thousand deals played out by the rules of thumb; the
error of a guess from one hand alone is close to two tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb, erf, sqrt
from typing import Final

from bot.games.biritch.contract import BOOK, Strain
from bot.games.biritch.options import Options
from bot.games.biritch.scoring import HONOURS, SHORT, TRICKS, Standing
from bot.games.cards import Card, Rank, Suit

POINTS: Final = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
AVERAGE: Final = 10
_PLACES: Final = {strain: place for place, strain in enumerate(Strain)}
SPREAD: Final = 1.9
"""The standard deviation of the tricks around the guess."""


def strength(hand: Sequence[Card]) -> int:
    """Return the high-card points of a hand: ace 4, king 3, queen 2, jack 1."""
    return sum(POINTS.get(card.rank, 0) for card in hand)


def length(hand: Sequence[Card], suit: Suit | None) -> int:
    """Return how many cards of a suit a hand has."""
    return sum(card.suit is suit for card in hand)


def tricks(hand: Sequence[Card], strain: Strain) -> float:
    """Return how many tricks the side of a hand takes on average when it names the strain."""
    return _tricks(strength(hand), _lengths(hand), strain)


def tricks_by_strain(hand: Sequence[Card]) -> dict[Strain, float]:
    """Return the same for every strain at once."""
    points, lengths = strength(hand), _lengths(hand)
    return {strain: _tricks(points, lengths, strain) for strain in Strain}


def _lengths(hand: Sequence[Card]) -> list[int]:
    """Return how many cards of each suit a hand has, in the order of the strains."""
    found = [0, 0, 0, 0]
    for card in hand:
        found[card.index // 13] += 1
    return found


def _tricks(points: int, lengths: Sequence[int], strain: Strain) -> float:
    if strain is Strain.NO_TRUMP:
        return 3.4 + 0.27 * points + 0.06 * max(lengths)
    trumps = lengths[_PLACES[strain]]
    short = sum([max(0, 3 - some) for some in lengths]) - max(0, 3 - trumps)
    return 2.65 + 0.207 * points + 0.47 * trumps + 0.37 * short


def support(hand: Sequence[Card], strain: Strain) -> float:
    """Return by how many tricks a hand beats the average one of a partner, or of an opponent."""
    trump = strain.trump
    more = 0.22 * (strength(hand) - AVERAGE)
    if trump is None:
        return more
    return more + 0.35 * (length(hand, trump) - 3)


@cache
def _chances(tenths: int) -> tuple[float, ...]:
    """Return the chance of each number of tricks, 0 … 13, around a guess given in tenths."""
    mean = tenths / 10

    def below(bound: float) -> float:
        return 0.5 * (1 + erf((bound - mean) / (SPREAD * sqrt(2))))

    edges = [0.0, *(below(number + 0.5) for number in range(TRICKS)), 1.0]
    return tuple(high - low for low, high in pairwise(edges))


@dataclass(frozen=True, slots=True)
class Stakes:
    """What points are worth to a side now: itself, and what they bring towards game and rubber."""

    options: Options
    need: tuple[int, int]

    def worth(self, points: int, side: int) -> float:
        """Return what points below the line are worth to a side."""
        toward = self.options.rubber_bonus / (2 * self.options.game)
        return points + toward * min(points, self.need[side])


def stakes(options: Options, standing: Standing) -> Stakes:
    """Return what points are worth at the present score."""
    part = standing.part
    return Stakes(options, (options.game - part[0], options.game - part[1]))


def expected(
    at: Stakes,
    strain: Strain,
    side: int,
    guess: float,
    level: int | None = None,
    multiplier: int = 1,
    short: float = SHORT,
) -> float:
    """Return what a contract is worth to the side that declares it, the other's gain taken off.

    ``guess`` is how many tricks that side is likely to take, ``short`` what each trick short of
    the level costs, undoubled.
    """
    tenths = max(0, min(130, round(guess * 10)))
    value = at.options.values[strain] * multiplier
    total = 0.0
    for number, chance in enumerate(_chances(tenths)):
        if level is not None and number < BOOK + level:
            total -= chance * short * multiplier * (BOOK + level - number)
        elif number > BOOK:
            total += chance * at.worth(value * (number - BOOK), side)
        else:
            total -= chance * at.worth(value * (TRICKS - BOOK - number), 1 - side)
    return total


def honours(options: Options, hand: Sequence[Card], strain: Strain) -> float:
    """Return the honours to be expected in a strain, the other side's taken off."""
    if options.honours == "none":
        return 0.0
    if strain is Strain.NO_TRUMP:
        held = sum(card.rank is Rank.ACE for card in hand)
        scale: tuple[int, ...] = (options.three_aces, options.four_aces)
        out = 4
    else:
        trump = strain.trump
        held = sum(card.suit is trump and card.rank in HONOURS for card in hand)
        scale, out = options.honours_scale, 5
    rest = out - held
    if options.honours == "side":
        ours = sum(
            _share(rest, more, 1 / 3) * scale[held + more - 3]
            for more in range(rest + 1)
            if held + more >= 3
        )
        theirs = sum(_share(rest, more, 2 / 3) * scale[more - 3] for more in range(3, rest + 1))
        return ours - theirs
    if held >= 3:
        return float(scale[held - 3])
    hidden = sum(_share(rest, more, 1 / 3) * scale[more - 3] for more in range(3, rest + 1))
    return -hidden


def _share(cards: int, held: int, chance: float) -> float:
    """Return the chance that exactly so many of some cards lie in a place."""
    return float(comb(cards, held) * chance**held * (1 - chance) ** (cards - held))
