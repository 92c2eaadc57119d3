"""Copies at intervals, and putting one back."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.service.backups import AGAIN, Backups, Plan
from bot.service.metrics import Metrics
from storage.backup import STAMP, backups_of
from storage.database import Database
from storage.errors import CannotOpen, DatabaseDamaged, DatabaseInUse, NotADatabase
from storage.restore import restore
from storage.store import Store

HOUR = 3600.0


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return a database in which something is remembered, closed again."""
    path = tmp_path / "bot.sqlite3"
    asyncio.run(remember(path, "first"))
    return path


async def remember(path: Path, what: str) -> None:
    async with await Database.open(path) as opened:
        await Store(opened).remember("what", what)


async def remembered(path: Path) -> str | None:
    async with await Database.open(path) as opened:
        return await Store(opened).recall("what")


def age(copy: Path, seconds: float) -> None:
    """Let a copy be as old as that (or of the future)."""
    moment = time.time() - seconds
    os.utime(copy, (moment, moment))
    stamp = time.strftime(STAMP, time.gmtime(moment))
    copy.rename(copy.with_name(f"bot-{stamp}.sqlite3"))


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_a_copy_is_made_when_the_latest_is_old_enough_and_not_at_each_start(
    database: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    metrics = Metrics()
    plan = Plan(database, folder, 24 * HOUR, 14)
    await Backups(plan, metrics).look()
    (first,) = backups_of(database, folder)
    assert await remembered(first) == "first"
    await Backups(plan, metrics).look()
    assert backups_of(database, folder) == [first]
    assert metrics.registry.get_sample_value("atout_backup_timestamp_seconds") == pytest.approx(
        first.stat().st_mtime, abs=5
    )
    age(first, 25 * HOUR)
    await Backups(plan, metrics).look()
    assert len(backups_of(database, folder)) == 2


async def test_a_clock_that_was_put_back_does_not_keep_copies_from_being_made(
    database: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "backups"
    plan = Plan(database, folder, 24 * HOUR, 14)
    first = await Backups(plan).copy()
    age(first.path, -1000 * HOUR)
    await Backups(plan).look()
    assert len(backups_of(database, folder)) == 2


async def test_a_copy_that_fails_is_counted_and_tried_again_later(
    database: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "backups"
    folder.write_text("in the way")
    metrics, clock = Metrics(), Clock()
    clock.now = 1e9
    backups = Backups(Plan(database, folder, HOUR, 14), metrics, now=clock)
    await backups.look()
    await backups.look()
    failures = metrics.registry.get_sample_value
    assert failures("atout_backup_failures_total") == 1
    assert "no copy of the database" in caplog.text
    folder.unlink()
    clock.now += AGAIN
    await backups.look()
    assert len(backups_of(database, folder)) == 1


async def test_a_copy_is_put_in_the_place_of_the_database_and_the_old_one_is_kept(
    database: Path, tmp_path: Path
) -> None:
    copy = (await Backups(Plan(database, tmp_path / "backups", HOUR, 14)).copy()).path
    await remember(database, "second")
    kept = await restore(copy, database)
    assert await remembered(database) == "first"
    assert kept is not None
    assert await remembered(kept) == "second"
    assert copy.is_file()


async def test_what_is_still_in_the_journal_of_the_old_database_is_kept_with_it(
    database: Path, tmp_path: Path
) -> None:
    copy = (await Backups(Plan(database, tmp_path / "backups", HOUR, 14)).copy()).path
    other = tmp_path / "other"
    other.mkdir()
    async with await Database.open(database) as opened:
        await Store(opened).remember("what", "in the journal")
        for ending in ("", "-wal", "-shm"):
            shutil.copy(tmp_path / f"bot.sqlite3{ending}", other / f"bot.sqlite3{ending}")
    kept = await restore(copy, other / "bot.sqlite3")
    assert await remembered(other / "bot.sqlite3") == "first"
    assert kept is not None
    assert await remembered(kept) == "in the journal"


def test_a_damaged_database_can_be_replaced(database: Path, tmp_path: Path) -> None:
    backups = Backups(Plan(database, tmp_path / "backups", HOUR, 14))
    copy = asyncio.run(backups.copy()).path
    database.write_bytes(b"no database at all")
    kept = asyncio.run(restore(copy, database))
    assert asyncio.run(remembered(database)) == "first"
    assert kept is not None
    assert kept.read_bytes() == b"no database at all"


async def test_a_copy_goes_where_there_is_no_database_yet(database: Path, tmp_path: Path) -> None:
    there = tmp_path / "new"
    there.mkdir()
    assert await restore(database, there / "bot.sqlite3") is None
    assert await remembered(there / "bot.sqlite3") == "first"


async def test_nothing_is_restored_while_the_bot_runs(database: Path, tmp_path: Path) -> None:
    copy = (await Backups(Plan(database, tmp_path / "backups", HOUR, 14)).copy()).path
    async with await Database.open(database):
        with pytest.raises(DatabaseInUse):
            await restore(copy, database)
    assert await remembered(database) == "first"


def test_what_is_no_sound_copy_is_refused_and_the_database_stays(
    database: Path, tmp_path: Path
) -> None:
    foreign = tmp_path / "foreign.sqlite3"
    torn = tmp_path / "torn.sqlite3"
    torn.write_bytes(database.read_bytes()[:5000])
    foreign.write_bytes(b"some text")
    before = database.read_bytes()
    with pytest.raises((DatabaseDamaged, NotADatabase)):
        asyncio.run(restore(torn, database))
    with pytest.raises((DatabaseDamaged, NotADatabase)):
        asyncio.run(restore(foreign, database))
    with pytest.raises(CannotOpen, match="no copy"):
        asyncio.run(restore(tmp_path / "nothing", database))
    assert database.read_bytes() == before


def test_backup_and_restore_from_a_terminal(
    database: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATOUT_DATABASE", str(database))
    target = tmp_path / "copy.sqlite3"
    assert main(["backup", str(target)]) == 0
    assert "checked" in capsys.readouterr().out
    assert main(["backup", str(target)]) == 2
    assert "overwrites nothing" in capsys.readouterr().err
    asyncio.run(remember(database, "second"))
    assert main(["restore", str(target)]) == 0
    assert "what was there before is" in capsys.readouterr().out
    assert asyncio.run(remembered(database)) == "first"
    assert main(["backup"]) == 0
    assert len(backups_of(database, tmp_path / "backups")) == 1
    assert main(["restore", str(tmp_path / "none")]) == 2
