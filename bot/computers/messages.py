"""What the pool and its workers say to each other.

A frame is four bytes of length, most significant first, and a pickle.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import Final

from bot.computers.player import Choice, Effort
from bot.games.game import Memory, View

LENGTH: Final = 4


@dataclass(frozen=True, slots=True)
class Question:
    """What one computer is asked, and how much it may think about it."""

    game: str
    level: str
    view: View
    memory: Memory
    seed: str
    effort: Effort


@dataclass(frozen=True, slots=True)
class Answer:
    """What it chose, and the seconds of a core that it took; whether it was the worker's ``last``.

    A worker that has left work behind, which cannot be stopped, ends with its answer.
    """

    choice: Choice | None
    seconds: float
    last: bool = False


@dataclass(frozen=True, slots=True)
class Failure:
    """It broke: the kind of error and where, never its text, which might name cards."""

    kind: str
    place: str


READY: Final = "ready"

Message = str | Answer | Failure


def frame(message: object) -> bytes:
    """Return a message as it goes through a pipe."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(body).to_bytes(LENGTH, "big") + body
