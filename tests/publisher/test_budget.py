"""The bot's one budget: how many requests a second, and who comes first."""

from __future__ import annotations

import asyncio

from bot.publisher.budget import Budget, Urgency


async def take(budget: Budget, urgency: Urgency, order: list[str], name: str) -> None:
    """Spend one request, and tell when."""
    await budget.take(urgency)
    order.append(name)


async def test_what_people_wait_for_comes_first_then_who_asked_first() -> None:
    budget = Budget(rate=400, burst=1)
    order: list[str] = []
    await budget.take(Urgency.ASKED)
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
    await asyncio.gather(*(budget.take(Urgency.PEOPLE_WATCH) for _ in range(wanted)))
    assert loop.time() - began >= (wanted - burst) / rate * 0.99
    assert budget.granted == wanted
    assert budget.waiting == 0


async def test_who_gives_up_waiting_spends_nothing() -> None:
    budget = Budget(rate=100, burst=1)
    await budget.take(Urgency.ASKED)
    gone = asyncio.create_task(budget.take(Urgency.ASKED))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    await budget.take(Urgency.COMPUTERS_ONLY)
    assert budget.granted == 2


async def test_a_pause_saves_up_no_more_than_the_burst() -> None:
    budget = Budget(rate=1000, burst=2)
    await budget.take(Urgency.ASKED)
    await asyncio.sleep(0.05)
    loop = asyncio.get_running_loop()
    began = loop.time()
    await asyncio.gather(*(budget.take(Urgency.ASKED) for _ in range(12)))
    assert loop.time() - began >= 0.0099


async def test_whoever_is_waited_for_more_moves_forward_and_is_granted_once() -> None:
    budget = Budget(rate=400, burst=1)
    await budget.take(Urgency.ASKED)
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
    await budget.take(Urgency.COMPUTERS_ONLY)
    assert order == [3, 0, 1, 2]
    assert budget.granted == 6
    assert budget.waiting == 0
