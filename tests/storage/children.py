"""Programs that tests run in a process of their own, to be killed, limited or left to end.

Started as `python -m tests.storage.children NAME PATH …`; each prints lines for its parent.
"""

import asyncio
import os
import resource
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

from storage.database import Database
from storage.errors import CannotOpen, StorageError
from storage.models import LogRow, NewTable, SeatRow, TableChanges
from storage.store import Store
from tests.storage.held import Held
from tests.storage.samples import remembered, remembering

NOBODY = 65_534
TABLES = 12

# Kept, so that nothing but the end of the process takes it away.
_left_open: list[Database] = []
_reading: list[asyncio.Task[list[str]]] = []
_hung: list[asyncio.Task[None]] = []


def say(line: str) -> None:
    """Write a line that is out at once, so that a kill cannot lose it on this side."""
    os.write(1, f"{line}\n".encode())


async def traffic(path: Path) -> None:
    """Play at many tables at once, two entries and a seat a commit, telling each as it holds."""
    store = Store(await Database.open(path))
    rows = {row.channel_id: row for row in await store.open_tables()}
    for channel in range(TABLES):
        if channel not in rows:
            new = NewTable(guild_id=1, channel_id=channel, game="bura", host_id=1, opened_at=1)
            rows[channel] = await store.open_table(new)

    async def play(channel: int) -> None:
        table_id, seq = rows[channel].id, rows[channel].log_length
        while True:
            pair = [
                LogRow(seq=n, at=n, kind="act", body={"token": f"{table_id}-{n}"})
                for n in (seq + 1, seq + 2)
            ]
            seq += 2
            seat = SeatRow(seat=0, user_id=seq, name=f"{seq}")
            await store.commit(table_id, pair, TableChanges(due_at=seq), [seat])
            say(f"{table_id} {seq}")

    say(f"ready {os.getpid()}")
    await asyncio.gather(*(play(channel) for channel in range(TABLES)))


def nursery(path: Path) -> None:
    """Run `traffic` in a new process for each line that comes in, and tell when it has ended.

    Forking from here saves the time of starting Python and importing for each.
    """
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            asyncio.run(traffic(path))
        os.waitpid(child, 0)
        say("ended")


async def left_open(path: Path) -> None:
    """Write and end without closing anything."""
    database = await Database.open(path)
    _left_open.append(database)
    await database.write(remembering("kept"))
    say("written")


async def left_in_the_middle(path: Path) -> None:
    """End while writes and reads are under way."""
    database = await Database.open(path)
    _left_open.append(database)
    await database.write(remembering("kept"))
    tasks = [asyncio.create_task(database.write(remembering(f"{n}"))) for n in range(50)]
    _reading.extend(asyncio.create_task(database.read(remembered)) for _ in range(5))
    await asyncio.sleep(0.005)
    say(f"written {sum(task.done() for task in tasks)}")
    sys.exit(3)


async def left_in_an_endless_unit(path: Path) -> None:
    """End in the middle of a unit and of a query that go on for ever."""
    await _hang(await Database.open(path))


async def given_up(path: Path) -> None:
    """Close in the middle of a unit and of a query that go on for ever."""
    database = await Database.open(path)
    await _hang(database)
    await database.close(0.05)
    await asyncio.gather(*_hung, return_exceptions=True)


async def _hang(database: Database) -> None:
    _left_open.append(database)
    # Both are held up for ever: more time would not help them.
    for module in ("writer", "database"):
        patch(f"storage.{module}.LAST_SECONDS", 0.2).start()
    await database.write(remembering("kept"))
    unit, query = Held(remembering("lost")), Held()
    _hung.extend(asyncio.create_task(ask) for ask in (database.write(unit), database.read(query)))
    await unit.begun.wait()
    await query.begun.wait()
    say("written")


async def hold(path: Path) -> None:
    """Keep the database open until killed."""
    _left_open.append(await Database.open(path))
    say("held")
    await asyncio.Event().wait()


async def limited(path: Path) -> None:
    """Write until a file may grow no further, then get more room and go on."""
    database = await Database.open(path)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, hard))
    written = await _fill(database)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await database.write(remembering("with room again"))
    say(f"{written + 1}")
    await database.close()


async def _fill(database: Database) -> int:
    written = 0
    while True:
        batch = [database.write(remembering(f"{written + n:06}", "x" * 2_000)) for n in range(10)]
        outcomes = await asyncio.gather(*batch, return_exceptions=True)
        failed = [outcome for outcome in outcomes if outcome is not None]
        written += len(outcomes) - len(failed)
        for outcome in failed:
            if not isinstance(outcome, StorageError):
                raise outcome
        if failed:
            say(f"{type(failed[0]).__name__} {len(failed)}")
            return written


async def as_nobody(path: Path) -> None:
    """Try to open a database as a user to whom permissions apply."""
    # Whatever is imported late must be so before the program's own files are out of reach.
    await asyncio.to_thread(os.getpid)
    if os.getuid() == 0:
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        await Database.open(path)
    except CannotOpen as error:
        say(f"{type(error).__name__}: {error}")


CHILDREN: dict[str, Callable[[Path], Awaitable[None]]] = {
    child.__name__: child
    for child in (
        traffic,
        left_open,
        left_in_the_middle,
        left_in_an_endless_unit,
        given_up,
        hold,
        limited,
        as_nobody,
    )
}


async def _main(name: str, path: Path) -> None:
    await CHILDREN[name](path)


if __name__ == "__main__":
    if sys.argv[1] == nursery.__name__:
        nursery(Path(sys.argv[2]))
    else:
        asyncio.run(_main(sys.argv[1], Path(sys.argv[2])))
