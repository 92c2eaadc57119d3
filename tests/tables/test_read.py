"""What each person sees of a table, however it comes to be known."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.registry import GAMES
from bot.tables.read import read
from tests.tables.room import PEOPLE, Room, any_action

EVERYBODY = (None, *(person.id for person in PEOPLE))


@pytest.mark.parametrize("game", GAMES)
async def test_what_one_sees_is_the_same_whoever_has_looked_before(room: Room, game: str) -> None:
    chance = Random(game)
    table = await room.seated(game)
    for _ in range(45):
        now = await room.tables.table(table)
        if now.decision is None:
            break
        for user in chance.sample(EVERYBODY, len(EVERYBODY)):
            assert room.tables.at_hand(table, user) == read(now, user)
        _, decision, asked = await room.asked(table)
        await room.act(table, any_action(decision, chance), asked, now.version)
    assert now.deals
