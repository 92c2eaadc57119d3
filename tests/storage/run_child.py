"""Starting the programs of `children`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(name: str, path: Path) -> subprocess.Popen[str]:
    """Start a child whose lines can be read; whoever starts it ends it."""
    return subprocess.Popen(
        [sys.executable, "-m", "tests.storage.children", name, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def run(name: str, path: Path) -> subprocess.CompletedProcess[str]:
    """Run a child to its end."""
    return subprocess.run(
        [sys.executable, "-m", "tests.storage.children", name, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
