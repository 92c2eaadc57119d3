"""What remains after a match, by commands and clicks over the real client."""

from __future__ import annotations

import asyncio
import contextlib
import io
import json
from random import Random

import endplay.parsers.pbn as pbn
import pytest

from bot.computers.random_player import random_action
from bot.games.record import check
from bot.games.registry import GAMES
from bot.stand_in import Message, Person
from bot.tables.errors import TableRefused
from bot.tables.moves import Person as TablePerson
from bot.tables.read import Moment
from bot.tables.table import Place
from tests.e2e.party import Party, buttons, note_of, play_one, seated, text_of


async def finished(some: Party, game: str, names: tuple[str, ...], seed: int, **rules: str) -> None:
    """Let people play a whole match; how they click is tested elsewhere."""
    people = [some.person(name) for name in names]
    guild = some.channel.guild
    assert guild is not None
    found = GAMES[game]
    host, *others = [TablePerson(one.id, one.name) for one in people]
    opened = await some.tables.open(
        Place(guild.id, some.channel.id), host, found, found.book.rules(rules)
    )
    for seat, other in enumerate(others, 1):
        await some.tables.sit(opened.id, other, seat)
    await some.tables.start(opened.id, host, "random")
    chance = Random(seed)
    while (table := await some.table()).phase == "playing":
        decision = table.decision
        if decision is None or not table.seats[decision.player].person:
            await asyncio.sleep(0)
            continue
        action = random_action(decision, chance)
        user = table.seats[decision.player].user
        assert user is not None
        moment = Moment(version=table.version)
        # What is forced the bot does by itself, perhaps a moment before.
        with contextlib.suppress(TableRefused):
            await some.tables.act(opened.id, user, moment, action.verb, action.args)
    await some.quiet()


async def asks(some: Party, person: Person, command: str, **options: object) -> Message:
    """Give a command, and return the private message that answers it."""
    answered = await person.command(some.channel, command, **options)
    assert isinstance(answered.response, Message), answered.error
    assert answered.response.ephemeral
    return answered.response


def shown(message: Message) -> str:
    """Return all text of a message, footers too."""
    footers = [embed.get("footer", {}).get("text", "") for embed in message.embeds]
    return "\n".join((text_of(message), *footers))


async def press(some: Party, person: Person, message: Message, label: str) -> Message:
    """Press a button of one's own panel, and return the panel as it is then."""
    answered = await person.click(message, label=label)
    assert answered.error is None, answered.error
    return some.panel(person)


def file_of(message: Message, ending: str) -> bytes:
    """Return the attached file whose name ends so."""
    (found,) = [one for one in message.attachments if one.filename.endswith(ending)]
    return found.data


async def test_a_match_of_bura_can_be_looked_at_taken_away_and_checked(four: Party) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 71, length="1")
    ann = four.person("Ann")
    table = await four.table()
    assert table.match is not None

    page = await asks(four, ann, "atout-records history")
    assert "Ann" in text_of(page)
    assert "Bo" in text_of(page)
    match = await press(four, ann, page, "1. Bura")
    for _ in range(len(table.match.results)):  # a match of many void deals has several pages
        if f"{len(table.match.results)}. " in text_of(match):
            break
        match = await press(four, ann, match, "▶")
    assert f"{len(table.match.results)}. " in text_of(match)
    frame = await press(four, ann, match, "Step through")
    for _ in range(4):
        frame = await press(four, ann, frame, "Next ▶")
    assert "Step 4" in shown(frame)
    end = await press(four, ann, frame, "Result")
    assert "Hands as dealt" in text_of(end)
    proof = await press(four, ann, end, "Check the shuffle")
    assert "✅" in text_of(proof)
    assert table.deals[0].shuffle.seed.hex() in text_of(proof)

    taken = await asks(four, ann, "atout-records export")
    record = json.loads(file_of(taken, ".json"))
    assert check(record).match.totals == table.match.totals
    assert record["players"] == ["Ann", "Bo"]
    assert [deal["actions"] for deal in record["deals"]] == [
        [[a.seat, a.verb, *a.args] for a in deal.actions] for deal in table.deals
    ]


async def test_stats_and_leaderboard_after_a_match(four: Party) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 72, length="1")
    match = (await four.table()).match
    assert match is not None
    won = match.view(None).winners
    ann, bo = four.person("Ann"), four.person("Bo")
    page = text_of(await asks(four, ann, "atout-records stats", game="bura"))
    assert "One match" in page
    assert "Pots won" in page
    board = text_of(await asks(four, bo, "atout-records leaderboard", game="bura"))
    assert board.count("one match") == 2
    assert "▸" in next(line for line in board.split("\n") if "Bo" in line)
    if won == (0,):
        assert board.index("Ann") < board.index("Bo")
    elif won == (1,):
        assert board.index("Bo") < board.index("Ann")
    other = await asks(four, ann, "atout-records leaderboard", game="biritch")
    assert "Nobody is rated yet" in text_of(other)
    # Where no game is named it is the one that is played here, also for who has not played.
    for person, page in ((bo, "leaderboard"), (four.person("Cy"), "stats")):
        assert "Bura" in (await asks(four, person, f"atout-records {page}")).embeds[0]["title"]


async def test_a_rubber_of_biritch_can_be_read_by_a_bridge_program(four: Party) -> None:
    await finished(four, "biritch", ("Ann", "Bo", "Cy", "Di"), 73)
    table = await four.table()
    assert table.match is not None
    taken = await asks(four, four.person("Di"), "atout-records export")
    boards = pbn.load(io.StringIO(file_of(taken, ".pbn").decode("utf-8")))
    assert len(boards) == len(table.match.results)
    assert boards[0].info.north == "Cy"
    assert len(boards[0].play) == 52


async def test_every_button_of_every_page_leads_somewhere(four: Party) -> None:
    """Press each button of each kind of page once; none may answer that it is unknown."""
    await finished(four, "biritch", ("Ann", "Bo", "Cy", "Di"), 82)
    ann = four.person("Ann")
    pages: list[tuple[str, dict[str, object]]] = [
        ("atout-records history", {}),
        ("atout-records replay", {}),
        ("atout-records replay", {"deal": 1}),
        ("atout-records stats", {"game": "biritch"}),
        ("atout-records leaderboard", {"game": "biritch"}),
        ("atout-records verify", {"match": "1", "deal": 1}),
        ("atout-me privacy", {}),
    ]
    pressed = set()
    for command, options in pages:
        first = await asks(four, ann, command, **options)
        for part in [one for one in first.parts if "custom_id" in one and not one.get("disabled")]:
            page = await asks(four, ann, command, **options)
            identity = str(part["custom_id"])
            if part.get("options"):
                value = part["options"][0]["value"]
                answered = await ann.choose(page, [value], custom_id=identity)
            else:
                answered = await ann.click(page, custom_id=identity)
            assert answered.error is None, identity
            assert "does nothing any more" not in note_of(answered), identity
            pressed.add(identity.split(":")[3])
    assert pressed >= {"rmatch", "rstep", "rshare", "rfile", "rpbn", "rrace", "rproof", "rdeal"}
    assert pressed >= {"rstats", "rboard", "rhist", "mexport", "mdelete"}
    pictures = [one for m in ann.sees(four.channel) for one in m.attachments]
    assert any(one.filename == "race.png" and one.description for one in pictures)


async def test_a_file_names_computers_too(four: Party) -> None:
    await finished(four, "bura", ("Ann",), 81, length="1")
    taken = await asks(four, four.person("Ann"), "atout-records export")
    names = json.loads(file_of(taken, ".json"))["players"]
    assert names[0] == "Ann"
    assert names[1]


async def test_a_replay_shows_the_same_to_everybody_and_is_shared_on_demand(four: Party) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 74, length="1")
    ann, di = four.person("Ann"), four.person("Di")
    frame = await asks(four, ann, "atout-records replay", deal=1)
    assert not [m for m in di.sees(four.channel) if "Step 0" in shown(m)]
    await ann.click(frame, label="Show everybody")
    (public,) = [m for m in di.sees(four.channel) if "Step 0" in shown(m)]
    before = shown(public)
    answered = await di.click(public, label="Next ▶")
    assert isinstance(answered.response, Message)
    assert "Step 1" in shown(answered.response)
    assert shown(public) == before


async def test_a_match_of_another_channel_is_not_shown_whatever_a_button_says(four: Party) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 75, length="1")
    ann = four.person("Ann")
    elsewhere = next(
        one
        for one in four.server.world.channels.values()
        if one is not four.channel and one.guild is four.channel.guild and not one.is_thread
    )
    answered = await ann.command(elsewhere, "atout-records replay", match="1")
    assert "no such finished match" in note_of(answered)
    answered = await ann.command(elsewhere, "atout-records history")
    assert "No match has been finished here yet" in note_of(answered)


async def test_replay_works_on_after_a_restart(four: Party) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 76, length="1")
    ann = four.person("Ann")
    frame = await asks(four, ann, "atout-records replay", deal=1)
    await four.restart()
    frame = await press(four, ann, frame, "Next ▶")
    assert "Step 1" in shown(frame)


async def test_the_deals_of_a_table_in_play_can_be_checked_as_they_end(four: Party) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    ann = four.person("Ann")
    answered = await ann.command(four.channel, "atout-records verify", match="table")
    assert "No deal has been finished" in note_of(answered)
    chance = Random(77)

    async def results() -> int:
        match = (await four.table()).match
        return 0 if match is None else len(match.results)

    while not await results():
        assert await play_one(four, chance)
    await four.quiet()
    table = await four.table()
    page = text_of(await asks(four, ann, "atout-records verify"))
    assert "✅" in page
    assert table.deals[0].shuffle.seed.hex() in page
    taken = await asks(four, ann, "atout-records export", match="table")
    record = json.loads(file_of(taken, ".json"))
    assert len(record["deals"]) == 1
    for later in table.deals[1:]:
        assert later.shuffle.seed.hex() not in json.dumps(record)


async def test_a_person_sees_takes_and_deletes_what_is_kept_of_them(four: Party) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 78, length="1")
    ann, bo = four.person("Ann"), four.person("Bo")
    panel = await asks(four, ann, "atout-me privacy")
    assert "one finished match" in text_of(panel)
    await ann.click(panel, label="Take it away")
    kept = json.loads(file_of(four.panel(ann), ".json"))
    assert kept["user_id"] == str(ann.id)
    assert kept["standings"][0]["matches"] == 1
    panel = await asks(four, ann, "atout-me privacy")
    await ann.click(panel, label="Delete it")
    assert (await four.bot.store.standings_of(ann.id))[0].matches == 1
    gone = await press(four, ann, four.panel(ann), "Delete for good")
    assert "nothing about you is kept" in text_of(gone)
    assert await four.bot.store.standings_of(ann.id) == ()
    page = text_of(await asks(four, bo, "atout-records history"))
    assert "somebody" in page
    assert "Ann" not in page


async def test_who_was_forgotten_is_not_written_down_again_by_a_table_that_goes_on(
    four: Party,
) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    ann, bo = four.person("Ann"), four.person("Bo")
    await four.tables.leave(1, TablePerson(ann.id, ann.name))
    panel = await asks(four, ann, "atout-me privacy")
    await ann.click(panel, label="Delete it")
    gone = await press(four, ann, four.panel(ann), "Delete for good")
    assert "nothing about you is kept" in text_of(gone)
    await four.tables.mind(1, TablePerson(bo.id, bo.name))
    stored = await four.bot.store.load(1)
    assert str(ann.id) not in stored.model_dump_json()
    assert "Ann" not in stored.model_dump_json()


async def test_nobody_is_forgotten_who_still_sits_at_a_table(four: Party) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    ann = four.person("Ann")
    panel = await asks(four, ann, "atout-me privacy")
    assert "a seat at an open table" in text_of(panel)
    await ann.click(panel, label="Delete it")
    answered = await ann.click(four.panel(ann), label="Delete for good")
    assert "Leave it first" in note_of(answered)


@pytest.mark.parametrize("locale", ["fr", "de"])
async def test_every_page_is_there_in_the_language_of_its_reader(four: Party, locale: str) -> None:
    await finished(four, "bura", ("Ann", "Bo"), 79, length="1")
    ann = four.person("Ann")
    ann.locale = locale
    words = {"fr": "Parties terminées", "de": "Finished matches"}
    assert words[locale] in text_of(await asks(four, ann, "atout-records history"))
    frame = await asks(four, ann, "atout-records replay", deal=1)
    assert len(buttons(frame, "rstep")) >= 3
