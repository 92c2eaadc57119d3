"""Answer the bot's requests, each within one turn of the loop; httptools takes them apart.

aiohttp's server makes tasks, streams and headers of its own for every request, and that costs more
than all that the stand-in does with it. The gateway's line alone is handed over to it.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from email.utils import formatdate
from functools import lru_cache, partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Final, NamedTuple, cast
from urllib.parse import parse_qsl, unquote

from httptools import (
    HttpParserCallbackError,
    HttpParserError,
    HttpParserUpgrade,
    HttpRequestParser,
)

_LOG: Final = logging.getLogger(__name__)
_MOST_HEAD: Final = 64 * 1024
_MOST_BYTES: Final = 30 * 1024 * 1024
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


class _Coming:
    """What has come of the request that is coming now."""

    def __init__(self) -> None:
        self.url = b""
        self.headers: dict[str, str] = {}
        self.pieces: list[bytes] = []
        self.size = 0
        self.head = True

    def asked(self, method: str) -> Asked:
        """Return it whole."""
        path, _, asks = self.url.decode("latin-1").partition("?")
        query = _query(asks) if asks else _NOTHING
        path = unquote(path) if "%" in path else path
        return Asked(method, path, query, self.headers, b"".join(self.pieces))


class Line(asyncio.Protocol):
    """One connection: requests are answered one after another, in the order in which they came."""

    def __init__(self, answering: Answering, upgrading: Upgrading, lines: set[Line]) -> None:
        self._answering = answering
        self._upgrading = upgrading
        self._lines = lines
        self._transport: asyncio.Transport | None = None
        self._parser = HttpRequestParser(self)
        self._coming = _Coming()
        self._waiting: deque[tuple[Asked, bool]] = deque()
        """Requests to be answered, and whether the line stays open after each."""
        self._begun: bytearray | None = bytearray()
        """What came before a request was whole: a gateway's line begins with it."""
        self._late: asyncio.Task[Told] | None = None
        self._refused: int | None = None

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
        if self._refused is not None:
            return
        if self._begun is not None:
            self._begun += data
        try:
            self._parser.feed_data(data)
            if self._coming.head:
                self._grow(len(data), _MOST_HEAD, 431)
        except HttpParserUpgrade:
            if self._begun is not None and self._coming.url.partition(b"?")[0] == b"/":
                self._hand_over(bytes(self._begun))
                return
            self._refused = 400
        except HttpParserCallbackError as error:
            refused = error.__context__
            self._refused = refused.status if isinstance(refused, _Unspoken) else 400
        except _Unspoken as refused:
            self._refused = refused.status
        except HttpParserError:
            self._refused = 400
        self._work_off()

    # -- what httptools calls ---------------------------------------------------------------

    def on_message_begin(self) -> None:
        """Begin another request."""
        self._coming = _Coming()

    def on_url(self, url: bytes) -> None:
        """Take a part of the path."""
        self._coming.url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        self._coming.headers[name.decode("latin-1").lower()] = value.decode("latin-1")

    def on_headers_complete(self) -> None:
        """See what kind of request it is."""
        coming = self._coming
        coming.head, coming.size = False, 0
        if self._parser.get_http_version() != "1.1" or not coming.url.startswith(b"/"):
            raise _Unspoken(400)
        if int(coming.headers.get("content-length", "0")) > _MOST_BYTES:
            raise _Unspoken(413)

    def on_body(self, piece: bytes) -> None:
        """Take a piece of the body."""
        self._grow(len(piece), _MOST_BYTES, 413)
        self._coming.pieces.append(piece)

    def on_message_complete(self) -> None:
        """Let a whole request wait for its answer."""
        if self._parser.should_upgrade():
            return
        asked = self._coming.asked(self._parser.get_method().decode())
        self._waiting.append((asked, self._parser.should_keep_alive()))
        self._coming = _Coming()
        self._begun = None

    # -- answers ----------------------------------------------------------------------------

    def _grow(self, by: int, most: int, refused: int) -> None:
        self._coming.size += by
        if self._coming.size > most:
            raise _Unspoken(refused)

    def _hand_over(self, came: bytes) -> None:
        transport = self._transport
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

    def _work_off(self) -> None:
        """Answer what waits, until an answer comes late."""
        while self._waiting and self._late is None and self._transport is not None:
            asked, stays = self._waiting.popleft()
            self._answer(asked, stays)
        if self._refused is not None and self._late is None:
            self._write(Told(self._refused), stays=False)

    def _answer(self, asked: Asked, stays: bool) -> None:
        try:
            told = self._answering(asked)
        except Exception:  # noqa: BLE001 - outermost: else a fault looks like a lost line
            _LOG.exception("no answer to %s %s", asked.method, asked.path)
            told = Told(500)
        if isinstance(told, Told):
            self._write(told, stays=stays)
        else:
            self._late = asyncio.create_task(told)
            self._late.add_done_callback(partial(self._answer_late, asked, stays))

    def _answer_late(self, asked: Asked, stays: bool, late: asyncio.Task[Told]) -> None:
        self._late = None
        if late.cancelled():
            return
        error = late.exception()
        if error is not None:
            _LOG.error("no late answer to %s %s", asked.method, asked.path, exc_info=error)
        self._write(Told(500) if error is not None else late.result(), stays=stays)
        self._work_off()

    def _write(self, told: Told, *, stays: bool) -> None:
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
        if not stays:
            self._transport.close()
            self._transport = None
            self._lines.discard(self)


@lru_cache(maxsize=1)
def _date(second: int) -> bytes:
    return b"Date: %s\r\n" % formatdate(second, usegmt=True).encode()


@lru_cache(maxsize=256)
def _query(asks: str) -> Mapping[str, str]:
    return MappingProxyType(dict(parse_qsl(asks, keep_blank_values=True)))
