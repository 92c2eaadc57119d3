"""Speak as much HTTP/1.1 as the bot's library does, each request within one turn of the loop.

aiohttp's server makes tasks, streams and headers of its own for every request, and that costs more
than all that the stand-in does with it. The gateway's line alone is handed over to it.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from email.utils import formatdate
from functools import lru_cache, partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, NamedTuple, cast
from urllib.parse import parse_qsl, unquote

_LOG: Final = logging.getLogger(__name__)
_MOST_HEAD: Final = 64 * 1024
_MOST_BYTES: Final = 30 * 1024 * 1024
_END: Final = b"\r\n\r\n"
_SIZE: Final = re.compile(rb"[0-9a-fA-F]{1,8}")
_LONGEST_SIZE: Final = 256
"""Bytes of the line that says how long a piece of a body is."""
_FIRST: Final = {
    status.value: f"HTTP/1.1 {status.value} {status.phrase}\r\n".encode() for status in HTTPStatus
}
_JSON: Final = b"Content-Type: application/json\r\nContent-Length: %d\r\n"
_NOTHING: Final[Mapping[str, str]] = {}


@dataclass(slots=True)
class Asked:
    """A request as it came; names of headers in small letters, the path without its escapes."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: bytes = b""

    @property
    def upgrades(self) -> bool:
        """Tell whether the line is to become a gateway's."""
        return self.path == "/" and "upgrade" in self.headers.get("connection", "").lower()


class Told(NamedTuple):
    """An answer: its status, a JSON body (None: no content), and headers of its own."""

    status: int
    body: bytes | None = None
    headers: Mapping[str, str] = _NOTHING


Answering = Callable[[Asked], Told | Coroutine[None, None, Told]]
"""Answers a request at once, or as late as it likes."""

Upgrading = Callable[[], asyncio.Protocol | None]
"""Gives what takes a gateway's line over; None cuts the line."""


class _Unspoken(Exception):
    """What came is no HTTP that is spoken here."""

    def __init__(self, status: int) -> None:
        super().__init__(f"answered {status}")
        self.status = status


class Line(asyncio.Protocol):
    """One connection: requests are answered one after another, in the order in which they came."""

    def __init__(self, answering: Answering, upgrading: Upgrading, lines: set[Line]) -> None:
        self._answering = answering
        self._upgrading = upgrading
        self._lines = lines
        self._left = bytearray()
        self._transport: asyncio.Transport | None = None
        self._late: asyncio.Task[Told] | None = None
        self._last = False
        self._head: tuple[Asked, int, int] | None = None
        """A request whose body has not all come: where the body begins, and where it ends."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take up a line."""
        self._transport = cast(asyncio.Transport, transport)
        self._lines.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Lose it; what is being worked on goes on all the same."""
        self._transport = None
        self._lines.discard(self)

    def close(self) -> None:
        """Hang up, also on what has not been answered."""
        if self._late is not None:
            self._late.cancel()
        if self._transport is not None:
            self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Answer what is complete."""
        self._left += data
        try:
            while self._late is None and self._transport is not None and self._left:
                asked = self._next()
                if asked is None:
                    return
                self._answer(asked)
        except _Unspoken as error:
            self._last = True
            self._write(Told(error.status))

    def _next(self) -> Asked | None:
        """Take the next request from what came; None where it is not complete."""
        if self._head is None:
            end = self._left.find(_END)
            if end < 0:
                if len(self._left) > _MOST_HEAD:
                    raise _Unspoken(431)
                return None
            asked = _read_head(self._left[:end].decode("latin-1"))
            if asked.upgrades:
                self._hand_over()
                return None
            begins = end + len(_END)
            self._head = asked, begins, begins + _length(asked)
        asked, begins, ends = self._head
        if asked.headers.get("transfer-encoding"):
            chunked = _joined(self._left, begins)
            if chunked is None:
                return None
            body, ends = chunked
        elif len(self._left) < ends:
            return None
        else:
            body = bytes(memoryview(self._left)[begins:ends])
        del self._left[:ends]
        self._head = None
        self._last = asked.headers.get("connection", "").lower() == "close"
        asked.body = body
        return asked

    def _hand_over(self) -> None:
        transport, came = self._transport, bytes(self._left)
        self._left.clear()
        self._transport = None
        self._lines.discard(self)
        assert transport is not None
        other = self._upgrading()
        if other is None:
            transport.abort()
            return
        transport.set_protocol(other)
        other.connection_made(transport)
        other.data_received(came)

    def _answer(self, asked: Asked) -> None:
        try:
            told = self._answering(asked)
        except Exception:  # noqa: BLE001 - outermost: else a fault looks like a lost line
            _LOG.exception("no answer to %s %s", asked.method, asked.path)
            told = Told(500)
        if isinstance(told, Told):
            self._write(told)
        else:
            self._late = asyncio.create_task(told)
            self._late.add_done_callback(partial(self._answer_late, asked))

    def _answer_late(self, asked: Asked, late: asyncio.Task[Told]) -> None:
        self._late = None
        if late.cancelled():
            return
        error = late.exception()
        if error is not None:
            _LOG.error("no late answer to %s %s", asked.method, asked.path, exc_info=error)
        self._write(Told(500) if error is not None else late.result())
        self.data_received(b"")

    def _write(self, told: Told) -> None:
        if self._transport is None:
            return
        said = [_FIRST[told.status], _date(int(time.time()))]
        said += [f"{name}: {value}\r\n".encode("latin-1") for name, value in told.headers.items()]
        if told.body is not None:
            said += (_JSON % len(told.body), b"\r\n", told.body)
        elif told.status == HTTPStatus.NO_CONTENT:
            said.append(b"\r\n")
        else:
            said.append(b"Content-Length: 0\r\n\r\n")
        self._transport.write(b"".join(said))
        if self._last:
            self._transport.close()
            self._transport = None
            self._lines.discard(self)


def _read_head(head: str) -> Asked:
    first, *rest = head.split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or words[2] != "HTTP/1.1" or not words[1].startswith("/"):
        raise _Unspoken(400)
    path, _, asks = words[1].partition("?")
    headers: dict[str, str] = {}
    for line in rest:
        name, colon, value = line.partition(":")
        if not colon:
            raise _Unspoken(400)
        headers[name.lower()] = value.strip()
    return Asked(
        words[0],
        unquote(path) if "%" in path else path,
        _query(asks) if asks else _NOTHING,
        headers,
    )


@lru_cache(maxsize=1)
def _date(second: int) -> bytes:
    return b"Date: %s\r\n" % formatdate(second, usegmt=True).encode()


@lru_cache(maxsize=256)
def _query(asks: str) -> Mapping[str, str]:
    return MappingProxyType(dict(parse_qsl(asks, keep_blank_values=True)))


def _length(asked: Asked) -> int:
    if asked.headers.get("transfer-encoding", "chunked").lower() != "chunked":
        raise _Unspoken(501)
    told = asked.headers.get("content-length", "0")
    if not told.isdecimal():
        raise _Unspoken(400)
    if int(told) > _MOST_BYTES:
        raise _Unspoken(413)
    return int(told)


def _joined(came: bytearray, begins: int) -> tuple[bytes, int] | None:
    """Put a body that came in pieces together; None where its end has not come yet."""
    pieces: list[bytes] = []
    place = begins
    while (end := came.find(b"\r\n", place)) >= 0:
        told = bytes(came[place:end].partition(b";")[0])
        if _SIZE.fullmatch(told) is None:
            raise _Unspoken(400)
        size = int(told, 16)
        place = end + 2 + size + 2
        if place - begins > _MOST_BYTES:
            raise _Unspoken(413)
        if len(came) < place:
            return None
        if not size:
            return b"".join(pieces), place
        pieces.append(bytes(came[end + 2 : place - 2]))
    if len(came) - place > _LONGEST_SIZE:
        raise _Unspoken(400)
    return None
