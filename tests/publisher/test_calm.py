"""Clicks first: what can wait goes after them, one after another."""

from __future__ import annotations

import asyncio

import pytest

from bot.publisher.calm import Calm
from bot.publisher.panels import Panels
from bot.render.screen import Screen
from tests.publisher.papers import Desk, Paper
from tests.publisher.post import CHANNEL, Office

LONG = 3600.0


async def turns(count: int = 20) -> None:
    """Let the loop go round so many times."""
    for _ in range(count):
        await asyncio.sleep(0)


async def test_what_can_wait_goes_when_the_last_click_is_answered() -> None:
    calm = Calm()
    with calm.click():
        with calm.click():
            waiting = asyncio.create_task(calm.wait(LONG))
            await turns()
        await turns()
        assert not waiting.done()
    await waiting


async def test_clicks_get_between_those_that_have_waited() -> None:
    calm = Calm()
    gone: list[int] = []
    first = asyncio.Event()

    async def one(number: int) -> None:
        await calm.wait(LONG)
        gone.append(number)
        first.set()

    with calm.click():
        line = [asyncio.create_task(one(number)) for number in range(3)]
        await turns()
    await first.wait()
    with calm.click():
        await turns()
        assert gone == [0]
    await asyncio.gather(*line)
    assert gone == [0, 1, 2]


async def test_nothing_waits_for_ever_and_nobody_for_those_before() -> None:
    calm = Calm()
    with calm.click():
        await asyncio.gather(*(calm.wait(0) for _ in range(50)))


async def test_a_panel_does_not_wait_behind_a_board() -> None:
    calm = Calm()
    with calm.click():
        board = asyncio.create_task(calm.wait(LONG))
        await turns()
        await calm.wait(0)
        assert not board.done()
    await board


async def test_one_that_is_given_up_holds_up_nobody() -> None:
    calm = Calm()
    with calm.click():
        given_up = asyncio.create_task(calm.wait(LONG))
        waiting = asyncio.create_task(calm.wait(LONG))
        await turns()
        given_up.cancel()
        await asyncio.gather(given_up, return_exceptions=True)
    await waiting


@pytest.fixture
def office() -> Office:
    return Office()


async def test_a_board_is_drawn_once_for_all_the_clicks_before_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.publisher.boards.BOARD_WAITS", LONG)
    office.show("a lobby")
    await office.settle()
    drawn = office.drawn
    with office.calm.click():
        for number in range(5):
            office.show(f"card {number}")
            await turns()
        assert office.drawn == drawn
    await office.settle()
    assert office.texts == ["card 4"]
    assert office.drawn == drawn + 1


async def test_a_click_that_waits_for_a_board_does_not_hold_it_up(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.publisher.boards.BOARD_WAITS", LONG)
    office.post.gate.clear()
    office.boards.post(1, CHANNEL, Screen(text="a deal"), "a nonce")
    office.show("what the next is sealed with")
    await office.post.waits.wait()
    with office.calm.click():
        waiting = asyncio.create_task(office.boards.written(1, LONG))
        await turns()
        office.post.gate.set()
        await turns(100)
        assert office.texts == ["a deal", "what the next is sealed with"]
    await waiting


async def test_a_panel_that_needed_no_update_gets_the_next_one_at_once() -> None:
    desk, paper = Desk(), Paper()
    desk.panels = Panels(desk._draw, every=LONG)
    desk.adopt(paper, "my card")
    desk.show("my card")
    await desk.settle()
    desk.show("your turn")
    await paper.waits.wait()
    await desk.panels.stop(0)
    assert paper.shown == ["your turn"]
