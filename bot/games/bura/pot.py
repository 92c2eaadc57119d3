"""The pot: what each ending of a deal does to it and to the balances."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

Pair = tuple[int, int]

ANTE: Final = 1
"""What each puts in for a new pot, and adds for a deal that nobody won."""


class How(StrEnum):
    """How a deal ended."""

    DECLARED = "declared"
    FALSE_CALL = "false_call"
    BURA = "bura"
    VOID = "void"


class Outcome(NamedTuple):
    """The end of a deal: ``by`` declared or showed the bura, ``winner`` took the pot.

    ``points`` are those of the won tricks by seat, ``pot`` what stands in the pot afterwards, and
    ``stake`` what stood in it when the deal ended. ``opened`` tells that both paid the ante.
    """

    how: How
    by: int | None
    winner: int | None
    points: Pair
    opened: bool
    stake: int
    pot: int
    changes: Pair


def ante(pot: int) -> int:
    """Return what each pays when a deal begins: nothing while a pot is still to be won."""
    return 0 if pot else ANTE


def winner_of(how: How, by: int | None, *, false_call_wins: bool) -> int | None:
    """Return who takes the pot; ``false_call_wins`` gives a false call to the opponent."""
    if by is None or how is How.VOID:
        return None
    if how is How.FALSE_CALL:
        return 1 - by if false_call_wins else None
    return by


def settle(
    how: How, by: int | None, points: Pair, pot: int, *, opened: bool, false_call_wins: bool
) -> Outcome:
    """Return how a deal is settled, ``pot`` being what stands in it, any ante of the deal paid.

    The changes are those of the whole deal, so the ante is among them where the deal opened the
    pot. A false call costs the declarer as much as the pot holds, unless the opponent wins it.
    """
    paid = -ANTE if opened else 0
    changes = [paid, paid]
    after = pot
    winner = winner_of(how, by, false_call_wins=false_call_wins)
    if winner is not None:
        changes[winner] += pot
        after = 0
    elif how is How.VOID or by is None:
        changes = [change - ANTE for change in changes]
        after += 2 * ANTE
    else:
        changes[by] -= pot
        after += pot
    return Outcome(how, by, winner, points, opened, pot, after, (changes[0], changes[1]))


def leaders(balances: Pair) -> tuple[int, ...]:
    """Return who has the highest balance: both where they are equal."""
    return tuple(seat for seat in (0, 1) if balances[seat] == max(balances))
