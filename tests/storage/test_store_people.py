"""Preferences, settings, notes, and forgetting a server."""

import asyncio
import sqlite3

from storage.database import Database
from storage.store import Store
from storage.tables import AT_ONCE
from tests.storage.samples import ANN, BO, CHANNEL, GUILD, a_result, a_table, entries, seats


async def test_preferences_are_empty_until_something_is_chosen(store: Store) -> None:
    assert await store.preferences(ANN) == {}
    assert await store.guild_settings(GUILD) == {}


async def test_choices_are_merged_and_none_takes_one_back(store: Store) -> None:
    for change, read in (
        (store.change_preferences, store.preferences),
        (store.change_guild_settings, store.guild_settings),
    ):
        first = await change(1, {"deck": "four_colour", "hints": None, "last": {"bura": {"a": 1}}})
        assert first == {"deck": "four_colour", "last": {"bura": {"a": 1}}}
        merged = await change(1, {"deck": None, "last": {"bura": {"b": "é"}}})
        assert merged == {"last": {"bura": {"a": 1, "b": "é"}}} == await read(1)
        assert await read(2) == {}


async def test_choices_made_at_once_do_not_undo_each_other(store: Store) -> None:
    await asyncio.gather(*(store.change_preferences(ANN, {f"{n}": n}) for n in range(20)))
    assert await store.preferences(ANN) == {f"{n}": n for n in range(20)}


async def test_what_was_remembered_is_recalled(store: Store) -> None:
    assert await store.recall("commands") is None
    await store.remember("commands", "a1")
    await store.remember("commands", "b2")
    assert await store.recall("commands") == "b2"


async def test_a_server_that_was_left_keeps_its_settings_for_a_while(store: Store) -> None:
    await store.change_guild_settings(1, {"language": "fr"})
    await store.guild_left(1, 100)
    await store.guild_left(1, 150)
    await store.guild_left(2, 50)
    await store.guild_left(3, 60)
    await store.guild_joined(3)
    assert await store.guilds_left(100) == (2,)
    assert await store.guilds_left(101) == (2, 1)
    assert await store.guild_settings(1) == {"language": "fr"}


async def test_a_forgotten_server_leaves_nothing_behind(store: Store, database: Database) -> None:
    for guild in (GUILD, GUILD + 1):
        await store.change_guild_settings(guild, {"language": "fr"})
        table = await store.open_table(
            a_table(CHANNEL + guild, guild_id=guild), seats(), entries(1)
        )
        await store.save_result(a_result(table.id, guild_id=guild))
    for table_id in range(1_000, 1_000 + AT_ONCE + 5):
        await store.save_result(a_result(table_id))
    await store.change_preferences(BO, {"deck": "plain"})
    await store.guild_left(GUILD, 1)

    await store.forget_guild(GUILD)

    assert await store.of_guild(GUILD) == ()
    assert await store.results_of_guild(GUILD, "bura") == ()
    assert await store.guild_settings(GUILD) == {}
    assert await store.guilds_left(10) == ()
    assert len(await store.of_guild(GUILD + 1)) == 1
    assert len(await store.results_of_user(ANN)) == 1
    assert await store.guild_settings(GUILD + 1) == {"language": "fr"}
    assert await store.preferences(BO) == {"deck": "plain"}

    def rows_left(connection: sqlite3.Connection) -> dict[str, int]:
        found = {}
        for table in (
            "tables",
            "seats",
            "log",
            "results",
            "result_players",
            "records",
            "standings",
        ):
            (row,) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
            found[table] = int(row[0])
        return found

    assert await database.read(rows_left) == {
        "tables": 1,
        "seats": 4,
        "log": 1,
        "results": 1,
        "result_players": 2,
        "records": 1,
        "standings": 2,
    }


async def test_servers_are_found_from_whatever_is_kept_about_them(store: Store) -> None:
    for guild in (30, 10, 20):
        for channel in (1, 2):
            await store.open_table(a_table(guild * 10 + channel, guild_id=guild))
    assert await store.guilds_known() == (10, 20, 30)
