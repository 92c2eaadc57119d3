"""Whole matches of Bid whist by clicks alone, over the real client."""

from __future__ import annotations

from random import Random

from bot.games.bid_whist import BidWhistView
from bot.stand_in import Person
from tests.e2e.leaks import Watch
from tests.e2e.party import Party, asked, buttons, play_one, seated, text_of

FOUR = ("Ann", "Bo", "Cy", "Di")


async def view_of(some: Party) -> BidWhistView:
    table = await some.table()
    assert table.match is not None
    view = table.match.view(None)
    assert isinstance(view, BidWhistView)
    return view


def summaries(some: Party, person: Person) -> list[str]:
    return [text for m in person.sees(some.channel) if "Hands as dealt" in (text := text_of(m))]


async def test_four_people_play_a_whole_match_and_see_nothing_hidden(four: Party) -> None:
    await seated(four, FOUR, "bid_whist")
    watch = Watch(four)
    chance = Random(21)
    while await play_one(four, chance):
        await watch.look()
    await watch.look()
    assert watch.cards_sent > 1_000
    view = await view_of(four)
    assert len(view.winners) == 2
    assert max(map(abs, view.totals)) >= 7
    di = four.person("Di")
    told = summaries(four, di)
    assert len(told) == len(view.results)
    for text in told:
        assert "Kitty" in text
        assert "Discards (the first book)" in text
        assert "Score, from −7 to +7" in text
    assert "win the match" in text_of(four.board(di))


async def test_one_person_plays_at_an_american_table_with_three_computers(four: Party) -> None:
    watch = Watch(four)
    ann = four.person("Ann")
    await ann.command(
        four.channel, "atout play", game="bid_whist", preset="american", computers=True
    )
    chance = Random(22)
    while await play_one(four, chance):
        await watch.look()
    await four.quiet()
    view = await view_of(four)
    assert view.winners
    assert view.rules["nt_direction"] == "when_naming"
    assert len(summaries(four, ann)) == len(view.results)


async def test_match_goes_on_after_a_restart_before_each_kind_of_question(four: Party) -> None:
    await seated(four, FOUR, "bid_whist")
    watch = Watch(four)
    chance = Random(24)
    stopped_at: set[str] = set()
    going = True
    while going:
        view = await view_of(four)
        question = "" if view.asked is None else view.asked.question
        if question and question not in stopped_at:
            stopped_at.add(question)
            before = await four.table()
            await watch.look()
            await four.restart()
            watch.listen()
            assert await four.table() == before
        going = await play_one(four, chance)
    await watch.look()
    assert stopped_at == {"bid", "discard", "trump", "play"}
    assert (await view_of(four)).winners


async def test_click_on_a_panel_that_goes_meanwhile_is_answered_anew(four: Party) -> None:
    await seated(four, FOUR, "bid_whist")
    person = await asked(four)
    assert person is not None
    old = await four.open_hand(person)
    three = next(part for part in buttons(old, "group") if part["label"] == "3")
    four.server.world.dismissed_edits_fail = True
    click = person.start_component(old, three["custom_id"])
    person.dismiss(old)
    await click.answered.wait()
    assert click.error is None
    assert "3 downtown" in text_of(four.panel(person))
