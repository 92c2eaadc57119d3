"""Bura by search: hands and stocks as they may be, each choice played out in many of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bura.counting import BuraCounter
from bot.computers.bura.known import knowledge
from bot.computers.bura.playout import WORTH, Group, World, numbers, play_out
from bot.computers.player import UNHURRIED, Choice, Effort, Watch
from bot.computers.racing import Race
from bot.games.bura import BuraMemory, BuraView
from bot.games.bura.hands import POINTS
from bot.games.game import Action, Decision, Memory, View

PLAYOUTS: Final = 1000
"""How often a choice of cards is played out altogether, with time enough."""


class BuraSearcher:
    """The player of level ``strong``; what is no choice of cards is left to the counting rules."""

    def __init__(self) -> None:
        self._rules = BuraCounter()

    def choose(
        self, view: View, memory: Memory, chance: Random, effort: Effort = UNHURRIED
    ) -> Choice | None:
        """Return what to do, also out of turn, where 31 may be called at any moment."""
        choice = self._rules.choose(view, memory, chance)
        if not isinstance(view, BuraView) or not isinstance(memory, BuraMemory):
            raise TypeError("a view and a memory of Bura are needed")
        decision = view.decision
        if choice is None or decision is None or choice.action.verb != "play":
            return choice
        plays = [action for action in decision.actions if action.verb == "play"]
        if len(plays) == 1:
            return choice
        return _weighed(view, memory, decision, plays, choice, chance, effort)


def _weighed(
    view: BuraView,
    memory: BuraMemory,
    decision: Decision,
    plays: list[Action],
    choice: Choice,
    chance: Random,
    effort: Effort,
) -> Choice:
    table = imagined(view, memory)
    groups = [table.group(action) for action in plays]
    race = Race(
        len(plays),
        lambda: table.deal(chance),
        lambda world, place: play_out(world, groups[place], chance),
        favourite=plays.index(choice.action),
    )
    found = race.run(effort.samples(PLAYOUTS), Watch(effort.seconds))
    if plays[found.best] == choice.action:
        return choice
    reason = "wins_most_leading" if decision.question == "lead" else "wins_most_replying"
    return Choice(plays[found.best], reason)


@dataclass(frozen=True, slots=True)
class Imagined:
    """What is certain at a table, as numbers of cards, and what the rest is drawn from.

    ``free`` are the cards that nobody has located: ``missing`` of them are in the other's hand,
    the next in the stock, and what is left lies face down or was put aside: ``hidden_own`` of
    those are in the own tricks.
    """

    seat: int
    numbers: dict[str, int]
    hand: tuple[int, ...]
    sure: tuple[int, ...]
    free: tuple[int, ...]
    missing: int
    stock: int
    turned: tuple[int, ...]
    points: tuple[int, int]
    hidden_own: int
    led: Group
    gone: int

    def group(self, action: Action) -> Group:
        """Return the cards of an action as numbers, lowest first."""
        return tuple(sorted([self.numbers[text] for text in action.args]))

    def deal(self, chance: Random) -> World:
        """Return a deal that agrees with all that is known."""
        drawn = list(self.free)
        chance.shuffle(drawn)
        theirs = sorted([*self.sure, *drawn[: self.missing]])
        end = self.missing + self.stock
        stock = [*drawn[self.missing : end], *self.turned]
        own, other = self.points
        if self.hidden_own:
            own += sum([WORTH[one] for one in drawn[end : end + self.hidden_own]])
        mine = list(self.hand)
        hands = (mine, theirs) if self.seat == 0 else (theirs, mine)
        points = (own, other) if self.seat == 0 else (other, own)
        return World(hands, stock, points, self.seat, self.led, self.gone)


def imagined(view: BuraView, memory: BuraMemory) -> Imagined:
    """Return what a seat knows when it has to lead or to reply."""
    seat, trump = view.seat, view.trump
    if seat is None or trump is None:
        raise ValueError("nobody plays a card here")
    known = knowledge(view, memory, seat, trump)
    by_card = numbers(trump)
    own = hidden = 0
    gone = 0
    for taken in memory.tricks:
        for play in taken.plays:
            gone |= 1 << by_card[play.card]
        if taken.winner == seat:
            own += sum([POINTS[play.card.index] for play in taken.plays])
            if taken.leader == seat and taken.plays[-1].seat == seat:
                hidden += len(taken.plays)
    for play in view.trick:
        gone |= 1 << by_card[play.card]
    turned = () if view.turned is None else (by_card[view.turned],)
    return Imagined(
        seat=seat,
        numbers={one.text: number for one, number in by_card.items()},
        hand=tuple(sorted([by_card[one] for one in view.hand])),
        sure=tuple([by_card[one] for one in known.theirs_sure]),
        free=tuple([by_card[one] for one in known.unseen]),
        missing=known.size - len(known.theirs_sure),
        stock=view.stock - len(turned),
        turned=turned,
        points=(own, known.theirs),
        hidden_own=hidden,
        led=tuple(sorted([by_card[play.card] for play in view.trick])),
        gone=gone,
    )
