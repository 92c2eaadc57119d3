"""Ask for known faults in what ``requirements.txt`` pins: 1 when there are any.

Where the list of known faults cannot be reached that is said, and is no failure: no change to the
project caused it. The tool that asks is pip-audit; it is installed when it can be of use.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

PINNED = Path(__file__).with_name("requirements.txt")
PROBE = "https://pypi.org/pypi/aiohttp/json"
WITHIN = 5.0
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
AUDIT = (sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--strict")


def main() -> int:
    """Ask, and print what came of it."""
    if not reachable():
        print("audit: not carried out, the list of known faults cannot be reached from here")
        return 0
    subprocess.run([*PIP, "pip-audit"], check=True)
    asked = [*AUDIT, "--progress-spinner", "off", "--requirement", str(PINNED)]
    return subprocess.run(asked, check=False).returncode


def reachable() -> bool:
    """Tell whether the list answers, and is one that names faults (a mirror may not)."""
    try:
        with urllib.request.urlopen(PROBE, timeout=WITHIN) as answer:
            return "vulnerabilities" in json.load(answer)
    except (OSError, ValueError):
        return False


if __name__ == "__main__":
    sys.exit(main())
