"""What the supervisor is told."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.service.notify import Supervisor
from tests.waiting import until


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
    loop = asyncio.get_running_loop()
    ear.setblocking(False)
    begun = loop.time()
    watching = asyncio.create_task(supervisor.watch(lambda: True))
    heard = [await loop.sock_recv(ear, 100) for _ in range(3)]
    watching.cancel()
    assert heard == [b"WATCHDOG=1"] * 3
    assert loop.time() - begun >= 0.2 * 0.9


async def test_a_bot_that_is_not_well_does_not_pet_the_watchdog(ear: socket.socket) -> None:
    looked: list[bool] = []

    def ill() -> bool:
        looked.append(True)
        return False

    watching = asyncio.create_task(at(ear, WATCHDOG_USEC="30000").watch(ill))
    await until(lambda: len(looked) > 3)
    watching.cancel()
    ear.setblocking(False)
    with pytest.raises(BlockingIOError):
        ear.recv(100)


async def test_without_a_supervisor_nothing_is_said() -> None:
    alone = Supervisor({})
    alone.ready()
    await alone.watch(lambda: True)
    assert not alone.there


def test_a_supervisor_that_is_gone_does_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Supervisor({"NOTIFY_SOCKET": str(tmp_path / "nobody")}).ready()
    assert "cannot be told" in caplog.text
