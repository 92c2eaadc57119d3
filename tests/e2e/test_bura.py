"""Whole sessions of Bura by clicks alone: who may declare, and that nothing can be read back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest_asyncio

from bot.games.bura import BuraMatch, BuraView
from bot.games.bura.hands import ENOUGH
from bot.games.bura.state import won_points
from bot.games.cards import Card
from bot.stand_in import Interaction, Message, Person
from bot.tables.driver import AT_ONCE
from tests.e2e.leaks import Watch
from tests.e2e.party import (
    Party,
    asked,
    buttons,
    buttons_now,
    dealt,
    note_of,
    party,
    play_one,
    seated,
    text_of,
)
from tests.seen_cards import cards_in

NAMES = ("Ann", "Bo")

UNHURRIED = replace(AT_ONCE, chance=600.0, confirm=1800.0)
"""People are left a while to declare, and a longer one to confirm it."""


class Unhurried:
    """A party whose people think for as long as the test likes: it alone turns their clock."""

    def __init__(self, some: Party) -> None:
        self.party = some
        self._courtesy = some.tables.courtesy
        self._seconds = 0.0
        self._courtesy._now = lambda: self._seconds

    def turn(self, seconds: float) -> None:
        """Let time pass."""
        self._seconds += seconds
        self._courtesy.stir(1)

    async def held_back(self) -> bool:
        """Wait until a lead is held back, or down; tell which."""

        async def either() -> bool:
            return self._courtesy.holds_back(1) or await question(self.party) == "reply"

        await self.party.until(either)
        return self._courtesy.holds_back(1)

    async def led(self) -> None:
        """Wait until a lead is down."""

        async def down() -> bool:
            return await question(self.party) == "reply"

        await self.party.until(down)


@pytest_asyncio.fixture
async def unhurried(tmp_path: Path) -> AsyncIterator[Unhurried]:
    async with party(tmp_path, pace=UNHURRIED) as some:
        yield Unhurried(some)
        assert some.server.world.violations == []


async def match_of(some: Party) -> BuraMatch:
    match = (await some.table()).match
    assert isinstance(match, BuraMatch)
    return match


async def view_of(some: Party, seat: int | None = None) -> BuraView:
    return (await match_of(some)).view(seat)


async def question(some: Party) -> str:
    view = await view_of(some)
    return "" if view.asked is None else view.asked.question


def is_summary(message: Message) -> bool:
    return any(
        field["name"].startswith("The shuffle")
        for embed in message.embeds
        for field in embed.get("fields", ())
    )


def all_text(message: Message) -> str:
    """Return everything that a message says, pictures and buttons included."""
    parts = [text_of(message)]
    parts += [str(part.get("custom_id", "")) for part in message.parts]
    parts += [str(one.description) for one in message.attachments]
    return "\n".join(parts)


def cards_of(view: BuraView) -> set[Card]:
    """Return the cards that a view shows."""
    trick = [play.card for play in view.trick]
    if view.last_trick is not None:
        trick += [play.card for play in view.last_trick.plays]
    turned = [] if view.turned is None else [view.turned]
    announced = [one for shown in view.announced for one in shown.cards]
    return {*view.hand, *trick, *turned, *announced}


async def nothing_can_be_read_back(some: Party) -> None:
    """Check that all that stands on anybody's screen now is in their present view."""
    await some.quiet()
    for name in ("Ann", "Bo", "Cy"):
        person = some.person(name)
        table = await some.table()
        seat = table.seat_of(person.id)
        seen = cards_of(await view_of(some, seat))
        for message in person.sees(some.channel):
            if not is_summary(message):
                assert set(cards_in(all_text(message))) <= seen, name
        dealt = (await match_of(some)).open_deal is not None
        for message in some.person("Cy").sees(some.channel):
            assert is_summary(message) or not dealt or "points" not in text_of(message)


def offers_31(some: Party, person: Person) -> bool:
    return bool(buttons(some.panel(person), "ask"))


async def declare(some: Party, person: Person) -> Message:
    """Press Declare 31, and return the panel that asks once more."""
    await person.click(some.panel(person), label="Declare 31")
    return some.panel(person)


async def confirm(some: Party, person: Person, label: str = "Yes") -> str:
    answered = await person.click(some.panel(person), label=label)
    return note_of(answered)


async def maybe_declare(some: Party, chance: Random) -> bool:
    """Let a person with 31 points declare, and now and then one without; tell whether one did."""
    match = await match_of(some)
    if match.open_deal is None:
        return False
    points = won_points(match.open_deal)
    table = await some.table()
    for seat, one in enumerate(table.seats):
        if not one.person or chance.random() > (0.6 if points[seat] >= ENOUGH else 0.02):
            continue
        person = some.person(one.name)
        await some.quiet()
        if offers_31(some, person):
            await declare(some, person)
            await confirm(some, person)
            return True
    return False


async def play_on(some: Party, chance: Random) -> bool:
    """Let somebody do something; False when the match is over."""
    return await maybe_declare(some, chance) or await play_one(some, chance)


async def until_asked(some: Party, wanted: str, chance: Random, names: Sequence[str]) -> Person:
    """Play until this is asked of one of these people, and return who it is."""
    while True:
        person = await asked(some)
        if person is not None and person.name in names and await question(some) == wanted:
            await some.quiet()
            return person
        assert await play_one(some, chance)


async def open_hands(some: Party) -> None:
    for name in NAMES:
        await some.open_hand(some.person(name))


# ------------------------------------------------------------------ whole sessions


async def test_two_people_play_a_session_and_nothing_can_ever_be_read_back(four: Party) -> None:
    await seated(four, NAMES, "bura")
    watch = Watch(four)
    await watch.look()
    chance = Random(71)
    await open_hands(four)
    while await play_on(four, chance):
        await nothing_can_be_read_back(four)
        await watch.look()
    await four.quiet()
    view = await view_of(four)
    assert view.pots_won == 5
    assert sum(view.totals) + view.pot == 0
    cy = four.person("Cy")
    summaries = [m for m in cy.sees(four.channel) if is_summary(m)]
    assert len(summaries) == len(view.history)
    assert "the match" in text_of(four.board(cy)) or "A draw" in text_of(four.board(cy))
    await cy.click(four.board(cy), label="Score")
    sheet = text_of(four.panel(cy))
    assert "pots won 5 of 5" in sheet
    assert watch.cards_sent > 1000


async def test_one_person_plays_a_session_with_a_computer(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="bura", computers=True)
    await four.quiet()
    chance = Random(72)
    while await play_on(four, chance):
        await nothing_can_be_read_back(four)
    over = await four.table()
    assert over.phase == "over"
    assert [seat.level is None for seat in over.seats] == [True, False]


async def test_deal_in_which_nobody_declares_ends_void_or_by_a_bura(four: Party) -> None:
    await seated(four, NAMES, "bura")
    chance = Random(73)
    endings: list[str] = []
    while len(endings) < 4:
        assert await play_one(four, chance)
        endings = [str(one.how) for one in (await view_of(four)).history]
    await four.quiet()
    texts = [text_of(m) for m in four.person("Cy").sees(four.channel) if is_summary(m)]
    words = {"void": "nobody declared: nobody wins. Each adds 1", "bura": "bura"}
    for text, ending in zip(texts, endings, strict=True):
        assert words[ending] in text
    assert "void" in endings


async def test_hidden_replies_and_the_counting_aid_are_kept_from_the_other(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    await ann.click(four.board(ann), label="House rules")
    for rule, value in (("losing_replies", "hidden"), ("counting_aid", "own_total")):
        panel = four.panel(ann)
        menu = next(p for p in panel.parts if str(p.get("custom_id")).split(":")[3:4] == ["rule"])
        await ann.choose(panel, [rule], custom_id=menu["custom_id"])
        panel = four.panel(ann)
        menu = next(p for p in panel.parts if ":rulevalue" in str(p.get("custom_id")))
        await ann.choose(panel, [value], custom_id=menu["custom_id"])
    ann.dismiss(four.panel(ann))
    bo = four.person("Bo")
    await bo.click(four.board(bo), label="Sit West")
    await four.quiet()
    await ann.click(four.board(ann), label="Start")
    await four.until(lambda: dealt(four))
    await four.quiet()
    await open_hands(four)
    chance = Random(74)
    face_down = 0
    while len((await view_of(four)).history) < 2:
        assert await play_on(four, chance)
        await nothing_can_be_read_back(four)
        face_down += "▮" in text_of(four.board(ann))
        if (await view_of(four)).asked is not None:
            assert "Your tricks so far" in text_of(four.panel(ann))
            assert "Your tricks so far" not in text_of(four.board(ann))
    assert face_down


# ------------------------------------------------------------------ panels left lying


async def test_a_new_panel_takes_the_old_one_away(four: Party) -> None:
    await seated(four, NAMES, "bura")
    ann = four.person("Ann")
    newest = 0

    async def alone() -> bool:
        return [m.id for m in ann.sees(four.channel) if m.ephemeral] == [newest]

    for _ in range(3):
        newest = (await four.open_hand(ann)).id
        await four.until(alone)


async def test_panel_follows_the_board_below_the_summary(four: Party) -> None:
    await seated(four, NAMES, "bura")
    chance = Random(75)
    await open_hands(four)
    await until_asked(four, "draw", chance, NAMES)
    ann = four.person("Ann")
    await declare(four, ann)
    await confirm(four, ann)

    async def followed() -> bool:
        last = ann.sees(four.channel)[-3:]
        one_panel = [m.ephemeral for m in ann.sees(four.channel)].count(True) == 1
        below = [is_summary(m) for m in last] == [True, False, False] and last[2].ephemeral
        return one_panel and below

    await four.until(followed)


async def test_match_goes_on_after_restarts_and_no_old_panel_shows_a_trick(four: Party) -> None:
    await seated(four, NAMES, "bura")
    chance = Random(76)
    stopped_at: set[str] = set()
    await open_hands(four)
    while len(stopped_at) < 3 or len((await view_of(four)).history) < 2:
        here = await question(four)
        if here in ("draw", "lead", "reply") and here not in stopped_at:
            stopped_at.add(here)
            before = await four.table()
            await four.restart()
            assert await four.table() == before
            for name in NAMES:
                person = four.person(name)
                assert set(cards_in(all_text(four.panel(person)))) == set()
                await person.click(four.panel(person), label="My hand")
            await nothing_can_be_read_back(four)
        assert await play_on(four, chance)
    await nothing_can_be_read_back(four)


async def test_last_trick_is_shown_to_nobody_who_asks_for_it(four: Party) -> None:
    await seated(four, NAMES, "bura")
    await until_asked(four, "draw", Random(77), NAMES)
    answered = await four.person("Ann").command(four.channel, "atout last")
    assert "Nobody looks back in this game" in note_of(answered)
    assert set(cards_in(note_of(answered))) == set()


# ------------------------------------------------------------------ declaring 31


async def test_the_other_declares_unasked_and_the_question_lasts_while_it_may(four: Party) -> None:
    await seated(four, NAMES, "bura")
    await open_hands(four)
    winner = await until_asked(four, "draw", Random(78), NAMES)
    other = four.person("Bo" if winner.name == "Ann" else "Ann")
    assert offers_31(four, winner)
    assert offers_31(four, other)
    panel = await declare(four, other)
    assert "costs you **2** tokens" in text_of(panel)
    await winner.click(four.panel(winner), label="Draw")
    await four.quiet()
    assert "costs you **2** tokens" in text_of(four.panel(other))
    await confirm(four, other)
    (outcome,) = (await view_of(four)).history
    assert outcome.by == (await four.table()).seat_of(other.id)


async def test_a_declaration_confirmed_after_the_next_card_is_refused_in_words(four: Party) -> None:
    await seated(four, NAMES, "bura")
    await open_hands(four)
    chance = Random(79)
    leader = await until_asked(four, "lead", chance, NAMES)
    while not offers_31(four, leader):
        await play_one(four, chance)
        leader = await until_asked(four, "lead", chance, NAMES)
    other = four.person("Bo" if leader.name == "Ann" else "Ann")
    yes = next(p for p in (await declare(four, other)).parts if p.get("label") == "Yes")
    old = four.panel(other)
    before = (await view_of(four)).history
    version = (await four.table()).version
    lead = buttons_now(four, leader, version)[0]
    led = leader.start_component(four.panel(leader), lead["custom_id"])
    answered = other.start_component(old, yes["custom_id"])
    await asyncio.gather(led.answered.wait(), answered.answered.wait())
    assert "A card is down: 31 has to wait until the trick is over." in note_of(answered)
    assert (await view_of(four)).history == before


async def first_gap(some: Party, chance: Random) -> tuple[Person, Person]:
    """Play until a trick has just been taken; return its winner and the other."""
    await seated(some, NAMES, "bura")
    await open_hands(some)
    winner = await until_asked(some, "draw", chance, NAMES)
    return winner, some.person("Bo" if winner.name == "Ann" else "Ann")


async def start_lead(some: Party, leader: Person) -> Interaction:
    """Draw, and press a lead without waiting for what comes of it."""
    await leader.click(some.panel(leader), label="Draw")
    await some.quiet()
    if await question(some) == "special":
        await leader.click(some.panel(leader), label="Keep it quiet")
        await some.quiet()
    version = (await some.table()).version
    lead = buttons_now(some, leader, version)[0]
    return leader.start_component(some.panel(leader), lead["custom_id"])


async def test_a_lead_leaves_the_other_a_moment_to_declare(unhurried: Unhurried) -> None:
    some = unhurried.party
    winner, other = await first_gap(some, Random(80))
    await start_lead(some, winner)
    assert await unhurried.held_back()
    assert await question(some) == "lead"
    assert offers_31(some, other)
    unhurried.turn(UNHURRIED.chance - 1)
    assert await unhurried.held_back()
    unhurried.turn(1)
    await unhurried.led()


async def test_a_lead_waits_while_the_other_is_asked_to_confirm(unhurried: Unhurried) -> None:
    some = unhurried.party
    winner, other = await first_gap(some, Random(81))
    await declare(some, other)
    lead = await start_lead(some, winner)
    assert await unhurried.held_back()
    unhurried.turn(UNHURRIED.chance + 1)
    assert await unhurried.held_back()
    await confirm(some, other)
    (outcome,) = (await view_of(some)).history
    assert str(outcome.how) == "false_call"
    await lead.answered.wait()


async def test_a_lead_waits_no_longer_than_confirming_may_take(unhurried: Unhurried) -> None:
    some = unhurried.party
    winner, other = await first_gap(some, Random(81))
    await declare(some, other)
    await start_lead(some, winner)
    assert await unhurried.held_back()
    unhurried.turn(UNHURRIED.confirm)
    await unhurried.led()


async def test_whoever_goes_back_is_waited_for_no_longer(unhurried: Unhurried) -> None:
    some = unhurried.party
    winner, other = await first_gap(some, Random(82))
    await declare(some, other)
    await start_lead(some, winner)
    unhurried.turn(UNHURRIED.chance + 1)
    assert await unhurried.held_back()
    await confirm(some, other, "No, go back")
    await unhurried.led()
    assert (await view_of(some)).history == ()
