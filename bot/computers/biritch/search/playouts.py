"""Playing a deal out by the rules of thumb: instead of solving it, where there is no solver."""

from __future__ import annotations

from typing import Final

from bot.computers.biritch import choose_card
from bot.computers.biritch.position import Position
from bot.computers.biritch.search.double_dummy import Solved
from bot.computers.biritch.search.worlds import World
from bot.games.biritch.contract import SEATS
from bot.games.cards import Card, Suit
from bot.games.trick import Play, Taken, may_play, winning

PLAY: Final = 50
"""How many positions of the solver one play by the rules of thumb costs as much as."""

_NO_VOIDS: Final[tuple[frozenset[Suit], ...]] = (frozenset(),) * SEATS


def play_out(position: Position, world: World) -> Solved:
    """Return for each legal card how many tricks its side takes from here on in a world."""
    tricks: dict[Card, int] = {}
    cards = 0
    for card in position.legal:
        tricks[card], plays = _one(position, world, card)
        cards += plays
    return Solved(tricks, cards * PLAY)


def _one(position: Position, world: World, card: Card) -> tuple[int, int]:
    """Return the tricks of the side in turn from here on, and how many cards were played."""
    contract, order = position.contract, position.order
    hands = [list(hand) for hand in world]
    trick: list[Play] = list(position.trick)
    taken: list[Taken] = list(position.tricks)
    seat, played, won = position.seat, 0, 0
    next_card: Card | None = card
    while True:
        if next_card is None:
            next_card = choose_card(_seen_by(position, hands, seat, trick, taken)).card
        hands[seat].remove(next_card)
        trick.append(Play(seat, next_card))
        played += 1
        seat, next_card = (seat + 1) % SEATS, None
        if len(trick) == SEATS:
            seat = winning(trick, order).seat
            won += contract.declarer % 2 == seat % 2
            taken.append(Taken(tuple(trick), seat))
            trick = []
            if not hands[seat]:
                ours = won if position.declaring else len(taken) - len(position.tricks) - won
                return ours, played


def _seen_by(
    position: Position, hands: list[list[Card]], seat: int, trick: list[Play], taken: list[Taken]
) -> Position:
    """Return the play as the player of a hand would know it in a world."""
    contract = position.contract
    sight: list[tuple[Card, ...] | None] = [None] * SEATS
    for one in {seat, contract.dummy, contract.player_of(seat)}:
        sight[one] = tuple(hands[one])
    unseen = sorted(
        (card for one in range(SEATS) if sight[one] is None for card in hands[one]),
        key=lambda card: card.index,
    )
    led = trick[0].card.suit if trick else None
    return Position(
        seat=seat,
        contract=contract,
        hands=tuple(sight),
        unseen=tuple(unseen),
        voids=_NO_VOIDS,
        trick=tuple(trick),
        tricks=tuple(taken),
        legal=may_play(tuple(hands[seat]), led, position.order),
    )
