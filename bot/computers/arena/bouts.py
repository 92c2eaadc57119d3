"""What the players are set to do: one bout a number, the same cards for both sides in turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Final

from bot.computers.arena.contestant import Contestant
from bot.computers.arena.loss import losses
from bot.computers.player import Player
from bot.computers.playing import next_choice, play_match
from bot.games.bid_whist.views import BidWhistSummary
from bot.games.biritch.views import BiritchSummary
from bot.games.game import Deal, Game, Match, Summary
from bot.games.house_rules import Rules
from bot.games.registry import GAMES
from bot.games.shuffle import SEED_BYTES, deal_from


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what against whom: two levels, the house rules, and the seed of everything.

    ``loss`` tells whether what is lost against perfect play is measured too (Biritch).
    """

    game: str
    a: str
    b: str
    rules: Rules
    seed: str
    loss: bool = False

    def chance(self, number: int, what: str) -> Random:
        """Return a source of chance for one bout and purpose, the same for both sides."""
        return Random(f"{self.seed}/{self.game}/{number}/{what}")


@dataclass(frozen=True, slots=True)
class Bout:
    """What one bout brought: figures by name, from the side of ``a``, and costs by decision.

    A figure may come several times in a bout, or not at all.
    """

    figures: tuple[tuple[str, float], ...]
    costs_a: tuple[float, ...]
    costs_b: tuple[float, ...]


@dataclass(slots=True)
class _Pair:
    """Both contestants of a bout, and what is found out about them."""

    contest: Contest
    a: Contestant = field(init=False)
    b: Contestant = field(init=False)
    figures: list[tuple[str, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.a = Contestant(self.contest.game, self.contest.a)
        self.b = Contestant(self.contest.game, self.contest.b)

    def bout(self) -> Bout:
        """Return what was found out."""
        return Bout(tuple(self.figures), tuple(self.a.costs), tuple(self.b.costs))


def _of_sides(contest: Contest, number: int) -> Bout:
    """Play one deal at two tables: ``a`` has the first side's cards, then the second's."""
    game = GAMES[contest.game]
    pair = _Pair(contest)
    cards = contest.chance(number, "cards")
    at = cards.randrange(1, len(game.pack))
    deal = deal_from(game, number % game.seats, cards.randbytes(SEED_BYTES), at)
    tricks = points = 0.0
    for side in (0, 1):
        players = [pair.a if game.side_of(seat) == side else pair.b for seat in range(game.seats)]
        summary = _play_deal(contest, deal, players, contest.chance(number, "play"))
        won = summary.result.tricks
        tricks += (won[side] - won[1 - side]) / 2
        scores = [sum(one) if isinstance(one, tuple) else one for one in summary.result.scores]
        points += scores[side] - scores[1 - side]
        _details(contest, pair, summary, side)
    pair.figures += [("tricks a deal", tricks), ("points a deal", points)]
    if contest.game == "biritch":
        pair.figures.append(("deals won", _half(points)))
    return pair.bout()


def _half(difference: float) -> float:
    return 0.5 if difference == 0 else float(difference > 0)


def _details(contest: Contest, pair: _Pair, summary: Summary, side: int) -> None:
    """Add what only one game tells: what play cost in Biritch, how bids went in Bid whist."""
    if isinstance(summary, BiritchSummary) and contest.loss:
        lost = losses(summary.deal, summary.contract, summary.tricks)
        for role, tricks, of_side in lost:
            who = "a" if of_side == side else "b"
            pair.figures.append((f"tricks lost by {who} {role}", tricks))
    if isinstance(summary, BidWhistSummary) and summary.contract is not None:
        bidder = summary.contract.bidder % 2
        who = "a" if bidder == side else "b"
        made = summary.result.scores[bidder]
        pair.figures.append((f"bids of {who} set", float(isinstance(made, int) and made < 0)))


def _play_deal(contest: Contest, deal: Deal, players: Sequence[Player], chance: Random) -> Summary:
    match: Match = GAMES[contest.game].new(contest.rules)
    match, _ = match.give(deal)
    while (choice := next_choice(match, players, chance)) is not None:
        match, _ = match.act(choice.action)
    return match.summary(1)


def _one_among(contest: Contest, number: int) -> Bout:
    """Play a whole match once for each seat, ``a`` in it and ``b`` in the others."""
    game = GAMES[contest.game]
    pair = _Pair(contest)
    for seat in range(game.seats):
        players = [pair.a if one == seat else pair.b for one in range(game.seats)]
        cards, chance = contest.chance(number, "cards"), contest.chance(number, "play")
        played = play_match(game, contest.rules, players, cards, chance)
        deals = len(played.match.results)
        pair.figures.append(("points a deal", played.match.totals[seat] / deals))
        winners = played.match.view(None).winners
        pair.figures.append(("matches won", (seat in winners) / len(winners)))
    return pair.bout()


def _mirrored(contest: Contest, number: int) -> Bout:
    """Play the same cards twice between two, with places changed; half a win each for a draw."""
    game = GAMES[contest.game]
    pair = _Pair(contest)
    won = points = 0.0
    for seat in (0, 1):
        players = [pair.a, pair.b] if seat == 0 else [pair.b, pair.a]
        cards, chance = contest.chance(number, "cards"), contest.chance(number, "play")
        match = play_match(game, contest.rules, players, cards, chance).match
        won += _half(match.totals[seat] - match.totals[1 - seat]) / 2
        points += match.totals[seat] / 2
    pair.figures += [("matches won", won), ("points a match", points)]
    return pair.bout()


_MATCHES: Final[Mapping[str, int]] = MappingProxyType({"bismarck": 12})
"""How many deals a bout stands for where it plays a match that is longer than one."""

_SHORT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType({"bura": ("length=1",)})
"""House rules of a short match, so that each pot is decided with the same cards on both sides."""


def deals_of(game: Game) -> int:
    """Return how many deals of the cards a bout of a game stands for."""
    return _MATCHES.get(game.key, 1)


def usual_rules(game: Game) -> tuple[str, ...]:
    """Return the house rules, as ``key=value``, with which a game is measured if none are said."""
    return _SHORT.get(game.key, ())


def play_bout(contest: Contest, number: int) -> Bout:
    """Play one bout of a contest; the same number gives the same cards and chances.

    Sides play at two tables; of three or more who play alone, one sits among others in each seat in
    turn; two play twice with places changed.
    """
    game = GAMES[contest.game]
    if any(len(side) > 1 for side in game.sides):
        return _of_sides(contest, number)
    return _mirrored(contest, number) if game.seats == 2 else _one_among(contest, number)
