"""Bismarck by search: unseen cards dealt as they may lie, each choice played out many times."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.computers.bismarck import BismarckPlayer
from bot.computers.bismarck.aim import aim
from bot.computers.bismarck.exchanging import discard, name_trump
from bot.computers.bismarck.imagined import unseen_cards
from bot.computers.bismarck.playout import play_out
from bot.computers.bismarck.plays_seen import Walk, apart, witness
from bot.computers.bismarck.position import position
from bot.computers.dealing import bits_of
from bot.computers.player import UNHURRIED, Choice, Effort, Watch
from bot.computers.racing import Race
from bot.games.bismarck import BismarckView
from bot.games.cards import PACK_52, card
from bot.games.game import Action, Decision, Memory, View

PLAYOUTS: Final = 1200
"""How often a card is played out altogether, with time enough."""

_REASONS: Final = {True: "most_tricks_imagined", False: "fewest_taken_imagined"}


class BismarckSearcher:
    """The player of level ``strong``: it imagines the other hands, and plays for its own score."""

    def __init__(self) -> None:
        self._rules = BismarckPlayer()

    def choose(
        self, view: View, memory: Memory, chance: Random, effort: Effort = UNHURRIED
    ) -> Choice | None:
        """Return what to do; None where nothing is asked of this seat."""
        choice = self._rules.choose(view, memory, chance)
        decision = view.decision
        if not isinstance(view, BismarckView):
            raise TypeError("a view of Bismarck is needed")
        if choice is None or decision is None:
            return choice
        if decision.question == "play" and len(decision.actions) > 1:
            return _card(view, memory, decision, choice, chance, effort)
        if decision.question == "discard":
            return discard(view, choice, decision, chance, effort)
        if decision.question == "trump":
            return name_trump(view, memory, choice, decision, chance, effort)
        return choice


def _card(
    view: BismarckView,
    memory: Memory,
    decision: Decision,
    choice: Choice,
    chance: Random,
    effort: Effort,
) -> Choice:
    now = position(view, memory)
    seat = now.seat
    walk = Walk(unseen_cards(view, memory, now), witness(view, memory, now), chance)

    def imagine() -> list[int]:
        hands = walk.deal()
        hands[seat] = now.hand
        return hands

    goal = aim(view, now.contract)
    # A card on the table parts two others as an unseen one does: one may beat it, the other not.
    between = now.unseen | bits_of(now.trick)
    legal = one_of_equals(now.legal, between, high=not now.contract.positive)
    ruled = card(choice.action.args[0]).index
    race = Race(
        len(legal),
        imagine,
        lambda hands, place: goal.worth(
            play_out(hands, now.trump, now.contract, seat, now.trick, legal[place], chance)
        ),
        next(place for place, one in enumerate(legal) if not apart(one, ruled, between)),
    )
    best = PACK_52[legal[race.run(effort.samples(PLAYOUTS), Watch(effort.seconds)).best]].text
    if best == choice.action.args[0]:
        return choice
    return Choice(Action(decision.seat, "play", (best,)), _REASONS[now.contract.positive])


def one_of_equals(legal: Sequence[int], between: int, *, high: bool) -> list[int]:
    """Return one of the cards of each suit with nothing between them: the high, or low one.

    ``between`` are the cards that others hold or may hold, or have played to this trick. Without
    any of them between, cards are as good as each other, and the one to part with is clear.
    """
    kept: list[int] = []
    for index in sorted(legal, reverse=not high):
        if not kept or apart(index, kept[-1], between):
            kept.append(index)
    return kept
