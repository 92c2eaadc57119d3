"""Which card to play: each is tried in deals as they may be, all four hands playing their best."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from threading import Event
from typing import Final

from bot.computers.biritch import choose_card
from bot.computers.biritch.position import Position
from bot.computers.biritch.search import double_dummy
from bot.computers.biritch.search.inference import (
    Naming,
    Seen,
    Worths,
    likelihood_of_plays,
    plays_seen,
)
from bot.computers.biritch.search.playouts import play_out
from bot.computers.biritch.search.utility import ACE_EARLY, ACE_LATE, ace_value, values
from bot.computers.biritch.search.worlds import World, deal_unseen, hidden_seats, resample
from bot.computers.bounded import within
from bot.computers.player import Effort, Watch
from bot.games.biritch.contract import BOOK, SEATS
from bot.games.biritch.options import Options, options
from bot.games.biritch.scoring import TRICKS
from bot.games.biritch.views import BiritchView
from bot.games.cards import Card, Rank
from bot.games.game import Memory
from bot.games.trick import Play, winning

WORLDS: Final = 24
"""How many deals are solved at most."""

LEAST: Final = 3
"""How many are solved at most, however many others wait."""

NODES: Final = 120_000
"""How many positions the solver should look at; no deal is begun that is likely to exceed it."""

GRACE: Final = 0.45
"""How many seconds of a core the last deal may still take when those of the effort are used up."""

PART: Final = 6
"""How many deals are imagined before the first of them is solved, where solving takes long."""

ALL_AT_ONCE: Final = 9
"""With so many cards in a hand all deals are likely to be solved."""

NEAR: Final = 1e-9

CANDIDATES: Final = 2
"""How many deals are made up for each that is solved; the likely ones are taken."""

TRUST: Final = 0.3
"""How many tricks the card of the rules may be worse by in one deal alone and still be played.

It gets less by the square root of the deals. With all hands in sight nobody needs to signal, to
keep a secret or to hurry: where the solutions hardly differ, the rules know better.
"""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A card with what it brings on average: the value, and the tricks of its side in the deal.

    ``best`` is in how many of the ``deals`` no other card brings more.
    """

    card: Card
    value: float
    tricks: float
    best: int
    deals: int


def weigh(
    view: BiritchView, memory: Memory, position: Position, chance: Random, effort: Effort
) -> list[Weighed]:
    """Return each legal card with what it brings, the best first; none without a deal in time.

    How many deals are solved depends on the work that they are, so that it is the same on any
    machine. The clock has a say only where that work takes much longer than usual: a deal that is
    then still being solved is given up.
    """
    count, most = effort.samples(WORLDS, LEAST), effort.samples(NODES)
    found: list[tuple[double_dummy.Solved, int]] = []

    def work(given_up: Event) -> None:
        watch, nodes = Watch(effort.seconds), 0
        if double_dummy.available():
            double_dummy.forget()
        for world, times in _in_parts(view, memory, position, count, chance):
            if given_up.is_set() or (found and (watch.over or nodes + nodes / len(found) > most)):
                return
            solved = _solve(position, world)
            found.append((solved, times))
            nodes += solved.nodes

    within(effort.seconds + GRACE, work)
    tally = _Tally(view, position)
    for solved, times in tuple(found):
        tally.add(solved.tricks, times)
    return tally.weighed(choose_card(position).card) if tally.deals else []


def _in_parts(
    view: BiritchView, memory: Memory, position: Position, count: int, chance: Random
) -> Iterator[tuple[World, int]]:
    """Yield likely worlds, imagined a few at a time where few are likely to be solved."""
    part = PART if max(view.counts) > ALL_AT_ONCE and hidden_seats(position) else count
    while count > 0:
        yield from likely_worlds(view, memory, position, min(part, count), chance)
        count -= part


class _Tally:
    """Adds up what each card brings in deal after deal."""

    def __init__(self, view: BiritchView, position: Position) -> None:
        chosen = options(view.rules)
        self.deals = 0
        self._position = position
        self._worth = _worth_to_side(chosen, view, position)
        self._ace = ace_value(chosen, position.contract)
        self._so_far = _tricks_so_far(position)
        self._value = dict.fromkeys(position.legal, 0.0)
        self._tricks = dict.fromkeys(position.legal, 0.0)
        self._best = dict.fromkeys(position.legal, 0)

    def add(self, solved: Mapping[Card, int], times: int) -> None:
        """Count a deal so many times."""
        legal, so_far = self._position.legal, self._so_far
        scores = {card: self._worth[so_far + solved[card]] for card in legal}
        if self._ace:
            for card in legal:
                hope = _aces(self._position, card, so_far, so_far + solved[card])
                scores[card] += self._ace * hope
        most = max(scores.values())
        for card in legal:
            self._value[card] += times * scores[card]
            self._tricks[card] += times * (so_far + solved[card])
            self._best[card] += times * (scores[card] >= most - NEAR)
        self.deals += times

    def weighed(self, ruled: Card) -> list[Weighed]:
        """Return what each card brings on average, the best first."""
        step = (self._worth[TRICKS] - self._worth[0]) / TRICKS
        trust = TRUST * step / sqrt(self.deals)
        found = [
            Weighed(
                card,
                self._value[card] / self.deals + (trust if card is ruled else 0.0),
                self._tricks[card] / self.deals,
                self._best[card],
                self.deals,
            )
            for card in self._position.legal
        ]
        # Of cards that bring the same the lowest goes.
        found.sort(key=lambda one: (-round(one.value, 6), -(one.card.index % 13)))
        return found


def likely_worlds(
    view: BiritchView, memory: Memory, position: Position, count: int, chance: Random
) -> list[tuple[World, int]]:
    """Return deals of the unseen cards and how often each counts, the likely ones more often."""
    hidden = hidden_seats(position)
    if not hidden:
        return [(tuple([hand or () for hand in position.hands]), 1)]
    made = Counter(
        deal_unseen(position.hands, position.unseen, view.counts, position.voids, chance)
        for _ in range(count * CANDIDATES)
    )
    naming = _naming(view, memory, position, hidden)
    seen: Sequence[Seen] = plays_seen(view, memory, position.contract)
    weights = []
    for world, often in made.items():
        weight = naming.likelihood(world) if naming is not None else 1.0
        weights.append(often * weight * likelihood_of_plays(seen, position.contract, world))
    worlds = list(made)
    return [(worlds[place], times) for place, times in resample(weights, count, chance)]


def _naming(
    view: BiritchView, memory: Memory, position: Position, hidden: Sequence[int]
) -> Naming | None:
    """Return what the naming tells of hands out of sight, None where it tells nothing."""
    contract = position.contract
    left_by = view.dealer if view.dealer_left else None
    if contract.namer not in hidden and left_by not in hidden:
        return None
    played: list[list[Card]] = [[] for _ in range(SEATS)]
    for taken in memory.tricks:
        for play in taken.plays:
            played[play.seat].append(play.card)
    for play in view.trick:
        played[play.seat].append(play.card)
    gone = tuple([tuple(cards) for cards in played])
    return Naming(Worths(view), contract.strain, contract.namer, left_by, gone)


def _solve(position: Position, world: World) -> double_dummy.Solved:
    if not double_dummy.available():
        return play_out(position, world)
    strain = position.contract.strain
    return double_dummy.solve(strain, world, _leader(position), position.trick)


def _leader(position: Position) -> int:
    return position.trick[0].seat if position.trick else position.seat


def _tricks_so_far(position: Position) -> int:
    side = position.seat % 2
    return sum(taken.winner % 2 == side for taken in position.tricks)


def _worth_to_side(chosen: Options, view: BiritchView, position: Position) -> tuple[float, ...]:
    """Return what 0 … 13 tricks are worth to the side of the hand in turn."""
    worth = values(chosen, position.contract, view.standing)
    if position.declaring:
        return worth
    return tuple([-worth[TRICKS - number] for number in range(TRICKS + 1)])


def _aces(position: Position, card: Card, so_far: int, in_the_end: int) -> float:
    """Return how many of its aces a side may hope to win odd tricks with, after a card."""
    if in_the_end <= BOOK:
        return 0.0
    held = list(position.own) + list(position.hands[position.partner] or ())
    kept = sum(one.rank is Rank.ACE and one is not card for one in held)
    hope = (ACE_LATE if so_far >= BOOK else ACE_EARLY) * min(kept, in_the_end - BOOK)
    if card.rank is Rank.ACE and so_far >= BOOK:
        wins = winning((*position.trick, Play(position.seat, card)), position.order).card is card
        hope += float(wins)
    return hope
