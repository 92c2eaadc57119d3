"""When Discord stumbles, or takes something away, play goes on or waits, and nothing is lost."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final, ParamSpec, TypeVar

import pytest
import pytest_asyncio
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.stand_in import Deferral, Limits, Message
from cogs.door import DEFER_AFTER
from storage.errors import StorageDamaged, StorageFull
from tests.e2e.party import (
    Party,
    asked,
    buttons_now,
    dealt,
    is_board,
    note_of,
    party,
    play_one,
    seated,
    text_of,
)

P = ParamSpec("P")
T = TypeVar("T")

NAMES = ("Ann", "Bo", "Cy", "Di")

DEFERRED: Final = 5
"""The type of an answer that only says that another will come."""


@pytest_asyncio.fixture
async def expiring(tmp_path: Path) -> AsyncIterator[Party]:
    """Yield a party at which tokens may expire, as Discord refuses them then."""
    async with party(tmp_path) as some:
        yield some


def boards(some: Party) -> list[Message]:
    """Return the boards that stand in the channel."""
    return [one for one in some.person("Ann").sees(some.channel) if is_board(one)]


async def one_board(some: Party) -> Message:
    """Wait until one board stands in the channel, and return it."""

    async def one() -> bool:
        await some.quiet()
        return len(boards(some)) == 1

    await some.until(one)
    return boards(some)[0]


async def lobby_of(some: Party, **options: object) -> Message:
    """Let Ann open a table, and return its public message."""
    await some.person("Ann").command(some.channel, "atout play", game="biritch", **options)
    await some.quiet()
    return some.board(some.person("Ann"))


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_errors_of_discord_pass_and_the_board_catches_up(four: Party, status: int) -> None:
    four.server.faults.status("PATCH /channels/.*/messages", status, 2)
    four.server.faults.status("POST /channels/.*/messages", status, 1)
    await seated(four, NAMES)
    for _ in range(4):
        assert await play_one(four, Random(1))

    async def seen() -> bool:
        return "deal 1" in text_of(await one_board(four))

    await four.until(seen)


async def test_a_message_that_arrived_although_discord_said_otherwise_is_not_posted_twice(
    four: Party,
) -> None:
    await lobby_of(four)
    four.server.faults.status("POST /channels/.*/messages", 503, 2, after=True)
    await four.person("Ann").command(four.channel, "atout table")
    await one_board(four)


async def test_a_slow_answer_is_acknowledged_in_time(
    four: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    panel = await four.open_hand(person)
    version = (await four.table()).version
    disk = Disk()
    monkeypatch.setattr(four.bot.store, "commit", disk.slow(four.bot.store.commit))
    monkeypatch.setattr("cogs.door.DEFER_AFTER", 0.1)
    identity = str(buttons_now(four, person, version)[0]["custom_id"])
    click = await person.click(panel, custom_id=identity)
    assert click.response == Deferral(update=True, ephemeral=True)
    disk.wakes.set()
    await four.until(lambda: _version(four, version + 1))
    await four.quiet()
    assert not buttons_now(four, person, version), "the panel shows what is now"


def test_there_is_a_second_left_for_the_acknowledgement_to_arrive() -> None:
    assert Limits().ack_deadline - 1 >= DEFER_AFTER


class Disk:
    """A disk that sleeps until it is woken."""

    def __init__(self) -> None:
        self.wakes = asyncio.Event()

    def slow(self, write: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
        """Return what writes once the disk is awake."""

        async def slow(*args: P.args, **named: P.kwargs) -> T:
            await self.wakes.wait()
            return await write(*args, **named)

        return slow


async def _version(some: Party, version: int) -> bool:
    return (await some.table()).version >= version


async def test_an_answer_waits_for_the_acknowledgement_that_is_on_its_way(
    four: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk, heard = Disk(), asyncio.Event()
    respond = AsyncWebhookAdapter.create_interaction_response

    async def late_to_hear(adapter: AsyncWebhookAdapter, *args: Any, **named: Any) -> Any:
        told = await respond(adapter, *args, **named)
        if named["params"].payload["type"] == DEFERRED:
            await heard.wait()
        return told

    monkeypatch.setattr(AsyncWebhookAdapter, "create_interaction_response", late_to_hear)
    monkeypatch.setattr(four.bot.store, "open_table", disk.slow(four.bot.store.open_table))
    monkeypatch.setattr("cogs.door.DEFER_AFTER", 0.1)
    ann = four.person("Ann")
    opening = await ann.command(four.channel, "atout play", game="biritch")
    assert isinstance(opening.response, Deferral)
    disk.wakes.set()
    await four.until(lambda: _is_open(four))
    for _ in range(100):
        await asyncio.sleep(0)
    heard.set()

    async def told() -> bool:
        notes = [text_of(one) for one in ann.sees(four.channel) if one.ephemeral]
        return any("open" in note for note in notes) and len(boards(four)) == 1

    await four.until(told)


async def _is_open(some: Party) -> bool:
    return await some.tables.in_channel(some.channel.id) is not None


async def test_opening_a_table_with_a_slow_disk_still_brings_its_board(
    four: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk()
    monkeypatch.setattr(four.bot.store, "open_table", disk.slow(four.bot.store.open_table))
    monkeypatch.setattr("cogs.door.DEFER_AFTER", 0.1)
    ann = four.person("Ann")
    opening = await ann.command(four.channel, "atout play", game="biritch")
    assert isinstance(opening.response, Deferral)
    disk.wakes.set()

    async def told() -> bool:
        notes = [text_of(one) for one in ann.sees(four.channel) if one.ephemeral]
        return any("open" in note for note in notes) and len(boards(four)) == 1

    await four.until(told)
    assert not any(one.thinking for one in ann.sees(four.channel))


async def test_a_discord_that_does_not_answer_holds_up_nobody_else(
    four: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    panel = await four.open_hand(person)
    version = (await four.table()).version
    identity = str(buttons_now(four, person, version)[0]["custom_id"])
    with monkeypatch.context() as impatient:
        impatient.setattr("cogs.house.ANSWER_WITHIN", 0.3)
        impatient.setattr("cogs.house.EDIT_WITHIN", 0.3)
        impatient.setattr("bot.client.SILENCE", 0.3)
        hang = four.server.faults.hang("(POST|PATCH) ", 3)
        click = person.start_component(panel, identity)
        await four.until(lambda: _version(four, version + 1))
    four.server.faults.clear(hang)
    await click.answered.wait()
    for _ in range(3):
        assert await play_one(four, Random(2))
    await one_board(four)


async def test_play_goes_on_while_no_board_and_no_panel_can_be_brought_up_to_date(
    four: Party,
) -> None:
    await seated(four, NAMES)
    for name in NAMES:
        await four.open_hand(four.person(name))
    await four.quiet()
    four.bot.house.panels._give_way = 0
    before = (await four.table()).version
    four.server.faults.hang("^PATCH ")
    for version in range(before, before + 4):
        person = await asked(four)
        assert person is not None
        await four.open_hand(person)
        identity = str(buttons_now(four, person, version)[0]["custom_id"])
        click = await person.click(four.panel(person), custom_id=identity)
        assert click.error is None
    assert (await four.table()).version == before + 4
    four.server.faults.clear()
    await four.quiet()
    person = await asked(four)
    assert person is not None
    assert buttons_now(four, person, before + 4), "the panels catch up"


async def test_a_board_that_somebody_deleted_is_posted_again(four: Party) -> None:
    lobby = await lobby_of(four)
    four.server.world.delete_message(lobby)
    await four.person("Bo").command(four.channel, "atout table")
    board = await one_board(four)
    assert board.id != lobby.id
    await four.person("Bo").click(board, label=_label(board, ":sit:1"))

    async def seen() -> bool:
        return "Bo" in text_of(boards(four)[0])

    await four.until(seen)


def _label(message: Message, end: str) -> str:
    return next(
        str(part["label"]) for part in message.parts if str(part.get("custom_id", "")).endswith(end)
    )


async def test_a_board_deleted_in_the_middle_of_play_comes_back_with_the_next_card(
    four: Party,
) -> None:
    await seated(four, NAMES)
    four.server.world.delete_message(four.board(four.person("Ann")))
    assert await play_one(four, Random(1))
    await one_board(four)


async def test_a_missing_permission_is_named_before_a_table_is_opened(four: Party) -> None:
    four.server.world.set_permissions(four.channel, send_messages=False, embed_links=False)
    answer = await four.person("Ann").command(four.channel, "atout play", game="biritch")
    assert answer.ephemeral
    assert "Send Messages" in note_of(answer)
    assert "Embed Links" in note_of(answer)
    assert four.channel.mention in note_of(answer)
    assert await four.tables.in_channel(four.channel.id) is None


async def test_a_permission_taken_away_during_play_leaves_the_panels_working(four: Party) -> None:
    await seated(four, NAMES)
    four.server.world.set_permissions(four.channel, view_channel=False)
    requests = len(four.server.world.requests)
    before = (await four.table()).version
    for _ in range(6):
        assert await play_one(four, Random(3))
    await four.quiet()
    assert (await four.table()).version == before + 6
    refused = [r for r in list(four.server.world.requests)[requests:] if r.status == 403]
    assert len(refused) <= 2, "Discord bans who keeps asking"


async def test_a_deleted_channel_suspends_its_table_and_nothing_crashes(
    four: Party, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot")
    await four.person("Ann").command(four.channel, "atout play", game="biritch", computers=True)
    await four.until(lambda: dealt(four))
    four.server.world.delete_channel(four.channel)

    async def suspended() -> bool:
        return bool((await four.table()).suspended)

    await four.until(suspended)
    await four.quiet()
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []
    await four.restart()
    assert (await four.table()).suspended == "channel_gone"


async def test_a_server_that_removes_the_bot_suspends_its_tables_until_it_is_back(
    four: Party,
) -> None:
    await seated(four, NAMES)
    guild = four.channel.guild
    assert guild is not None
    four.server.world.remove_bot(guild)

    async def suspended() -> bool:
        return bool((await four.table()).suspended)

    await four.until(suspended)
    four.server.world.add_bot(guild)
    before = (await four.table()).version
    await four.server.settled()
    assert await play_one(four, Random(1))
    after = await four.table()
    assert (after.suspended, after.version) == ("", before + 1)


async def test_a_table_in_a_thread_is_played_there(four: Party) -> None:
    ann = four.person("Ann")
    answer = await ann.command(
        four.channel, "atout play", game="biritch", thread=True, computers=True
    )
    await four.until(lambda: dealt(four))
    await four.quiet()
    table = await four.table()
    assert table.place.parent == four.channel.id
    thread = four.server.world.channels[table.place.channel]
    assert thread.mention in note_of(answer)
    board = four.board(ann, thread)
    click = await ann.click(board, label="My hand")
    assert click.error is None
    assert boards(four) == []
    four.server.world.delete_channel(thread)

    async def suspended() -> bool:
        return bool((await four.table()).suspended)

    await four.until(suspended)


async def test_when_a_token_has_expired_a_click_brings_a_fresh_panel(expiring: Party) -> None:
    await seated(expiring, NAMES)
    person = await asked(expiring)
    assert person is not None
    await expiring.open_hand(person)
    world = expiring.server.world
    world.clock = lambda: time.monotonic() + world.limits.token_life + 1
    for _ in range(4):
        assert await play_one(expiring, Random(5))
    await expiring.quiet()


async def test_a_damaged_table_is_named_in_its_channel_and_the_channel_is_free(
    four: Party,
) -> None:
    await lobby_of(four)
    await four.bot.store._database.write(
        lambda connection: connection.execute("UPDATE log SET kind = 'flown' WHERE seq = 2", ())
    )
    await four.restart()
    ann = four.person("Ann")
    answer = await ann.click(four.board(ann), label=_label(four.board(ann), ":sit:1"))
    assert answer.error is None
    assert answer.ephemeral
    await four.quiet()
    assert any("set aside" in text_of(m) for m in ann.sees(four.channel) if not m.ephemeral)
    again = await ann.command(four.channel, "atout play", game="biritch")
    assert not again.ephemeral


async def test_a_full_disk_is_said_so_and_the_next_try_works(
    four: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    panel = await four.open_hand(person)
    before = await four.table()
    identity = str(buttons_now(four, person, before.version)[0]["custom_id"])

    async def full(*args: object, **named: object) -> None:
        raise StorageFull("no room")

    with monkeypatch.context() as disk:
        disk.setattr(four.bot.store, "commit", full)
        click = await person.click(panel, custom_id=identity)
    assert click.error is None
    assert (await four.table()) == before
    assert any(one.ephemeral and text_of(one) for one in click.messages)
    again = await person.click(panel, custom_id=identity)
    assert again.error is None
    assert (await four.table()).version == before.version + 1


async def test_a_database_damaged_in_use_refuses_moves_with_a_sentence_until_it_is_mended(
    four: Party,
) -> None:
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    panel = await four.open_hand(person)
    before = await four.table()
    identity = str(buttons_now(four, person, before.version)[0]["custom_id"])
    four.bot.store._database._writer.give_up(StorageDamaged("damaged"))
    for _ in range(2):
        click = await person.click(panel, custom_id=identity)
        assert click.error is None
        assert any("memory is damaged" in text_of(one) for one in click.messages if one.ephemeral)
    assert (await four.table()) == before
    # Mended, and opened again.
    await four.restart()
    again = await person.click(panel, custom_id=identity)
    assert again.error is None
    assert (await four.table()).version == before.version + 1
