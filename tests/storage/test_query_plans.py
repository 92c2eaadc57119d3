"""Every query that grows with the bot's life goes by an index."""

import re
from collections.abc import Awaitable, Callable

import aiosqlite
import pytest

from storage.database import Database
from storage.store import Store
from tests.storage.samples import ANN, CHANNEL, GUILD, a_result, a_table, entries, seats


async def _rank(store: Store) -> object:
    await store.save_result(a_result(99))
    standing = await store.standing(GUILD, "bura", ANN)
    assert standing is not None
    return await store.rank(standing.model_copy(update={"rating": 1500.0}))


QUESTIONS: dict[str, Callable[[Store], Awaitable[object]]] = {
    "open_tables": lambda store: store.open_tables(),
    "stirring": lambda store: store.stirring(),
    "boards_to_bring": lambda store: store.boards_to_bring(1),
    "last_boards": lambda store: store.last_boards(),
    "last_board_shown": lambda store: store.last_board_shown(1),
    "board": lambda store: store.board(1),
    "in_channel": lambda store: store.in_channel(CHANNEL),
    "suspended_in": lambda store: store.suspended_in(CHANNEL),
    "of_guild": lambda store: store.of_guild(GUILD),
    "of_user": lambda store: store.of_user(ANN),
    "due": lambda store: store.due(1),
    "next_due": lambda store: store.next_due(),
    "make_up_for_downtime": lambda store: store.make_up_for_downtime(1),
    "clock_was_set": lambda store: store.clock_was_set(1, 2, 3, 4),
    "forget_ended": lambda store: store.forget_ended(1),
    "recent_results": lambda store: store.recent_results(CHANNEL),
    "results_of_guild": lambda store: store.results_of_guild(GUILD, "bura"),
    "results_of_user": lambda store: store.results_of_user(ANN),
    "result_of_table": lambda store: store.result_of_table(1),
    "record": lambda store: store.record(1),
    "standing": lambda store: store.standing(GUILD, "bura", ANN),
    "standings_of": lambda store: store.standings_of(ANN),
    "leaderboard": lambda store: store.leaderboard(GUILD, "bura"),
    "count_rated": lambda store: store.count_rated(GUILD, "bura"),
    "rank": _rank,
    "ratings_over_time": lambda store: store.ratings_over_time(GUILD, "bura", ANN),
    "forget_user": lambda store: store.forget_user(ANN),
    "forget_results": lambda store: store.forget_results(1),
    "guilds_left": lambda store: store.guilds_left(1),
    "forget_guild": lambda store: store.forget_guild(GUILD),
}

# Lists that are only as long as what they are asked for.
SORTED_IN_MEMORY = {
    "suspended_in",
    "of_guild",
    "of_user",
    "open_tables",
    "boards_to_bring",
    "due",
    "recent_results",
    "standings_of",
    "forget_user",
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_question_goes_by_an_index(
    database: Database, store: Store, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await store.open_table(a_table(due_at=1), seats(), entries(1))
    await store.save_result(a_result(table.id))
    asked: list[tuple[str, object]] = []
    execute = aiosqlite.Connection.execute_fetchall

    async def noting(
        connection: aiosqlite.Connection, sql: str, parameters: object = None
    ) -> object:
        asked.append((sql, parameters))
        return await execute(connection, sql, parameters)

    monkeypatch.setattr(aiosqlite.Connection, "execute_fetchall", noting)
    await QUESTIONS[question](store)
    monkeypatch.undo()
    statements = [
        (sql, parameters)
        for sql, parameters in asked
        if re.match("SELECT|UPDATE|DELETE", sql) and parameters is not None
    ]
    assert statements

    async def plans(connection: aiosqlite.Connection) -> list[str]:
        steps = []
        for sql, parameters in statements:
            rows = await connection.execute_fetchall(
                f"EXPLAIN QUERY PLAN {sql}",
                parameters,
            )
            steps += [str(row["detail"]) for row in rows]
        return steps

    for step in await database.write(plans):
        # What a subquery gives is as long as its limit.
        assert not re.match(r"SCAN (?!.*USING (COVERING )?INDEX|\(subquery)", step), step
        if question not in SORTED_IN_MEMORY:
            assert "TEMP B-TREE" not in step, step
