"""Every screen of every game keeps Discord's limits, and everything legal can be done on it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from bot.games.game import Action, Decision, Game
from bot.games.registry import GAMES
from bot.render import pages
from bot.render.board import board
from bot.render.custom_ids import parse
from bot.render.lobby import house_rules, lobby
from bot.render.panel import Step, panel
from bot.render.screen import Menu, Screen
from bot.tables.read import TableRead
from tests.games.walks import Moment, random_rules, walk
from tests.render.at_table import check_limits, finished, read_at

LANGUAGES = ("en", "fr")
LONG_NAMES = tuple(letter * 32 for letter in "WMQG")


def moments(game: Game, seed: int, most: int = 400, every: int = 3) -> Iterator[Moment]:
    """Yield moments of a match under random house rules, not too many."""
    chance = Random(seed)
    for number, moment in enumerate(walk(game, random_rules(game, chance), chance, 3)):
        if number >= most:
            return
        if number % every == 0 or not isinstance(moment.match.decision(), Decision):
            yield moment


def done_by(screen: Screen) -> set[tuple[str, tuple[str, ...]]]:
    """Return what the enabled buttons of a screen do, or ask to confirm: verb and arguments."""
    found = set()
    for row in screen.rows:
        for part in () if isinstance(row, Menu) else row:
            wanted = parse(part.custom_id)
            assert wanted is not None, part.custom_id
            if wanted.verb in ("do", "ask") and not part.disabled:
                found.add((wanted.args[0], wanted.args[1:]))
    return found


def reachable(read: TableRead, language: str) -> set[tuple[str, tuple[str, ...]]]:
    """Return what can be done from a panel, in groups that are opened first too."""
    first = panel(read, language)
    found = done_by(first)
    for row in first.rows:
        for part in () if isinstance(row, Menu) else row:
            wanted = parse(part.custom_id)
            if wanted is not None and wanted.verb == "group":
                inside = panel(read, language, step=Step(group=wanted.args[0]))
                check_limits(inside)
                found |= done_by(inside)
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_all_screens_of_a_match_keep_discords_limits(game: str, seed: int) -> None:
    found = GAMES[game]
    for number, moment in enumerate(moments(found, seed, every=7)):
        language = LANGUAGES[number % 2]
        for seat in (None, *range(found.seats)):
            read = read_at(found, moment.match, seat, language=language, names=LONG_NAMES)
            check_limits(board(read))
            if seat is not None:
                check_limits(panel(read, language, note="n" * 100))
        check_limits(pages.more(read, language))
        check_limits(pages.score(read, language))
        check_limits(pages.last_trick(read, language))
        for deal in range(1, len(moment.match.results) + 1):
            check_limits(pages.summary(read, finished(moment.match, deal)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_legal_can_be_done_on_the_panel_and_nothing_else(game: str, seed: int) -> None:
    found = GAMES[game]
    for number, moment in enumerate(moments(found, 50 + seed)):
        now = moment.match.decision()
        language = LANGUAGES[number % 2]
        for seat in range(found.seats):
            view = moment.match.view(seat)
            mine = now if isinstance(now, Decision) and now.player == seat else None
            legal = {(a.verb, a.args) for a in (mine.actions if mine else ())}
            open_too = {(action.verb, action.args) for action in view.others}
            read = read_at(found, moment.match, seat)
            shown = reachable(read, language)
            assert shown <= legal | open_too
            discard = None if mine is None else mine.discard
            if discard is None:
                assert legal <= shown, legal - shown
            else:
                menu = next(row for row in panel(read, language).rows if isinstance(row, Menu))
                assert {option.value for option in menu.options} == {
                    one.text for one in discard.cards
                }
                assert (menu.low, menu.high) == (discard.count, discard.count)
                chosen = discard.cards[: discard.count]
                confirm = panel(read, language, step=Step(chosen=chosen))
                check_limits(confirm)
                assert (discard.verb, tuple(one.text for one in chosen)) in done_by(confirm)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_to_be_confirmed_has_a_question_a_yes_and_a_no(game: str) -> None:
    found = GAMES[game]
    asked = 0
    for moment in moments(found, 80, every=1):
        for seat in range(found.seats):
            read = read_at(found, moment.match, seat)
            for row in panel(read, "en").rows:
                for part in () if isinstance(row, Menu) else row:
                    wanted = parse(part.custom_id)
                    if wanted is None or wanted.verb != "ask":
                        continue
                    asked += 1
                    action = _action(read, wanted.args)
                    for language in LANGUAGES:
                        sure = panel(read, language, step=Step(asked=action))
                        check_limits(sure)
                        assert (action.verb, action.args) in done_by(sure)
        if asked > 20:
            return


def _action(read: TableRead, args: tuple[str, ...]) -> Action:
    assert read.view is not None
    decision = read.view.decision
    every = (*read.view.others, *(decision.actions if decision is not None else ()))
    return next(one for one in every if (one.verb, one.args) == (args[0], args[1:]))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_and_every_house_rule_fit(game: str, language: str) -> None:
    found = GAMES[game]
    chance = Random(5)
    for _ in range(8):
        match = found.new(random_rules(found, chance))
        read = _in_lobby(read_at(found, match, 0, language=language, names=LONG_NAMES))
        check_limits(lobby(read))
        check_limits(house_rules(read, language))
        check_limits(pages.rules(game, language, read))
        for rule in found.book.house_rules:
            check_limits(house_rules(read, language, rule.key, note="n" * 100))


def _in_lobby(read: TableRead) -> TableRead:
    return TableRead(
        **{
            **{name: getattr(read, name) for name in read.__slots__},
            "phase": "lobby",
            "view": None,
            "fairness": None,
        }
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_fits(language: str) -> None:
    check_limits(pages.help_page(language, tuple(GAMES)))


@pytest.mark.parametrize("game", GAMES)
def test_a_pack_can_be_cut_at_every_place(game: str) -> None:
    found = GAMES[game]
    match = found.new(found.book.rules())
    base = read_at(found, match, 0)
    read = TableRead(**{**{name: getattr(base, name) for name in base.__slots__}, "cutter": 0})
    for language in LANGUAGES:
        screen = panel(read, language)
        check_limits(screen)
        places = [
            int(option.value)
            for row in screen.rows
            if isinstance(row, Menu)
            for option in row.options
        ]
        assert places == list(range(1, len(found.pack)))
        assert "v1:1:7:cut" in str(screen.rows)


def test_the_board_of_a_public_view_shows_no_hand() -> None:
    for game in GAMES.values():
        for moment in moments(game, 9, most=40):
            read = read_at(game, moment.match, None)
            assert read.view is not None
            assert read.view.hand == ()
