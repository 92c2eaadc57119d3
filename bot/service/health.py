"""Health over HTTP, for this machine alone: alive, ready, and the figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.service.metrics import CONTENT_TYPE, Metrics

LOOPBACK: Final = "127.0.0.1"


class PortTaken(Exception):
    """Something else listens where health was to be asked for; its text is a sentence."""


@dataclass(frozen=True, slots=True)
class Health:
    """How the bot is: each fact by name, true where it is as it should be.

    ``alive`` are those for which only a restart would help, ``ready`` those without which people
    cannot play just now.
    """

    alive: Mapping[str, bool]
    ready: Mapping[str, bool]

    @property
    def well(self) -> bool:
        """Tell whether a restart would not help."""
        return all(self.alive.values())

    @property
    def open(self) -> bool:
        """Tell whether people can play."""
        return self.well and all(self.ready.values())


class HealthServer:
    """Answers ``/healthz``, ``/readyz`` and ``/metrics`` on the loopback address."""

    def __init__(self, look: Callable[[], Health], metrics: Metrics) -> None:
        self._look = look
        self._metrics = metrics
        self._runner: web.AppRunner | None = None
        self.port = 0

    async def start(self, port: int) -> None:
        """Listen; raise PortTaken. Port 0 is any."""
        app = web.Application(client_max_size=1024)
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._figures)
        self._runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=0.2
        )
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, LOOPBACK, port).start()
        except OSError as error:
            raise PortTaken(
                f"port {port} cannot be used for health ({error.strerror}): set ATOUT_HEALTH_PORT"
            ) from error
        self.port = int(self._runner.addresses[0][1])

    async def stop(self) -> None:
        """Listen no longer."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _healthz(self, _: web.Request) -> web.Response:
        health = self._look()
        return _told(health.well, health.alive)

    async def _readyz(self, _: web.Request) -> web.Response:
        health = self._look()
        return _told(health.open, {**health.alive, **health.ready})

    async def _figures(self, _: web.Request) -> web.Response:
        return web.Response(body=self._metrics.text(), headers={"Content-Type": CONTENT_TYPE})


def _told(good: bool, facts: Mapping[str, bool]) -> web.Response:
    body = json.dumps({"ok": good, **facts})
    return web.Response(status=200 if good else 503, text=body, content_type="application/json")
