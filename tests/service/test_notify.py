"""What the supervisor is told."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.service.notify import Supervisor


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[socket.socket]:
    """Yield a socket that hears what a supervisor hears."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
        line.bind(str(tmp_path / "notify"))
        line.settimeout(2)
        yield line


def at(ear: socket.socket, **more: str) -> Supervisor:
    return Supervisor({"NOTIFY_SOCKET": str(ear.getsockname()), **more})


def test_ready_and_stopping_are_said(ear: socket.socket) -> None:
    supervisor = at(ear)
    supervisor.ready()
    supervisor.stopping()
    assert ear.recv(100).startswith(b"READY=1\n")
    assert ear.recv(100).startswith(b"STOPPING=1\n")


async def test_the_watchdog_hears_three_times_in_its_patience(ear: socket.socket) -> None:
    supervisor = at(ear, WATCHDOG_USEC="300000")
    assert supervisor.patience == pytest.approx(0.3)
    watching = asyncio.create_task(supervisor.watch(lambda: True))
    await asyncio.sleep(0.25)
    watching.cancel()
    ear.setblocking(False)
    heard = [ear.recv(100), ear.recv(100)]
    assert heard == [b"WATCHDOG=1", b"WATCHDOG=1"]


async def test_a_bot_that_is_not_well_does_not_pet_the_watchdog(ear: socket.socket) -> None:
    watching = asyncio.create_task(at(ear, WATCHDOG_USEC="30000").watch(lambda: False))
    await asyncio.sleep(0.1)
    watching.cancel()
    ear.setblocking(False)
    with pytest.raises(BlockingIOError):
        ear.recv(100)


async def test_without_a_supervisor_nothing_is_said() -> None:
    alone = Supervisor({})
    alone.ready()
    await asyncio.wait_for(alone.watch(lambda: True), 1)
    assert not alone.there


def test_a_supervisor_that_is_gone_does_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
    assert "cannot be told" in caplog.text
