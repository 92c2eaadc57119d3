"""What figures are made of."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

from bot.service.metrics import Metrics, route_of
from storage.writer import Batch
from tests.e2e.party import Party, party, play_one, seated


def test_a_route_holds_no_id_and_no_token() -> None:
    assert route_of("/api/v10/channels/1097548079088840774/messages/1097548079088840775") == (
        "/channels/:id/messages/:id"
    )
    assert route_of("/api/v10/webhooks/109754807908884/aW50ZXJhY3Rpb24/messages/@original") == (
        "/webhooks/:id/:token/messages/@original"
    )
    assert route_of("/api/v10/interactions/109754807908884/aW50/callback") == (
        "/interactions/:id/:token/callback"
    )


def test_batches_are_measured_and_failed_ones_counted_apart() -> None:
    metrics = Metrics()
    metrics.committed(Batch(3, 0.004, committed=True))
    metrics.committed(Batch(2, 0.0, committed=False))
    figures = metrics.registry.get_sample_value
    assert figures("atout_commit_units_sum") == 5
    assert figures("atout_commit_seconds_count") == 1
    assert figures("atout_failed_commits_total") == 1


def test_what_is_kept_elsewhere_is_asked_for_at_each_look() -> None:
    metrics = Metrics()
    things = {"a": 1.0}
    metrics.gauges("atout_things", "Things", "kind", lambda: things)
    metrics.count("atout_done", "Done", lambda: 7)
    assert metrics.registry.get_sample_value("atout_things", {"kind": "a"}) == 1
    things["a"] = 2
    assert metrics.registry.get_sample_value("atout_things", {"kind": "a"}) == 2
    assert metrics.registry.get_sample_value("atout_done_total") == 7


async def test_a_loop_that_is_held_up_is_seen() -> None:
    metrics = Metrics()
    watching = asyncio.create_task(metrics.watch_loop(0.01))
    await asyncio.sleep(0.02)
    _hold_up()
    seen = 0.0
    for _ in range(50):
        await asyncio.sleep(0)
        seen = max(seen, metrics.lag)
    watching.cancel()
    assert seen > 0.1


def _hold_up() -> None:
    time.sleep(0.2)


def _boards(some: Party, who: str) -> float:
    labels = {"who": who}
    registry = some.bot.metrics.registry
    return registry.get_sample_value("atout_board_behind_seconds_count", labels) or 0


async def test_only_who_has_no_panel_of_their_own_waits_for_a_board(tmp_path: Path) -> None:
    async with party(tmp_path) as some:
        await seated(some, ["Ann", "Bo"], "bura")
        assert await play_one(some, Random(1))
        await some.quiet()
        before = _boards(some, "people_watch"), _boards(some, "person_waits")
        assert await play_one(some, Random(2))
        await some.quiet()
        assert _boards(some, "people_watch") > before[0]
        assert _boards(some, "person_waits") == before[1]
        # After a restart nobody has a panel that can be written to.
        await some.restart()
        some.bot.house.boards.refresh(1)
        await some.quiet()
        assert _boards(some, "person_waits") > 0
