"""Scores of a deal, and who has won: pure arithmetic (rules: Score)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.games.bismarck.contracts import SEATS, Contract, quotas, weight
from bot.games.bismarck.options import Options
from bot.games.cards import Card
from bot.games.trick import Taken


def taken(
    contract: Contract, forehand: int, tricks: Sequence[Taken], out_of_play: Sequence[Card]
) -> tuple[int, ...]:
    """Return what each seat has to set against its quota: tricks, hearts, or 8 for the queen.

    ``out_of_play`` are the discards, or the kitty that nobody touched: what hearts and queen lie
    there count as taken by forehand.
    """
    result = [0] * SEATS
    if contract.counts == "tricks":
        for trick in tricks:
            result[trick.winner] += 1
        return tuple(result)
    for trick in tricks:
        result[trick.winner] += weight(contract, [play.card for play in trick.plays])
    result[forehand] += weight(contract, out_of_play)
    return tuple(result)


def scores(contract: Contract, forehand: int, counted: Sequence[int]) -> tuple[int, ...]:
    """Return the score of each seat from what it has taken; the sum is 0 at the end of a deal."""
    sign = 1 if contract.positive else -1
    return tuple(
        sign * (have - quota)
        for have, quota in zip(counted, quotas(contract, forehand), strict=True)
    )


@dataclass(frozen=True, slots=True)
class Standing:
    """How the match stands after a deal: ``winners`` when it is over.

    ``level`` are the leaders among whom an extra deal decides; empty while there is no tie.
    """

    level: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()


UNDECIDED: Final = Standing()


def standing(chosen: Options, deals: int, totals: Sequence[int], level: Sequence[int]) -> Standing:
    """Return how the match stands after ``deals`` deals.

    ``level`` are the leaders that the last deal was to part (empty: a regular deal). Only they are
    compared, whatever the third has scored meanwhile; who falls behind is out for good.
    """
    if deals < chosen.deals:
        return UNDECIDED
    rivals = tuple(level) or tuple(range(SEATS))
    best = max(totals[seat] for seat in rivals)
    leaders = tuple(seat for seat in rivals if totals[seat] == best)
    if len(leaders) == 1 or deals >= chosen.deals + chosen.extra_deals:
        return Standing(winners=leaders)
    return Standing(level=leaders)
