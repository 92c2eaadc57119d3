"""Starting what is measured, and reading what it has used."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import urllib.request
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.stand_in import StandIn

TICK: Final = os.sysconf("SC_CLK_TCK")
PAGE: Final = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Measured:
    """A running process that is measured."""

    pid: int
    port: int

    @property
    def cpu(self) -> float:
        """Return the seconds of a core that it has used, without its children."""
        text = Path(f"/proc/{self.pid}/stat").read_text()
        fields = text.rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @property
    def memory(self) -> int:
        """Return how many bytes of memory it holds."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGE

    async def figures(self) -> Mapping[str, float]:
        """Return the figures that it shows, by name with labels."""
        return await asyncio.to_thread(self._figures)

    def _figures(self) -> Mapping[str, float]:
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with opener.open(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
        return {name: float(value) for name, _, value in pairs}


@contextlib.asynccontextmanager
async def measured(
    server: StandIn, folder: Path, what: str, port: int = 0, **given: Any
) -> AsyncIterator[Measured]:
    """Run the bot (or a bare client) until the end of the block."""
    settings = {
        "database": str(folder / "bench.sqlite3"),
        "health_port": port,
        "backup_hours": 0,
        **given.pop("settings", {}),
    }
    told = {
        "what": what,
        "port": server.door.port,
        "certificate": server.door.certificate,
        "token": server.token,
        "settings": settings,
        **given,
    }
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.bench.process"),
        stdin=asyncio.subprocess.PIPE,
    )
    try:
        if process.stdin is None:
            raise RuntimeError("a process without an input")
        process.stdin.write(json.dumps(told).encode() + b"\n")
        await process.stdin.drain()
        await server.wait_for(lambda: server.gateway.online, 60)
        yield Measured(process.pid, port)
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        await process.wait()
