"""What is kept of boards: as much as is in use, however many tables there are."""

from __future__ import annotations

import pytest

from bot.publisher.boards import Boards, Posted
from bot.publisher.budget import Budget, Urgency
from bot.render.screen import Screen
from tests.publisher.post import CHANNEL, Office


def forgetful(office: Office, behind: list[tuple[Urgency, float]] | None = None) -> Boards:
    """Return boards that can recall what the office remembers."""

    async def recall(table: int) -> Posted | None:
        return office.remembered.get(table)

    told = [] if behind is None else behind
    return Boards(
        office.post,
        office._draw,
        office._remember,
        lambda table, outcome: None,
        recall=recall,
        caught_up=lambda who, seconds: told.append((who, seconds)),
        budget=Budget(1e6, 1000),
        edit_every=0,
        retry=0,
        now=lambda: office.clock,
        steady=lambda: office.clock,
    )


async def shown(office: Office, boards: Boards, table: int, text: str) -> None:
    office.state[table] = text
    boards.refresh(table)
    await boards.settle()


async def test_a_board_posted_before_the_start_is_found_again_when_it_is_needed(
    office: Office,
) -> None:
    office.remembered[1] = Posted(CHANNEL, 7, office.clock)
    office.post.messages[7] = Screen(text="before")
    boards = forgetful(office)
    assert boards.desks == 0
    await shown(office, boards, 1, "after")
    assert office.post.done == [("edit", "after")]
    boards.bury(1, 8)
    assert boards.buried(1)


async def test_a_table_that_never_had_a_board_gets_one(office: Office) -> None:
    await shown(office, forgetful(office), 1, "first")
    assert office.post.done == [("send", "first")]


async def test_boards_that_nobody_uses_are_let_go_and_found_again(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.publisher.boards.KEPT", 3)
    boards = forgetful(office)
    for table in range(1, 11):
        await shown(office, boards, table, f"table {table}")
    assert boards.desks == 3
    await shown(office, boards, 1, "again")
    assert office.post.done[-1] == ("edit", "again")
    assert len(office.post.messages) == 10


async def held_up(office: Office, boards: Boards, urgency: Urgency | None = None) -> None:
    """Ask for a board that the post keeps until its gate is opened."""
    office.post.gate.clear()
    office.state[1] = "one"
    boards.refresh(1, urgency)
    await office.post.waits.wait()


async def test_by_how_much_a_board_was_behind_is_told_once_it_shows_the_latest(
    office: Office,
) -> None:
    behind: list[tuple[Urgency, float]] = []
    boards = forgetful(office, behind)
    await held_up(office, boards)
    office.clock += 4
    boards.refresh(1)
    office.post.gate.set()
    await boards.settle()
    assert behind == [(Urgency.PEOPLE_WATCH, 4.0)]


async def test_a_board_that_somebody_begins_to_wait_for_is_behind_from_then_on(
    office: Office,
) -> None:
    behind: list[tuple[Urgency, float]] = []
    boards = forgetful(office, behind)
    await held_up(office, boards, Urgency.PEOPLE_WATCH)
    office.clock += 9
    boards.refresh(1, Urgency.PERSON_WAITS)
    office.clock += 2
    office.post.gate.set()
    await boards.settle()
    assert behind == [(Urgency.PEOPLE_WATCH, 11.0), (Urgency.PERSON_WAITS, 2.0)]


async def test_who_waited_for_a_board_and_went_on_without_it_has_waited(office: Office) -> None:
    behind: list[tuple[Urgency, float]] = []
    boards = forgetful(office, behind)
    await held_up(office, boards, Urgency.PERSON_WAITS)
    office.clock += 7
    boards.refresh(1, Urgency.PEOPLE_WATCH)
    assert behind == [(Urgency.PERSON_WAITS, 7.0)]
    office.post.gate.set()
    await boards.settle()
