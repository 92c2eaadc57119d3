"""Stand behind Discord's names on this machine alone: a throw-away certificate and addresses."""

from __future__ import annotations

import socket
import ssl
from functools import cache

import aiohttp
import trustme
from aiohttp.abc import AbstractResolver, ResolveResult

HOSTS = ("discord.com", "gateway.discord.gg")
LOOPBACK = "127.0.0.1"


class Certificates:
    """A certificate authority that nobody else trusts, made anew by each process."""

    def __init__(self) -> None:
        self._authority = trustme.CA()
        self._certificate = self._authority.issue_cert(*HOSTS)

    def of_server(self) -> ssl.SSLContext:
        """Give what the server shows."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._certificate.configure_cert(context)
        return context

    def of_client(self) -> ssl.SSLContext:
        """Give what makes a client trust the server, and no other."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._authority.configure_trust(context)
        return context


@cache
def certificates() -> Certificates:
    """Give this process's certificates."""
    return Certificates()


class Loopback(AbstractResolver):
    """Send Discord's names to a port of this machine, and find no other name."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Give the stand-in's address for Discord's names."""
        if host not in HOSTS:
            raise OSError(f"the stand-in is not {host}, and nothing leaves this machine")
        return [
            ResolveResult(
                hostname=host,
                host=LOOPBACK,
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        """Close nothing: there is nothing open."""


def connector(port: int) -> aiohttp.TCPConnector:
    """Make the connector through which a client reaches the stand-in as if it were Discord."""
    return aiohttp.TCPConnector(limit=0, resolver=Loopback(port), ssl=certificates().of_client())
