"""What the strong player of Biritch may spend: counted in work, and by the clock only at last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from threading import Event
from typing import Any

import pytest

from bot.computers import bounded
from bot.computers.biritch import choose_card, position
from bot.computers.biritch.search import calls, cards, double_dummy
from bot.computers.biritch.search.cards import NODES, Weighed, weigh
from bot.computers.biritch.search.double_dummy import Solved
from bot.computers.player import Effort
from bot.games.biritch.match import Rubber
from bot.games.cards import Card
from bot.games.game import Decision
from tests.computers.test_biritch_search import LITTLE, choice, dealt, played_on, shaken
from tests.games.biritch_table import deal, do, start

PATIENT = Effort(seconds=60.0)


class Solver:
    """A solver that gets stuck in one deal of a search until it is released."""

    def __init__(self, stuck_at: int) -> None:
        self.solved = 0
        self.stuck = Event()
        self.released = Event()
        self._stuck_at = stuck_at

    def solve(self, *question: object, using: Callable[..., Solved]) -> Solved:
        """Return the solution, or not for a long time."""
        self.solved += 1
        if self.solved == self._stuck_at:
            self.stuck.set()
            self.released.wait()
        return using(*question)

    def clock(self) -> float:
        """Tell the seconds of a core: none, and very many once it is stuck."""
        return 1e9 if self.stuck.is_set() else 0.0


@pytest.fixture
def stuck_at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[int], Solver]]:
    """Let the solver get stuck in one of the deals; the clock then says that it is too late."""
    made: list[Solver] = []
    real_solve, real_best = double_dummy.solve, double_dummy.best

    def get_stuck(number: int) -> Solver:
        solver = Solver(number)
        made.append(solver)
        monkeypatch.setattr(double_dummy, "solve", partial(solver.solve, using=real_solve))
        monkeypatch.setattr(double_dummy, "best", partial(solver.solve, using=real_best))

        def limited(seconds: float, work: Callable[[Event], None]) -> bool:
            return bounded.within(0.01, work, solver.clock)

        monkeypatch.setattr(cards, "within", limited)
        monkeypatch.setattr(calls, "within", limited)
        return solver

    yield get_stuck
    for solver in made:
        solver.released.set()
    bounded.wait_for_rest()


def weighed(rubber: Rubber, effort: Effort = PATIENT) -> list[Weighed]:
    """Return what each card brings by a search at the turn of a rubber."""
    asked = rubber.decision()
    assert isinstance(asked, Decision)
    view, memory = rubber.view(asked.player), rubber.memory(asked.player)
    return weigh(view, memory, position(view, memory), Random(3), effort)


def test_deal_that_takes_too_long_is_given_up_and_the_best_so_far_is_played(
    stuck_at: Callable[[int], Solver],
) -> None:
    rubber = played_on(dealt(2), 10)
    solver = stuck_at(3)
    found = weighed(rubber)
    assert solver.stuck.is_set()
    solver.released.set()
    bounded.wait_for_rest()
    assert solver.solved == 3  # whoever was given up does no more
    assert found == only_two(rubber)
    assert found[0].deals < weighed(rubber)[0].deals


def only_two(rubber: Rubber) -> list[Weighed]:
    """Return what each card brings by the first two deals, which are said to be much work."""
    real: Callable[..., Solved] = double_dummy.solve

    def dear(*question: object) -> Solved:
        return Solved(real(*question).tricks, NODES // 2)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(double_dummy, "solve", dear)
        patch.setattr(cards, "within", bounded.within)
        return weighed(rubber)


def test_rules_decide_where_no_deal_was_solved_in_time(stuck_at: Callable[[int], Solver]) -> None:
    rubber = played_on(dealt(2), 10)
    asked = rubber.decision()
    assert isinstance(asked, Decision)
    ruled = choose_card(position(rubber.view(asked.player), rubber.memory(asked.player)))
    solver = stuck_at(1)
    found = choice(rubber)
    assert solver.stuck.is_set()
    assert found is not None
    assert (found.action.args, found.reason) == ((ruled.card.text,), ruled.reason)


def test_opening_lead_is_by_the_rules_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def solve(*question: object) -> Solved:
        raise AssertionError("a deal was solved")

    monkeypatch.setattr(double_dummy, "solve", solve)
    for seed in range(4):
        rubber = dealt(seed)
        asked = rubber.decision()
        assert isinstance(asked, Decision)
        ruled = choose_card(position(rubber.view(asked.player), rubber.memory(asked.player)))
        found = choice(rubber)
        assert found is not None
        assert (found.action.args, found.reason) == ((ruled.card.text,), ruled.reason)


def test_double_is_decided_by_estimates_where_no_deal_was_solved_in_time(
    stuck_at: Callable[[int], Solver], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "DOUBT", 1e9)
    rubber = do(start(deal(dealer=0)), "0 name H")
    asked = rubber.decision()
    assert isinstance(asked, Decision)
    assert asked.question == "double"
    solver = stuck_at(1)
    found = choice(rubber)
    assert solver.stuck.is_set()
    assert found is not None
    assert found.action in asked.actions


@pytest.mark.parametrize(("nodes", "deals"), [(NODES * 2, 1), (NODES // 2, 2), (NODES // 4, 4)])
def test_how_many_deals_are_solved_depends_on_the_work_not_on_the_clock(
    monkeypatch: pytest.MonkeyPatch, nodes: int, deals: int
) -> None:
    solved = 0

    def solve(strain: object, hands: tuple[tuple[Card, ...], ...], *rest: object) -> Solved:
        nonlocal solved
        solved += 1
        return Solved({one: 3 for hand in hands for one in hand}, nodes)

    monkeypatch.setattr(double_dummy, "solve", solve)
    assert weighed(played_on(dealt(5), 10))
    assert solved == deals


def test_little_is_solved_where_many_wait() -> None:
    rubber = played_on(dealt(2), 10)
    assert weighed(rubber, LITTLE)[0].deals < weighed(rubber)[0].deals


def test_deals_are_imagined_as_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[int] = []
    real: Callable[..., object] = cards.likely_worlds

    def imagine(*question: Any) -> object:
        asked_for.append(question[3])
        return real(*question)

    def solve(strain: object, hands: tuple[tuple[Card, ...], ...], *rest: object) -> Solved:
        return Solved({one: 3 for hand in hands for one in hand}, NODES)

    monkeypatch.setattr(cards, "likely_worlds", imagine)
    monkeypatch.setattr(double_dummy, "solve", solve)
    assert weighed(played_on(dealt(5), 11))
    assert asked_for == [cards.PART]


@pytest.mark.parametrize("doubt", [0.0, 1e9])
def test_nothing_is_solved_where_the_estimates_are_clear(
    monkeypatch: pytest.MonkeyPatch, doubt: float
) -> None:
    solved = 0
    real: Callable[..., Solved] = double_dummy.best

    def best(*question: object) -> Solved:
        nonlocal solved
        solved += 1
        return Solved(real(*question).tricks, calls.NODES)

    monkeypatch.setattr(double_dummy, "best", best)
    monkeypatch.setattr(calls, "DOUBT", doubt)
    assert choice(do(start(deal(dealer=0)), "0 name H")) is not None
    assert solved == (1 if doubt else 0)


@pytest.mark.parametrize("left", [12, 10])
def test_early_card_is_the_same_again_and_whatever_is_out_of_sight(left: int) -> None:
    for seed in range(2):
        rubber = played_on(dealt(seed), left)
        asked = rubber.decision()
        assert isinstance(asked, Decision)
        found = choice(rubber, seed)
        assert choice(rubber, seed) == found
        assert choice(shaken(rubber, asked.player, Random(seed)), seed) == found
