"""A room with tables for tests: real storage that can be made to stumble, and people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from bot.games.game import Action, Decision
from bot.games.registry import GAMES
from bot.tables.moves import Person
from bot.tables.read import Moment
from bot.tables.service import Tables
from bot.tables.table import Place, Table
from storage.database import Database
from storage.errors import StorageFull
from storage.models import LogRow, NewResult, SeatRow, TableChanges
from storage.store import Store

ANN, BO, CY, DI, EVE = (
    Person(number, name) for number, name in enumerate(("Ann", "Bo", "Cy", "Di", "Eve"), 101)
)
PEOPLE = (ANN, BO, CY, DI, EVE)
GUILD = 900


class Stumbling(Store):
    """Storage whose next commits can be made to wait or to fail, before or after the disk."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.full = 0
        self.lost_answers = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.held_up = asyncio.Event()
        self.begun = 0

    async def commit(
        self,
        table_id: int,
        entries: Sequence[LogRow] = (),
        changes: TableChanges | None = None,
        seats: Sequence[SeatRow] | None = None,
        result: NewResult | None = None,
    ) -> None:
        """Commit, or stumble as told."""
        self.begun += 1
        if not self.gate.is_set():
            self.held_up.set()
        await self.gate.wait()
        if self.full:
            self.full -= 1
            raise StorageFull("no room")
        await super().commit(table_id, entries, changes, seats, result)
        if self.lost_answers:
            self.lost_answers -= 1
            raise StorageFull("no room")


class Room:
    """Tables over one database; ``again`` gives tables that must read everything from disk."""

    def __init__(self, store: Stumbling, chance: Random) -> None:
        self.store = store
        self.chance = chance
        self.tables = self.again()

    def again(self) -> Tables:
        """Return tables that remember nothing, as after a restart."""
        return Tables(self.store, chance=self.chance, seed=lambda: self.chance.randbytes(32))

    async def open(
        self,
        game: str = "biritch",
        rules: Mapping[str, object] | None = None,
        *,
        channel: int = 1,
        computers: bool = False,
    ) -> int:
        """Open a table with Ann as its host, and return its number."""
        found = GAMES[game]
        read = await self.tables.open(
            Place(GUILD, channel),
            ANN,
            found,
            found.book.rules(rules),
            computers="normal" if computers else None,
        )
        return read.id

    async def seated(
        self,
        game: str = "biritch",
        rules: Mapping[str, object] | None = None,
        *,
        channel: int = 1,
    ) -> int:
        """Open a table, fill it with people, deal, and return its number."""
        table = await self.open(game, rules, channel=channel)
        for seat in range(1, GAMES[game].seats):
            await self.tables.sit(table, PEOPLE[seat], seat)
        await self.tables.start(table, ANN)
        await self.deal(table)
        return table

    async def deal(self, table: int) -> Table:
        """Shuffle and deal, the bot cutting for whoever is asked."""
        now = await self.tables.table(table)
        await self.tables.shuffle(table, now.version)
        now = await self.tables.table(table)
        if now.cutter is not None:
            await self.tables.cut(table, None, Moment(version=now.version), None)
        return await self.tables.table(table)

    async def asked(self, table: int) -> tuple[Table, Decision, int]:
        """Return the table, what it waits for, and the person who is to decide."""
        now = await self.tables.table(table)
        assert now.decision is not None
        user = now.seats[now.decision.player].user
        assert user is not None
        return now, now.decision, user

    async def act(self, table: int, action: Action, user: int, version: int) -> None:
        """Do something in the game for a person."""
        await self.tables.act(table, user, Moment(version=version), action.verb, action.args)


def any_action(decision: Decision, chance: Random) -> Action:
    """Return something legal: one of the list, or any combination of a discard."""
    discard = decision.discard
    if discard is not None and (not decision.actions or chance.random() < 0.5):
        some = chance.sample(discard.cards, discard.count)
        return Action(decision.seat, discard.verb, tuple(one.text for one in some))
    return chance.choice(decision.actions)


@asynccontextmanager
async def room_in(folder: Path, seed: int = 1) -> AsyncIterator[Room]:
    """Open a room on a new database in a folder."""
    async with await Database.open(folder / "atout.sqlite3") as database:
        room = Room(Stumbling(database), Random(seed))
        yield room
        await room.tables.close()
