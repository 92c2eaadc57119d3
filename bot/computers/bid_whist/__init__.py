"""Bid whist by rules of thumb: bid what the hand holds, bury losers, draw trumps, help partner."""

from __future__ import annotations

from random import Random

from bot.computers.bid_whist.bidding import Situation, say
from bot.computers.bid_whist.cards_played import Turn, pick
from bot.computers.bid_whist.kitty import best_direction, best_trump, burial
from bot.computers.bid_whist.knowledge import known_from
from bot.computers.player import Choice
from bot.games.bid_whist import BidWhistMemory, BidWhistView
from bot.games.bid_whist.bids import BIDS, Bid, Contract, Kind
from bot.games.bid_whist.options import Options, options
from bot.games.bid_whist.play import ranking
from bot.games.cards import Card, Suit
from bot.games.game import Action, Decision, Memory, View
from bot.games.trick import Order


class BidWhistPlayer:
    """The rules of thumb with a perfect memory; ``bold`` is who will play the cards by search."""

    def __init__(self, *, bold: bool = False) -> None:
        self._bold = bold

    def choose(self, view: View, memory: Memory, chance: Random) -> Choice | None:
        """Return what to do; None where nothing is asked of this seat."""
        if not isinstance(view, BidWhistView) or not isinstance(memory, BidWhistMemory):
            raise TypeError("a view and a memory of Bid whist are needed")
        decision = view.decision
        if decision is None:
            return None
        if decision.question == "bid":
            return _speak(view, decision, self._bold)
        return _ANSWERS[decision.question](view, memory, decision)


def _speak(view: BidWhistView, decision: Decision, bold: bool) -> Choice:
    seat, side = decision.seat, decision.seat % 2
    legal = [BIDS[action.args[0]] for action in decision.actions if action.verb == "bid"]
    said = say(
        Situation(
            seat=seat,
            hand=view.hand,
            mine=view.totals[side],
            theirs=view.totals[1 - side],
            standing=view.standing,
            to_speak=sum(1 for other in view.speaking[1:] if (other - seat) % 2),
            legal=legal,
            may_pass=len(legal) < len(decision.actions),
            options=options(view.rules),
            partner_to_speak=(seat + 2) % 4 in view.speaking[1:],
            bold=bold,
        )
    )
    if said.bid is None:
        return Choice(Action(seat, "pass"), said.reason)
    action = Action(seat, "bid", (said.bid.text,))
    return Choice(action, said.reason, (("bid", said.bid.text),))


def _bury(view: BidWhistView, memory: BidWhistMemory, decision: Decision) -> Choice:
    order = view.ranking
    if order is None:
        assert view.contract is not None
        order = _best_order(view.hand, view.contract, options(view.rules))
    buried = burial(view.hand, order).cards
    jokers = order.trump is None and any(one.joker for one in buried)
    action = Action(decision.seat, "discard", tuple(one.text for one in buried))
    return Choice(action, "bury_jokers" if jokers else "bury_losers")


def _name_trump(view: BidWhistView, memory: BidWhistMemory, decision: Decision) -> Choice:
    assert view.contract is not None
    orders = _orders(view.contract.bid, options(view.rules))
    suit = best_trump(view.hand, orders)
    action = Action(decision.seat, "trump", (suit.value,))
    return Choice(action, "name_trump", (("suit", suit.value),))


def _name_direction(view: BidWhistView, memory: BidWhistMemory, decision: Decision) -> Choice:
    assert view.contract is not None
    high, low = _directions(view.contract.bid, options(view.rules))
    if best_direction(view.hand, high, low):
        return Choice(Action(decision.seat, "direction", ("low",)), "name_low")
    return Choice(Action(decision.seat, "direction", ("high",)), "name_high")


def _play(view: BidWhistView, memory: BidWhistMemory, decision: Decision) -> Choice:
    order, contract = view.ranking, view.contract
    assert order is not None
    assert contract is not None
    by_text = {one.text: one for one in view.hand}
    turn = Turn(
        seat=decision.seat,
        bidder=contract.bidder,
        hand=view.hand,
        legal=[by_text[action.args[0]] for action in decision.actions],
        trick=view.trick,
        known=known_from(view.hand, memory.discarded, memory.tricks, view.trick, order),
    )
    picked = pick(turn)
    action = Action(decision.seat, "play", (picked.card.text,))
    return Choice(action, picked.reason, (("card", picked.card.text),))


def _orders(bid: Bid, options: Options) -> dict[Suit, Order]:
    """Return the order under each trump suit that could be named."""
    orders: dict[Suit, Order] = {}
    for suit in Suit:
        order = ranking(Contract(0, bid, suit), options)
        assert order is not None
        orders[suit] = order
    return orders


def _directions(bid: Bid, options: Options) -> tuple[Order, Order]:
    high = ranking(Contract(0, bid._replace(kind=Kind.HIGH)), options)
    low = ranking(Contract(0, bid._replace(kind=Kind.LOW)), options)
    assert high is not None
    assert low is not None
    return high, low


def orders_to_name(bid: Bid, options: Options) -> dict[str, Order]:
    """Return the order under each trump suit or direction that could be named, by its word."""
    if bid.kind.no_trump:
        high, low = _directions(bid, options)
        return {"high": high, "low": low}
    return {suit.value: order for suit, order in _orders(bid, options).items()}


def _best_order(hand: tuple[Card, ...], contract: Contract, options: Options) -> Order:
    """Return the order of what will be named after the discard."""
    if contract.bid.kind.no_trump:
        high, low = _directions(contract.bid, options)
        return low if best_direction(hand, high, low) else high
    orders = _orders(contract.bid, options)
    return orders[best_trump(hand, orders)]


_ANSWERS = {
    "discard": _bury,
    "trump": _name_trump,
    "direction": _name_direction,
    "play": _play,
}
