"""The tables at hand: each under its lock, read from the disk when it is needed."""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.tables import moves
from bot.tables.errors import NotWritten, TableDamaged, TableRefused
from bot.tables.read import TableRead, read, read_by
from bot.tables.table import Place, Table
from bot.tables.written import replayed
from bot.traces import trace
from storage.errors import LogGap, NoSuchTable, StorageError
from storage.models import TableChanges
from storage.tables import Tables as TableStore

log = logging.getLogger(__name__)

KEPT: Final = 2048
"""How many tables nobody is busy with stay in memory."""

Finder = Callable[[int, Place], None]


class Shelf:
    """Tables in memory and what was read of them. Whoever changes one holds its lock."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._reads: dict[int, tuple[Table, dict[int | None, TableRead]]] = {}
        # A lock lives as long as somebody holds it or waits for it.
        self._locks: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        self._finders: list[Finder] = []

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def busy(self) -> int:
        """Return at how many tables somebody is at work or waits to be."""
        return len(self._locks)

    def when_damaged(self, finder: Finder) -> None:
        """Call ``finder`` with a table that was found damaged and set aside, and where it stood."""
        self._finders.append(finder)

    def lock(self, table_id: int) -> asyncio.Lock:
        """Return the lock of a table."""
        lock = self._locks.get(table_id)
        if lock is None:
            lock = self._locks[table_id] = asyncio.Lock()
        return lock

    async def load(self, table_id: int) -> Table:
        """Return a table; raise TableRefused(no_such_table), TableDamaged, NotWritten."""
        kept = self._tables.get(table_id)
        if kept is not None:
            self._tables.move_to_end(table_id)
            return kept
        try:
            stored = await self._store.load(table_id)
        except NoSuchTable as missing:
            raise TableRefused("no_such_table") from missing
        except (LogGap, ValueError) as error:
            await self._set_aside(table_id)
            raise TableDamaged(table_id) from error
        except StorageError as error:
            raise NotWritten from error
        try:
            table = replayed(stored)
        except TableDamaged:
            await self._set_aside(table_id)
            raise
        self.keep(table)
        return table

    def keep(self, table: Table) -> None:
        """Keep a table as it is now at hand; the ones used longest ago go."""
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > KEPT:
            gone, _ = self._tables.popitem(last=False)
            self._reads.pop(gone, None)

    def drop(self, table_id: int) -> None:
        """Take a table from memory no more: what is on the disk is the truth."""
        self._tables.pop(table_id, None)
        self._reads.pop(table_id, None)

    def clear(self) -> None:
        """Take no table from memory any more."""
        self._tables.clear()
        self._reads.clear()

    def seen(self, table: Table, user: int | None = None) -> TableRead:
        """Return a table as a person sees it; what a seat sees of one state is worked out once."""
        kept, reads = self._reads.get(table.id, (None, {}))
        if kept is not table:
            reads = {}
            if self._tables.get(table.id) is table:
                self._reads[table.id] = (table, reads)
        seat = None if user is None else table.seat_of(user)
        found = reads.get(seat)
        if found is None:
            other = next(iter(reads.values()), None)
            found = read(table, user) if other is None else read_by(other, table, user)
            reads[seat] = found
        # Whoever has no seat sees the same; which seats they may take is another matter.
        chances = () if seat is not None or user is None else moves.open_to(table, user)
        return replace(found, open_seats=chances) if chances else found

    def at_hand(self, table_id: int, user: int | None = None) -> TableRead | None:
        """Return a table as a person sees it; None where it is on the disk alone."""
        kept = self._tables.get(table_id)
        return None if kept is None else self.seen(kept, user)

    async def was_written(self, table: Table) -> bool:
        """Tell whether the disk has a table just so."""
        try:
            return replayed(await self._store.load(table.id)) == table
        except (StorageError, TableDamaged) as error:
            log.warning("table %d cannot be read just now: %s", table.id, trace(error))
            return False

    async def _set_aside(self, table_id: int) -> None:
        """Free the channel of a table that cannot be read; its log stays as it is."""
        try:
            row = await self._store.table(table_id)
            if row.phase not in ("lobby", "playing", "over"):
                return
            changes = TableChanges(phase="suspended", suspended_why="damaged")
            await self._store.commit(table_id, changes=changes)
        except StorageError as error:
            raise NotWritten from error
        log.error("table %d cannot be read and was set aside", table_id)
        for finder in self._finders:
            finder(table_id, Place(row.guild_id, row.channel_id, row.parent_id))
