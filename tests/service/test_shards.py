"""Which servers belong to which process."""

from __future__ import annotations

import pytest

from bot.client import AtoutBot
from bot.publisher.budget import A_SECOND, Budget
from bot.service.shards import Shards
from bot.settings import Settings
from tests.e2e.party import Brisk


def test_shards_are_read_as_they_are_written() -> None:
    some = Shards.read("0-3/8")
    assert (some.ids, some.count, some.share, str(some)) == ([0, 1, 2, 3], 8, 0.5, "0-3/8")
    assert Shards.read("5/8").ids == [5]


@pytest.mark.parametrize("written", ["", "0-3", "3-1/8", "0-8/8", "8/8", "-1/8", "a/8", "0/9999"])
def test_what_is_no_range_of_shards_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="shards are"):
        Shards.read(written)


def test_every_server_belongs_to_exactly_one_process() -> None:
    parts = [Shards.read(written) for written in ("0-2/8", "3/8", "4-7/8")]
    for guild in range(10**18, 10**18 + (1 << 28), (1 << 22) + 12345):
        assert sum(part.serves(guild) for part in parts) == 1


async def test_a_process_takes_its_shards_and_its_share_of_the_budget() -> None:
    settings = Settings(_env_file=None, shards="0-1/8", requests_per_second=40)
    bot = AtoutBot(settings, thinker=Brisk())
    assert (bot.shard_ids, bot.shard_count) == ([0, 1], 8)
    assert (bot.budget.rate, bot.budget.burst) == (10, 2)
    alone = AtoutBot(Settings(_env_file=None), thinker=Brisk())
    assert alone.shard_ids is None
    assert (alone.budget.rate, alone.budget.burst) == (45, 5)


@pytest.mark.parametrize("rate", [1.0, 40.0, 45.0, 50.0])
@pytest.mark.parametrize("processes", [1, 2, 8])
def test_all_processes_together_stay_within_what_discord_allows(
    rate: float, processes: int
) -> None:
    some = Budget.shared(rate, 1 / processes)
    assert some.burst >= 1
    # One request more each, where nothing would be left to burst with.
    assert processes * (some.rate + some.burst) <= max(A_SECOND, rate + processes)
