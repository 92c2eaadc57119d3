"""Every query that grows with the bot's life goes by an index."""

import re
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

import pytest

from storage.database import Database
from storage.store import Store
from storage.transaction import Unit
from tests.storage.samples import ANN, CHANNEL, GUILD, a_result, a_table, entries, seats

T = TypeVar("T")

Values = Sequence[object] | Mapping[str, object]


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


@dataclass
class Noting:
    """A connection that notes what it is asked."""

    connection: sqlite3.Connection
    asked: list[tuple[str, Values]]

    def execute(self, sql: str, values: Values = ()) -> sqlite3.Cursor:
        self.asked.append((sql, values))
        return self.connection.execute(sql, values)

    def executemany(self, sql: str, rows: list[Values]) -> sqlite3.Cursor:
        return self.connection.executemany(sql, rows)


class NotingDatabase(Database):
    """A database that notes what its units and queries ask."""

    asked: list[tuple[str, Values]]

    async def read(self, query: Unit[T]) -> T:
        return await super().read(self._noted(query))

    async def write(self, unit: Unit[T]) -> T:
        return await super().write(self._noted(unit))

    def _noted(self, unit: Unit[T]) -> Unit[T]:
        return lambda connection: unit(cast("sqlite3.Connection", Noting(connection, self.asked)))


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_question_goes_by_an_index(path: Path, template: Path, question: str) -> None:
    shutil.copy(template, path)
    async with await NotingDatabase.open(path) as database:
        database.asked = []
        store = Store(database)
        table = await store.open_table(a_table(due_at=1), seats(), entries(1))
        await store.save_result(a_result(table.id))
        database.asked = []
        await QUESTIONS[question](store)
        statements = [one for one in database.asked if re.match("SELECT|UPDATE|DELETE", one[0])]
        await _check(database, question, statements)


async def _check(database: Database, question: str, statements: list[tuple[str, Values]]) -> None:
    assert statements

    def plans(connection: sqlite3.Connection) -> list[str]:
        steps = []
        for sql, values in statements:
            rows = connection.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall()
            steps += [str(row["detail"]) for row in rows]
        return steps

    for step in await database.write(plans):
        # What a subquery gives is as long as its limit.
        assert not re.match(r"SCAN (?!.*USING (COVERING )?INDEX|\(subquery)", step), step
        if question not in SORTED_IN_MEMORY:
            assert "TEMP B-TREE" not in step, step
