"""Start and stop the stand-in: the bot's side behind TLS, the people's side as a web page."""

from __future__ import annotations

import asyncio
import ipaddress
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import aiohttp
from aiohttp import web

from bot.stand_in import (
    routes_application,
    routes_channels,
    routes_interactions,
    routes_messages,
    spec,
    tls,
)
from bot.stand_in.events import Event
from bot.stand_in.faults import Faults
from bot.stand_in.gateway import Gateway
from bot.stand_in.interactions import Interactions
from bot.stand_in.limits import Limits
from bot.stand_in.page_api import PageApi
from bot.stand_in.rest import Rest
from bot.stand_in.speech import Line
from bot.stand_in.world import World, furnish

T = TypeVar("T")

PEOPLE = (("Ann", "en-US"), ("Bo", "en-US"), ("Cy", "en-US"), ("Di", "en-US"))
_LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")
_GLANCE = 0.02
_LAST_WORDS = 0.5
"""Seconds for what is under way when all is closed."""

_MOST_BYTES = 30 * 1024 * 1024


class StandIn:
    """Discord on this machine.

    `spec` is Discord's OpenAPI file (None: what the environment names, else written rules only).
    `record` keeps the whole traffic instead of the latest of it; `check_answers` checks the
    stand-in's own answers against the specification (into `world.flaws`).
    """

    def __init__(
        self,
        limits: Limits | None = None,
        spec: Path | None = None,
        *,
        record: bool = False,
        check_answers: bool = False,
        locale: str = "en-US",
        people: Iterable[tuple[str, str]] = PEOPLE,
    ) -> None:
        self.limits = limits or Limits()
        self._waiters: set[asyncio.Future[None]] = set()
        self.world = World(self.limits, record=record, locale=locale)
        self.token = f"{self.world.bot.id}.{secrets.token_urlsafe(24)}"
        self.gateway = Gateway(self.world, self.token)
        self.faults = Faults(self.gateway)
        self.spec = _load(spec)
        self.rest = Rest(
            self.world,
            self.token,
            self.faults,
            spec=self.spec,
            check_answers=check_answers,
            stirred=self._stir,
        )
        interactions = Interactions(self.world)
        interactions.deliver = self.gateway.deliver
        self.world.interactions = interactions
        routes_messages.add(self.rest.routes, self.rest.limits)
        routes_channels.add(self.rest.routes)
        routes_interactions.add(self.rest.routes)
        routes_application.add(self.rest.routes)
        self.page = PageApi(self.world, lambda: self.gateway.online)
        self.world.listeners.append(self._hear)
        furnish(self.world, people)
        self.url = ""
        self.tls_port = 0
        self._lines: set[Line] = set()
        self._bots_side: asyncio.Server | None = None
        self._gatekeeper: web.Server | None = None
        self._runner: web.AppRunner | None = None

    # -- life ----------------------------------------------------------------------------------

    async def start(
        self, port: int = 0, host: str = tls.LOOPBACK, *, open_to_the_network: bool = False
    ) -> None:
        """Listen: the page on this port, the bot's side on one that the connector knows.

        The page lets anybody be anybody, so a host beyond loopback is refused unless
        `open_to_the_network` says that this is wanted.
        """
        if not open_to_the_network and not _is_loopback(host):
            raise ValueError(
                f"{host} can be reached from other machines, and whoever opens the page can play"
                " as anybody: say open_to_the_network=True if that is wanted"
            )
        self._gatekeeper = web.Server(self.gateway.handle, access_log=None)
        self._bots_side = await asyncio.get_running_loop().create_server(
            lambda: Line(self.rest.handle, self._upgrade, self._lines),
            tls.LOOPBACK,
            ssl=tls.certificates().of_server(),
        )
        self.tls_port = self._bots_side.sockets[0].getsockname()[1]
        page_port = await self._serve_page(host, port)
        self.url = f"http://{host}:{page_port}"
        if not open_to_the_network:
            self.page.names = {host, *_LOCAL_NAMES}
        self.world.base_url = self.url

    async def _serve_page(self, host: str, port: int) -> int:
        app = web.Application(client_max_size=_MOST_BYTES)
        app.router.add_route("*", "/{path:.*}", self.page.handle)
        runner = web.AppRunner(
            app, access_log=None, handle_signals=False, shutdown_timeout=_LAST_WORDS
        )
        await runner.setup()
        self._runner = runner
        await web.TCPSite(runner, host, port).start()
        return int(runner.addresses[0][1])

    def _upgrade(self) -> asyncio.Protocol | None:
        """Give what takes a gateway's line over, unless the gateway is shut."""
        if self.gateway.shut or self._gatekeeper is None:
            self.gateway.turned_away += 1
            return None
        return self._gatekeeper()

    async def stop(self) -> None:
        """Close everything."""
        self.faults.clear()
        self.gateway.drop(1001)
        await self.page.close()
        if self._bots_side is not None:
            self._bots_side.close()
        for line in list(self._lines):
            line.close()
        if self._gatekeeper is not None:
            await self._gatekeeper.shutdown(_LAST_WORDS)
        if self._runner is not None:
            await self._runner.cleanup()
        self._bots_side = self._gatekeeper = self._runner = None

    @property
    def door(self) -> tls.Door:
        """Tell where the bot's side is, for a bot in another process of this machine."""
        if not self.tls_port:
            raise RuntimeError("the stand-in has not been started")
        return tls.door(self.tls_port)

    def connector(self) -> aiohttp.TCPConnector:
        """Give the way by which a discord.py client reaches this Discord; one for each client."""
        return self.door.connector()

    # -- waiting ---------------------------------------------------------------------------------

    def _hear(self, event: Event) -> None:
        self._stir()

    def _stir(self) -> None:
        """Wake whoever waits for the world to change."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    async def _change(self) -> None:
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)

    def wait_for(self, predicate: Callable[[], T], timeout: float = 60.0) -> Awaitable[T]:
        """Wait until something holds, and give what it was, or TimeoutError.

        It is looked at on each change of the world, and now and then, since what it asks may be
        the bot's own affair.
        """
        return asyncio.wait_for(self._until(predicate), timeout)

    async def _until(self, predicate: Callable[[], T]) -> T:
        while not (found := predicate()):
            try:
                async with asyncio.timeout(_GLANCE):
                    await self._change()
            except TimeoutError:
                continue
        return found

    async def ready(self) -> None:
        """Wait until the bot is on line."""
        await self.wait_for(lambda: self.gateway.online)

    def settled(self, quiet: float = 0.05, timeout: float = 60.0) -> Awaitable[None]:
        """Wait until nothing is under way and nothing has come for a moment (seconds)."""
        return asyncio.wait_for(self._silence(quiet), timeout)

    async def _silence(self, quiet: float) -> None:
        while True:
            if self.rest.active or self.world.interactions.waiting:
                await self._change()
                continue
            left = self.rest.last_at + quiet - time.monotonic()
            try:
                async with asyncio.timeout(max(left, quiet)):
                    await self._change()
            except TimeoutError:
                return


def _load(path: Path | None) -> spec.Spec | None:
    path = path or spec.from_environment()
    return None if path is None else spec.Spec(path)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@asynccontextmanager
async def running_stand_in(
    limits: Limits | None = None,
    spec: Path | None = None,
    *,
    record: bool = True,
    check_answers: bool = True,
    locale: str = "en-US",
    people: Iterable[tuple[str, str]] = PEOPLE,
    port: int = 0,
) -> AsyncIterator[StandIn]:
    """Run a stand-in for a test: the whole traffic is kept, its own answers are checked."""
    server = StandIn(
        limits, spec, record=record, check_answers=check_answers, locale=locale, people=people
    )
    await server.start(port)
    try:
        yield server
    finally:
        await server.stop()
