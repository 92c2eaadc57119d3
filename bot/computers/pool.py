"""Worker processes beside the event loop, where the computers that search do their thinking.

A worker may hang, die or break without anybody noticing more than a weaker card: it is ended and
replaced, and the rules of thumb answer. No worker is started before it is needed.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import bot
from bot.computers.cores import usual_size
from bot.computers.messages import Answer, Failure, Message, Question, frame
from bot.computers.player import Choice, Effort, usual_effort
from bot.computers.registry import SEARCHERS, by_rules
from bot.computers.thinking import chance_from, player
from bot.computers.worker_process import WorkerProcess, start
from bot.games.game import Memory, View

log = logging.getLogger(__name__)

COMMAND: Final = (sys.executable, "-P", "-m", "bot.computers.worker")
"""How a worker is started; ``-P``: nothing of the folder in which the bot was started."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How long things may take by the clock, in seconds, and how little thinking is worth while.

    A worker that takes longer than the seconds of its question by ``hangs`` is ended; its first
    answer may take longer by ``first``. Nobody waits longer than ``patience`` for a worker.
    ``start`` is what a worker may take to be ready, ``rest`` how long none is started after one
    could not be. ``least_share`` is the share of the usual samples that is taken however many wait.
    """

    hangs: float = 1.5
    first: float = 1.0
    patience: float = 1.0
    start: float = 10.0
    rest: float = 5.0
    least_share: float = 0.2


@dataclass(slots=True)
class Counts:
    """What has been done so far, for metrics.

    ``here``: thought in the event loop, being quick. ``beside``: by a worker, in so many
    ``seconds`` of a core. ``weaker``: answered by rules of thumb instead, because the worker was
    ``late``, had ``died`` or ``broke``, or none was free in time (``crowded``). ``started``:
    workers.
    """

    here: int = 0
    beside: int = 0
    seconds: float = 0.0
    weaker: int = 0
    late: int = 0
    died: int = 0
    broke: int = 0
    crowded: int = 0
    started: int = 0


class _NoAnswer(Exception):
    """A worker that will not answer; told to the one who waits, never further."""


@dataclass(eq=False, slots=True)
class _Job:
    """One question on its way, and who waits for the answer."""

    game: str
    level: str
    view: View
    memory: Memory
    seed: str
    effort: Effort
    answer: asyncio.Future[Choice | None] = field(repr=False)
    alarm: asyncio.TimerHandle | None = None


class Pool:
    """Thinks for computer players: what searches in worker processes, what is quick at once.

    It is a ``Thinker``. It belongs to the event loop in which it is first asked.
    """

    def __init__(
        self,
        size: int | None = None,
        limits: Limits | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        self.size = size or usual_size()
        self.counts = Counts()
        self._command = tuple(command or COMMAND)
        self._limits = limits or Limits()
        self._queue: deque[_Job] = deque()
        self._jobs: dict[WorkerProcess, _Job] = {}
        self._idle: list[WorkerProcess] = []
        self._workers: set[WorkerProcess] = set()
        self._ending: set[WorkerProcess] = set()
        self._starting: set[asyncio.Task[None]] = set()
        self._no_start_before = 0.0
        self._closed = False

    @property
    def waiting(self) -> int:
        """Return how many questions wait for a worker."""
        return len(self._queue)

    @property
    def workers(self) -> int:
        """Return how many workers there are, at work or not."""
        return len(self._workers)

    async def think(
        self, game: str, level: str, view: View, memory: Memory, seed: str
    ) -> Choice | None:
        """Return the choice of a computer; the same seed gives the same choice.

        Under load, or where a worker fails, it may be another, weaker one.
        """
        if not beside(game, level, view):
            self.counts.here += 1
            return player(game, level).choose(view, memory, chance_from(seed))
        loop = asyncio.get_running_loop()
        effort = usual_effort(view)
        job = _Job(game, level, view, memory, seed, effort, loop.create_future())
        self._queue.append(job)
        self._feed()
        try:
            limits = self._limits
            async with asyncio.timeout(limits.patience + limits.first + self._hangs(job)):
                return await job.answer
        except TimeoutError:
            self.counts.crowded += 1
        except _NoAnswer:
            pass
        finally:
            if job in self._queue:
                self._queue.remove(job)
        self.counts.weaker += 1
        instead = by_rules(game) if level == "strong" else level
        return player(game, instead).choose(view, memory, chance_from(seed))

    async def close(self) -> None:
        """End all workers; whoever still waits is answered by rules of thumb."""
        self._closed = True
        for task in self._starting:
            task.cancel()
        await asyncio.gather(*self._starting, return_exceptions=True)
        workers = [*self._workers, *self._ending]
        for worker in workers:
            worker.end()
        await asyncio.gather(*[worker.ended.wait() for worker in workers])
        self._give_up()

    # ------------------------------------------------------------------ questions to workers

    def _hangs(self, job: _Job) -> float:
        return self._limits.hangs + job.effort.seconds

    def _feed(self) -> None:
        """Hand what waits to idle workers, and start one more if that is not enough."""
        loop = asyncio.get_running_loop()
        while self._queue and self._idle:
            worker, job = self._idle.pop(), self._queue.popleft()
            if job.answer.done():
                self._idle.append(worker)
                continue
            self._jobs[worker] = job
            patience = self._hangs(job) + (0.0 if worker.proved else self._limits.first)
            job.alarm = loop.call_later(patience, self._late, worker)
            effort = Effort(self._share(), job.effort.seconds)
            question = Question(job.game, job.level, job.view, job.memory, job.seed, effort)
            worker.send(frame(question))
        needed = len(self._queue) > len(self._starting)
        room = len(self._workers) + len(self._starting) < self.size
        if needed and room and not self._closed and loop.time() >= self._no_start_before:
            task = asyncio.create_task(self._start())
            self._starting.add(task)
            task.add_done_callback(self._starting.discard)
        elif needed and not self._workers and not self._starting:
            self._give_up()

    def _share(self) -> float:
        """Return how much of the usual samples to take, less the more wait behind."""
        crowd = len(self._queue) / self.size
        return max(self._limits.least_share, 1 / (1 + crowd))

    def _give_up(self) -> None:
        for job in self._queue:
            _refuse(job)
        self._queue.clear()

    async def _start(self) -> None:
        """Start a worker; it is given something to do as soon as it says that it is ready."""
        self.counts.started += 1
        ready = await self._bring_up()
        task = asyncio.current_task()
        if task is not None:
            self._starting.discard(task)
        if not ready:
            self._rest()

    async def _bring_up(self) -> bool:
        """Start a worker and wait until it is ready; tell whether it is."""
        try:
            async with asyncio.timeout(self._limits.start):
                worker = await start(self._command, _environment(), self._heard, self._gone)
                if not worker.ended.is_set():
                    self._workers.add(worker)
                await worker.settled.wait()
        except (TimeoutError, OSError) as error:
            log.warning("a thinking process could not be started: %s", type(error).__name__)
            return False
        return worker.ready

    def _rest(self) -> None:
        loop = asyncio.get_running_loop()
        self._no_start_before = loop.time() + self._limits.rest
        for worker in self._workers:
            if not worker.ready:
                worker.end()
        if not self._idle and not self._jobs:
            self._give_up()

    # ------------------------------------------------------------------ news of workers

    def _heard(self, worker: WorkerProcess, message: Message) -> None:
        """Take what a worker said: that it is ready, an answer, or that it broke."""
        job = self._jobs.pop(worker, None)
        if job is not None:
            _hush(job)
            if isinstance(message, Answer):
                worker.proved = True
                self.counts.beside += 1
                self.counts.seconds += message.seconds
                if not job.answer.done():
                    job.answer.set_result(message.choice)
                if message.last:
                    log.info("%s at level %s left work behind", job.game, job.level)
                    self._dismiss(worker)
                    return
            elif isinstance(message, Failure):
                self.counts.broke += 1
                what = (job.game, job.level, message.kind, message.place)
                log.error("%s at level %s broke: %s at %s", *what)
                _refuse(job)
        self._idle.append(worker)
        self._feed()

    def _late(self, worker: WorkerProcess) -> None:
        job = self._jobs.pop(worker, None)
        if job is not None:
            self.counts.late += 1
            log.warning("%s at level %s took too long and was stopped", job.game, job.level)
            _refuse(job)
        self._dismiss(worker)

    def _dismiss(self, worker: WorkerProcess) -> None:
        """End a worker that is of no more use; another is started when it is needed."""
        self._workers.discard(worker)
        self._ending.add(worker)
        worker.end()
        self._feed()

    def _gone(self, worker: WorkerProcess) -> None:
        """Take note that a worker is no more."""
        known = worker in self._workers
        self._workers.discard(worker)
        self._ending.discard(worker)
        if worker in self._idle:
            self._idle.remove(worker)
        job = self._jobs.pop(worker, None)
        if job is not None:
            _hush(job)
            _refuse(job)
        if not known or self._closed:
            return
        self.counts.died += 1
        log.warning("a thinking process died")
        self._feed()


def beside(game: str, level: str, view: View) -> bool:
    """Tell whether a choice is for a worker: a search, or a discard among many combinations."""
    if view.decision is not None and view.decision.discard is not None:
        return True
    return level == "strong" and game in SEARCHERS


def _hush(job: _Job) -> None:
    if job.alarm is not None:
        job.alarm.cancel()


def _refuse(job: _Job) -> None:
    if not job.answer.done():
        job.answer.set_exception(_NoAnswer())
        job.answer.exception()  # whoever waited may have gone


def _environment() -> dict[str, str]:
    """Return what a worker may know of the environment: where the code is, and no secrets."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("ATOUT_")}
    root = str(Path(bot.__file__).resolve().parent.parent)
    known["PYTHONPATH"] = os.pathsep.join([root, *filter(None, [known.get("PYTHONPATH")])])
    return known
