"""What a match works out once and is asked for often: kept as long as the match is in use.

A match is a value, so what a seat sees of it never changes. Only the latest answers are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

from bot.games.game import Decision, Match, NeedsDeal, Over

S = TypeVar("S")
P = ParamSpec("P")
R = TypeVar("R")

MANY: Final = 2048
"""How many answers of one method are kept, over all matches."""

FEW: Final = 16
"""How many are kept of a method that is asked again at once or not at all."""

Method = Callable[Concatenate[S, P], R]


def kept(method: Method[S, P, R]) -> Method[S, P, R]:
    """Keep a method's latest answers for each seat, by the very object it was asked of.

    Comparing two matches for equality would take longer than the answer.
    """
    return _kept(method, MANY)


def kept_briefly(method: Method[S, P, R]) -> Method[S, P, R]:
    """Keep so few answers that who plays through thousands of matches holds none in memory."""
    return _kept(method, FEW)


def _kept(method: Method[S, P, R], many: int) -> Method[S, P, R]:
    # Each answer has one place, where the next that belongs there takes it: threads that ask at
    # once can only miss what was kept.
    places: list[tuple[S, tuple[object, ...], R] | None] = [None] * many

    @wraps(method)
    def answer(self: S, /, *args: P.args, **named: P.kwargs) -> R:
        if named:
            return method(self, *args, **named)
        place = hash((id(self), args)) % many
        found = places[place]
        # A number may have been given to another object since, so the object itself is kept too.
        if found is not None and found[0] is self and found[1] == args:
            return found[2]
        value = method(self, *args, **named)
        places[place] = (self, args, value)
        return value

    return answer


@kept_briefly
def waits_for(match: Match) -> Decision | NeedsDeal | Over:
    """Return what a match waits for; for those who ask one after the other about one change."""
    return match.decision()
