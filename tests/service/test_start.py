"""A start while Discord cannot be reached: it waits, says so, and stops when it is asked to."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from pathlib import Path

import discord
import pytest

from bot.client import AtoutBot
from bot.command_line.run import _serve
from bot.command_line.running import connected, log_in
from bot.emojis import upload
from bot.render.emojis import usual_deck
from bot.service.around import Around
from bot.service.notify import Supervisor
from bot.service.patience import LONGEST, pauses
from bot.settings import Settings
from bot.stand_in import running_stand_in
from storage.errors import CannotOpen
from tests.e2e.party import NO_LIMITS

FIRST_REQUESTS = (
    "GET /users/@me",
    "GET /applications/.*/emojis",
    "PUT /applications/.*/commands",
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Give settings of a bot that nothing looks at."""
    return Settings(
        _env_file=None, database=tmp_path / "bot.sqlite3", health_port=0, backup_hours=0, thinkers=1
    )


async def test_a_start_waits_until_discord_can_be_reached(settings: Settings) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        troubles = [server.faults.status(request, 503) for request in FIRST_REQUESTS]
        bot = AtoutBot(settings, connector=server.connector(), guild_ready_timeout=0.02)
        async with connected(bot, server.token, server.connector):
            await bot.wait_until_ready()
        assert [trouble.met for trouble in troubles] == [1, 1, 1]


async def test_a_start_asks_for_the_cards_until_discord_says_which_there_are(
    settings: Settings,
) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        first = AtoutBot(settings, connector=server.connector(), guild_ready_timeout=0.02)
        async with connected(first, server.token):
            assert (await upload(first, some=lambda: usual_deck()[:2])).new == 2
        server.faults.status("GET /applications/.*/emojis", 503)
        bot = AtoutBot(settings, connector=server.connector(), guild_ready_timeout=0.02)
        async with connected(bot, server.token, server.connector):
            await bot.wait_until_ready()
            assert len(bot.looks.emojis.written) == 2


async def test_figures_are_told_while_discord_is_waited_for(settings: Settings) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        away = server.faults.status("GET /users/@me", 503, None)
        bot = AtoutBot(settings, connector=server.connector())
        Around(bot, settings)
        async with bot:
            entering = asyncio.create_task(log_in(bot, server.token, server.connector))
            try:
                await server.wait_for(lambda: away.met, 60)
                figures = bot.metrics.registry.get_sample_value
                assert (figures("atout_boards"), figures("atout_panels")) == (0, 0)
            finally:
                entering.cancel()
                await asyncio.gather(entering, return_exceptions=True)


async def test_whoever_stops_a_bot_that_waits_for_discord_need_not_wait(settings: Settings) -> None:
    loop = asyncio.get_running_loop()
    async with running_stand_in(NO_LIMITS) as server:
        away = server.faults.status("GET /users/@me", 503, None)
        serving = asyncio.create_task(_serve(settings, server.token, server.connector))
        try:
            await server.wait_for(lambda: away.met, 60)
            os.kill(os.getpid(), signal.SIGTERM)
            assert await asyncio.wait_for(serving, 60) == 0
        finally:
            loop.remove_signal_handler(signal.SIGTERM)
            loop.remove_signal_handler(signal.SIGINT)


async def test_a_database_that_cannot_be_used_is_told_while_discord_is_away(
    settings: Settings,
) -> None:
    settings.database.write_bytes(b"no database at all" * 500)
    async with running_stand_in(NO_LIMITS) as server:
        server.faults.status("GET /users/@me", 503, None)
        bot = AtoutBot(settings, connector=server.connector())
        with pytest.raises(CannotOpen):
            async with connected(bot, server.token, server.connector):
                raise AssertionError("connected")


async def test_a_token_that_is_refused_is_not_tried_again(settings: Settings) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        bot = AtoutBot(settings, connector=server.connector())
        with pytest.raises(discord.LoginFailure):
            async with connected(bot, "another", server.connector):
                raise AssertionError("connected")


def test_pauses_grow_to_a_minute_and_stay_there() -> None:
    first = [pause for pause, _ in zip(pauses(), range(10), strict=False)]
    assert first == [1, 2, 4, 8, 16, 32, LONGEST, LONGEST, LONGEST, LONGEST]


async def test_the_supervisor_does_not_take_waiting_for_discord_for_a_failed_start(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.around.PATIENCE", 0)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ear:
        ear.bind(str(tmp_path / "notify"))
        ear.setblocking(False)
        supervisor = Supervisor({"NOTIFY_SOCKET": str(ear.getsockname())})
        async with running_stand_in(NO_LIMITS) as server:
            around = Around(AtoutBot(settings, connector=server.connector()), settings, supervisor)
            await around.start()
            async with asyncio.timeout(60):
                heard = await asyncio.get_running_loop().sock_recv(ear, 100)
            await around.stop()
    assert heard == b"READY=1\nSTATUS=waiting for Discord"
