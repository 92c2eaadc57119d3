"""Public messages: each table's board and lasting posts, in order, the latest state only.

A table has a desk here. It remembers the board's message, what it shows, and what is still to be
sent; one task works it off while there is something to do. Whatever is not written yet is drawn
anew when its turn comes, so a board that lags shows the present when it catches up.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Final

from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.publisher.budget import Budget, Urgency
from bot.publisher.calm import BOARD_WAITS, Calm
from bot.publisher.desk import (
    CaughtUp,
    Desk,
    Draw,
    Finished,
    Lost,
    Recall,
    Remember,
)
from bot.publisher.desk import Courier as Courier
from bot.publisher.desk import Drawn as Drawn
from bot.publisher.desk import Ping as Ping
from bot.publisher.desk import Posted as Posted
from bot.render.screen import Screen
from bot.traces import trace

log = logging.getLogger(__name__)

OLD_AFTER: Final = 50 * 60.0
"""Seconds after which a board is posted anew: Discord limits edits of older messages."""

EDIT_EVERY: Final = 1.1
"""Seconds between two edits in one channel, after a few at once."""

TRIES: Final = 4
"""How often something that Discord refuses is tried before it is given up."""

KEPT: Final = 512
"""How many tables stay at hand at whose board nothing is to be written."""

POSTS_KEPT: Final = 8
"""How many lasting messages wait for a place that cannot be written to."""

LOST_FOR: Final = (60.0, 900.0)
"""Seconds for which a place that cannot be written to is left alone: at first, and at most.

Discord bans an address that keeps asking for what it may not do.
"""


class Boards:
    """The boards of all tables.

    ``draw`` gives a table's present board (None: it has none any more), ``remember`` keeps where
    it stands, ``lost`` hears that a channel cannot be written to, ``moved`` that the board has
    followed a lasting message to the bottom. ``recall`` gives what ``remember`` kept, so that
    nothing is kept here of a table at which nothing is to be written; ``caught_up`` hears by how
    many seconds a board was behind when it shows the latest again, ``finished`` of a table to be
    forgotten that its last board stands, or that there is no place for it. ``now`` is the clock
    that people know and may set; waits are counted on the ``steady`` one.
    """

    def __init__(
        self,
        courier: Courier,
        draw: Draw,
        remember: Remember,
        lost: Lost,
        *,
        moved: Callable[[int], None] | None = None,
        recall: Recall | None = None,
        caught_up: CaughtUp = lambda _, __: None,
        finished: Finished = lambda _: None,
        budget: Budget | None = None,
        calm: Calm | None = None,
        edit_every: float = EDIT_EVERY,
        retry: float = 0.5,
        now: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._courier = courier
        self._draw = draw
        self._remember = remember
        self._lost = lost
        self._moved = moved
        self._recall = recall
        self._caught_up = caught_up
        self._finished = finished
        self._budget = budget or Budget()
        self._calm = calm or Calm()
        self._edit_every = edit_every
        self._retry = retry
        self._now = now
        self._steady = steady
        self._desks: dict[int, Desk] = {}
        self._sent = itertools.count()
        self._removing: set[asyncio.Task[None]] = set()
        self._stopped = False

    # ------------------------------------------------------------------ wishes

    def expect(self, table: int) -> None:
        """Write nothing for a table yet: its board is about to be posted as a command's answer."""
        desk = self._desk(table)
        desk.expected = desk.known = True

    def release(self, table: int) -> None:
        """Expect no longer; what was asked for meanwhile is written now."""
        desk = self._desk(table)
        desk.expected = False
        self._work(table, desk)

    def know(self, table: int, board: Posted) -> None:
        """Take note of a board that was posted before (a restart, or by an interaction)."""
        desk = self._desk(table)
        desk.board = board
        desk.known = True
        desk.expected = False
        desk.newest = max(desk.newest, board.message)

    async def adopt(self, table: int, board: Posted, shown: Screen) -> None:
        """Take a message that was just posted as the table's board, and remember it."""
        self.know(table, board)
        self._desk(table).shown = shown
        await self._remember(table, board)

    def refresh(self, table: int, urgency: Urgency | None = None) -> None:
        """Bring the board up to date when its turn comes, by how much it is waited for now."""
        desk = self._desk(table)
        desk.dirty = True
        now = self._steady()
        if desk.behind_since is None:
            desk.behind_since = now
        if urgency is not None:
            desk.wish = urgency
            if urgency > Urgency.PERSON_WAITS:
                self._measure_waiting(desk)
            elif desk.waited_since is None:
                desk.waited_since = now
        self._hurry(desk)
        self._work(table, desk)

    def post_anew(self, table: int, *, ping: Ping | None = None, asked: bool = False) -> None:
        """Post the board again at the bottom; with a ``ping``, people and the words for it."""
        desk = self._desk(table)
        desk.anew = True
        desk.asked = desk.asked or asked
        if asked:
            desk.lost_until = 0.0
        desk.ping = ping or desk.ping
        self._hurry(desk)
        self._work(table, desk)

    def post(self, table: int, channel: int, screen: Screen, nonce: str) -> None:
        """Post a lasting message, after all that was asked for before; the board follows it."""
        desk = self._desk(table)
        desk.posts.append((channel, screen, nonce))
        self._work(table, desk)

    def retry(self, channels: Collection[int]) -> None:
        """Write at once what waits because these channels could not be written to."""
        for table, desk in list(self._desks.items()):
            if desk.channel not in channels:
                continue
            desk.stirred.set()
            if desk.lost_until > self._steady():
                desk.lost_until = 0.0
                self.refresh(table)

    def bury(self, table: int, newest: int | None) -> None:
        """Take note of the newest message of the table's channel; ours or not."""
        if newest is not None and table in self._desks:
            self._desks[table].newest = max(self._desks[table].newest, newest)

    def buried(self, table: int) -> bool:
        """Tell whether something was written below the board."""
        desk = self._desks.get(table)
        return desk is not None and desk.board is not None and desk.newest > desk.board.message

    def board(self, table: int) -> Posted | None:
        """Return where a table's board stands, if it has one."""
        desk = self._desks.get(table)
        return None if desk is None else desk.board

    def forget(self, table: int) -> None:
        """Drop what is kept about a table once everything asked for is done."""
        desk = self._desks.get(table)
        if desk is not None:
            desk.closing = True
            self._drop(table, desk)

    def _drop(self, table: int, desk: Desk) -> None:
        # What could not be written yet may be, once the place can be written to again.
        waits = desk.lost_until > self._steady()
        if desk.closing and desk.working is None and not desk.expected and not waits:
            self._desks.pop(table, None)
            if not desk.wanted:
                self._finished(table)

    @property
    def desks(self) -> int:
        """Return of how many tables something is kept."""
        return len(self._desks)

    async def settle(self) -> None:
        """Wait until everything asked for so far is written or given up."""
        while True:
            tasks = self._tasks()
            if not tasks:
                return
            await asyncio.wait(tasks)

    def _tasks(self) -> list[asyncio.Task[None]]:
        working = [desk.working for desk in self._desks.values() if desk.working is not None]
        return [*working, *self._removing]

    async def written(self, table: int, seconds: float) -> None:
        """Wait until what was asked for at a table stands in its channel, for so long at most."""
        desk = self._desks.get(table)
        if desk is not None and desk.working is not None:
            desk.awaited += 1
            try:
                await asyncio.wait({desk.working}, timeout=seconds)
            finally:
                desk.awaited -= 1

    async def stop(self, seconds: float = 2.0) -> None:
        """Write what can be written in ``seconds``, and stop."""
        try:
            async with asyncio.timeout(seconds):
                await self.settle()
        except TimeoutError:
            log.info("stopped with boards still to be written; they are drawn anew at the start")
        self._stopped = True
        tasks = self._tasks()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------------ work

    def _desk(self, table: int) -> Desk:
        desk = self._desks.pop(table, None) or Desk(known=self._recall is None)
        self._desks[table] = desk
        return desk

    def _tidy(self) -> None:
        """Forget the desks used longest ago, where all is written that was asked for."""
        if self._recall is None or len(self._desks) <= KEPT:
            return
        idle = [table for table, desk in self._desks.items() if desk.idle(self._steady())]
        for table in idle[: len(self._desks) - KEPT]:
            del self._desks[table]

    def _work(self, table: int, desk: Desk) -> None:
        if desk.working is not None or desk.expected or self._stopped:
            return
        if desk.lost_until > self._steady():
            desk.give_up(POSTS_KEPT)
            return
        desk.working = asyncio.create_task(self._work_off(table, desk))

    async def _work_off(self, table: int, desk: Desk) -> None:
        try:
            await self._learn(table, desk)
            while desk.wanted:
                post = desk.posts[0] if desk.posts else None
                outcome = await self._write_next(table, desk)
                if outcome is Outcome.DONE:
                    desk.failures = desk.lost_times = 0
                    self._measure(desk)
                    continue
                if outcome.place_lost:
                    desk.give_up(0 if outcome is Outcome.CHANNEL_GONE else POSTS_KEPT)
                    first, most = LOST_FOR
                    desk.lost_until = self._steady() + min(most, first * 2**desk.lost_times)
                    desk.lost_times = min(desk.lost_times + 1, 10)
                    self._lost(table, outcome)
                    if outcome is Outcome.CHANNEL_GONE and desk.closing:
                        self._finished(table)
                    return
                desk.failures += 1
                if not outcome.passing and desk.failures >= TRIES:
                    desk.failures = 0
                    if post is None:
                        desk.give_up()
                        return
                    desk.posts.popleft()
                    continue
                await desk.rest(min(30.0, self._retry * 2 ** min(desk.failures, 6)))
        finally:
            desk.working = None
            self._drop(table, desk)
            self._tidy()

    async def _learn(self, table: int, desk: Desk) -> None:
        """Find out where a table's board stands, if it was posted before the start."""
        if desk.known or self._recall is None:
            return
        found = await self._recall(table)
        if not desk.known and found is not None:
            desk.board = found
            desk.newest = max(desk.newest, found.message)
        desk.known = True

    def _hurry(self, desk: Desk) -> None:
        if desk.ticket is not None:
            self._budget.hurry(desk.ticket, desk.pressing)

    @asynccontextmanager
    async def _turn(self, desk: Desk, urgency: Urgency) -> AsyncIterator[None]:
        """Wait until a request may be made for a table; sooner once somebody waits for it more.

        It is answered at the end of the block.
        """
        desk.ticket = ticket = self._budget.ask(min(urgency, desk.pressing), desk.behind_since)
        try:
            await ticket.granted
        finally:
            desk.ticket = None
        try:
            yield
        finally:
            self._budget.answered(ticket)

    def _measure(self, desk: Desk) -> None:
        """Tell by how much a board was behind that is not so any more."""
        if desk.behind_since is None or desk.dirty or desk.anew:
            return
        behind = self._steady() - desk.behind_since
        if desk.waited_since is None:
            self._caught_up(desk.urgency, behind)
        else:
            if desk.waited_since > desk.behind_since:
                self._caught_up(Urgency.PEOPLE_WATCH, behind)
            self._measure_waiting(desk)
        desk.behind_since = None

    def _measure_waiting(self, desk: Desk) -> None:
        """Tell for how long somebody waited for a board who does so no more."""
        if desk.waited_since is not None:
            self._caught_up(Urgency.PERSON_WAITS, self._steady() - desk.waited_since)
            desk.waited_since = None

    async def _write_next(self, table: int, desk: Desk) -> Outcome:
        """Write one thing; what raised is put in the words of ``Outcome``."""
        try:
            if desk.posts:
                return await self._write_post(desk)
            return await self._write_board(table, desk)
        except Exception as error:  # noqa: BLE001 - outermost: else one fault ends a table's desk
            outcome = outcome_of(error)
            if outcome is None:
                log.error("table %d: its board could not be written: %s", table, trace(error))
                return Outcome.REFUSED
            if outcome is Outcome.REFUSED:
                log.error("table %d: Discord refused its board: %s", table, _short(error))
            return outcome

    async def _write_post(self, desk: Desk) -> Outcome:
        channel, screen, nonce = desk.posts[0]
        async with self._turn(desk, Urgency.PEOPLE_WATCH):
            message = await self._courier.send(channel, screen, nonce)
        desk.posts.popleft()
        desk.newest = max(desk.newest, message)
        if desk.board is not None:
            desk.anew = desk.parted = True
        return Outcome.DONE

    async def _write_board(self, table: int, desk: Desk) -> Outcome:
        try:
            if desk.board is not None and not desk.anew:
                # Drawn before it may be shown, a board would be drawn twice.
                await desk.may_edit(self._edit_every)
                if desk.posts:
                    return Outcome.DONE
            if not desk.awaited:  # who waits for it would wait for the end of the own click
                await self._calm.wait(BOARD_WAITS)
            # What is asked for while a board is drawn or sent is asked for again.
            desk.dirty = False
            drawn = await self._draw(table)
            if drawn is None:
                desk.anew = desk.asked = False
                desk.ping = None
                return Outcome.DONE
            desk.urgency, desk.channel = drawn.urgency, drawn.channel
            if desk.board is None or desk.anew or self._now() - desk.board.at > OLD_AFTER:
                return await self._post_board(table, desk, drawn)
            if drawn.screen == desk.shown:
                return Outcome.DONE
            return await self._edit_board(table, desk, drawn)
        except BaseException:
            desk.dirty = True
            raise

    async def _latest(self, table: int, desk: Desk, drawn: Drawn) -> Drawn:
        """Return a board as it is after the wait for its turn; drawn anew only if it changed."""
        if not desk.dirty:
            return drawn
        desk.dirty = False
        return await self._draw(table) or drawn

    async def _edit_board(self, table: int, desk: Desk, drawn: Drawn) -> Outcome:
        slower = 2.5 if drawn.urgency is Urgency.COMPUTERS_ONLY else 1
        await desk.begin_edit(self._edit_every * slower)
        async with self._turn(desk, drawn.urgency):
            if desk.posts or desk.anew or desk.board is None:
                desk.dirty = True
                return Outcome.DONE
            latest = await self._latest(table, desk, drawn)
            if latest.screen == desk.shown:
                return Outcome.DONE
            return await self._edit(desk, desk.board, latest.screen)

    async def _edit(self, desk: Desk, board: Posted, screen: Screen) -> Outcome:
        try:
            desk.edits.append(asyncio.get_running_loop().time())
            await self._courier.edit(board.channel, board.message, screen, desk.shown)
        except FAULTS as error:
            outcome = outcome_of(error)
            if outcome not in (Outcome.MESSAGE_GONE, Outcome.EDITED_TOO_OFTEN):
                desk.shown = None  # it may have arrived or not
                raise
            if outcome is Outcome.MESSAGE_GONE:
                desk.board = None
            desk.anew = True
            return Outcome.DONE
        desk.shown = screen
        return Outcome.DONE

    async def _post_board(self, table: int, desk: Desk, drawn: Drawn) -> Outcome:
        async with self._turn(desk, drawn.urgency):
            drawn = await self._latest(table, desk, drawn)
            ping = desk.ping
            tried, nonce = desk.tried, desk.nonce or self._nonce(table)
            desk.nonce, desk.tried = nonce, tried or drawn.screen
            desk.anew = desk.asked = desk.dirty = False
            desk.ping = None
            screen = drawn.screen
            if ping is not None:
                screen = replace(screen, content=ping[1], pinged=ping[0])
            try:
                message = await self._courier.send(drawn.channel, screen, nonce)
            except BaseException:
                desk.anew = True
                # Somebody may have got the turn meanwhile, and nobody else is waited for then.
                desk.ping = desk.ping or ping
                raise
        old = desk.board
        desk.nonce, desk.tried = "", None
        desk.board = Posted(drawn.channel, message, self._now())
        desk.newest = max(desk.newest, message)
        # A try that seemed to fail may have arrived, with what there was to show then.
        desk.shown = drawn.screen if tried in (None, drawn.screen) else None
        desk.dirty = desk.dirty or desk.shown is None
        await self._remember(table, desk.board)
        if old is not None and old.message != message:
            # Nobody waits for that, and the board must not wait for it either.
            removing = asyncio.create_task(self._remove(old))
            self._removing.add(removing)
            removing.add_done_callback(self._removing.discard)
        if desk.parted and self._moved is not None:
            self._moved(table)
        desk.parted = False
        return Outcome.DONE

    def _nonce(self, table: int) -> str:
        """Return what no other message of the last minutes was sent with; at most 25 characters."""
        return f"b{table}-{int(self._now() * 1000) % 10**9}-{next(self._sent) % 1000}"[-25:]

    async def _remove(self, old: Posted) -> None:
        async with self._budget.spent(Urgency.PEOPLE_WATCH):
            try:
                await self._courier.delete(old.channel, old.message)
            except FAULTS as error:
                log.info("an old board was not removed: %s", outcome_of(error))


def _short(error: BaseException) -> str:
    """Return an error's kind and code, without any text of the message that it refused."""
    return f"{type(error).__name__} {getattr(error, 'code', '')}"
