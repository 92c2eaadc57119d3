"""How long things are kept."""

from __future__ import annotations

import contextlib

from bot.tables.keeping import DAY, Keep, Keeper
from storage.errors import NoSuchTable
from storage.models import TableChanges
from storage.store import Store
from tests.storage.samples import a_result, a_table
from tests.tables.room import GUILD, Room


class Calendar:
    """A clock that is set by hand, in days."""

    def __init__(self) -> None:
        self.days = 100

    def __call__(self) -> float:
        return self.days * DAY / 1000


async def ended(store: Store, channel: int, day: int, guild: int = GUILD) -> int:
    """Leave a table behind that ended on a day."""
    table = await store.open_table(a_table(channel, guild_id=guild, opened_at=day * DAY))
    await store.commit(table.id, changes=TableChanges(phase="ended", touched_at=day * DAY))
    return table.id


async def kept(store: Store, *tables: int) -> list[int]:
    """Return which of some tables are still there."""
    found = []
    for number in tables:
        with contextlib.suppress(NoSuchTable):
            found.append((await store.table(number)).id)
    return found


async def test_ended_tables_go_after_their_days_and_open_ones_stay(room: Room) -> None:
    store, now = room.store, Calendar()
    old, fresh = await ended(store, 1, 60), await ended(store, 2, 80)
    still_open = await store.open_table(a_table(3, guild_id=GUILD, opened_at=DAY))
    await Keeper(store, Keep(tables=30), now).round()
    assert await kept(store, old, fresh, still_open.id) == [fresh, still_open.id]
    now.days = 111
    await Keeper(store, Keep(tables=30), now).round()
    assert await kept(store, fresh, still_open.id) == [still_open.id]


async def test_zero_days_are_for_ever(room: Room) -> None:
    store, now = room.store, Calendar()
    old = await ended(store, 1, 1)
    result = await store.save_result(a_result(old, finished_at=DAY))
    await store.guild_left(GUILD, DAY)
    await Keeper(store, Keep(0, 0, 0), now).round()
    assert await kept(store, old) == [old]
    assert await store.result(result) is not None


async def test_results_go_after_their_days_where_the_operator_says_so(room: Room) -> None:
    store, now = room.store, Calendar()
    old = await store.save_result(a_result(1, finished_at=10 * DAY))
    fresh = await store.save_result(a_result(2, finished_at=99 * DAY))
    await Keeper(store, Keep(results=50), now).round()
    assert await store.result(old) is None
    assert await store.result(fresh) is not None


async def test_a_server_is_forgotten_after_a_grace_time_only(room: Room) -> None:
    store, now = room.store, Calendar()
    keeper = Keeper(store, Keep(), now)
    result = await store.save_result(a_result(1, guild_id=7))
    await keeper.left(7)
    now.days += 29
    await keeper.round()
    assert await store.result(result) is not None
    now.days += 2
    await keeper.round()
    assert await store.result(result) is None
    assert await store.guilds_known() == ()


async def test_a_server_that_comes_back_in_time_keeps_everything(room: Room) -> None:
    store, now = room.store, Calendar()
    keeper = Keeper(store, Keep(), now)
    result = await store.save_result(a_result(1, guild_id=7))
    await keeper.left(7)
    await keeper.joined(7)
    now.days += 60
    await keeper.round()
    assert await store.result(result) is not None


async def test_a_removal_while_the_bot_was_away_is_noticed(room: Room) -> None:
    store, now = room.store, Calendar()
    keeper = Keeper(store, Keep(), now)
    gone = await store.save_result(a_result(1, guild_id=7))
    stays = await store.save_result(a_result(2, guild_id=8))
    back = await store.save_result(a_result(3, guild_id=9))
    await keeper.left(9)
    await keeper.compare({8, 9})
    now.days += 31
    await keeper.round()
    assert await store.result(gone) is None
    assert await store.result(stays) is not None
    assert await store.result(back) is not None
