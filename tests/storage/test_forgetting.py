"""Who asks for it is forgotten; the results of the others stay."""

import re
import sqlite3

from storage.database import Database
from storage.models import LogRow, SeatRow, TableChanges
from storage.store import Store
from tests.storage.samples import ANN, BO, CHANNEL, GUILD, a_result, a_table


def log_of(user: int, name: str) -> tuple[LogRow, ...]:
    """Write down that somebody opened a table, sat, acted and left."""
    return (
        LogRow(seq=1, at=1, kind="opened", body={"host": user, "game": "bura"}, actor=user),
        LogRow(seq=2, at=1, kind="sat", body={"seat": 0, "user": user, "name": name}, actor=user),
        LogRow(seq=3, at=1, kind="sat", body={"seat": 1, "user": BO, "name": "Bo"}, actor=BO),
        LogRow(seq=4, at=2, kind="acted", body={"action": [0, "play", "AS"]}, actor=user),
        LogRow(seq=5, at=3, kind="left", body={"seat": 0, "level": "normal"}, actor=user),
    )


async def everything(database: Database) -> str:
    """Return all rows of all tables as one text."""

    def query(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
        names = connection.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        return [
            tuple(row)
            for (name,) in names
            for row in connection.execute(f"SELECT * FROM {name}").fetchall()
        ]

    return str(await database.read(query))


async def test_nothing_of_a_user_stays_anywhere(database: Database, store: Store) -> None:
    user = 700_000_000_000_000_007
    open_table = await store.open_table(a_table(host_id=user), (), log_of(user, "Zoe"))
    ended = await store.open_table(
        a_table(CHANNEL + 1, host_id=user), (SeatRow(seat=0, user_id=user, name="Zoe"),)
    )
    await store.commit(ended.id, log_of(user, "Zoe"), TableChanges(phase="ended"))
    winner, loser = a_result().players
    zoe = winner.model_copy(update={"user_id": user, "name": "Zoe"})
    result = await store.save_result(a_result(ended.id, players=(zoe, loser)))
    await store.change_preferences(user, {"deck": "four"})
    assert str(user) in await everything(database)

    await store.forget_user(user)

    kept = await everything(database)
    assert str(user) not in kept
    assert not re.search("Zoe", kept)
    row = await store.result(result)
    assert row is not None
    assert [(player.user_id, player.name, player.won) for player in row.players] == [
        (None, "", True),
        (BO, "Bo", False),
    ]
    stored = await store.load(open_table.id)
    assert stored.log[2].body["name"] == "Bo"
    assert stored.row.host_id < 0
    assert stored.log[1].body["user"] == stored.row.host_id
    assert await store.standing(GUILD, "bura", BO) is not None


async def test_who_was_invited_and_never_came_is_forgotten_too(
    database: Database, store: Store
) -> None:
    user = 700_000_000_000_000_007
    body = {"seat": 1, "user": user, "name": "Zoe"}
    log = (LogRow(seq=1, at=1, kind="invited", body=body, actor=ANN),)
    table = await store.open_table(a_table(), (), log)
    await store.forget_user(user)
    kept = await everything(database)
    assert str(user) not in kept
    assert "Zoe" not in kept
    assert (await store.load(table.id)).log[0].actor == ANN


async def test_forgetting_a_stranger_changes_nothing(database: Database, store: Store) -> None:
    await store.open_table(a_table(), (), log_of(ANN, "Ann"))
    await store.save_result(a_result(9))
    before = await everything(database)
    await store.forget_user(12345)
    assert await everything(database) == before


async def test_many_results_are_forgotten_in_many_units(database: Database, store: Store) -> None:
    for table in range(450):
        await store.save_result(a_result(table))
    before = database.counts.units
    await store.forget_user(ANN)
    assert await store.results_of_user(ANN) == ()
    assert len(await store.results_of_user(BO, limit=1000)) == 450
    assert database.counts.units - before > 3


async def test_old_results_go_and_their_sums_stay(store: Store) -> None:
    for table in range(3):
        await store.save_result(a_result(table, finished_at=table))
    assert await store.forget_results(2) == 2
    assert [row.table_id for row in await store.recent_results(CHANNEL)] == [2]
    assert await store.forget_results(2) == 0
    ann = await store.standing(GUILD, "bura", ANN)
    assert ann is not None
    assert ann.matches == 3
