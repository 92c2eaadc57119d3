"""What figures are made of."""

from __future__ import annotations

import asyncio
import time

from bot.service.metrics import Metrics, route_of
from storage.writer import Batch


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
