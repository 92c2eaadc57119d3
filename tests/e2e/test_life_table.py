"""A match with everything that life does to it: absence, leaving, claims, votes, onlookers."""

from __future__ import annotations

from random import Random

from bot.games import claims
from bot.stand_in import Person
from bot.tables import deadlines, entries, moves, votes
from bot.tables.entries import Entry, Json
from storage.models import TableChanges
from tests.e2e.party import Party, asked, is_board, note_of, play_one, seated, text_of
from tests.e2e.test_life_lobby import choose, identity, pings, press
from tests.seen_cards import cards_in

NAMES = ("Ann", "Bo", "Cy", "Di")


async def rings(some: Party, table: int = 1) -> None:
    """Let the time be over that a table waits for."""
    await some.bot.store.commit(table, changes=TableChanges(due_at=1))
    await some.bot.clock.ring()
    await some.quiet()


async def absent(some: Party) -> tuple[Person, Person, int]:
    """Return who is waited for, somebody else who sits here, and the seat waited for."""
    await some.until(lambda: _is_asked(some))
    person = await asked(some)
    assert person is not None
    other = next(p for p in map(some.person, NAMES) if p.id != person.id)
    seat = (await some.table()).seat_of(person.id)
    assert seat is not None
    return person, other, seat


async def _is_asked(some: Party) -> bool:
    return await asked(some) is not None


async def test_a_reminder_then_a_computer_and_back_with_one_click(four: Party) -> None:
    await seated(four, NAMES)
    person, other, seat = await absent(four)
    before = pings(four)
    await rings(four)
    assert pings(four) == [*before, person.id]
    assert "still waits for you" in text_of(four.board(other))
    await rings(four)
    assert pings(four) == [*before, person.id]
    board = four.board(other)
    assert "A computer may play" in text_of(board)
    assert "no seat" in await press(four, person, board, "standin", str(seat))
    await four.restart()
    hand = (await four.table()).match
    await press(four, other, four.board(other), "standin", str(seat))
    await four.until(lambda: _computer_plays(four, seat))
    await four.open_hand(person)
    table = await four.table()
    assert table.seats[seat].person
    assert hand is not None
    assert table.match is not None
    assert set(table.match.view(seat).hand) <= set(hand.view(seat).hand)
    assert "Your hand" in text_of(four.panel(person))


async def _computer_plays(some: Party, seat: int) -> bool:
    return (await some.table()).seats[seat].absent


async def test_in_quiet_mode_nobody_is_ever_called(four: Party) -> None:
    await seated(four, NAMES)
    ann = four.person("Ann")
    await press(four, ann, four.board(ann), "more")
    await press(four, ann, four.panel(ann), "seats")
    await press(four, ann, four.panel(ann), "quiet", "yes")
    before = pings(four)
    await rings(four)
    await rings(four)
    assert pings(four) == before
    assert (await four.table()).matters.late == "overdue"


async def test_a_forgotten_table_rests_and_is_taken_up_by_one_click(four: Party) -> None:
    await seated(four, NAMES)
    _, other, _ = await absent(four)
    for _ in range(3):
        await rings(four)
    assert (await four.table()).suspended == "forgotten"
    assert "rests" in text_of(four.board(other))
    before = await four.table()
    await four.restart()
    await press(four, other, four.board(other), "resume")
    now = await four.table()
    assert not now.suspended
    assert now.match == before.match
    boards = [m for m in other.sees(four.channel) if is_board(m)]
    assert len(boards) == 1
    assert "My hand" in text_of(four.board(other))


async def test_a_resting_table_comes_back_by_the_command(four: Party) -> None:
    await seated(four, NAMES)
    await four.tables.suspend(1, "forgotten")
    await four.quiet()
    bo = four.person("Bo")
    await bo.command(four.channel, "atout table")
    await four.quiet()
    assert not (await four.table()).suspended
    assert "My hand" in text_of(four.board(bo))


async def test_a_deserted_table_makes_room_for_another(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="biritch", computers=True)
    await four.until(lambda: _is_asked(four))
    await four.quiet()
    taken = await bo.command(four.channel, "atout play", game="bura")
    assert "aside" not in text_of(four.panel(bo))
    assert "open in this channel already" in note_of(taken)
    for _ in range(2):
        await rings(four)
    await bo.command(four.channel, "atout play", game="bura")
    await four.quiet()
    await press(four, bo, four.panel(bo), "aside")
    await bo.command(four.channel, "atout play", game="bura")
    await four.quiet()
    assert (await four.table(2)).open
    assert (await four.table(1)).suspended == "aside"


async def test_whoever_sits_down_next_plays_the_same_hand_on(four: Party) -> None:
    await seated(four, NAMES[:3], "biritch")
    bo, di = four.person("Bo"), four.person("Di")
    before = (await four.table()).match
    assert before is not None
    hand = set(before.view(1).hand)
    await bo.command(four.channel, "atout leave")
    await press(four, bo, four.panel(bo), "leave", "yes")
    watching = await di.click(four.board(di), label="My hand")
    assert "You have no seat" in note_of(watching)
    await press(four, di, four.panel(di), "sit", "1")
    now = await four.table()
    assert now.match is not None
    assert now.seat_of(di.id) == 1
    assert set(now.match.view(1).hand) <= hand
    back = await bo.click(four.board(bo), label="My hand")
    assert "You have no seat" in note_of(back)


async def test_onlookers_see_no_more_than_the_public(four: Party) -> None:
    await seated(four, NAMES[:2], "bura")
    di = four.person("Di")
    table = await four.table()
    assert table.match is not None
    public = table.match.view(None)
    hands = {card for seat in range(2) for card in table.match.view(seat).hand}
    for label in ("My hand", "Score", "More", "Rules"):
        clicked = await di.click(four.board(di), label=label)
        assert clicked.error is None
        found = set(cards_in(note_of(clicked)))
        assert not (found & hands - {play.card for play in public.trick}), label
    assert "My hand" not in note_of(await di.click(four.board(di), label="My hand"))


# ---------------------------------------------------------------------- claims


async def to_the_end_of(some: Party, left: int, chance: Random) -> None:
    """Play until so many tricks are left, and nobody has played to the next."""
    while True:
        table = await some.table()
        match = table.match
        between = match is not None and claims.playing(match) and not match.view(None).trick
        if match is not None and between and claims.left(match) <= left:
            return
        assert await play_one(some, chance)


async def claimed(some: Party) -> tuple[Person, str]:
    """Let somebody claim what the cards allow, by menus, and return who and the shares."""
    table = await some.table()
    assert table.match is not None
    seat = next(n for n in range(len(table.seats)) if n != claims.silent(table.game, table.match))
    person = next(p for p in map(some.person, NAMES) if p.id == table.seats[seat].user)
    shares = next(
        one
        for one in claims.possible(table.game, table.match)
        if claims.line(table.game, table.match, one) is not None
    )
    value = "-".join(map(str, shares))
    await press(some, person, some.board(person), "more")
    await press(some, person, some.panel(person), "claim")
    sure = await choose(some, person, "claimof", value=value)
    assert "Everybody sees your hand" in sure
    await press(some, person, some.panel(person), "claim", *map(str, shares))
    return person, value


async def test_a_claim_is_shown_with_the_hand_and_settles_the_deal(four: Party) -> None:
    await seated(four, NAMES, "bid_whist")
    chance = Random(3)
    await to_the_end_of(four, 4, chance)
    who, _ = await claimed(four)
    table = await four.table()
    assert table.match is not None
    assert table.matters.claim is not None
    hand = set(table.match.view(table.matters.claim.seat).hand)
    board = four.board(who)
    assert hand <= set(cards_in(text_of(board)))
    await four.restart()
    onlooker = await who.click(board, custom_id=identity(board, "agree"))
    assert "moved on" in note_of(onlooker)
    for person in map(four.person, NAMES):
        if person.id != who.id:
            await press(four, person, four.board(person), "agree")
    now = await four.table()
    assert now.match is not None
    assert len(now.match.results) == 1
    summaries = [m for m in who.sees(four.channel) if "deal 1" in text_of(m)]
    assert summaries


async def test_a_claim_is_refused_on_the_panel_and_play_goes_on(four: Party) -> None:
    await seated(four, NAMES, "biritch")
    chance = Random(5)
    await to_the_end_of(four, 4, chance)
    table = await four.table()
    assert table.match is not None
    who, _ = await claimed(four)
    silent = claims.silent(table.game, table.match)
    other = next(
        p for p in map(four.person, NAMES) if p.id != who.id and table.seat_of(p.id) != silent
    )
    await four.open_hand(other)
    assert f"✋ **{who.name}** concedes" in text_of(four.panel(other))
    await press(four, other, four.panel(other), "playon")
    assert (await four.table()).matters.claim is None
    assert f"{other.name}** would rather play on" in text_of(four.board(who))
    while (await four.table()).match is not None:
        now = await four.table()
        if now.match is not None and now.match.results:
            break
        assert await play_one(four, chance)


# ---------------------------------------------------------------------- votes and swaps


async def test_most_of_the_people_end_the_table(four: Party) -> None:
    await seated(four, NAMES)
    bo, cy, di = map(four.person, ("Bo", "Cy", "Di"))
    await bo.command(four.channel, "atout end")
    voted = await press(four, bo, four.panel(bo), "end", "yes")
    assert "vote is counted" in voted
    assert "end the table: Bo (1 of 3 votes)" in text_of(four.board(cy))
    await press(four, cy, four.board(cy), "vote", "end")
    await press(four, di, four.board(di), "vote", "end")
    assert (await four.table()).why_ended == "voted"
    assert "voted to end" in text_of(four.board(bo))


async def test_somebody_is_sent_away_and_their_panel_with_them(four: Party) -> None:
    await seated(four, NAMES)
    ann, bo = four.person("Ann"), four.person("Bo")
    await four.open_hand(bo)
    await press(four, ann, four.board(ann), "more")
    await press(four, ann, four.panel(ann), "seats")
    await choose(four, ann, "seatof", value="1")
    await choose(four, ann, "seatdo", "1", value="remove")
    assert (await four.table()).seat_of(bo.id) is None
    assert not any("Your hand" in text_of(m) for m in bo.sees(four.channel) if m.ephemeral)
    again = await bo.click(four.board(bo), label="My hand")
    sat = await press(four, bo, four.panel(bo), "sit", "1")
    assert "sent away" in sat
    assert again.error is None


async def test_whoever_is_sent_away_by_a_vote_that_counts_again_loses_the_panel(
    four: Party,
) -> None:
    await seated(four, NAMES)
    bo, cy, di = map(four.person, ("Bo", "Cy", "Di"))
    away: dict[str, Json] = {"seat": 2, "level": "normal", "absent": True}

    async def votes_against_di(person: Person) -> None:
        who = moves.Person(person.id, person.name)
        await four.tables.do(1, who, lambda now: votes.remove(now, who, 3))

    await votes_against_di(cy)
    await four.tables.by_itself(1, lambda _: [Entry(entries.MINDED, away)])
    await votes_against_di(bo)
    await four.open_hand(di)
    assert (await four.table()).seat_of(di.id) == 3
    await four.open_hand(cy)
    await four.quiet()
    assert (await four.table()).seat_of(di.id) is None
    assert not any("Your hand" in text_of(m) for m in di.sees(four.channel) if m.ephemeral)


async def test_two_people_agree_to_change_seats(four: Party) -> None:
    await seated(four, NAMES, "biritch")
    ann, bo = four.person("Ann"), four.person("Bo")
    await press(four, ann, four.board(ann), "more")
    await press(four, ann, four.panel(ann), "seats")
    await choose(four, ann, "seatof", value="1")
    await choose(four, ann, "seatdo", "1", value="swap")
    assert "would like to change seats" in text_of(four.board(bo))
    await press(four, bo, four.board(bo), "swap", "yes")
    table = await four.table()
    assert table.matters.swap is not None
    assert table.matters.swap.agreed
    assert table.seat_of(ann.id) == 0
    chance = Random(8)
    while len((await four.table()).deals) < 2 and await play_one(four, chance):
        pass
    table = await four.table()
    assert table.phase != "playing" or table.seat_of(ann.id) == 1


async def test_a_person_who_looks_is_there_again(four: Party) -> None:
    await seated(four, NAMES)
    person, _, _ = await absent(four)
    await rings(four)
    await four.open_hand(person)
    assert (await four.table()).matters.late == ""
    assert deadlines.awaited(await four.table()) is not None
