"""A hint says what to do and why, and never what the rules let nobody look up."""

from __future__ import annotations

from random import Random

import pytest

from bot.games.game import Action
from bot.games.registry import GAMES
from bot.games.shuffle import shuffled
from bot.render.board import teller
from bot.render.faces import face_of
from bot.render.faces.bura import UNSAID
from bot.render.hint import hint
from bot.tables.advice import Advice
from bot.tables.read import TableRead
from tests.render.at_table import read_at


def dealt(game_key: str) -> TableRead:
    game = GAMES[game_key]
    match = game.new(game.book.rules({}))
    match, _ = match.give(game.lay_out(0, shuffled(game.pack, Random(1).randbytes(32))))
    return read_at(game, match, 1)


def test_a_card_and_its_reason_are_told() -> None:
    advice = Advice(Action(1, "play", ("KS",)), "lead_low")
    said = hint(dealt("bura"), "en", advice)
    assert "K♠" in said
    assert said.startswith("I would play **K♠**. ")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_said_is_told_as_on_its_button(game: str, language: str) -> None:
    read = dealt(game)
    assert read.view is not None
    told = teller(read, language)
    for pick in face_of(game).picks(read.view, told):
        said = hint(read, language, Advice(pick.action, "unheard_of"))
        if not face_of(game).unsaid(pick.action, "") and pick.action.verb != "play":
            assert f"**{pick.label}**." in said


def test_only_what_nobody_may_look_up_is_unsaid() -> None:
    silent = [key for key in GAMES if face_of(key).unsaid(Action(0, "pass"), "go_on")]
    assert silent == ["bura"]


@pytest.mark.parametrize("reason", sorted(UNSAID))
def test_nothing_is_said_of_a_total_that_nobody_may_look_up(reason: str) -> None:
    secret = hint(dealt("bura"), "en", Advice(Action(1, "play", ("KS",)), reason))
    assert "counted" in secret
    assert "K♠" not in secret


@pytest.mark.parametrize("verb", ["declare", "draw", "pass"])
def test_whether_to_declare_is_for_the_player_to_know(verb: str) -> None:
    assert "counted" in hint(dealt("bura"), "en", Advice(Action(1, verb), "wins_most_leading"))


def test_no_advice_is_said_to_be_none() -> None:
    assert hint(dealt("biritch"), "fr", None) == "Je n’ai pas de conseil pour le moment."
