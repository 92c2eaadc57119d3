"""Make Discord stumble on purpose: errors, slowness, silence, a gateway that drops."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Protocol

from bot.stand_in.errors import DiscordError, Refusal
from bot.stand_in.limits import VIA

_MESSAGES = {
    429: "You are being rate limited.",
    500: "500: Internal Server Error",
    502: "502: Bad Gateway",
    503: "503: Service Unavailable",
    504: "504: Gateway Timeout",
}


class Line(Protocol):
    """What the faults ask of the gateway."""

    shut: bool
    slamming: bool

    def drop(self, code: int | None) -> int: ...

    def reconnect(self) -> int: ...

    def invalidate(self, resumable: bool) -> int: ...


@dataclass(slots=True, eq=False)
class Fault:
    """One trouble: whom it meets, what happens, how often still (None: always)."""

    pattern: re.Pattern[str]
    left: int | None
    status: int | None = None
    seconds: float = 0.0
    retry_after: float = 1.0
    after: bool = False
    hang: bool = False
    released: asyncio.Event = field(default_factory=asyncio.Event)
    met: int = 0


class Faults:
    """Hold the troubles laid out for the next requests.

    A pattern is a regular expression that is searched for in `METHOD /path`, the path without
    `/api/v10` and the query: `"PATCH /channels/.*/messages"`.
    """

    def __init__(self, line: Line) -> None:
        self._line = line
        self._faults: list[Fault] = []

    def _add(self, fault: Fault) -> Fault:
        self._faults.append(fault)
        return fault

    def status(
        self,
        pattern: str,
        status: int,
        times: int | None = 1,
        *,
        retry_after: float = 1.0,
        after: bool = False,
    ) -> Fault:
        """Answer with this status, so many times; `after`: only once the work was done."""
        return self._add(
            Fault(re.compile(pattern), times, status, retry_after=retry_after, after=after)
        )

    def slow(self, pattern: str, seconds: float, times: int | None = None) -> Fault:
        """Answer later by so many seconds."""
        return self._add(Fault(re.compile(pattern), times, seconds=seconds))

    def hang(self, pattern: str, times: int | None = None) -> Fault:
        """Never answer, until `clear` (then the request goes through)."""
        return self._add(Fault(re.compile(pattern), times, hang=True))

    def clear(self, fault: Fault | None = None) -> None:
        """Take this trouble away, or all; what hangs goes on, and the gateway opens."""
        if fault is None:
            self._line.shut = self._line.slamming = False
        for one in [fault] if fault else list(self._faults):
            one.left = 0
            one.released.set()
            if one in self._faults:
                self._faults.remove(one)

    def drop_gateway(self, code: int | None = None) -> int:
        """Close the bot's gateway connections with this code (None: cut them); tell how many."""
        return self._line.drop(code)

    def shut_gateway(self) -> int:
        """Cut the bot's gateway connections and take no new one until `clear`; tell how many."""
        self._line.shut = True
        return self._line.drop(None)

    def slam_gateway(self) -> int:
        """Cut the bot's connections, and take each new one to close it at once until `clear`."""
        self._line.slamming = True
        return self._line.drop(None)

    def op7(self) -> int:
        """Ask the bot to reconnect; tell how many connections were asked."""
        return self._line.reconnect()

    def op9(self, resumable: bool) -> int:
        """Invalidate the bot's sessions; tell how many."""
        return self._line.invalidate(resumable)

    def meet(self, request: str) -> list[Fault]:
        """Take the troubles that meet this request, counting them down."""
        if not self._faults:
            return []
        met = []
        for fault in list(self._faults):
            if fault.pattern.search(request) is None:
                continue
            met.append(fault)
            fault.met += 1
            if fault.left is not None:
                fault.left -= 1
                if fault.left <= 0:
                    self._faults.remove(fault)
        return met


async def suffer(faults: list[Fault]) -> DiscordError | None:
    """Wait as told, and give the error that is to be answered instead, if any; not for `after`."""
    error = None
    for fault in faults:
        if fault.seconds:
            await asyncio.sleep(fault.seconds)
        if fault.hang:
            await fault.released.wait()
        if fault.status is not None and not fault.after:
            error = _answer(fault)
    return error


def afterwards(faults: Iterable[Fault]) -> DiscordError | None:
    """Give the error that replaces an answer whose work is done, if any."""
    return next((_answer(fault) for fault in faults if fault.after), None)


def _answer(fault: Fault) -> DiscordError:
    assert fault.status is not None
    refusal = Refusal(fault.status, 0, _MESSAGES.get(fault.status, f"{fault.status}: Error"))
    if fault.status != 429:
        return DiscordError(refusal)
    return DiscordError(
        refusal,
        headers=VIA | {"Retry-After": str(fault.retry_after), "X-RateLimit-Scope": "user"},
        more={"retry_after": fault.retry_after, "global": False},
    )
