"""A click that is refused on a private page is told so on that page: no message is added."""

from __future__ import annotations

from random import Random

from bot.stand_in import Message, Person
from tests.e2e.forging import answered, forge
from tests.e2e.party import Party, note_of, play_one, seated, text_of
from tests.e2e.test_life_lobby import choose, identity, press


def private_ones(some: Party, person: Person) -> list[Message]:
    """Return the private messages that a person has before them."""
    return [one for one in person.sees(some.channel) if one.ephemeral]


async def test_house_rules_that_only_the_host_changes(four: Party) -> None:
    ann, bo = map(four.person, ("Ann", "Bo"))
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    await press(four, bo, four.board(bo), "house")
    before = private_ones(four, bo)
    told = await choose(four, bo, "preset", value="club_1907")
    assert f"<@{ann.id}>" in told
    assert private_ones(four, bo) == before


async def test_a_seat_that_somebody_else_has_taken_meanwhile(four: Party) -> None:
    ann, bo = map(four.person, ("Ann", "Bo"))
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    await press(four, ann, four.board(ann), "seats")
    await choose(four, ann, "seatof", value="1")
    await bo.click(four.board(bo), custom_id=identity(four.board(bo), "sit", "1"))
    await four.quiet()
    before = private_ones(four, ann)
    told = await choose(four, ann, "seatdo", "1", value="computer:easy")
    assert "Bo was quicker" in told
    assert "**Bo**" in told, "the page shows the seats as they are now"
    assert private_ones(four, ann) == before


async def test_a_page_of_records_that_leads_nowhere(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout-records leaderboard")
    (page,) = private_ones(four, ann)
    was = text_of(page)
    for number in range(2):
        (one,) = await answered([forge(four, ann, page, f"v1:{7 + number}:-:rmatch:0")])
        assert one.error is None
        assert private_ones(four, ann) == [page]
        assert page.content == "There is no such finished match in this channel."
        assert text_of(page).endswith(was), "the page stays under it"
    await press(four, ann, page, "rboard", "bura", "0")
    assert not page.content, "the next page has no such line"


async def test_what_is_no_more_open_is_told_on_the_panel(four: Party) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    ann = four.person("Ann")
    panel = await four.open_hand(ann)
    for verb in ("agree", "swap:yes", "standin:1", "vote:remove:1"):
        (one,) = await answered([forge(four, ann, panel, f"v1:1:-:{verb}")])
        assert one.error is None
        assert private_ones(four, ann) == [panel], verb
    assert "Your hand" in text_of(panel)


async def test_a_claim_chosen_too_late_shows_what_can_be_claimed_now(four: Party) -> None:
    await seated(four, ("Ann", "Bo", "Cy", "Di"))
    ann, chance = four.person("Ann"), Random(3)
    while not (await four.tables.read(1)).shares:
        await play_one(four, chance)
    await press(four, ann, four.board(ann), "more")
    await press(four, ann, four.panel(ann), "claim")
    page = four.panel(ann)
    await play_one(four, chance)
    before = private_ones(four, ann)
    told = await choose_on(four, ann, page)
    assert "has moved on" in told
    assert len(private_ones(four, ann)) == len(before)


async def choose_on(some: Party, person: Person, page: Message) -> str:
    """Choose the first thing in the menu of a page."""
    menu = next(part for part in page.parts if part.get("options"))
    chosen = await person.choose(
        page, [menu["options"][0]["value"]], custom_id=str(menu["custom_id"])
    )
    assert chosen.error is None, chosen.error
    return note_of(chosen)


async def test_on_the_board_a_refusal_is_a_message_of_its_own(four: Party) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    eve = four.server.world.add_user("Eve")
    board = four.board(eve)
    was = text_of(board)
    (one,) = await answered([forge(four, eve, board, "v1:1:-:agree")])
    assert one.ephemeral
    assert text_of(board) == was
