"""What the doctor finds, and what it says to do."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import aiohttp
import pytest

from bot.__main__ import main
from bot.service.doctor import Finding, examine
from bot.settings import Settings
from bot.stand_in import StandIn, running_stand_in
from storage.backup import backup
from storage.database import Database
from storage.models import NewTable
from storage.store import Store
from tests.e2e.party import NO_LIMITS


def settings(folder: Path, **more: object) -> Settings:
    given: dict[str, object] = {"database": folder / "bot.sqlite3", **more}
    return Settings.model_validate(given)


async def found(
    some: Settings, connector: aiohttp.BaseConnector | None = None, *, offline: bool = True
) -> dict[str, list[Finding]]:
    """Return all findings by what was looked at."""
    by_name: dict[str, list[Finding]] = {}
    async for finding in examine(some, connector, offline=offline):
        by_name.setdefault(finding.what, []).append(finding)
    return by_name


@pytest.fixture(autouse=True)
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ATOUT_TOKEN", raising=False)


async def test_every_finding_that_is_not_good_says_what_to_do(tmp_path: Path) -> None:
    for some in (settings(tmp_path), settings(Path("/proc/nowhere"), backup_hours=0)):
        for findings in (await found(some)).values():
            assert all(one.grade == "good" or one.advice for one in findings)


async def test_a_fresh_machine_lacks_nothing_but_the_token(tmp_path: Path) -> None:
    findings = await found(settings(tmp_path / "data"))
    bad = [name for name, some in findings.items() if any(one.grade == "bad" for one in some)]
    assert bad == ["token"]


async def test_a_sound_database_is_told_from_a_damaged_and_a_foreign_one(tmp_path: Path) -> None:
    some = settings(tmp_path)
    async with await Database.open(some.database):
        pass
    assert (await found(some))["database"][0].grade == "good"
    await asyncio.to_thread(some.database.write_bytes, b"what is this")
    (damaged,) = (await found(some))["database"]
    assert damaged.grade == "bad"
    assert "restore" in damaged.advice


async def test_for_a_damaged_database_the_copy_to_restore_is_named(tmp_path: Path) -> None:
    some = settings(tmp_path)
    async with await Database.open(some.database):
        pass
    for copies in ((), ("bot-20260101-030000.sqlite3", "bot-20260102-030000.sqlite3")):
        for name in copies:
            some.backup_folder.mkdir(exist_ok=True)
            await backup(some.database, some.backup_folder / name)
        sound = some.database.read_bytes()
        page = int.from_bytes(sound[16:18])
        some.database.write_bytes(sound[: 2 * page] + b"torn" * (page // 4) + sound[3 * page :])
        (damaged,) = (await found(some))["database"]
        assert damaged.grade == "bad"
        assert "\n" not in damaged.how
        assert (copies[-1] if copies else "no copy") in damaged.advice
        some.database.write_bytes(sound)
    assert "bot-20260102-030000.sqlite3" in (await found(some))["backups"][0].how


async def test_a_clock_behind_what_the_tables_have_seen_is_wrong(tmp_path: Path) -> None:
    some = settings(tmp_path)
    async with await Database.open(some.database) as database:
        later = int((time.time() + 3600) * 1000)
        new = NewTable(guild_id=1, channel_id=2, game="bura", host_id=3, opened_at=later)
        await Store(database).open_table(new)
    (clock,) = (await found(some))["clock"]
    assert clock.grade == "bad"
    assert "NTP" in clock.advice


async def test_a_full_disk_is_seen_before_it_is_full(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for free, grade in ((5, "bad"), (100, "look"), (5000, "good")):
        usage = (10**10, 0, free * 1024 * 1024)
        monkeypatch.setattr("shutil.disk_usage", lambda _, usage=usage: _Usage(*usage))
        assert (await found(settings(tmp_path)))["disk"][0].grade == grade


class _Usage:
    def __init__(self, total: int, used: int, free: int) -> None:
        self.total, self.used, self.free = total, used, free


async def test_discord_is_asked_about_token_clock_emojis_and_permissions(tmp_path: Path) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        some = settings(tmp_path, token=server.token)
        findings = await found(some, server.connector(), offline=False)
        assert [one.grade for one in findings["discord"]] == ["good"]
        assert all(one.grade == "good" for one in findings["clock"])
        (emojis,) = findings["emojis"]
        assert "atout emojis" in emojis.advice
        assert _permissions(findings) == ["good"]
        _forbid(server)
        findings = await found(some, server.connector(), offline=False)
        (lacking,) = findings["permissions"]
        assert "lacks embed links" in lacking.how
        assert "permissions=309237763072" in lacking.advice


def _permissions(findings: dict[str, list[Finding]]) -> list[str]:
    return [one.grade for one in findings["permissions"]]


def _forbid(server: StandIn) -> None:
    for guild in server.world.guilds.values():
        role = guild.roles[guild.id]
        role.permissions = type(role.permissions)(role.permissions & ~(1 << 14))


async def test_a_token_that_discord_does_not_accept_is_said_to_be_that(tmp_path: Path) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        some = settings(tmp_path, token="not.this.one")
        findings = await found(some, server.connector(), offline=False)
        (discord,) = findings["discord"]
        assert discord.grade == "bad"
        assert "does not accept" in discord.how


async def test_a_discord_that_is_down_is_told_from_a_wrong_token(tmp_path: Path) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        server.faults.status("GET /users/@me", 503, None)
        some = settings(tmp_path, token=server.token)
        findings = await found(some, server.connector(), offline=False)
        (discord,) = findings["discord"]
        assert "cannot be reached" in discord.how


def test_the_status_says_whether_something_keeps_the_bot_from_running(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--offline"]) == 1
    assert "BAD  token" in capsys.readouterr().out
    secret = "MTA5NzU0ODA3OTA4ODg0MDc3NA.GaBcDe." + "x" * 38
    monkeypatch.setenv("ATOUT_TOKEN", secret)
    assert main(["doctor", "--offline"]) == 0
    printed = capsys.readouterr().out
    assert "application 1097548079088840774" in printed
    assert "xxxx" not in printed


def test_settings_that_cannot_be_used_are_named_without_their_values(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ATOUT_REQUESTS_PER_SECOND", "many")
    monkeypatch.setenv("ATOUT_SHARDS", "9/3")
    assert main(["doctor", "--offline"]) == 2
    said = capsys.readouterr().err
    assert "ATOUT_REQUESTS_PER_SECOND, ATOUT_SHARDS" in said
    assert "many" not in said
