"""Biritch by rules of thumb: names by strength and length, and plays as one was taught to."""

from __future__ import annotations

from random import Random

from bot.computers.biritch.bidding import bid
from bot.computers.biritch.claims import provable
from bot.computers.biritch.following import Chosen, follow
from bot.computers.biritch.leading import lead
from bot.computers.biritch.position import Position, known_voids, unseen_cards
from bot.computers.player import Choice
from bot.games.biritch.contract import ORDERS, SEATS
from bot.games.biritch.play import PLAYS
from bot.games.biritch.views import BiritchView
from bot.games.cards import Card
from bot.games.game import Memory, View
from bot.games.trick import may_play

__all__ = ["BiritchPlayer", "choose_card", "position"]


def position(view: BiritchView, memory: Memory) -> Position:
    """Return the play as this seat knows it, at the turn of the hand that it decides for."""
    contract = view.contract
    asked = view.asked
    if contract is None or asked is None:
        raise ValueError("no card is asked for")
    hands = hands_in_sight(view)
    hand = hands[asked.seat] or ()
    unseen = unseen_cards(hands, view.trick, memory.tricks)
    led = view.trick[0].card.suit if view.trick else None
    return Position(
        seat=asked.seat,
        contract=contract,
        hands=hands,
        unseen=unseen,
        voids=known_voids(view.trick, memory.tricks, unseen),
        trick=view.trick,
        tricks=memory.tricks,
        legal=may_play(hand, led, ORDERS[contract.strain]),
    )


def hands_in_sight(view: BiritchView) -> tuple[tuple[Card, ...] | None, ...]:
    """Return the hands that this seat sees, by seat: its own, dummy's once it is down."""
    if view.open_hands is not None:
        return view.open_hands
    hands: list[tuple[Card, ...] | None] = [None] * SEATS
    if view.seat is not None:
        hands[view.seat] = view.hand
    if view.dummy is not None and view.dummy_hand is not None:
        hands[view.dummy] = view.dummy_hand
    return tuple(hands)


def choose_card(position: Position) -> Chosen:
    """Return the card to play, and why."""
    return follow(position) if position.trick else lead(position)


class BiritchPlayer:
    """The player of level ``normal``: rules of thumb, a perfect memory, good conduct.

    It never revokes nor plays out of turn, and claims a revoke only where it can prove it.
    """

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do; None where nothing is asked of this seat."""
        if not isinstance(view, BiritchView):
            raise TypeError("this player plays Biritch")
        claim = provable(view, memory, hands_in_sight(view))
        if claim is not None:
            return claim
        if view.decision is None:
            return None
        if view.phase != "play":
            return bid(view)
        chosen = choose_card(position(view, memory))
        return Choice(PLAYS[view.decision.seat][chosen.card.index], chosen.reason)
