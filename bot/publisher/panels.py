"""Private panels: one live one a person and table, each with one writer and an order.

A panel lives as long as the interaction that wrote it last (15 minutes). While a click on it is
being answered no update by token may be under way, and the other way round: both take its lock.
No panel is left lying with what it showed: one that another replaces is removed, and one that can
soon be edited no more is put to sleep first.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final, Protocol

from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.publisher.calm import PANEL_WAITS, Calm
from bot.publisher.lanes import PANELS_AT_ONCE
from bot.render.panel import Step
from bot.render.screen import Screen
from bot.traces import trace

log = logging.getLogger(__name__)

LIFE: Final = 14.5 * 60
"""Seconds that a panel can be edited after its last interaction, with something to spare."""

EVERY: Final = 0.5
"""Seconds between two updates of one panel: Discord allows five in two seconds."""


GIVE_WAY: Final = 1.0
"""Seconds that a click waits for an update of its panel that Discord does not answer."""


class Writer(Protocol):
    """What can edit one panel by its interaction's token; raises discord.py's errors."""

    @property
    def message(self) -> int | None:
        """Return the message that is the panel, where it is known."""
        ...

    async def edit(self, screen: Screen) -> None:
        """Change the panel."""
        ...

    async def remove(self) -> None:
        """Take the panel away."""
        ...

    async def again(self, screen: Screen) -> Writer:
        """Open a panel anew below everything else, and return what writes that one."""
        ...


Draw = Callable[[int, int, str, Step | None], Awaitable[Screen | None]]
"""The panel of a table, for a person, in a language, at a step within the decision."""

Asleep = Callable[[int, int, str, bool], Awaitable[Screen | None]]
"""What a panel shows that can be edited no more (None: it may stay); True as the bot stops."""

Present = Callable[[int, int], object | None]
"""What a person's panel would be drawn of now, the same object until it changes (None: unknown)."""

Opener = Callable[[Screen], Awaitable[Writer]]


@dataclass(slots=True)
class _Panel:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    writer: Writer | None = None
    opener: Opener | None = None
    language: str = ""
    until: float = 0.0
    shown: Screen | None = None
    drawn_of: object | None = None
    step: Step | None = None
    bedtime: asyncio.TimerHandle | None = None
    gone: deque[int | None] = field(default_factory=lambda: deque(maxlen=8))
    wanted: bool = False
    updating: asyncio.Task[None] | None = None
    writing: asyncio.Timeout | None = None
    held: int = 0
    closing: bool = False

    @property
    def idle(self) -> bool:
        """Tell that nobody works on it, nor waits to."""
        return self.updating is None and not self.held

    def give_way(self) -> None:
        """Give an update up that has no answer yet: a click waits, and its answer shows as much."""
        if self.writing is not None and not self.writing.expired():
            self.writing.reschedule(asyncio.get_running_loop().time())


class Panels:
    """The live panels of all tables.

    ``draw`` gives a person's present panel at a table, ``asleep`` what stands there afterwards, and
    ``present`` what it would be drawn of: a panel is not drawn again of the very same.
    """

    def __init__(
        self,
        draw: Draw,
        asleep: Asleep | None = None,
        *,
        present: Present = lambda _, __: None,
        calm: Calm | None = None,
        life: float = LIFE,
        every: float = EVERY,
        retry: float = 1.0,
        give_way: float = GIVE_WAY,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._draw = draw
        self._asleep = asleep
        self._present = present
        self._calm = calm or Calm()
        self._life = life
        self._every = every
        self._retry = retry
        self._give_way = give_way
        self._now = now
        # An update takes its lane before its panel: no click waits for a panel that waits itself.
        self._lanes = asyncio.Semaphore(PANELS_AT_ONCE)
        self._panels: dict[int, dict[int, _Panel]] = {}
        self._tidying: set[asyncio.Task[None]] = set()
        self._stopped = False

    @asynccontextmanager
    async def turn(self, table: int, user: int) -> AsyncIterator[None]:
        """Hold a person's panel while a click on it is answered."""
        panel = self._panel(table, user)
        panel.held += 1
        impatience = asyncio.get_running_loop().call_later(self._give_way, panel.give_way)
        try:
            async with panel.lock:
                yield
        finally:
            impatience.cancel()
            panel.held -= 1
            if panel.writer is None and panel.opener is None:
                self._drop(table, user, panel)

    def adopt(
        self,
        table: int,
        user: int,
        writer: Writer,
        shown: Screen,
        language: str,
        step: Step | None = None,
        drawn_of: object | None = None,
    ) -> None:
        """Take the message that ``writer`` edits as the person's live panel.

        It stays at its ``step`` for as long as that is still open. The panel before it is removed.
        ``drawn_of`` is what ``present`` would give for it.
        """
        panel = self._panel(table, user)
        self._leave(panel, unless=writer.message)
        panel.writer = writer
        panel.step = step
        panel.bedtime = self._alarm(table, user, panel, self._life)
        panel.language = language
        panel.opener = None
        panel.shown = shown
        panel.drawn_of = drawn_of
        panel.until = self._now() + self._life

    def welcome(self, table: int, user: int, opener: Opener, language: str) -> None:
        """Open the person's panel by ``opener`` as soon as there is one to be drawn.

        It is the answer to an interaction that came before the cards did: whoever sat down in the
        lobby is shown the hand when it is dealt.
        """
        panel = self._panel(table, user)
        if panel.writer is not None and panel.until > self._now():
            return
        panel.writer = panel.shown = panel.step = panel.drawn_of = None
        panel.opener = opener
        panel.language = language
        panel.until = self._now() + self._life

    def refresh(self, table: int) -> None:
        """Bring the table's live panels up to date, each in its order."""
        now = self._now()
        panels = self._panels.get(table, {})
        for user, panel in list(panels.items()):
            if panel.writer is None and panel.opener is None:
                continue
            if panel.until <= now:
                self._drop(table, user, panel)
                continue
            panel.wanted = True
            if panel.updating is None and not self._stopped:
                panel.updating = asyncio.create_task(self._update(table, user, panel))

    def follow(self, table: int) -> None:
        """Open the table's live panels anew at the bottom, where its board has gone."""
        for user, panel in self._panels.get(table, {}).items():
            if panel.writer is not None and panel.until > self._now() and not panel.closing:
                self._tidy(self._move_down(table, user, panel))

    def live(self, table: int, user: int) -> bool:
        """Tell whether a person has a panel that is kept up to date."""
        panel = self._panels.get(table, {}).get(user)
        return panel is not None and panel.writer is not None and panel.until > self._now()

    def removed(self, table: int, user: int, message: int) -> bool:
        """Tell whether a click came from a panel that was taken away meanwhile."""
        panel = self._panels.get(table, {}).get(user)
        return panel is not None and message in panel.gone

    def close(self, table: int, user: int) -> None:
        """Take a person's panel away: it is no longer theirs to see."""
        panels = self._panels.get(table, {})
        panel = panels.pop(user, None)
        if panel is None:
            return
        self._leave(panel)
        if not panels:
            del self._panels[table]

    def forget(self, table: int) -> None:
        """Drop the panels of a table that is over, once they are up to date; they stay as seen."""
        for user, panel in list(self._panels.get(table, {}).items()):
            panel.closing = True
            self._drop(table, user, panel)

    @property
    def kept(self) -> int:
        """Return of how many panels something is kept."""
        return sum(len(panels) for panels in self._panels.values())

    def _drop(self, table: int, user: int, panel: _Panel) -> None:
        panels = self._panels.get(table, {})
        if not panel.idle or panels.get(user) is not panel:
            return
        if panel.bedtime is not None:
            panel.bedtime.cancel()
        del panels[user]
        if not panels:
            del self._panels[table]

    async def stop(self, seconds: float = 2.0) -> None:
        """Stop updating; panels that may not be left lying are put to sleep."""
        self._stopped = True
        living = [
            (table, user, panel)
            for table, panels in self._panels.items()
            for user, panel in panels.items()
        ]
        for _, _, panel in living:
            if panel.bedtime is not None:
                panel.bedtime.cancel()
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(*(self._go_to_bed(*one, stopping=True) for one in living))
        except TimeoutError:
            log.info("stopped with panels that still show what they showed")
        tasks = [*self._tasks(), *self._tidying]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def settle(self) -> None:
        """Wait until every update asked for so far is written or given up."""
        while True:
            tasks = [*self._tasks(), *self._tidying]
            if not tasks:
                return
            await asyncio.wait(tasks)

    def _panel(self, table: int, user: int) -> _Panel:
        return self._panels.setdefault(table, {}).setdefault(user, _Panel())

    def _tasks(self) -> list[asyncio.Task[None]]:
        return [
            panel.updating
            for panels in self._panels.values()
            for panel in panels.values()
            if panel.updating is not None
        ]

    def _leave(self, panel: _Panel, *, unless: int | None = None) -> None:
        """Take away the message that was a panel until now, unless it stays one."""
        if panel.bedtime is not None:
            panel.bedtime.cancel()
        writer = panel.writer
        same = writer is not None and writer.message is not None and writer.message == unless
        if writer is not None and not same and panel.until > self._now():
            panel.gone.append(writer.message)
            self._tidy(_remove(writer))

    def _alarm(self, table: int, user: int, panel: _Panel, seconds: float) -> asyncio.TimerHandle:
        loop = asyncio.get_running_loop()
        return loop.call_later(max(0.0, seconds), self._bedtime, table, user, panel)

    def _bedtime(self, table: int, user: int, panel: _Panel) -> None:
        self._tidy(self._go_to_bed(table, user, panel))

    def _tidy(self, work: Coroutine[None, None, None]) -> None:
        if self._stopped:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(work)
        self._tidying.add(task)
        task.add_done_callback(self._tidying.discard)

    async def _put_to_sleep(
        self, table: int, user: int, panel: _Panel, *, stopping: bool = False
    ) -> None:
        async with panel.lock:
            writer = panel.writer
            awake = panel.until > self._now() + 0.1
            if writer is None or self._asleep is None or (awake and not stopping):
                return
            screen = await self._asleep(table, user, panel.language, stopping)
            if screen is None:
                return
            panel.writer = None
            await _quietly(writer.edit(screen))

    async def _move_down(self, table: int, user: int, panel: _Panel) -> None:
        with _told(table, "was not moved"):
            try:
                async with panel.lock:
                    old = panel.writer
                    screen = await self._draw(table, user, panel.language, panel.step)
                    if old is None or screen is None or panel.until <= self._now():
                        return
                    panel.writer = await old.again(screen)
                    panel.shown = screen
                    panel.gone.append(old.message)
                    await _quietly(old.remove())
            except FAULTS as error:
                log.info("a panel of table %d stays where it is: %s", table, outcome_of(error))

    async def _go_to_bed(
        self, table: int, user: int, panel: _Panel, *, stopping: bool = False
    ) -> None:
        with _told(table, "was not put to sleep"):
            await self._put_to_sleep(table, user, panel, stopping=stopping)
        if panel.until <= self._now() + 0.1:
            self._drop(table, user, panel)

    async def _update(self, table: int, user: int, panel: _Panel) -> None:
        try:
            with _told(table, "could not be drawn"):
                await self._update_while_wanted(table, user, panel)
        finally:
            panel.updating = None
            if panel.closing or (panel.writer is None and panel.opener is None):
                self._drop(table, user, panel)

    async def _update_while_wanted(self, table: int, user: int, panel: _Panel) -> None:
        while panel.wanted:
            await self._calm.wait(PANEL_WAITS)
            async with self._lanes, panel.lock:
                panel.wanted = False
                before = panel.shown
                outcome = await self._write(table, user, panel)
            if outcome.passing:
                panel.wanted = True
                await asyncio.sleep(max(self._every, self._retry))
            elif outcome is not Outcome.DONE:
                panel.writer = panel.opener = None
                return
            elif panel.shown is not before:
                await asyncio.sleep(self._every)

    async def _write(self, table: int, user: int, panel: _Panel) -> Outcome:
        try:
            present = self._present(table, user)
            if present is not None and present is panel.drawn_of:
                return Outcome.DONE
            screen = await self._draw(table, user, panel.language, panel.step)
            if screen is None or screen == panel.shown:
                panel.drawn_of = present
                return Outcome.DONE
            if panel.until <= self._now():
                return Outcome.EXPIRED
            if panel.writer is not None:
                await self._edit(panel, panel.writer, screen)
            elif panel.opener is not None:
                panel.writer = await panel.opener(screen)
                panel.opener = None
                panel.bedtime = self._alarm(table, user, panel, panel.until - self._now())
            panel.shown = screen
            panel.drawn_of = present
            return Outcome.DONE
        except FAULTS as error:
            panel.shown = panel.drawn_of = None  # it may have arrived or not
            outcome = outcome_of(error)
            if outcome is None or outcome is Outcome.REFUSED:
                log.error("a panel of table %d was not updated: %s", table, type(error).__name__)
                return Outcome.REFUSED
            return outcome

    @staticmethod
    async def _edit(panel: _Panel, writer: Writer, screen: Screen) -> None:
        try:
            async with asyncio.timeout(None) as panel.writing:
                await writer.edit(screen)
        finally:
            panel.writing = None


@contextlib.contextmanager
def _told(table: int, what: str) -> Iterator[None]:
    """Log what a panel's own task stumbles over: it has no caller, and other panels go on."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - outermost; unlogged, a fault would never be heard of
        log.error("a panel of table %d %s: %s", table, what, trace(error))


async def _remove(writer: Writer) -> None:
    await _quietly(writer.remove())


async def _quietly(work: Awaitable[None]) -> None:
    """Await what Discord may refuse without harm: the message is gone, or its time is over."""
    try:
        await work
    except FAULTS as error:
        if outcome_of(error) in (None, Outcome.REFUSED):
            log.error("an old panel was not tidied away: %s", type(error).__name__)
