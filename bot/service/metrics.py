"""Figures of the running bot in Prometheus' form: counted as things happen, or asked for at a look.

No label holds a person, a server or a table.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.publisher.budget import Urgency
from storage.writer import Batch

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"

UNANSWERED_KEPT: Final = 5_000
"""How many interactions are remembered that no answer was seen for."""

_QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
_SLOW: Final = (0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 30.0, 60.0)
_DISK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)
_UNITS: Final = (1, 2, 4, 8, 16, 32, 64, 128)

_CALLBACK: Final = re.compile(r"/interactions/(\d+)/[^/]+/callback$")
_ID: Final = 5
"""From so many digits on a part of a path is an id."""

_WITH_TOKEN: Final = frozenset({"webhooks", "interactions"})

Ask = Callable[[], float]


def route_of(path: str) -> str:
    """Return the pattern of a request's path: no ids and no tokens are left in it."""
    told, parts = [""], path.split("/")[1:]
    if parts[:1] == ["api"]:
        parts = parts[2:]
    for number, part in enumerate(parts):
        if number > 1 and told[-1] == ":id" and parts[number - 2] in _WITH_TOKEN:
            told.append(":token")
        else:
            told.append(":id" if len(part) >= _ID and part.isdecimal() else part)
    return "/".join(told)


class Metrics:
    """All figures of one bot, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._arrived: OrderedDict[int, float] = OrderedDict()
        self._routes: dict[tuple[str, str, int], Histogram] = {}
        self._asked: list[tuple[str, str, str, Callable[[], Mapping[str, float]], bool]] = []
        self._tables: Mapping[str, int] = {}
        self.interactions = Counter(
            "atout_interactions",
            "Interactions that came, by kind",
            ("kind",),
            registry=self.registry,
        )
        self.answers = Counter(
            "atout_answers",
            "First answers to interactions, by Discord's status",
            ("status",),
            registry=self.registry,
        )
        self.ack = Histogram(
            "atout_ack_seconds",
            "From the arrival of an interaction until Discord has its first answer",
            buckets=_QUICK,
            registry=self.registry,
        )
        self.gateway_delay = Histogram(
            "atout_gateway_delay_seconds",
            "Age of an interaction by its number when it arrives (both clocks count)",
            buckets=_QUICK,
            registry=self.registry,
        )
        self.rest = Histogram(
            "atout_rest_seconds",
            "Requests to Discord by method, route and status (0: no answer)",
            ("method", "route", "status"),
            buckets=_SLOW,
            registry=self.registry,
        )
        self.limited = Counter(
            "atout_rate_limited",
            "Requests that Discord answered 429, by scope",
            ("scope",),
            registry=self.registry,
        )
        self.commit = Histogram(
            "atout_commit_seconds",
            "Seconds a commit took on the disk",
            buckets=_DISK,
            registry=self.registry,
        )
        self.batch = Histogram(
            "atout_commit_units",
            "Units of work committed together",
            buckets=_UNITS,
            registry=self.registry,
        )
        self.failed_commits = Counter(
            "atout_failed_commits", "Batches that could not be committed", registry=self.registry
        )
        self.loop_lag = Histogram(
            "atout_loop_lag_seconds",
            "How late the event loop was",
            buckets=_DISK,
            registry=self.registry,
        )
        self.board_behind = Histogram(
            "atout_board_behind_seconds",
            "By how much a board was behind when it showed the latest, by who waits",
            ("who",),
            buckets=_SLOW,
            registry=self.registry,
        )
        self.backup_at = Gauge(
            "atout_backup_timestamp_seconds",
            "When the latest copy of the database was made",
            registry=self.registry,
        )
        self.backup_failures = Counter(
            "atout_backup_failures", "Copies of the database that failed", registry=self.registry
        )
        self.lag = 0.0
        """How late the event loop was when it was last looked at, in seconds."""
        self.looked_at = time.monotonic()
        self.registry.register(_Asking(self._ask))

    # ------------------------------------------------------------------ what is asked for

    def gauge(self, name: str, what: str, ask: Ask) -> None:
        """Show a figure that is asked for at each look."""
        self._asked.append((name, what, "", lambda: {"": ask()}, False))

    def count(self, name: str, what: str, ask: Ask) -> None:
        """Show a count kept elsewhere, which only grows."""
        self._asked.append((name, what, "", lambda: {"": ask()}, True))

    def counts(
        self, name: str, what: str, label: str, ask: Callable[[], Mapping[str, float]]
    ) -> None:
        """Show counts kept elsewhere, by a label."""
        self._asked.append((name, what, label, ask, True))

    def gauges(
        self, name: str, what: str, label: str, ask: Callable[[], Mapping[str, float]]
    ) -> None:
        """Show figures that are asked for at each look, by a label."""
        self._asked.append((name, what, label, ask, False))

    def _ask(self) -> Iterable[Metric]:
        for name, what, label, ask, grows in self._asked:
            labels = [label] if label else []
            family = (
                CounterMetricFamily(name, what, labels=labels)
                if grows
                else GaugeMetricFamily(name, what, labels=labels)
            )
            for value, figure in ask().items():
                family.add_metric([value] if label else [], figure)
            yield family

    def text(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self.registry)

    # ------------------------------------------------------------------ what happens

    def arrived(self, interaction: discord.Interaction[discord.Client]) -> None:
        """Take note of an interaction as soon as it is there."""
        self.interactions.labels(interaction.type.name).inc()
        if interaction.type is discord.InteractionType.autocomplete:
            return
        age = time.time() - interaction.created_at.timestamp()
        self.gateway_delay.observe(max(0.0, age))
        self._arrived[interaction.id] = time.monotonic()
        while len(self._arrived) > UNANSWERED_KEPT:
            self._arrived.popitem(last=False)

    def committed(self, batch: Batch) -> None:
        """Take note of a batch that was tried."""
        self.batch.observe(batch.units)
        if batch.committed:
            self.commit.observe(batch.commit_seconds)
        else:
            self.failed_commits.inc()

    def caught_up(self, who: Urgency, seconds: float) -> None:
        """Take note that a board shows the latest again."""
        self.board_behind.labels(who.name.lower()).observe(seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """Return what watches every request of a client."""
        config = aiohttp.TraceConfig(trace_config_ctx_factory=_Begun)
        config.on_request_end.append(self._ended)
        config.on_request_exception.append(self._failed)
        return config

    async def _ended(
        self, _: aiohttp.ClientSession, begun: SimpleNamespace, told: aiohttp.TraceRequestEndParams
    ) -> None:
        status = told.response.status
        self._observe(told.method, told.url.path, status, begun)
        if status == 429:
            scope = told.response.headers.get("X-RateLimit-Scope", "unknown")
            self.limited.labels(scope).inc()
        found = _CALLBACK.search(told.url.path)
        if found is None:
            return
        self.answers.labels(str(status)).inc()
        arrived = self._arrived.pop(int(found[1]), None)
        if arrived is not None and status < 300:
            self.ack.observe(time.monotonic() - arrived)

    async def _failed(
        self,
        _: aiohttp.ClientSession,
        begun: SimpleNamespace,
        told: aiohttp.TraceRequestExceptionParams,
    ) -> None:
        self._observe(told.method, told.url.path, 0, begun)

    def _observe(self, method: str, path: str, status: int, begun: SimpleNamespace) -> None:
        if path != "/":  # the gateway's connection is no request
            seconds = time.monotonic() - begun.at
            key = (method, route_of(path), status)
            found = self._routes.get(key)
            if found is None:
                found = self._routes[key] = self.rest.labels(method, key[1], str(status))
            found.observe(seconds)

    # ------------------------------------------------------------------ the event loop

    async def watch_loop(self, every: float = 1.0) -> None:
        """Measure for ever how late the event loop is."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + every
            await asyncio.sleep(every)
            self.lag = max(0.0, loop.time() - due)
            self.looked_at = time.monotonic()
            self.loop_lag.observe(self.lag)


class _Begun(SimpleNamespace):
    """When a request began."""

    at: float

    def __init__(self, trace_request_ctx: object = None) -> None:
        super().__init__(at=time.monotonic())


class _Asking(Collector):
    def __init__(self, ask: Callable[[], Iterable[Metric]]) -> None:
        self._ask = ask

    def collect(self) -> Iterable[Metric]:
        return self._ask()

    def describe(self) -> Iterable[Metric]:
        return ()
