"""What Discord's world does to a table: each has its outcome, and nobody is ever stuck."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pytest

from bot.stand_in import Channel, Guild, Message
from bot.tables.keeping import Keep, Keeper
from bot.tables.moves import Person as Somebody
from cogs.house import public_screen
from tests.e2e.party import (
    Party,
    asked,
    buttons,
    dealt,
    is_board,
    note_of,
    play_one,
    seated,
    text_of,
)
from tests.e2e.test_life_lobby import identity, press
from tests.e2e.test_life_table import absent, rings

NAMES = ("Ann", "Bo", "Cy", "Di")


def guild_of(some: Party) -> Guild:
    """Return the server where people play."""
    guild = some.channel.guild
    assert guild is not None
    return guild


def boards(some: Party, channel: Channel | None = None) -> list[Message]:
    """Return the boards that stand in a channel."""
    where = channel or some.channel
    return [one for one in where.messages.values() if is_board(one)]


async def shows_the_latest(some: Party, channel: Channel | None = None, table: int = 1) -> None:
    """Wait until one board stands in a channel, and shows the table as it is now."""

    async def latest() -> bool:
        await some.quiet()
        screen = await public_screen(some.bot.house, await some.tables.read(table))
        found = boards(some, channel)
        return len(found) == 1 and screen.text in text_of(found[0])

    await some.until(latest)


async def in_a_thread(some: Party, **rules: object) -> Channel:
    """Let Ann and Bo play Bura in a thread of its own, and return it."""
    ann, bo = some.person("Ann"), some.person("Bo")
    await ann.command(some.channel, "atout play", game="bura", thread=True)
    await some.quiet()
    thread = some.server.world.channels[(await some.table()).place.channel]
    board = some.board(bo, thread)
    await bo.click(board, custom_id=identity(board, "sit", "1"))
    await some.tables.set_rules(1, Somebody(ann.id, "Ann"), rules)
    await some.quiet()
    board = some.board(ann, thread)
    await ann.click(board, custom_id=identity(board, "start"))
    await some.until(lambda: dealt(some))
    await shows_the_latest(some, thread)
    return thread


async def computer_for(some: Party, name: str) -> None:
    """Let a computer play for somebody, as an absent player would be replaced."""
    person = some.person(name)
    await some.tables.mind(1, Somebody(person.id, name))


# ---------------------------------------------------------------------- threads


@pytest.mark.parametrize("locked", [False, True])
async def test_a_table_in_an_archived_or_locked_thread_goes_on_when_it_is_opened_again(
    four: Party, locked: bool
) -> None:
    thread = await in_a_thread(four)
    world = four.server.world
    (world.lock if locked else world.archive)(thread)
    requests = len(world.requests)
    await computer_for(four, "Ann")
    await four.until(lambda: waits_for(four, "Bo"))
    await four.quiet()
    table = await four.table()
    assert table.open
    assert not table.suspended
    refused = [r for r in list(world.requests)[requests:] if r.status >= 400]
    assert len(refused) <= 3, "what is refused is left alone for a while"
    await open_again(four, thread)
    await shows_the_latest(four, thread)
    bo = four.person("Bo")
    clicked = await bo.click(four.board(bo, thread), label="My hand")
    assert clicked.error is None


@pytest.mark.parametrize("locked", [False, True])
async def test_a_match_that_ends_in_an_archived_or_locked_thread_is_told_when_it_is_opened(
    four: Party, locked: bool
) -> None:
    thread = await in_a_thread(four, length=1)
    (four.server.world.lock if locked else four.server.world.archive)(thread)
    await computer_for(four, "Ann")
    await computer_for(four, "Bo")

    async def over() -> bool:
        return (await four.table()).phase == "over"

    await four.until(over)
    await four.quiet()
    await open_again(four, thread)
    await shows_the_latest(four, thread)
    said = [text_of(one) for one in thread.messages.values() if not one.ephemeral]
    assert any("deal 1" in text and "shuffle" in text.lower() for text in said)


async def waits_for(some: Party, name: str) -> bool:
    """Tell whether nothing goes on before somebody does something, or the match is over."""
    table = await some.table()
    person = await asked(some)
    return table.phase == "over" or (person is not None and person.name == name)


async def open_again(some: Party, thread: Channel) -> None:
    """Let somebody write in an archived thread, or a moderator open a locked one."""
    if thread.locked:
        some.server.world.set_thread(thread, archived=False, locked=False)
    elif thread.archived:
        some.person("Bo").say(thread, "Shall we play on?")


# ---------------------------------------------------------------------- permissions


@pytest.mark.parametrize("taken", ["view_channel", "send_messages", "embed_links"])
async def test_a_permission_that_is_given_back_brings_the_board_back(
    four: Party, taken: str
) -> None:
    await seated(four, NAMES)
    denied: dict[str, bool | None] = {taken: False}
    four.server.world.set_permissions(four.channel, None, **denied)
    four.bot.house.boards.post_anew(1, asked=True)
    await four.quiet()
    for _ in range(5):
        assert await play_one(four, Random(3))
    await four.quiet()
    person = four.person("Ann")
    told = await person.click(boards(four)[-1], label="My hand")
    assert four.channel.mention in note_of(told), "it is said what is missing, and where"
    four.server.world.set_permissions(four.channel, None, **dict.fromkeys(denied))
    await shows_the_latest(four)
    told = await person.click(boards(four)[-1], label="My hand")
    assert four.channel.mention not in note_of(told)


async def test_where_no_files_may_be_attached_the_board_goes_without_its_picture(
    four: Party,
) -> None:
    await seated(four, NAMES)
    assert boards(four)[0].attachments
    four.server.world.set_permissions(four.channel, attach_files=False)
    await four.server.settled()
    requests = len(four.server.world.requests)
    await four.person("Bo").command(four.channel, "atout table")
    for _ in range(4):
        assert await play_one(four, Random(3))
    await shows_the_latest(four)
    assert not boards(four)[0].attachments
    assert all(r.status < 400 for r in list(four.server.world.requests)[requests:])
    four.server.world.set_permissions(four.channel, attach_files=None)
    assert await play_one(four, Random(3))
    await shows_the_latest(four)
    assert boards(four)[0].attachments


async def test_people_are_called_also_where_the_bot_may_not_mention_everyone(four: Party) -> None:
    await seated(four, NAMES)
    four.server.world.set_permissions(four.channel, mention_everyone=False)
    person, _, _ = await absent(four)
    await rings(four)
    assert [ping.user_id for ping in four.server.world.pings] == [person.id]


async def test_slow_mode_slows_people_and_no_table(four: Party) -> None:
    four.server.world.slow_mode(four.channel, 21_600)
    await seated(four, NAMES)
    for _ in range(8):
        assert await play_one(four, Random(2))
    await four.person("Ann").command(four.channel, "atout table")
    await shows_the_latest(four)
    assert all(request.status < 400 for request in four.server.world.requests)


# ---------------------------------------------------------------------- servers


async def test_a_server_that_stumbles_keeps_its_table_and_is_shown_the_latest_afterwards(
    four: Party,
) -> None:
    await seated(four, NAMES)
    guild = guild_of(four)
    four.server.world.unavailable(guild)
    await computer_for(four, "Ann")
    await four.tables.come_back(1, Somebody(four.person("Ann").id, "Ann"))
    await computer_for(four, "Cy")
    await four.server.settled()
    table = await four.table()
    assert table.open
    assert not table.suspended
    assert await four.bot.store.guilds_left(2**62) == ()
    four.server.world.available(guild)
    await shows_the_latest(four)
    assert await play_one(four, Random(1))


async def test_a_server_that_removed_the_bot_while_it_was_away_finds_its_table_again(
    four: Party,
) -> None:
    await seated(four, NAMES)
    await four.stop()
    four.server.world.remove_bot(guild_of(four))
    await four.start()

    async def suspended() -> bool:
        return bool((await four.table()).suspended)

    await four.until(suspended)
    before = await four.table()
    await four.stop()
    four.server.world.add_bot(guild_of(four))
    await four.start()
    await four.person("Ann").command(four.channel, "atout table")
    await shows_the_latest(four)
    after = await four.table()
    assert after.match == before.match
    assert await play_one(four, Random(1))


async def test_of_a_server_that_stays_away_nothing_is_kept_and_it_may_begin_anew(
    four: Party,
) -> None:
    await seated(four, NAMES)
    old = boards(four)[0]
    guild = guild_of(four)
    four.server.world.remove_bot(guild)

    async def noted() -> bool:
        return bool(await four.bot.store.guilds_left(2**62)) and bool(
            (await four.table()).suspended
        )

    await four.until(noted)
    keeper = Keeper(four.bot.store, Keep(guilds=30), now=lambda: time.time() + 31 * 24 * 3600)
    await keeper.round()
    four.tables.read_again()
    four.server.world.add_bot(guild)
    await four.server.settled()
    ann = four.person("Ann")
    clicked = await ann.click(old, label="My hand")
    assert clicked.error is None
    assert clicked.ephemeral
    assert "no longer" in note_of(clicked) or "no such" in note_of(clicked).lower()
    opened = await ann.command(four.channel, "atout play", game="bura", computers=True)
    assert opened.error is None
    assert not opened.ephemeral


# ---------------------------------------------------------------------- people who leave


@pytest.mark.parametrize("banned", [False, True])
async def test_who_leaves_the_server_is_missed_when_called_and_a_computer_plays_the_hand_on(
    four: Party, banned: bool
) -> None:
    await seated(four, NAMES)
    person, other, seat = await absent(four)
    world, guild = four.server.world, guild_of(four)
    before = await four.table()
    assert before.match is not None
    (world.ban if banned else world.remove_member)(guild, person)
    await rings(four)

    async def goes_on() -> bool:
        return (await four.table()).version > before.version

    await four.until(goes_on)
    await four.quiet()
    now = await four.table()
    assert now.match is not None
    assert now.seats[seat].user is None
    assert set(now.match.view(seat).hand) <= set(before.match.view(seat).hand)
    said = [text_of(m) for m in other.sees(four.channel) if not m.ephemeral]
    assert any(f"{person.name}** is no longer on this server" in text for text in said)
    if not banned:
        world.add_member(guild, person)
        told = await person.click(four.board(person), label="My hand")
        assert "You have no seat" in note_of(told)
        await press(four, person, four.panel(person), "sit", str(seat))
        assert (await four.table()).seat_of(person.id) == seat


async def test_a_host_who_leaves_the_server_blocks_no_lobby(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="biritch")
    await four.quiet()
    await press(four, bo, four.board(bo), "sit", "1")
    four.server.world.remove_member(guild_of(four), ann)
    await press(four, bo, four.board(bo), "start")

    async def leads() -> bool:
        return (await four.table()).host == bo.id

    await four.until(leads)
    await shows_the_latest(four)
    await press(four, bo, four.board(bo), "start")
    await four.until(lambda: dealt(four))
    assert (await four.table()).seat_of(ann.id) is None


async def test_whoever_stays_alone_ends_the_table_also_without_clock_or_mentions(
    four: Party,
) -> None:
    await seated(four, ("Ann", "Bo"), "bura")
    ann, bo = four.person("Ann"), four.person("Bo")
    await press(four, ann, four.board(ann), "more")
    await press(four, ann, four.panel(ann), "seats")
    await press(four, ann, four.panel(ann), "quiet", "yes")
    await four.person("Ann").choose(
        four.panel(ann), ["off"], custom_id=identity(four.panel(ann), "clock")
    )
    four.server.world.remove_member(guild_of(four), ann)
    question = (await bo.command(four.channel, "atout end")).message
    assert question is not None
    await press(four, bo, question, "end", "yes")

    # With Ann gone, Bo's vote is all that counts.
    async def ended() -> bool:
        return not (await four.table()).open

    await four.until(ended)
    assert (await four.table()).people == (bo.id,)


# ---------------------------------------------------------------------- rates and lines


async def test_too_many_requests_are_waited_out_and_nothing_is_doubled(four: Party) -> None:
    faults = four.server.faults
    faults.status("PATCH /channels/.*/messages", 429, 2, retry_after=0.05)
    faults.status("POST /channels/.*/messages", 429, 2, retry_after=0.05)
    await seated(four, NAMES)
    await four.person("Ann").command(four.channel, "atout table")
    for _ in range(4):
        assert await play_one(four, Random(1))
    await shows_the_latest(four)


async def test_a_slow_discord_shows_the_latest_in_the_end(four: Party) -> None:
    await seated(four, NAMES)
    slow = four.server.faults.slow("(PATCH|POST) /channels/.*/messages", 0.3)
    before = (await four.table()).version
    for _ in range(6):
        assert await play_one(four, Random(1))
    four.server.faults.clear(slow)
    assert (await four.table()).version == before + 6
    await shows_the_latest(four)


@pytest.mark.parametrize("cut", ["resumed", "begun anew", "op 7", "op 9", "op 9 for good"])
async def test_a_line_that_breaks_loses_no_table_and_no_click(
    four: Party, cut: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def at_once(shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing before another session begins."""

    monkeypatch.setattr(four.bot, "before_identify_hook", at_once)
    await seated(four, NAMES)
    server = four.server
    sessions = server.gateway.identifies
    before = await four.table()
    faults = server.faults
    broken: dict[str, Callable[[], int]] = {
        "resumed": lambda: faults.drop_gateway(None),
        "begun anew": lambda: faults.drop_gateway(4009),
        "op 7": faults.op7,
        "op 9": lambda: faults.op9(True),
        "op 9 for good": lambda: faults.op9(False),
    }
    assert broken[cut]() == 1
    await server.wait_for(lambda: not server.gateway.online)
    await server.wait_for(lambda: server.gateway.online)
    await server.settled()
    assert await four.table() == before
    for _ in range(3):
        assert await play_one(four, Random(1))
    assert (await four.table()).version == before.version + 3
    await shows_the_latest(four)
    anew = cut in ("begun anew", "op 9 for good")
    assert server.gateway.identifies == sessions + (1 if anew else 0)
    assert sum(r.method == "PUT" and "/commands" in r.path for r in server.world.requests) == 1


async def test_a_click_made_while_the_line_is_cut_counts_once_or_not_at_all(four: Party) -> None:
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    panel = await four.open_hand(person)
    before = await four.table()
    four.server.faults.drop_gateway(None)
    await four.server.wait_for(lambda: not four.server.gateway.online)
    click = person.start_component(panel, str(buttons(panel)[0]["custom_id"]))
    await click.answered.wait()
    await four.server.ready()
    await four.quiet()
    after = await four.table()
    assert after.version - before.version in (0, 1)
    if after.version == before.version:
        assert await play_one(four, Random(1))


async def test_a_panel_that_was_dismissed_is_missed_by_nobody(four: Party) -> None:
    await seated(four, NAMES)
    person = await asked(four)
    assert person is not None
    person.dismiss(await four.open_hand(person))
    for _ in range(4):
        assert await play_one(four, Random(1))
    fresh = await four.open_hand(person)
    assert "Your hand" in text_of(fresh)


async def test_a_thread_in_a_deleted_channel_rests_with_it(four: Party) -> None:
    await in_a_thread(four)
    four.server.world.delete_channel(four.channel)

    async def suspended() -> bool:
        return (await four.table()).suspended == "channel_gone"

    await four.until(suspended)


async def test_a_channel_deleted_while_the_bot_was_away_is_noticed_at_the_next_word(
    four: Party,
) -> None:
    await seated(four, NAMES)
    await four.stop()
    four.server.world.delete_channel(four.channel)
    await four.start()
    await four.bot.clock.ring()
    four.bot.house.boards.refresh(1)

    async def suspended() -> bool:
        return (await four.table()).suspended == "channel_gone"

    await four.until(suspended)
