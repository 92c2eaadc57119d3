"""Public messages: each table's board and lasting posts, in order, the latest state only.

A table has a desk here. It remembers the board's message, what it shows, and what is still to be
sent; one task works it off while there is something to do. Whatever is not written yet is drawn
anew when its turn comes, so a board that lags shows the present when it catches up.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

from bot.outcomes import Outcome, outcome_of
from bot.publisher.budget import Budget, Urgency
from bot.render.screen import Screen

log = logging.getLogger(__name__)

OLD_AFTER: Final = 50 * 60.0
"""Seconds after which a board is posted anew: Discord limits edits of older messages."""

EDIT_EVERY: Final = 1.1
"""Seconds between two edits in one channel, after a few at once."""

EDITS_AT_ONCE: Final = 3


@dataclass(frozen=True, slots=True)
class Posted:
    """A message of ours in a channel; ``at`` is when it was posted (seconds since 1970)."""

    channel: int
    message: int
    at: float


class Courier(Protocol):
    """What carries public messages to Discord; raises discord.py's errors."""

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; the same nonce is never posted twice."""
        ...

    async def edit(self, channel: int, message: int, screen: Screen) -> None:
        """Change a message."""
        ...

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        ...


@dataclass(frozen=True, slots=True)
class Drawn:
    """A board as it is to be shown now: where, what, and how urgently."""

    channel: int
    screen: Screen
    urgency: Urgency


Draw = Callable[[int], Awaitable[Drawn | None]]
Remember = Callable[[int, Posted | None], Awaitable[None]]
Lost = Callable[[int, Outcome], None]


@dataclass(slots=True)
class _Desk:
    """What is known and wanted for one table."""

    board: Posted | None = None
    shown: Screen | None = None
    dirty: bool = False
    anew: bool = False
    asked: bool = False
    expected: bool = False
    ping: tuple[int, str] | None = None
    posts: deque[tuple[int, Screen, str]] = field(default_factory=deque)
    newest: int = 0
    edits_left: float = EDITS_AT_ONCE
    edited_at: float = 0.0
    failures: int = 0
    nonce: str = ""
    working: asyncio.Task[None] | None = None


class Boards:
    """The boards of all tables.

    ``draw`` gives a table's present board (None: it has none any more), ``remember`` keeps where
    it stands, ``lost`` hears that a channel cannot be written to.
    """

    def __init__(
        self,
        courier: Courier,
        draw: Draw,
        remember: Remember,
        lost: Lost,
        *,
        budget: Budget | None = None,
        edit_every: float = EDIT_EVERY,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._courier = courier
        self._draw = draw
        self._remember = remember
        self._lost = lost
        self._budget = budget or Budget()
        self._edit_every = edit_every
        self._now = now
        self._desks: dict[int, _Desk] = {}
        self._stopped = False

    # ------------------------------------------------------------------ wishes

    def expect(self, table: int) -> None:
        """Write nothing for a table yet: its board is about to be posted as a command's answer."""
        self._desk(table).expected = True

    def release(self, table: int) -> None:
        """Expect no longer; what was asked for meanwhile is written now."""
        desk = self._desk(table)
        desk.expected = False
        self._work(table, desk)

    def know(self, table: int, board: Posted) -> None:
        """Take note of a board that was posted before (a restart, or by an interaction)."""
        desk = self._desk(table)
        desk.board = board
        desk.expected = False
        desk.newest = max(desk.newest, board.message)

    async def adopt(self, table: int, board: Posted, shown: Screen) -> None:
        """Take a message that was just posted as the table's board, and remember it."""
        self.know(table, board)
        self._desk(table).shown = shown
        await self._remember(table, board)

    def refresh(self, table: int) -> None:
        """Bring the board up to date when its turn comes."""
        desk = self._desk(table)
        desk.dirty = True
        self._work(table, desk)

    def post_anew(
        self, table: int, *, ping: tuple[int, str] | None = None, asked: bool = False
    ) -> None:
        """Post the board again at the bottom; with a ``ping``, a person and the words for it."""
        desk = self._desk(table)
        desk.anew = True
        desk.asked = desk.asked or asked
        desk.ping = ping or desk.ping
        self._work(table, desk)

    def post(self, table: int, channel: int, screen: Screen, nonce: str) -> None:
        """Post a lasting message, after all that was asked for before; the board follows it."""
        desk = self._desk(table)
        desk.posts.append((channel, screen, nonce))
        self._work(table, desk)

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
        if desk is not None and desk.working is None:
            del self._desks[table]

    async def settle(self) -> None:
        """Wait until everything asked for so far is written or given up."""
        while True:
            tasks = [desk.working for desk in self._desks.values() if desk.working is not None]
            if not tasks:
                return
            await asyncio.wait(tasks)

    async def stop(self, seconds: float = 2.0) -> None:
        """Write what can be written in ``seconds``, and stop."""
        try:
            async with asyncio.timeout(seconds):
                await self.settle()
        except TimeoutError:
            log.info("stopped with boards still to be written; they are drawn anew at the start")
        self._stopped = True
        tasks = [desk.working for desk in self._desks.values() if desk.working is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # ------------------------------------------------------------------ work

    def _desk(self, table: int) -> _Desk:
        return self._desks.setdefault(table, _Desk())

    def _work(self, table: int, desk: _Desk) -> None:
        if desk.working is None and not desk.expected and not self._stopped:
            desk.working = asyncio.create_task(self._work_off(table, desk))

    async def _work_off(self, table: int, desk: _Desk) -> None:
        try:
            while desk.posts or desk.dirty or desk.anew:
                outcome = await self._write_next(table, desk)
                if outcome is Outcome.DONE:
                    desk.failures = 0
                    continue
                if outcome.place_lost:
                    desk.posts.clear()
                    desk.dirty = desk.anew = False
                    self._lost(table, outcome)
                    return
                desk.failures += 1
                if not outcome.passing and desk.failures > 3:
                    desk.posts.clear()
                    desk.dirty = desk.anew = False
                    return
                await asyncio.sleep(min(30.0, 0.5 * 2 ** min(desk.failures, 6)))
        finally:
            desk.working = None

    async def _write_next(self, table: int, desk: _Desk) -> Outcome:
        """Write one thing; what raised is put in the words of ``Outcome``."""
        try:
            if desk.posts:
                return await self._write_post(desk)
            return await self._write_board(table, desk)
        except Exception as error:
            outcome = outcome_of(error)
            if outcome is None:
                log.exception("table %d: its board could not be written", table)
                return Outcome.REFUSED
            if outcome is Outcome.REFUSED:
                log.error("table %d: Discord refused its board: %s", table, _short(error))
            return outcome

    async def _write_post(self, desk: _Desk) -> Outcome:
        channel, screen, nonce = desk.posts[0]
        await self._budget.take(Urgency.PEOPLE_WATCH)
        message = await self._courier.send(channel, screen, nonce)
        desk.posts.popleft()
        desk.newest = max(desk.newest, message)
        if desk.board is not None:
            desk.anew = True
        return Outcome.DONE

    async def _write_board(self, table: int, desk: _Desk) -> Outcome:
        drawn = await self._draw(table)
        if drawn is None:
            desk.dirty = desk.anew = False
            desk.ping = None
            return Outcome.DONE
        if desk.board is None or desk.anew or self._now() - desk.board.at > OLD_AFTER:
            return await self._post_board(table, desk, drawn)
        if drawn.screen == desk.shown:
            desk.dirty = False
            return Outcome.DONE
        await self._await_edit(desk, drawn.urgency)
        await self._budget.take(drawn.urgency)
        if desk.posts or desk.anew or desk.board is None:
            return Outcome.DONE
        desk.dirty = False
        latest = await self._draw(table) or drawn
        if latest.screen == desk.shown:
            return Outcome.DONE
        try:
            await self._courier.edit(desk.board.channel, desk.board.message, latest.screen)
        except Exception as error:
            desk.dirty = True
            if outcome_of(error) in (Outcome.MESSAGE_GONE, Outcome.EDITED_TOO_OFTEN):
                desk.board = None if outcome_of(error) is Outcome.MESSAGE_GONE else desk.board
                desk.anew = True
                return Outcome.DONE
            raise
        desk.shown = latest.screen
        return Outcome.DONE

    async def _post_board(self, table: int, desk: _Desk, drawn: Drawn) -> Outcome:
        urgency = Urgency.ASKED if desk.asked or desk.ping else drawn.urgency
        await self._budget.take(urgency)
        drawn = await self._draw(table) or drawn
        screen = drawn.screen
        ping = desk.ping
        if ping is not None:
            screen = replace(screen, content=ping[1], pinged=(ping[0],))
        nonce = desk.nonce or _nonce(table, self._now())
        desk.nonce = nonce
        desk.anew = desk.asked = desk.dirty = False
        desk.ping = None
        try:
            message = await self._courier.send(drawn.channel, screen, nonce)
        except Exception:
            desk.anew = True
            desk.ping = ping
            raise
        old = desk.board
        desk.nonce = ""
        desk.board = Posted(drawn.channel, message, self._now())
        desk.newest = max(desk.newest, message)
        desk.shown = drawn.screen
        await self._remember(table, desk.board)
        if old is not None and old.message != message:
            await self._remove(old)
        if ping is not None:
            desk.dirty = True
        return Outcome.DONE

    async def _remove(self, old: Posted) -> None:
        await self._budget.take(Urgency.PEOPLE_WATCH)
        try:
            await self._courier.delete(old.channel, old.message)
        except Exception as error:
            if outcome_of(error) is None:
                raise

    async def _await_edit(self, desk: _Desk, urgency: Urgency) -> None:
        """Keep the pace that Discord allows to edits in one channel."""
        every = self._edit_every * (2.5 if urgency is Urgency.COMPUTERS_ONLY else 1)
        if every <= 0:
            return
        loop = asyncio.get_running_loop()
        passed = loop.time() - desk.edited_at
        left = min(float(EDITS_AT_ONCE), desk.edits_left + passed / every)
        if left < 1:
            await asyncio.sleep((1 - left) * every)
            left = 1
        desk.edits_left = left - 1
        desk.edited_at = loop.time()


def _nonce(table: int, now: float) -> str:
    return f"b{table}-{int(now * 1000) % 10**12}"[:25]


def _short(error: BaseException) -> str:
    """Return an error's kind and code, without any text of the message that it refused."""
    return f"{type(error).__name__} {getattr(error, 'code', '')}"
