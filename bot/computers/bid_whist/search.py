"""Bid whist by search: the unseen cards dealt as they may lie, each choice played out in many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bid_whist import BidWhistPlayer, orders_to_name
from bot.computers.bid_whist.imagined import unseen, worths
from bot.computers.bid_whist.kitty import burial
from bot.computers.bid_whist.playout import SUITS, lead_of, numbers, play_out, trump_of
from bot.computers.dealing import bits_of
from bot.computers.player import UNHURRIED, Choice, Effort, Watch
from bot.computers.racing import Race
from bot.games.bid_whist import BidWhistMemory, BidWhistView
from bot.games.bid_whist.options import options
from bot.games.cards import PACK_54, Card, card
from bot.games.game import Action, Decision, Memory, View
from bot.games.trick import Order

PLAYOUTS: Final = 480
"""How often a card is played out altogether, with time enough."""

EXCHANGES: Final = 800
"""The same for a discard, a trump suit or a direction."""


class BidWhistSearcher:
    """The player of level ``strong``: it bids a little more boldly, and imagines the rest."""

    def __init__(self) -> None:
        self._rules = BidWhistPlayer(bold=True)

    def choose(
        self, view: View, memory: Memory, chance: Random, effort: Effort = UNHURRIED
    ) -> Choice | None:
        """Return what to do; None where nothing is asked of this seat."""
        choice = self._rules.choose(view, memory, chance)
        decision = view.decision
        if not isinstance(view, BidWhistView) or not isinstance(memory, BidWhistMemory):
            raise TypeError("a view and a memory of Bid whist are needed")
        if choice is None or decision is None:
            return choice
        if decision.question == "play" and len(decision.actions) > 1:
            return _card(view, memory, decision, choice, chance, effort)
        if decision.question == "discard":
            return _bury(view, decision, choice, chance, effort)
        if decision.question in ("trump", "direction"):
            return _name(view, memory, decision, choice, chance, effort)
        return choice


KEPT_BY_RULES: Final = frozenset(("throw_joker", "partner_has_it", "win_cheaply"))
"""Cards that are played by rule: dead jokers thrown, and the last to play where it is clear."""


def _card(
    view: BidWhistView,
    memory: BidWhistMemory,
    decision: Decision,
    choice: Choice,
    chance: Random,
    effort: Effort,
) -> Choice:
    if choice.reason == "throw_joker" or (len(view.trick) == 3 and choice.reason in KEPT_BY_RULES):
        return choice
    order, contract = view.ranking, view.contract
    assert order is not None
    assert contract is not None
    seat = decision.seat
    by_index = numbers(order)
    out = unseen(view, memory, order)
    legal = [card(action.args[0]) for action in decision.actions]
    if choice.reason in DISCARDS:
        legal = to_throw(legal, out.cards, order, ruffing=choice.reason == "ruff")
    trick = [by_index[play.card.index] for play in view.trick]
    # A card on the table parts two others as an unseen one does: one may beat it, the other not.
    legal = one_of_equals(legal, [*out.cards, *trick], order)
    cards = [by_index[one.index] for one in legal]
    had = sum(1 for taken in memory.tricks if taken.winner % 2 == contract.side)
    worth = worths(view, contract, options(view.rules))
    sign = 1 if seat % 2 == contract.side else -1
    trump = trump_of(order)

    def value(hands: list[int], place: int) -> float:
        won = play_out(hands, trump, contract.bidder, seat, trick, cards[place], chance)
        return sign * worth[had + won]

    ruled = by_index[card(choice.action.args[0]).index]
    # A card of the rules that is as good as a lower one is in the race as that one.
    favourite = max(
        (place for place, one in enumerate(cards) if one <= ruled and one >> 4 == ruled >> 4),
        key=cards.__getitem__,
    )
    race = Race(len(cards), lambda: out.deal(chance), value, favourite)
    best = legal[race.run(effort.samples(PLAYOUTS), Watch(effort.seconds)).best]
    if best.text == choice.action.args[0]:
        return choice
    return Choice(Action(seat, "play", (best.text,)), "imagined_best", (("card", best.text),))


DISCARDS: Final = frozenset(("discard", "discard_partner", "ruff"))
"""Reasons of the rules where a suit cannot be followed."""


def to_throw(
    legal: Sequence[Card], out: Sequence[int], order: Order, *, ruffing: bool
) -> list[Card]:
    """Return what may go where a suit cannot be followed: no winner, and trumps only to ruff."""
    by_index = numbers(order)
    bits = bits_of(out)

    def loses(one: Card) -> bool:
        number = by_index[one.index]
        return one.suit is None or bool(bits & SUITS[number >> 4] & -(2 << number))

    trumps = [one for one in legal if order.trump and order.suits[one.index] is order.trump]
    plain = [one for one in legal if one not in trumps]
    kept = [one for one in plain if loses(one)]
    if ruffing:
        return kept + trumps
    return kept or plain or trumps


def one_of_equals(legal: Sequence[Card], between: Sequence[int], order: Order) -> list[Card]:
    """Return the cards less those that are as good as a lower one; the lowest first.

    ``between`` are the numbers of the cards that part two others: unseen or on the table.
    """
    by_index = numbers(order)
    bits = bits_of(between)
    kept: list[Card] = []
    for one in sorted(legal, key=lambda one: by_index[one.index]):
        number = by_index[one.index]
        if kept:
            last = by_index[kept[-1].index]
            same = last >> 4 == number >> 4
            if same and not bits & (1 << number) - (1 << last):
                continue
        kept.append(one)
    return kept


@dataclass(frozen=True, slots=True)
class Plan:
    """What is buried, and the order of the cards that is meant to be named."""

    away: tuple[Card, ...]
    order: Order


def _race(
    view: BidWhistView,
    plans: Sequence[Plan],
    all_cards: Sequence[Card],
    chance: Random,
    effort: Effort,
) -> int:
    contract, seat = view.contract, view.seat
    assert contract is not None
    assert seat is not None
    chosen = options(view.rules)
    others = [one.index for one in PACK_54 if one not in set(all_cards)]
    by_index = [numbers(plan.order) for plan in plans]
    kept = [
        bits_of([of[one.index] for one in all_cards if one not in plan.away])
        for plan, of in zip(plans, by_index, strict=True)
    ]
    worth = worths(view, contract, chosen)
    leader = (seat + 1) % 4 if chosen.left_leads else seat

    def imagine() -> list[list[int]]:
        chance.shuffle(others)
        return [others[:12], others[12:24], others[24:]]

    def value(three: list[list[int]], place: int) -> float:
        of = by_index[place]
        hands = [0, 0, 0, 0]
        hands[seat] = kept[place]
        for step, some in enumerate(three, 1):
            hands[(seat + step) % 4] = bits_of([of[index] for index in some])
        trump = trump_of(plans[place].order)
        hand = hands[leader]
        out = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hand
        first = lead_of(hand, trump, out, leader == seat)
        return worth[play_out(hands, trump, seat, leader, (), first, chance)]

    race = Race(len(plans), imagine, value)
    return race.run(effort.samples(EXCHANGES), Watch(effort.seconds)).best


def _bury(
    view: BidWhistView, decision: Decision, choice: Choice, chance: Random, effort: Effort
) -> Choice:
    contract = view.contract
    assert contract is not None
    if view.ranking is not None:
        orders = [view.ranking]
    else:
        orders = list(orders_to_name(contract.bid, options(view.rules)).values())
    plans = []
    for order in orders:
        away = burial(view.hand, order).cards
        plans.append(Plan(away, order))
        if len(orders) == 1:
            plans += [Plan(other, order) for other in beside(away, view.hand, order)]
    best = plans[_race(view, plans, view.hand, chance, effort)]
    if set(choice.action.args) == {one.text for one in best.away}:
        return choice
    jokers = best.order.trump is None and any(one.joker for one in best.away)
    texts = tuple([one.text for one in best.away])
    reason = "bury_jokers" if jokers else "bury_imagined"
    return Choice(Action(decision.seat, "discard", texts), reason)


def beside(away: Sequence[Card], eighteen: Sequence[Card], order: Order) -> list[tuple[Card, ...]]:
    """Return discards with one card changed: the lowest of another plain suit goes instead."""
    found = []
    kept = [one for one in eighteen if one not in away]
    ends: dict[object, Card] = {}
    for one in kept:
        suit = order.suits[one.index]
        if suit is None or suit is order.trump:
            continue
        low = ends.get(suit)
        if low is None or order.strengths[one.index] < order.strengths[low.index]:
            ends[suit] = one
    for back in away:
        if order.suits[back.index] is None:
            continue
        for gone in ends.values():
            if order.suits[gone.index] is not order.suits[back.index]:
                found.append((*[one for one in away if one is not back], gone))
    return found[:: max(1, -(-len(found) // 8))]


def _name(
    view: BidWhistView,
    memory: BidWhistMemory,
    decision: Decision,
    choice: Choice,
    chance: Random,
    effort: Effort,
) -> Choice:
    contract = view.contract
    assert contract is not None
    if not memory.discarded:
        return choice
    orders = orders_to_name(contract.bid, options(view.rules))
    plans = [Plan(memory.discarded, orders[action.args[0]]) for action in decision.actions]
    cards = (*view.hand, *memory.discarded)
    action = decision.actions[_race(view, plans, cards, chance, effort)]
    if action == choice.action:
        return choice
    if decision.question == "trump":
        return Choice(action, "name_imagined", (("suit", action.args[0]),))
    return Choice(action, "name_low" if action.args[0] == "low" else "name_high")
