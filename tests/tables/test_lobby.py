"""Guests, computers, the rules of last time, and another match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.games.registry import GAMES
from bot.tables import lobby, votes
from bot.tables.customs import LAST, Customs
from bot.tables.errors import TableRefused
from bot.tables.service import SOON
from bot.tables.table import Place, Settings
from tests.tables.clocked import Clocked
from tests.tables.room import ANN, BO, CY, DI, EVE, GUILD, Room, any_action, room_in


async def invited(room: Room, *, computers: bool = False) -> int:
    """Open a table at which seats are kept for Bo and Cy."""
    game = GAMES["biritch"]
    read = await room.tables.open(
        Place(GUILD, 1),
        ANN,
        game,
        game.book.rules(),
        guests=(BO, CY),
        computers="normal" if computers else None,
    )
    return read.id


async def test_the_first_guest_is_the_partner_of_the_host(room: Room) -> None:
    now = await room.tables.table(await invited(room))
    assert {seat: guest.user for seat, guest in now.matters.invited.items()} == {2: BO.id, 1: CY.id}


async def test_a_kept_seat_is_for_its_guest_who_may_also_sit_elsewhere(room: Room) -> None:
    table = await invited(room)
    with pytest.raises(TableRefused, match="seat_kept"):
        await room.tables.sit(table, EVE, 2)
    await room.tables.sit(table, BO, 3)
    await room.tables.sit(table, EVE, 2)
    now = await room.tables.table(table)
    assert set(now.matters.invited) == {1}
    assert await room.again().table(table) == now


async def test_whoever_was_sent_away_and_is_invited_again_may_sit_down(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    await room.tables.do(table, ANN, lambda now: votes.remove(now, ANN, 1))
    await room.tables.do(table, ANN, lambda now: lobby.invite(now, ANN, (BO,)))
    (kept,) = (await room.tables.table(table)).matters.invited
    await room.tables.sit(table, BO, kept)
    now = await room.tables.table(table)
    assert now.seat_of(BO.id) == kept
    assert await room.again().table(table) == now


async def test_a_guest_declines_and_the_host_may_keep_a_seat_no_longer(room: Room) -> None:
    table = await invited(room)
    await room.tables.do(table, BO, lambda now: lobby.decline(now, BO))
    await room.tables.do(table, BO, lambda now: lobby.decline(now, BO))
    await room.tables.do(table, ANN, lambda now: lobby.free_seat(now, ANN, 1))
    assert not (await room.tables.table(table)).matters.invited
    await room.tables.sit(table, EVE, 2)


async def test_computers_fill_what_no_guest_is_waited_for_at(room: Room) -> None:
    now = await room.tables.table(await invited(room, computers=True))
    assert now.phase == "lobby"
    assert now.seats[3].level == "normal"
    assert now.seats[1].empty
    await room.tables.start(now.id, ANN, "normal")
    assert not (await room.tables.table(now.id)).matters.invited


async def test_a_server_without_computers_has_none(room: Room) -> None:
    game = GAMES["bura"]
    read = await room.tables.open(
        Place(GUILD, 1), ANN, game, game.book.rules(), settings=Settings(computers=False)
    )
    with pytest.raises(TableRefused, match="no_computers_here"):
        await room.tables.add_computer(read.id, ANN, "normal")
    with pytest.raises(TableRefused, match="seats_missing"):
        await room.tables.start(read.id, ANN, "normal")
    await room.tables.sit(read.id, BO, 1)
    await room.tables.start(read.id, ANN, "normal")
    await room.tables.leave(read.id, BO)
    assert (await room.tables.table(read.id)).seats[1].level == "normal"


# ---------------------------------------------------------------------- another match


async def finished(room: Room, game: str = "bura") -> int:
    """Play a whole match and return its table."""
    table = await room.seated(game, {"length": 1} if game == "bura" else None)
    while (now := await room.tables.table(table)).open:
        if now.needs_deal is not None:
            await room.deal(table)
        elif now.decision is not None:
            _, decision, user = await room.asked(table)
            await room.act(table, any_action(decision, room.chance), user, now.version)
        else:
            await room.tables.finish(table, now.version)
    return table


@pytest.fixture
async def clocked(tmp_path: Path) -> AsyncIterator[Clocked]:
    """Give a room with a clock of its own."""
    async with room_in(tmp_path) as room:
        yield Clocked(room)


async def test_a_rematch_soon_after_starts_at_once_with_the_same_people(clocked: Clocked) -> None:
    old = await clocked.tables.table(await finished(clocked.room))
    read = await clocked.tables.again(old.id, BO)
    now = await clocked.tables.table(read.id)
    assert now.phase == "playing"
    assert now.host == BO.id
    assert now.rules == old.rules
    assert [seat.user for seat in now.seats] == [seat.user for seat in old.seats]
    with pytest.raises(TableRefused, match="channel_taken"):
        await clocked.tables.again(old.id, ANN)


async def test_a_rematch_much_later_keeps_the_seats_of_the_others(clocked: Clocked) -> None:
    old = await finished(clocked.room)
    clocked.hands.at += SOON + 1
    read = await clocked.tables.again(old, BO)
    now = await clocked.tables.table(read.id)
    assert now.phase == "lobby"
    assert now.seat_of(BO.id) == 1
    assert now.matters.invited[0].user == ANN.id


async def test_a_rematch_is_for_who_played_and_after_the_end(room: Room) -> None:
    running = await room.seated("bura", channel=2)
    with pytest.raises(TableRefused, match="not_over"):
        await room.tables.again(running, ANN)
    old = await finished(room)
    with pytest.raises(TableRefused, match="not_seated"):
        await room.tables.again(old, EVE)


# ---------------------------------------------------------------------- customs


async def test_the_rules_of_last_time_are_remembered_for_host_and_server(room: Room) -> None:
    customs = Customs(room.store)
    game = GAMES["biritch"]
    table = await room.seated("biritch", {"cut": "ask", "seats": "drawn"})
    await customs.remember(await room.tables.read(table))
    for host in (ANN.id, EVE.id):
        rules = await customs.rules(game, GUILD, host, None)
        assert (rules["cut"], rules["seats"]) == ("ask", "drawn")
    assert await customs.rules(game, GUILD, ANN.id, "document") == game.book.rules()
    assert await customs.rules(game, GUILD + 1, EVE.id, None) == game.book.rules()
    other = await room.seated("biritch", {"cut": "ask"}, channel=2)
    await customs.remember(await room.tables.read(other))
    assert (await customs.rules(game, GUILD, ANN.id, None))["seats"] == "agreed"


async def test_what_the_server_has_settled_comes_before_the_last_time(room: Room) -> None:
    customs = Customs(room.store)
    game = GAMES["biritch"]
    table = await room.seated("biritch", {"cut": "ask"})
    await customs.remember(await room.tables.read(table))
    await customs.choose(GUILD, "preset.biritch", "club_1907")
    assert await customs.rules(game, GUILD, ANN.id, None) == game.book.preset("club_1907")
    assert (await customs.rules(game, GUILD, ANN.id, LAST))["cut"] == "ask"


async def test_a_servers_settings_outlive_a_restart_and_nonsense(room: Room) -> None:
    customs = Customs(room.store)
    assert await customs.server(GUILD) == await customs.server(GUILD + 1)
    for key, value in (
        ("language", "fr"),
        ("clock", "quick"),
        ("threads", "always"),
        ("computers", "no"),
        ("pictures", "no"),
        ("quiet", "yes"),
        ("preset.bura", "document"),
    ):
        await customs.choose(GUILD, key, value)
    server = await Customs(room.store).server(GUILD)
    assert (server.language, server.clock, server.threads) == ("fr", "quick", "always")
    assert (server.computers, server.pictures, server.quiet) == (False, False, True)
    assert server.presets == {"bura": "document"}
    await room.store.change_guild_settings(GUILD, {"clock": 7, "threads": "x", "rules": [1]})
    server = await customs.server(GUILD)
    assert (server.clock, server.threads) == ("relaxed", "ask")
    assert await customs.rules(GAMES["bismarck"], GUILD, DI.id, None)
