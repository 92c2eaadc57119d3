"""Bids, contracts, and which card is high in them, in the words of Bid whist."""

from __future__ import annotations

from typing import Final

from bot.games.bid_whist.bids import Bid, Call, Contract, Kind
from bot.games.bid_whist.options import options
from bot.games.bid_whist.play import ranking
from bot.games.bid_whist.scoring import Score
from bot.games.bid_whist.views import BidWhistView
from bot.games.cards import PACK_52, Card, Suit
from bot.games.house_rules import Rules
from bot.games.trick import HIGH, Order, order
from bot.render.tell import Tell
from bot.render.track import signed

SIDES: Final = ((0, 2), (1, 3))
_USUAL: Final = order(None)
_SOME_TRUMP: Final = Suit.SPADES
_SOME_OTHER: Final = Suit.HEARTS


def side_name(side: int, tell: Tell) -> str:
    """Return the two names of a side."""
    return " & ".join(tell.seat(seat) for seat in SIDES[side])


def side_places(side: int, tell: Tell) -> str:
    """Return the places of a side by their initials, for a narrow column."""
    return "-".join(tell.place(seat)[:1] for seat in SIDES[side])


def bid_words(bid: Bid, tell: Tell) -> str:
    """Return a bid in words: ``4 downtown``."""
    return tell.call(bid.text)


def call_line(call: Call, tell: Tell) -> str:
    """Return what one seat said in the auction."""
    name = tell.seat(call.seat)
    if call.bid is None:
        return tell.text("bid_whist.passes", name=name)
    return tell.text("bid_whist.bids", name=name, bid=bid_words(call.bid, tell))


def contract_words(contract: Contract, tell: Tell) -> str:
    """Return the bid that won, the trump suit where it is named, and whose it is."""
    name = tell.seat(contract.bidder)
    bid = bid_words(contract.bid, tell)
    if contract.trump is None:
        return tell.text("bid_whist.contract", bid=bid, name=name)
    suit = tell.suit(contract.trump)
    return tell.text("bid_whist.contract_suit", bid=bid, suit=suit, name=name)


def sorting(view: BidWhistView) -> Order:
    """Return the order that a hand is sorted in: the one in force, or as far as it is settled."""
    if view.ranking is not None:
        return view.ranking
    contract = view.contract
    if contract is None or contract.named:
        return _USUAL
    downtown = contract.bid.kind is Kind.DOWNTOWN
    return order(None, plain_ranks=options(view.rules).low_sides if downtown else HIGH)


def jokers_first(view: BidWhistView) -> bool:
    """Tell whether jokers without a suit are trumps to be, and not dead."""
    return view.contract is None or not view.contract.bid.kind.no_trump


def order_lines(contract: Contract, rules: Rules, tell: Tell) -> list[str]:
    """Return which card is high and which is low under a contract, and what a joker is."""
    if contract.bid.kind.no_trump:
        jokers = tell.text(f"bid_whist.jokers.{rules['nt_jokers']}")
        if not contract.named:
            return [tell.text("bid_whist.order.direction_later"), jokers]
        found = ranking(contract, options(rules))
        assert found is not None
        ends = _ends(found, _SOME_OTHER, tell)
        return [tell.text("bid_whist.order.no_trump", **ends), jokers]
    trump = contract.trump or _SOME_TRUMP
    found = ranking(Contract(contract.bidder, contract.bid, trump), options(rules))
    assert found is not None
    key = "bid_whist.order.trump_later" if contract.trump is None else "bid_whist.order.trump"
    lines = [tell.text(key, suit=tell.suit(trump), **_ends(found, trump, tell))]
    if contract.bid.kind is Kind.DOWNTOWN:
        other = _SOME_OTHER if trump is not _SOME_OTHER else _SOME_TRUMP
        lines.append(tell.text("bid_whist.order.others", **_ends(found, other, tell)))
    return lines


def _ends(found: Order, suit: Suit, tell: Tell) -> dict[str, str]:
    """Return the highest and the lowest card of a suit in words, jokers apart."""
    some: list[Card] = sorted(
        (one for one in PACK_52 if one.suit is suit), key=found.strength, reverse=True
    )
    return {
        "top": tell.text(f"bid_whist.rank.{some[0].rank}"),
        "bottom": tell.text(f"bid_whist.rank.{some[-1].rank}"),
    }


def outcome(contract: Contract, score: Score, tell: Tell) -> str:
    """Return the books against the bid, and what they score."""
    key = "bid_whist.made" if score.made else "bid_whist.set"
    return tell.count(
        key,
        score.books,
        side=side_name(score.side, tell),
        needed=contract.tricks_needed + 1,
        points=signed(score.points),
    )
