"""Whole matches of Bismarck by clicks alone, over the real client."""

from __future__ import annotations

from random import Random

from bot.client import AtoutBot
from bot.games.bismarck import BismarckView
from bot.publisher.attention import Attention
from bot.stand_in import Person
from tests.e2e.leaks import Watch
from tests.e2e.party import Party, asked, buttons_now, play_one, seated, text_of

THREE = ("Ann", "Bo", "Cy")


async def view_of(some: Party) -> BismarckView:
    table = await some.table()
    assert table.match is not None
    view = table.match.view(None)
    assert isinstance(view, BismarckView)
    return view


def summaries(some: Party, person: Person) -> list[str]:
    return [text for m in person.sees(some.channel) if "Hands as dealt" in (text := text_of(m))]


async def score_page(some: Party, person: Person) -> str:
    """Press Score on the board, and return what comes."""
    await person.click(some.board(person), label="Score")
    return text_of(some.panel(person))


async def test_three_people_play_a_whole_match_and_see_nothing_hidden(four: Party) -> None:
    await seated(four, THREE, "bismarck")
    watch = Watch(four)
    chance = Random(41)
    while await play_one(four, chance):
        await watch.look()
    await watch.look()
    assert watch.cards_sent > 10_000
    view = await view_of(four)
    assert view.winners
    assert len(view.sheet) >= 12
    di = four.person("Di")
    assert len(summaries(four, di)) == len(view.sheet)
    for text, line in zip(summaries(four, di), view.sheet, strict=True):
        assert ("Put away by" in text) == line.took
        assert ("which nobody touched" in text) == (not line.took)
    assert "win" in text_of(four.board(di))
    sheet = await score_page(four, di)
    assert sheet.count("/") >= 3 * len(view.sheet)


async def test_two_people_and_a_computer_play_an_estonian_match(four: Party) -> None:
    ann, bo = four.person("Ann"), four.person("Bo")
    await ann.command(four.channel, "atout play", game="bismarck")
    await four.quiet()
    await ann.click(four.board(ann), label="House rules")
    for name, value in (("rule", "length"), ("rulevalue", "estonian")):
        panel = four.panel(ann)
        menu = next(p for p in panel.parts if str(p.get("custom_id")).split(":")[3:4] == [name])
        await ann.choose(panel, [value], custom_id=str(menu["custom_id"]))
    await bo.click(four.board(bo), label="Sit North")
    await four.quiet()
    lobby = text_of(four.board(bo))
    assert "South: **Ann**\nWest: *free*\nNorth: **Bo**" in lobby
    assert "one of each of six contracts" in lobby
    watch = Watch(four)
    await ann.click(four.board(ann), label="Start with computers")
    chance = Random(42)
    while await play_one(four, chance):
        await watch.look()
    await watch.look()
    assert watch.cards_sent > 3_000
    over = await four.table()
    assert over.phase == "over"
    assert [seat.level is None for seat in over.seats] == [True, False, True]
    assert len({line.contract for line in (await view_of(four)).sheet}) == 6


async def test_one_person_plays_modern_swedish_with_two_computers(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(
        four.channel, "atout play", game="bismarck", preset="modern_swedish", computers=True
    )
    chance = Random(43)
    while await play_one(four, chance):
        pass
    await four.quiet()
    view = await view_of(four)
    assert view.winners
    assert view.rules["kitty_shown"] == "open"


async def test_cards_chosen_on_a_panel_that_is_gone_are_still_to_be_confirmed(four: Party) -> None:
    await seated(four, THREE, "bismarck")
    chance = Random(47)
    while (view := await view_of(four)).asked is None or view.asked.question != "discard":
        await play_one(four, chance)
    forehand = await asked(four)
    assert forehand is not None
    version = (await four.table()).version
    await four.quiet()
    (choice,) = buttons_now(four, forehand, version, "choose")
    old = four.panel(forehand)
    # the board is posted again at the bottom, and the panel follows it while cards are chosen
    four.bot.house.panels.follow(1)
    values = [option["value"] for option in choice["options"][:4]]
    answered = await forehand.choose(old, values, custom_id=str(choice["custom_id"]))
    assert answered.error is None
    await four.quiet()
    (confirm,) = buttons_now(four, forehand, version)
    assert str(confirm["label"]).startswith("Discard ")


async def test_match_goes_on_after_restarts_in_every_phase(four: Party) -> None:
    """A restart before each kind of question, and one between two deals."""
    await seated(four, THREE, "bismarck")
    chance = Random(44)
    stopped_at: set[str] = set()
    while len(stopped_at) < 5:
        view = await view_of(four)
        question = "" if view.asked is None else view.asked.question
        if question not in stopped_at:
            stopped_at.add(question)
            person = await asked(four)
            assert person is not None
            sheet = await score_page(four, four.person("Ann"))
            await four.open_hand(person)
            before = await four.table()
            await four.restart()
            assert await four.table() == before
            # the panel from before works on: its buttons carry all that is needed
            await play_one(four, chance)
            assert (await four.table()).version > before.version
            if question == "contract":
                assert "No deal is finished yet." in sheet
            continue
        assert await play_one(four, chance)
    assert stopped_at == {"contract", "take", "discard", "trump", "play"}


async def test_match_stopped_between_two_deals_deals_on(four: Party) -> None:
    await seated(four, THREE, "bismarck")
    chance = Random(45)
    while not (await view_of(four)).sheet:
        if len((await four.table()).deals[0].actions) >= 50:
            await four.restart()
        await play_one(four, chance)
    await four.restart()
    await four.until(lambda: _deals(four, 2))
    view = await view_of(four)
    assert view.deal == 2
    assert view.dealer is not None
    assert view.dealer == (view.sheet[0].forehand + 1) % 3


async def _deals(some: Party, count: int) -> bool:
    return len((await some.table()).deals) == count


def calls(some: Party, person: Person) -> list[str]:
    """Return the messages ever posted that notified a person."""
    return [
        str(request.body)
        for request in some.server.world.requests
        if request.method == "POST" and f"<@{person.id}>" in str(request.body)
    ]


async def test_next_forehand_who_is_away_is_told_once(four: Party) -> None:
    await seated(four, THREE, "bismarck")
    now = _stopped_clock(four.bot)
    chance = Random(46)
    while not await _last_choice_is_anothers_than_next_forehands(four):
        await play_one(four, chance)
    people = [four.person(name) for name in THREE]
    assert [calls(four, person) for person in people] == [[], [], []]

    now[0] += 3600
    dealt = len((await four.table()).deals)
    await play_one(four, chance)
    await four.until(lambda: _deals(four, dealt + 1))
    await four.quiet()
    forehand = await asked(four)
    assert forehand is not None
    (call,) = calls(four, forehand)
    assert "you are forehand: choose the contract" in call

    # whoever looks, asks for the table or goes for a while calls nobody again, nor does a restart
    other = next(person for person in people if person is not forehand)
    await four.open_hand(other)
    await other.command(four.channel, "atout table")
    await other.click(four.board(other), label="More")
    await other.click(four.panel(other), label="Let a computer play for me")
    await four.restart()
    await other.command(four.channel, "atout table")
    await four.quiet()
    assert [len(calls(four, person)) for person in people if person is forehand] == [1]
    assert [calls(four, person) for person in people if person is not forehand] == [[], []]


async def _last_choice_is_anothers_than_next_forehands(some: Party) -> bool:
    table = await some.table()
    deal = table.deals[-1]
    # the last trick plays itself, so that the last choice is the card which ends the fifteenth
    plays = sum(action.verb == "play" for action in deal.actions)
    decision = table.decision
    nobody = decision is None or decision.player == (deal.deal.dealer + 1) % 3
    return plays == 44 and not nobody


def _stopped_clock(bot: AtoutBot) -> list[float]:
    """Give a bot's attention a clock that only the test moves on."""
    now = [1000.0]
    bot.attention = Attention(now=lambda: now[0])
    return now
