"""What a match works out once and is asked for often: kept as long as the match is in use.

A match is a value, so what a seat sees of it never changes. Only the latest answers are kept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final, TypeVar

S = TypeVar("S")
R = TypeVar("R")

MANY: Final = 2048
"""How many answers of one method are kept, over all matches."""

View = Callable[[S, int | None], R]


def kept(view: View[S, R]) -> View[S, R]:
    """Keep a method's latest answers for each seat, by the very object it was asked of.

    Comparing two matches for equality would take longer than the answer.
    """
    answers: dict[tuple[int, int | None], tuple[S, R]] = {}

    @wraps(view)
    def answer(self: S, seat: int | None) -> R:
        key = (id(self), seat)
        found = answers.get(key)
        # Its number may have been given to another object since, so the object itself is kept too.
        if found is not None and found[0] is self:
            return found[1]
        value = view(self, seat)
        answers[key] = (self, value)
        if len(answers) > MANY:
            del answers[next(iter(answers))]
        return value

    return answer
