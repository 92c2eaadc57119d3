"""Ten thousand open tables cost a start next to nothing: each is on the disk until it is used."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from storage.models import StoredTable
from storage.store import Store
from tests.e2e.party import party, play_one, seated

MANY = 10_000

COPIES = """
WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < :many)
INSERT INTO tables (id, guild_id, channel_id, parent_id, game, phase, host_id, rules, settings,
  board_channel_id, board_message_id, board_posted_at, opened_at, touched_at, due_at, log_length,
  stirs)
SELECT i, guild_id, channel_id + i, parent_id, game, phase, host_id, rules, settings,
  board_channel_id, board_message_id, board_posted_at, opened_at, touched_at - 3600000, due_at,
  log_length, stirs FROM tables, n WHERE id = 1
"""
LOGS = """
INSERT INTO log SELECT tables.id, log.seq, log.at, log.kind, log.actor, log.body
  FROM tables, log WHERE tables.id > 1 AND log.table_id = 1
"""
SEATS = """
INSERT INTO seats SELECT tables.id, seats.seat, seats.user_id, seats.name, seats.level
  FROM tables, seats WHERE tables.id > 1 AND seats.table_id = 1
"""


Load = Callable[[Store, int], Awaitable[StoredTable]]


def counting(load: Load, read: list[int]) -> Load:
    """Return what loads a table, and notes which."""

    async def noting(store: Store, table: int) -> StoredTable:
        read.append(table)
        return await load(store, table)

    return noting


def multiply(path: Path) -> None:
    """Make many tables of the first one, in channels of their own."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(COPIES, {"many": MANY})
        connection.execute(LOGS)
        connection.execute(SEATS)
        connection.commit()


async def test_a_start_with_ten_thousand_tables_loads_none_that_waits_for_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with party(tmp_path) as some:
        await seated(some, ["Ann", "Bo", "Cy", "Di"])
        await some.quiet()
        await some.stop()
        multiply(tmp_path / "bot.sqlite3")
        read: list[int] = []
        monkeypatch.setattr(Store, "load", counting(Store.load, read))
        await some.start()
        await some.quiet()
        assert len(read) < 5
        assert len(await some.bot.store.open_tables()) == MANY
        assert some.bot.house.boards.desks < 5
        assert some.tables.loaded < 5
        # The clock may not load them either, nor does a click at one of them.
        assert await play_one(some, Random(1))
        assert some.tables.loaded < 5


async def test_a_table_where_a_computer_is_to_play_goes_on_after_a_start(tmp_path: Path) -> None:
    async with party(tmp_path) as some:
        ann = some.person("Ann")
        await ann.command(some.channel, "atout play", game="bura", computers=True)
        assert await play_one(some, Random(2))
        await some.restart()
        assert await play_one(some, Random(3))
