"""Private panels: one writer and an order each, alive as long as Discord allows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest

from bot.publisher.lanes import PANELS_AT_ONCE
from bot.publisher.panels import Panels
from bot.render.screen import Screen
from tests.publisher.papers import ANN, BO, TABLE, Desk, Paper, opening
from tests.publisher.post import http_error
from tests.waiting import until


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    """Give panels in memory."""
    one = Desk()
    yield one
    one.asleep = None
    await one.panels.stop(0.2)


async def test_a_panel_is_not_drawn_again_of_what_it_was_drawn_of(desk: Desk) -> None:
    ann, bo, first = Paper(), Paper(), object()
    desk.hands[TABLE, BO] = "one"
    desk.panels.adopt(TABLE, ANN, ann, Screen(text="one"), "en", None, first)
    desk.adopt(bo, "one", BO)
    desk.present = first
    desk.show("two")
    await desk.settle()
    # Hers shows what there is, as far as that can be told; of his nobody knows what it shows.
    assert (desk.drawn, ann.shown, bo.shown) == (1, [], [])
    desk.present = object()
    for _ in range(3):
        desk.hands[TABLE, BO] = "two"
        desk.show("two")
        await desk.settle()
    assert (desk.drawn, ann.shown, bo.shown) == (3, ["two"], ["two"])


async def test_each_live_panel_is_brought_up_to_date(desk: Desk) -> None:
    ann, bo = Paper(), Paper()
    desk.adopt(ann, "one")
    desk.adopt(bo, "one", BO)
    desk.hands[TABLE, BO] = "two"
    desk.show("two")
    await desk.settle()
    assert (ann.shown, bo.shown) == (["two"], ["two"])


async def test_a_panel_that_lags_shows_the_latest_state_only(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "0")
    paper.gate.clear()
    desk.show("1")
    await paper.waits.wait()
    for number in range(2, 60):
        desk.show(str(number))
    paper.gate.set()
    await desk.settle()
    assert paper.shown == ["1", "59"]


async def test_an_update_waits_for_the_click_that_is_being_answered(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    async with desk.panels.turn(TABLE, ANN):
        desk.show("by token")
        await asyncio.sleep(0.01)
        assert paper.shown == []
        desk.adopt(paper, "by click")
        paper.shown.append("by click")
    await desk.settle()
    assert paper.shown == ["by click"], "what the click showed is not overtaken by what was before"


async def test_a_click_waits_for_the_update_that_is_under_way(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    paper.gate.clear()
    desk.show("by token")
    await paper.waits.wait()

    async def click() -> None:
        async with desk.panels.turn(TABLE, ANN):
            paper.shown.append("by click")

    clicking = asyncio.create_task(click())
    await asyncio.sleep(0.01)
    assert paper.shown == []
    paper.gate.set()
    await clicking
    await desk.settle()
    assert paper.shown == ["by token", "by click"]


async def test_a_click_does_not_wait_for_an_update_that_discord_does_not_answer(
    desk: Desk,
) -> None:
    paper, answered = Paper(7), Paper(7)
    desk.panels._give_way = 0
    desk.adopt(paper, "zero")
    paper.gate.clear()
    desk.show("one")
    await paper.waits.wait()
    async with desk.panels.turn(TABLE, ANN), desk.panels.turn(TABLE, BO):
        desk.adopt(answered, "two")
    desk.show("three")
    await desk.settle()
    assert (paper.shown, answered.shown) == ([], ["three"])


async def test_panels_that_wait_for_a_silent_discord_hold_up_no_click(desk: Desk) -> None:
    papers = [Paper(number) for number in range(PANELS_AT_ONCE + 20)]
    for user, paper in enumerate(papers):
        paper.gate.clear()
        desk.adopt(paper, "zero", user)
        desk.hands[TABLE, user] = "one"
    desk.panels.refresh(TABLE)
    for paper in papers[:PANELS_AT_ONCE]:
        await paper.waits.wait()
    last = len(papers) - 1
    async with desk.panels.turn(TABLE, last):
        desk.adopt(papers[last], "two", last)
    assert sum(paper.waits.is_set() for paper in papers) == PANELS_AT_ONCE
    for paper in papers:
        paper.gate.set()
    await desk.settle()
    assert [paper.shown for paper in papers] == [["one"]] * last + [[]]


async def test_an_update_whose_answer_was_lost_is_not_taken_for_shown(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    paper.loses = True
    desk.show("two")
    await paper.lost.wait()
    desk.show("one")
    await desk.settle()
    assert paper.shown[-1] == "one"


async def test_two_clicks_of_one_person_are_answered_one_after_the_other(desk: Desk) -> None:
    inside = 0

    async def click() -> None:
        nonlocal inside
        async with desk.panels.turn(TABLE, ANN):
            inside += 1
            assert inside == 1
            await asyncio.sleep(0)
            inside -= 1

    await asyncio.gather(*(click() for _ in range(50)))
    assert desk.panels.kept == 0, "who has no panel leaves nothing behind"


async def test_an_expired_panel_is_not_written_to(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    assert desk.panels.live(TABLE, ANN)
    assert not desk.panels.live(TABLE, BO)
    desk.clock += 901
    assert not desk.panels.live(TABLE, ANN)
    desk.show("two")
    await desk.settle()
    assert paper.shown == []
    assert desk.panels.kept == 0


@pytest.mark.parametrize("code", [50027, 10015, 10008])
async def test_a_panel_that_discord_forgot_is_dropped_and_a_click_brings_a_new_one(
    desk: Desk, code: int
) -> None:
    paper, fresh = Paper(), Paper()
    desk.adopt(paper, "one")
    paper.fails.append(http_error(404, code))
    desk.show("two")
    await desk.settle()
    assert desk.panels.kept == 0
    desk.show("three")
    async with desk.panels.turn(TABLE, ANN):
        desk.adopt(fresh, "three")
    desk.show("four")
    await desk.settle()
    assert (paper.shown, fresh.shown) == ([], ["four"])


async def test_a_passing_failure_is_tried_again(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    paper.fails += [http_error(500), TimeoutError()]
    desk.show("two")
    await desk.settle()
    assert paper.shown == ["two"]


async def test_whoever_sat_down_is_shown_the_hand_when_it_is_dealt(desk: Desk) -> None:
    paper = Paper()
    desk.panels.welcome(TABLE, ANN, opening(paper), "en")
    desk.panels.refresh(TABLE)
    await desk.settle()
    assert paper.shown == []
    desk.show("hand")
    await desk.settle()
    desk.show("next")
    await desk.settle()
    assert paper.shown == ["hand", "next"]


async def test_a_welcome_that_failed_in_passing_is_tried_again(desk: Desk) -> None:
    paper = Paper()
    desk.panels.welcome(TABLE, ANN, opening(paper, http_error(503), TimeoutError()), "en")
    desk.show("hand")
    await desk.settle()
    assert paper.shown == ["hand"]


async def test_after_a_welcome_that_failed_for_good_a_click_still_works(desk: Desk) -> None:
    paper, fresh = Paper(), Paper()
    desk.panels.welcome(TABLE, ANN, opening(paper, http_error(404, 10015)), "en")
    desk.show("hand")
    await desk.settle()
    assert desk.panels.kept == 0
    async with desk.panels.turn(TABLE, ANN):
        desk.adopt(fresh, "hand")
    desk.show("next")
    await desk.settle()
    assert (paper.shown, fresh.shown) == ([], ["next"])


async def test_a_welcome_after_an_expired_panel_opens_a_new_one(desk: Desk) -> None:
    old, paper = Paper(), Paper()
    desk.adopt(old, "hand")
    desk.clock += 901
    desk.panels.welcome(TABLE, ANN, opening(paper), "en")
    desk.show("hand")
    await desk.settle()
    assert (old.shown, paper.shown) == ([], ["hand"])


async def test_a_welcome_leaves_a_live_panel_in_its_place(desk: Desk) -> None:
    old, paper = Paper(), Paper()
    desk.adopt(old, "one")
    desk.panels.welcome(TABLE, ANN, opening(paper), "en")
    desk.show("two")
    await desk.settle()
    assert (old.shown, paper.shown) == (["two"], [])


async def test_a_panel_that_another_replaces_is_removed(desk: Desk) -> None:
    old, new = Paper(7), Paper(8)
    desk.adopt(old, "one")
    desk.adopt(new, "one")
    await desk.settle()
    assert (old.removed, new.removed) == (True, False)


async def test_the_same_message_stays(desk: Desk) -> None:
    old, new = Paper(7), Paper(7)
    desk.adopt(old, "one")
    desk.adopt(new, "one")
    await desk.settle()
    assert not old.removed


async def test_a_seat_given_up_takes_its_panel_along(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    desk.panels.close(TABLE, ANN)
    desk.show("two")
    await desk.settle()
    assert paper.removed
    assert paper.shown == []


async def test_of_a_table_that_is_over_the_last_state_is_shown_and_nothing_kept(
    desk: Desk,
) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    desk.show("over")
    desk.panels.forget(TABLE)
    await desk.settle()
    assert paper.shown == ["over"]
    assert desk.panels.kept == 0
    desk.panels.forget(TABLE)


async def test_a_panel_that_cannot_be_drawn_says_where_and_never_with_what(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    with caplog.at_level(logging.DEBUG):
        desk.show("AS KS")
        await desk.settle()
    assert "KeyError at" in caplog.text
    assert "AS KS" not in caplog.text
    desk.show("two")
    await desk.settle()
    assert paper.shown == ["two"]


async def test_refreshing_a_table_touches_no_other(desk: Desk) -> None:
    papers = {table: Paper() for table in range(1000)}
    for table, paper in papers.items():
        desk.hands[table, ANN] = "one"
        desk.panels.adopt(table, ANN, paper, Screen(text="one"), "en")
        desk.hands[table, ANN] = "two"
    desk.panels.refresh(TABLE)
    await desk.settle()
    assert [table for table, paper in papers.items() if paper.shown] == [TABLE]


async def test_as_the_bot_stops_panels_that_may_not_lie_about_go_to_sleep(desk: Desk) -> None:
    paper, silent = Paper(), Paper()
    desk.adopt(paper, "one")
    desk.adopt(silent, "one", BO)
    silent.gate.clear()
    stopping = asyncio.create_task(desk.panels.stop(3600))
    await until(lambda: paper.shown and silent.waits.is_set())
    assert not stopping.done()
    silent.gate.set()
    await stopping
    assert paper.shown == silent.shown == ["asleep"]
    desk.show("two")
    await desk.settle()
    assert paper.shown == ["asleep"]


async def test_stopping_waits_for_a_silent_panel_for_so_long_only(desk: Desk) -> None:
    silent = Paper()
    desk.adopt(silent, "one")
    silent.gate.clear()
    await desk.panels.stop(0.05)
    assert silent.shown == []


async def test_a_panel_near_the_end_of_its_life_is_put_to_sleep_and_let_go() -> None:
    desk = Desk()
    # The alarm rings in time; how late it is then by the clock is of no account.
    desk.panels = Panels(desk._draw, desk._sleep, life=0.05, every=0, now=lambda: desk.clock)
    paper, opened = Paper(), Paper()
    desk.adopt(paper, "one")
    desk.hands[TABLE, BO] = "hand"
    desk.panels.welcome(TABLE, BO, opening(opened), "en")
    desk.panels.refresh(TABLE)
    await until(lambda: desk.panels.kept == 0)
    await desk.settle()
    assert paper.shown == ["asleep"]
    assert opened.shown == ["hand", "asleep"]
    assert desk.panels.kept == 0


async def test_a_panel_follows_the_board_to_the_bottom_and_lives_on_there(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    desk.panels.follow(TABLE)
    await desk.settle()
    assert paper.removed
    assert paper.below is not None
    desk.show("two")
    await desk.settle()
    assert (paper.shown, paper.below.shown) == ([], ["one", "two"])


async def test_a_panel_that_cannot_follow_stays_where_it_is(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    paper.fails.append(http_error(500))
    desk.panels.follow(TABLE)
    await desk.settle()
    desk.show("two")
    await desk.settle()
    assert (paper.removed, paper.shown) == (False, ["two"])


async def test_a_panel_whose_time_is_over_does_not_follow(desk: Desk) -> None:
    paper = Paper()
    desk.adopt(paper, "one")
    desk.clock += 1000
    desk.panels.follow(TABLE)
    await desk.settle()
    assert (paper.removed, paper.below) == (False, None)


async def test_panels_that_were_taken_away_are_known(desk: Desk) -> None:
    desk.adopt(Paper(11), "one")
    desk.adopt(Paper(12), "one")
    desk.panels.follow(TABLE)
    await desk.settle()
    known = [desk.panels.removed(TABLE, ANN, number) for number in (11, 12, 13)]
    assert known == [True, True, False]
    assert not desk.panels.removed(TABLE, BO, 11)
