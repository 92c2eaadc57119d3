"""Biritch in its other forms by clicks alone, over the real client."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from bot.games.biritch.views import BiritchView
from bot.games.fairness import Verdict, verify
from bot.games.record import Fairness, RecordedDeal
from bot.stand_in import Message, Person
from bot.tables.driver import AT_ONCE
from bot.tables.moves import Person as AtTable
from bot.tables.table import Table
from tests.e2e.leaks import Watch
from tests.e2e.party import Party, asked, buttons, party, play_one, text_of

FOUR = ("Ann", "Bo", "Cy", "Di")


async def at_table(some: Party, **rules: str) -> None:
    """Open a table with these house rules, all four at it, and start."""
    host = some.person("Ann")
    await host.command(some.channel, "atout play", game="biritch")
    await some.quiet()
    await some.tables.set_rules(1, AtTable(host.id, host.name), rules)
    for number, name in enumerate(FOUR[1:], 1):
        person = some.person(name)
        await person.click(some.board(person), custom_id=_id(some.board(person), "sit", number))
    await some.quiet()
    await host.click(some.board(host), label="Start")
    await some.quiet()


def _id(message: Message, *wanted: object) -> str:
    texts = [str(one) for one in wanted]
    return next(
        str(part["custom_id"])
        for part in message.parts
        if str(part.get("custom_id", "")).split(":")[3:] == texts
    )


async def view_of(some: Party) -> BiritchView:
    """Return what the public may see of the match."""
    table = await some.table()
    assert table.match is not None
    view = table.match.view(None)
    assert isinstance(view, BiritchView)
    return view


async def person_at(some: Party, seat: int) -> Person:
    """Return the person who sits at a seat."""
    user = (await some.table()).seats[seat].user
    return next(one for one in map(some.person, FOUR) if one.id == user)


async def claim(some: Party, person: Person) -> Message:
    """Claim a revoke by clicks: the button, and then Yes."""
    panel = await some.open_hand(person)
    await person.click(panel, label="Claim a revoke")
    await person.click(some.panel(person), label="Yes")
    await some.quiet()
    return some.panel(person)


async def play_loose(some: Party, person: Person) -> str:
    """Play out of turn by clicks, and return the card chosen."""
    panel = await some.open_hand(person)
    await person.click(panel, label="Play out of turn…")
    menu: dict[str, Any] = next(part for part in some.panel(person).parts if "options" in part)
    value = str(menu["options"][0]["value"])
    await person.choose(some.panel(person), [value], custom_id=str(menu["custom_id"]))
    assert "counts as a revoke" in text_of(some.panel(person))
    await person.click(some.panel(person), label="Yes")
    await some.quiet()
    return value.split(" ")[1]


def in_play(table: Table) -> bool:
    """Tell whether a card is asked for."""
    return table.decision is not None and table.decision.question == "play"


def _on_turn(table: Table, seat: int) -> bool:
    return table.decision is not None and seat == table.decision.seat


async def until_play(some: Party, chance: Random) -> BiritchView:
    """Name, call and double until a card is asked for."""
    while not in_play(await some.table()):
        assert await play_one(some, chance)
    return await view_of(some)


# ------------------------------------------------------------------ whole rubbers


async def test_auction_of_strains_is_played_to_its_end_and_nothing_hidden_is_sent(
    four: Party,
) -> None:
    await at_table(four, form="auction", dummy="after_lead", doubling="unlimited")
    watch = Watch(four)
    chance = Random(31)
    while await play_one(four, chance):
        if chance.random() < 0.1:
            await watch.look()
    await watch.look()
    assert watch.cards_sent > 1_000
    assert (await view_of(four)).winners


async def test_auction_with_numbers_and_penalised_revokes_gives_nothing_away(four: Party) -> None:
    """Cards are played at random, so nearly every trick holds a revoke; some are claimed."""
    await at_table(four, form="auction_levels", revokes="penalised")
    watch = Watch(four)
    chance = Random(32)
    claimed = 0
    while not (await view_of(four)).results:
        await play_one(four, chance)
        table = await four.table()
        if in_play(table) and chance.random() < 0.06:
            view = await view_of(four)
            seat = chance.choice([seat for seat in range(4) if seat != view.dummy])
            person = await person_at(four, seat)
            if chance.random() < 0.5 and not _on_turn(table, seat):
                await play_loose(four, person)
            else:
                await claim(four, person)
                claimed += 1
        if chance.random() < 0.3:
            await watch.look()
    await watch.look()
    assert claimed > 0
    told = [text_of(m) for m in four.person("Di").sees(four.channel)]
    assert any("claimed in trick" in text for text in told)


async def test_double_dummy_shows_all_four_hands_to_everybody_once_play_begins(
    four: Party,
) -> None:
    await at_table(four, double_dummy="yes")
    watch = Watch(four)
    chance = Random(33)
    assert "Practice" not in text_of(four.board(four.person("Ann")))
    await until_play(four, chance)
    await watch.look()
    for name in FOUR:
        person = four.person(name)
        assert "Practice: all hands are open" in text_of(four.board(person))
        assert "Practice: all hands are open" in text_of(await four.open_hand(person))
    for _ in range(40):
        await play_one(four, chance)
        if chance.random() < 0.3:
            await watch.look()


# ------------------------------------------------------------------ revokes


async def test_late_claim_shows_the_summary_again_and_second_one_is_told_to_wait(
    tmp_path: Path,
) -> None:
    async with party(tmp_path, pace=replace(AT_ONCE, claims=3600)) as four:
        await at_table(four, revokes="penalised", doubling="none")
        watch = Watch(four)
        chance = Random(34)
        view = await until_play(four, chance)
        assert view.contract is not None
        right = await person_at(four, (view.contract.declarer + 3) % 4)
        chief = await person_at(four, view.contract.declarer)
        dummy = await person_at(four, view.contract.dummy)
        await play_loose(four, right)
        await watch.look()
        assert "played out of turn" in text_of(four.board(chief))
        while (await four.table()).decision is not None:
            await play_one(four, chance)
        await four.quiet()
        await watch.look()
        assert not buttons(await four.open_hand(dummy), "ask")
        await four.restart()
        watch.listen()
        before = len((await view_of(four)).claims)
        panel = await claim(four, chief)
        assert len((await view_of(four)).claims) == before + 1
        assert "claimed a revoke" in text_of(four.board(chief))
        corrected = [text for m in chief.sees(four.channel) if "Corrected" in (text := text_of(m))]
        assert len(corrected) == 1
        assert "out of turn in trick 1" in corrected[0]
        await chief.click(panel, label="Claim a revoke")
        assert "wait until another card has been played" in text_of(four.panel(chief))
        await watch.look()


async def test_whoever_is_dummy_is_called_by_nothing(four: Party) -> None:
    await at_table(four)
    chance = Random(35)
    view = await until_play(four, chance)
    assert view.dummy is not None
    dummy = await person_at(four, view.dummy)
    chief = await person_at(four, (view.dummy + 2) % 4)
    for _ in range(30):
        who = await asked(four)
        assert who is not dummy
        await play_one(four, chance)
        if not in_play(await four.table()):
            break
        shown = text_of(await four.open_hand(dummy))
        assert "Your turn" not in shown
        assert f"You are dummy: {chief.name} plays your cards." in shown


# ------------------------------------------------------------------ the cut


async def test_seal_stands_in_the_channel_before_the_cut_and_proves_the_deal(
    tmp_path: Path,
) -> None:
    async with party(tmp_path, pace=replace(AT_ONCE, cut=3600)) as four:
        await at_table(four, cut="ask")

        async def cutting() -> bool:
            return (await four.table()).cutter is not None

        await four.until(cutting)
        await four.quiet()
        table = await four.table()
        assert table.cutter is not None
        cutter = await person_at(four, table.cutter)
        other = await person_at(four, (table.cutter + 1) % 4)
        read = await four.tables.read(1)
        assert read.fairness is not None
        seal = read.fairness.commitment
        assert seal in text_of(four.board(other))
        assert f"{cutter.name}** cuts the pack" in text_of(four.board(other))
        panel = await four.open_hand(cutter)
        assert seal in text_of(panel)
        menu: dict[str, Any] = next(part for part in panel.parts if "options" in part)
        await four.restart()
        await cutter.choose(panel, ["7"], custom_id=str(menu["custom_id"]))
        await four.quiet()
        (dealt,) = (await four.table()).deals
        assert dealt.shuffle.at == 7
        assert seal in str(four.board(other).embeds)
        four.pace = AT_ONCE
        await four.restart()
        chance = Random(36)
        while not (await view_of(four)).results:
            await play_one(four, chance)
        await four.quiet()
        (summary,) = [text for m in other.sees(four.channel) if "seed `" in (text := text_of(m))]
        seed = summary.split("seed `")[1].split("`")[0]
        assert "· cut 7" in summary
        assert seal in summary
        proof = RecordedDeal(dealt.deal, (), Fairness(seed, seal, 7))
        assert verify(table.game, proof) is Verdict.FAIR
