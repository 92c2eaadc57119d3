"""Laying out the end of a Biritch deal: a few cards each, and how it came to them."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from bot.computers.player import Choice, Player
from bot.games.biritch.contract import ORDERS, SEATS, Contract, Strain
from bot.games.biritch.match import Rubber
from bot.games.biritch.play import InPlay
from bot.games.cards import PACK_52, Card, cards, in_order
from bot.games.game import Deal, Decision
from bot.games.trick import Order, Play, Taken, winning
from tests.games.biritch_table import deal, start


def ending(
    south: str,
    west: str,
    north: str,
    east: str,
    trick: str = "",
    *,
    strain: str = "NT",
    turn: int | None = None,
    leads: tuple[int, ...] = (0,),
    first: str = "",
    rules: dict[str, object] | None = None,
) -> Rubber:
    """Return a rubber in the middle of a deal that South (seat 0) declares, North being dummy.

    The hands hold the cards of the open ``trick``, which its leader led in the order given, and
    ``turn`` is who leads where there is none. All cards that are not named went in tricks of one
    suit each, led and won by the seats ``leads`` in turn; so of each suit 1, 5, 9 or 13 are left.
    ``first`` is the first trick, led by South, where it has to be another.
    """
    hands = [in_order(cards(hand)) for hand in (south, west, north, east)]
    laid = cards(trick)
    seats = [next(seat for seat, hand in enumerate(hands) if card in hand) for card in laid]
    now = (seats[-1] + 1) % SEATS if laid else turn
    assert now is not None
    taken = _tricks(hands, leads, cards(first), ORDERS[Strain(strain)])
    dealt = [list(hand) for hand in hands]
    for one in taken:
        for play in one.plays:
            dealt[play.seat].append(play.card)
    for hand in dealt:
        assert len(hand) == 13, "every hand has as many cards"
    left = tuple(tuple(card for card in hand if card not in laid) for hand in hands)
    contract = Contract(Strain(strain), None, 0, 0)
    rubber = start(deal(dealer=0), rules)
    table = rubber.table
    assert table is not None
    plays = tuple(Play(seat, card) for seat, card in zip(seats, laid, strict=True))
    phase = InPlay(contract, left, now, plays, taken)
    given = Deal(0, tuple(in_order(hand) for hand in dealt))
    return replace(rubber, table=replace(table, deal=given, phase=phase))


def _tricks(
    hands: list[tuple[Card, ...]],
    leads: tuple[int, ...],
    first: tuple[Card, ...],
    order: Order,
) -> tuple[Taken, ...]:
    """Return tricks of one suit each out of all cards that no hand holds."""
    held = {card for hand in hands for card in hand} | set(first)
    gone = [card for card in PACK_52 if card not in held]
    found = []
    if first:
        opening = tuple(Play(seat, card) for seat, card in enumerate(first))
        found.append(Taken(opening, winning(opening, order).seat))
    for number, at in enumerate(range(0, len(gone), SEATS)):
        four = gone[at : at + SEATS]
        assert len({card.suit for card in four}) == 1, "of each suit 1, 5, 9 or 13 are left"
        leader = leads[number % len(leads)]
        plays = tuple(Play((leader + step) % SEATS, card) for step, card in enumerate(four))
        found.append(Taken(plays, leader))
    return tuple(found)


def chosen(player: Player, rubber: Rubber, seed: int = 0) -> Choice:
    """Return what a player does where it is asked."""
    now = rubber.decision()
    assert isinstance(now, Decision)
    seat = now.player
    found = player.choose(rubber.view(seat), rubber.memory(seat), Random(seed))
    assert found is not None
    return found
