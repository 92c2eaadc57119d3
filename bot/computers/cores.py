"""How many cores there are to think with."""

from __future__ import annotations

import os


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def usual_size() -> int:
    """Return how many processes may think while the event loop keeps a core for itself."""
    return max(1, cores() - 1)
