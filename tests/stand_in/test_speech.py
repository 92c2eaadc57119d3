"""What the stand-in makes of bytes that come on a line, whole or in pieces."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from email.utils import parsedate_to_datetime

import pytest

from bot.stand_in.speech import Asked, Line, Told

HEAD = b"POST /api/v10/x%20y?wait=true HTTP/1.1\r\nHost: discord.com\r\nContent-Type: a/b\r\n"
WHOLE = HEAD + b"Content-Length: 5\r\n\r\nhello"
CUT = HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n"
GATEWAY = b"GET /?v=10 HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"


class Wire(asyncio.Transport):
    """A line's other end, which keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.said = b""
        self.written = asyncio.Event()
        self.over = False
        self.protocol: asyncio.BaseProtocol | None = None

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.said += data
        self.written.set()

    def close(self) -> None:
        self.over = True

    def abort(self) -> None:
        self.over = True

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    @property
    def statuses(self) -> list[int]:
        """List the statuses that were told, in order."""
        return [int(one[:3]) for one in self.said.split(b"HTTP/1.1 ")[1:]]


class Desk:
    """Answers what it is asked, and keeps it."""

    def __init__(self, *, late: bool = False) -> None:
        self.asked: list[Asked] = []
        self.go = asyncio.Event()
        self.other: asyncio.Protocol | None = None
        self.wire = Wire()
        self.late = late
        self.line = Line(self._answer, lambda: self.other, set())
        self.line.connection_made(self.wire)

    def _answer(self, asked: Asked) -> Told | Coroutine[None, None, Told]:
        self.asked.append(asked)
        if asked.path.endswith("fault"):
            raise LookupError("no such thing")
        return self._later(asked) if self.late else Told(200, b"{}", {"Via": "1.1 google"})

    async def _later(self, asked: Asked) -> Told:
        await self.go.wait()
        if "fault" in asked.path:
            raise LookupError("no such thing")
        return Told(204)


@pytest.mark.parametrize("sent", [WHOLE, CUT])
def test_a_request_is_the_same_in_whatever_pieces_it_comes(sent: bytes) -> None:
    whole, pieces = Desk(), Desk()
    whole.line.data_received(sent)
    for place in range(len(sent)):
        pieces.line.data_received(sent[place : place + 1])
    assert whole.asked == pieces.asked
    asked = whole.asked[0]
    assert (asked.method, asked.path, asked.body) == ("POST", "/api/v10/x y", b"hello")
    assert dict(asked.query) == {"wait": "true"}
    assert asked.headers["content-type"] == "a/b"


def test_an_answer_says_how_long_it_is_and_when_it_was_given() -> None:
    desk = Desk()
    before = int(time.time())
    desk.line.data_received(WHOLE)
    first, date, rest = desk.wire.said.split(b"\r\n", 2)
    assert first == b"HTTP/1.1 200 OK"
    name, _, moment = date.decode().partition(": ")
    assert name == "Date"
    assert before <= parsedate_to_datetime(moment).timestamp() <= time.time()
    assert rest == (
        b"Via: 1.1 google\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    )
    assert not desk.wire.over


async def test_a_late_answer_is_waited_for_by_the_requests_behind_it() -> None:
    desk = Desk(late=True)
    desk.line.data_received(WHOLE + b"GET /second HTTP/1.1\r\n\r\n")
    assert [one.path for one in desk.asked] == ["/api/v10/x y"]
    desk.late = False
    desk.go.set()
    await desk.wire.written.wait()
    assert desk.wire.statuses == [204, 200]
    assert desk.asked[1].path == "/second"


async def test_a_late_fault_is_answered_500_too(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk(late=True)
    desk.line.data_received(b"GET /late-fault-later HTTP/1.1\r\n\r\n")
    desk.go.set()
    await desk.wire.written.wait()
    assert desk.wire.statuses == [500]
    assert "no late answer to GET /late-fault-later" in caplog.text


async def test_who_hangs_up_is_answered_no_more() -> None:
    desk = Desk(late=True)
    desk.line.data_received(WHOLE)
    desk.line.close()
    desk.go.set()
    await asyncio.sleep(0)
    assert desk.wire.over
    assert desk.wire.said == b""


def test_a_fault_of_the_stand_in_is_answered_500(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk()
    desk.line.data_received(b"GET /fault HTTP/1.1\r\n\r\n" + WHOLE)
    assert desk.wire.statuses == [500, 200]
    assert "no answer to GET /fault" in caplog.text


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\r\n\r\n", 400),
        (b"GET / HTTP/1.0\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nnonsense\r\n\r\n", 400),
        (HEAD + b"Content-Length: -1\r\n\r\n", 400),
        (HEAD + b"Content-Length: 99999999\r\n\r\n", 413),
        (HEAD + b"Transfer-Encoding: gzip\r\n\r\n", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n-5\r\n", 400),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + b"5" * 300, 400),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 70_000, 431),
        (HEAD + b"Upgrade: websocket\r\nConnection: upgrade\r\n\r\n", 400),
    ],
)
def test_what_is_not_spoken_here_is_refused_and_the_line_cut(sent: bytes, status: int) -> None:
    desk = Desk()
    desk.line.data_received(sent)
    assert desk.wire.statuses == [status]
    assert desk.wire.over
    assert desk.asked == []


def test_no_body_is_longer_than_what_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.stand_in.speech._MOST_BYTES", 4)
    for sent in (WHOLE, CUT):
        desk = Desk()
        desk.line.data_received(sent)
        assert desk.wire.statuses == [413]
        assert desk.wire.over
        assert desk.asked == []


def test_a_client_that_wants_to_hang_up_is_let_go() -> None:
    desk = Desk()
    desk.line.data_received(b"GET /x HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert desk.wire.statuses == [200]
    assert desk.wire.over


class Other(asyncio.Protocol):
    """What takes a line over."""

    came = b""

    def data_received(self, data: bytes) -> None:
        self.came += data


def test_a_gateway_takes_the_line_over_with_all_that_came() -> None:
    desk = Desk()
    desk.other = other = Other()
    sent = GATEWAY + b"more"
    for place in range(len(sent)):
        desk.line.data_received(sent[place : place + 1])
        if desk.wire.protocol is not None:
            other.data_received(sent[place + 1 :])
            break
    assert desk.wire.protocol is other
    assert other.came == sent
    desk.line.close()
    assert not desk.wire.over


def test_a_gateway_that_is_shut_cuts_the_line_without_a_word() -> None:
    desk = Desk()
    desk.line.data_received(GATEWAY)
    assert desk.wire.over
    assert desk.wire.said == b""
