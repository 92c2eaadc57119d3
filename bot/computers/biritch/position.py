"""What a hand at play knows: the cards in sight, those that are not, and who is out of what.

Functions here read a ``Position`` only, so that a stronger player can build one for any deal that
it imagines and let the rules of thumb play it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.games.biritch.contract import ORDERS, SEATS, Contract, partner_of
from bot.games.cards import PACK_52, Card, Suit
from bot.games.trick import Order, Play, Taken, winning


@dataclass(frozen=True, slots=True)
class Position:
    """The play as one player knows it, at the turn of the hand at ``seat``.

    ``hands`` holds the cards left in each hand that is in sight, None for the others. ``unseen``
    are all cards in hands out of sight, canonical order. ``voids`` are suits that a hand is known
    to have no card of. ``legal`` are the cards to choose from.
    """

    seat: int
    contract: Contract
    hands: tuple[tuple[Card, ...] | None, ...]
    unseen: tuple[Card, ...]
    voids: tuple[frozenset[Suit], ...]
    trick: tuple[Play, ...]
    tricks: tuple[Taken, ...]
    legal: tuple[Card, ...]

    @property
    def trump(self) -> Suit | None:
        """Return the trump suit."""
        return ORDERS[self.contract.strain].trump

    @property
    def order(self) -> Order:
        """Return how cards beat each other."""
        return ORDERS[self.contract.strain]

    @property
    def partner(self) -> int:
        """Return the seat opposite the hand at play."""
        return partner_of(self.seat)

    @property
    def declaring(self) -> bool:
        """Tell whether declarer plays this hand."""
        return self.seat % 2 == self.contract.declarer % 2

    @property
    def own(self) -> tuple[Card, ...]:
        """Return the cards of the hand at play."""
        return self.hands[self.seat] or ()

    @property
    def opponents(self) -> tuple[int, int]:
        """Return the seats of the other side."""
        return (self.seat + 1) % SEATS, (self.seat + 3) % SEATS


def height(card: Card) -> int:
    """Return how high a card stands in its suit: two 0, ace 12."""
    return 12 - card.index % 13


JACK, QUEEN, KING, ACE = 9, 10, 11, 12


def suit_of(cards: Sequence[Card], suit: Suit | None) -> list[Card]:
    """Return the cards of a suit, highest first."""
    return [card for card in cards if card.suit is suit]


def may_hold(position: Position, seat: int, suit: Suit) -> list[Card]:
    """Return the cards of a suit that a hand holds or, out of sight, may hold."""
    hand = position.hands[seat]
    if hand is not None:
        return suit_of(hand, suit)
    if suit in position.voids[seat]:
        return []
    return suit_of(position.unseen, suit)


def against(position: Position, suit: Suit) -> list[Card]:
    """Return the cards of a suit that the other side holds or may hold, highest first."""
    left, right = position.opponents
    hands = position.hands
    if hands[left] is None and hands[right] is None:
        if suit in position.voids[left] and suit in position.voids[right]:
            return []
        return suit_of(position.unseen, suit)
    found = may_hold(position, left, suit)
    more = may_hold(position, right, suit)
    return sorted((*found, *more), key=_index) if found and more else found or more


def _index(card: Card) -> int:
    return card.index


def master(position: Position, card: Card) -> bool:
    """Tell whether the other side can have no higher card of the suit."""
    suit = card.suit
    return suit is not None and all(other.index > card.index for other in against(position, suit))


def level(position: Position, one: Card, other: Card) -> bool:
    """Tell whether two cards of a suit are worth the same: no card of the others is between."""
    if one.suit is None or one.suit is not other.suit:
        return False
    low, high = sorted((one.index, other.index))
    return not any(low < card.index < high for card in against(position, one.suit))


def lowest_level(position: Position, card: Card, among: Sequence[Card]) -> Card:
    """Return the lowest card among some that is worth the same as ``card``."""
    same = [one for one in among if one.suit is card.suit and level(position, card, one)]
    return max(same, key=_index, default=card)


def best(position: Position) -> Play:
    """Return the play that is winning the trick on the table."""
    return winning(position.trick, position.order)


def beats(position: Position, card: Card, other: Card) -> bool:
    """Tell whether a card laid after ``other``, which is winning, takes the trick from it."""
    if card.suit is other.suit:
        return card.index < other.index
    return card.suit is position.trump


def could_beat(position: Position, seat: int, card: Card) -> bool:
    """Tell whether a hand still to play can, or out of sight may, beat the card that would win."""
    led = position.trick[0].card.suit if position.trick else card.suit
    if led is None:
        return False
    following = may_hold(position, seat, led)
    if card.suit is led and any(one.index < card.index for one in following):
        return True
    trump = position.trump
    if trump is None or trump is led:
        return False
    if position.hands[seat] is not None:
        ruffs = not following
    else:
        ruffs = led in position.voids[seat]
    return ruffs and any(beats(position, one, card) for one in may_hold(position, seat, trump))


def to_play(position: Position) -> list[int]:
    """Return the seats that still play to the trick after this hand."""
    return [(position.seat + step) % SEATS for step in range(1, SEATS - len(position.trick))]


def unseen_cards(
    hands: Sequence[Sequence[Card] | None], trick: Sequence[Play], tricks: Sequence[Taken]
) -> tuple[Card, ...]:
    """Return the cards that are neither in sight nor played."""
    gone = {card for hand in hands if hand is not None for card in hand}
    gone.update(play.card for play in trick)
    gone.update(play.card for taken in tricks for play in taken.plays)
    return tuple([card for card in PACK_52 if card not in gone])


def known_voids(
    trick: Sequence[Play], tricks: Sequence[Taken], unseen: Sequence[Card]
) -> tuple[frozenset[Suit], ...]:
    """Return the suits that each hand has shown not to have, or that nobody can have any more."""
    voids: list[set[Suit]] = [set() for _ in range(SEATS)]
    for plays in (*(taken.plays for taken in tricks), trick):
        led = plays[0].card.suit if plays else None
        if led is None:
            continue
        for play in plays[1:]:
            if play.card.suit is not led:
                voids[play.seat].add(led)
    for suit in Suit:
        if not any(card.suit is suit for card in unseen):
            for found in voids:
                found.add(suit)
    return tuple(frozenset(found) for found in voids)
