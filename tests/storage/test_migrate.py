"""The schema grows step by step, each step whole or not at all."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from storage.connections import connected
from storage.database import Database
from storage.errors import MigrationFailed, NotADatabase
from storage.migrate import APPLICATION_ID, Migration, migrate, read_folder, shipped, statements
from storage.store import Store
from tests.storage.samples import ANN, CHANNEL, entries, seats

# What each version of the schema may have held: rows written in that version's own words.
ROWS_OF_OLD = {
    1: (
        "INSERT INTO tables (guild_id, channel_id, game, phase, host_id, rules, settings,"
        " opened_at, touched_at, due_at, log_length)"
        f" VALUES (1, {CHANNEL}, 'biritch', 'playing', {ANN}, '{{}}', '{{}}', 1, 2, 3, 1)",
        f"INSERT INTO seats VALUES (1, 0, {ANN}, 'Ann', NULL), (1, 1, 102, 'Bo', 'plain'),"
        " (1, 2, NULL, 'Ruff', 'plain'), (1, 3, NULL, '', NULL)",
        f"""INSERT INTO log VALUES (1, 1, 2000, 'act', {ANN}, '{{"action":[0,"play","1"]}}')""",
    ),
    2: (
        "INSERT INTO results (table_id, guild_id, channel_id, game, rules, started_at,"
        f" finished_at, deals, rated) VALUES (9, 1, {CHANNEL}, 'bura', '{{}}', 1, 2, 3, 1)",
        f"INSERT INTO result_players VALUES (1, 0, {ANN}, 'Ann', NULL, 0, 1, 0, 4, NULL, '{{}}')",
    ),
    3: ("INSERT INTO meta VALUES ('commands', 'a1')",),
    4: (
        f"INSERT INTO standings VALUES (1, 'bura', {ANN}, 'Ann', 25.5, 8.0, 1536.0, 1, 1, 1, 0,"
        " 3, 4, '{\"pots\":2}', 2)",
    ),
    5: ("UPDATE tables SET stirs = 0",),
    6: ("UPDATE tables SET last_board_due = 1",),
}


def _make_old(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        for migration in shipped()[:version]:
            for statement in statements(migration.sql):
                connection.execute(statement)
            for row in ROWS_OF_OLD[migration.number]:
                connection.execute(row)
        connection.execute(f"PRAGMA user_version = {version}")


def _schema(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return connection.execute(
            "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()


def _version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def _files(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()} - {path.name + "-lock"}


async def _open_and_close(path: Path, migrations: Sequence[Migration] | None = None) -> None:
    await (await Database.open(path, migrations=migrations)).close()


async def test_a_new_database_gets_every_migration_and_no_backup(path: Path) -> None:
    await _open_and_close(path)
    assert _version(path) == len(shipped())
    assert _files(path) == {path.name}
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)
        strict = connection.execute(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict"
            " AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        assert strict == []


async def test_a_database_that_is_up_to_date_is_opened_as_it_is(path: Path) -> None:
    await _open_and_close(path)
    before = _schema(path)
    await _open_and_close(path)
    assert (_schema(path), _files(path)) == (before, {path.name})


@pytest.mark.parametrize("version", range(1, len(shipped()) + 1))
async def test_every_old_version_is_brought_up_with_its_rows(path: Path, version: int) -> None:
    _make_old(path, version)
    async with await Database.open(path) as database:
        store = Store(database)
        (row,) = await store.open_tables()
        found = await store.load(row.id)
        assert (found.seats, found.log, row.due_at) == (seats(), entries(1), 3)
        assert row.stirs == (version < 5)
        assert row.last_board_due == (version >= 6)
        results = await store.recent_results(CHANNEL)
        assert len(results) == (version >= 2)
        assert [player.name for row in results for player in row.players] == ["Ann"] * len(results)
        assert len(await store.standings_of(ANN)) == (version >= 4)
        assert await store.recall("commands") == ("a1" if version >= 3 else None)
    new = path.with_name("new.sqlite3")
    await _open_and_close(new)
    assert _schema(path) == _schema(new)


async def test_an_old_database_is_copied_before_it_is_changed(path: Path) -> None:
    _make_old(path, 1)
    await _open_and_close(path)
    (copy,) = path.parent.glob("*-before-*")
    assert copy.name == f"atout-before-{len(shipped()):04}.sqlite3"
    assert _version(copy) == 1
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT kind FROM log").fetchall() == [("act",)]


async def test_a_failed_migration_undoes_its_tables_and_its_number(path: Path) -> None:
    _make_old(path, 1)
    before = _schema(path)
    broken = Migration(
        2,
        "0002_broken",
        "CREATE TABLE half (a INTEGER) STRICT; UPDATE tables SET game = 'lost';"
        " INSERT INTO nowhere VALUES (1);",
    )
    with pytest.raises(MigrationFailed, match=r"0002_broken .* undone: no such table: nowhere"):
        await Database.open(path, migrations=[shipped()[0], broken])
    assert (_version(path), _schema(path)) == (1, before)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT game FROM tables").fetchall() == [("biritch",)]
    with pytest.raises(MigrationFailed):
        await Database.open(path, migrations=[shipped()[0], broken])
    assert _files(path) >= {"atout-before-0002.sqlite3", "atout-before-0002-2.sqlite3"}
    await _open_and_close(path)
    assert _version(path) == len(shipped())


async def test_the_migrations_before_a_failed_one_hold(path: Path) -> None:
    first = shipped()[0]
    good = Migration(2, "0002_good", "CREATE TABLE good (a INTEGER) STRICT;")
    bad = Migration(3, "0003_bad", "CREATE TABLE bad (a INTEGER) STRICT; SELECT nonsense;")
    with pytest.raises(MigrationFailed):
        await Database.open(path, migrations=[first, good, bad])
    assert _version(path) == 2
    names = [name for name, _ in _schema(path)]
    assert "good" in names
    assert "bad" not in names


async def test_a_migration_may_not_leave_a_row_that_points_nowhere(path: Path) -> None:
    _make_old(path, 1)
    careless = Migration(2, "0002_careless", "DELETE FROM tables;")
    with pytest.raises(MigrationFailed, match="points to no row of tables"):
        await Database.open(path, migrations=[shipped()[0], careless])
    assert _version(path) == 1


async def test_a_migration_may_rebuild_a_table_that_others_point_to(path: Path) -> None:
    _make_old(path, 1)
    rebuild = Migration(
        2,
        "0002_rebuild",
        "CREATE TABLE anew (id INTEGER PRIMARY KEY, game TEXT) STRICT;"
        " INSERT INTO anew SELECT id, game FROM tables;"
        " DROP TABLE tables; ALTER TABLE anew RENAME TO tables;",
    )
    await _open_and_close(path, [shipped()[0], rebuild])
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM log").fetchall() == [(1,)]


async def test_a_backup_that_cannot_be_made_stops_the_migration(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _make_old(path, 1)

    def no_room(*_: object) -> None:
        raise OSError("no room")

    monkeypatch.setattr("storage.backup._put_in_place", no_room)
    with pytest.raises(MigrationFailed, match=r"No backup .* no room"):
        await Database.open(path)
    assert _version(path) == 1
    assert _files(path) == {path.name}


async def test_an_empty_database_with_a_number_is_not_ours(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 1")
    async with connected(path, "rw") as connection:
        with pytest.raises(NotADatabase):
            await migrate(connection, path, shipped())


def test_statements_are_split_where_sql_ends_them() -> None:
    sql = """
    -- one; two
    CREATE TABLE a (b TEXT DEFAULT ';'); /* ; */
    CREATE TRIGGER t AFTER INSERT ON a BEGIN
      DELETE FROM a; SELECT 1;
    END;
    PRAGMA user_version = 3;
    -- the end
    """
    found = list(statements(sql))
    assert len(found) == 3
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in found:
            connection.execute(statement)
    with pytest.raises(ValueError, match="does not end"):
        list(statements("SELECT 1; SELECT 2"))


def test_migrations_are_numbered_without_gaps(tmp_path: Path) -> None:
    (tmp_path / "0001_a.sql").write_text("SELECT 1;")
    (tmp_path / "notes.txt").write_text("not a migration")
    assert read_folder(tmp_path) == (Migration(1, "0001_a", "SELECT 1;"),)
    (tmp_path / "0003_c.sql").write_text("SELECT 1;")
    with pytest.raises(ValueError, match="without gaps"):
        read_folder(tmp_path)
