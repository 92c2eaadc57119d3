"""A process ends when it wants to, whatever it left open."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.storage.run_child import run


@pytest.mark.parametrize(
    ("child", "status"),
    [
        ("left_open", 0),
        ("left_in_the_middle", 3),
        ("left_in_an_endless_unit", 0),
        ("given_up", 0),
    ],
)
def test_a_process_ends_though_the_database_is_open(path: Path, child: str, status: int) -> None:
    ended = run(child, path)
    assert ended.returncode == status, ended.stderr
    assert ended.stdout.startswith("written")
    assert "Traceback" not in ended.stderr.replace("SystemExit", "")
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        (count,) = connection.execute("SELECT count(*) FROM meta").fetchone()
    acknowledged = int(([*ended.stdout.split(), "0"])[1])
    assert count >= acknowledged + 1
