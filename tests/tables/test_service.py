"""The one way in: the log is the truth, one change at a time, and nothing half done."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from bot.games.game import Refused
from bot.games.registry import GAMES
from bot.tables.errors import NotWritten, Stale, TableDamaged, TableRefused
from bot.tables.notice import Notice
from bot.tables.read import Moment
from bot.tables.service import Tables
from bot.tables.table import Place, Settings, Table
from tests.games.walks import random_rules
from tests.tables.room import ANN, BO, CY, DI, GUILD, PEOPLE, Room, any_action
from tests.waiting import until

# The state is the fold of the log.


async def anything(room: Room, table: int, now: Table, chance: Random) -> None:
    """Let somebody do something, allowed or not."""
    tables = room.tables
    person = chance.choice(PEOPLE)
    seat = chance.randrange(len(now.seats))
    rare: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: tables.sit(table, person, seat),
        lambda: tables.sit(table, person, seat),
        lambda: tables.stand(table, person),
        lambda: tables.mind(table, person),
        lambda: tables.come_back(table, person),
        lambda: tables.leave(table, person),
        lambda: tables.add_computer(table, person, "normal"),
        lambda: tables.remove_computer(table, person, seat),
        lambda: tables.start(table, person),
        lambda: tables.shuffle(table, now.version),
        lambda: tables.cut(table, person.id, Moment(version=now.version), 3),
    )
    if now.phase == "lobby" or chance.random() < 0.1:
        if now.phase == "lobby" and all(not seat.empty for seat in now.seats):
            await tables.start(table, ANN)
            return
        await chance.choice(rare)()
        return
    decision, cutter = now.decision, now.cutter
    others = [] if now.match is None else [a for some in now.match.others().values() for a in some]
    if others and chance.random() < 0.05:
        action = chance.choice(others)
        user = now.seats[action.seat].user
        if user is not None:
            moment = Moment(deal=len(now.deals))
            await tables.act(table, user, moment, action.verb, action.args)
    elif cutter is not None:
        await tables.cut(table, None, Moment(version=now.version), None)
    elif decision is None:
        await tables.shuffle(table, now.version)
    elif now.seats[decision.player].level is not None:
        action = any_action(decision, chance)
        await tables.act_as_computer(table, decision.player, now.version, action)
    else:
        user = now.seats[decision.player].user or 0
        await room.act(table, any_action(decision, chance), user, now.version)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
async def test_whatever_people_do_a_restart_gives_the_same_table(
    room: Room, game: str, seed: int
) -> None:
    chance = Random(seed * 10 + len(game))
    found = GAMES[game]
    rules = random_rules(found, chance)
    table = (await room.tables.open(Place(GUILD, 1), ANN, found, rules)).id
    held: dict[tuple[int, int], set[int]] = defaultdict(set)
    versions = [0]
    for step in range(220):
        now = await room.tables.table(table)
        if not now.open:
            break
        for number, seat in enumerate(now.seats):
            if seat.user is not None and now.decision is not None:
                held[seat.user, len(now.deals)].add(number)
        try:
            await anything(room, table, now, chance)
        except Refused:
            assert await room.tables.table(table) == now, "a refusal changes nothing"
        after = await room.tables.table(table)
        versions.append(after.version)
        if step % 20 == 0 or not after.open:
            assert await room.again().table(table) == after
    assert versions == sorted(versions)
    assert all(len(seats) == 1 for seats in held.values()), "nobody sees two hands of a deal"
    assert (await room.again().table(table)) == await room.tables.table(table)


async def test_settings_outlive_a_restart(room: Room) -> None:
    game = GAMES["bura"]
    settings = Settings(language="fr", clock="quick", quiet=True)
    read = await room.tables.open(
        Place(GUILD, 3, 2), ANN, game, game.book.rules(), settings=settings
    )
    assert (await room.again().read(read.id)).settings == settings
    assert (await room.again().read(read.id)).place == Place(GUILD, 3, 2)


async def test_drawn_seats_outlive_a_restart(room: Room) -> None:
    table = await room.seated("biritch", {"seats": "drawn"})
    assert await room.again().table(table) == await room.tables.table(table)


async def test_more_tables_than_memory_keeps_are_read_again(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.tables.shelf.KEPT", 2)
    numbers = [await room.open("bura", channel=channel) for channel in range(1, 7)]
    for number in numbers:
        await room.tables.sit(number, BO, 1)
    for number in numbers:
        assert (await room.tables.table(number)).people == (ANN.id, BO.id)


# Concurrent clicks.


async def outcomes(doing: list[Awaitable[object]]) -> list[str]:
    """Return how each went that was done at the same time: its code, or done."""
    found = await asyncio.gather(*doing, return_exceptions=True)
    return [
        one.code if isinstance(one, Refused) else type(one).__name__
        if isinstance(one, BaseException) else "done"
        for one in found
    ]  # fmt: skip


async def test_of_a_hundred_clicks_on_one_card_one_counts(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    clicks: list[Awaitable[object]] = [
        room.act(table, decision.actions[n % len(decision.actions)], user, now.version)
        for n in range(100)
    ]
    counts = await outcomes(clicks)
    assert counts.count("done") == 1
    assert set(counts) <= {"done", "stale", "not_your_decision"}
    assert len(told) == 1
    after = await room.again().table(table)
    assert after.seq == now.seq + 1
    assert after == await room.tables.table(table)


async def test_of_everybodys_clicks_at_once_only_the_one_who_decides_counts(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    clicks: list[Awaitable[object]] = [
        room.act(table, decision.actions[0], PEOPLE[n % 5].id, now.version) for n in range(100)
    ]
    counts = await outcomes(clicks)
    assert counts.count("done") == 1
    assert set(counts) <= {"done", "stale", "not_your_decision", "not_seated"}
    assert counts.count("not_seated") == 20
    assert counts[next(n for n in range(5) if PEOPLE[n].id == user)] == "done"


async def test_of_a_hundred_who_want_one_seat_one_sits(room: Room) -> None:
    table = await room.open()
    counts = await outcomes([room.tables.sit(table, PEOPLE[1 + n % 4], 1) for n in range(100)])
    winner = (await room.tables.table(table)).seats[1].user
    assert winner is not None
    assert counts.count("done") == 25, "sitting again where one sits is harmless"
    assert counts.count("seat_taken") == 75


async def test_of_a_hundred_tables_opened_at_once_in_a_channel_one_is_open(room: Room) -> None:
    game = GAMES["bura"]
    counts = await outcomes(
        [room.tables.open(Place(GUILD, 9), PEOPLE[n % 5], game, game.book.rules())
         for n in range(100)]
    )  # fmt: skip
    assert (counts.count("done"), counts.count("channel_taken")) == (1, 99)


async def test_tables_do_not_wait_for_each_other(room: Room) -> None:
    tables = [await room.open(channel=channel) for channel in range(1, 11)]
    room.store.gate.clear()
    sitting = [asyncio.create_task(room.tables.sit(table, BO, 1)) for table in tables]
    await until(lambda: room.store.begun == 10)
    room.store.gate.set()
    await asyncio.gather(*sitting)


async def test_watchers_and_subscribers_hear_each_change_once_and_in_order(room: Room) -> None:
    table = await room.open()
    versions: list[int] = []
    seqs: list[int] = []
    room.tables.subscribe(lambda notice: versions.append(notice.read.version))
    room.tables.watch(lambda table: seqs.append(table.seq))
    await asyncio.gather(*(room.tables.sit(table, PEOPLE[n], n) for n in range(1, 4)))
    await room.tables.start(table, ANN)
    await room.deal(table)
    assert seqs == sorted(set(seqs))
    assert versions == sorted(versions)
    assert len(versions) == len(seqs)


async def test_whoever_fails_to_show_a_change_spoils_it_for_nobody(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble(notice: Notice) -> None:
        raise KeyError("AS KS")

    told: list[Notice] = []
    room.tables.subscribe(stumble)
    room.tables.subscribe(told.append)
    with caplog.at_level(logging.DEBUG):
        table = await room.open()
        await room.tables.sit(table, BO, 1)
    assert len(told) == 2
    assert "KeyError at" in caplog.text
    assert "AS KS" not in caplog.text


async def test_a_notice_tells_what_kind_of_change_it_was(room: Room) -> None:
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    table = await room.seated("bura")
    opened, sat, started, dealt = told[0], told[1], told[2], told[3]
    assert (opened.opened, opened.moved, opened.seated) == (True, True, True)
    assert (sat.moved, sat.seated, sat.actor) == (False, True, BO.id)
    assert (started.moved, started.seated, started.actor) == (True, False, ANN.id)
    assert (dealt.moved, dealt.seated, dealt.actor) == (True, False, None)
    assert all(notice.read.seat is None for notice in told), "what is told is for everybody"
    assert dealt.read.view is not None
    assert dealt.read.view.hand == ()
    assert (await room.tables.read(table, ANN.id)).view != dealt.read.view


# Callers that go away, and a disk that fails.


async def test_a_click_whose_caller_goes_away_is_carried_through(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    room.store.gate.clear()
    click = asyncio.create_task(room.act(table, decision.actions[0], user, now.version))
    await room.store.held_up.wait()
    click.cancel()
    with pytest.raises(asyncio.CancelledError):
        await click
    room.store.gate.set()
    await room.tables.close()
    assert len(told) == 1
    after = await room.tables.table(table)
    assert after.seq == now.seq + 1
    assert await room.again().table(table) == after


async def test_opening_a_table_whose_caller_goes_away_is_carried_through(room: Room) -> None:
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    opening = asyncio.create_task(room.open())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    await room.tables.close()
    assert [notice.opened for notice in told] == [True]
    assert await room.tables.in_channel(1) == told[0].read.id


async def test_a_refusal_that_nobody_waits_for_is_no_error(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    table = await room.seated()
    click = asyncio.create_task(room.tables.act(table, ANN.id, Moment(version=-1), "fly"))
    await asyncio.sleep(0)
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)
    await room.tables.close()
    gc.collect()
    assert caplog.text == ""


async def test_what_the_disk_did_not_take_has_not_happened(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    room.store.full = 2
    for _ in range(2):
        with pytest.raises(NotWritten):
            await room.act(table, decision.actions[0], user, now.version)
        assert await room.tables.table(table) == now
    assert told == []
    await room.act(table, decision.actions[0], user, now.version)
    assert len(told) == 1
    assert await room.again().table(table) == await room.tables.table(table)


async def test_what_the_disk_took_without_saying_so_has_happened(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    room.store.lost_answers = 1
    await room.act(table, decision.actions[0], user, now.version)
    assert len(told) == 1
    assert (await room.tables.table(table)).seq == now.seq + 1
    with pytest.raises(TableRefused):
        await room.act(table, decision.actions[0], user, now.version)


async def test_two_programs_at_one_table_do_not_overwrite_each_other(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    other = room.again()
    await other.table(table)
    moment = Moment(version=now.version)
    first, second = decision.actions[0], decision.actions[1]
    await room.tables.act(table, user, moment, first.verb, first.args)
    with pytest.raises(NotWritten):
        await other.act(table, user, moment, second.verb, second.args)
    with pytest.raises(TableRefused):
        await other.act(table, user, moment, second.verb, second.args)
    assert await other.table(table) == await room.tables.table(table)


async def test_no_lock_is_kept_for_tables_that_nobody_uses(room: Room) -> None:
    for number in range(1, 200):
        with pytest.raises(TableRefused):
            await room.tables.read(number + 1000)
    gc.collect()
    assert room.tables.busy == 0


# Damaged and suspended tables.


async def damaged(room: Room, table: int) -> Tables:
    """Spoil a table's log, and return tables that have not read it yet."""
    await room.store._database.write(
        lambda connection: connection.execute(
            "UPDATE log SET body = json_object('seat', 99, 'user', 1, 'name', 'x')"
            " WHERE table_id = ? AND seq = 2",
            (table,),
        )
    )
    await room.store._database.write(
        lambda connection: connection.execute(
            "UPDATE log SET kind = 'flown' WHERE table_id = ? AND seq = 2", (table,)
        )
    )
    return room.again()


async def test_a_table_whose_log_is_damaged_is_set_aside_and_its_channel_free(room: Room) -> None:
    bad, good = await room.open(channel=1), await room.open(channel=2)
    tables = await damaged(room, bad)
    found: list[tuple[int, Place]] = []
    tables.when_damaged(lambda table, place: found.append((table, place)))
    for _ in range(3):
        with pytest.raises(TableDamaged):
            await tables.read(bad)
        with pytest.raises(TableDamaged):
            await tables.sit(bad, BO, 1)
    assert found == [(bad, Place(GUILD, 1))]
    assert await tables.in_channel(1) is None
    await tables.sit(good, BO, 1)
    game = GAMES["bura"]
    await tables.open(Place(GUILD, 1), CY, game, game.book.rules())


async def test_a_log_with_a_hole_is_damaged(room: Room) -> None:
    table = await room.seated()
    await room.store._database.write(
        lambda connection: connection.execute(
            "DELETE FROM log WHERE table_id = ? AND seq = 3", (table,)
        )
    )
    with pytest.raises(TableDamaged):
        await room.again().read(table)


async def test_a_suspended_table_waits_and_frees_its_channel(room: Room) -> None:
    table = await room.seated()
    now, decision, _ = await room.asked(table)
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    await room.tables.suspend_in("channel_gone", GUILD, 1)
    await room.tables.suspend_in("channel_gone", GUILD, 1)
    assert [notice.read.suspended for notice in told] == ["channel_gone"]
    assert await room.tables.in_channel(1) is None
    assert await room.again().table(table) == await room.tables.table(table)
    with pytest.raises(Stale):
        await room.tables.act_as_computer(table, 0, now.version, decision.actions[0])


@pytest.mark.parametrize("restart", [True, False])
async def test_a_suspended_table_goes_on_when_somebody_does_something(
    room: Room, restart: bool
) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    await room.tables.suspend(table, "guild_gone")
    tables = room.again() if restart else room.tables
    action = decision.actions[0]
    read = await tables.act(table, user, Moment(version=now.version), action.verb, action.args)
    assert read.suspended == ""
    assert await room.tables.in_channel(1) == table
    assert await room.again().table(table) == await tables.table(table)


async def test_a_suspended_table_does_not_go_on_beside_another(room: Room) -> None:
    table = await room.seated()
    now, decision, user = await room.asked(table)
    await room.tables.suspend(table, "channel_gone")
    second = await room.open("bura")
    with pytest.raises(TableRefused) as refused:
        await room.act(table, decision.actions[0], user, now.version)
    assert (refused.value.code, refused.value.facts) == ("channel_taken", {"table": second})
    await room.tables.end(second, ANN)
    await room.act(table, decision.actions[0], user, now.version)


async def test_a_server_that_is_gone_suspends_its_tables_alone(room: Room) -> None:
    here = [await room.open(channel=channel) for channel in (1, 2, 3)]
    game = GAMES["bura"]
    there = (await room.tables.open(Place(7, 70), DI, game, game.book.rules())).id
    await room.tables.end(here[2], ANN)
    await room.tables.suspend_in("guild_gone", GUILD)
    assert [bool((await room.tables.read(t)).suspended) for t in (*here, there)] == [
        True,
        True,
        False,
        False,
    ]


async def test_a_channel_that_is_gone_takes_the_tables_of_its_threads_along(room: Room) -> None:
    game = GAMES["bura"]
    places = (Place(GUILD, 1), Place(GUILD, 11, 1), Place(GUILD, 2), Place(GUILD, 22, 2))
    opened = [await room.tables.open(place, ANN, game, game.book.rules()) for place in places]
    await room.tables.suspend_in("channel_gone", GUILD, 1)
    reads = [await room.tables.read(one.id) for one in opened]
    assert [bool(read.suspended) for read in reads] == [True, True, False, False]


async def test_a_closed_table_is_not_suspended(room: Room) -> None:
    table = await room.open()
    await room.tables.end(table, ANN)
    await room.tables.suspend(table, "channel_gone")
    assert (await room.again().read(table)).suspended == ""


async def test_of_a_table_that_is_taken_from_memory_nothing_stays(room: Room) -> None:
    alone = 20_261_201
    await room.tables.read(await room.open(channel=alone))
    room.tables.read_again()
    await room.tables.read(await room.open())
    gc.collect()
    tables = [one for one in gc.get_objects() if isinstance(one, Table)]
    assert not [one for one in tables if one.place.channel == alone]
