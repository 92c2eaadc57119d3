"""Telling systemd how the service is: ready, alive, stopping (sd_notify's datagrams)."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Mapping

log = logging.getLogger(__name__)


class Supervisor:
    """The supervisor's socket, where there is one; without it nothing is said to anybody."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        known = os.environ if environment is None else environment
        self._address = known.get("NOTIFY_SOCKET", "")
        self._microseconds = known.get("WATCHDOG_USEC", "")

    @property
    def there(self) -> bool:
        """Tell whether somebody wants to hear."""
        return bool(self._address)

    @property
    def patience(self) -> float | None:
        """Return after how many seconds of silence the service is restarted, if ever."""
        text = self._microseconds
        usable = text.isascii() and text.isdigit() and int(text) > 0
        return int(text) / 1e6 if usable else None

    def tell(self, *lines: str) -> None:
        """Send some assignments (``READY=1``, ``STATUS=…``)."""
        if not self._address:
            return
        # A name in the abstract namespace is written with an @ where its zero byte is.
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.connect(address)
                line.sendall("\n".join(lines).encode())
        except OSError as error:
            log.warning("the supervisor cannot be told anything: %s", error.strerror)

    def ready(self) -> None:
        """Say that the service has started."""
        self.tell("READY=1", "STATUS=connected")

    def waiting(self) -> None:
        """Say that the service has started as far as it can by itself."""
        self.tell("READY=1", "STATUS=waiting for Discord")

    def stopping(self) -> None:
        """Say that the service is about to end."""
        self.tell("STOPPING=1", "STATUS=finishing what has begun")

    async def watch(self, alive: Callable[[], bool]) -> None:
        """Say for ever that the service is alive, as long as it is: three times in its patience."""
        patience = self.patience
        if patience is None or not self.there:
            return
        while True:
            if alive():
                self.tell("WATCHDOG=1")
            else:
                log.error("the watchdog is not told that all is well, for it is not")
            await asyncio.sleep(patience / 3)
