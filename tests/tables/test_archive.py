"""What is found of a server's finished matches."""

from __future__ import annotations

from bot.tables.archive import Archive
from bot.tables.ratings import rate
from tests.storage.samples import GUILD, a_result
from tests.tables.room import Room


async def test_the_game_played_last_is_one_in_which_somebody_is_rated(room: Room) -> None:
    room.store._rate = rate
    archive = Archive(room.store, room.tables)
    assert await archive.played_last(GUILD) is None
    for number, (game, at, rated) in enumerate(
        (("bismarck", 1_000, False), ("bura", 5_000, True), ("biritch", 9_000, False)), 1
    ):
        table = await room.open(channel=number)
        players = tuple(one.model_copy(update={"rated": rated}) for one in a_result().players)
        result = a_result(table, game=game, finished_at=at, rated=rated, players=players)
        await room.store.save_result(result)
        expected = {1: "bismarck", 2: "bura", 3: "bura"}[number]
        assert await archive.played_last(GUILD) == expected
    assert await archive.played_last(GUILD + 1) is None
