"""What goes on around the bot while it runs: health, figures, its supervisor, copies."""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, get_args

from bot.computers.pool import Pool
from bot.service.backups import Backups, Plan
from bot.service.health import Health, HealthServer
from bot.service.notify import Supervisor
from bot.traces import trace
from storage.errors import StorageError
from storage.models import Phase

if TYPE_CHECKING:
    from bot.client import AtoutBot
    from bot.settings import Settings

log = logging.getLogger(__name__)

PROBE_EVERY: Final = 10.0
"""Seconds between two writes that only find out whether the disk takes them."""

COUNT_EVERY: Final = 60.0
"""Seconds between two counts of all tables."""

WRITTEN_WITHIN: Final = 5.0

PATIENCE: Final = 60.0
"""Seconds after which the supervisor is told that only Discord is waited for.

It would take a start that takes longer for one that has failed, and give up after some of them.
"""

PHASES: Final = get_args(Phase)

LATE: Final = 5.0
"""Seconds by which the event loop may be late before the bot counts as stuck."""


class Around:
    """Keeps watch over one bot."""

    def __init__(
        self, bot: AtoutBot, settings: Settings, supervisor: Supervisor | None = None
    ) -> None:
        self._bot = bot
        self._settings = settings
        self._supervisor = supervisor or Supervisor()
        self._server = HealthServer(self.look, bot.metrics)
        self._chores: list[asyncio.Task[None]] = []
        self._writable = False
        self._phases: Mapping[str, int] = dict.fromkeys(PHASES, 0)
        self._stopping = False
        self._show()

    @property
    def port(self) -> int:
        """Return where health is asked for; 0 where it cannot be."""
        return self._server.port

    def look(self) -> Health:
        """Return how the bot is now."""
        bot = self._bot
        stuck_for = max(bot.metrics.lag, time.monotonic() - bot.metrics.looked_at - 1)
        return Health(
            alive={"loop": stuck_for < LATE, "running": self._stopping or not bot.is_closed()},
            ready={
                "gateway": bot.is_ready() and math.isfinite(bot.latency),
                "database": self._writable,
                "open": not self._stopping,
            },
        )

    async def start(self) -> None:
        """Begin to watch; raise PortTaken."""
        if self._settings.health_port:
            await self._server.start(self._settings.health_port)
        settings = self._settings
        plan = Plan(
            settings.database,
            settings.backup_folder,
            settings.backup_hours * 3600,
            settings.backups_kept,
        )
        for work in (
            self._bot.metrics.watch_loop(),
            self._probe(),
            self._count(),
            self._say_ready(),
            self._back_up(Backups(plan, self._bot.metrics)),
            self._supervisor.watch(lambda: self.look().well),
        ):
            self._chores.append(asyncio.create_task(work))

    def stopping(self) -> None:
        """Tell whoever asks that the bot is about to end."""
        self._stopping = True
        self._supervisor.stopping()

    async def stop(self) -> None:
        """Watch no longer."""
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        await self._server.stop()

    # ------------------------------------------------------------------ chores

    async def _say_ready(self) -> None:
        connected = asyncio.create_task(self._connected())
        try:
            await asyncio.wait({connected}, timeout=PATIENCE)
            if not connected.done():
                self._supervisor.waiting()
            await connected
        finally:
            connected.cancel()
        log.info("ready: %d servers", len(self._bot.guilds))
        self._supervisor.ready()

    async def _connected(self) -> None:
        await self._bot.opened.wait()
        await self._bot.wait_until_ready()

    async def _back_up(self, backups: Backups) -> None:
        await self._bot.opened.wait()
        await backups.go_on()

    async def _probe(self) -> None:
        """Find out for ever whether the disk takes what is written."""
        await self._bot.opened.wait()
        while True:
            before = self._writable
            try:
                async with asyncio.timeout(WRITTEN_WITHIN):
                    await self._bot.store.remember("probed_at", str(int(time.time())))
                self._writable = True
            except (StorageError, TimeoutError) as error:
                self._writable = False
                if before:
                    log.error("the database takes nothing just now: %s", _why(error))
            if self._writable and not before:
                log.info("the database takes what is written")
            await asyncio.sleep(PROBE_EVERY)

    async def _count(self) -> None:
        await self._bot.opened.wait()
        while True:
            try:
                found = await self._bot.store.count_by_phase()
                self._phases = {phase: found.get(phase, 0) for phase in PHASES}
            except StorageError as error:
                log.warning("the tables cannot be counted just now: %s", trace(error))
            await asyncio.sleep(COUNT_EVERY)

    # ------------------------------------------------------------------ figures

    def _show(self) -> None:
        bot, metrics = self._bot, self._bot.metrics
        metrics.gauges(
            "atout_tables", "Tables by state, counted once a minute", "state", self._states
        )
        metrics.gauge("atout_servers", "Servers that the bot is in", lambda: len(bot.guilds))
        metrics.gauge(
            "atout_gateway_latency_seconds", "Heartbeat's way to Discord and back", self._latency
        )
        metrics.gauge("atout_ready", "1 where people can play", lambda: float(self.look().open))
        metrics.count("atout_budget_spent", "Requests granted by the bot's budget", self._granted)
        metrics.gauge(
            "atout_budget_waiting", "Requests that wait for their turn", lambda: bot.budget.waiting
        )
        metrics.gauge(
            "atout_database_waiting", "Units of work that wait to be written", self._queued
        )
        metrics.gauge("atout_boards", "Boards of which something is kept", self._boards)
        metrics.gauge("atout_panels", "Panels of which something is kept", self._panels)
        if isinstance(bot.thinker, Pool):
            self._show_pool(bot.thinker)

    def _show_pool(self, pool: Pool) -> None:
        metrics, counts = self._bot.metrics, pool.counts
        metrics.count(
            "atout_thinking_seconds",
            "Seconds of a core that computers thought",
            lambda: counts.seconds,
        )
        metrics.counts(
            "atout_thoughts",
            "Choices of computers: here, beside in a worker, or a weaker one instead",
            "how",
            lambda: {"here": counts.here, "beside": counts.beside, "weaker": counts.weaker},
        )
        metrics.counts(
            "atout_thoughts_failed",
            "Why a weaker choice was made",
            "why",
            lambda: {
                "late": counts.late,
                "died": counts.died,
                "broke": counts.broke,
                "crowded": counts.crowded,
            },
        )
        metrics.gauge(
            "atout_thinking_waiting", "Questions that wait for a worker", lambda: pool.waiting
        )
        metrics.gauge("atout_thinkers", "Workers that think", lambda: pool.workers)

    def _states(self) -> Mapping[str, float]:
        return {name: float(number) for name, number in self._phases.items()}

    def _latency(self) -> float:
        return self._bot.latency

    def _granted(self) -> float:
        return self._bot.budget.granted

    def _queued(self) -> float:
        return 0 if self._bot.database is None else self._bot.database.queue_length

    def _boards(self) -> float:
        return self._bot.house.boards.desks if self._bot.furnished else 0

    def _panels(self) -> float:
        return self._bot.house.panels.kept if self._bot.furnished else 0


def _why(error: BaseException) -> str:
    """Return a sentence of storage's own, which names no content."""
    return str(error) if isinstance(error, StorageError) else "it does not answer"


@asynccontextmanager
async def watched(bot: AtoutBot, settings: Settings) -> AsyncIterator[Around]:
    """Keep watch over a bot for as long as it runs."""
    around = Around(bot, settings)
    try:
        await around.start()
        yield around
    finally:
        await around.stop()
