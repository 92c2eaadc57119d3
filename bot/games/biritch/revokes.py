"""Revokes and what they cost, where a table plays with ``revokes: penalised`` (rules: Variants)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from bot.games.biritch.scoring import Piles, Won
from bot.games.cards import Card, Suit

COST = 2
"""How many tricks move for each revoke."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """An irregularity, which stays hidden until it is claimed.

    ``suit``: the hand could have followed suit and did not; ``turn``: it played when another was
    to play (the card stayed in the hand). ``trick`` counts from 1; ``led`` is the suit that was
    not followed.
    """

    kind: Literal["suit", "turn"]
    seat: int
    trick: int
    card: Card
    led: Suit | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim, and what it found: all revokes of the other side that were not found before.

    ``upto`` is the number of revokes that there were when it was made.
    """

    seat: int
    trick: int
    found: tuple[Revoke, ...]
    upto: int


@dataclass(frozen=True, slots=True)
class Transfer:
    """What a claim cost in the end: ``tricks`` to the claimer's side, never more than there are."""

    claim: Claim
    side: int
    tricks: int


def claim(seat: int, trick: int, revokes: Sequence[Revoke], before: Sequence[Claim]) -> Claim:
    """Return the claim of a seat, given all revokes so far and the claims made before it."""
    side = seat % 2
    known = max((one.upto for one in before if one.seat % 2 == side), default=0)
    found = tuple(one for one in revokes[known:] if one.seat % 2 != side)
    return Claim(seat, trick, found, len(revokes))


def settle(played: Piles, claims: Sequence[Claim]) -> tuple[Piles, tuple[Transfer, ...]]:
    """Return the tricks as they count after the claims, taken in the order made.

    The last tricks in a side's pile move; they go to the end of the other pile and are no aces.
    """
    counted = [list(pile) for pile in played]
    transfers: list[Transfer] = []
    for one in claims:
        if not one.found:
            continue
        side = one.seat % 2
        loser = counted[1 - side]
        tricks = min(COST * len(one.found), len(loser))
        for _ in range(tricks):
            counted[side].append(Won(loser.pop().seat, ace=False, moved=True))
        transfers.append(Transfer(one, side, tricks))
    return (tuple(counted[0]), tuple(counted[1])), tuple(transfers)
