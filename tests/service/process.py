"""The bot as a process of its own, at a stand-in in another one.

Reads one JSON object from standard input: ``port`` and ``certificate`` of the stand-in, ``token``,
and ``settings``. It imports nothing of the tests and nothing of the stand-in, so that it also runs
where only the bot is installed.
"""

from __future__ import annotations

import json
import socket
import ssl
import sys

from aiohttp.abc import AbstractResolver, ResolveResult

from bot.command_line.run import to_the_end
from bot.lines import Lines
from bot.service.logs import logging_to
from bot.settings import Settings


class Here(AbstractResolver):
    """Finds every name at one port of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return this machine."""
        return [
            ResolveResult(
                hostname=host,
                host="127.0.0.1",
                port=self._port,
                family=socket.AF_INET,
                proto=0,
                flags=socket.AI_NUMERICHOST,
            )
        ]

    async def close(self) -> None:
        """Close nothing."""


def main() -> int:
    """Run until SIGTERM."""
    given = json.loads(sys.stdin.readline())
    context = ssl.create_default_context(cadata=given["certificate"])

    def door() -> Lines:
        return Lines(resolver=Here(given["port"]), context=context)

    settings = Settings(_env_file=None, **given["settings"])
    with logging_to(sys.stderr, "json"):
        return to_the_end(settings, given["token"], door)


if __name__ == "__main__":
    sys.exit(main())
