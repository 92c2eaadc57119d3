"""Stopping and starting: what is on the screens works on, and nothing is done twice or kept."""

from __future__ import annotations

import gc
import logging
from functools import partial
from random import Random

import pytest

from bot.publisher.attention import ABSENT_AFTER, Attention
from bot.stand_in import Message
from tests.e2e.forging import answered, forge
from tests.e2e.party import (
    Party,
    asked,
    buttons,
    buttons_now,
    dealt,
    note_of,
    play_one,
    seated,
    text_of,
)

NAMES = ("Ann", "Bo", "Cy", "Di")


def ending(message: Message, end: str) -> str:
    """Return the custom_id on a message that ends so."""
    ids = [str(part.get("custom_id", "")) for part in message.parts]
    return next(one for one in ids if one.endswith(end))


async def test_the_buttons_of_a_lobby_work_on_after_a_restart(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    lobby = four.board(ann)
    before = await four.table()
    await four.restart()
    assert await four.table() == before
    sat = await bo.click(lobby, custom_id=ending(lobby, ":sit:1"))
    assert sat.error is None
    await four.quiet()
    assert four.board(ann).id == lobby.id, "the same message is the board"
    await four.restart()
    started = await ann.click(four.board(ann), custom_id=ending(four.board(ann), ":start"))
    assert started.error is None
    await four.until(lambda: dealt(four))


@pytest.mark.parametrize("cards", [0, 6])
async def test_the_buttons_of_a_panel_work_on_after_a_restart(four: Party, cards: int) -> None:
    chance = Random(2)
    await seated(four, NAMES)
    while len(_cards_played(four, await four.table())) < cards:
        assert await play_one(four, chance)
    person = await asked(four)
    assert person is not None
    await four.quiet()
    before = await four.table()
    if not buttons_now(four, person, before.version):
        await four.open_hand(person)
    panel = four.panel(person)
    shown = text_of(panel)
    await four.restart()
    assert await four.table() == before
    assert text_of(panel) == shown
    identity = str(buttons(panel)[0]["custom_id"])
    click = await person.click(panel, custom_id=identity)
    assert click.error is None
    after = await four.table()
    assert after.version == before.version + 1
    again = await answered([forge(four, person, panel, identity)])
    assert "present hand" in note_of(again[0])
    assert await four.table() == after


def _cards_played(some: Party, table: object) -> list[object]:
    deals = getattr(table, "deals", ())
    return [] if not deals else [a for a in deals[-1].actions if a.verb == "play"]


async def test_commands_are_registered_when_they_have_changed_and_only_then(four: Party) -> None:
    def registered() -> int:
        return sum(
            request.method == "PUT" and request.path.split("?")[0].endswith("/commands")
            for request in four.server.world.requests
        )

    assert registered() == 1
    await four.restart()
    assert registered() == 1
    await four.bot.store.remember("commands_hash", "another version's")
    await four.restart()
    assert registered() == 2


async def test_a_start_writes_only_boards_that_may_be_behind(four: Party) -> None:
    world = four.server.world
    channels = [four.channel, *(world.add_channel(f"table-{n}") for n in range(5))]
    ann = four.person("Ann")
    for channel in channels:
        await ann.command(channel, "atout play", game="bura")
    await four.quiet()
    await four.bot.store._database.write(
        lambda connection: connection.execute(
            "UPDATE tables SET touched_at = touched_at - 3600000 WHERE id > 1"
        )
    )
    requests = len(world.requests)
    await four.restart()
    await four.quiet()
    touched = [
        request
        for request in list(world.requests)[requests:]
        if request.method == "PATCH" and "/messages/" in request.path
    ]
    assert len(touched) <= 1


def edits_of(some: Party, board: Message) -> int:
    """Count how often the bot changed a message through its channel."""
    return sum(
        request.method == "PATCH" and request.path.endswith(f"/messages/{board.id}")
        for request in some.server.world.requests
    )


async def test_a_board_that_could_not_say_any_more_that_its_table_has_ended_says_so_after_a_restart(
    four: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.client.SHOWING", 0.0)
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    board = four.board(ann)
    trouble = four.server.faults.status("^PATCH /channels/", 500, None)
    answer = (await ann.command(four.channel, "atout end")).message
    assert answer is not None
    await ann.click(answer, custom_id=ending(answer, ":end:yes"))
    await four.server.wait_for(lambda: trouble.met, 60)
    await four.stop()
    assert buttons(board, "start") + buttons(board, "sit"), "it still offers a seat"
    four.server.faults.clear()
    await four.start()
    await four.quiet()
    assert not buttons(board, "start") + buttons(board, "sit")
    before = edits_of(four, board)
    assert before
    await four.until(partial(_owes_nothing, four))
    await four.restart()
    await four.quiet()
    assert edits_of(four, board) == before, "what was seen is not written again"


async def _owes_nothing(some: Party) -> bool:
    return await some.bot.store.last_boards() == ()


async def test_nothing_is_kept_of_tables_that_are_over(four: Party) -> None:
    ann = four.person("Ann")
    house = four.bot.house
    for _ in range(3):
        await ann.command(four.channel, "atout play", game="bura", computers=True)
        table = await four.tables.in_channel(four.channel.id)
        assert table is not None
        await four.until(partial(_deals_at, four, table))
        await four.quiet()
        await ann.click(four.board(ann), label="My hand")
        ending_it = await ann.command(four.channel, "atout end")
        answer = ending_it.message
        assert answer is not None
        await ann.click(answer, custom_id=ending(answer, ":end:yes"))
        await four.quiet()
    gc.collect()
    assert house.boards.desks == 0
    assert house.panels.kept == 0
    assert four.bot.attention.people == 0
    assert four.tables.busy == 0


async def _deals_at(some: Party, table: int) -> bool:
    return bool((await some.tables.table(table)).deals)


async def test_the_bot_stops_in_order_with_clicks_under_way(
    four: Party, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    panel = await four.open_hand(person)
    before = await four.table()
    identity = str(buttons_now(four, person, before.version)[0]["custom_id"])
    clicks = [person.start_component(panel, identity) for _ in range(5)]
    await four.stop()
    for click in clicks:
        assert click.callback is not None or click.error is not None
    await four.start()
    after = await four.table()
    assert after.version in (before.version, before.version + 1)
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []


async def test_while_the_bot_stops_clicks_are_told_to_come_again(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    await four.bot.house.door.close(1)
    click = await ann.click(four.board(ann), custom_id=ending(four.board(ann), ":stand"))
    assert click.ephemeral
    assert "restarting" in note_of(click)
    assert (await four.table()).people == (ann.id,)


async def test_the_one_whose_turn_it_is_is_mentioned_once_and_nobody_else_ever(
    four: Party,
) -> None:
    clock = [1000.0]
    four.bot.attention = Attention(now=lambda: clock[0])
    await seated(four, NAMES)
    chance = Random(4)
    called: list[set[int]] = []
    for _ in range(6):
        before = len(four.server.world.pings)
        clock[0] += ABSENT_AFTER + 1
        assert await play_one(four, chance)
        await four.quiet()
        now = await asked(four)
        pings = list(four.server.world.pings)[before:]
        called.append({ping.user_id for ping in pings})
        assert now is not None
        assert len(pings) <= 1
        assert {ping.user_id for ping in pings} <= {now.id}
    assert any(called)


async def test_who_is_at_the_table_is_never_mentioned(four: Party) -> None:
    await seated(four, NAMES)
    for _ in range(8):
        assert await play_one(four, Random(4))
    await four.quiet()
    assert list(four.server.world.pings) == []


async def test_after_a_long_outage_the_bot_is_back_within_about_a_minute(four: Party) -> None:
    (shard,) = four.bot.shards.values()
    pauses = [shard._parent._backoff.delay() for _ in range(100)]
    assert max(pauses) <= 64
