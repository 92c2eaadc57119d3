"""Count how many whole deals a second one core plays, every action legal and chosen at random.

Time is that of the processor, and of the rules alone: no views, no computer players, no storage.
The house rules are the defaults; the deals are the same every time.
"""

from __future__ import annotations

import argparse
from random import Random
from time import process_time

from bot.command_line import CannotDo, message
from bot.command_line.simulate import rules_of
from bot.computers.random_player import random_action
from bot.games.game import Decision, Game, NeedsDeal
from bot.games.house_rules import Rules
from bot.games.registry import GAMES
from bot.games.shuffle import SEED_BYTES, deal_from


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"{', '.join(GAMES)}; all if not said"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, metavar="S", help="how long each game is played"
    )
    parser.add_argument(
        "--rules", nargs="*", action="extend", default=[], metavar="KEY=VALUE", help="house rules"
    )


def run(given: argparse.Namespace) -> int:
    """Print a line for each game."""
    for key in given.games or GAMES:
        game = GAMES.get(key)
        if game is None:
            raise CannotDo(message.sentence("unknown_game", {"game": key}))
        deals, actions, seconds = measure(game, rules_of(game, given.rules, None), given.seconds)
        each = seconds / actions * 1e6
        print(f"{key:10} {deals / seconds:8,.0f} deals a second  {each:6.1f} µs an action")
    return 0


def measure(game: Game, rules: Rules, seconds: float) -> tuple[int, int, float]:
    """Play for about ``seconds``; return how many deals, how many actions, and the time it took."""
    chance = Random(game.key)
    deals = actions = 0
    spent = 0.0
    match = game.new(rules)
    while spent < seconds:
        now = match.decision()
        if not isinstance(now, NeedsDeal):
            match = game.new(rules)
            continue
        dealer = chance.randrange(game.seats) if now.dealer is None else now.dealer
        cut_at = chance.randrange(1, len(game.pack))
        deal = deal_from(game, dealer, chance.randbytes(SEED_BYTES), cut_at)
        begun = process_time()
        match, _ = match.give(deal)
        while isinstance(asked := match.decision(), Decision):
            match, _ = match.act(random_action(asked, chance))
            actions += 1
        spent += process_time() - begun
        deals += 1
    return deals, actions, spent
