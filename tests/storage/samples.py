"""Rows and units for tests."""

import sqlite3
from collections.abc import Callable
from typing import Any

from storage.models import LogRow, NewResult, NewTable, ResultPlayer, SeatRow

GUILD = 900_000_000_000_000_001
CHANNEL = 900_000_000_000_000_002
ANN, BO, CY = 101, 102, 103


def a_table(channel_id: int = CHANNEL, **fields: Any) -> NewTable:
    """Describe a Biritch table with a host."""
    given = {
        "guild_id": GUILD,
        "channel_id": channel_id,
        "game": "biritch",
        "host_id": ANN,
        "opened_at": 1_000,
    }
    return NewTable.model_validate(given | fields)


def seats() -> tuple[SeatRow, ...]:
    """Seat a person, a minded person, a computer and nobody."""
    return (
        SeatRow(seat=0, user_id=ANN, name="Ann"),
        SeatRow(seat=1, user_id=BO, name="Bo", level="plain"),
        SeatRow(seat=2, name="Ruff", level="plain"),
        SeatRow(seat=3),
    )


def entries(first: int, count: int = 1, at: int = 2_000) -> tuple[LogRow, ...]:
    """Make up log entries with these numbers."""
    return tuple(
        LogRow(seq=seq, at=at, kind="act", body={"action": [0, "play", f"{seq}"]}, actor=ANN)
        for seq in range(first, first + count)
    )


def a_result(table_id: int = 1, **fields: Any) -> NewResult:
    """Describe a finished match of Ann against Bo."""
    given = {
        "table_id": table_id,
        "guild_id": GUILD,
        "channel_id": CHANNEL,
        "parent_id": None,
        "game": "bura",
        "rules": {"hand": "3"},
        "started_at": 1_000,
        "finished_at": 5_000,
        "deals": 1,
        "rated": True,
        "players": (
            ResultPlayer(number=0, seat=0, side=0, won=True, score=2, name="Ann", user_id=ANN),
            ResultPlayer(number=1, seat=1, side=1, won=False, score=-2, name="Bo", user_id=BO),
        ),
        "record": {
            "format": "atout-record",
            "version": 1,
            "game": "bura",
            "players": ["Ann", "Bo"],
            "deals": [{"dealer": 0, "actions": [[0, "play", "AS"]]}],
        },
    }
    return NewResult.model_validate(given | fields)


def remembering(key: str, value: str = "") -> Callable[[sqlite3.Connection], None]:
    """Make a unit that writes one row of meta."""

    def unit(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO meta VALUES (?, ?)", (key, value))

    return unit


def remembered(connection: sqlite3.Connection) -> list[str]:
    """List the keys of meta."""
    rows = connection.execute("SELECT key FROM meta ORDER BY key").fetchall()
    return [str(row[0]) for row in rows]
