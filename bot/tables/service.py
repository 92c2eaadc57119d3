"""The only writer of tables: one lock a table, one transaction a change, then the subscribers."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random, SystemRandom
from typing import Final

from bot.games.game import Action, DealOver, Event, Game
from bot.games.house_rules import Rules
from bot.games.shuffle import SEED_BYTES
from bot.tables import entries, moves
from bot.tables.courtesy import Courtesy, TooSoon
from bot.tables.entries import Entry, Json
from bot.tables.errors import NotWritten, Stale, TableDamaged, TableRefused
from bot.tables.moves import Move, Person
from bot.tables.read import DealRead, Moment, TableRead, read, read_deal
from bot.tables.table import Place, Settings, Table, apply, opened
from storage.errors import ChannelTaken, LogGap, NoSuchTable, StorageError
from storage.models import LogRow, NewTable, SeatRow, StoredTable, TableChanges
from storage.tables import Tables as TableStore

log = logging.getLogger(__name__)

KEPT: Final = 256
"""How many tables nobody is busy with stay in memory."""


@dataclass(frozen=True, slots=True)
class Notice:
    """That a table has changed: what everybody may see of it, what happened, and who did it.

    ``deals`` are those that ended (or were scored again) with this change, everything face up.
    ``seated`` tells that people or computers changed seats, ``opened`` that the table is new.
    """

    read: TableRead
    events: tuple[Event, ...]
    actor: int | None
    deals: tuple[DealRead, ...] = ()
    seated: bool = False
    opened: bool = False


Subscriber = Callable[[Notice], None]
Watcher = Callable[[Table], None]


class Tables:
    """All tables. Loads each when it is needed, and keeps the few in use in memory."""

    def __init__(
        self,
        store: TableStore,
        *,
        chance: Random | None = None,
        seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
        now: Callable[[], float] = time.time,
        courtesy: Courtesy | None = None,
    ) -> None:
        self.courtesy = courtesy or Courtesy()
        self._store = store
        self._chance = chance or SystemRandom()
        self._seed = seed
        self._now = now
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._locks: dict[int, asyncio.Lock] = {}
        self._running: set[asyncio.Task[tuple[Table, tuple[Event, ...]]]] = set()
        self._subscribers: list[Subscriber] = []
        self._watchers: list[Watcher] = []

    # ------------------------------------------------------------------ who listens

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call ``subscriber`` after each committed change, in the order of the changes."""
        self._subscribers.append(subscriber)

    def watch(self, watcher: Watcher) -> None:
        """Call ``watcher`` with the whole table after each change; for this package's own use."""
        self._watchers.append(watcher)

    # ------------------------------------------------------------------ reading

    async def read(self, table_id: int, user: int | None = None) -> TableRead:
        """Return a table as a person sees it; raise TableRefused(no_such_table), TableDamaged."""
        return read(await self.table(table_id), user)

    async def deal(self, table_id: int, number: int) -> DealRead:
        """Return a finished deal, everything face up; raise IndexError where there is none."""
        return read_deal(await self.table(table_id), number)

    async def in_channel(self, channel: int) -> int | None:
        """Return the number of the open table of a channel, if it has one."""
        try:
            row = await self._store.in_channel(channel)
        except StorageError as error:
            raise NotWritten from error
        return None if row is None else row.id

    async def table(self, table_id: int) -> Table:
        """Return a table whole; raise TableRefused(no_such_table), TableDamaged.

        For this package and for tests: outside it, ``read`` gives what may be seen.
        """
        async with self._lock(table_id):
            return await self._load(table_id)

    async def open_ids(self) -> tuple[int, ...]:
        """Return the numbers of all open tables, without loading them."""
        return tuple(row.id for row in await self._store.open_tables())

    # ------------------------------------------------------------------ opening

    async def open(
        self,
        place: Place,
        host: Person,
        game: Game,
        rules: Rules,
        *,
        settings: Settings | None = None,
        computers: str | None = None,
    ) -> TableRead:
        """Open a table with its host seated; with a level, computers fill it and it starts.

        Raise TableRefused(channel_taken) with the ``table`` that is open there.
        """
        settings = settings or Settings()
        wanted = [
            Entry(
                entries.OPENED,
                {
                    "game": game.key,
                    "rules": _json(game.book.differing(rules)),
                    "guild": place.guild,
                    "channel": place.channel,
                    "parent": place.parent,
                    "host": host.id,
                    "settings": {"language": settings.language, "pace": settings.pace},
                },
                actor=host.id,
            ),
            Entry(entries.SAT, {"seat": 0, "user": host.id, "name": host.name}, actor=host.id),
        ]
        table, _ = _fold(opened(0, wanted[0]), wanted[1:])
        if computers is not None:
            more = moves.start(table, host, computers, self._chance)
            wanted.extend(more)
            table, _ = _fold(table, more)
        at = self._milliseconds()
        new = NewTable(
            guild_id=place.guild,
            channel_id=place.channel,
            parent_id=place.parent,
            game=game.key,
            host_id=host.id,
            opened_at=at,
            rules=dict(game.book.differing(rules)),
            phase=table.phase,
        )
        try:
            row = await self._store.open_table(new, _seat_rows(table), _log_rows(wanted, 0, at))
        except ChannelTaken as taken:
            raise TableRefused("channel_taken", table=taken.table_id) from taken
        except StorageError as error:
            raise NotWritten from error
        async with self._lock(row.id):
            table, events = _fold(opened(row.id, wanted[0]), wanted[1:])
            self._keep(table)
            self._tell(None, table, events, host.id)
        return read(table, host.id)

    # ------------------------------------------------------------------ what people do

    async def act(
        self, table_id: int, user: int, moment: Moment, verb: str, args: Sequence[str] = ()
    ) -> TableRead:
        """Do something in the game; raise TableRefused or IllegalAction, and nothing has changed.

        The only way in: people, computers and the clock all come through here or its likes below.
        """
        table = await self._change(
            table_id, lambda table: moves.act(table, user, moment, verb, tuple(args)), user
        )
        return read(table, user)

    async def consider(
        self, table_id: int, user: int, moment: Moment, verb: str, args: Sequence[str] = ()
    ) -> TableRead:
        """Raise what ``act`` would raise, change nothing, and leave time to confirm it."""
        table = await self.table(table_id)
        wanted = moves.act(table, user, moment, verb, tuple(args))
        _fold(table, wanted)
        seat = table.seat_of(user)
        if seat is not None:
            self.courtesy.considers(table, seat)
        return read(table, user)

    async def considered(self, table_id: int, user: int) -> TableRead:
        """Return the table to somebody who no longer thinks over what was to be confirmed."""
        table = await self.table(table_id)
        seat = table.seat_of(user)
        if seat is not None:
            self.courtesy.considered(table, seat)
        return read(table, user)

    async def sit(self, table_id: int, person: Person, seat: int) -> TableRead:
        """Take a seat, or one's own back from the computer that minds it."""
        return await self._person(table_id, person, lambda table: moves.sit(table, person, seat))

    async def stand(self, table_id: int, person: Person) -> TableRead:
        """Give up a seat in the lobby."""
        return await self._person(table_id, person, lambda table: moves.stand(table, person))

    async def add_computer(
        self, table_id: int, person: Person, level: str, seat: int | None = None
    ) -> TableRead:
        """Put a computer on a seat of the lobby."""
        return await self._person(
            table_id, person, lambda table: moves.add_computer(table, person, level, seat)
        )

    async def remove_computer(self, table_id: int, person: Person, seat: int) -> TableRead:
        """Take a computer away from a seat of the lobby."""
        return await self._person(
            table_id, person, lambda table: moves.remove_computer(table, person, seat)
        )

    async def set_rules(
        self, table_id: int, person: Person, changed: Mapping[str, object]
    ) -> TableRead:
        """Change house rules in the lobby."""
        return await self._person(
            table_id, person, lambda table: moves.set_rules(table, person, changed)
        )

    async def start(self, table_id: int, person: Person, level: str | None = None) -> TableRead:
        """Begin the match; with a level, computers fill the empty seats."""
        return await self._person(
            table_id, person, lambda table: moves.start(table, person, level, self._chance)
        )

    async def leave(self, table_id: int, person: Person) -> TableRead:
        """Give up one's seat."""
        return await self._person(table_id, person, lambda table: moves.leave(table, person))

    async def come_back(self, table_id: int, person: Person) -> TableRead:
        """Take one's own seat back from the computer that minds it."""
        return await self._person(table_id, person, lambda table: moves.come_back(table, person))

    async def mind(self, table_id: int, person: Person) -> TableRead:
        """Let a computer play for oneself until one comes back."""
        return await self._person(table_id, person, lambda table: moves.mind_me(table, person))

    async def end(self, table_id: int, person: Person) -> TableRead:
        """End the table."""
        return await self._person(table_id, person, lambda table: moves.end(table, person))

    async def cut(
        self, table_id: int, user: int | None, moment: Moment, at: int | None
    ) -> TableRead:
        """Cut the shuffled pack (None: by chance); ``user`` None is the bot itself."""
        table = await self._change(
            table_id, lambda table: moves.cut_pack(table, user, moment, at, self._chance), user
        )
        return read(table, user)

    # ------------------------------------------------------------------ what happens by itself

    async def act_as_computer(self, table_id: int, seat: int, version: int, action: Action) -> None:
        """Do something for a computer; raise Stale where the table has moved on."""
        await self._change(
            table_id, lambda table: moves.act_as_computer(table, seat, version, action), None
        )

    async def shuffle(self, table_id: int, version: int) -> None:
        """Shuffle for the next deal, and cut where nobody is asked to; raise Stale."""

        def move(table: Table) -> list[Entry]:
            if table.version != version:
                raise Stale
            return moves.shuffle(table, self._seed(), self._chance)

        await self._change(table_id, move, None)

    async def finish(self, table_id: int, version: int) -> None:
        """Close a match that is over, and in which nothing more may be done; raise Stale."""
        await self._change(table_id, lambda table: moves.finish(table, version), None)

    async def close(self) -> None:
        """Wait until every change that has begun is committed and told."""
        while self._running:
            await asyncio.wait(tuple(self._running))

    # ------------------------------------------------------------------ one way in

    async def _person(self, table_id: int, person: Person, move: Move) -> TableRead:
        return read(await self._change(table_id, move, person.id), person.id)

    async def _change(self, table_id: int, move: Move, actor: int | None) -> Table:
        while True:
            # A caller may go away (a timed-out click, a stopping task); a change once begun is
            # carried through and told, or disk and memory would part.
            task = asyncio.create_task(self._carry_out(table_id, move, actor))
            self._running.add(task)
            task.add_done_callback(self._running.discard)
            try:
                table, _ = await asyncio.shield(task)
            except TooSoon as early:
                await asyncio.sleep(early.seconds)
            else:
                return table

    async def _carry_out(
        self, table_id: int, move: Move, actor: int | None
    ) -> tuple[Table, tuple[Event, ...]]:
        async with self._lock(table_id):
            before = await self._load(table_id)
            wanted = move(before)
            if not wanted:
                return before, ()
            after, events = _fold(before, wanted)
            early = self.courtesy.left(before, after)
            if early > 0:
                raise TooSoon(early)
            try:
                await self._store.commit(
                    table_id,
                    _log_rows(wanted, before.seq, self._milliseconds()),
                    _changes(before, after, self._milliseconds()),
                    _seat_rows(after) if after.seats != before.seats else None,
                )
            except StorageError as error:
                # What is on the disk is the truth: read it again before the next change.
                self._tables.pop(table_id, None)
                raise NotWritten from error
            self._keep(after)
            self._tell(before, after, events, actor)
            return after, events

    def _tell(
        self, before: Table | None, after: Table, events: tuple[Event, ...], actor: int | None
    ) -> None:
        finished = [event.number for event in events if isinstance(event, DealOver)]
        deals = tuple(read_deal(after, number) for number in dict.fromkeys(finished))
        seated = before is None or before.seats != after.seats
        notice = Notice(read(after), events, actor, deals, seated, opened=before is None)
        self.courtesy.saw(after, events)
        for watcher in self._watchers:
            watcher(after)
        for subscriber in self._subscribers:
            subscriber(notice)

    async def _load(self, table_id: int) -> Table:
        kept = self._tables.get(table_id)
        if kept is not None:
            self._tables.move_to_end(table_id)
            return kept
        try:
            stored = await self._store.load(table_id)
        except NoSuchTable as missing:
            raise TableRefused("no_such_table") from missing
        except LogGap as gap:
            raise TableDamaged(table_id) from gap
        except StorageError as error:
            raise NotWritten from error
        table = replayed(stored)
        self._keep(table)
        return table

    def _keep(self, table: Table) -> None:
        self._tables[table.id] = table
        self._tables.move_to_end(table.id)
        while len(self._tables) > KEPT:
            oldest, _ = self._tables.popitem(last=False)
            lock = self._locks.get(oldest)
            if lock is not None and not lock.locked():
                del self._locks[oldest]

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    def _milliseconds(self) -> int:
        return int(self._now() * 1000)


def replayed(stored: StoredTable) -> Table:
    """Return the table that a stored log gives; raise TableDamaged where it gives none."""
    try:
        first, *rest = (Entry(row.kind, row.body, row.actor) for row in stored.log)
        table, _ = _fold(opened(stored.row.id, first), rest)
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise TableDamaged(stored.row.id) from error
    return table


def _fold(table: Table, some: Sequence[Entry]) -> tuple[Table, tuple[Event, ...]]:
    events: list[Event] = []
    for entry in some:
        table, happened = apply(table, entry)
        events.extend(happened)
    return table, tuple(events)


def _log_rows(some: Sequence[Entry], seq: int, at: int) -> list[LogRow]:
    return [
        LogRow(seq=seq + n, at=at, kind=entry.kind, body=dict(entry.body), actor=entry.actor)
        for n, entry in enumerate(some, 1)
    ]


def _seat_rows(table: Table) -> list[SeatRow]:
    return [
        SeatRow(seat=n, user_id=seat.user, name=seat.name, level=seat.level)
        for n, seat in enumerate(table.seats)
    ]


def _changes(before: Table, after: Table, at: int) -> TableChanges | None:
    changed: dict[str, object] = {}
    if after.phase != before.phase:
        changed["phase"] = "ended" if after.phase in ("over", "ended") else after.phase
        if not after.open:
            changed["finished_at"] = at
    if after.host != before.host:
        changed["host_id"] = after.host
    if after.rules != before.rules:
        changed["rules"] = dict(after.game.book.differing(after.rules))
    return TableChanges.model_validate(changed) if changed else None


def _json(values: Mapping[str, str]) -> dict[str, Json]:
    return dict(values)
