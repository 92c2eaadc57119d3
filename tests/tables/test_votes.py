"""Who may end a table and send somebody away: the host, a moderator, or most of the others."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables import deadlines, entries, lobby, votes
from bot.tables.entries import Entry
from bot.tables.errors import TableRefused
from bot.tables.moves import Person
from bot.tables.table import apply
from tests.tables.room import ANN, BO, CY, DI, EVE, Room

MOD = Person(999, "Mod", moderator=True)


async def test_the_host_ends_a_table_alone_and_so_does_a_moderator(room: Room) -> None:
    for channel, person in enumerate((ANN, MOD), 1):
        table = await room.seated(channel=channel)
        await room.tables.end(table, person)
        assert (await room.tables.table(table)).why_ended == "closed"


async def test_most_of_the_people_end_a_table(room: Room) -> None:
    table = await room.seated()
    await room.tables.end(table, BO)
    await room.tables.end(table, CY)
    now = await room.tables.table(table)
    assert now.open
    assert now.matters.votes == {"end": {BO.id, CY.id}}
    assert (await room.tables.read(table)).needed == {"end": 3}
    await room.tables.end(table, DI)
    now = await room.tables.table(table)
    assert (now.phase, now.why_ended) == ("ended", "voted")


async def test_a_second_vote_takes_the_first_back(room: Room) -> None:
    table = await room.seated()
    await room.tables.end(table, BO)
    await room.tables.end(table, BO)
    assert not (await room.tables.table(table)).matters.votes


async def test_a_vote_is_decided_when_somebody_leaves(room: Room) -> None:
    table = await room.seated()
    await room.tables.end(table, BO)
    await room.tables.end(table, CY)
    await room.tables.leave(table, DI)
    now = await room.tables.table(table)
    assert (now.phase, now.why_ended) == ("ended", "voted")
    assert await room.again().table(table) == now


async def test_a_vote_is_decided_when_a_computer_stands_in(room: Room) -> None:
    table = await room.seated()
    _, decision, late = await room.asked(table)
    voters = [one for one in (BO, CY, DI) if one.id != late][:2]
    for voter in voters:
        await room.tables.end(table, voter)
    for _ in range(2):
        await room.tables.by_itself(table, lambda now: deadlines.ring(now, now.seq))
    assert (await room.tables.table(table)).open
    await room.tables.do(
        table, voters[0], lambda now: deadlines.stand_in(now, voters[0], decision.player)
    )
    assert (await room.tables.table(table)).why_ended == "voted"


async def test_who_left_counts_no_more_and_who_is_back_counts_again(room: Room) -> None:
    table = await room.seated()
    await room.tables.end(table, BO)
    await room.tables.end(table, CY)
    await room.tables.leave(table, BO)
    now = await room.tables.table(table)
    assert now.open
    assert (await room.tables.read(table)).needed == {"end": 2}
    await room.tables.sit(table, BO, 1)
    assert (await room.tables.read(table)).needed == {"end": 3}
    assert (await room.tables.table(table)).matters.votes == {"end": {CY.id}}


async def test_a_vote_about_one_is_decided_when_another_is_sent_away(room: Room) -> None:
    table = await room.seated()
    await room.tables.do(table, BO, lambda now: votes.remove(now, BO, 0))
    await room.tables.do(table, CY, lambda now: votes.remove(now, CY, 3))
    await room.tables.do(table, BO, lambda now: votes.remove(now, BO, 3))
    now = await room.tables.table(table)
    assert now.people == (ANN.id, BO.id, CY.id)
    assert set(now.matters.votes) == {"remove:0"}
    await room.tables.do(table, CY, lambda now: votes.remove(now, CY, 0))
    assert (await room.tables.table(table)).people == (BO.id, CY.id)


async def test_the_last_vote_for_an_end_decides_before_anybody_is_sent_away(room: Room) -> None:
    table = await room.seated()
    for voter in (BO, CY):
        await room.tables.end(table, voter)
    await room.tables.do(table, CY, lambda now: votes.remove(now, CY, 0))
    await room.tables.leave(table, DI)
    now = await room.tables.table(table)
    assert now.why_ended == "voted"
    assert ANN.id in now.people


async def test_a_vote_follows_the_person_to_another_seat(room: Room) -> None:
    table = await room.seated("bura")
    now = await room.tables.table(table)
    moved = replace(now, matters=replace(now.matters, votes={"remove:1": frozenset({ANN.id})}))
    for entry in (
        Entry(entries.SWAP_ASKED, {"seat": 0, "with": 1}, ANN.id),
        Entry(entries.SWAP_AGREED, {}, BO.id),
        Entry(entries.SWAPPED, {"seat": 0, "with": 1}),
    ):
        moved, _ = apply(moved, entry)
    assert moved.seats[0].user == BO.id
    assert moved.matters.votes == {"remove:0": {ANN.id}}


async def test_whoever_changes_seats_in_the_lobby_escapes_no_vote_and_loses_none(
    room: Room,
) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    await room.tables.sit(table, CY, 2)
    await room.tables.do(table, BO, lambda now: votes.remove(now, BO, 0))
    await room.tables.sit(table, ANN, 3)
    assert (await room.tables.table(table)).matters.votes == {"remove:3": {BO.id}}
    await room.tables.sit(table, BO, 0)
    now = await room.tables.table(table)
    assert now.matters.votes == {"remove:3": {BO.id}}
    assert await room.again().table(table) == now
    await room.tables.do(table, CY, lambda now: votes.remove(now, CY, 3))
    assert (await room.tables.table(table)).seat_of(ANN.id) is None


async def test_nobody_votes_who_does_not_sit_here(room: Room) -> None:
    table = await room.seated()
    with pytest.raises(TableRefused, match="not_host"):
        await room.tables.end(table, EVE)


async def test_votes_outlive_a_restart_but_not_the_deal(room: Room) -> None:
    table = await room.seated("bura")
    await room.tables.end(table, BO)
    now = await room.tables.table(table)
    assert now.matters.votes
    assert await room.again().table(table) == now


async def test_the_host_sends_somebody_away_and_a_computer_plays_the_hand_on(room: Room) -> None:
    table = await room.seated()
    before = await room.tables.table(table)
    await room.tables.do(table, ANN, lambda now: votes.remove(now, ANN, 1))
    now = await room.tables.table(table)
    assert now.seats[1].user is None
    assert now.seats[1].level == "normal"
    assert before.match is not None
    assert now.match is not None
    assert now.match.view(1).hand == before.match.view(1).hand
    with pytest.raises(TableRefused, match="removed"):
        await room.tables.sit(table, BO, 1)
    assert await room.again().table(table) == now


async def test_who_is_sent_away_from_the_lobby_leaves_a_free_seat(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    await room.tables.do(table, ANN, lambda now: votes.remove(now, ANN, 1))
    assert (await room.tables.table(table)).seats[1].empty
    with pytest.raises(TableRefused, match="removed"):
        await room.tables.sit(table, BO, 2)


async def test_the_others_vote_to_send_somebody_away_even_the_host(room: Room) -> None:
    table = await room.seated()
    await room.tables.do(table, BO, lambda now: votes.remove(now, BO, 0))
    assert (await room.tables.table(table)).seat_of(ANN.id) == 0
    await room.tables.do(table, CY, lambda now: votes.remove(now, CY, 0))
    now = await room.tables.table(table)
    assert now.seat_of(ANN.id) is None
    assert now.host == CY.id
    assert not now.matters.votes


async def test_one_person_alone_sends_nobody_away(room: Room) -> None:
    table = await room.seated("bura")
    with pytest.raises(TableRefused, match="not_host"):
        await room.tables.do(table, BO, lambda now: votes.remove(now, BO, 0))
    with pytest.raises(TableRefused, match="leave_yourself"):
        await room.tables.do(table, BO, lambda now: votes.remove(now, BO, 1))


async def test_the_office_of_host_is_handed_over(room: Room) -> None:
    table = await room.seated()
    with pytest.raises(TableRefused, match="not_host"):
        await room.tables.do(table, BO, lambda now: lobby.hand_over(now, BO, 1))
    await room.tables.do(table, ANN, lambda now: lobby.hand_over(now, ANN, 1))
    assert (await room.tables.table(table)).host == BO.id
    with pytest.raises(TableRefused, match="not_host"):
        await room.tables.do(table, ANN, lambda now: lobby.hand_over(now, ANN, 2))
