"""The moment that people are left before the next card: to look at a trick, and to declare 31."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count, islice
from random import Random
from typing import Any

import pytest

from bot.games.game import Action, Decision, Event
from bot.games.registry import GAMES
from bot.tables import entries
from bot.tables.courtesy import Courtesy
from bot.tables.entries import Entry
from bot.tables.table import Seat, Table, action_to_json, apply, opened
from tests.games import walks

FAIR, CONFIRM = 2.5, 8.0


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def courtesy(clock: Clock) -> Courtesy:
    return Courtesy(FAIR, CONFIRM, now=clock)


def begun(
    game: str = "bura",
    rules: Mapping[str, str] | None = None,
    seed: int = 1,
    computers: Sequence[int] = (),
) -> Table:
    """Return a table with people (and computers at some seats) and its first deal."""
    body: dict[str, entries.Json] = {
        "game": game, "rules": dict(rules or {}), "guild": 1, "channel": 2, "parent": None,
        "host": 100, "settings": {},
    }  # fmt: skip
    table = opened(1, Entry(entries.OPENED, body))
    seats = tuple(Seat(100 + n, f"P{n}") for n in range(len(table.seats)))
    table = replace(table, seats=seats)
    for number in computers:
        seat = Entry(entries.COMPUTER, {"seat": number, "level": "normal"})
        table, _ = apply(table, seat)
    for entry in (
        Entry(entries.STARTED, {}),
        Entry(entries.SHUFFLED, {"seed": f"{seed:064x}", "dealer": 0}),
        Entry(entries.CUT, {"at": 10}),
    ):
        table, _ = apply(table, entry)
    return table


def after(table: Table, action: Action) -> tuple[Table, tuple[Event, ...]]:
    """Return the table after an action, and what happened."""
    return apply(table, Entry(entries.ACTED, {"action": action_to_json(action)}))


def asked(table: Table) -> Decision:
    assert table.decision is not None
    return table.decision


def simplest(table: Table) -> Action:
    """Return the first thing there is to do that says nothing."""
    quiet = [one for one in asked(table).actions if one.verb not in ("announce", "declare")]
    return quiet[0]


def play_to(table: Table, question: str, courtesy: Courtesy) -> Table:
    """Play on until a question is asked after a trick, the courtesy looking on."""
    assert table.match is not None
    while asked(table).question != question or table.match.view(None).last_trick is None:
        table, events = after(table, simplest(table))
        courtesy.saw(table, events)
        assert table.match is not None
    return table


def gap(courtesy: Courtesy, *, to: str = "lead", **given: Any) -> Table:
    """Return a table at which a trick was just taken, nobody holding a special hand."""
    for seed in count(1):
        table = begun(seed=seed, **given)
        table = play_to(table, "draw", courtesy)
        if to == "draw":
            return table
        later, _ = after(table, simplest(table))
        if asked(later).question == "lead":
            return later
    raise AssertionError("unreachable")


def left(courtesy: Courtesy, table: Table, action: Action | None = None) -> float:
    """Return how long an action would have to wait."""
    return courtesy.left(table, after(table, action or simplest(table))[0])


def test_a_lead_waits_until_the_trick_has_been_in_view(courtesy: Courtesy, clock: Clock) -> None:
    table = gap(courtesy)
    assert left(courtesy, table) == FAIR
    clock.now += 1
    assert left(courtesy, table) == FAIR - 1
    clock.now += 2
    assert left(courtesy, table) == 0


def test_drawing_waits_for_nobody(courtesy: Courtesy) -> None:
    assert left(courtesy, gap(courtesy, to="draw")) == 0


def test_a_reply_waits_for_nobody(courtesy: Courtesy, clock: Clock) -> None:
    table = gap(courtesy)
    clock.now += FAIR
    replying, events = after(table, simplest(table))
    courtesy.saw(replying, events)
    assert left(courtesy, replying) == 0


def test_a_person_who_declares_waits_for_nobody(courtesy: Courtesy) -> None:
    table = gap(courtesy)
    for seat in (0, 1):
        assert left(courtesy, table, Action(seat, "declare")) == 0


def test_a_computer_that_declares_leaves_the_other_the_moment_to_be_first(
    courtesy: Courtesy,
) -> None:
    table = gap(courtesy, computers=(1,))
    assert left(courtesy, table, Action(1, "declare")) == FAIR
    assert left(courtesy, table, Action(0, "declare")) == 0


def test_a_computer_that_declares_unasked_leaves_it_to_whoever_is_asked_first(
    courtesy: Courtesy,
) -> None:
    table = gap(courtesy)
    asked_seat = asked(table).seat
    seats = [replace(seat, user=None, level="normal") for seat in table.seats]
    seats[asked_seat] = table.seats[asked_seat]
    table = replace(table, seats=tuple(seats))
    assert left(courtesy, table, Action(1 - asked_seat, "declare")) == FAIR


def test_nobody_waits_for_a_computer(courtesy: Courtesy) -> None:
    table = gap(courtesy, computers=(0, 1))
    assert left(courtesy, table) == 0


def test_trick_stays_in_view_where_only_the_leader_may_declare(courtesy: Courtesy) -> None:
    table = gap(courtesy, rules={"declare": "leader_only"})
    assert left(courtesy, table) == FAIR


def test_a_lead_waits_for_no_trick_that_can_be_looked_at_later(courtesy: Courtesy) -> None:
    table = begun("biritch")
    while table.match is None or table.match.view(None).last_trick is None:
        table, events = after(table, simplest(table))
        courtesy.saw(table, events)
    assert table.game.looks_back
    assert left(courtesy, table) == 0


def test_a_lead_waits_while_the_other_is_asked_to_confirm(courtesy: Courtesy, clock: Clock) -> None:
    table = gap(courtesy)
    other = 1 - asked(table).seat
    clock.now += 2
    courtesy.considers(table, other)
    assert left(courtesy, table) == CONFIRM
    courtesy.considered(table, other)
    assert left(courtesy, table) == FAIR - 2


def test_nobody_is_waited_for_twice_in_one_gap(courtesy: Courtesy, clock: Clock) -> None:
    table = gap(courtesy)
    other = 1 - asked(table).seat
    courtesy.considers(table, other)
    clock.now += CONFIRM
    assert left(courtesy, table) == 0
    courtesy.considered(table, other)
    courtesy.considers(table, other)
    assert left(courtesy, table) == 0


def test_whoever_leads_may_think_over_31_and_holds_up_nobody(courtesy: Courtesy) -> None:
    table = gap(courtesy)
    courtesy.considers(table, asked(table).seat)
    assert left(courtesy, table) == FAIR


def test_after_a_restart_nothing_is_waited_for(courtesy: Courtesy, clock: Clock) -> None:
    table = gap(courtesy)
    assert left(Courtesy(FAIR, CONFIRM, now=clock), table) == 0
    assert Courtesy(FAIR, CONFIRM, now=clock).shown_for(table) is None


def test_announced_hand_is_in_view_anew(courtesy: Courtesy, clock: Clock) -> None:
    announce = None
    for seed in count(1):
        table = begun(seed=seed)
        announce = next((one for one in asked(table).actions if one.verb == "announce"), None)
        if announce is not None and announce.args != ("bura",):
            break
    assert announce is not None
    announced, events = after(table, announce)
    courtesy.saw(announced, events)
    clock.now += 1
    assert courtesy.shown_for(announced) == 1
    while asked(announced).question == "special":
        announced, _ = after(announced, Action(asked(announced).seat, "pass"))
    assert left(courtesy, announced) == FAIR - 1


def test_nothing_is_kept_of_a_table_that_is_closed(courtesy: Courtesy) -> None:
    table = gap(courtesy)
    closed = replace(table, phase="ended")
    courtesy.saw(closed, ())
    assert courtesy.shown_for(table) is None


async def test_what_is_held_back_is_tried_again_once_its_time_is_over(courtesy: Courtesy) -> None:
    await courtesy.hold_back(1, 0.01).over()


async def test_what_is_held_back_is_tried_again_as_soon_as_nobody_thinks_it_over(
    courtesy: Courtesy,
) -> None:
    table = gap(courtesy)
    other = 1 - asked(table).seat
    courtesy.considers(table, other)
    early, late = courtesy.hold_back(table.id, 3600), courtesy.hold_back(table.id, 3600)
    assert courtesy.holds_back(table.id)
    courtesy.considered(table, other)
    await early.over()
    await late.over()
    assert not courtesy.holds_back(table.id)


async def test_what_is_held_back_is_tried_again_when_its_table_has_changed(
    courtesy: Courtesy,
) -> None:
    table = gap(courtesy)
    early = courtesy.hold_back(table.id, 3600)
    courtesy.saw(table, ())
    await early.over()


@pytest.mark.parametrize("key", GAMES)
def test_every_game_says_whether_the_last_trick_stays_in_view(key: str) -> None:
    game = GAMES[key]
    stays = set()
    for moment in islice(walks.walk(game, game.book.rules(), Random(1), 100), 300):
        view = moment.match.view(None)
        if view.trick and moment.match.memory(0).tricks:
            stays.add(view.last_trick is not None)
    assert stays == {game.looks_back}
