"""A computer player of Bismarck that goes by rules of thumb and remembers every card."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.computers.bismarck import exchange
from bot.computers.bismarck.avoiding import card_to_avoid
from bot.computers.bismarck.estimate import NO_TRUMP, bits
from bot.computers.bismarck.exchange import trump_of
from bot.computers.bismarck.position import position
from bot.computers.bismarck.reasons import Reason
from bot.computers.bismarck.tricks import card_for_tricks
from bot.computers.player import Choice
from bot.games.bismarck import BismarckView, Contract
from bot.games.cards import PACK_52, Suit
from bot.games.game import Action, Decision, Memory, View

_SUITS: Final = tuple(Suit)


class BismarckPlayer:
    """Play for the own score, whoever forehand is; the leader is held down where that is free."""

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do; None where nothing is asked of this seat."""
        if not isinstance(view, BismarckView):
            raise TypeError("a view of Bismarck is needed")
        decision = view.decision
        if decision is None:
            return None
        if decision.question == "play":
            return _play(view, memory, decision)
        if decision.question == "contract":
            return _contract(view, decision)
        if decision.question == "discard":
            return _discard(view, decision)
        if decision.question == "trump":
            return _trump(view, decision)
        return _because(Action(decision.seat, "take"), "take_kitty")


def _because(action: Action, reason: Reason) -> Choice:
    return Choice(action, reason)


def _play(view: BismarckView, memory: Memory, decision: Decision) -> Choice:
    now = position(view, memory)
    index, reason = card_for_tricks(now) if now.contract.positive else card_to_avoid(now)
    return _because(Action(decision.seat, "play", (PACK_52[index].text,)), reason)


def _contract(view: BismarckView, decision: Decision) -> Choice:
    """Announce the contract that the hand fits best among those left."""
    contracts = [Contract(action.args[0]) for action in decision.actions]
    mine = view.left[decision.seat]
    all_to_come = not mine.free and len(mine.contracts) == mine.deals
    best = exchange.contract_for(
        contracts,
        bits(view.hand),
        bits(view.kitty),
        all_to_come=all_to_come,
        trump=lambda hand: _best_trump(view, hand),
    )
    reason: Reason = "pass_with_weak_hand" if best is Contract.PASS else "contract_fits"
    return _because(Action(decision.seat, "contract", (best.value,)), reason)


def _discard(view: BismarckView, decision: Decision) -> Choice:
    if decision.discard is None or view.contract is None:
        raise ValueError("no discard is asked")
    contract = view.contract
    hand = bits(decision.discard.cards)
    trump = exchange.trump_in(contract, hand, lambda held: _best_trump(view, held))
    away = exchange.discard(contract, trump, hand)
    texts = tuple([PACK_52[index].text for index in away])
    reason: Reason = "discard_weak" if contract.positive else "discard_dangerous"
    return _because(Action(decision.seat, "discard", texts), reason)


def _trump(view: BismarckView, decision: Decision) -> Choice:
    trump = _best_trump(view, bits(view.hand))
    if trump == NO_TRUMP:
        return _because(Action(decision.seat, "trump", ("NT",)), "no_trump_best")
    return _because(Action(decision.seat, "trump", (_SUITS[trump].value,)), "longest_trump")


def _best_trump(view: BismarckView, hand: int) -> int:
    valfri = view.rules["valfri"]
    return trump_of(hand, no_trump=valfri == "suit_or_nt", suits=valfri != "nt_only")
