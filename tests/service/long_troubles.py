"""Troubles that last: what people go on doing meanwhile, and what has to hold afterwards.

By hand: ``python -m tests.service.long_troubles outages 120`` lets each trouble last two minutes,
and ``kills 200`` kills the bot so many times at random moments of play.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import pytest

from bot.bench.people import Crowd, Player
from storage.transaction import Tried, Unit, carry_out
from tests.e2e.party import NO_LIMITS, Party, party, play_one, seated
from tests.service.test_stop import killed

NAMES = ("Ann", "Bo", "Cy", "Di")
CARDS: Final = 8
"""Clicks that each person tries while a trouble lasts."""

SLOWEST: Final = 4.0
"""Seconds that a commit takes on a slow disk, at most."""

Trouble = Callable[[Party, float], Awaitable[None]]


def _answered(status: int) -> Trouble:
    async def trouble(some: Party, seconds: float) -> None:
        faults = some.server.faults
        faults.status("^(POST|PATCH|DELETE) ", status, None, retry_after=0.3)
        await asyncio.sleep(seconds)

    return trouble


async def _silence(some: Party, seconds: float) -> None:
    some.server.faults.hang("^(PATCH|DELETE) |^POST /(channels|webhooks)")
    await asyncio.sleep(seconds)


async def _slowness(some: Party, seconds: float) -> None:
    some.server.faults.slow("^(POST|PATCH) ", 0.8)
    await asyncio.sleep(seconds)


async def _broken_lines(some: Party, seconds: float) -> None:
    for _ in range(10):
        some.server.faults.drop_gateway()
        await asyncio.sleep(seconds / 10)


async def _lost_sessions(some: Party, seconds: float) -> None:
    for _ in range(5):
        some.server.faults.op9(resumable=False)
        await asyncio.sleep(seconds / 5)


async def _a_shut_gateway(some: Party, seconds: float) -> None:
    some.server.faults.shut_gateway()
    await some.server.wait_for(lambda: some.server.gateway.turned_away, 60)
    await asyncio.sleep(seconds)


async def _a_slamming_gateway(some: Party, seconds: float) -> None:
    some.server.faults.slam_gateway()
    await some.server.wait_for(lambda: some.server.gateway.turned_away, 60)
    await asyncio.sleep(seconds)


async def _a_slow_disk(some: Party, seconds: float) -> None:
    slow = threading.Event()

    def slowly(
        units: Sequence[Unit[object]], last_word: threading.Lock, connection: sqlite3.Connection
    ) -> Tried:
        slow.set()
        time.sleep(min(SLOWEST, seconds / 4))
        return carry_out(units, last_word, connection)

    with pytest.MonkeyPatch.context() as disk:
        disk.setattr("storage.writer.carry_out", slowly)
        await asyncio.sleep(seconds)
        await some.server.wait_for(slow.is_set, 60)


TROUBLES: Mapping[str, Trouble] = {
    "answers 500": _answered(500),
    "answers 503": _answered(503),
    "answers 429": _answered(429),
    "silence": _silence,
    "slowness": _slowness,
    "broken lines": _broken_lines,
    "lost sessions": _lost_sessions,
    "a shut gateway": _a_shut_gateway,
    "a slamming gateway": _a_slamming_gateway,
    "a slow disk": _a_slow_disk,
}


async def go_through(some: Party, trouble: Trouble, seconds: float, chance: Random) -> None:
    """Play on while a trouble lasts; afterwards everything is as if it had not been.

    What was written stands as it was, the log has no hole, the next card can be played and shown.
    """
    before = await some.table()
    crowd = Crowd(some.server)
    players: list[Player] = []
    for name in NAMES:
        players.append(crowd.player(some.person(name), some.channel))
        players[-1].panel = await some.open_hand(some.person(name))
    playing = [asyncio.create_task(one.play_on(seconds / CARDS)) for one in players]
    try:
        await trouble(some, seconds)
    finally:
        some.server.faults.clear()
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    await some.server.wait_for(lambda: some.server.gateway.online, 120)
    async with asyncio.timeout(600):
        await some.quiet()
    stored = await some.bot.store.load(1)
    assert [row.seq for row in stored.log] == list(range(1, len(stored.log) + 1))
    assert stored.row.log_length >= before.seq
    version = (await some.table()).version
    if await _press_until_answered(some, chance):
        await some.quiet()
        assert (await some.table()).version > version
    assert some.server.world.violations == []


async def _press_until_answered(some: Party, chance: Random) -> bool:
    """Play a card as people do: who was told that a click failed presses again."""
    for _ in range(120):
        try:
            return await play_one(some, chance)
        except AssertionError:
            # Nothing tells when discord.py has connected again: it waits for as long as it likes.
            await asyncio.sleep(0.5)
    raise AssertionError("nobody can play any more")


async def outages(folder: Path, seconds: float, *, tell: bool = False) -> None:
    """Go through one trouble after the other at one table."""
    chance = Random("outages")
    # Who is not answered tries again, as people do.
    async with party(folder, limits=replace(NO_LIMITS, ack_deadline=30.0)) as some:
        await seated(some, NAMES)
        for name, trouble in TROUBLES.items():
            was = (await some.table()).version
            await go_through(some, trouble, seconds, chance)
            if tell:
                print(f"{name}: moves {was} to {(await some.table()).version}", flush=True)


def main() -> None:
    """Run what the command line names."""
    what, much = sys.argv[1], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        if what == "kills":
            asyncio.run(killed(Path(folder), int(much), Random(much)))
        else:
            asyncio.run(outages(Path(folder), float(much), tell=True))
    print("everything held")


if __name__ == "__main__":
    main()
