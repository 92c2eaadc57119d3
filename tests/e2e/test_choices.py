"""Choices, rules by topic, hints and card emojis, through the real client."""

from __future__ import annotations

from random import Random

import pytest

from bot.emojis import find, upload
from bot.games.cards import PACK_54
from bot.games.game import Action
from bot.games.trick import order as ranking
from bot.render.emojis import drawings, usual_deck
from bot.render.hands import arranged, by_suit
from bot.render.tell import tell
from bot.stand_in import Message
from bot.stand_in.errors import Refused
from tests.e2e.party import (
    Party,
    asked,
    buttons,
    dealt,
    play_one,
    seated,
    text_of,
    waits,
)


async def test_a_deck_of_text_and_a_language_hold_for_that_person_alone(four: Party) -> None:
    await seated(four, ["Ann", "Bo", "Cy", "Di"])
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout-me preferences")
    await ann.choose(four.panel(ann), ["fr"], custom_id="v1:0:-:pref:language")
    assert "Vos cartes" in text_of(four.panel(ann))
    await ann.choose(four.panel(ann), ["plain"], custom_id="v1:0:-:pref:deck")
    await four.open_hand(ann)
    await four.open_hand(bo)
    assert "Votre main" in text_of(four.panel(ann))
    assert "Your hand" in text_of(four.panel(bo))
    await four.restart()
    await four.open_hand(ann)
    assert "Votre main" in text_of(four.panel(ann))


async def test_who_wants_to_be_asked_before_each_card_is_asked(four: Party) -> None:
    await seated(four, ["Ann", "Bo", "Cy"], game="bismarck")
    everybody = [four.person(name) for name in ("Ann", "Bo", "Cy")]
    for person in everybody:
        await person.command(four.channel, "atout-me preferences")
        await person.click(four.panel(person), custom_id="v1:0:-:pref:confirm:on")
    chance = Random(1)
    while not any(a.verb == "play" for a in await _legal(four)):
        assert await play_one(four, chance)
    before = (await four.table()).version
    table = await four.table()
    assert table.decision is not None
    person = everybody[table.decision.player]
    panel = await four.open_hand(person)
    ask = next(b for b in panel.parts if ":ask:play:" in str(b.get("custom_id", "")))
    await person.click(panel, custom_id=ask["custom_id"])
    assert (await four.table()).version == before
    assert "are you sure?" in text_of(four.panel(person))
    await person.click(four.panel(person), label="Yes")
    assert (await four.table()).version > before


async def _legal(four: Party) -> tuple[Action, ...]:
    decision = (await four.table()).decision
    return () if decision is None else decision.actions


@pytest.mark.parametrize("game", ["biritch", "bura"])
async def test_a_hint_says_what_to_do_to_who_asked_and_changes_nothing(
    four: Party, game: str
) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game=game, computers=True)

    async def mine() -> bool:
        decision = (await four.table()).decision
        return decision is not None and decision.player == 0

    await four.until(mine)
    panel = await four.open_hand(ann)
    before = await four.table()
    hint = next(b for b in panel.parts if str(b.get("custom_id", "")).endswith(":hint"))
    await ann.click(panel, custom_id=hint["custom_id"])
    assert "I would" in text_of(four.panel(ann))
    assert (await four.table()).version == before.version
    assert not any("I would" in text_of(m) for m in four.person("Bo").sees(four.channel))


async def test_rules_are_found_by_topic_and_the_guide_is_read_to_its_end(four: Party) -> None:
    bo = four.person("Bo")
    found = await bo.autocomplete(four.channel, "atout rules", focused="topic", value="dum")
    assert [choice["value"] for choice in found.choices or ()] == ["dummy"]
    await bo.command(four.channel, "atout rules", game="biritch", topic="dummy")
    assert "lies open" in text_of(four.panel(bo))
    await bo.choose(four.panel(bo), ["slams"], custom_id="v1:0:-:topic:biritch")
    assert "13 tricks" in text_of(four.panel(bo))
    await bo.click(four.panel(bo), label="Your first match")
    for _ in range(4):
        await bo.click(four.panel(bo), label="Next")
    assert "5 of 5" in str(four.panel(bo).embeds)


async def test_emojis_are_uploaded_once_and_cards_are_drawn_with_them(four: Party) -> None:
    assert (await find(four.bot)).written == {}
    four.server.faults.status("POST /applications/.*/emojis", 503, times=2)
    usual = await upload(four.bot, tries=4, some=usual_deck)
    assert usual.new == len(usual_deck()) == 55
    table = await find(four.bot)
    assert all(table.card(one, "four", "en") for one in PACK_54)
    assert table.card(PACK_54[1], "four", "fr") is None
    first = await upload(four.bot, tries=4)
    assert (first.there, first.new) == (55, len(drawings()) - 55)
    again = await upload(four.bot)
    assert (again.there, again.new, again.failed) == (len(drawings()), 0, 0)
    four.bot.looks.emojis = await find(four.bot)
    await seated(four, ["Ann", "Bo"], game="bura")
    panel = await four.open_hand(four.person("Bo"))
    assert "<:" in text_of(panel)


async def test_the_host_cuts_hints_for_a_table_and_a_server_for_all(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    guild = four.channel.guild
    assert guild is not None
    await seated(four, ["Ann", "Bo"], game="bura")
    first = await asked(four)
    assert first is not None
    panel = await four.open_hand(first)
    hint = str(buttons(panel, "hint")[0]["custom_id"])
    for person in (bo, ann):
        await person.click(four.board(person), custom_id="v1:1:-:more")
        await person.click(four.panel(person), custom_id="v1:1:-:seats")
    assert not buttons(four.panel(bo), "hints")
    await ann.click(four.panel(ann), custom_id="v1:1:-:hints:no")
    await four.quiet()
    assert "Hints are off at this table." in text_of(four.panel(ann))
    assert not (await four.table()).settings.hints
    with pytest.raises(Refused):
        await first.click(panel, custom_id=hint)
    assert buttons(await four.open_hand(first), "score")
    assert not buttons(four.panel(first), "hint")


async def test_a_server_may_be_without_hints(four: Party) -> None:
    ann = four.person("Ann")
    guild = four.channel.guild
    assert guild is not None
    await four.bot.house.customs.choose(guild.id, "hints", "no")
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    assert not (await four.table()).settings.hints
    assert "Hints are off at this table." in text_of(four.board(ann))


async def test_cards_are_held_in_the_order_that_a_person_chose(four: Party) -> None:
    ann = four.person("Ann")
    await seated(four, ["Ann", "Bo", "Cy"], game="bismarck")
    await ann.command(four.channel, "atout-me preferences")
    await ann.choose(four.panel(ann), ["first_low"], custom_id="v1:0:-:pref:sort")
    assert "♠ 9 A" in text_of(four.panel(ann))
    await ann.choose(four.panel(ann), ["last_low"], custom_id="v1:0:-:pref:sort")
    table = await four.table()
    assert table.match is not None
    held = table.match.view(0).hand
    await four.open_hand(ann)
    order = tell("en").by_suit(arranged(by_suit(held, ranking(None)), "last_low"))
    assert order in text_of(four.panel(ann))
    await four.restart()
    await four.open_hand(ann)
    assert order in text_of(four.panel(ann))


@pytest.mark.parametrize("game", ["bid_whist", "bismarck"])
async def test_why_a_computer_did_so_is_told_when_the_deal_is_over_and_after_a_restart(
    four: Party, game: str
) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game=game, computers=True)
    await four.until(lambda: dealt(four))
    chance = Random(3)

    async def over() -> bool:
        match = (await four.table()).match
        return match is not None and len(match.results) == 1

    early = await ann.command(four.channel, "atout table")
    assert early.error is None
    await four.quiet()
    while not await over():
        assert await play_one(four, chance)
        await four.until(lambda: waits(four))
    await four.quiet()
    posted = next(m for m in ann.sees(four.channel) if not m.ephemeral and buttons(m, "why"))
    await four.restart()
    asked_why = await ann.click(posted, label="Why?")
    page = asked_why.response
    assert isinstance(page, Message)
    assert page.owner is not None
    assert page.owner.id == ann.id
    assert "\u201c" in text_of(page)
    menu = page.selects[0]
    other = str(menu["options"][-1]["value"])
    await ann.choose(page, [other], custom_id=str(menu["custom_id"]))
    assert menu["options"][-1]["label"].partition(": ")[2] in text_of(page)
