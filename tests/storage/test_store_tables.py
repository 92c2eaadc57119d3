"""Tables, seats and logs as the tables package keeps them."""

import asyncio
import sqlite3
from typing import Literal

import pytest
from pydantic import ValidationError

from storage.database import Database
from storage.errors import AlreadyWritten, ChannelTaken, LogGap, NoSuchTable
from storage.models import Phase, SeatRow, TableChanges
from storage.store import Store
from tests.storage.samples import ANN, BO, CHANNEL, CY, GUILD, a_result, a_table, entries, seats


async def test_a_table_comes_back_as_it_was_opened(store: Store) -> None:
    new = a_table(
        parent_id=5,
        phase="playing",
        rules={"form": "classic", "words": "à l’as ♠"},
        settings={"clock": "quick", "quiet": True},
        due_at=9_000,
    )
    row = await store.open_table(new, seats(), entries(1, 3))
    found = await store.load(row.id)
    assert found.row == row == await store.table(row.id)
    for name, value in new.model_dump().items():
        assert getattr(row, name) == value
    assert row.touched_at == new.opened_at
    assert row.log_length == 3
    assert (row.board_message_id, row.finished_at, row.suspended_why) == (None, None, None)
    assert found.seats == seats()
    assert found.log == entries(1, 3)


async def test_a_commit_writes_log_row_and_seats_together(store: Store) -> None:
    table = await store.open_table(a_table(), seats())
    others = (SeatRow(seat=0, user_id=CY, name="Cy"), SeatRow(seat=1))
    changes = TableChanges(phase="playing", host_id=CY, due_at=70, settings={"pace": 2})
    await store.commit(table.id, entries(1, 2, at=60), changes, others)
    row = await store.table(table.id)
    assert (row.phase, row.host_id, row.due_at, row.settings) == ("playing", CY, 70, {"pace": 2})
    assert row.log_length == 2
    found = await store.load(table.id)
    assert (found.row, found.seats, found.log) == (row, others, entries(1, 2, at=60))


async def test_only_the_changes_that_are_given_are_made(store: Store) -> None:
    table = await store.open_table(a_table(due_at=5, settings={"pace": 1}))
    await store.commit(table.id, changes=TableChanges())
    assert await store.table(table.id) == table
    await store.commit(table.id, changes=TableChanges(due_at=None))
    assert await store.table(table.id) == table.model_copy(update={"due_at": None})


async def test_entries_touch_their_table(store: Store) -> None:
    table = await store.open_table(a_table())
    await store.commit(table.id, seats=seats())
    assert (await store.table(table.id)).touched_at == 1_000
    await store.commit(table.id, entries(1, at=2_000))
    assert (await store.table(table.id)).touched_at == 2_000
    await store.commit(table.id, changes=TableChanges(touched_at=3_000))
    assert (await store.table(table.id)).touched_at == 3_000


@pytest.mark.parametrize("name", ["phase", "host_id", "rules", "settings", "touched_at"])
def test_what_a_table_must_have_cannot_be_taken_away(name: str) -> None:
    with pytest.raises(ValidationError, match=name):
        TableChanges.model_validate({name: None})


async def test_the_same_entry_is_not_written_twice(store: Store) -> None:
    table = await store.open_table(a_table(), seats())
    await store.commit(table.id, entries(1, 2))
    with pytest.raises(AlreadyWritten) as caught:
        await store.commit(
            table.id, entries(2, 2, at=7_000), TableChanges(phase="over"), (SeatRow(seat=0),)
        )
    assert (caught.value.table_id, caught.value.seq) == (table.id, 2)
    found = await store.load(table.id)
    assert found.log == entries(1, 2)
    assert found.row.phase == "lobby"
    assert found.seats == seats()


async def test_the_log_itself_refuses_a_second_entry_of_a_number(
    store: Store, database: Database
) -> None:
    table = await store.open_table(a_table(), seats(), entries(1, 2))

    def forget_the_length(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE tables SET log_length = 1")

    await database.write(forget_the_length)
    with pytest.raises(AlreadyWritten):
        await store.commit(table.id, entries(2))
    with pytest.raises(LogGap):
        await store.load(table.id)


async def test_of_a_hundred_claims_to_one_entry_one_is_kept(store: Store) -> None:
    table = await store.open_table(a_table())
    outcomes = await asyncio.gather(
        *(store.commit(table.id, entries(1, at=at)) for at in range(100)), return_exceptions=True
    )
    kept = [at for at, outcome in enumerate(outcomes) if not isinstance(outcome, BaseException)]
    assert len(kept) == 1
    refused = [outcome for outcome in outcomes if isinstance(outcome, AlreadyWritten)]
    assert len(refused) == 99
    assert (await store.load(table.id)).log == entries(1, at=kept[0])


async def test_a_log_has_no_gaps(store: Store) -> None:
    table = await store.open_table(a_table())
    await store.commit(table.id, entries(1))
    with pytest.raises(LogGap) as caught:
        await store.commit(table.id, entries(3))
    assert (caught.value.expected, caught.value.found) == (2, 3)
    with pytest.raises(LogGap):
        await store.commit(table.id, (*entries(2), *entries(4)))
    with pytest.raises(LogGap):
        await store.open_table(a_table(7), entries=entries(2))
    assert (await store.load(table.id)).log == entries(1)


async def test_a_hole_in_a_log_is_found_when_it_is_loaded(store: Store, database: Database) -> None:
    table = await store.open_table(a_table(), entries=entries(1, 3))

    def lose_one(connection: sqlite3.Connection) -> None:
        connection.execute("DELETE FROM log WHERE seq = 2")

    await database.write(lose_one)
    with pytest.raises(LogGap):
        await store.load(table.id)


async def test_a_body_that_is_no_json_is_refused(store: Store) -> None:
    table = await store.open_table(a_table())
    (entry,) = entries(1)
    for body in ({"nan": float("nan")}, {"set": {1}}):
        with pytest.raises((ValueError, TypeError)):
            await store.commit(table.id, [entry.model_copy(update={"body": body})])
    assert (await store.load(table.id)).log == ()


async def test_a_table_that_is_not_there_is_named(store: Store) -> None:
    for asked in (store.load(7), store.table(7), store.commit(7, entries(1)), store.commit(7)):
        with pytest.raises(NoSuchTable) as caught:
            await asked
        assert caught.value.table_id == 7
    with pytest.raises(NoSuchTable):
        await store.open_table(a_table(), instead_of=7)
    assert await store.open_tables() == ()


@pytest.mark.parametrize("phase", ["lobby", "playing", "over"])
async def test_a_channel_has_one_open_table(store: Store, phase: Phase) -> None:
    first = await store.open_table(a_table(phase=phase))
    with pytest.raises(ChannelTaken) as caught:
        await store.open_table(a_table(), seats(), entries(1))
    assert caught.value.table_id == first.id
    assert await store.open_tables() == (first,)
    thread = await store.open_table(a_table(CHANNEL + 1, parent_id=CHANNEL))
    assert await store.in_channel(CHANNEL) == first
    assert await store.in_channel(CHANNEL + 1) == thread
    assert await store.in_channel(CHANNEL + 2) is None


@pytest.mark.parametrize("phase", ["ended", "suspended"])
async def test_a_closed_table_leaves_its_channel_free(store: Store, phase: Phase) -> None:
    first = await store.open_table(a_table())
    await store.commit(first.id, changes=TableChanges(phase=phase, suspended_why="forgotten"))
    assert await store.in_channel(CHANNEL) is None
    second = await store.open_table(a_table())
    assert await store.in_channel(CHANNEL) == second


async def test_two_people_opening_at_once_get_one_table(store: Store) -> None:
    outcomes = await asyncio.gather(
        *(store.open_table(a_table()) for _ in range(20)), return_exceptions=True
    )
    taken = [outcome for outcome in outcomes if isinstance(outcome, ChannelTaken)]
    assert len(taken) == 19
    assert {error.table_id for error in taken} == {1}
    assert len(await store.open_tables()) == 1


async def test_a_suspended_table_is_taken_up_again_where_the_channel_is_free(store: Store) -> None:
    first = await store.open_table(a_table())
    changes = TableChanges(phase="suspended", suspended_why="forgotten")
    await store.commit(first.id, changes=changes)
    first = await store.table(first.id)
    second = await store.open_table(a_table())
    assert await store.suspended_in(CHANNEL) == (first,)
    with pytest.raises(ChannelTaken) as caught:
        await store.commit(first.id, entries(1), TableChanges(phase="playing"))
    assert caught.value.table_id == second.id
    assert (await store.load(first.id)).row == first
    await store.commit(second.id, changes=TableChanges(phase="ended"))
    await store.commit(first.id, entries(1), TableChanges(phase="playing", suspended_why=None))
    assert await store.suspended_in(CHANNEL) == ()


async def test_a_rematch_takes_the_place_of_its_table(store: Store) -> None:
    first = await store.open_table(a_table(phase="over", due_at=4))
    second = await store.open_table(a_table(opened_at=8_000), seats(), instead_of=first.id)
    assert await store.open_tables() == (second,)
    old = await store.table(first.id)
    assert (old.phase, old.due_at, old.touched_at) == ("ended", None, 8_000)


async def test_a_rematch_that_cannot_open_leaves_its_table(store: Store) -> None:
    first = await store.open_table(a_table(phase="over"))
    other = await store.open_table(a_table(CHANNEL + 1))
    with pytest.raises(ChannelTaken):
        await store.open_table(a_table(CHANNEL + 1), instead_of=first.id)
    assert await store.open_tables() == (first, other)


async def test_a_result_is_kept_with_the_move_that_ends_the_match(store: Store) -> None:
    table = await store.open_table(a_table())
    await store.commit(table.id, entries(1))
    with pytest.raises(AlreadyWritten):
        await store.commit(table.id, entries(1), result=a_result(table.id))
    assert await store.result_of_table(table.id) is None
    await store.commit(table.id, entries(2), TableChanges(phase="over"), result=a_result(table.id))
    assert await store.result_of_table(table.id) is not None


async def test_tables_are_found_by_those_who_sit_there(store: Store) -> None:
    first = await store.open_table(a_table(1), seats())
    second = await store.open_table(a_table(2, opened_at=5_000), (SeatRow(seat=0, user_id=ANN),))
    third = await store.open_table(a_table(3), seats())
    await store.commit(third.id, changes=TableChanges(phase="ended"))
    assert await store.of_user(ANN) == (second, first)
    assert await store.of_user(BO) == (first,)
    assert await store.of_user(CY) == ()
    await store.commit(first.id, seats=(SeatRow(seat=0),))
    assert await store.of_user(BO) == ()


async def test_tables_are_found_by_server(store: Store) -> None:
    first = await store.open_table(a_table(1))
    await store.open_table(a_table(2, guild_id=GUILD + 1))
    third = await store.open_table(a_table(3))
    await store.commit(third.id, changes=TableChanges(phase="ended"))
    assert await store.of_guild(GUILD) == (first,)


async def test_tables_are_found_by_their_deadline(store: Store) -> None:
    assert await store.next_due() is None
    late = await store.open_table(a_table(1, due_at=300))
    early = await store.open_table(a_table(2, due_at=100))
    await store.open_table(a_table(3))
    ended = await store.open_table(a_table(4, due_at=50))
    await store.commit(ended.id, changes=TableChanges(phase="ended"))
    assert await store.next_due() == 100
    assert await store.due(99) == ()
    assert await store.due(100) == (early,)
    assert await store.due(300) == (early, late)


async def test_deadlines_wait_while_the_bot_is_down(store: Store) -> None:
    table = await store.open_table(a_table(1, due_at=10_000))
    without = await store.open_table(a_table(2))
    assert await store.make_up_for_downtime(1_000) == 0
    await store.sign_of_life(5_000)
    await store.sign_of_life(6_000)
    assert await store.make_up_for_downtime(8_500) == 2_500
    assert (await store.table(table.id)).due_at == 12_500
    assert await store.make_up_for_downtime(8_500) == 0
    assert await store.make_up_for_downtime(8_000) == 0, "a clock set back moves no deadline"
    assert (await store.table(table.id)).due_at == 12_500
    assert (await store.table(without.id)).due_at is None


async def test_deadlines_go_along_when_the_clock_is_set(store: Store) -> None:
    early = await store.open_table(a_table(1, opened_at=1_000, due_at=10_000))
    fresh = await store.open_table(a_table(2, opened_at=900_500, due_at=901_000))
    without = await store.open_table(a_table(3, opened_at=1_000))
    await store.clock_was_set(900_000, since=900_000, now=901_000, longest=5_000_000)
    tables = [await store.table(one.id) for one in (early, fresh, without)]
    assert [one.due_at for one in tables] == [910_000, 901_000, None]
    await store.clock_was_set(-900_000, since=0, now=500, longest=5_000)
    assert [(await store.table(one.id)).due_at for one in (early, fresh)] == [5_500, 1_000]


async def test_the_board_is_remembered(store: Store) -> None:
    table = await store.open_table(a_table())
    await store.set_board(table.id, 5, 6, 7)
    row = await store.table(table.id)
    assert (row.board_channel_id, row.board_message_id, row.board_posted_at) == (5, 6, 7)
    await store.set_board(table.id, None, None, None)
    assert await store.table(table.id) == table
    await store.set_board(99, 5, 6, 7)
    assert await store.open_tables() == (table,)


async def test_ended_tables_are_forgotten_with_their_logs(store: Store, database: Database) -> None:
    old = await store.open_table(a_table(1), seats(), entries(1))
    late = await store.open_table(a_table(2), seats(), entries(1))
    still_open = await store.open_table(a_table(3), seats())
    await store.commit(old.id, changes=TableChanges(phase="ended"), result=a_result(old.id))
    await store.commit(late.id, entries(2, at=9_000), TableChanges(phase="ended"))
    assert await store.forget_ended(9_000) == 1
    assert await store.forget_ended(9_000) == 0
    with pytest.raises(NoSuchTable):
        await store.load(old.id)
    assert (await store.table(late.id)).phase == "ended"
    assert (await store.load(still_open.id)).seats == seats()
    assert await store.result_of_table(old.id) is not None

    def left_over(connection: sqlite3.Connection) -> list[int]:
        rows = connection.execute(
            "SELECT table_id FROM log UNION SELECT table_id FROM seats ORDER BY table_id"
        ).fetchall()
        return [int(row[0]) for row in rows]

    assert await database.read(left_over) == [late.id, still_open.id]


async def test_the_number_of_a_table_never_comes_again(store: Store) -> None:
    first = await store.open_table(a_table())
    await store.commit(first.id, changes=TableChanges(phase="ended"))
    await store.forget_ended(1_000_000)
    assert (await store.open_table(a_table())).id == first.id + 1


async def test_seats_are_numbered_once(store: Store) -> None:
    table = await store.open_table(a_table(), seats())
    with pytest.raises(sqlite3.IntegrityError):
        await store.commit(table.id, seats=(SeatRow(seat=0), SeatRow(seat=0)))
    assert (await store.load(table.id)).seats == seats()


async def test_only_tables_where_something_goes_on_by_itself_stir(store: Store) -> None:
    waiting = await store.open_table(a_table())
    stirring = await store.open_table(a_table(channel_id=CHANNEL + 1, phase="playing", stirs=True))
    assert await store.stirring() == (stirring.id,)
    await store.commit(stirring.id, changes=TableChanges(stirs=False))
    await store.commit(waiting.id, changes=TableChanges(stirs=True, phase="playing"))
    assert await store.stirring() == (waiting.id,)
    await store.commit(waiting.id, changes=TableChanges(phase="suspended"))
    assert await store.stirring() == ()


@pytest.mark.parametrize("phase", ["over", "ended", "suspended"])
async def test_a_table_that_goes_out_of_play_owes_its_last_board(
    store: Store, phase: Literal["over", "ended", "suspended"]
) -> None:
    table = await store.open_table(a_table(phase="playing"))
    await store.commit(table.id, entries(1))
    assert await store.last_boards() == ()
    await store.commit(table.id, changes=TableChanges(phase=phase))
    assert await store.last_boards() == (table.id,)
    await store.last_board_shown(table.id)
    assert await store.last_boards() == ()


async def test_a_rematch_leaves_the_last_board_of_the_match_before_it_due(store: Store) -> None:
    first = await store.open_table(a_table(phase="playing"))
    await store.open_table(a_table(), instead_of=first.id)
    assert await store.last_boards() == (first.id,)


async def test_boards_are_brought_to_tables_without_one_and_to_those_touched_last(
    store: Store,
) -> None:
    old, late, bare = [
        await store.open_table(a_table(channel_id=CHANNEL + n, opened_at=at))
        for n, at in enumerate((1_000, 90_000, 1_000))
    ]
    for table in (old, late):
        await store.set_board(table.id, CHANNEL, 70 + table.id, 5)
    assert await store.boards_to_bring(10_000) == (late.id, bare.id)
    assert await store.board(old.id) == (CHANNEL, 70 + old.id, 5)
    assert await store.board(bare.id) is None
