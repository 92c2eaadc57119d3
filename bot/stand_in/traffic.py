"""Keep what the bot sent, for tests that search every byte of it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.stand_in.errors import Problem
from bot.stand_in.shapes import Json


@dataclass(slots=True, eq=False)
class Request:
    """One REST request of the bot; the body parsed, `raw` its bytes, `at` Unix seconds.

    `status` is 0 while it is not answered. `route` is the path's template, empty if unknown.
    """

    method: str
    path: str
    at: float
    raw: bytes = b""
    body: object = None
    files: dict[str, bytes] = field(default_factory=dict)
    route: str = ""
    status: int = 0
    answer: object = None
    problems: tuple[Problem, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.method} {self.path} {self.status}>"


@dataclass(slots=True, eq=False)
class Frame:
    """One gateway frame that the bot sent."""

    at: float
    raw: bytes
    body: Json


@dataclass(frozen=True, slots=True)
class Violation:
    """A request that Discord would have refused as malformed."""

    method: str
    path: str
    problems: tuple[Problem, ...]
    body: object

    def __str__(self) -> str:
        return f"{self.method} {self.path}: " + "; ".join(str(problem) for problem in self.problems)


def log_of(kept: int | None) -> deque[Request]:
    """Make a log of requests that keeps so many (None: all)."""
    return deque(maxlen=kept)


def every_byte(requests: deque[Request], frames: deque[Frame]) -> Iterator[bytes]:
    """Give the bytes of each request and frame, paths and files included."""
    for request in requests:
        yield request.path.encode()
        yield request.raw
    for frame in frames:
        yield frame.raw
