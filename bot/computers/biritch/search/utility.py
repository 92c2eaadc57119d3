"""What each number of tricks is worth at the present score: points, and the way to the rubber."""

from __future__ import annotations

from typing import Final

from bot.games.biritch.contract import BOOK, Contract, Strain
from bot.games.biritch.options import Options
from bot.games.biritch.scoring import SHORT, TRICKS, Standing

HEAD_START: Final = 0.3
"""By how much the chance to win the next game rises with a part score just short of it."""

ACE_EARLY: Final = 0.6
ACE_LATE: Final = 0.95
"""The share of an ace's double value that a side may hope for while it has the ace in hand.

Early is before it has its book: the ace may have to be played too soon.
"""


def values(options: Options, contract: Contract, standing: Standing) -> tuple[float, ...]:
    """Return what it is worth to declarer's side to take 0 … 13 tricks, the other's gain taken off.

    Points count as they are; a part score or a game for what it adds to the chance of the rubber
    bonus. Honours are left out: they lie as they lie. Aces that count double are left out too.
    """
    return tuple([_value(options, contract, standing, number) for number in range(TRICKS + 1)])


def _value(options: Options, contract: Contract, standing: Standing, number: int) -> float:
    side = contract.declarer % 2
    below, above = [0, 0], [0, 0]
    if contract.level is not None and number < BOOK + contract.level:
        above[1 - side] += SHORT * (BOOK + contract.level - number) * contract.multiplier
    else:
        winner = side if number > BOOK else 1 - side
        odd = max(number, TRICKS - number) - BOOK
        base = options.values[contract.strain] * odd
        if options.surplus_above:
            below[winner] += base
            above[winner] += base * (contract.multiplier - 1)
        else:
            below[winner] += base * contract.multiplier
    grand, small = options.slams
    for taker, count in ((side, number), (1 - side, TRICKS - number)):
        if count == TRICKS:
            above[taker] += grand
        elif count == TRICKS - 1:
            above[taker] += small
    points = below[side] + above[side] - below[1 - side] - above[1 - side]
    return points + options.rubber_bonus * (2 * _rubber(options, standing, below, side) - 1)


def _rubber(options: Options, before: Standing, below: list[int], side: int) -> float:
    """Return the chance that a side wins the rubber after a deal with these points below."""
    part = [before.part[0] + below[0], before.part[1] + below[1]]
    games = list(before.games)
    for one in (0, 1):
        if below[one] and part[one] >= options.game:
            games[one] += 1
            part = [0, 0]
            if games[one] == 2:
                return float(one == side)
    ahead = (part[side] - part[1 - side]) / options.game
    game = 0.5 + HEAD_START * max(-1.0, min(1.0, ahead))
    won = 1.0 if games[side] == 1 else (0.5 if games[1 - side] == 1 else 0.75)
    lost = 0.0 if games[1 - side] == 1 else (0.5 if games[side] == 1 else 0.25)
    return game * won + (1 - game) * lost


def ace_value(options: Options, contract: Contract) -> float:
    """Return what it is worth to win an odd trick with an ace instead of another card."""
    if not options.aces_double or contract.strain is not Strain.NO_TRUMP:
        return 0.0
    return float(options.values[contract.strain] * contract.multiplier)
