"""One deal on the table, and how each question is answered in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.games.bid_whist.auction import Auction, called, opened
from bot.games.bid_whist.bids import BIDS, Contract, Kind
from bot.games.bid_whist.events import (
    AuctionWon,
    BidMade,
    DirectionNamed,
    KittyBuried,
    KittyTaken,
    Passed,
    PassedOut,
    TrumpNamed,
)
from bot.games.bid_whist.options import Options
from bot.games.bid_whist.play import check_card, ranking
from bot.games.bid_whist.scoring import TRICKS
from bot.games.cards import Card, NoSuchCard, Suit, card
from bot.games.game import Action, CardsPlayed, Deal, Event, IllegalAction, TrickTaken
from bot.games.trick import Order, Play, Taken, winning

BURIED: Final = 6

BID: Final = "bid"
DISCARD: Final = "discard"
TRUMP: Final = "trump"
DIRECTION: Final = "direction"
PLAY: Final = "play"
DONE: Final = "done"

VERBS: Final = MappingProxyType(
    {
        "bid": BID,
        "pass": BID,
        "discard": DISCARD,
        "trump": TRUMP,
        "direction": DIRECTION,
        "play": PLAY,
    }
)
"""Each verb with the question that it answers."""

_SUITS: Final = MappingProxyType({suit.value: suit for suit in Suit})
_DIRECTIONS: Final = MappingProxyType({"high": Kind.HIGH, "low": Kind.LOW})


@dataclass(frozen=True, slots=True)
class Table:
    """A deal as it stands; ``question`` is what ``asked`` has to answer, or ``done``.

    ``hands`` are as held now, ``taken`` the finished tricks, ``won`` how many each side has.
    """

    deal: Deal
    question: str
    asked: int
    auction: Auction
    hands: tuple[tuple[Card, ...], ...]
    actions: tuple[Action, ...] = ()
    contract: Contract | None = None
    ranking: Order | None = None
    kitty_taken: bool = False
    buried: tuple[Card, ...] = ()
    trick: tuple[Play, ...] = ()
    taken: tuple[Taken, ...] = ()
    won: tuple[int, int] = (0, 0)


class Answered(NamedTuple):
    """A table after an action, and what happened."""

    table: Table
    events: tuple[Event, ...]


def laid(deal: Deal) -> Table:
    """Return the table as a deal begins."""
    auction = opened(deal.dealer)
    return Table(deal, BID, auction.speaking[0], auction, deal.hands)


def answer(table: Table, action: Action, options: Options) -> Answered:
    """Return the table after an action of the open deal; raise IllegalAction."""
    question = VERBS.get(action.verb)
    if question is None:
        raise IllegalAction("unknown_verb", verb=action.verb)
    if action.seat != table.asked:
        raise IllegalAction("not_your_turn", seat=action.seat, asked=table.asked)
    if question != table.question:
        raise IllegalAction("not_now", verb=action.verb)
    return _ANSWERS[action.verb](table, action, options)


def _bid(table: Table, action: Action, options: Options) -> Answered:
    bid = BIDS.get(_only(action))
    if bid is None:
        raise _bad(action)
    auction = called(table.auction, bid, options)
    return _spoken(table, action, auction, BidMade(action.seat, bid), options)


def _pass(table: Table, action: Action, options: Options) -> Answered:
    if action.args:
        raise _bad(action)
    auction = called(table.auction, None, options)
    return _spoken(table, action, auction, Passed(action.seat), options)


def _spoken(
    table: Table, action: Action, auction: Auction, event: Event, options: Options
) -> Answered:
    spoken = replace(table, auction=auction, actions=(*table.actions, action))
    if auction.speaking:
        return Answered(replace(spoken, asked=auction.speaking[0]), (event,))
    standing = auction.standing
    if standing is None or standing.bid is None:
        out = PassedOut(table.deal.dealer)
        return Answered(replace(spoken, question=DONE), (event, out))
    won = AuctionWon(standing.seat, standing.bid)
    contracted = replace(spoken, contract=Contract(standing.seat, standing.bid))
    then = _went_on(contracted, options)
    return Answered(then.table, (event, won, *then.events))


def _went_on(table: Table, options: Options) -> Answered:
    """Go on to what the bidder has to do next: name, take the kitty and discard, or lead."""
    contract = table.contract
    assert contract is not None
    bidder = contract.bidder
    naming = DIRECTION if contract.bid.kind.no_trump else TRUMP
    if options.before_kitty and not contract.named:
        return Answered(replace(table, question=naming, asked=bidder), ())
    if not table.kitty_taken:
        return _took_kitty(table, contract, options)
    if not contract.named:
        return Answered(replace(table, question=naming, asked=bidder), ())
    leader = (bidder + 1) % 4 if options.left_leads else bidder
    order = ranking(contract, options)
    return Answered(replace(table, question=PLAY, asked=leader, ranking=order), ())


def _took_kitty(table: Table, contract: Contract, options: Options) -> Answered:
    bidder, kitty = contract.bidder, table.deal.stock
    taken = replace(
        table,
        question=DISCARD,
        asked=bidder,
        hands=_with_hand(table.hands, bidder, (*table.hands[bidder], *kitty)),
        ranking=ranking(contract, options),
        kitty_taken=True,
    )
    return Answered(taken, (KittyTaken(bidder, kitty if options.kitty_shown else ()),))


def _discard(table: Table, action: Action, options: Options) -> Answered:
    hand = table.hands[action.seat]
    cards = tuple(_card(text, action) for text in action.args)
    if len(cards) != BURIED or len(set(cards)) != BURIED:
        raise IllegalAction("wrong_discard", count=len(set(cards)), expected=BURIED)
    for one in cards:
        if one not in hand:
            raise IllegalAction("not_in_hand", card=one.text)
    kept = tuple(one for one in hand if one not in cards)
    buried = replace(
        table,
        hands=_with_hand(table.hands, action.seat, kept),
        actions=(*table.actions, action),
        buried=cards,
    )
    then = _went_on(buried, options)
    return Answered(then.table, (KittyBuried(action.seat, BURIED), *then.events))


def _trump(table: Table, action: Action, options: Options) -> Answered:
    suit = _SUITS.get(_only(action))
    if suit is None:
        raise _bad(action)
    contract = table.contract
    assert contract is not None
    named = replace(
        table,
        contract=Contract(contract.bidder, contract.bid, suit),
        actions=(*table.actions, action),
    )
    then = _went_on(named, options)
    return Answered(then.table, (TrumpNamed(action.seat, suit), *then.events))


def _direction(table: Table, action: Action, options: Options) -> Answered:
    kind = _DIRECTIONS.get(_only(action))
    if kind is None:
        raise _bad(action)
    contract = table.contract
    assert contract is not None
    named = replace(
        table,
        contract=Contract(contract.bidder, contract.bid._replace(kind=kind)),
        actions=(*table.actions, action),
    )
    then = _went_on(named, options)
    return Answered(then.table, (DirectionNamed(action.seat, kind is Kind.LOW), *then.events))


def _play(table: Table, action: Action, options: Options) -> Answered:
    seat = action.seat
    played = _card(_only(action), action)
    hand = table.hands[seat]
    order = table.ranking
    assert order is not None
    check_card(played, hand, table.trick, order, options)
    at = hand.index(played)
    hands = _with_hand(table.hands, seat, hand[:at] + hand[at + 1 :])
    trick = (*table.trick, Play(seat, played))
    event = CardsPlayed(seat, (played,))
    question, asked, taken, won = PLAY, (seat + 1) % 4, table.taken, table.won
    events: tuple[Event, ...] = (event,)
    if len(trick) == 4:
        asked = winning(trick, order).seat
        taken = (*taken, Taken(trick, asked))
        won = (won[0] + 1, won[1]) if asked % 2 == 0 else (won[0], won[1] + 1)
        trick = ()
        events = (event, TrickTaken(len(taken), asked))
        if len(taken) == TRICKS:
            question = DONE
    # The hot path: a call by place costs a third of dataclasses.replace.
    after = Table(
        table.deal,
        question,
        asked,
        table.auction,
        hands,
        (*table.actions, action),
        table.contract,
        order,
        True,
        table.buried,
        trick,
        taken,
        won,
    )
    return Answered(after, events)


def _with_hand(
    hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _only(action: Action) -> str:
    if len(action.args) != 1:
        raise _bad(action)
    return action.args[0]


def _card(text: str, action: Action) -> Card:
    try:
        return card(text)
    except NoSuchCard:
        raise _bad(action) from None


def _bad(action: Action) -> IllegalAction:
    return IllegalAction("bad_arguments", verb=action.verb)


_ANSWERS: Final[MappingProxyType[str, Callable[[Table, Action, Options], Answered]]] = (
    MappingProxyType(
        {
            "bid": _bid,
            "pass": _pass,
            "discard": _discard,
            "trump": _trump,
            "direction": _direction,
            "play": _play,
        }
    )
)
