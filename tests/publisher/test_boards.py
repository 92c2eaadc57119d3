"""Boards: in order, the latest state only, never twice, and never lost for long."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.outcomes import Outcome
from bot.publisher.boards import LOST_FOR, OLD_AFTER, Posted
from bot.publisher.budget import Budget, Urgency
from bot.render.screen import Screen
from tests.publisher.post import AT_ONCE, CHANNEL, Office, http_error
from tests.waiting import until


async def test_a_board_is_posted_once_and_edited_from_then_on(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.show("two")
    await office.settle()
    assert office.post.done == [("send", "one"), ("edit", "two")]
    board = office.boards.board(1)
    assert board is not None
    assert office.remembered[1] == board


async def test_a_board_that_lags_shows_the_latest_state_only(office: Office) -> None:
    office.show("0")
    await office.settle()
    office.post.gate.clear()
    office.post.waits.clear()
    for number in range(1, 100):
        office.show(str(number))
        await asyncio.sleep(0)
    office.post.gate.set()
    await office.settle()
    assert office.texts == ["99"]
    assert len(office.post.done) <= 3


async def test_what_has_not_changed_is_not_written(office: Office) -> None:
    office.show("same")
    await office.settle()
    for _ in range(5):
        office.show("same")
        await office.settle()
    assert office.post.done == [("send", "same")]


async def test_a_change_while_the_board_is_drawn_is_not_missed(office: Office) -> None:
    office.show("old")
    await office.settle()

    def change(table: int) -> None:
        office.drawing = lambda table: None
        office.show("new")

    office.drawing = change
    office.boards.refresh(1)
    await office.settle()
    assert office.texts == ["new"]


@pytest.mark.parametrize("first", [True, False])
async def test_a_change_while_the_board_is_sent_is_not_missed(office: Office, first: bool) -> None:
    if not first:
        office.show("zero")
        await office.settle()
    office.post.gate.clear()
    office.post.waits.clear()
    office.show("old")
    await office.post.waits.wait()
    office.show("new")
    office.post.gate.set()
    await office.settle()
    assert office.texts == ["new"]


async def test_posts_come_in_order_and_the_board_after_them(office: Office) -> None:
    office.show("board")
    await office.settle()
    for number in (1, 2, 3):
        office.boards.post(1, CHANNEL, Screen(text=f"summary {number}"), f"s{number}")
    office.show("board after")
    await office.settle()
    assert office.texts == ["summary 1", "summary 2", "summary 3", "board after"]


async def test_a_new_board_is_sent_before_the_old_one_is_deleted(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.state[1] = "two"
    office.boards.post_anew(1, asked=True)
    await office.settle()
    assert office.post.done == [("send", "one"), ("send", "two"), ("delete", "one")]


async def test_an_old_board_is_posted_anew_instead_of_edited(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.clock += OLD_AFTER + 1
    office.show("two")
    await office.settle()
    assert office.post.done == [("send", "one"), ("send", "two"), ("delete", "one")]


async def test_a_mention_stands_in_one_new_message_and_is_gone_with_the_next_edit(
    office: Office,
) -> None:
    office.show("one")
    await office.settle()
    office.boards.post_anew(1, ping=((42,), "<@42>"))
    await office.settle()
    (screen,) = office.post.messages.values()
    assert (screen.content, screen.pinged) == ("<@42>", (42,))
    office.boards.refresh(1)
    await office.settle()
    office.show("two")
    await office.settle()
    (screen,) = office.post.messages.values()
    assert (screen.text, screen.content, screen.pinged) == ("two", "", ())


async def test_who_is_called_while_a_board_fails_to_be_posted_is_called_by_the_next_try(
    office: Office,
) -> None:
    office.post.gate.clear()
    office.post.fails.append(http_error(500))
    office.show("one")
    await office.post.waits.wait()
    office.boards.post_anew(1, ping=((42,), "<@42>"))
    office.post.gate.set()
    await office.settle()
    (screen,) = office.post.messages.values()
    assert (screen.content, screen.pinged) == ("<@42>", (42,))


# What Discord refuses.


@pytest.mark.parametrize("status", [500, 503, 429])
async def test_a_passing_failure_is_tried_again(office: Office, status: int) -> None:
    office.post.fails.extend([http_error(status)] * 3)
    office.show("one")
    await office.settle()
    office.post.fails.extend([http_error(status)] * 6)
    office.show("two")
    await office.settle()
    assert office.post.done == [("send", "one"), ("edit", "two")]


@pytest.mark.parametrize("post", [True, False])
async def test_a_message_whose_answer_was_lost_is_not_posted_twice(
    office: Office, post: bool
) -> None:
    office.post.lost_answers = 2
    if post:
        office.boards.post(1, CHANNEL, Screen(text="one"), "s1")
    else:
        office.show("one")
    await office.settle()
    assert office.texts == ["one"]


async def test_a_board_whose_answer_was_lost_shows_what_has_come_since(office: Office) -> None:
    office.post.lost_answers = 1
    office.post.gate.clear()
    office.post.waits.clear()
    office.show("old")
    await office.post.waits.wait()
    office.show("new")
    office.post.gate.set()
    await office.settle()
    assert office.texts == ["new"]
    assert ("send", "new") not in office.post.done


async def test_an_edit_whose_answer_was_lost_is_not_taken_for_shown(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.post.lost_answers = 1
    office.show("two")
    await office.post.lost.wait()
    office.show("one")
    await office.settle()
    assert office.texts == ["one"]


async def test_a_deleted_board_is_posted_again(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.post.messages.clear()
    office.show("two")
    await office.settle()
    assert office.texts == ["two"]
    board = office.boards.board(1)
    assert board is not None
    assert board.message in office.post.messages


async def test_a_board_edited_too_often_is_posted_anew(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.post.fails.append(http_error(429, 30046))
    office.show("two")
    await office.settle()
    assert office.texts == ["two"]
    assert office.post.done[-2:] == [("send", "two"), ("delete", "one")]


@pytest.mark.parametrize(
    ("status", "code", "outcome"),
    [
        (404, 10003, Outcome.CHANNEL_GONE),
        (403, 50001, Outcome.NO_ACCESS),
        (403, 50013, Outcome.NO_PERMISSION),
        (400, 50083, Outcome.ARCHIVED),
    ],
)
async def test_a_lost_place_is_told_and_then_left_alone(
    office: Office, status: int, code: int, outcome: Outcome
) -> None:
    office.post.fails.extend([http_error(status, code)] * 3)
    office.show("one")
    await office.settle()
    assert office.lost == [(1, outcome)]
    for number in range(50):
        office.show(str(number))
        await office.settle()
    assert len(office.post.fails) == 2, "Discord bans who keeps asking"
    office.clock += LOST_FOR[0] + 1
    office.show("later")
    await office.settle()
    assert len(office.post.fails) == 1
    office.clock += LOST_FOR[0] + 1
    office.show("twice as late")
    await office.settle()
    assert len(office.post.fails) == 1
    office.boards.post_anew(1, asked=True)
    await office.settle()
    office.boards.post_anew(1, asked=True)
    await office.settle()
    assert office.texts == ["twice as late"]


@pytest.mark.parametrize("by", [86_400.0, -86_400.0])
async def test_a_lost_place_is_left_alone_as_long_whatever_the_clock_is_set_to(
    office: Office, by: float
) -> None:
    office.post.fails.extend([http_error(403, 50013)] * 2)
    office.show("one")
    await office.settle()
    office.set_by = by
    office.show("two")
    await office.settle()
    assert len(office.post.fails) == 1, "not a day sooner"
    office.post.fails.clear()
    office.clock += LOST_FOR[0] + 1
    office.show("three")
    await office.settle()
    assert office.texts == ["three"], "nor a day later"


async def test_a_refused_post_does_not_hold_up_the_board(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.post.fails.extend([http_error(400, 50035)] * 4)
    office.boards.post(1, CHANNEL, Screen(text="too long"), "s1")
    office.show("board")
    await office.settle()
    assert office.texts == ["board"]
    assert "50035" in caplog.text
    assert "too long" not in caplog.text


async def test_a_refused_board_is_given_up_until_the_next_change(office: Office) -> None:
    office.post.fails.extend([http_error(400, 50035)] * 4)
    office.show("bad")
    await office.settle()
    assert office.texts == []
    office.show("good")
    await office.settle()
    assert office.texts == ["good"]


async def test_a_board_that_cannot_be_drawn_says_where_and_never_with_what(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(table: int) -> None:
        raise KeyError("AS KS")

    office.drawing = stumble
    with caplog.at_level(logging.DEBUG):
        office.show("one")
        await office.settle()
    assert "KeyError at" in caplog.text
    assert "AS KS" not in caplog.text
    office.drawing = lambda table: None
    office.show("two")
    await office.settle()
    assert office.texts == ["two"]


async def test_a_table_without_a_board_writes_nothing(office: Office) -> None:
    office.boards.refresh(1)
    office.boards.post_anew(2, asked=True)
    await office.settle()
    assert office.post.done == []


async def test_what_is_to_be_posted_outlives_a_table_without_a_board(office: Office) -> None:
    def find_damage(table: int) -> None:
        office.drawing = lambda table: None
        office.boards.post(1, CHANNEL, Screen(text="set aside"), "damaged1")
        office.boards.forget(1)

    office.drawing = find_damage
    office.boards.refresh(1)
    await office.settle()
    assert office.texts == ["set aside"]
    assert office.boards.desks == 0


# A command's own answer as the board, restarts, burying, and the end.


async def test_a_board_that_is_a_commands_answer_is_not_posted_twice(office: Office) -> None:
    office.boards.expect(1)
    office.show("lobby")
    await asyncio.sleep(0.01)
    assert office.post.done == []
    office.post.messages[7] = Screen(text="lobby")
    await office.boards.adopt(1, Posted(CHANNEL, 7, office.clock), Screen(text="lobby"))
    office.boards.release(1)
    office.show("somebody sat down")
    await office.settle()
    assert office.post.done == [("edit", "somebody sat down")]


async def test_an_answer_that_failed_leaves_the_board_to_the_publisher(office: Office) -> None:
    office.boards.expect(1)
    office.show("lobby")
    office.boards.release(1)
    await office.settle()
    assert office.texts == ["lobby"]


async def test_after_a_restart_the_same_message_is_edited(office: Office) -> None:
    office.post.messages[7] = Screen(text="before")
    office.boards.know(1, Posted(CHANNEL, 7, office.clock))
    office.show("after")
    await office.settle()
    assert office.post.messages == {7: Screen(text="after")}


async def test_a_board_is_buried_by_what_is_written_below_it(office: Office) -> None:
    office.show("one")
    await office.settle()
    board = office.boards.board(1)
    assert board is not None
    office.boards.bury(1, board.message)
    assert not office.boards.buried(1)
    office.boards.bury(1, board.message + 1)
    assert office.boards.buried(1)
    office.boards.post_anew(1)
    await office.settle()
    office.boards.bury(1, None)
    office.boards.bury(99, 12)
    assert not office.boards.buried(99)


async def test_nothing_is_kept_of_a_table_that_is_over(office: Office) -> None:
    for table in range(20):
        office.show("last", table)
        office.boards.post(table, CHANNEL, Screen(text="summary"), f"s{table}")
        office.boards.forget(table)
    await office.settle()
    assert sorted(office.texts) == ["last"] * 20 + ["summary"] * 20
    assert office.boards.desks == 0
    office.boards.forget(3)


async def test_stopping_does_not_wait_for_a_discord_that_is_silent(office: Office) -> None:
    office.show("one")
    await office.settle()
    office.post.gate.clear()
    office.post.waits.clear()
    office.show("two")
    await office.boards.stop(0.05)
    office.show("three")
    await office.settle()
    assert office.post.done == [("send", "one")]


async def test_a_silent_discord_is_asked_only_so_much_at_once(office: Office) -> None:
    office.post.gate.clear()
    for table in range(60):
        office.show(f"table {table}", table)
    while office.post.inside < AT_ONCE:
        await office.post.waits.wait()
        await asyncio.sleep(0)
    for _ in range(1_000):
        await asyncio.sleep(0)
    office.post.gate.set()
    await office.settle()
    assert len(office.texts) == 60
    assert office.post.most_inside == AT_ONCE


@pytest.mark.parametrize("how", ["waits", "asks"])
async def test_a_board_moves_forward_when_somebody_begins_to_wait_for_it(
    office: Office, how: str
) -> None:
    for table in range(12):
        office.show(f"old {table}", table)
    await office.settle()
    budget = Budget(rate=200, burst=1)
    nobody_yet = budget._granting = asyncio.create_task(asyncio.sleep(3600))
    office.boards._budget = budget
    for table in range(12):
        office.show(f"new {table}", table)
    await until(lambda: budget.waiting == 12)
    last = max(table for table, desk in office.boards._desks.items() if desk.ticket)
    if how == "waits":
        office.boards.refresh(last, Urgency.PERSON_WAITS)
    else:
        office.boards.post_anew(last, asked=True)
    before = len(office.post.done)
    nobody_yet.cancel()
    budget._granting = asyncio.create_task(budget._grant())
    await office.settle()
    place = [text for _, text in office.post.done[before:]].index(f"new {last}")
    assert place == 0


async def test_many_boards_share_one_post(office: Office) -> None:
    for table in range(200):
        office.show(f"table {table}", table)
    await office.settle()
    assert sorted(office.texts) == sorted(f"table {table}" for table in range(200))
