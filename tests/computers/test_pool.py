"""The worker processes: whatever happens to them, somebody plays, and nothing leaks."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from typing import Final

import pytest

from bot.computers.cores import cores, usual_size
from bot.computers.player import Choice
from bot.computers.pool import Counts, Limits, Pool
from bot.computers.registry import PLAYERS
from bot.computers.thinking import HereAndNow, chance_from
from bot.games.biritch.match import Rubber
from tests.games.biritch_table import deal, do, settle, start
from tests.waiting import until

TROUBLED: Final = (sys.executable, "-P", "-m", "tests.computers.troubled_worker")
PATIENT: Final = Limits(hangs=600.0, first=600.0, patience=600.0, start=600.0, rest=3600.0)
"""A worker on a busy machine is not taken for one that hangs."""
HASTY: Final = replace(PATIENT, hangs=0.1, first=0.1, patience=0.1)
"""Little time to answer, for a worker that never will."""

Making = Callable[..., Pool]


@pytest.fixture
async def making() -> AsyncIterator[Making]:
    """Make pools that are closed in the end."""
    made: list[Pool] = []

    def make(
        size: int = 1, limits: Limits = PATIENT, command: tuple[str, ...] | None = TROUBLED
    ) -> Pool:
        pool = Pool(size, limits, command)
        made.append(pool)
        return pool

    yield make
    for pool in made:
        await pool.close()


def last_tricks() -> Rubber:
    """Return a rubber in which a card is asked for that is quick to find."""
    rubber = settle(do(start(deal(dealer=0)), "0 name H"))
    while True:
        phase = rubber.decision()
        view = rubber.view(getattr(phase, "player", 0))
        if sum(view.counts) <= 12 and view.decision and len(view.decision.actions) > 1:
            return rubber
        assert view.decision is not None
        rubber, _ = rubber.act(view.decision.actions[0])


RUBBER: Final = last_tricks()
ASKED: Final = RUBBER.view(None).asked
assert ASKED is not None
SEAT: Final = ASKED.player


async def ask(pool: Pool | HereAndNow, seed: str, level: str = "strong") -> Choice:
    """Return what the player whose turn it is does."""
    found = await pool.think("biritch", level, RUBBER.view(SEAT), RUBBER.memory(SEAT), seed)
    assert found is not None
    return found


def by_rules(seed: str) -> Choice | None:
    """Return what the rules of thumb do there."""
    player = PLAYERS["biritch", "normal"]
    return player.choose(RUBBER.view(SEAT), RUBBER.memory(SEAT), chance_from(seed))


async def test_quick_players_think_at_once_and_start_nothing(making: Making) -> None:
    pool = making()
    assert await ask(pool, "one", "normal") == by_rules("one")
    assert (pool.counts, pool.workers) == (Counts(here=1), 0)


async def test_same_seed_gives_the_same_choice_in_whatever_process(making: Making) -> None:
    pool = making(command=None)
    first = [await ask(pool, f"seed {number}") for number in range(6)]
    again = [await ask(pool, f"seed {number}") for number in range(6)]
    assert first == again == [await ask(HereAndNow(), f"seed {number}") for number in range(6)]
    assert (pool.counts.beside, pool.counts.weaker, pool.counts.started) == (12, 0, 1)
    assert pool.counts.seconds > 0


async def test_worker_that_hangs_is_replaced_and_rules_answer(
    making: Making, caplog: pytest.LogCaptureFixture
) -> None:
    pool = making()
    sound = await ask(pool, "sound")
    pool._limits = HASTY
    assert await ask(pool, "hang") == by_rules("hang")
    pool._limits = PATIENT
    assert await ask(pool, "sound") == sound
    assert (pool.counts.late, pool.counts.weaker, pool.counts.started) == (1, 1, 2)
    assert "took too long" in caplog.text


async def test_worker_that_dies_is_replaced_and_rules_answer(making: Making) -> None:
    pool = making()
    sound = await ask(pool, "sound")
    assert await ask(pool, "die") == by_rules("die")
    assert await ask(pool, "sound") == sound
    assert (pool.counts.died, pool.counts.weaker) == (1, 1)


async def test_worker_that_leaves_work_behind_answers_and_is_replaced(making: Making) -> None:
    pool = making()
    told = await ask(pool, "tell")
    assert await ask(pool, "leave") == await ask(HereAndNow(), "leave")
    assert pool.workers == 0
    again = await ask(pool, "tell again")
    assert dict(again.facts)["pid"] != dict(told.facts)["pid"]
    assert (pool.counts.weaker, pool.counts.died, pool.counts.started) == (0, 0, 2)


async def test_worker_killed_while_idle_is_replaced(making: Making) -> None:
    pool = making()
    told = await ask(pool, "tell")
    os.kill(int(dict(told.facts)["pid"]), signal.SIGKILL)
    again = await ask(pool, "tell again")
    if again.reason != "told":
        # The question went to the dead worker before its end was heard of.
        again = await ask(pool, "tell again")
    assert dict(again.facts)["pid"] != dict(told.facts)["pid"]


async def test_broken_player_is_told_without_its_cards(
    making: Making, caplog: pytest.LogCaptureFixture
) -> None:
    pool = making()
    assert await ask(pool, "break") == by_rules("break")
    assert (pool.counts.broke, pool.counts.weaker, pool.workers) == (1, 1, 1)
    assert "LookupError at tests.computers.troubled_worker" in caplog.text.replace(
        "__main__", TROUBLED[-1]
    )
    assert "secret" not in caplog.text
    assert not any(one.text in caplog.text.split() for one in RUBBER.view(SEAT).hand)


async def test_what_a_library_prints_does_no_harm(making: Making) -> None:
    pool = making()
    assert await ask(pool, "chatter") == await ask(HereAndNow(), "chatter")
    assert pool.counts.weaker == 0


async def test_no_more_workers_than_are_needed(making: Making) -> None:
    pool = making(size=3)
    for number in range(3):
        await ask(pool, f"tell {number}")
    assert pool.workers == 1
    await asyncio.gather(*[ask(pool, f"slow {number}") for number in range(8)])
    await asyncio.gather(*pool._starting)  # however long they take to be ready
    assert 1 < pool.workers <= 3
    assert pool.counts.weaker == 0
    asked = [asyncio.create_task(ask(pool, f"hang {number}")) for number in range(8)]
    await until(lambda: len(pool._jobs) == 3)
    assert (pool.workers, pool.waiting) == (3, 5)
    await pool.close()
    await asyncio.gather(*asked)


async def test_less_is_thought_the_more_wait(making: Making) -> None:
    pool = making()
    told = await asyncio.gather(*[ask(pool, f"tell {number}") for number in range(12)])
    shares = [float(dict(one.facts)["share"]) for one in told]
    assert shares[0] == shares[1] == 0.2
    assert shares[-1] == 1.0
    assert shares == sorted(shares)


async def test_nobody_waits_longer_than_patience(making: Making) -> None:
    pool = making()
    await ask(pool, "sound")
    hanging = asyncio.create_task(ask(pool, "hang"))
    await until(lambda: pool._jobs)
    pool._limits = HASTY
    assert await ask(pool, "waiting") == by_rules("waiting")
    assert (pool.counts.crowded, pool.waiting) == (1, 0)
    hanging.cancel()
    await asyncio.gather(hanging, return_exceptions=True)


async def test_whoever_no_longer_waits_leaves_the_worker_to_others(making: Making) -> None:
    pool = making()
    await ask(pool, "sound")
    given_up = asyncio.create_task(ask(pool, "slow"))
    await until(lambda: pool._jobs)
    given_up.cancel()
    await ask(pool, "tell")
    assert (pool.workers, pool.counts.started, pool.counts.weaker) == (1, 1, 0)


async def test_worker_that_cannot_be_started_is_not_tried_again_at_once(making: Making) -> None:
    pool = making(command=("no such program at all",))
    assert await ask(pool, "one") == by_rules("one")
    assert await ask(pool, "two") == by_rules("two")
    assert (pool.counts.started, pool.counts.weaker, pool.workers) == (1, 2, 0)


async def test_worker_that_ends_before_it_is_ready_is_not_tried_again_at_once(
    making: Making,
) -> None:
    pool = making(command=(sys.executable, "-c", "pass"))
    assert await ask(pool, "one") == by_rules("one")
    assert await ask(pool, "two") == by_rules("two")
    assert (pool.counts.started, pool.workers) == (1, 0)


async def test_message_that_cannot_be_read_ends_the_worker(making: Making) -> None:
    babble = "import os, time; os.write(1, bytes([0, 0, 0, 1, 7])); time.sleep(3600)"
    pool = making(command=(sys.executable, "-c", babble))
    assert await ask(pool, "one") == by_rules("one")
    assert pool.workers == 0


async def test_workers_know_no_secrets(making: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ATOUT_TOKEN", "a token that nobody may see")
    told = await ask(making(), "tell")
    assert told.action.args == ()


async def test_closes_quickly_whatever_the_workers_do(making: Making) -> None:
    pool = making()
    await ask(pool, "sound")
    asked = [asyncio.create_task(ask(pool, f"hang {number}")) for number in range(3)]
    await until(lambda: pool._jobs)
    await pool.close()
    assert await asyncio.gather(*asked) == [by_rules(f"hang {number}") for number in range(3)]
    assert await ask(pool, "after") == by_rules("after")
    assert pool.workers == 0


async def test_closes_while_a_worker_starts(making: Making) -> None:
    pool = making()
    asked = asyncio.create_task(ask(pool, "sound"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await pool.close()
    assert await asked == by_rules("sound")


def test_one_core_is_left_to_the_event_loop() -> None:
    assert usual_size() == max(1, cores() - 1)
