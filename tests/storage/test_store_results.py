"""Finished matches."""

from typing import Any

import pytest

from storage.errors import ResultIsFinal
from storage.models import NewResult, ResultRow
from storage.store import Store
from tests.storage.samples import ANN, BO, CHANNEL, CY, GUILD, a_result, a_table, entries, seats


def _without(model: NewResult | ResultRow, *names: str) -> dict[str, Any]:
    return model.model_dump(exclude=set(names))


async def test_a_result_comes_back_as_it_was_saved(store: Store) -> None:
    result = a_result(7)
    result_id = await store.save_result(result)
    row = await store.result(result_id)
    assert row is not None
    assert _without(row, "id") == _without(result, "record")
    assert await store.record(result_id) == result.record
    assert await store.result_of_table(7) == row
    assert await store.result(result_id + 1) is None
    assert await store.record(result_id + 1) is None
    assert await store.result_of_table(8) is None


async def test_the_result_of_a_table_is_final(store: Store) -> None:
    first = a_result(7)
    result_id = await store.save_result(first)
    with pytest.raises(ResultIsFinal):
        await store.save_result(a_result(7, deals=2))
    row = await store.result(result_id)
    assert row is not None
    assert _without(row, "id") == _without(first, "record")
    standing = await store.standing(GUILD, "bura", ANN)
    assert standing is not None
    assert standing.matches == 1


async def test_a_result_that_is_refused_takes_nothing_else_of_its_unit_with_it(
    store: Store,
) -> None:
    table = await store.open_table(a_table(), seats(), entries(1))
    await store.save_result(a_result(table.id))
    with pytest.raises(ResultIsFinal):
        await store.commit(table.id, entries(2), result=a_result(table.id))
    assert (await store.load(table.id)).row.log_length == 1


async def test_matches_in_threads_are_found_in_their_channel_too(store: Store) -> None:
    thread = CHANNEL + 5
    await store.save_result(a_result(1, finished_at=100))
    await store.save_result(a_result(2, finished_at=200, channel_id=thread, parent_id=CHANNEL))
    await store.save_result(a_result(3, finished_at=300))
    await store.save_result(a_result(4, finished_at=400, channel_id=thread + 1, parent_id=9))
    found = [row.table_id for row in await store.recent_results(CHANNEL)]
    assert found == [3, 2, 1]
    assert [row.table_id for row in await store.recent_results(thread)] == [2]
    pages = [await store.recent_results(CHANNEL, limit=1, offset=n) for n in range(4)]
    assert [[row.table_id for row in page] for page in pages] == [[3], [2], [1], []]


async def test_the_latest_results_of_a_channel_come_first_and_in_pages(store: Store) -> None:
    for table_id, finished_at in ((1, 100), (2, 300), (3, 200), (4, 300)):
        await store.save_result(a_result(table_id, finished_at=finished_at))
    await store.save_result(a_result(5, channel_id=CHANNEL + 1))
    pages = [await store.recent_results(CHANNEL, limit=2, offset=offset) for offset in (0, 2, 4)]
    assert [[row.table_id for row in page] for page in pages] == [[4, 2], [3, 1], []]


async def test_results_are_found_by_server_and_game(store: Store) -> None:
    await store.save_result(a_result(1))
    await store.save_result(a_result(2, game="biritch"))
    await store.save_result(a_result(3, guild_id=GUILD + 1))
    await store.save_result(a_result(4))
    rows = await store.results_of_guild(GUILD, "bura")
    assert [row.table_id for row in rows] == [4, 1]


async def test_results_are_found_by_player(store: Store) -> None:
    await store.save_result(a_result(1))
    (winner, loser) = a_result().players
    cy = loser.model_copy(update={"user_id": CY})
    await store.save_result(a_result(2, players=(winner, cy)))
    assert [row.table_id for row in await store.results_of_user(ANN)] == [2, 1]
    assert [row.table_id for row in await store.results_of_user(ANN, limit=1, offset=1)] == [1]
    assert [row.table_id for row in await store.results_of_user(BO)] == [1]
    assert await store.results_of_user(9) == ()


async def test_names_in_a_record_are_those_of_its_players(store: Store) -> None:
    winner, loser = a_result().players
    nameless = winner.model_copy(update={"name": "", "user_id": None})
    result_id = await store.save_result(a_result(players=(nameless, loser)))
    record = await store.record(result_id)
    assert record is not None
    assert record["players"] == ["", "Bo"]
