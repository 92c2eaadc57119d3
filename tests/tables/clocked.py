"""A room whose clock a test turns by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from bot.tables import lobby
from bot.tables.clock import Clock
from bot.tables.service import Tables
from bot.tables.table import Table
from tests.tables.room import ANN, Room

START = 1_000_000.0


@dataclass
class Hands:
    """The hands of a clock, in seconds."""

    at: float = START

    def __call__(self) -> float:
        return self.at


@dataclass
class Clocked:
    """A room with a clock that only moves when it is told to."""

    room: Room
    hands: Hands = field(default_factory=Hands)
    ticked: float = 0.0

    def __post_init__(self) -> None:
        self.restart()

    @property
    def tables(self) -> Tables:
        """Return the room's tables."""
        return self.room.tables

    def restart(self) -> None:
        """Take tables and a clock that remember nothing."""
        chance: Random = self.room.chance
        self.room.tables = Tables(
            self.room.store, chance=chance, seed=lambda: chance.randbytes(32), now=self.hands
        )
        self.clock = Clock(
            self.room.tables, self.room.store, now=self.hands, ticks=lambda: self.ticked
        )

    async def passes(self, seconds: float) -> None:
        """Let time pass and ring what is due, as the clock itself does."""
        self.hands.at += seconds
        self.ticked += seconds
        await self.clock.follow()
        await self.clock.ring()

    async def is_set(self, seconds: float) -> None:
        """Set the clock of the machine forward or back, and let it look at its deadlines."""
        self.hands.at += seconds
        await self.clock.follow()
        await self.clock.ring()

    async def with_clock(self, table: int, clock: str) -> Table:
        """Choose a table's clock."""
        await self.tables.do(table, ANN, lambda now: lobby.change_settings(now, ANN, clock=clock))
        return await self.tables.table(table)
