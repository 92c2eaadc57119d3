"""The bot's one budget: how many requests a second, and who comes first."""

from __future__ import annotations

import asyncio

import pytest

from bot.publisher.budget import A_SECOND, Budget, Ticket, Urgency


async def spend(budget: Budget, urgency: Urgency) -> None:
    """Spend one request that is answered at once."""
    async with budget.spent(urgency):
        pass


async def take(budget: Budget, urgency: Urgency, order: list[str], name: str) -> None:
    """Spend one request, and tell when."""
    await spend(budget, urgency)
    order.append(name)


async def test_what_people_wait_for_comes_first_then_who_asked_first() -> None:
    budget = Budget(rate=400, burst=1)
    order: list[str] = []
    await spend(budget, Urgency.ASKED)
    asked = (
        (Urgency.COMPUTERS_ONLY, "computers"),
        (Urgency.PEOPLE_WATCH, "watched"),
        (Urgency.PERSON_WAITS, "first"),
        (Urgency.PERSON_WAITS, "second"),
        (Urgency.ASKED, "asked"),
    )
    async with asyncio.TaskGroup() as group:
        for urgency, name in asked:
            group.create_task(take(budget, urgency, order, name))
    assert order == ["asked", "first", "second", "watched", "computers"]


async def test_a_budget_is_never_spent_faster_than_its_rate() -> None:
    rate, burst, wanted = 500, 5, 60
    budget = Budget(rate, burst)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(*(spend(budget, Urgency.PEOPLE_WATCH) for _ in range(wanted)))
    assert loop.time() - began >= (wanted - burst) / rate * 0.99
    assert budget.granted == wanted
    assert budget.waiting == 0


@pytest.mark.parametrize("rate", [10.0, 45.0, 49.0])
@pytest.mark.parametrize("processes", range(1, 41))
def test_all_processes_together_stay_within_what_discord_takes(processes: int, rate: float) -> None:
    budget = Budget.shared(rate, 1 / processes)
    assert budget.rate > 0
    assert budget.burst >= 1
    assert processes * (budget.burst + budget.rate) <= A_SECOND + 1e-6


async def test_who_gives_up_waiting_spends_nothing() -> None:
    budget = Budget(rate=100, burst=1)
    await spend(budget, Urgency.ASKED)
    gone = asyncio.create_task(spend(budget, Urgency.ASKED))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    await spend(budget, Urgency.COMPUTERS_ONLY)
    assert budget.granted == 2


async def test_a_pause_saves_up_no_more_than_the_burst() -> None:
    budget = Budget(rate=1000, burst=2)
    await spend(budget, Urgency.ASKED)
    await asyncio.sleep(0.05)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(*(spend(budget, Urgency.ASKED) for _ in range(12)))
    assert loop.time() - began >= 0.0099


async def test_whoever_is_waited_for_more_moves_forward_and_is_granted_once() -> None:
    budget = Budget(rate=400, burst=1)
    await spend(budget, Urgency.ASKED)
    tickets = [budget.ask(Urgency.PEOPLE_WATCH) for _ in range(4)]
    budget.hurry(tickets[3], Urgency.PERSON_WAITS)
    budget.hurry(tickets[2], Urgency.COMPUTERS_ONLY)
    assert budget.waiting == 4
    order: list[int] = []

    async def wait(number: int) -> None:
        await tickets[number].granted
        order.append(number)

    await asyncio.gather(*(wait(number) for number in range(4)))
    budget.hurry(tickets[0], Urgency.ASKED)
    await spend(budget, Urgency.COMPUTERS_ONLY)
    assert order == [3, 0, 1, 2]
    assert budget.granted == 6
    assert budget.waiting == 0


async def all_but_one(budget: Budget) -> tuple[list[Ticket], Ticket]:
    """Let as many be under way as may be, and one more ask."""
    budget._most = 3
    under_way = [budget.ask(Urgency.PEOPLE_WATCH) for _ in range(3)]
    await asyncio.gather(*(one.granted for one in under_way))
    last = budget.ask(Urgency.ASKED)
    for _ in range(20):
        await asyncio.sleep(0)
    assert not last.granted.done()
    return under_way, last


@pytest.mark.parametrize("window", [0.0, 3600.0])
async def test_a_request_counts_until_a_second_after_its_answer(
    window: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.publisher.budget.WINDOW", window)
    budget = Budget(rate=1e6, burst=10)
    under_way, last = await all_but_one(budget)
    budget.answered(under_way[1])
    if window:
        for _ in range(20):
            await asyncio.sleep(0)
        assert not last.granted.done()
    else:
        await last.granted


async def test_what_is_never_answered_does_not_count_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.publisher.budget.HELD", 0.01)
    _, last = await all_but_one(Budget(rate=1e6, burst=10))
    await last.granted


async def test_who_goes_away_in_the_very_moment_of_the_turn_counts_no_longer_than_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.publisher.budget.HELD", 0.01)
    budget = Budget(rate=1e6, burst=10)
    budget._most = 1
    ticket = budget.ask(Urgency.ASKED)
    await asyncio.sleep(0)
    ticket.granted.cancel()
    async with budget.spent(Urgency.ASKED):
        pass
    assert budget.waiting == 0
