"""Claims at a table of Biritch: when they may be made, and what they change after the deal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.computers.thinking import HereAndNow
from bot.games.game import Action, Decision, NeedsDeal, Over
from bot.tables import moves
from bot.tables.courtesy import Courtesy
from bot.tables.driver import AT_ONCE, Driver, Pace
from bot.tables.entries import Entry, Json
from bot.tables.errors import TableRefused
from bot.tables.notice import Notice
from bot.tables.read import Moment
from bot.tables.service import Tables
from bot.tables.table import Table, opened
from bot.tables.written import fold
from tests.tables.room import ANN, BO, CY, DI, PEOPLE, Room
from tests.waiting import until

PENALISED: Mapping[str, object] = {"revokes": "penalised", "doubling": "none"}


async def playing(room: Room, rules: Mapping[str, object] = PENALISED) -> int:
    """Return a table at which no trump is named and a card is to be led."""
    table = await room.seated("biritch", rules)
    _, decision, user = await room.asked(table)
    await room.tables.act(table, user, Moment(version=await _version(room, table)), "name", ("NT",))
    assert decision.question == "name"
    return table


async def _version(room: Room, table: int) -> int:
    return (await room.tables.table(table)).version


def defenders(now: Table) -> tuple[int, int]:
    """Return the people at dealer's left and right: the dealer declares."""
    dealer = now.deals[-1].deal.dealer
    return PEOPLE[(dealer + 1) % 4].id, PEOPLE[(dealer + 3) % 4].id


def declarer(now: Table) -> int:
    """Return the person who deals and declares."""
    return PEOPLE[now.deals[-1].deal.dealer].id


async def out_of_turn(tables: Tables, table: int, user: int, verb: str, *args: str) -> None:
    """Do something out of turn in the deal on the table."""
    now = await tables.table(table)
    await tables.act(table, user, Moment(deal=len(now.deals)), verb, args)


async def refusal(tables: Tables, table: int, user: int, verb: str, *args: str) -> str:
    """Return the code with which a table refuses something out of turn."""
    with pytest.raises(TableRefused) as refused:
        await out_of_turn(tables, table, user, verb, *args)
    return refused.value.code


async def a_card(room: Room, table: int, chance: Random) -> None:
    """Play any card of the hand whose turn it is."""
    now, decision, user = await room.asked(table)
    plays = [one for one in decision.actions if one.verb == "play"]
    await room.act(table, chance.choice(plays), user, now.version)


# ------------------------------------------------------------------ one claim a card


async def test_who_has_claimed_waits_for_another_card_also_after_a_restart(room: Room) -> None:
    table = await playing(room)
    _, right = defenders(await room.tables.table(table))
    await out_of_turn(room.tables, table, right, "claim_revoke")
    assert await refusal(room.tables, table, right, "claim_revoke") == "done_already"
    assert await refusal(room.again(), table, right, "claim_revoke") == "done_already"
    await a_card(room, table, Random(1))
    await out_of_turn(room.tables, table, right, "claim_revoke")


async def test_a_claim_of_one_holds_up_no_claim_of_another(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    for user in (*defenders(now), declarer(now)):
        await out_of_turn(room.tables, table, user, "claim_revoke")
        assert await refusal(room.tables, table, user, "claim_revoke") == "done_already"


async def test_who_is_on_turn_waits_like_the_others(room: Room) -> None:
    table = await playing(room)
    now, decision, user = await room.asked(table)
    await room.act(table, Action(decision.seat, "claim_revoke"), user, now.version)
    with pytest.raises(TableRefused, match="done_already"):
        await room.act(
            table, Action(decision.seat, "claim_revoke"), user, await _version(room, table)
        )


async def test_a_play_out_of_turn_may_be_claimed_at_once(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    _, right = defenders(now)
    user = declarer(now)
    await out_of_turn(room.tables, table, user, "claim_revoke")
    await out_of_turn(room.tables, table, right, "play", _some_card(now, right))
    await out_of_turn(room.tables, table, user, "claim_revoke")


def _some_card(now: Table, user: int) -> str:
    seat = now.seat_of(user)
    assert now.match is not None
    return now.match.view(seat).hand[0].text


async def test_a_second_click_on_a_play_out_of_turn_costs_nothing_more(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    _, right = defenders(now)
    card = _some_card(now, right)
    await out_of_turn(room.tables, table, right, "play", card)
    assert await refusal(room.tables, table, right, "play", card) == "done_already"


async def test_passing_twice_in_a_row_of_questions_is_no_repetition(room: Room) -> None:
    table = await room.seated("biritch", {"form": "auction"})
    for _ in range(4):
        now, decision, user = await room.asked(table)
        await room.act(table, Action(decision.seat, "pass"), user, now.version)
    assert (await room.tables.table(table)).decision is not None


# ------------------------------------------------------------------ who may


async def test_declarer_plays_out_of_turn_from_dummys_hand_and_dummy_does_nothing(
    room: Room,
) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    user = declarer(now)
    seat = now.seat_of(user)
    assert seat is not None
    dummy = PEOPLE[(seat + 2) % 4].id
    card = _some_card(now, dummy)
    assert await refusal(room.tables, table, dummy, "play", card) == "stale"
    await out_of_turn(room.tables, table, user, "play", card)
    after = await room.tables.table(table)
    assert after.deals[-1].actions[-1] == Action((seat + 2) % 4, "play", (card,))
    with pytest.raises(ValueError, match="dummy_decides_nothing"):
        await out_of_turn(room.tables, table, dummy, "claim_revoke")


async def test_dummys_cards_cannot_be_played_before_they_are_down(room: Room) -> None:
    table = await playing(room, {**PENALISED, "dummy": "after_lead"})
    now = await room.tables.table(table)
    user = declarer(now)
    dummy = PEOPLE[((now.seat_of(user) or 0) + 2) % 4].id
    with pytest.raises(ValueError, match="not_in_hand"):
        await out_of_turn(room.tables, table, user, "play", _some_card(now, dummy))


# ------------------------------------------------------------------ after the last card


async def play_out(room: Room, table: int, chance: Random) -> Table:
    """Play a deal to its last card: nobody minds what was led."""
    while (await room.tables.table(table)).decision is not None:
        await a_card(room, table, chance)
    return await room.tables.table(table)


async def test_a_late_claim_shows_the_deal_again_and_a_wrong_one_does_not(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    left, right = defenders(now)
    await out_of_turn(room.tables, table, right, "play", _some_card(now, right))
    told: list[Notice] = []
    room.tables.subscribe(told.append)
    await play_out(room, table, Random(2))
    (deal,) = [deal for notice in told for deal in notice.deals]
    assert not deal.again
    told.clear()
    await out_of_turn(room.tables, table, declarer(now), "claim_revoke")
    (corrected,) = [deal for notice in told for deal in notice.deals]
    assert corrected.again
    assert corrected.summary.number == 1
    assert corrected.summary.result != deal.summary.result
    told.clear()
    await out_of_turn(room.tables, table, left, "claim_revoke")
    again = [deal for notice in told for deal in notice.deals]
    # the other side has revoked too where it was careless; a claim that finds nothing is silent
    assert all(one.summary.result != corrected.summary.result for one in again)
    assert await refusal(room.tables, table, left, "claim_revoke") == "done_already"
    told.clear()
    await out_of_turn(room.tables, table, right, "claim_revoke")
    assert [deal for notice in told for deal in notice.deals] == []


def test_a_rubber_that_seemed_over_goes_on_after_a_claim() -> None:
    """The table in itself, without a disk: what is written is all that it is made of."""
    reopened = 0
    for attempt in range(12):
        chance = Random(attempt)
        now = _to_the_end(_started(), chance)
        assert now.match is not None
        over = now.match.decision()
        assert isinstance(over, Over)
        assert now.phase == "playing"
        claimer = next(seat for seat in now.match.others() if seat not in over.winners)
        claim = moves.act(now, PEOPLE[claimer].id, Moment(deal=len(now.deals)), "claim_revoke", ())
        now, _ = fold(now, claim)
        assert now.match is not None
        if isinstance(now.match.decision(), NeedsDeal):
            reopened += 1
            now, _ = fold(now, moves.shuffle(now, chance.randbytes(32), chance))
            assert now.decision is not None
        else:
            now, _ = fold(now, moves.finish(now, now.version))
            assert now.phase == "over"
    assert reopened > 0


def _started() -> Table:
    body: dict[str, Json] = {
        "game": "biritch",
        "rules": {key: str(value) for key, value in PENALISED.items()},
        "guild": 1,
        "channel": 1,
        "host": ANN.id,
    }
    now = opened(1, Entry("opened", body, ANN.id))
    for seat, person in enumerate((ANN, BO, CY, DI)):
        now, _ = fold(now, moves.sit(now, person, seat))
    now, _ = fold(now, moves.start(now, ANN, None, Random(0)))
    return now


def _to_the_end(now: Table, chance: Random) -> Table:
    while True:
        assert now.match is not None
        waits = now.match.decision()
        if isinstance(waits, Over):
            return now
        if isinstance(waits, NeedsDeal):
            some = moves.shuffle(now, chance.randbytes(32), chance)
        else:
            action = chance.choice([a for a in waits.actions if a.verb in ("name", "play")])
            user = PEOPLE[waits.player].id
            some = moves.act(now, user, Moment(version=now.version), action.verb, action.args)
        now, _ = fold(now, some)


# ------------------------------------------------------------------ by themselves


class Driven:
    """A table of people and computers with its driver."""

    def __init__(self, tables: Tables, pace: Pace) -> None:
        self.tables = tables
        self.driver = Driver(tables, HereAndNow(), pace)
        self._stirred = asyncio.Event()
        tables.subscribe(lambda notice: self._stirred.set())

    async def until(self, table: int, true: Callable[[Table], bool]) -> Table:
        """Wait until something holds of the table."""
        while True:
            self._stirred.clear()
            now = await self.tables.table(table)
            if true(now):
                return now
            await self._stirred.wait()


def claims(now: Table) -> list[int]:
    """Return the seats that have claimed in the deal on the table."""
    return [one.seat for one in now.deals[-1].actions if one.verb == "claim_revoke"]


async def test_a_computer_claims_what_it_can_prove_while_a_person_thinks(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    left, right = defenders(now)
    chief = next(person for person in PEOPLE if person.id == declarer(now))
    await room.tables.mind(table, chief)
    driven = Driven(room.tables, AT_ONCE)
    await out_of_turn(room.tables, table, right, "play", _some_card(now, right))
    now = await driven.until(table, lambda now: bool(claims(now)))
    assert claims(now) == [now.seat_of(chief.id)]
    assert now.decision is not None
    assert now.seats[now.decision.player].user == left
    await driven.driver.stop()


async def test_a_computer_that_declares_plays_dummys_hand_too(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    left, right = defenders(now)
    chief = next(person for person in PEOPLE if person.id == declarer(now))
    await room.tables.mind(table, chief)
    driven = Driven(room.tables, AT_ONCE)
    chance = Random(6)
    for _ in range(8):
        now = await driven.until(
            table,
            lambda now: (
                now.decision is not None and now.seats[now.decision.player].user in (left, right)
            ),
        )
        await a_card(room, table, chance)
    played = {one.seat for one in now.deals[-1].actions if one.verb == "play"}
    assert played == {0, 1, 2, 3}
    await driven.driver.stop()


async def test_a_computer_claims_after_the_last_card_what_shows_only_then(room: Room) -> None:
    table = await playing(room)
    now = await room.tables.table(table)
    _, right = defenders(now)
    await out_of_turn(room.tables, table, right, "play", _some_card(now, right))
    await play_out(room, table, Random(7))
    chief = next(person for person in PEOPLE if person.id == declarer(now))
    driven = Driven(room.tables, replace(AT_ONCE, claims=3600))
    await room.tables.mind(table, chief)
    now = await driven.until(table, lambda now: bool(claims(now)))
    assert claims(now) == [now.seat_of(chief.id)]
    assert len(now.deals) == 1
    await driven.driver.stop()


async def test_people_are_left_time_to_claim_before_the_next_deal(room: Room) -> None:
    table = await playing(room)
    pace = replace(AT_ONCE, claims=0.2)
    loop = asyncio.get_running_loop()
    played: list[float] = []
    dealt: list[float] = []

    def look(now: Table) -> None:
        if len(now.deals) == 2:
            dealt.append(loop.time())
        elif now.decision is None:
            played.append(loop.time())

    room.tables.watch(look)
    driven = Driven(room.tables, pace)
    chance = Random(3)
    while not played:
        await a_card(room, table, chance)
    await driven.until(table, lambda now: len(now.deals) == 2)
    assert dealt[0] - played[0] >= pace.claims * 0.9
    await driven.driver.stop()


async def test_the_next_deal_waits_for_whoever_is_asked_to_confirm_a_claim(room: Room) -> None:
    passed = 0.0
    courtesy = Courtesy(0.0, 600.0, now=lambda: passed)
    room.tables = Tables(
        room.store, chance=room.chance, seed=lambda: room.chance.randbytes(32), courtesy=courtesy
    )
    table = await playing(room)
    now = await play_out(room, table, Random(4))
    left, _ = defenders(now)
    await room.tables.consider(table, left, Moment(deal=1), "claim_revoke")
    dealing = asyncio.create_task(room.deal(table))
    await until(lambda: courtesy.holds_back(table) or dealing.done())
    assert not dealing.done()
    await out_of_turn(room.tables, table, left, "claim_revoke")
    with pytest.raises(TableRefused, match="stale"):
        await dealing
    passed = 600.0
    await room.deal(table)


async def test_who_cuts_is_asked_at_every_game(room: Room) -> None:
    for channel, game in enumerate(("biritch", "bid_whist", "bismarck", "bura")):
        table = await room.open(game, {"cut": "ask"}, channel=channel)
        now = await room.tables.table(table)
        for seat in range(1, len(now.seats)):
            await room.tables.sit(table, PEOPLE[seat], seat)
        await room.tables.start(table, ANN)
        now = await room.tables.table(table)
        await room.tables.shuffle(table, now.version)
        now = await room.tables.table(table)
        assert now.shuffle is not None
        assert now.cutter == (now.shuffle.dealer - 1) % len(now.seats)
        read = await room.tables.read(table)
        assert read.fairness is not None
        assert len(read.fairness.commitment) == 64
        assert read.fairness.seed == ""
        assert not isinstance(now.match and now.match.decision(), Decision)
