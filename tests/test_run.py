"""Running the bot where something is not right: a sentence and the exit status, nothing broken."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

from bot.stand_in import running_stand_in
from storage.database import Database
from tests.e2e.party import NO_LIMITS
from tests.service.running import PATIENCE, bot_process

ROOT = Path(__file__).parent.parent
BAD_CONFIGURATION = 78


def run(folder: Path, **given: str) -> subprocess.CompletedProcess[str]:
    """Run ``python -m bot run`` in an empty folder with these settings and no others."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("ATOUT_")}
    environment = {**kept, "PYTHONPATH": str(ROOT), **given}
    return subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_without_a_token_there_is_a_sentence_and_status_78(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == BAD_CONFIGURATION
    assert "ATOUT_TOKEN" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_settings_that_cannot_be_used_are_named_and_not_shown(tmp_path: Path) -> None:
    done = run(tmp_path, ATOUT_TOKEN="sesame", ATOUT_REQUESTS_PER_SECOND="many")
    assert done.returncode == BAD_CONFIGURATION
    assert "requests_per_second" in done.stderr.lower()
    assert "sesame" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


async def started(folder: Path, database: Path) -> tuple[int, str]:
    """Run the bot with a token that Discord accepts, and return its exit status and its words."""
    async with (
        running_stand_in(NO_LIMITS) as server,
        bot_process(server, folder, wait=False, database=str(database)) as process,
    ):
        return await process.ended(), process.said


async def test_a_database_of_a_later_version_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "later.sqlite3"
    await (await Database.open(path)).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9999")
    connection.close()
    before = path.read_bytes()
    status, said = await started(tmp_path, path)
    assert status == BAD_CONFIGURATION
    assert "atout: " in said
    assert "later.sqlite3" in said
    assert "Traceback" not in said
    assert path.read_bytes() == before


async def test_what_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann, " * 1000)
    status, said = await started(tmp_path, path)
    assert status == BAD_CONFIGURATION
    assert "Traceback" not in said
    assert path.read_text() == "Dear Ann, " * 1000


async def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    status, said = await started(tmp_path, tmp_path / "file" / "bot.sqlite3")
    assert status == BAD_CONFIGURATION
    assert "Traceback" not in said
