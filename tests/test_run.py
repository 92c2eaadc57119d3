"""Running the bot where something is not right: a sentence and the exit status, nothing broken."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

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
        timeout=60,
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
