"""Claims and swaps: nothing happens before everybody concerned agrees, and then it is legal."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

import pytest

from bot.games import claims
from bot.games.game import Action
from bot.games.registry import GAMES
from bot.tables import agreement
from bot.tables.driver import AT_ONCE, Driver
from bot.tables.entries import Entry
from bot.tables.errors import Stale, TableRefused
from bot.tables.moves import Person
from bot.tables.notice import Notice
from bot.tables.table import Table
from bot.tables.written import fold
from tests.tables.room import ANN, BO, CY, DI, PEOPLE, Room, any_action
from tests.tables.test_driver import Puppet

CLAIMED = [key for key, game in GAMES.items() if game.claims]


async def played(room: Room, game: str, left: int, *, channel: int = 1) -> int:
    """Return a table of people at whose first deal so many tricks are left."""
    table = await room.seated(game, channel=channel)
    while True:
        now, decision, user = await room.asked(table)
        assert now.match is not None
        between = claims.playing(now.match) and not now.match.view(None).trick
        if between and claims.left(now.match) == left:
            return table
        await room.act(table, any_action(decision, room.chance), user, now.version)


def person_at(now: Table, seat: int) -> Person:
    """Return who sits at a seat."""
    return next(person for person in PEOPLE if person.id == now.seats[seat].user)


def claimants(now: Table) -> list[Person]:
    """Return the people who may claim."""
    assert now.match is not None
    silent = claims.silent(now.game, now.match)
    return [person_at(now, seat) for seat in range(len(now.seats)) if seat != silent]


def _agrees(now: Table, who: Person) -> list[Entry]:
    return agreement.agree(now, who)


def _refuses_swap(now: Table, who: Person) -> list[Entry]:
    return agreement.refuse_swap(now, who)


async def answered(room: Room, table: int) -> Table:
    """Wait until no claim lies on the table any more."""
    done = asyncio.Event()

    def look(notice: Notice) -> None:
        if notice.read.matters.claim is None:
            done.set()

    room.tables.subscribe(look)
    if (await room.tables.table(table)).matters.claim is not None:
        await done.wait()
    return await room.tables.table(table)


def settled(now: Table) -> tuple[int, ...]:
    """Return a division of the tricks left that the cards allow."""
    assert now.match is not None
    for shares in claims.possible(now.game, now.match):
        if claims.line(now.game, now.match, shares) is not None:
            return shares
    raise AssertionError("no division is possible")


async def claimed(room: Room, table: int) -> tuple[Person, tuple[int, ...], list[Person]]:
    """Let somebody claim, and return who, what, and who is asked to agree."""
    now = await room.tables.table(table)
    who, *others = claimants(now)
    shares = settled(now)
    await room.tables.claim(table, who, now.version, shares)
    return who, shares, others


@pytest.mark.parametrize("game", CLAIMED)
async def test_a_claim_that_all_agree_to_ends_the_deal_so(room: Room, game: str) -> None:
    table = await played(room, game, 1 if len(GAMES[game].sides) > 2 else 3)
    before = await room.tables.table(table)
    assert before.match is not None
    tricks = before.match.view(None).tricks
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    _, shares, others = await claimed(room, table)
    for person in others:
        now = await room.tables.table(table)
        assert now.version == before.version
        assert not now.match.results if now.match else False
        await room.tables.do(table, person, partial(_agrees, who=person))
    now = await room.tables.table(table)
    assert now.match is not None
    (result,) = now.match.results
    assert now.matters.claim is None
    assert not now.claimed
    if tricks and game != "bid_whist":
        assert result.tricks == tuple(a + b for a, b in zip(tricks, shares, strict=True))
    assert [len(notice.deals) for notice in told].count(1) == 1
    assert await room.again().table(table) == now


async def test_one_who_would_rather_play_on_is_enough(room: Room) -> None:
    table = await played(room, "bid_whist", 4)
    who, shares, others = await claimed(room, table)
    await room.tables.do(table, others[0], lambda now: agreement.agree(now, others[0]))
    await room.tables.do(table, others[1], lambda now: agreement.play_on(now, others[1]))
    now = await room.tables.table(table)
    assert now.matters.claim is None
    if shares[now.game.side_of(now.seat_of(who.id) or 0)]:
        with pytest.raises(TableRefused, match="claimed_already"):
            await room.tables.claim(table, who, now.version, shares)
    _, decision, user = await room.asked(table)
    await room.act(table, any_action(decision, room.chance), user, now.version)


async def test_nothing_is_played_while_a_claim_lies_on_the_table(room: Room) -> None:
    table = await played(room, "bid_whist", 4)
    who, _, _ = await claimed(room, table)
    now, decision, user = await room.asked(table)
    with pytest.raises(TableRefused, match="claim_pending"):
        await room.act(table, any_action(decision, room.chance), user, now.version)
    await room.tables.do(table, who, lambda now: agreement.play_on(now, who))
    await room.act(table, any_action(decision, room.chance), user, now.version)


async def test_a_pending_claim_outlives_a_restart(room: Room) -> None:
    table = await played(room, "bid_whist", 4)
    _, _, others = await claimed(room, table)
    before = await room.tables.table(table)
    room.tables = room.again()
    assert await room.tables.table(table) == before
    for person in others:
        await room.tables.do(table, person, partial(_agrees, who=person))
    now = await room.tables.table(table)
    assert now.match is not None
    assert len(now.match.results) == 1


async def test_what_the_cards_cannot_give_is_refused(room: Room) -> None:
    table = await played(room, "bid_whist", 1)
    now = await room.tables.table(table)
    (possible,) = {settled(now)}
    other = possible[::-1]
    who = next(p for p in claimants(now) if other[now.game.side_of(now.seat_of(p.id) or 0)])
    with pytest.raises(TableRefused, match="nothing_to_claim"):
        await room.tables.claim(table, who, now.version, (7, 7))
    with pytest.raises(Stale):
        await room.tables.claim(table, who, now.version - 1, possible)
    with pytest.raises(TableRefused, match="claim_impossible"):
        await room.tables.claim(table, who, now.version, other)
    with pytest.raises(TableRefused, match="claimed_already"):
        await room.tables.claim(table, who, now.version, possible)
    after = await room.tables.table(table)
    assert after.matters.claim is None
    assert (await room.tables.read(table)).shown == ()
    assert await room.again().table(table) == after


async def test_who_concedes_everything_keeps_what_the_cards_force(room: Room) -> None:
    table = await played(room, "bid_whist", 1)
    now = await room.tables.table(table)
    winner = settled(now).index(1)
    who = person_at(now, winner)
    await room.tables.claim(table, who, now.version, (winner, 1 - winner))
    after = await room.tables.table(table)
    assert after.matters.claim is not None
    assert after.matters.claim.shares[winner] == 1


async def test_dummy_claims_nothing_and_is_not_asked(room: Room) -> None:
    table = await played(room, "biritch", 5)
    now = await room.tables.table(table)
    assert now.match is not None
    silent = claims.silent(now.game, now.match)
    assert silent is not None
    dummy = person_at(now, silent)
    with pytest.raises(TableRefused, match="dummy_claims_nothing"):
        await room.tables.claim(table, dummy, now.version, settled(now))
    await claimed(room, table)
    assert silent not in agreement.waiting(await room.tables.table(table))


async def test_only_who_claims_shows_a_hand_and_nobody_sees_the_line(room: Room) -> None:
    table = await played(room, "bid_whist", 4)
    who, _, others = await claimed(room, table)
    now = await room.tables.table(table)
    seat = now.seat_of(who.id)
    assert now.match is not None
    assert seat is not None
    for user in (None, *(one.id for one in others)):
        read = await room.tables.read(table, user)
        assert read.shown == now.match.view(seat).hand
        assert not hasattr(read, "claimed")
        assert read.view == now.match.view(read.seat)


async def test_there_is_nothing_to_claim_in_bura_or_before_the_play(room: Room) -> None:
    bura = await room.seated("bura", channel=1)
    whist = await room.seated("bid_whist", channel=2)
    for table in (bura, whist):
        now = await room.tables.table(table)
        assert (await room.tables.read(table)).shares == ()
        with pytest.raises(TableRefused, match="nothing_to_claim"):
            await room.tables.claim(table, ANN, now.version, (1, 0))


async def test_a_claim_that_nobody_answers_lapses(room: Room) -> None:
    table = await played(room, "bid_whist", 4)
    driver = Driver(room.tables, Puppet(), replace(AT_ONCE, consent=0.05))
    await claimed(room, table)
    assert (await answered(room, table)).matters.claim is None
    await driver.stop()


async def with_computers(room: Room, left: int, conceded: bool) -> Table:
    """Let South claim or concede all that is left against computers, and return what came of it."""
    table = await played(room, "bid_whist", left)
    for person in (BO, CY, DI):
        await room.tables.leave(table, person)
    now = await room.tables.table(table)
    rest = left if not conceded else 0
    shares = (rest, left - rest)
    assert now.match is not None
    if claims.line(now.game, now.match, shares) is None:
        return now
    await room.tables.claim(table, ANN, now.version, shares)
    driver = Driver(room.tables, Puppet(), AT_ONCE)
    driver.look(await room.tables.table(table))
    after = await answered(room, table)
    await driver.stop()
    return after


async def test_computers_agree_to_what_they_are_given(room: Room) -> None:
    for _ in range(6):
        now = await with_computers(room, 3, conceded=True)
        if now.match is not None and now.match.results:
            break
        await room.tables.end(now.id, ANN)
    assert now.match is not None
    assert now.match.results


async def test_computers_agree_to_a_claim_only_where_it_is_certain(room: Room) -> None:
    table = await played(room, "bid_whist", 4)
    now = await room.tables.table(table)
    assert now.match is not None
    for shares in claims.possible(now.game, now.match):
        line = claims.line(now.game, now.match, shares)
        if line is None:
            continue
        for seat in range(4):
            found = agreement.Settlement(shares, line)
            body = agreement.claim(now, person_at(now, seat), now.version, found)
            after, _ = fold(now, body)
            theirs = [n for n in range(4) if n % 2 != seat % 2]
            if not shares[1 - seat % 2]:
                continue
            sees = [agreement.sees(after, n) for n in theirs]
            assert all(sees) == (shares[seat % 2] == 0 or _certain(now, seat, shares))


def _certain(now: Table, seat: int, shares: tuple[int, ...]) -> bool:
    decision = now.decision
    assert now.match is not None
    assert decision is not None
    if decision.player != seat:
        return False
    hand = now.match.view(seat).hand
    return shares[seat % 2] <= claims.sure(now.game, now.match, (seat + 1) % 4, hand)


# ---------------------------------------------------------------------- the last trick


async def test_the_last_trick_plays_itself(room: Room) -> None:
    table = await played(room, "bid_whist", 1)
    driver = Driver(room.tables, Puppet(), AT_ONCE)
    driver.look(await room.tables.table(table))
    over = asyncio.Event()
    room.tables.subscribe(lambda notice: over.set() if notice.deals else None)
    await over.wait()
    await driver.stop()
    now = await room.tables.table(table)
    assert all(isinstance(action, Action) for action in now.deals[0].actions)


# ---------------------------------------------------------------------- swaps


async def test_a_swap_in_the_lobby_is_done_as_soon_as_it_is_agreed(room: Room) -> None:
    table = await room.open()
    await room.tables.sit(table, BO, 1)
    await room.tables.do(table, ANN, lambda now: agreement.ask_swap(now, ANN, 1))
    assert (await room.tables.table(table)).seat_of(ANN.id) == 0
    with pytest.raises(Stale):
        await room.tables.do(table, ANN, lambda now: agreement.agree_swap(now, ANN))
    await room.tables.do(table, BO, lambda now: agreement.agree_swap(now, BO))
    now = await room.tables.table(table)
    assert (now.seat_of(ANN.id), now.seat_of(BO.id)) == (1, 0)
    assert now.matters.swap is None


async def test_a_swap_during_a_deal_waits_for_the_next_one(room: Room) -> None:
    table = await played(room, "bismarck", 2)
    await room.tables.do(table, ANN, lambda now: agreement.ask_swap(now, ANN, 1))
    await room.tables.do(table, BO, lambda now: agreement.agree_swap(now, BO))
    now = await room.tables.table(table)
    assert (now.seat_of(ANN.id), now.seat_of(BO.id)) == (0, 1)
    room.tables = room.again()
    while (await room.tables.table(table)).decision is not None:
        now, decision, user = await room.asked(table)
        await room.act(table, any_action(decision, room.chance), user, now.version)
    assert (await room.tables.table(table)).seat_of(ANN.id) == 0
    now = await room.deal(table)
    assert (now.seat_of(ANN.id), now.seat_of(BO.id)) == (1, 0)
    assert now.held[ANN.id] == 1
    assert now.matters.swap is None


async def test_a_swap_can_be_refused_and_withdrawn(room: Room) -> None:
    table = await room.seated()
    for person in (BO, ANN):
        await room.tables.do(table, ANN, lambda now: agreement.ask_swap(now, ANN, 1))
        with pytest.raises(TableRefused, match="swap_pending"):
            await room.tables.do(table, CY, lambda now: agreement.ask_swap(now, CY, 3))
        await room.tables.do(table, person, partial(_refuses_swap, who=person))
        assert (await room.tables.table(table)).matters.swap is None


async def test_a_swap_ends_with_who_leaves(room: Room) -> None:
    table = await room.seated()
    await room.tables.do(table, ANN, lambda now: agreement.ask_swap(now, ANN, 1))
    await room.tables.leave(table, BO)
    assert (await room.tables.table(table)).matters.swap is None
