"""Computers playing a whole match among themselves, the same again for the same chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.computers.player import Choice, Player
from bot.games.fairness import proof
from bot.games.game import Action, Deal, Decision, Game, Match, NeedsDeal
from bot.games.house_rules import Rules
from bot.games.record import Fairness, RecordedDeal
from bot.games.shuffle import SEED_BYTES, deal_from


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played, and its log as a record holds it."""

    match: Match
    deals: tuple[RecordedDeal, ...]


class NoChoice(RuntimeError):
    """A computer player that was asked and did nothing."""


def play_match(
    game: Game, rules: Rules, players: Sequence[Player], dealing: Random, chance: Random
) -> Played:
    """Play a match to its end, one player a seat; the cards and the play have chances of their own.

    After every action each player to whom something is open out of turn is asked, in the order of
    the seats, before the one whose turn it is.
    """
    match = game.new(rules)
    log: list[tuple[Deal, list[Action], Fairness]] = []
    while True:
        choice = next_choice(match, players, chance)
        now = match.decision()
        if choice is not None:
            match, _ = match.act(choice.action)
            log[-1][1].append(choice.action)
        elif isinstance(now, NeedsDeal):
            dealer = dealing.randrange(game.seats) if now.dealer is None else now.dealer
            seed = dealing.randbytes(SEED_BYTES)
            at = dealing.randrange(1, len(game.pack))
            deal = deal_from(game, dealer, seed, at)
            match, _ = match.give(deal)
            log.append((deal, [], proof(seed, at)))
        else:
            deals = [RecordedDeal(deal, tuple(made), fair) for deal, made, fair in log]
            return Played(match, tuple(deals))


def next_choice(match: Match, players: Sequence[Player], chance: Random) -> Choice | None:
    """Return what is done next, None where the match waits for a deal or is over."""
    choice = _out_of_turn(match, players, chance)
    now = match.decision()
    if choice is None and isinstance(now, Decision):
        view = match.view(now.player)
        choice = players[now.player].choose(view, match.memory(now.player), chance)
        if choice is None:
            raise NoChoice(f"seat {now.player} was asked to {now.question}")
    return choice


def _out_of_turn(match: Match, players: Sequence[Player], chance: Random) -> Choice | None:
    """Return what the first player does who uses what is open out of turn, if anybody does."""
    others = match.others()
    if not others:
        return None
    now = match.decision()
    asked = now.player if isinstance(now, Decision) else None
    for seat in sorted(others):
        if seat != asked and others[seat]:
            choice = players[seat].choose(match.view(seat), match.memory(seat), chance)
            if choice is not None:
                return choice
    return None
