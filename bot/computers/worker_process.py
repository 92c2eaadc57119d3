"""One worker process as the event loop sees it: frames in and out, and when it has ended."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable, Mapping, Sequence
from typing import cast

from bot.computers.messages import LENGTH, Message


class WorkerProcess(asyncio.SubprocessProtocol):
    """Reads what a worker writes; ``heard`` gets each message, ``gone`` is called at the end.

    ``settled`` is set once it is ready, or has ended without ever having been; ``proved`` is for
    the pool to say that it has answered once, so that all it needs has been loaded.
    """

    def __init__(
        self,
        heard: Callable[[WorkerProcess, Message], None],
        gone: Callable[[WorkerProcess], None],
    ) -> None:
        self.ready = False
        self.proved = False
        self.settled = asyncio.Event()
        self.ended = asyncio.Event()
        self._heard = heard
        self._gone = gone
        self._bytes = bytearray()
        self._transport: asyncio.SubprocessTransport | None = None

    @property
    def pid(self) -> int | None:
        """Return the process's number."""
        return self._transport.get_pid() if self._transport is not None else None

    def send(self, data: bytes) -> None:
        """Write a frame; a worker that is no more is heard of by ``gone``."""
        pipe = self._transport.get_pipe_transport(0) if self._transport is not None else None
        if pipe is not None:
            cast("asyncio.WriteTransport", pipe).write(data)

    def end(self) -> None:
        """Kill the process at once: it holds nothing that is worth keeping."""
        if self._transport is not None:
            self._transport.close()

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the way to the process."""
        self._transport = cast("asyncio.SubprocessTransport", transport)

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        """Put bytes together to messages; end a process whose messages cannot be read."""
        self._bytes += data
        while len(self._bytes) >= LENGTH:
            size = int.from_bytes(self._bytes[:LENGTH], "big")
            if len(self._bytes) < LENGTH + size:
                return
            body = bytes(self._bytes[LENGTH : LENGTH + size])
            del self._bytes[: LENGTH + size]
            try:
                message: Message = pickle.loads(body)
            except (pickle.UnpicklingError, AttributeError, ImportError, EOFError, IndexError):
                self.end()
                return
            self.ready = True
            self.settled.set()
            self._heard(self, message)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """End a process that has closed its output, since it can never answer again."""
        self.end()

    def process_exited(self) -> None:
        """Free what is left of it, and tell; nobody waits for it to be ready any longer."""
        self.end()
        if not self.ended.is_set():
            self.ended.set()
            self._gone(self)
            self.settled.set()


async def start(
    command: Sequence[str],
    environment: Mapping[str, str],
    heard: Callable[[WorkerProcess, Message], None],
    gone: Callable[[WorkerProcess], None],
) -> WorkerProcess:
    """Start a worker; raise OSError where the system refuses."""
    loop = asyncio.get_running_loop()
    _, worker = await loop.subprocess_exec(
        lambda: WorkerProcess(heard, gone), *command, env=dict(environment), stderr=None
    )
    return worker
