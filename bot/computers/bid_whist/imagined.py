"""What a seat of Bid whist cannot see, dealt again as it may lie, and what a result is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bid_whist.bidding import chance_to_win
from bot.computers.bid_whist.playout import JOKERS, NO_TRUMP, SUIT_NUMBER, numbers, trump_of
from bot.computers.dealing import deal_out
from bot.games.bid_whist import BidWhistMemory, BidWhistView
from bot.games.bid_whist.bids import Contract
from bot.games.bid_whist.options import Options
from bot.games.bid_whist.scoring import TRICKS, score
from bot.games.cards import PACK_54
from bot.games.trick import Order, suit_led

BURIED: Final = 4
"""The place of the cards that the bidder buried, after the four seats."""

A_POINT: Final = 0.05
A_TRICK: Final = 0.002
"""What a point and a trick are worth beside the chance to win the match."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that a seat has not seen, the places that each may be in, and the room there."""

    seat: int
    hand: int
    cards: tuple[int, ...]
    places: tuple[int, ...]
    likely: tuple[int, ...]
    rooms: tuple[int, ...]

    def deal(self, chance: Random) -> list[int]:
        """Return four hands that agree with what is known, good cards not buried if possible."""
        try:
            dealt = deal_out(self.cards, self.rooms, self.likely, chance)
        except ValueError:
            dealt = deal_out(self.cards, self.rooms, self.places, chance)
        hands = [bits_of(some) for some in dealt[:4]]
        hands[self.seat] = self.hand
        return hands


def bits_of(some: Sequence[int]) -> int:
    """Return cards as the bits of one number."""
    total = 0
    for one in some:
        total |= 1 << one
    return total


def unseen(view: BidWhistView, memory: BidWhistMemory, order: Order) -> Unseen:
    """Return what the seat of a view has not seen while the cards are played."""
    seat, by_index = view.seat, numbers(order)
    assert seat is not None
    gone = {one.index for one in (*view.hand, *memory.discarded)}
    able = [0b11111] * 5
    for plays in (*[taken.plays for taken in memory.tricks], view.trick):
        led = suit_led(plays, order)
        for place, play in enumerate(plays):
            gone.add(play.card.index)
            if place and led is not None and order.suits[play.card.index] is not led:
                able[SUIT_NUMBER[led]] &= ~(1 << play.seat)
    rooms = list(view.counts)
    rooms[seat] = 0
    cards = [by_index[one.index] for one in PACK_54 if one.index not in gone]
    rooms.append(len(cards) - sum(rooms))
    places = [able[one >> 4] & ~(1 << seat) for one in cards]
    trump = trump_of(order)
    kept = [
        one & ~(1 << BURIED) if number >> 4 == trump or (number & 15) >= 13 else one
        for one, number in zip(places, cards, strict=True)
    ]
    if trump == NO_TRUMP:
        kept = [
            1 << BURIED if number >> 4 == JOKERS and one >> BURIED & 1 and rooms[BURIED] else like
            for one, number, like in zip(places, cards, kept, strict=True)
        ]
    return Unseen(
        seat,
        bits_of([by_index[one.index] for one in view.hand]),
        tuple(cards),
        tuple(places),
        tuple(kept),
        tuple(rooms),
    )


def worths(view: BidWhistView, contract: Contract, options: Options) -> tuple[float, ...]:
    """Return what it is worth to the bidding side to take 0, 1 … 12 tricks."""
    mine, theirs = view.totals[contract.side], view.totals[1 - contract.side]
    found = []
    for tricks in range(TRICKS + 1):
        scored = score(contract, tricks, options)
        total = mine + scored.points
        chance = 1.0 if scored.wins_game else chance_to_win(total, theirs, options.target)
        found.append(chance + A_POINT * scored.points + A_TRICK * tricks)
    return tuple(found)
