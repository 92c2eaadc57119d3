"""Stand behind Discord's names on this machine alone: a throw-away certificate and addresses."""

from __future__ import annotations

import socket
import ssl
from dataclasses import dataclass
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

    @property
    def authority(self) -> str:
        """Give what a client must trust, as PEM."""
        return self._authority.cert_pem.bytes().decode()


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


@dataclass(frozen=True, slots=True)
class Door:
    """Where a stand-in is to be found: its port, and the certificate (PEM) to trust.

    Another process of this machine reaches the stand-in with these two.
    """

    port: int
    certificate: str

    def resolver(self) -> Loopback:
        """Make what finds Discord's names here."""
        return Loopback(self.port)

    def context(self) -> ssl.SSLContext:
        """Make what trusts the stand-in as if it were Discord."""
        return ssl.create_default_context(cadata=self.certificate)

    def connector(self) -> aiohttp.TCPConnector:
        """Make the connector through which a client reaches the stand-in as if it were Discord."""
        return aiohttp.TCPConnector(limit=0, resolver=self.resolver(), ssl=self.context())


def door(port: int) -> Door:
    """Give the door of a stand-in of this process."""
    return Door(port, certificates().authority)
