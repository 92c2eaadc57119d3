"""Clicks through the real client: at once, twice, late, by others, forged."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
from collections.abc import Callable, Iterator
from random import Random

import discord
import pytest

from bot.games.cards import cards
from bot.games.game import Decision
from bot.stand_in import Interaction, Message, Person
from tests.e2e.forging import answered, forge
from tests.e2e.leaks import Watch
from tests.e2e.party import (
    Party,
    asked,
    buttons,
    buttons_now,
    note_of,
    play_one,
    seated,
    text_of,
)
from tests.seen_cards import cards_in

NAMES = ("Ann", "Bo", "Cy", "Di")


async def somebodys_turn(some: Party) -> tuple[Person, list[str], int]:
    """Return who is asked, the custom_ids on the panel in front of them, and the version."""
    person = await asked(some)
    assert person is not None
    await some.quiet()
    version = (await some.table()).version
    if not buttons_now(some, person, version):
        await some.open_hand(person)
    return person, [str(b["custom_id"]) for b in buttons_now(some, person, version)], version


async def to_the_tricks(some: Party, chance: Random) -> None:
    """Play until cards are being played."""
    while True:
        decision = (await some.table()).decision
        if isinstance(decision, Decision) and decision.question == "play":
            return
        assert await play_one(some, chance)


async def test_of_a_hundred_clicks_at_once_one_counts(four: Party) -> None:
    await seated(four, NAMES)
    person, identities, version = await somebodys_turn(four)
    panel = four.panel(person)
    clicks = await answered(
        person.start_component(panel, identities[n % len(identities)]) for n in range(100)
    )
    assert [click.error for click in clicks if click.error] == []
    after = await four.table()
    assert after.seq == (await four.bot.store.table(1)).log_length
    assert len(after.deals[0].actions) == 1
    assert after.version == version + 1
    await four.quiet()
    assert not buttons(four.panel(person)) or await asked(four) is person


async def test_a_double_click_acts_once(four: Party) -> None:
    await seated(four, NAMES)
    person, identities, version = await somebodys_turn(four)
    panel = four.panel(person)
    first, second = (
        person.start_component(panel, identities[0]),
        person.start_component(panel, identities[0]),
    )
    await answered((first, second))
    assert (first.error, second.error) == (None, None)
    assert (await four.table()).version == version + 1


async def test_a_stale_button_brings_the_present_hand(four: Party) -> None:
    chance = Random(3)
    await seated(four, NAMES)
    await to_the_tricks(four, chance)
    person, identities, version = await somebodys_turn(four)
    panel = four.panel(person)
    assert await play_one(four, chance)
    now = await four.table()
    late = forge(four, person, panel, identities[-1])
    await answered([late])
    assert late.error is None
    assert "present hand" in note_of(late)
    assert await four.table() == now
    assert now.version > version


async def test_a_click_on_a_panel_that_is_not_ones_own_does_nothing(four: Party) -> None:
    await seated(four, NAMES)
    person, identities, _ = await somebodys_turn(four)
    watch = Watch(four)
    before = await four.table()
    other = next(four.person(name) for name in NAMES if name != person.name)
    theirs = await four.open_hand(other)
    clicks = await answered(forge(four, other, theirs, identity) for identity in identities)
    for click in clicks:
        assert click.error is None
        assert (
            "turn" in note_of(click) or "decide" in note_of(click) or person.name in note_of(click)
        )
    assert await four.table() == before
    await watch.look()


async def test_who_only_watches_is_told_so_and_sees_no_card(four: Party) -> None:
    await seated(four, NAMES)
    _, identities, _ = await somebodys_turn(four)
    before = await four.table()
    watcher = four.server.world.add_user("Eve")
    board = four.board(watcher)
    clicks = await answered(forge(four, watcher, board, identity) for identity in identities)
    clicks.append(await watcher.click(board, label="My hand"))
    for click in clicks:
        assert click.error is None
        assert click.ephemeral
        assert list(cards_in("\n".join(map(text_of, click.messages)))) == []
    assert await four.table() == before


FORGED = (
    "",
    "v1",
    "v0:1:1:do:play:AS",
    "v1:1:1:fly",
    "v1:zzzz:1:do:play:AS",
    "v1:1:٣:do:play:AS",
    "v1:1:-:do",
    "v1:1:-:do:play:AS",
    "v1:1:{v}:do:",
    "v1:1:{v}:do:play",
    "v1:1:{v}:do:play:ZZ",
    "v1:1:{v}:do:play:AS:KS",
    "v1:1:{v}:do:name:S:S:S",
    "v1:1:{v}:do:__class__",
    "v1:1:{v}:ask",
    "v1:1:{v}:ask:play:ZZ",
    "v1:1:{v}:group:nothing",
    "v1:1:{v}:choose",
    "v1:1:{v}:cut",
    "v1:1:{v}:cutat:0",
    "v1:1:d1:do:claim:0",
    "v1:1:d٣:do:claim:0",
    "v1:1:d99:do:declare",
    "v1:1:-:sit",
    "v1:1:-:sit:-1",
    "v1:1:-:sit:99",
    "v1:1:-:sit:١",
    "v1:1:-:sit:0",
    "v1:1:-:stand",
    "v1:1:-:computer:random",
    "v1:1:-:start",
    "v1:1:-:rule",
    "v1:1:-:rulevalue:moon",
    "v1:1:-:rulevalue",
    "v1:1:-:preset",
    "v1:1:-:back",
)


@pytest.mark.parametrize("where", ["board", "panel"])
async def test_whatever_is_forged_is_answered_privately_and_changes_nothing(
    four: Party, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs")
    caplog.set_level(logging.INFO, "bot")
    await seated(four, NAMES)
    person, _, version = await somebodys_turn(four)
    other = next(four.person(name) for name in NAMES if name != person.name)
    before = await four.table()
    public = text_of(four.board(person))
    for someone in (person, other):
        message = four.board(someone) if where == "board" else await four.open_hand(someone)
        identities = [one.format(v=version) or ":" for one in FORGED]
        clicks = await answered(forge(four, someone, message, one) for one in identities)
        clicks += await answered(
            forge(four, someone, message, one, values)
            for one in identities
            for values in (["AS"], ["ZZ", "AS"], ["٣"], ["no_such_rule"])
            if one.split(":")[3:4] in (["choose"], ["cutat"], ["rule"], ["preset"], ["rulevalue"])
        )
        assert {click.error for click in clicks} == {None}
        assert all(_private(click) for click in clicks)
        table = await four.table()
        seat = table.seat_of(someone.id)
        assert table.match is not None
        # What they named themselves may be told back to them: A♠ and K♠.
        known = {*table.match.view(seat).hand, *cards("AS KS")}
        for click in clicks:
            assert set(cards_in("\n".join(map(text_of, click.messages)))) <= known
    await four.quiet()
    assert await four.table() == before
    assert text_of(four.board(person)) == public
    assert [r for r in caplog.records if r.levelno >= logging.ERROR] == []


def _private(click: Interaction) -> bool:
    """Tell whether a click left public messages alone: it was answered privately, or not at all."""
    answers = [click.response] if isinstance(click.response, Message) else []
    return all(one.ephemeral for one in (*answers, *click.followups))


async def test_a_public_message_is_never_replaced_by_a_private_page(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    lobby = four.board(ann)
    ids = [str(part.get("custom_id", "")) for part in lobby.parts]
    end = next(one for one in ids if one.endswith(":end"))
    start = next(one for one in ids if one.endswith(":start"))
    starting, ending = ann.start_component(lobby, start), ann.start_component(lobby, end)
    await answered((starting, ending))
    await four.quiet()
    assert (starting.error, ending.error) == (None, None)
    board = text_of(four.board(four.person("Bo")))
    assert "Biritch" in board


async def test_sitting_down_on_an_old_lobby_while_the_match_runs_shows_nobody_the_hand(
    four: Party,
) -> None:
    watch = Watch(four)
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="biritch", computers=True)
    await four.until(lambda: _dealt(four))
    await four.quiet()
    slow = four.server.faults.slow("POST /interactions/", 2.5, 1)
    sitting = forge(four, bo, four.board(bo), "v1:1:-:sit:1")
    await answered([sitting])
    four.server.faults.clear(slow)
    for _ in range(3):
        await play_one(four, Random(1))
    await four.quiet()
    assert (await four.table()).seats[1].user == bo.id
    await watch.look()


async def _dealt(some: Party) -> bool:
    return bool((await some.table()).deals)


async def test_nothing_secret_is_in_our_logs(four: Party, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("bot", "cogs", "storage"):
        caplog.set_level(logging.DEBUG, name)
    chance = Random(8)
    await seated(four, NAMES)
    person, _, version = await somebodys_turn(four)
    four.server.faults.status("PATCH /webhooks", 500, 2)
    four.server.faults.status("PATCH /channels/.*/messages", 403, 1)
    for _ in range(12):
        assert await play_one(four, chance)
    await answered([forge(four, person, four.panel(person), f"v1:1:{version}:do:play:ZZ")])
    await four.restart()
    table = await four.table()
    ours = "\n".join(
        record.getMessage() + str(record.exc_text or "")
        for record in caplog.records
        if record.name.split(".")[0] in ("bot", "cogs", "storage")
    )
    assert list(cards_in(ours)) == []
    assert four.server.token not in ours
    for deal in table.deals:
        assert deal.shuffle.seed.hex() not in ours
    for token in _tokens(four):
        assert token not in ours


def _tokens(some: Party) -> list[str]:
    """Return every token of an interaction so far."""
    return [one.token for one in some.server.world.interactions._by_id.values()]


@pytest.fixture
def rings() -> Iterator[Callable[[], list[object]]]:
    """Give what tells what has gone only because garbage was looked for."""

    def found() -> list[object]:
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        gc.set_debug(0)
        return list(gc.garbage)

    gc.collect()
    gc.disable()
    yield found
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


async def test_a_click_leaves_nothing_for_which_garbage_has_to_be_looked_for(
    four: Party, rings: Callable[[], list[object]]
) -> None:
    await seated(four, NAMES)
    await to_the_tricks(four, Random(1))
    gc.collect()
    for _ in range(6):
        assert await play_one(four, Random(1))
    await four.quiet()
    # The rest is little and may wait: the buttons of a new message and their view.
    left = [one for one in rings() if isinstance(one, discord.Interaction | io.BytesIO)]
    assert left == []


async def test_every_click_is_answered_in_time_at_twenty_tables_at_once(four: Party) -> None:
    world = four.server.world
    channels = [four.channel, *(world.add_channel(f"table-{n}") for n in range(19))]
    ann = four.person("Ann")
    opened = await asyncio.gather(
        *(ann.command(one, "atout play", game="bura", computers=True) for one in channels)
    )
    assert [one.error for one in opened if one.error] == []
    await four.quiet()
    assert len({(await four.table(n)).place.channel for n in range(1, 21)}) == 20
