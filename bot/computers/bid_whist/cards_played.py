"""Which card to play, by rules of thumb: draw trumps, cash winners, never trump a partner's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.computers.bid_whist.knowledge import Known
from bot.games.cards import Card, Suit
from bot.games.trick import Play, suit_led, winning

WINNERS: Final = 1
"""A partner's card with at most so many higher ones out is taken for a winner."""

MANY_TRUMPS: Final = 4
"""With so many trumps out the bidder's partner leads one."""


class Pick(NamedTuple):
    """A card, and the reason for it."""

    card: Card
    reason: str


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn to play: the seat, its cards, those that are legal, and what is on the table."""

    seat: int
    bidder: int
    hand: Sequence[Card]
    legal: Sequence[Card]
    trick: Sequence[Play]
    known: Known

    @property
    def partner(self) -> int:
        """Return the partner's seat."""
        return (self.seat + 2) % 4

    @property
    def opponents(self) -> tuple[int, int]:
        """Return the seats to the left and to the right."""
        return ((self.seat + 1) % 4, (self.seat + 3) % 4)

    @property
    def declaring(self) -> bool:
        """Tell whether this side bid."""
        return (self.seat - self.bidder) % 2 == 0

    def of(self, suit: Suit | None) -> list[Card]:
        """Return the legal cards that count as a suit, high to low."""
        order = self.known.order
        some = [one for one in self.legal if order.suits[one.index] is suit]
        some.sort(key=order.strength, reverse=True)
        return some


def pick(turn: Turn) -> Pick:
    """Return the card to play, and why."""
    if len(turn.legal) == 1:
        return Pick(turn.legal[0], "only_card")
    if turn.trick:
        return _follow(turn)
    return _lead_with_trumps(turn) if turn.known.order.trump else _lead_at_no_trump(turn)


# Leading.


def _lead_with_trumps(turn: Turn) -> Pick:
    found = _lead_trump(turn) if turn.declaring else None
    found = found or _winner(turn)
    if found is None and not turn.declaring:
        found = _for_a_ruff(turn)
    return found or _partners_suit(turn) or _low_lead(turn)


def _lead_trump(turn: Turn) -> Pick | None:
    """Draw the opponents' trumps, from the top where the top is held."""
    known = turn.known
    trump = known.order.trump
    trumps = turn.of(trump)
    if trump is None or not trumps or not any(map(known.may_hold_trumps, turn.opponents)):
        return None
    out = len(known.out[trump])
    if turn.seat != turn.bidder:
        if out < MANY_TRUMPS or trump in known.voids[turn.bidder]:
            return None
        return Pick(trumps[0], "return_trump")
    if known.boss(trumps[0]):
        return Pick(trumps[0], "draw_trumps")
    if len(trumps) < 3 and len(trumps) <= out:
        return None
    if known.touching(trumps[1], trumps[0]):
        return Pick(trumps[0], "force_out_trump")
    return Pick(trumps[-1], "draw_trumps_low")


def _winner(turn: Turn) -> Pick | None:
    """Cash a card that nothing beats, of the longest suit, where no opponent is known to ruff."""
    known = turn.known
    best: tuple[int, Card] | None = None
    for suit in Suit:
        some = turn.of(suit)
        if not some or suit is known.order.trump or not known.boss(some[0]):
            continue
        if any(known.may_ruff(seat, suit) for seat in turn.opponents):
            continue
        if best is None or len(some) > best[0]:
            best = (len(some), some[0])
    return best and Pick(best[1], "cash_winner")


def _for_a_ruff(turn: Turn) -> Pick | None:
    """Lead what partner can ruff, or a bare card in order to ruff the suit oneself."""
    known = turn.known
    for suit in Suit:
        some = turn.of(suit)
        if some and known.may_ruff(turn.partner, suit):
            return Pick(some[-1], "partner_ruffs")
    trumps = turn.of(known.order.trump)
    if trumps and len(turn.hand) >= 8:
        for suit in Suit:
            some = turn.of(suit)
            if len(some) == 1 and suit is not known.order.trump:
                return Pick(some[0], "lead_bare")
    return None


def _partners_suit(turn: Turn) -> Pick | None:
    suit = turn.known.led[turn.partner]
    if suit is None or suit in turn.known.voids[turn.partner]:
        return None
    some = turn.of(suit)
    if not some or any(turn.known.may_ruff(seat, suit) for seat in turn.opponents):
        return None
    return Pick(some[0] if len(some) == 2 else some[-1], "partners_suit")


def _low_lead(turn: Turn) -> Pick:
    """Lead low from the longest plain suit; from the top of two that touch."""
    known = turn.known
    trump = known.order.trump
    sides = [some for suit in Suit if suit is not trump and (some := turn.of(suit))]
    if not sides:
        trumps = turn.of(trump)
        if not trumps:
            return Pick(turn.legal[0], "lead_joker")
        return Pick(trumps[0] if known.boss(trumps[0]) else trumps[-1], "only_trumps")
    longest = max(sides, key=len)
    if len(longest) > 1 and known.touching(longest[1], longest[0]) and known.above(longest[0]) < 3:
        return Pick(longest[0], "lead_sequence")
    return Pick(longest[-1], "lead_low")


def _lead_at_no_trump(turn: Turn) -> Pick:
    found = _winner(turn)
    if found is not None:
        return found
    for one in turn.legal:
        if one.suit is None:
            return Pick(one, "lead_joker")
    return _partners_suit(turn) or _low_lead(turn)


# Following.


def _follow(turn: Turn) -> Pick:
    order = turn.known.order
    led = suit_led(turn.trick, order)
    if led is None:
        return _to_a_joker(turn)
    best = winning(turn.trick, order)
    following = turn.of(led)
    if following:
        return _in_suit(turn, following, best)
    trumps = turn.of(order.trump) if order.trump is not None else []
    if trumps and not _partner_has_it(turn, best):
        higher = [
            one
            for one in trumps
            if order.suits[best.card.index] is not order.trump
            or order.strengths[one.index] > order.strengths[best.card.index]
        ]
        if higher:
            return Pick(higher[-1], "ruff")
    return _throw(turn, "discard_partner" if best.seat == turn.partner else "discard")


def _in_suit(turn: Turn, following: Sequence[Card], best: Play) -> Pick:
    """Follow suit; ``following`` is high to low."""
    known, order = turn.known, turn.known.order
    lowest = following[-1]
    strength = order.strengths
    if order.suits[best.card.index] is not order.suits[lowest.index]:
        return Pick(lowest, "partner_has_it" if best.seat == turn.partner else "cannot_win")
    beating = [one for one in following if strength[one.index] > strength[best.card.index]]
    if not beating:
        return Pick(lowest, "partner_has_it" if best.seat == turn.partner else "cannot_win")
    place = len(turn.trick)
    top = beating[0]
    if place == 3:
        if best.seat == turn.partner:
            return Pick(lowest, "partner_has_it")
        return Pick(beating[-1], "win_cheaply")
    if place == 2:
        if best.seat == turn.partner and (_safe(turn, best.card) or known.touching(best.card, top)):
            return Pick(lowest, "partner_has_it")
        cheapest = next(one for one in reversed(beating) if known.touching(one, top))
        return Pick(cheapest, "third_high")
    if known.boss(top) and (order.trump is None or order.suits[top.index] is not order.trump):
        cheapest = next(one for one in reversed(beating) if known.touching(one, top))
        return Pick(cheapest, "take_it")
    return Pick(lowest, "second_low")


def _safe(turn: Turn, card: Card) -> bool:
    """Tell whether the last to play cannot beat partner's card as far as is known."""
    known = turn.known
    suit = known.order.suits[card.index]
    last = turn.opponents[0]
    if suit is None:
        return False
    if suit in known.voids[last]:
        return suit is known.order.trump or not known.may_hold_trumps(last)
    return known.boss(card)


def _partner_has_it(turn: Turn, best: Play) -> bool:
    """Tell whether partner's card is a winner, as far as can be told, that is not to be trumped."""
    if best.seat != turn.partner:
        return False
    if len(turn.trick) == 3 or turn.known.order.suits[best.card.index] is turn.known.order.trump:
        return True
    return turn.known.above(best.card) <= WINNERS


def _to_a_joker(turn: Turn) -> Pick:
    """Set the suit after a joker was led at no trump: with a winner if there is one."""
    winner = _winner(turn)
    if winner is not None:
        return Pick(winner.card, "set_suit")
    return _throw(turn, "discard")


def _throw(turn: Turn, reason: str) -> Pick:
    """Throw away what is worth least: a dead joker, else a low card that guards nothing."""
    known, order = turn.known, turn.known.order
    if order.trump is None:
        for one in turn.legal:
            if one.suit is None:
                return Pick(one, "throw_joker")
    plain = [one for one in turn.legal if order.suits[one.index] is not order.trump]
    if not plain:
        return Pick(min(turn.legal, key=order.strength), reason)
    length = dict.fromkeys(Suit, 0)
    for one in plain:
        length[order.suits[one.index] or Suit.SPADES] += 1
    shortening = len(plain) < len(turn.legal)

    def worth(one: Card) -> tuple[bool, bool, int, int]:
        suit = order.suits[one.index] or Suit.SPADES
        above = known.above(one)
        own = length[suit]
        guards = not shortening and own <= above + 1 <= WINNERS + 1 and above > 0
        return (known.boss(one), guards, own if shortening else 0, order.strengths[one.index])

    return Pick(min(plain, key=worth), reason)
