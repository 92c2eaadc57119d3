"""Starting the bot as a process at a stand-in, and ending it in one way or another."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from bot.stand_in import Channel, StandIn

ROOT = Path(__file__).parent.parent.parent
SCRIPT = Path(__file__).parent / "process.py"
PATIENCE: Final = 600.0
"""Seconds that a process may take on a machine that is busy with others."""


class Process:
    """One process of the bot."""

    def __init__(self, process: asyncio.subprocess.Process, lines: Path) -> None:
        self._process = process
        self._lines = lines

    @property
    def pid(self) -> int:
        """Return the number of the process."""
        return self._process.pid

    @property
    def said(self) -> str:
        """Return what it wrote to its log."""
        return self._lines.read_text(encoding="utf-8")

    async def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send it a signal, wait for its end, and return its exit status."""
        if self._process.returncode is None:
            self._process.send_signal(number)
        return await self.ended()

    async def ended(self) -> int:
        """Wait for its end, and return its exit status."""
        return await asyncio.wait_for(self._process.wait(), PATIENCE)


@contextlib.asynccontextmanager
async def bot_process(
    server: StandIn,
    folder: Path,
    *,
    python: Sequence[str] = (sys.executable,),
    home: Path = ROOT,
    wait: bool = True,
    environment: Mapping[str, str] | None = None,
    **settings: object,
) -> AsyncIterator[Process]:
    """Run the bot with its data in ``folder``; it is killed at the end if it still runs."""
    given = {
        "port": server.door.port,
        "certificate": server.door.certificate,
        "token": server.token,
        "settings": {
            "database": str(folder / "bot.sqlite3"),
            "health_port": 0,
            "backup_hours": 0,
            "seconds_a_card": 0,
            **settings,
        },
    }
    lines = folder / "lines"
    known = {**os.environ, "PYTHONPATH": str(home), **(environment or {})}
    with lines.open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            *python,
            str(SCRIPT),
            stdin=asyncio.subprocess.PIPE,
            stderr=log,
            cwd=folder,
            env=known,
        )
    running = Process(process, lines)
    try:
        assert process.stdin is not None
        process.stdin.write(json.dumps(given).encode() + b"\n")
        await process.stdin.drain()
        if wait:
            await server.wait_for(lambda: server.gateway.online, PATIENCE)
        yield running
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


def card_table(server: StandIn) -> Channel:
    """Return the channel where people play."""
    return next(c for c in server.world.channels.values() if c.name == "card-table")
