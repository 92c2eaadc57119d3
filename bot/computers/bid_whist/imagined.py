"""What a seat of Bid whist cannot see, dealt again as it may lie, and what a result is worth."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bid_whist.bidding import chance_to_win
from bot.computers.bid_whist.buried import BURIED, Bidder
from bot.computers.bid_whist.playout import SUIT_NUMBER, numbers, trump_of
from bot.computers.dealing import bits_of, deal_out
from bot.games.bid_whist import BidWhistMemory, BidWhistView
from bot.games.bid_whist.bids import Contract
from bot.games.bid_whist.options import Options
from bot.games.bid_whist.scoring import TRICKS, score
from bot.games.cards import PACK_54
from bot.games.trick import Order, suit_led

A_POINT: Final = 0.05
A_TRICK: Final = 0.002
"""What a point and a trick are worth beside the chance to win the match."""


TRIES: Final = 8
"""How many deals are made up until one is found that the bidder would have bid on like this."""


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that a seat has not seen, the places that each may be in, and the room there.

    ``bidder`` is None where the seat itself bid, and knows what was buried.
    """

    seat: int
    hand: int
    cards: tuple[int, ...]
    places: tuple[int, ...]
    rooms: tuple[int, ...]
    bidder: Bidder | None

    def deal(self, chance: Random) -> list[int]:
        """Return four hands that agree with what is known; the bidder holds the best if it can."""
        hands = self._likely(self.bidder, chance) if self.bidder is not None else None
        if hands is None:
            dealt = deal_out(self.cards, self.rooms, self.places, chance)
            hands = [bits_of(some) for some in dealt[:4]]
        hands[self.seat] = self.hand
        return hands

    def _likely(self, bidder: Bidder, chance: Random) -> list[int] | None:
        """Return hands of which the bidder's is the best of what was there to choose from."""
        for tried in range(TRIES):
            hands = self._pooled(bidder, chance)
            if hands is None:
                return None
            pool = hands[bidder.seat]
            if not bidder.believable(pool, chance) and tried < TRIES - 1:
                continue
            gone = bidder.bury(pool, self.rooms[BURIED], chance)
            if gone is not None:
                hands[bidder.seat] = pool & ~gone
                return hands
        return None

    def _pooled(self, bidder: Bidder, chance: Random) -> list[int] | None:
        """Return hands, the buried cards still in the bidder's; None where there are none."""
        rooms = list(self.rooms[:BURIED])
        rooms[bidder.seat] += self.rooms[BURIED]
        places = [bidder.place(one, at) for one, at in zip(self.cards, self.places, strict=True)]
        if all(one == places[0] for one in places):
            # Nothing is known yet: a shuffle does, and is quick.
            some, hands, at = list(self.cards), [], 0
            chance.shuffle(some)
            for room in rooms:
                hands.append(bits_of(some[at : at + room]))
                at += room
            return hands
        try:
            return [bits_of(some) for some in deal_out(self.cards, rooms, places, chance)]
        except ValueError:
            return None


def unseen(view: BidWhistView, memory: BidWhistMemory, order: Order) -> Unseen:
    """Return what the seat of a view has not seen while the cards are played."""
    seat, contract, by_index = view.seat, view.contract, numbers(order)
    assert seat is not None
    assert contract is not None
    gone = {one.index for one in (*view.hand, *memory.discarded)}
    able = [0b11111] * 5
    played = 0
    for plays in (*[taken.plays for taken in memory.tricks], view.trick):
        led = suit_led(plays, order)
        for place, play in enumerate(plays):
            gone.add(play.card.index)
            if play.seat == contract.bidder:
                played |= 1 << by_index[play.card.index]
            if place and led is not None and order.suits[play.card.index] is not led:
                able[SUIT_NUMBER[led]] &= ~(1 << play.seat)
    rooms = list(view.counts)
    rooms[seat] = 0
    cards = [by_index[one.index] for one in PACK_54 if one.index not in gone]
    rooms.append(len(cards) - sum(rooms))
    places = [able[one >> 4] & ~(1 << seat) for one in cards]
    trump, bidder = trump_of(order), contract.bidder
    voids = tuple([suit for suit in range(4) if not able[suit] >> bidder & 1])
    return Unseen(
        seat,
        bits_of([by_index[one.index] for one in view.hand]),
        tuple(cards),
        tuple(places),
        tuple(rooms),
        None if seat == bidder else Bidder(bidder, trump, played, voids),
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
