"""One session of the bot at the gateway: what was sent, and to which connection."""

from __future__ import annotations

import asyncio
import secrets
import struct
import time
import zlib
from collections import deque
from enum import IntEnum, IntFlag

import orjson
from aiohttp import web

from bot.stand_in.model import Guild
from bot.stand_in.shapes import Json

_REPLAYED = 1_000
_TEXT, _BINARY = 0x81, 0x82


class Op(IntEnum):
    """The gateway's opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE_STATE = 4
    RESUME = 6
    RECONNECT = 7
    REQUEST_MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    """The gateway's close codes."""

    UNKNOWN_ERROR = 4000
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    INVALID_SEQ = 4007
    RATE_LIMITED = 4008
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    SHARDING_REQUIRED = 4011
    INVALID_API_VERSION = 4012
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


class Intent(IntFlag):
    """The intents that decide what the stand-in sends."""

    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    DIRECT_MESSAGES = 1 << 12
    MESSAGE_CONTENT = 1 << 15


class Connection:
    """One socket: frames go out in order, one after another.

    Where ``compress`` asks for ``zlib-stream`` they are one stream of zlib, flushed after each; any
    other way of compressing is not known here, and what was asked so gets plain text.
    """

    def __init__(
        self, socket: web.WebSocketResponse, line: asyncio.Transport | None, compress: str = ""
    ) -> None:
        self.socket = socket
        self.compress = compress
        self._line = line
        self._stream = zlib.compressobj(zlib.Z_BEST_SPEED) if compress == "zlib-stream" else None
        self.session: Session | None = None
        self.heard = time.monotonic()
        self.frames: deque[float] = deque()
        self.closing: int | None = None
        """The code with which this side closes; 0 when it cuts the line."""
        self._farewell: asyncio.Task[object] | None = None

    def send(self, frame: Json) -> None:
        """Send a frame after those before it."""
        self.send_text(orjson.dumps(frame))

    def send_text(self, frame: bytes) -> None:
        """Send a frame that is written already; one that goes on a lost line is lost."""
        if self._line is None or self._line.is_closing() or self.closing is not None:
            return
        kind = _TEXT
        if self._stream is not None:
            kind = _BINARY
            frame = self._stream.compress(frame) + self._stream.flush(zlib.Z_SYNC_FLUSH)
        # The socket's own way would take a task and two turns of the loop for each frame.
        self._line.write(_begin(kind, len(frame)) + frame)

    def close(self, code: int | None) -> None:
        """Close with a code after what was sent before; None cuts the line at once."""
        if code is None:
            self.closing = 0
            if self._line is not None:
                self._line.abort()
        elif self.closing is None:
            self.closing = code
            self._farewell = asyncio.create_task(self.socket.close(code=code))

    async def closed(self) -> None:
        """Wait until the bot was told that this side closes, if it does."""
        if self._farewell is not None:
            await self._farewell


def _begin(kind: int, size: int) -> bytes:
    """Write what comes before the bytes of a whole frame of a web socket."""
    if size < 126:
        return struct.pack("!BB", kind, size)
    if size < 1 << 16:
        return struct.pack("!BBH", kind, 126, size)
    return struct.pack("!BBQ", kind, 127, size)


class Session:
    """What one IDENTIFY began; it outlives its connection for a while, to be resumed."""

    def __init__(self, shard: tuple[int, int], intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = Intent(intents)
        self.seq = 0
        self.connection: Connection | None = None
        self.lost_at = 0.0
        self._sent: deque[tuple[int, bytes]] = deque(maxlen=_REPLAYED)

    def covers(self, guild: Guild | None) -> bool:
        """Tell whether a server's events come to this session (None: direct messages)."""
        number, count = self.shard
        return (0 if guild is None else (guild.id >> 22) % count) == number

    def dispatch(self, event: str, data: Json) -> None:
        """Send an event, or keep it for the connection that resumes."""
        self.seq += 1
        frame = orjson.dumps({"op": Op.DISPATCH, "t": event, "s": self.seq, "d": data})
        self._sent.append((self.seq, frame))
        if self.connection is not None:
            self.connection.send_text(frame)

    def replay(self, seq: int) -> bool:
        """Send again what came after a sequence number; False when that is not kept any more."""
        if seq > self.seq or (self._sent and seq < self._sent[0][0] - 1):
            return False
        if self.connection is not None:
            for number, frame in self._sent:
                if number > seq:
                    self.connection.send_text(frame)
        return True
