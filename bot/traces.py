"""Say where something failed, and never with what: the text of an exception may name cards."""

from __future__ import annotations

import traceback


def trace(error: BaseException) -> str:
    """Return the kinds of an error and its causes and the lines they passed, without their texts.

    For the log: whoever reads it must not learn what is in somebody's hand.
    """
    parts: list[str] = []
    seen: set[int] = set()
    now: BaseException | None = error
    while now is not None and id(now) not in seen:
        seen.add(id(now))
        frames = traceback.extract_tb(now.__traceback__)
        where = " < ".join(f"{frame.filename}:{frame.lineno}" for frame in reversed(frames))
        parts.append(f"{type(now).__name__} at {where}" if where else type(now).__name__)
        now = now.__cause__ or (None if now.__suppress_context__ else now.__context__)
    return "; from ".join(parts)
