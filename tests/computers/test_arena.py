"""Measuring strength: the same cards for both, errors, costs, and what play gave away."""

from __future__ import annotations

import pytest

from bot.command_line import main
from bot.command_line.simulate import rules_of
from bot.computers.arena.bouts import Bout, Contest, deals_of, play_bout, usual_rules
from bot.computers.arena.loss import losses
from bot.computers.arena.report import cost, figures
from bot.games.biritch.views import BiritchSummary
from bot.games.game import Action, Decision, Match
from bot.games.registry import GAMES
from tests.games.biritch_table import split


def contest(key: str, a: str, b: str, seed: str = "1") -> Contest:
    """Return a contest by the rules of the document, as short as it is measured."""
    rules = rules_of(GAMES[key], list(usual_rules(GAMES[key])), None)
    return Contest(key, a, b, rules, seed)


@pytest.mark.parametrize("key", GAMES)
def test_a_bout_is_the_same_again(key: str) -> None:
    one = play_bout(contest(key, "normal", "random"), 3)
    two = play_bout(contest(key, "normal", "random"), 3)
    assert one.figures == two.figures
    assert one.costs_a
    assert one.costs_b


@pytest.mark.parametrize(
    "key", [key for key, game in GAMES.items() if len(game.sides) < game.seats]
)
def test_a_player_does_no_better_than_itself_with_the_same_cards(key: str) -> None:
    found = dict(play_bout(contest(key, "normal", "normal"), 2).figures)
    assert (found["tricks a deal"], found["points a deal"]) == (0, 0)


def test_bura_with_places_changed_is_half_won_against_itself() -> None:
    found = [play_bout(contest("bura", "normal", "normal"), number) for number in range(5)]
    assert [dict(one.figures)["matches won"] for one in found] == [0.5] * 5


@pytest.mark.parametrize("key", GAMES)
def test_rules_of_thumb_beat_chance(key: str) -> None:
    count = -(-6 // deals_of(GAMES[key]))
    bouts = [play_bout(contest(key, "normal", "random"), number) for number in range(count)]
    found = {figure.name: figure for figure in figures(bouts)}
    name, level = ("points a deal", 0.0) if "points a deal" in found else ("matches won", 0.5)
    assert found[name].mean > level


def test_figures_have_standard_errors() -> None:
    bouts = [Bout((("tricks", value),), (0.001,), ()) for value in (1.0, 3.0, 5.0, 7.0)]
    figure = figures(bouts)[0]
    assert (figure.mean, figure.values) == (4.0, 4)
    assert figure.error == pytest.approx(1.291, abs=0.001)
    assert figure.line.split() == ["tricks", "+4.000", "±", "1.291", "(4)"]


def test_values_of_one_bout_count_once() -> None:
    bouts = [Bout((("set", 1.0), ("set", 0.0)), (), ()), Bout((("set", 1.0),), (), ())]
    assert figures(bouts)[0].mean == 0.75
    assert figures(bouts)[0].values == 2


def test_costs_are_in_milliseconds() -> None:
    found = cost("strong", [0.001] * 98 + [0.1, 0.2])
    assert found.mean == pytest.approx(3.98)
    assert (found.p95, found.most) == (1.0, 200.0)
    assert cost("nobody", []).most == 0


def test_what_is_given_away_is_charged_to_who_did() -> None:
    given = split(3, "H")
    match: Match = GAMES["biritch"].new(GAMES["biritch"].book.rules({"doubling": "none"}))
    match, _ = match.give(given)
    match, _ = match.act(Action(0, "name", ("H",)))
    while isinstance(now := match.decision(), Decision):
        # West keeps its three masters back as long as it can, and is charged for it.
        match, _ = match.act(now.actions[-1])
    summary = match.summary(1)
    assert isinstance(summary, BiritchSummary)
    found = losses(given, summary.contract, summary.tricks)
    assert [(role, side) for role, _, side in found] == [("as declarer", 0), ("in defence", 1)]
    best = 13 - 3
    declarer, defence = found[0][1], found[1][1]
    assert summary.result.tricks[0] == best - declarer + defence


# The command.


def test_command_prints_figures_and_costs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "biritch", "--a", "easy", "--b", "random", "--deals", "2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("biritch: easy (a) against random (b)")
    assert "tricks a deal" in printed
    assert "ms a decision, easy (a)" in printed


def test_more_processes_give_the_same_figures(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["arena", "bura", "--a", "easy", "--b", "random", "--deals", "4", "--processes"]
    printed = []
    for processes in ("1", "2"):
        assert main([*words, processes]) == 0
        lines = capsys.readouterr().out.splitlines()
        printed.append([line for line in lines if not line.startswith("ms ")])
    assert printed[0] == printed[1]


def test_all_games_can_be_measured_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--a", "random", "--b", "random", "--deals", "1"]
    assert main(["arena", "all", *words]) == 0
    printed = [line for line in capsys.readouterr().out.splitlines() if " against " in line]
    assert [line.partition(":")[0] for line in printed] == [*GAMES]
    assert main(["arena", "all", "--a", "counting"]) == 2


@pytest.mark.parametrize("words", [["--a", "grand master"], ["--deals", "0"], ["--processes", "0"]])
def test_command_refuses_what_cannot_be(words: list[str]) -> None:
    assert main(["arena", "bura", *words]) == 2
