"""Before and after a match: guests, seats, what a server settles, threads, another match."""

from __future__ import annotations

from random import Random

import pytest

from bot.stand_in import Channel, Message, Person
from bot.stand_in.errors import Refused
from bot.tables.moves import Person as Somebody
from storage.models import TableChanges
from tests.e2e.forging import answered, forge
from tests.e2e.party import Party, dealt, note_of, play_one, seated, text_of


def identity(message: Message, verb: str, *args: str) -> str:
    """Return the custom_id of a control by its verb and arguments."""
    for part in message.parts:
        found = str(part.get("custom_id", ""))
        if found.split(":")[3:] == [verb, *args]:
            return found
    raise LookupError(verb)


async def press(some: Party, person: Person, message: Message, verb: str, *args: str) -> str:
    """Press a control and return what answered it."""
    clicked = await person.click(message, custom_id=identity(message, verb, *args))
    assert clicked.error is None, clicked.error
    await some.quiet()
    return note_of(clicked)


async def choose(some: Party, person: Person, verb: str, *args: str, value: str) -> str:
    """Choose from a menu of the person's newest private message."""
    panel = some.panel(person)
    chosen = await person.choose(panel, [value], custom_id=identity(panel, verb, *args))
    assert chosen.error is None, chosen.error
    await some.quiet()
    return note_of(chosen)


def pings(some: Party) -> list[int]:
    """Return who was pinged so far."""
    return [ping.user_id for ping in some.server.world.pings]


async def test_guests_are_called_once_and_their_seats_are_kept(four: Party) -> None:
    ann, bo, cy, di = map(four.person, ("Ann", "Bo", "Cy", "Di"))
    await ann.command(four.channel, "atout play", game="biritch", with1=bo.id, with2=cy.id)
    await four.quiet()
    assert sorted(pings(four)) == sorted([bo.id, cy.id])
    lobby = four.board(di)
    assert "kept for* **Bo**" in text_of(lobby)
    assert "South–North" in text_of(lobby).replace("_", "")
    assert "kept for Bo" in await press(four, di, lobby, "sit", "2")
    await press(four, bo, four.board(bo), "sit", "2")
    await press(four, cy, four.board(cy), "decline")
    await press(four, di, four.board(di), "sit", "1")
    await ann.command(four.channel, "atout table")
    await four.quiet()
    assert sorted(pings(four)) == sorted([bo.id, cy.id])
    table = await four.table()
    assert [seat.name for seat in table.seats] == ["Ann", "Di", "Bo", ""]
    assert not table.matters.invited


async def test_somebody_who_is_invited_later_is_called_once_and_alone(four: Party) -> None:
    ann, bo, cy, di = map(four.person, ("Ann", "Bo", "Cy", "Di"))
    await ann.command(four.channel, "atout play", game="biritch", with1=bo.id)
    await four.quiet()
    assert pings(four) == [bo.id]
    told = await ann.command(four.channel, "atout invite", with1=cy.id, with2=bo.id, with3=ann.id)
    await four.quiet()
    assert "**Cy**" in note_of(told)
    assert pings(four) == [bo.id, cy.id]
    assert "kept for* **Cy**" in text_of(four.board(di))
    refused = await bo.command(four.channel, "atout invite", with1=di.id)
    assert f"<@{ann.id}>" in note_of(refused)
    nobody = await ann.command(four.channel, "atout invite", with1=cy.id)
    assert "No seat is free" in note_of(nobody)
    await four.quiet()
    assert pings(four) == [bo.id, cy.id]
    assert len([m for m in di.sees(four.channel) if m.components]) == 1


async def test_the_host_is_told_for_whom_no_seat_was_left(four: Party) -> None:
    ann, bo, cy = map(four.person, ("Ann", "Bo", "Cy"))
    await ann.command(four.channel, "atout play", game="bura", with1=bo.id, with2=cy.id)

    def notes() -> list[str]:
        return [text_of(one) for one in ann.sees(four.channel) if one.ephemeral]

    await four.server.wait_for(notes)
    assert notes() == ["No seat is left for **Cy**."]
    assert pings(four) == [bo.id]


async def test_who_invites_is_told_for_whom_no_seat_was_left(four: Party) -> None:
    ann, bo, cy, di = map(four.person, ("Ann", "Bo", "Cy", "Di"))
    await ann.command(four.channel, "atout play", game="biritch", with1=bo.id, with2=cy.id)
    await four.quiet()
    eve = four.server.world.add_user("Eve")
    told = await ann.command(four.channel, "atout invite", with1=di.id, with2=eve.id)
    assert "kept for **Di**" in note_of(told)
    assert "No seat is left for **Eve**" in note_of(told)


async def test_a_quiet_server_calls_nobody(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    guild = four.channel.guild
    assert guild is not None
    await four.bot.house.customs.choose(guild.id, "quiet", "yes")
    await ann.command(four.channel, "atout play", game="bura", with1=bo.id)
    await four.quiet()
    assert pings(four) == []
    assert "kept for* **Bo**" in text_of(four.board(bo))


async def test_the_host_puts_computers_of_a_level_and_hands_over(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    await press(four, bo, four.board(bo), "sit", "1")
    await press(four, ann, four.board(ann), "seats")
    await choose(four, ann, "seatof", value="2")
    await choose(four, ann, "seatdo", "2", value="computer:normal")
    assert (await four.table()).seats[2].level == "normal"
    await choose(four, ann, "seatof", value="1")
    assert "new host" in await choose(four, ann, "seatdo", "1", value="host")
    assert (await four.table()).host == bo.id
    refused = await press(four, ann, four.board(ann), "start")
    assert f"<@{bo.id}>" in refused
    await press(four, bo, four.board(bo), "start")
    await four.until(lambda: dealt(four))


async def test_a_preset_is_chosen_in_the_private_panel_and_seen_by_everybody(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    before = text_of(four.board(bo))
    await press(four, ann, four.board(ann), "house")
    await choose(four, ann, "preset", value="club_1907")
    table = await four.table()
    assert table.game.book.name_of(table.rules) == "club_1907"
    assert text_of(four.board(bo)) != before
    assert "default" not in text_of(four.board(bo)).lower()
    await press(four, bo, four.board(bo), "house")
    refused = await choose(four, bo, "preset", value="document")
    assert f"<@{ann.id}>" in refused
    assert (await four.table()).rules == table.rules


async def test_a_lobby_that_nobody_touches_closes_and_says_so(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    lobby = four.board(ann)
    await four.bot.store.commit(1, changes=TableChanges(due_at=1))
    await four.bot.clock.ring()
    await four.quiet()
    assert (await four.table()).why_ended == "expired"
    assert not lobby.components
    assert "closed" in text_of(lobby)
    assert await four.tables.in_channel(four.channel.id) is None


async def test_who_manages_the_server_settles_how_tables_open(four: Party) -> None:
    world = four.server.world
    bo = four.person("Bo")
    with pytest.raises(Refused):
        await bo.command(four.channel, "atout-admin settings")
    owner = four.person("Ann")
    world.role("keepers", owner, manage_guild=True)
    await owner.command(four.channel, "atout-admin settings")
    await choose(four, owner, "adminset", value="clock")
    await choose(four, owner, "adminvalue", "clock", value="quick")
    await choose(four, owner, "adminset", value="preset.biritch")
    await choose(four, owner, "adminvalue", "preset.biritch", value="club_1907")
    await choose(four, owner, "adminset", value="language")
    page = await choose(four, owner, "adminvalue", "language", value="fr")
    assert "quick" in page
    control = identity(four.panel(owner), "adminvalue", "language")
    await bo.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    table = await four.table()
    assert (table.settings.clock, table.settings.language) == ("quick", "fr")
    assert table.game.book.name_of(table.rules) == "club_1907"
    (forged,) = await answered([forge(four, bo, four.board(bo), control, values=["en"])])
    assert "manage the server" in note_of(forged)
    assert (await four.bot.house.customs.server(table.place.guild)).language == "fr"
    assert world.violations == []


async def test_a_server_may_have_all_tables_in_threads(four: Party) -> None:
    ann = four.person("Ann")
    guild = four.channel.guild
    assert guild is not None
    await four.bot.house.customs.choose(guild.id, "threads", "always")
    await ann.command(four.channel, "atout play", game="bura", computers=True)
    await four.until(lambda: dealt(four))
    assert (await four.table()).place.parent == four.channel.id


async def test_a_table_in_a_thread_and_one_beside_it_and_the_thread_is_archived(
    four: Party,
) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="bura", thread=True)
    await bo.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    first, second = await four.table(1), await four.table(2)
    assert first.place.parent == four.channel.id == second.place.channel
    thread = _thread(four, first.place.channel)
    assert thread.name == "Bura with Ann"
    four.bot.threads.after["ended"] = 0.01
    await ann.command(thread, "atout end")
    await press_in(four, ann, thread, "end", "yes")

    async def archived() -> bool:
        return _thread(four, first.place.channel).archived

    await four.until(archived)
    assert (await four.table(2)).open


async def press_in(some: Party, person: Person, channel: Channel, verb: str, *args: str) -> None:
    """Press a control of the newest private message in a channel."""
    panel = some.panel(person, channel)
    clicked = await person.click(panel, custom_id=identity(panel, verb, *args))
    assert clicked.error is None, clicked.error
    await some.quiet()


def _thread(some: Party, channel: int) -> Channel:
    found = some.server.world.channels[channel]
    assert found.parent is not None
    return found


async def test_a_rematch_in_one_click_after_a_match(four: Party) -> None:
    await four.person("Ann").command(four.channel, "atout play", game="bura")
    await four.quiet()
    bo = four.person("Bo")
    await press(four, bo, four.board(bo), "sit", "1")
    await four.tables.set_rules(1, _ann(four), {"length": 1})
    await press(four, four.person("Ann"), four.board(bo), "start")
    await four.until(lambda: dealt(four))
    chance = Random(2)
    while await play_one(four, chance):
        pass
    await four.quiet()
    final = four.board(bo)
    assert "Bo" in await press(four, bo, final, "replay")
    rematch = identity(final, "again")
    await press(four, bo, final, "again")

    async def dealt_again() -> bool:
        return bool((await four.table(2)).deals)

    await four.until(dealt_again)
    await four.quiet()
    table = await four.table(2)
    assert [seat.name for seat in table.seats] == ["Ann", "Bo"]
    assert table.rules["length"] == "1"
    assert table.host == bo.id
    assert "Your hand" in text_of(four.panel(bo))
    assert rematch not in [part.get("custom_id") for part in final.parts], "it has had its rematch"
    assert {"Replay", "Score", "Rules"} == {part.get("label") for part in final.parts} - {None}
    (late,) = await answered([forge(four, four.person("Ann"), final, rematch)])
    assert "open in this channel already" in note_of(late)
    assert len(await four.bot.store.open_tables()) == 1
    await press(four, four.person("Ann"), final, "replay")


def _ann(some: Party) -> Somebody:
    return Somebody(some.person("Ann").id, "Ann")


async def test_the_rules_of_last_time_come_back(four: Party) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    await four.tables.end(1, _ann(four))
    await four.quiet()
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    await four.tables.set_rules(2, _ann(four), {"length": 3})
    await press(four, ann, four.board(ann), "start")
    await four.until(lambda: dealt_at(four, 2))
    await four.tables.end(2, _ann(four))
    await four.quiet()
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    assert (await four.table(3)).rules["length"] == "3"


async def dealt_at(some: Party, number: int) -> bool:
    """Tell whether a table has had its first deal."""
    return bool((await some.table(number)).deals)
