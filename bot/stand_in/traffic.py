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


class RequestLog(deque[Request]):
    """The latest requests, as many as may be kept in number and in bytes (None: all)."""

    def __init__(self, most: int | None, most_bytes: int) -> None:
        super().__init__()
        self._most = most
        self._most_bytes = most_bytes
        self._bytes = 0

    def keep(self, request: Request) -> None:
        """Add a request that was read; the oldest may be forgotten."""
        self.append(request)
        if self._most is None:
            return
        self._bytes += len(request.raw)
        while len(self) > self._most or (self._bytes > self._most_bytes and len(self) > 1):
            self._bytes -= len(self.popleft().raw)


def every_byte(requests: deque[Request], frames: deque[Frame]) -> Iterator[bytes]:
    """Give the bytes of each request and frame, paths and files included."""
    for request in requests:
        yield request.path.encode()
        yield request.raw
    for frame in frames:
        yield frame.raw
