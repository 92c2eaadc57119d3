"""Whole rubbers by clicks alone, over the real client."""

from __future__ import annotations

from random import Random

from bot.games.registry import GAMES
from tests.e2e.party import Party, play_one, seated, text_of, waits


async def test_four_people_play_a_whole_rubber(four: Party) -> None:
    table = await seated(four, ["Ann", "Bo", "Cy", "Di"])
    chance = Random(4)
    while await play_one(four, chance):
        pass
    await four.quiet()
    over = await four.table(table)
    assert over.phase == "over"
    assert over.match is not None
    assert max(over.match.view(None).totals) == max(over.match.totals)
    final = text_of(four.board(four.person("Bo")))
    assert "win the match" in final
    summaries = [m for m in four.person("Di").sees(four.channel) if "Hands as dealt" in text_of(m)]
    assert len(summaries) == len(over.match.results)


async def test_one_person_plays_a_rubber_with_three_computers(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="biritch", computers=True)
    chance = Random(5)
    while await play_one(four, chance):
        pass
    over = await four.table()
    assert over.phase == "over"
    assert [seat.level is None for seat in over.seats] == [True, False, False, False]


async def test_a_restart_between_every_two_actions_of_a_deal_changes_nothing(four: Party) -> None:
    await seated(four, ["Ann", "Bo", "Cy", "Di"])
    chance = Random(6)
    first = GAMES["biritch"]
    while True:
        await four.until(lambda: waits(four))
        before = await four.table()
        await four.restart()
        after = await four.table()
        assert after == before
        assert after.game is first
        if after.match is not None and after.match.results:
            break
        assert await play_one(four, chance)
    assert len(after.match.results) == 1
