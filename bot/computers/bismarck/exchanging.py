"""Bismarck's exchange by search: discards and trump suits, tried in whole deals played out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bismarck import exchange
from bot.computers.bismarck.aim import aim
from bot.computers.bismarck.estimate import HEARTS, NO_TRUMP, RANKS, SUIT, bits
from bot.computers.bismarck.playout import begun
from bot.computers.bismarck.position import PACK
from bot.computers.dealing import bits_of
from bot.computers.player import Choice, Effort, Watch
from bot.computers.racing import Race
from bot.games.bismarck import BismarckView, Contract
from bot.games.bismarck.contracts import QUEEN, QUEEN_WEIGHT, SEATS
from bot.games.cards import PACK_52, Suit
from bot.games.game import Action, Decision, Memory

PLAYOUTS: Final = 1200
"""How often a discard or a trump suit is played out altogether, with time enough."""

SWAPS: Final = 14
"""How many discards beside that of the rules of thumb are tried."""

LOOKS: Final = 2
"""How often what is beside the best discard found is tried too, where little is to be taken."""

_SUITS: Final = tuple(Suit)


@dataclass(frozen=True, slots=True)
class Plan:
    """A hand of sixteen with what is put away, and the trump suit that goes with it."""

    away: tuple[int, ...]
    trump: int


def _race(
    view: BismarckView,
    contract: Contract,
    plans: Sequence[Plan],
    chance: Random,
    playouts: int,
    watch: Watch,
    twenty: int,
) -> int:
    """Return the place of the plan that brings most when it is played out."""
    seat = view.seat
    assert seat is not None
    others = [index for index in range(52) if (PACK & ~twenty) >> index & 1]
    goal = aim(view, contract)
    lead = seat if view.rules["lead"] == "forehand" else (seat + 1) % SEATS
    kept = [twenty & ~bits_of(plan.away) for plan in plans]

    def imagine() -> list[int]:
        chance.shuffle(others)
        half = len(others) // 2
        return [bits_of(others[:half]), bits_of(others[half:])]

    def worth(two: list[int], place: int) -> float:
        plan = plans[place]
        hands = [0, 0, 0]
        hands[seat] = kept[place]
        hands[(seat + 1) % SEATS], hands[(seat + 2) % SEATS] = two
        taken = begun(hands, plan.trump, contract, lead, chance)
        if contract.counts == "hearts":
            taken[seat] += sum([index // RANKS == HEARTS for index in plan.away])
        elif contract.counts == "queen" and QUEEN.index in plan.away:
            taken[seat] += QUEEN_WEIGHT
        return goal.worth(taken)

    race = Race(len(plans), imagine, worth)
    return race.run(playouts, watch).best


def discard(
    view: BismarckView, choice: Choice, decision: Decision, chance: Random, effort: Effort
) -> Choice:
    """Put away what brings most in the deals imagined: one card after the other is reconsidered."""
    contract = view.contract
    assert contract is not None
    assert decision.discard is not None
    playouts, watch = effort.samples(PLAYOUTS), Watch(effort.seconds)
    twenty = bits(decision.discard.cards)
    trumps = _meant(view, contract, twenty)
    plans = []
    for trump in trumps:
        base = tuple(exchange.discard(contract, trump, twenty))
        plans.append(Plan(base, trump))
        plans += [Plan(away, trump) for away in beside(base, twenty, trump, SWAPS // len(trumps))]
    best = plans[_race(view, contract, plans, chance, playouts, watch, twenty)]
    for _ in range(0 if contract.positive else LOOKS):
        plans = [best]
        plans += [Plan(away, best.trump) for away in beside(best.away, twenty, best.trump, SWAPS)]
        found = plans[_race(view, contract, plans, chance, playouts, watch, twenty)]
        if found == best or watch.over:
            break
        best = found
    if {PACK_52[index].text for index in best.away} == set(choice.action.args):
        return choice
    texts = tuple([PACK_52[index].text for index in best.away])
    return Choice(Action(decision.seat, "discard", texts), "discard_imagined")


def name_trump(
    view: BismarckView,
    memory: Memory,
    choice: Choice,
    decision: Decision,
    chance: Random,
    effort: Effort,
) -> Choice:
    """Name the trump suit that takes most tricks in the deals imagined."""
    away = tuple([one.index for one in memory.discarded])
    twenty = bits(view.hand) | bits_of(away)
    named = [action.args[0] for action in decision.actions]
    plans = [Plan(away, _number(text)) for text in named]
    playouts, watch = effort.samples(PLAYOUTS), Watch(effort.seconds)
    best = named[_race(view, Contract.VALFRI, plans, chance, playouts, watch, twenty)]
    if best == choice.action.args[0]:
        return choice
    return Choice(Action(decision.seat, "trump", (best,)), "trump_imagined")


def _number(text: str) -> int:
    return NO_TRUMP if text == "NT" else _SUITS.index(Suit(text))


def _meant(view: BismarckView, contract: Contract, twenty: int) -> list[int]:
    """Return the trumps that may be meant: in Valfri the longest suits, else the only one."""
    valfri = view.rules["valfri"]
    if contract is not Contract.VALFRI:
        return [exchange.trump_in(contract, twenty, lambda _: NO_TRUMP)]
    if valfri == "nt_only":
        return [NO_TRUMP]
    longest = sorted(range(4), key=lambda suit: -(twenty >> suit * RANKS & SUIT).bit_count())
    return longest[:2] if valfri == "suit" else [*longest[:2], NO_TRUMP]


def beside(away: Sequence[int], twenty: int, trump: int, count: int) -> list[tuple[int, ...]]:
    """Return discards in which one card is another: the next one of its suit, or of another suit.

    The lowest and the highest of each suit that stays may go instead; trumps stay.
    """
    kept = twenty & ~bits_of(away)
    ends: list[int] = []
    for suit in range(4):
        mine = kept & SUIT << RANKS * suit
        if mine and suit != trump:
            ends += {mine.bit_length() - 1, (mine & -mine).bit_length() - 1}
    found = [
        (*[one for one in away if one != back], gone)
        for back in reversed(away)
        for gone in sorted(ends)
    ]
    step = max(1, -(-len(found) // count))
    return found[::step]
