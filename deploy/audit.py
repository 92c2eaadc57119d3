"""Ask for known faults in what ``requirements.txt`` pins: 1 when there are any.

What could not be looked up (no network, a mirror that does not know) is said, and is no failure: no
change to the project caused it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

PINNED = Path(__file__).with_name("requirements.txt")
WITHIN = 60.0
PIP = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
AUDIT = (
    *(sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip", "--timeout", "5"),
    *("--progress-spinner", "off", "--format", "json", "--requirement", str(PINNED)),
)


def main() -> int:
    """Ask, and print what came of it."""
    try:
        subprocess.run([*PIP, "pip-audit"], check=True, timeout=WITHIN)
        asked = subprocess.run(AUDIT, check=False, timeout=WITHIN, capture_output=True, text=True)
        found = json.loads(asked.stdout)["dependencies"]
    except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
        print(f"audit: not carried out, known faults cannot be asked for ({type(error).__name__})")
        return 0
    looked_up = [one for one in found if "skip_reason" not in one]
    faults = [(one, fault) for one in looked_up for fault in one["vulns"]]
    for one, fault in faults:
        better = ", ".join(fault["fix_versions"]) or "none"
        print(f"audit: {one['name']} {one['version']}: {fault['id']} (mended in: {better})")
    print(f"audit: {len(faults)} known faults; {len(looked_up)} of {len(found)} were looked up")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
