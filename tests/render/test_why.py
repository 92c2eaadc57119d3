"""Why computers did what they did: in words for every game, of deals that are over only."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.computers.thinking import player
from bot.games.game import Action, Decision, Game
from bot.games.registry import GAMES
from bot.locales import languages
from bot.render.board import board, teller
from bot.render.pages import summary
from bot.render.panel import panel
from bot.render.why import deed, thoughts, why
from bot.tables import moves
from bot.tables.entries import Entry
from bot.tables.moment import Moment
from bot.tables.moves import Person
from bot.tables.opening import folded, opening
from bot.tables.read import read, read_deal
from bot.tables.table import Place, Settings, Table, apply
from tests.render.at_table import buttons, check_limits, menu, words

ANN = Person(1, "Ann")
OTHER_FORMS: Mapping[str, Mapping[str, object]] = {
    "biritch": {"form": "auction_levels"},
}


def played(game: Game, deals: int, rules: Mapping[str, object], level: str = "normal") -> Table:
    """Return a table with Ann and computers after so many deals, Ann's hand played by rules too."""
    chance = Random(5)
    begun = opening(
        Place(1, 1), ANN, game, game.book.rules(rules), Settings(), computers=level, chance=chance
    )
    table = folded(begun)
    while table.match is not None and table.phase == "playing":
        if len(table.match.results) == deals:
            break
        for entry in _next(table, level, chance):
            table = apply(table, entry)[0]
    return table


def _next(table: Table, level: str, chance: Random) -> list[Entry]:
    assert table.match is not None
    if table.needs_deal is not None:
        return moves.shuffle(table, chance.randbytes(32), chance)
    if table.cutter is not None:
        return moves.cut_pack(table, None, Moment(version=table.version), None, chance)
    asked = table.decision
    assert asked is not None
    seat = asked.player
    view, memory = table.match.view(seat), table.match.memory(seat)
    choice = player(table.game.key, level).choose(view, memory, chance)
    assert choice is not None
    if table.seats[seat].level is None:
        return moves.acted(table, choice.action, ANN.id)
    return moves.act_as_computer(table, seat, table.version, choice.action, choice)


def chosen(table: Table) -> set[Action]:
    """Return what was done in the first deal where something else could have been done."""
    summary = read_deal(table, 1).summary
    match, _ = table.game.new(table.rules).give(summary.deal)
    found = set()
    for action in summary.actions:
        now = match.decision()
        assert isinstance(now, Decision)
        if now.discard is not None or len(now.actions) > 1:
            found.add(action)
        match, _ = match.act(action)
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_every_thought_is_told_in_words(game: str, language: str) -> None:
    for rules in ({}, OTHER_FORMS.get(game, {})):
        table = played(GAMES[game], 2, rules)
        seen, deal = read(table, ANN.id), read_deal(table, 2)
        told = teller(seen, language)
        assert deal.thoughts
        everybodys = thoughts(read(table), deal, told)
        assert len(everybodys) == len(deal.thoughts)
        for number, one in everybodys.items():
            screen = why(read(table), deal, language, number)
            check_limits(screen)
            assert deed(one, seen, told) in screen.text
            assert told.seat(one.player) in screen.text


@pytest.mark.parametrize("game", GAMES)
def test_only_choices_are_explained_and_partners_first(game: str) -> None:
    table = played(GAMES[game], 1, {})
    seen, deal = read(table, ANN.id), read_deal(table, 1)
    told = teller(seen)
    partners = {seat for side in table.game.sides for seat in side if 0 in side and seat != 0}
    asked_about = {one.player for one in thoughts(seen, deal, told).values()}
    if partners & {one.player for one in deal.thoughts}:
        assert asked_about == partners
    else:
        assert asked_about == {one.player for one in deal.thoughts}
    assert {one.action for one in deal.thoughts} <= chosen(table)
    assert 0 not in asked_about


def test_nothing_is_told_of_a_deal_that_is_not_over() -> None:
    table = played(GAMES["bismarck"], 1, {})
    chance = Random(1)
    for _ in range(30):
        for entry in _next(table, "normal", chance):
            table = apply(table, entry)[0]
    assert table.deals[-1].thoughts
    with pytest.raises(IndexError):
        read_deal(table, 2)
    assert not [b for b in buttons(panel(read(table, ANN.id), "en")) if ":why" in b.custom_id]


def test_thoughts_stay_for_the_last_two_deals() -> None:
    table = played(GAMES["bismarck"], 3, {})
    assert [bool(deal.thoughts) for deal in table.deals] == [False, True, True]
    screen = why(read(table, ANN.id), read_deal(table, 1), "en")
    assert "last two deals" in screen.text


def test_the_summary_and_the_panel_after_a_deal_ask_why() -> None:
    table = played(GAMES["biritch"], 1, {})
    seen, deal = read(table, ANN.id), read_deal(table, 1)
    for screen in (summary(seen, deal, "fr"), panel(seen, "fr")):
        asked = next(b for b in buttons(screen) if ":why:" in b.custom_id)
        assert (asked.label, asked.custom_id.rpartition(":")[2]) == ("Pourquoi\u00a0?", "1")
    shown = why(seen, deal, "fr")
    assert "«" in words(shown)
    assert len(menu(shown).options) > 3
    assert sum(option.chosen for option in menu(shown).options) == 1


def test_the_final_board_and_the_panel_ask_why_after_the_last_deal() -> None:
    table = played(GAMES["bura"], 99, {"length": "1"})
    assert table.phase == "over"
    seen = read(table, ANN.id)
    last = len(table.deals)
    for screen in (board(read(table)), panel(seen, "en")):
        asked = next(b for b in buttons(screen) if ":why:" in b.custom_id)
        assert asked.custom_id.rpartition(":")[2] == str(last)
        check_limits(screen)
    alone = replace(seen, seats=tuple(replace(seat, level=None, user=1) for seat in seen.seats))
    assert not [b for b in buttons(board(alone)) if ":why:" in b.custom_id]


def test_people_are_not_explained() -> None:
    table = played(GAMES["bura"], 1, {})
    assert all(one.player != 0 for deal in table.deals for one in deal.thoughts)
