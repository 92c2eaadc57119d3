"""Waiting for states: a test never hopes that something has happened after so many seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


async def until(true: Callable[[], object]) -> None:
    """Wait until something holds that tells nobody so, however long that takes.

    What never comes true is ended by the time limit of the whole test.
    """
    while True:
        if true():
            return
        await asyncio.sleep(0.001)
