"""Measure how strong two levels of computer players are against each other.

Both get the same cards in turn: games of sides at two tables, games for two with places changed,
others in each seat among others of B. Figures are those of A, each with its standard error.
Tricks and points a deal are by how much A does better with the same cards.
"""

from __future__ import annotations

import argparse
import multiprocessing
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product
from typing import Final

from bot.command_line import CannotDo
from bot.command_line.simulate import rules_of
from bot.computers.arena.bouts import Bout, Contest, deals_of, play_bout, usual_rules
from bot.computers.arena.report import cost, figures
from bot.computers.registry import contestants
from bot.games.game import Game
from bot.games.registry import GAMES

ALL: Final = "all"
"""Stands for each game in turn."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "game", choices=[*GAMES, ALL], metavar="GAME", help=", ".join([*GAMES, f"or {ALL}"])
    )
    parser.add_argument("--a", default="strong", metavar="LEVEL", help="strong if not said")
    parser.add_argument("--b", default="normal", metavar="LEVEL", help="normal if not said")
    parser.add_argument("--deals", type=int, default=100, metavar="N", help="100 if not said")
    parser.add_argument("--seed", default="0", metavar="S", help="any word or number")
    parser.add_argument("--processes", type=int, default=1, metavar="P", help="1 if not said")
    parser.add_argument(
        "--loss", action="store_true", help="Biritch: also what play lost against perfect play"
    )
    parser.add_argument(
        "--rules", nargs="*", action="extend", default=[], metavar="KEY=VALUE", help="house rules"
    )


def run(given: argparse.Namespace) -> int:
    """Play the deals and print what came of them."""
    games = [*GAMES.values()] if given.game == ALL else [GAMES[given.game]]
    for game, level in product(games, (given.a, given.b)):
        if level not in contestants(game.key):
            raise CannotDo(f"the levels of {game.key} are {', '.join(contestants(game.key))}")
    if given.deals < 1 or given.processes < 1:
        raise CannotDo("at least one deal and one process are needed")
    for game in games:
        _measure(game, given)
    return 0


def _measure(game: Game, given: argparse.Namespace) -> None:
    """Play the deals of one game and print what came of them."""
    chosen = rules_of(game, [*usual_rules(game), *given.rules], None)
    contest = Contest(game.key, given.a, given.b, chosen, given.seed, given.loss)
    count = -(-given.deals // deals_of(game))
    bouts = list(played(contest, count, given.processes))
    print(f"{game.key}: {given.a} (a) against {given.b} (b), seed {given.seed}")
    for figure in figures(bouts):
        print(figure.line)
    print(cost(f"{given.a} (a)", [one for bout in bouts for one in bout.costs_a]).line)
    print(cost(f"{given.b} (b)", [one for bout in bouts for one in bout.costs_b]).line)


def played(contest: Contest, count: int, processes: int) -> Iterator[Bout]:
    """Yield so many bouts in order, played in one process or several."""
    one = partial(play_bout, contest)
    if processes == 1:
        yield from map(one, range(count))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, mp_context=context) as executor:
        yield from executor.map(one, range(count), chunksize=max(1, count // (processes * 8)))
