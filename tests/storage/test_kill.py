"""A bot killed in the middle of traffic keeps all that it had acknowledged, once."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.run_child import start

KILLS = 30


@pytest.fixture
def nursery(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Run a process that starts players on demand."""
    with start("nursery", path) as process:
        yield process
        process.communicate(timeout=600)


def _play_and_kill(nursery: subprocess.Popen[str], lines: int, seconds: float) -> dict[int, int]:
    """Let a child play, kill it, and give the last entry that it told, by table.

    The kill comes so many seconds after so many acknowledged commits, wherever that hits.
    """
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    assert nursery.stderr is not None
    nursery.stdin.write("play\n")
    nursery.stdin.flush()
    told: dict[int, int] = {}
    for line in nursery.stdout:
        match line.split():
            case ["ready", pid]:
                killer = threading.Timer(seconds, os.kill, (int(pid), signal.SIGKILL))
            case ["ended"]:
                killer.join()
                return told
            case [table_id, seq]:
                told[int(table_id)] = int(seq)
                lines -= 1
                if lines == 0:
                    killer.start()
    raise AssertionError(nursery.stderr.read())


def test_every_acknowledged_write_survives_a_kill_and_none_is_doubled(
    path: Path, nursery: subprocess.Popen[str]
) -> None:
    chance = random.Random(31)
    acknowledged: dict[int, int] = {}
    for _ in range(KILLS):
        acknowledged |= _play_and_kill(nursery, chance.randint(1, 60), chance.uniform(0, 0.02))
        with closing(sqlite3.connect(path)) as connection:
            _check(connection, acknowledged)
    assert sum(acknowledged.values()) >= 2 * KILLS


def _check(connection: sqlite3.Connection, acknowledged: dict[int, int]) -> None:
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    for table_id, length, due_at in connection.execute(
        "SELECT id, log_length, due_at FROM tables"
    ).fetchall():
        log = connection.execute(
            "SELECT seq, body FROM log WHERE table_id = ? ORDER BY seq", (table_id,)
        ).fetchall()
        tokens = [json.loads(body)["token"] for _, body in log]
        assert tokens == [f"{table_id}-{n}" for n in range(1, length + 1)]
        assert length >= acknowledged.get(table_id, 0)
        # Two entries, a seat and a deadline a commit: all of it or nothing.
        assert length % 2 == 0
        if length:
            seats = connection.execute(
                "SELECT user_id FROM seats WHERE table_id = ?", (table_id,)
            ).fetchall()
            assert seats == [(length,)]
            assert due_at == length
