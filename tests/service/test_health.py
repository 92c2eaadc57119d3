"""How the bot says that it is well, and that it is not."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.client import AtoutBot
from bot.command_line.running import connected
from bot.service.around import Around, watched
from bot.service.health import Health, HealthServer, PortTaken
from bot.service.metrics import Metrics
from bot.settings import Settings
from bot.stand_in import running_stand_in
from tests.e2e.party import NO_LIMITS
from tests.waiting import until


async def asked(port: int, path: str) -> tuple[int, dict[str, bool]]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/{path}") as answer,
    ):
        return answer.status, await answer.json()


class Ill:
    """A bot's health, to be set."""

    def __init__(self) -> None:
        self.health = Health({"loop": True}, {"gateway": True})

    def look(self) -> Health:
        return self.health


async def test_only_what_a_restart_would_help_makes_the_bot_unwell() -> None:
    ill = Ill()
    server = HealthServer(ill.look, Metrics())
    await server.start(0)
    try:
        assert await asked(server.port, "healthz") == (200, {"ok": True, "loop": True})
        ill.health = Health({"loop": True}, {"gateway": False})
        assert (await asked(server.port, "healthz"))[0] == 200
        assert await asked(server.port, "readyz") == (
            503,
            {"ok": False, "loop": True, "gateway": False},
        )
        ill.health = Health({"loop": False}, {"gateway": True})
        assert (await asked(server.port, "healthz"))[0] == 503
        assert (await asked(server.port, "readyz"))[0] == 503
    finally:
        await server.stop()


async def test_a_port_that_is_taken_is_named_with_the_setting() -> None:
    first, second = HealthServer(Ill().look, Metrics()), HealthServer(Ill().look, Metrics())
    await first.start(0)
    try:
        with pytest.raises(PortTaken, match=rf"{first.port}.*ATOUT_HEALTH_PORT"):
            await second.start(first.port)
    finally:
        await first.stop()
        await second.stop()


async def test_the_command_asks_the_running_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ill = Ill()
    server = HealthServer(ill.look, Metrics())
    await server.start(0)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATOUT_HEALTH_PORT", str(server.port))
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    try:
        assert await asyncio.to_thread(main, ["health"]) == 0
        ill.health = Health({"loop": True}, {"gateway": False})
        assert await asyncio.to_thread(main, ["health"]) == 0
        assert await asyncio.to_thread(main, ["health", "--ready"]) == 1
        assert '"gateway": false' in capsys.readouterr().out
    finally:
        await server.stop()
    with socket.socket() as deaf:
        # Taken, so that nothing else comes to answer there.
        deaf.bind(("127.0.0.1", 0))
        monkeypatch.setenv("ATOUT_HEALTH_PORT", str(deaf.getsockname()[1]))
        assert await asyncio.to_thread(main, ["health"]) == 1
    assert "nothing answers" in capsys.readouterr().out
    monkeypatch.setenv("ATOUT_HEALTH_PORT", "0")
    assert await asyncio.to_thread(main, ["health"]) == 2


async def test_a_bot_at_work_is_ready_shows_its_figures_and_counts_no_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen = HealthServer.start
    monkeypatch.setattr(HealthServer, "start", lambda server, port: listen(server, 0))
    settings = Settings(
        _env_file=None,
        database=tmp_path / "bot.sqlite3",
        health_port=1,
        backup_hours=0,
        seconds_a_card=0,
        thinkers=1,
    )
    async with running_stand_in(NO_LIMITS) as server:
        bot = AtoutBot(settings, connector=server.connector(), guild_ready_timeout=0.02)
        async with watched(bot, settings) as around:
            assert (await asked(around.port, "readyz"))[0] == 503
            assert (await asked(around.port, "healthz"))[0] == 200
            async with connected(bot, server.token):
                await bot.wait_until_ready()
                await _until_ready(around)
                ann = server.world.person("Ann")
                table = next(c for c in server.world.channels.values() if c.name == "card-table")
                answered = await ann.command(table, "atout play", game="bura")
                assert answered.error is None
                await bot.house.boards.settle()
                await _until_answered(bot)
                figures = bot.metrics.registry.get_sample_value
                kind = {"kind": "application_command"}
                assert figures("atout_interactions_total", kind) == 1
                assert figures("atout_answers_total", {"status": "200"}) == 1
                assert figures("atout_ack_seconds_count") == 1
                assert (figures("atout_commit_units_count") or 0) >= 1
                assert figures("atout_servers") == 1
                text = bot.metrics.text().decode()
                assert str(ann.id) not in text
                assert str(table.id) not in text
                assert server.token not in text
                assert "/interactions/:id/:token/callback" in text
                around.stopping()
                assert around.look().ready["open"] is False
            assert around.look().well


async def test_a_database_that_takes_nothing_makes_the_bot_unready_and_not_unwell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.service.around.PROBE_EVERY", 0.01)
    settings = Settings(
        _env_file=None, database=tmp_path / "bot.sqlite3", health_port=0, backup_hours=0
    )
    async with running_stand_in(NO_LIMITS) as server:
        bot = AtoutBot(settings, connector=server.connector(), guild_ready_timeout=0.02)
        async with watched(bot, settings) as around, connected(bot, server.token):
            await bot.wait_until_ready()
            await _until_ready(around)
            assert bot.database is not None
            await bot.database.close()
            await server.wait_for(lambda: not around.look().open)
            assert around.look().ready == {"gateway": True, "database": False, "open": True}
            assert around.look().well


async def _until_ready(around: Around) -> None:
    await until(lambda: around.look().open)


async def _until_answered(bot: AtoutBot) -> None:
    await until(lambda: bot.metrics.registry.get_sample_value("atout_ack_seconds_count"))
