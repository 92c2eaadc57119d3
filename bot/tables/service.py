"""The only writer of tables: one lock a table, one transaction a change, then the subscribers."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import replace
from random import Random, SystemRandom
from typing import Final

from bot.computers.player import Choice
from bot.games.game import Action, Event, Game
from bot.games.house_rules import Rules
from bot.games.shuffle import SEED_BYTES
from bot.tables import moves, votes
from bot.tables.agreement import claim, settle
from bot.tables.courtesy import Courtesy, TooSoon
from bot.tables.entries import Entry
from bot.tables.errors import NotWritten, Stale, TableDamaged, TableRefused
from bot.tables.moves import Move, Person
from bot.tables.notice import Subscriber, notice_of
from bot.tables.opening import another, folded, opening, row_of
from bot.tables.read import DealRead, Moment, TableRead, read, read_deal
from bot.tables.results import complete, result_of
from bot.tables.shelf import Finder, Shelf
from bot.tables.table import Place, Settings, Table, opened
from bot.tables.written import changes_of, fold, log_rows, seat_rows
from bot.traces import trace
from storage.errors import ChannelTaken, StorageError
from storage.models import TableChanges
from storage.tables import Tables as TableStore

log = logging.getLogger(__name__)

SOON: Final = 900
"""Seconds after a match within which its people are taken to be there for another one."""

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
        self._shelf = Shelf(store)
        self._running: set[asyncio.Task[Table]] = set()
        self._subscribers: list[Subscriber] = []
        self._watchers: list[Watcher] = []

    # ------------------------------------------------------------------ who listens

    def subscribe(self, subscriber: Subscriber) -> None:
        """Call ``subscriber`` after each committed change, in the order of the changes."""
        self._subscribers.append(subscriber)

    def watch(self, watcher: Watcher) -> None:
        """Call ``watcher`` with the whole table after each change; for this package's own use."""
        self._watchers.append(watcher)

    def when_damaged(self, finder: Finder) -> None:
        """Call ``finder`` with a table that was found damaged and set aside, and where it stood."""
        self._shelf.when_damaged(finder)

    # ------------------------------------------------------------------ reading

    async def read(self, table_id: int, user: int | None = None) -> TableRead:
        """Return a table as a person sees it; raise TableRefused(no_such_table), TableDamaged."""
        return self._shelf.seen(await self.table(table_id), user)

    def at_hand(self, table_id: int, user: int | None = None) -> TableRead | None:
        """Return what ``read`` gives where that can be had without the disk.

        For who sits here, and for everybody (None), it is the same object until the table changes.
        """
        return self._shelf.at_hand(table_id, user)

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
        async with self._shelf.lock(table_id):
            return await self._shelf.load(table_id)

    @property
    def loaded(self) -> int:
        """Return how many tables are in memory."""
        return len(self._shelf)

    @property
    def busy(self) -> int:
        """Return at how many tables somebody is at work or waits to be."""
        return self._shelf.busy

    async def stirring(self) -> tuple[int, ...]:
        """Return the numbers of all tables where something goes on by itself, without loading."""
        try:
            return await self._store.stirring()
        except StorageError as error:
            raise NotWritten from error

    # ------------------------------------------------------------------ opening

    async def open(
        self,
        place: Place,
        host: Person,
        game: Game,
        rules: Rules,
        *,
        settings: Settings | None = None,
        guests: Sequence[Person] = (),
        computers: str | None = None,
    ) -> TableRead:
        """Open a table with its host seated; with a level, computers fill it and it starts.

        A seat is kept for each guest. Raise TableRefused(channel_taken) with the ``table`` that is
        open there.
        """
        wanted = opening(
            place,
            host,
            game,
            rules,
            settings or Settings(),
            guests=guests,
            computers=computers,
            chance=self._chance,
        )
        return read(await self._shielded(self._open(wanted, host.id)), host.id)

    async def again(self, table_id: int, person: Person) -> TableRead:
        """Open another match after one: same place, people, rules and seats; raise TableRefused.

        Soon after the first one it starts at once.
        """
        old = await self.table(table_id)
        try:
            ended = (await self._store.table(table_id)).finished_at or 0
        except StorageError as error:
            raise NotWritten from error
        soon = self._milliseconds() - ended < SOON * 1000
        wanted = another(old, person, soon=soon, chance=self._chance)
        return read(await self._shielded(self._open(wanted, person.id, table_id)), person.id)

    async def _open(
        self, wanted: Sequence[Entry], host: int, instead_of: int | None = None
    ) -> Table:
        table = folded(wanted)
        at = self._milliseconds()
        try:
            row = await self._store.open_table(
                row_of(table, at), seat_rows(table), log_rows(wanted, 0, at), instead_of=instead_of
            )
        except ChannelTaken as taken:
            raise TableRefused("channel_taken", table=taken.table_id) from taken
        except StorageError as error:
            raise NotWritten from error
        async with self._shelf.lock(row.id):
            table, events = fold(opened(row.id, wanted[0]), wanted[1:])
            self._shelf.keep(table)
            self._tell(None, table, events, host)
        return table

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
        return self._shelf.seen(table, user)

    async def consider(
        self, table_id: int, user: int, moment: Moment, verb: str, args: Sequence[str] = ()
    ) -> TableRead:
        """Raise what ``act`` would raise, change nothing, and leave time to confirm it."""
        table = await self.table(table_id)
        wanted = moves.act(table, user, moment, verb, tuple(args))
        fold(table, wanted)
        seat = table.seat_of(user)
        if seat is not None:
            self.courtesy.considers(table, seat)
        return self._shelf.seen(table, user)

    async def considered(self, table_id: int, user: int) -> TableRead:
        """Return the table to somebody who no longer thinks over what was to be confirmed."""
        table = await self.table(table_id)
        seat = table.seat_of(user)
        if seat is not None:
            self.courtesy.considered(table, seat)
        return self._shelf.seen(table, user)

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
        """End the table, or vote for it."""
        return await self._person(table_id, person, lambda table: votes.end(table, person))

    async def do(self, table_id: int, person: Person, move: Move) -> TableRead:
        """Do for a person what a pure function of this package allows them."""
        return await self._person(table_id, person, move)

    async def claim(
        self, table_id: int, person: Person, version: int, shares: tuple[int, ...]
    ) -> TableRead:
        """Claim or concede tricks that are left, where the cards can fall so."""
        table = await self.table(table_id)
        found = await asyncio.to_thread(settle, table, person, version, shares)
        done = await self._person(table_id, person, lambda now: claim(now, person, version, found))
        if found.line is None:
            raise TableRefused("claim_impossible")
        return done

    async def cut(
        self, table_id: int, user: int | None, moment: Moment, at: int | None
    ) -> TableRead:
        """Cut the shuffled pack (None: by chance); ``user`` None is the bot itself."""
        table = await self._change(
            table_id, lambda table: moves.cut_pack(table, user, moment, at, self._chance), user
        )
        return self._shelf.seen(table, user)

    # ------------------------------------------------------------------ what happens by itself

    async def by_itself(self, table_id: int, move: Move) -> None:
        """Do what nobody asked for: the clock's, and what computers agree to; raise Stale."""
        await self._change(table_id, move, None)

    async def act_as_computer(
        self, table_id: int, seat: int, version: int, action: Action, why: Choice | None = None
    ) -> None:
        """Do something for a computer, ``why`` being its choice; raise Stale as time goes on."""
        await self._change(
            table_id, lambda table: moves.act_as_computer(table, seat, version, action, why), None
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

    async def suspend(self, table_id: int, why: str) -> None:
        """Let nothing go on at a table until a person does something there again."""
        await self._shielded(self._suspend(table_id, why))

    async def _suspend(self, table_id: int, why: str) -> Table:
        async with self._shelf.lock(table_id):
            before = await self._shelf.load(table_id)
            if not before.open or before.suspended:
                return before
            after = replace(before, suspended=why)
            try:
                await self._store.commit(
                    table_id, changes=TableChanges(phase="suspended", suspended_why=why)
                )
            except StorageError as error:
                raise NotWritten from error
            self._shelf.keep(after)
            self._tell(before, after, (), None)
            return after

    async def suspend_in(self, why: str, guild: int, channel: int | None = None) -> None:
        """Suspend all tables of a server, or of one channel that is gone with its threads."""
        try:
            rows = await self._store.of_guild(guild)
        except StorageError as error:
            raise NotWritten from error
        if channel is not None:
            rows = tuple(row for row in rows if channel in (row.channel_id, row.parent_id))
        for row in rows:
            try:
                await self.suspend(row.id, why)
            except TableDamaged:
                log.info("table %d is damaged and was set aside already", row.id)

    def read_again(self) -> None:
        """Take no table from memory any more: what is on the disk was changed by others."""
        self._shelf.clear()

    async def close(self) -> None:
        """Wait until every change that has begun is committed and told."""
        while self._running:
            await asyncio.wait(tuple(self._running))

    # ------------------------------------------------------------------ one way in

    async def _person(self, table_id: int, person: Person, move: Move) -> TableRead:
        return self._shelf.seen(await self._change(table_id, move, person.id), person.id)

    async def _change(self, table_id: int, move: Move, actor: int | None) -> Table:
        while True:
            try:
                return await self._shielded(self._carry_out(table_id, move, actor))
            except TooSoon as early:
                await early.over()

    async def _shielded(self, change: Coroutine[None, None, Table]) -> Table:
        # A caller may go away (a timed-out click, a stopping task); a change once begun is
        # carried through and told, or disk and memory would part.
        task = asyncio.create_task(change)
        self._running.add(task)
        task.add_done_callback(self._ran)
        return await asyncio.shield(task)

    def _ran(self, task: asyncio.Task[Table]) -> None:
        self._running.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be left to hear it

    async def _carry_out(self, table_id: int, move: Move, actor: int | None) -> Table:
        async with self._shelf.lock(table_id):
            found = await self._shelf.load(table_id)
            if found.suspended and actor is None:
                raise Stale
            before = replace(found, suspended="") if found.suspended else found
            wanted = move(before)
            if not wanted:
                return found
            after, events = fold(before, wanted)
            while more := votes.decided(after, actor):
                wanted = [*wanted, *more]
                after, events = fold(before, wanted)
            early = self.courtesy.left(before, after)
            if early > 0:
                raise self.courtesy.hold_back(table_id, early)
            rows = log_rows(wanted, before.seq, self._milliseconds())
            result = None
            try:
                if complete(before, after):
                    stored = await self._store.load(table_id)
                    result = result_of(after, (*stored.log, *rows))
                await self._store.commit(
                    table_id,
                    rows,
                    changes_of(found, after, self._milliseconds()),
                    seat_rows(after) if after.seats != before.seats else None,
                    result,
                )
            except ChannelTaken as taken:
                raise TableRefused("channel_taken", table=taken.table_id) from taken
            except StorageError as error:
                # What is on the disk is the truth: it is read again before anything is said.
                self._shelf.drop(table_id)
                if not await self._shelf.was_written(after):
                    raise NotWritten from error
            self._shelf.keep(after)
            self._tell(before, after, events, actor)
            return after

    def _tell(
        self, before: Table | None, after: Table, events: tuple[Event, ...], actor: int | None
    ) -> None:
        notice = notice_of(before, after, self._shelf.seen(after), events, actor)
        self.courtesy.saw(after, events)
        for watcher in self._watchers:
            watcher(after)
        for subscriber in self._subscribers:
            try:
                subscriber(notice)
            except Exception as error:  # noqa: BLE001 - committed: it stands, and the next is told
                log.error("a change of table %d was not shown: %s", after.id, trace(error))

    def _milliseconds(self) -> int:
        return int(self._now() * 1000)
