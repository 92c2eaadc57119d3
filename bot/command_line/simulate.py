"""Let computers play whole matches against each other, and write one record a line.

The same game, rules, level and seed give the same records, on every machine.
"""

from __future__ import annotations

import argparse
from random import Random

from bot.command_line import CannotDo, message
from bot.computers.playing import play_match
from bot.computers.registry import PLAYERS, levels
from bot.games.game import Game
from bot.games.house_rules import Rules, RulesError
from bot.games.record import to_record, to_text
from bot.games.record.reading import said
from bot.games.registry import GAMES


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("game", choices=[*GAMES], metavar="GAME", help=", ".join(GAMES))
    parser.add_argument(
        "--matches", type=_count, default=1, metavar="N", help="how many matches; 1 if not said"
    )
    parser.add_argument(
        "--seed", default="0", metavar="S", help="any word or number; 0 if not said"
    )
    parser.add_argument(
        "--rules",
        nargs="*",
        action="extend",
        default=[],
        metavar="KEY=VALUE",
        help="house rules that differ from the defaults",
    )
    parser.add_argument("--preset", metavar="NAME", help="a named set of house rules to start from")
    parser.add_argument(
        "--level", metavar="LEVEL", help="how well the computers play; normal if not said"
    )


def _count(text: str) -> int:
    """Return a number of matches; raise the error that argparse expects."""
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:10]) < 10**9:
        raise argparse.ArgumentTypeError(f"{said(text)} is no number of matches")
    return int(text)


def run(given: argparse.Namespace) -> int:
    """Play the matches, and print each as soon as it is over."""
    game = GAMES[given.game]
    rules = rules_of(game, given.rules, given.preset)
    level = given.level or "normal"
    if level not in levels(game.key):
        raise CannotDo(f"the levels of {game.key} are {', '.join(levels(game.key))}")
    names = tuple([f"Computer {seat + 1}" for seat in range(game.seats)])
    players = [PLAYERS[game.key, level]] * game.seats
    for number in range(given.matches):
        played = play_match(
            game,
            rules,
            players,
            Random(f"{given.seed}/{number}/cards"),
            Random(f"{given.seed}/{number}/play"),
        )
        print(to_text(to_record(game, rules, names, played.deals)), flush=True)
    return 0


def rules_of(game: Game, given: list[str], preset: str | None) -> Rules:
    """Return the rules that ``key=value`` words make of a preset; raise CannotDo."""
    try:
        values: dict[str, object] = dict(game.book.preset(preset or "document"))
        for word in given:
            key, equals, value = word.partition("=")
            if not equals:
                raise CannotDo(f"a rule is written key=value, not {said(word)}")
            values[key] = value
        return game.book.rules(values)
    except RulesError as error:
        facts = {"rule": said(error.rule), "value": said(error.value)}
        raise CannotDo(message.sentence(error.code, facts)) from None
