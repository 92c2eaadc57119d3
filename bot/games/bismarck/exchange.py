"""Before the first trick: the contract, the kitty, the discard, and Valfri's trump suit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.games.bismarck.contracts import KITTY, Contract
from bot.games.bismarck.events import (
    ContractAnnounced,
    Discarded,
    KittyRefused,
    KittyTaken,
    TrumpNamed,
)
from bot.games.bismarck.options import Options, offered
from bot.games.bismarck.state import NEXT, NOTHING, Exchange, Playing, Terms
from bot.games.cards import Card, NoSuchCard, Suit, card
from bot.games.game import Action, Decision, Discard, Event, IllegalAction
from bot.games.trick import order

NO_TRUMP: Final = "NT"
_SUITS: Final = {suit.value: suit for suit in Suit}

Step = tuple[Exchange | Playing, tuple[Event, ...]]


def question(table: Exchange) -> str:
    """Return what forehand is asked: ``contract``, ``take``, ``discard`` or ``trump``."""
    if table.contract is None:
        return "contract"
    if table.took is None:
        return "take"
    return "discard" if table.discards is None else "trump"


def decision(chosen: Options, table: Exchange, played: Sequence[Contract]) -> Decision:
    """Return the question that forehand is asked, and the legal answers."""
    seat = table.deal.dealer
    asked = question(table)
    if asked == "discard":
        return Decision(seat, seat, asked, discard=Discard(table.hand, KITTY))
    if asked == "contract":
        contracts = offered(chosen, table.number, played)
        actions = tuple([Action(seat, "contract", (one.value,)) for one in contracts])
    elif asked == "take":
        actions = (Action(seat, "take"), Action(seat, "refuse"))
    else:
        trumps = (*_SUITS, NO_TRUMP) if chosen.valfri == "suit_or_nt" else tuple(_SUITS)
        actions = tuple([Action(seat, "trump", (one,)) for one in trumps])
    return Decision(seat, seat, asked, actions)


def begin(
    chosen: Options, table: Exchange, played: Sequence[Contract]
) -> tuple[Exchange, tuple[Event, ...]]:
    """Announce a contract that leaves no choice by itself (rules: Contract)."""
    contracts = offered(chosen, table.number, played)
    if len(contracts) == 1:
        return _announced(chosen, table, contracts[0], by_itself=True)
    return table, ()


def act(chosen: Options, table: Exchange, played: Sequence[Contract], action: Action) -> Step:
    """Return the deal after forehand's action; raise IllegalAction."""
    seat = table.deal.dealer
    if action.seat != seat:
        raise IllegalAction("not_your_turn", seat=action.seat, asked=seat)
    asked = question(table)
    verb = action.verb
    if verb == asked == "contract":
        return _contract(chosen, table, played, action)
    if verb == asked == "discard":
        return _discard(chosen, table, action)
    if verb == asked == "trump":
        return _trump(chosen, table, action)
    if asked == "take" and verb in ("take", "refuse"):
        return _kitty(chosen, table, action)
    if verb == "contract" and table.contract is not None:
        raise IllegalAction("contract_settled", contract=table.contract.value)
    if verb == "refuse" and table.took and table.discards is None:
        raise IllegalAction("must_take_kitty")
    raise IllegalAction("not_now", verb=verb)


def _contract(chosen: Options, table: Exchange, played: Sequence[Contract], action: Action) -> Step:
    if len(action.args) != 1 or action.args[0] not in _CONTRACTS:
        raise IllegalAction("bad_arguments", verb=action.verb)
    contract = _CONTRACTS[action.args[0]]
    if contract not in chosen.contracts:
        raise IllegalAction("contract_not_in_match", contract=contract.value)
    if contract not in offered(chosen, table.number, played):
        raise IllegalAction("contract_played", contract=contract.value)
    table = replace(table, actions=(*table.actions, action))
    return _announced(chosen, table, contract, by_itself=False)


_CONTRACTS: Final = {contract.value: contract for contract in Contract}


def _announced(
    chosen: Options, table: Exchange, contract: Contract, *, by_itself: bool
) -> tuple[Exchange, tuple[Event, ...]]:
    """Settle the contract; the kitty is taken at once where it has to be (rules: Kitty)."""
    events: tuple[Event, ...] = (ContractAnnounced(table.deal.dealer, contract, by_itself),)
    table = replace(table, contract=contract)
    if chosen.compulsory or contract is Contract.VALFRI:
        return _taken(table), (*events, KittyTaken(table.deal.dealer, by_itself=True))
    return table, events


def _taken(table: Exchange) -> Exchange:
    return replace(table, took=True, hand=(*table.hand, *table.deal.stock))


def _kitty(chosen: Options, table: Exchange, action: Action) -> Step:
    if action.args:
        raise IllegalAction("bad_arguments", verb=action.verb)
    actions = (*table.actions, action)
    if action.verb == "take":
        after = replace(_taken(table), actions=actions)
        return after, (KittyTaken(action.seat, by_itself=False),)
    after = replace(table, took=False, discards=(), actions=actions)
    return _play(chosen, after, None), (KittyRefused(action.seat),)


def _discard(chosen: Options, table: Exchange, action: Action) -> Step:
    """Put four of the twenty cards out of play (rules: Kitty)."""
    discards = _cards(action)
    for one in discards:
        if one not in table.hand:
            raise IllegalAction("not_in_hand", card=one.text)
    if len(discards) != KITTY or len(set(discards)) != KITTY:
        raise IllegalAction("wrong_discard", count=len(set(discards)), expected=KITTY)
    hand = tuple([one for one in table.hand if one not in discards])
    after = replace(table, hand=hand, discards=discards, actions=(*table.actions, action))
    events: tuple[Event, ...] = (Discarded(action.seat, KITTY),)
    if table.contract is not Contract.VALFRI:
        return _play(chosen, after, None), events
    if chosen.valfri == "nt_only":
        return _play(chosen, after, None), (*events, TrumpNamed(action.seat, None, by_itself=True))
    return after, events


def _cards(action: Action) -> tuple[Card, ...]:
    try:
        return tuple([card(text) for text in action.args])
    except NoSuchCard:
        raise IllegalAction("bad_arguments", verb=action.verb) from None


def _trump(chosen: Options, table: Exchange, action: Action) -> Step:
    if len(action.args) != 1 or (action.args[0] not in _SUITS and action.args[0] != NO_TRUMP):
        raise IllegalAction("bad_arguments", verb=action.verb)
    trump = _SUITS.get(action.args[0])
    if trump is None and chosen.valfri != "suit_or_nt":
        raise IllegalAction("no_trump_not_agreed")
    after = replace(table, actions=(*table.actions, action))
    return _play(chosen, after, trump), (TrumpNamed(action.seat, trump, by_itself=False),)


def _play(chosen: Options, table: Exchange, trump: Suit | None) -> Playing:
    """Begin the play; ``trump`` is what forehand named, spades stand by themselves in Spader."""
    contract, took, discards = table.contract, table.took, table.discards
    if contract is None or took is None or discards is None:
        raise AssertionError("play begins when all is settled")
    if contract is Contract.SPADER:
        trump = Suit.SPADES
    forehand = table.deal.dealer
    hands = tuple(
        [table.hand if seat == forehand else hand for seat, hand in enumerate(table.deal.hands)]
    )
    terms = Terms(table.number, table.deal, contract, took, discards, trump, order(trump))
    turn = forehand if chosen.forehand_leads else NEXT[forehand]
    return Playing(terms, hands, turn, (), (), NOTHING, table.actions)
