"""When to claim a revoke: only where what this seat saw proves one that is not yet claimed."""

from __future__ import annotations

from collections.abc import Sequence

from bot.computers.player import Choice
from bot.games.biritch.play import CLAIM
from bot.games.biritch.views import BiritchView
from bot.games.cards import Card
from bot.games.game import Action, Memory
from bot.games.trick import Play

Sight = tuple[tuple[Card, ...] | None, ...]


def provable(view: BiritchView, memory: Memory, hands: Sight) -> Choice | None:
    """Return a claim that is sure to find something, or None.

    A claim finds everything up to its moment, so only what happened after the last claim of the
    own side counts: a play out of turn, or a failure to follow by a hand that has shown a card of
    the suit since, or that lies open with one.
    """
    if view.seat is None:
        return None
    claim = Action(view.seat, CLAIM)
    if claim not in view.others and (view.decision is None or claim not in view.decision.actions):
        return None
    side = view.seat % 2
    laid = [play for taken in memory.tricks for play in taken.plays] + list(view.trick)
    first, loose = _since_last_claim(memory.actions, laid, side)
    if any(seat % 2 != side for seat in loose):
        return Choice(claim, "claim_out_of_turn")
    for index in range(first, len(laid)):
        if laid[index].seat % 2 != side and _proved(laid, index, hands):
            return Choice(claim, "claim_revoke")
    return None


def _since_last_claim(
    actions: Sequence[Action], laid: Sequence[Play], side: int
) -> tuple[int, list[int]]:
    """Return how many cards lay at the side's last claim, and who played out of turn since."""
    done = claimed = 0
    loose: list[int] = []
    for action in actions:
        if action.verb == CLAIM:
            if action.seat % 2 == side:
                claimed, loose = done, []
        elif action.verb == "play":
            due = laid[done] if done < len(laid) else None
            if due is not None and action.args == (due.card.text,) and action.seat == due.seat:
                done += 1
            else:
                loose.append(action.seat)
    return claimed, loose


def _proved(laid: Sequence[Play], index: int, hands: Sight) -> bool:
    """Tell whether a play was a failure to follow, as the cards in sight show."""
    play = laid[index]
    led = laid[index - index % 4].card.suit
    if play.card.suit is led:
        return False
    hand = hands[play.seat]
    if hand is not None and any(card.suit is led for card in hand):
        return True
    return any(later.seat == play.seat and later.card.suit is led for later in laid[index + 1 :])
