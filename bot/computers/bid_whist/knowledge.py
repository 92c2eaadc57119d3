"""What a player of Bid whist can work out from the cards that it has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.games.cards import PACK_54, Card, Suit
from bot.games.trick import Order, Play, Taken, suit_led


@dataclass(frozen=True, slots=True)
class Known:
    """The cards that are still out, and who has shown a suit to be gone.

    ``out`` are by suit the strengths, high to low, of the cards that this seat has not seen: in
    another hand, or buried by another. ``voids`` are by seat. ``led`` is the first suit that each
    seat led, trumps left aside.
    """

    order: Order
    out: Mapping[Suit, Sequence[int]]
    voids: tuple[frozenset[Suit], ...]
    led: tuple[Suit | None, ...]

    def boss(self, card: Card) -> bool:
        """Tell whether nothing that is out beats the card in its own suit."""
        suit = self.order.suits[card.index]
        if suit is None:
            return False
        out = self.out[suit]
        return not out or self.order.strengths[card.index] > out[0]

    def above(self, card: Card) -> int:
        """Return how many cards that are out stand above the card in its own suit."""
        suit = self.order.suits[card.index]
        if suit is None:
            return 54
        strength = self.order.strengths[card.index]
        return sum(1 for other in self.out[suit] if other > strength)

    def touching(self, low: Card, high: Card) -> bool:
        """Tell whether no card that is out stands between two cards of one suit."""
        suit = self.order.suits[low.index]
        if suit is None:
            return False
        strengths = self.order.strengths
        bottom, top = strengths[low.index], strengths[high.index]
        return not any(bottom < other < top for other in self.out[suit])

    def may_hold_trumps(self, seat: int) -> bool:
        """Tell whether a seat can still have a trump."""
        trump = self.order.trump
        return trump is not None and bool(self.out[trump]) and trump not in self.voids[seat]

    def may_ruff(self, seat: int, suit: Suit) -> bool:
        """Tell whether a seat is known to be out of a suit, and may have a trump for it."""
        return suit in self.voids[seat] and self.may_hold_trumps(seat)


def known_from(
    hand: Sequence[Card],
    buried: Sequence[Card],
    tricks: Sequence[Taken],
    trick: Sequence[Play],
    order: Order,
) -> Known:
    """Return what follows from the own cards, the finished tricks and the cards on the table."""
    suits, strengths = order.suits, order.strengths
    seen = bytearray(54)
    for one in hand:
        seen[one.index] = 1
    for one in buried:
        seen[one.index] = 1
    voids: list[set[Suit]] = [set(), set(), set(), set()]
    first: list[Suit | None] = [None, None, None, None]
    for plays in (*(taken.plays for taken in tricks), trick):
        led = suit_led(plays, order)
        for place, (seat, card) in enumerate(plays):
            seen[card.index] = 1
            suit = suits[card.index]
            if led is not None and suit is not led and place:
                voids[seat].add(led)
            if place == 0 and first[seat] is None and suit is not order.trump:
                first[seat] = suit
    out: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for one in PACK_54:
        suit = suits[one.index]
        if suit is not None and not seen[one.index]:
            out[suit].append(strengths[one.index])
    for ranks in out.values():
        ranks.sort(reverse=True)
    return Known(order, out, tuple(frozenset(some) for some in voids), tuple(first))
