"""The bot as a process: how it stops, and what stands afterwards."""

from __future__ import annotations

import asyncio
import signal
from pathlib import Path
from random import Random

import pytest

from bot.__main__ import main
from bot.bench.people import Crowd, Player, board, button, sit_down
from bot.client import LEAVING, SHOWING
from bot.stand_in import StandIn, running_stand_in
from bot.tables.service import Tables
from storage.database import Database
from storage.store import Store
from tests.e2e.party import NO_LIMITS, note_of, party, text_of
from tests.service.running import PATIENCE, Process, bot_process, card_table


async def entries(folder: Path, table: int = 1) -> list[tuple[int, str]]:
    """Return what a table's log has on the disk: its numbers and kinds."""
    async with await Database.open(folder / "bot.sqlite3") as database:
        stored = await Store(database).load(table)
        await Tables(Store(database)).table(table)  # it can be replayed
    return [(row.seq, row.kind) for row in stored.log]


async def newest(folder: Path) -> tuple[int, bool]:
    """Return the number of the newest table on the disk, and whether it is still open."""
    async with await Database.open(folder / "bot.sqlite3") as database:
        numbers = [row.id for row in await Store(database).open_tables()]
        table = sum((await Store(database).count_by_phase()).values())
    return table, table in numbers


async def at_table(server: StandIn) -> Player:
    """Open a table for one person and computers, and return who plays there."""
    ann = Crowd(server).player(server.world.person("Ann"), card_table(server))
    await sit_down([ann], "bura", computers=True)
    await server.wait_for(lambda: ann.offers, PATIENCE)
    return ann


def test_what_a_stop_waits_for_leaves_room_within_five_seconds() -> None:
    assert LEAVING + SHOWING <= 4


async def test_a_stop_under_traffic_loses_nothing(tmp_path: Path) -> None:
    async with running_stand_in(NO_LIMITS) as server, bot_process(server, tmp_path) as process:
        ann = await at_table(server)
        playing = asyncio.create_task(ann.play_on())
        await server.wait_for(lambda: ann.done >= 4, PATIENCE)
        assert await process.end() == 0
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
    done = [kind for _, kind in await entries(tmp_path) if kind in ("acted", "cut")]
    assert len(done) >= 4


async def test_whoever_clicks_while_the_bot_stops_is_told_to_come_again(tmp_path: Path) -> None:
    async with party(tmp_path) as some:
        ann, server = some.person("Ann"), some.server
        await ann.command(some.channel, "atout play", game="bura")
        await some.quiet()
        # A click that takes its time is waited for.
        slow = server.faults.hang("POST /interactions/.*/callback", 1)
        first = ann.start_command(some.channel, ["atout", "rules"], {"game": "bura"})
        await server.wait_for(lambda: slow.met)
        stopping = asyncio.create_task(some.bot.close())
        await server.wait_for(lambda: some.bot.house.door.closed)
        second = await ann.command(some.channel, "atout table")
        assert second.error is None
        assert "restarting" in note_of(second)
        assert not stopping.done()
        server.faults.clear(slow)
        await first.answered.wait()
        assert first.error is None
        await stopping


async def test_a_match_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async with running_stand_in(NO_LIMITS) as server:
        async with bot_process(server, tmp_path) as process:
            ann = await at_table(server)
            assert await ann.click() is not None
            assert await process.end() == 0
        before = await entries(tmp_path)
        async with bot_process(server, tmp_path) as process:
            back = await ann.person.command(ann.channel, "atout hand")
            assert back.error is None
            await server.wait_for(lambda: ann.offers, PATIENCE)
            pressed = await ann.click()
            assert pressed is not None
            assert pressed.error is None
            assert await process.end() == 0
        after = await entries(tmp_path)
    assert after[: len(before)] == before
    assert len(after) > len(before)


@pytest.mark.timeout(1800)
async def test_what_was_answered_before_a_kill_stands_after_it(tmp_path: Path) -> None:
    await killed(tmp_path, 3, Random(8))


async def killed(folder: Path, times: int, chance: Random) -> None:
    """Kill the bot so often at random moments of play, and compare with what was acknowledged."""
    async with running_stand_in(NO_LIMITS) as server:
        ann = Crowd(server).player(server.world.person("Ann"), card_table(server))
        goes_on = False
        for _ in range(times):
            async with bot_process(server, folder) as process:
                if goes_on:
                    back = await ann.person.command(ann.channel, "atout hand")
                    assert back.error is None, back.error
                else:
                    ann.panel = None
                    await sit_down([ann], "bura", computers=True)
                await server.wait_for(lambda: ann.offers or _over(ann), PATIENCE)
                known = await _play_until_killed(ann, process, chance)
            table, goes_on = await newest(folder)
            written = await entries(folder, table)
            assert [seq for seq, _ in written] == list(range(1, len(written) + 1))
            assert written[-1][0] >= known


def _over(ann: Player) -> bool:
    """Tell whether the board shows a match that is over."""
    try:
        return bool(button(board(ann.channel), "again"))
    except LookupError:
        return False


async def _play_until_killed(ann: Player, process: Process, chance: Random) -> int:
    """Play until the process is killed; return the last version that the person was shown."""
    playing = asyncio.create_task(ann.play_on())
    await asyncio.sleep(chance.uniform(0.05, 1.5))
    await process.end(signal.SIGKILL)
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)
    assert ann.panel is not None
    versions = [str(part.get("custom_id", "")).split(":")[2:3] for part in ann.panel.parts]
    return max((int(one[0]) for one in versions if one and one[0].isdigit()), default=0)


def test_a_damaged_database_is_said_to_be_that_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "bot.sqlite3"
    path.write_bytes(b"SQLite format 3\x00" + b"torn" * 2000)
    before = path.read_bytes()
    said = asyncio.run(_start_that_fails(tmp_path))
    assert "bot.sqlite3" in said
    assert "left as it is" in said
    assert path.read_bytes() == before


async def _start_that_fails(folder: Path) -> str:
    async with (
        running_stand_in(NO_LIMITS) as server,
        bot_process(server, folder, wait=False) as process,
    ):
        assert await process.ended() == 78
        return process.said


def test_a_start_that_cannot_succeed_says_why_with_its_own_status(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ATOUT_TOKEN", raising=False)
    assert main(["run"]) == 78
    assert "no token" in capsys.readouterr().err
    monkeypatch.setenv("ATOUT_TOKEN", "x.y.z")
    assert main(["run", "--check"]) == 0
    monkeypatch.setenv("ATOUT_BACKUPS_KEPT", "0")
    assert main(["run", "--check"]) == 78
    assert "ATOUT_BACKUPS_KEPT" in capsys.readouterr().err


async def test_two_processes_share_the_servers_and_nobody_answers_twice(tmp_path: Path) -> None:
    folders = [tmp_path / "a", tmp_path / "b"]
    for folder in folders:
        folder.mkdir()
    async with running_stand_in(NO_LIMITS) as server:
        other = next(
            guild
            for guild in (server.world.add_guild(f"Club {n}") for n in range(64))
            if (guild.id >> 22) % 2 != (server.world.guild.id >> 22) % 2
        )
        places = [card_table(server), server.world.channel("card-table", other)]
        places.sort(key=lambda place: 0 if place.guild is None else (place.guild.id >> 22) % 2)
        async with (
            bot_process(server, folders[0], shards="0/2") as first,
            bot_process(server, folders[1], wait=False, shards="1/2") as second,
        ):
            await server.wait_for(lambda: len(server.gateway.sessions) == 2, PATIENCE)
            ann = server.world.person("Ann")
            for place in places:
                answered = await ann.command(place, "atout play", game="bura")
                assert answered.error is None
            assert await first.end() == 0
            # One half of the servers goes on without the other.
            again = await ann.command(places[1], "atout table")
            assert again.error is None
            assert "Bura" in text_of(places[1].messages[places[1].last_message_id or 0])
            assert await second.end() == 0
    for folder, place in zip(folders, places, strict=True):
        async with await Database.open(folder / "bot.sqlite3") as database:
            rows = await Store(database).open_tables()
        assert [row.channel_id for row in rows] == [place.id]
