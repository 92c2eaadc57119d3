"""The connections to Discord: as many as are needed at once, and few that are kept."""

from __future__ import annotations

import ssl
from typing import Final

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.client_proto import ResponseHandler
from aiohttp.client_reqrep import ConnectionKey

KEPT: Final = 32
"""How many connections stay open at which nothing is asked: each holds a quarter of a MiB."""

STAY: Final = 15.0
"""Seconds that they stay open without being asked."""


class Lines(aiohttp.TCPConnector):
    """Connects without a limit, so that no answer to a click waits for anything else.

    What has been answered leaves its connection open for the next request, as long as no more than
    ``kept`` are: aiohttp takes turns with all that are open, so without a bound each busy moment
    would add connections that stay for as long as there is traffic.
    """

    def __init__(
        self,
        *,
        kept: int = KEPT,
        stay: float = STAY,
        resolver: AbstractResolver | None = None,
        context: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(
            limit=0,
            keepalive_timeout=stay,
            resolver=resolver,
            ssl=True if context is None else context,
        )
        self._kept = kept

    def _release(
        self, key: ConnectionKey, protocol: ResponseHandler, *, should_close: bool = False
    ) -> None:
        # There is no public way to it; a test sees whether it is still asked.
        enough = len(self._conns.get(key, ())) >= self._kept
        super()._release(key, protocol, should_close=should_close or enough)
