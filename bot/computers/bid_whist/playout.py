"""A deal of Bid whist played out by rough rules of thumb, fast.

A card is ``16 * suit + strength`` of the order in force, so that higher numbers beat lower ones in
a suit; jokers are the two highest trumps, or at no trump a fifth suit that never wins. Hands are
numbers with the bits of their cards set.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from bot.games.cards import PACK_54, Suit
from bot.games.trick import Order

SUITS: Final = tuple([0xFFFF << 16 * suit for suit in range(5)])
JOKERS: Final = 4
NO_TRUMP: Final = -1
NOISE: Final = 0.03
"""How often a card is played at random, so that plans do not rest on a fixed answer."""

SUIT_NUMBER: Final = {suit: number for number, suit in enumerate(Suit)}


def trump_of(order: Order) -> int:
    """Return the number of the trump suit, or ``NO_TRUMP``."""
    return NO_TRUMP if order.trump is None else SUIT_NUMBER[order.trump]


@cache
def numbers(order: Order) -> tuple[int, ...]:
    """Return the number of each card by ``Card.index``."""
    found = []
    for one in PACK_54:
        suit = order.suits[one.index]
        if suit is None:
            found.append(16 * JOKERS + one.index - 52)
        elif one.suit is None:
            found.append(16 * SUIT_NUMBER[suit] + 15 - (one.index - 52))
        else:
            found.append(16 * SUIT_NUMBER[suit] + order.strengths[one.index])
    return tuple(found)


def play_out(
    hands: Sequence[int],
    trump: int,
    bidder: int,
    turn: int,
    trick: Sequence[int],
    first: int,
    chance: Random,
) -> int:
    """Return how many tricks the bidder's side takes from now on.

    ``trick`` are the cards on the table, ``first`` is what ``turn`` plays to it.
    """
    held = list(hands)
    left = held[0] | held[1] | held[2] | held[3]
    count, led, best, by = _table(trick, trump, turn)
    random = chance.random
    card, taken = first, 0
    while True:
        bit, suit = 1 << card, card >> 4
        held[turn] ^= bit
        left ^= bit
        if not count:
            led, best, by = suit, card, turn
        else:
            # ``beats``, written out: this is where the time goes.
            of_best = best >> 4
            if (
                (card > best and suit != JOKERS)
                if suit == of_best
                else (suit == trump or of_best == JOKERS)
            ):
                best, by = card, turn
            if led == JOKERS:
                led = suit
        if count < 3:
            count += 1
            turn = (turn + 1) & 3
            hand = held[turn]
            follows = hand & SUITS[led] if led < JOKERS else 0
            legal = follows or hand
            if not legal & legal - 1:
                card = legal.bit_length() - 1
            elif random() < NOISE:
                card = any_of(legal, random())
            elif follows:
                card = _in_suit(follows, count, led, best, turn ^ by == 2, trump, left & ~hand)
            else:
                card = _beside(hand, count, best, turn ^ by == 2, trump, left & ~hand)
            continue
        count, turn = 0, by
        taken += (turn ^ bidder) & 1 ^ 1
        hand = held[turn]
        if not hand:
            return taken
        legal = hand & ~SUITS[JOKERS] or hand
        if not legal & legal - 1:
            card = legal.bit_length() - 1
        elif random() < NOISE:
            card = any_of(legal, random())
        else:
            card = lead_of(legal, trump, left & ~hand, turn == bidder)


def _table(trick: Sequence[int], trump: int, turn: int) -> tuple[int, int, int, int]:
    """Return how many cards lie, the suit to follow, the card that is winning, and its seat.

    The suit is ``JOKERS`` where none is set.
    """
    led, best, by = JOKERS, -1, turn
    for place, one in enumerate(trick):
        if led == JOKERS:
            led = one >> 4
        if best < 0 or beats(one, best, trump):
            best, by = one, (turn - len(trick) + place) & 3
    return len(trick), led, best, by


def beats(card: int, best: int, trump: int) -> bool:
    """Tell whether a card that is laid takes the trick from the one that was winning."""
    suit, of_best = card >> 4, best >> 4
    if suit == of_best:
        return card > best and suit != JOKERS
    return suit == trump or of_best == JOKERS


def any_of(some: int, share: float) -> int:
    """Return one of the cards, the share from 0 to 1 telling which."""
    for _ in range(int(share * some.bit_count())):
        some &= some - 1
    return (some & -some).bit_length() - 1


def lowest(some: int) -> int:
    """Return the lowest card of one suit."""
    return (some & -some).bit_length() - 1


def _in_suit(
    follows: int, count: int, led: int, best: int, partners: bool, trump: int, out: int
) -> int:
    """Return the card that follows suit, with so many on the table and the best of them known."""
    of_best = best >> 4
    beating = follows & -(2 << best) if of_best == led else 0
    if not beating:
        return lowest(follows)
    if count == 3:
        return lowest(follows if partners else beating)
    out &= SUITS[led]
    if count == 2:
        if partners and not out & -(2 << best):
            return lowest(follows)
        return _cheapest_equal(beating, out)
    if led != trump and not out & -(1 << beating.bit_length()):
        return _cheapest_equal(beating, out)
    return lowest(follows)


def _beside(hand: int, count: int, best: int, partners: bool, trump: int, out: int) -> int:
    """Return the card of a hand that cannot follow suit."""
    if trump != NO_TRUMP and (trumps := hand & SUITS[trump]):
        of_best = best >> 4
        safe = partners and (
            count == 3 or of_best == trump or (out & SUITS[of_best] & -(2 << best)).bit_count() <= 1
        )
        if not safe:
            if of_best == trump:
                trumps &= -(2 << best)
            if trumps:
                return lowest(trumps)
    return discard(hand, trump, out)


def _cheapest_equal(some: int, out: int) -> int:
    """Return the lowest of the cards that are as good as the highest, given what is out."""
    top = some.bit_length() - 1
    under = out & (1 << top) - 1
    equal = some & -(1 << under.bit_length()) if under else some
    return lowest(equal)


def discard(hand: int, trump: int, out: int) -> int:
    """Return what is worth least where nothing can be won."""
    jokers = hand & SUITS[JOKERS]
    if jokers:
        return lowest(jokers)
    found, worst = -1, -99
    for suit in range(4):
        mine = hand & SUITS[suit]
        if not mine or suit == trump:
            continue
        low = lowest(mine)
        theirs = out & SUITS[suit]
        over = 2 * (theirs & -(2 << low)).bit_count() - mine.bit_count()
        high = (theirs & -(1 << mine.bit_length())).bit_count()
        if 0 < high <= 2 and mine.bit_count() == high + 1:
            over -= 6
        if over > worst:
            found, worst = low, over
    return found if found >= 0 else lowest(hand)


def lead_of(hand: int, trump: int, out: int, bidder: bool) -> int:
    """Return a lead: the bidder draws trumps, everybody cashes winners, else low from length."""
    trumps_out = 0
    if trump != NO_TRUMP:
        mine, theirs = hand & SUITS[trump], out & SUITS[trump]
        trumps_out = theirs.bit_count()
        if bidder and trumps_out and mine.bit_count() >= 2:
            top = mine.bit_length() - 1
            if not theirs & -(2 << top) or mine.bit_count() > 3:
                return top
    found, shortest = -1, 99
    long, most = -1, -99
    for suit in range(4):
        mine = hand & SUITS[suit]
        if not mine or suit == trump:
            continue
        theirs = out & SUITS[suit]
        top = mine.bit_length() - 1
        count = mine.bit_count()
        if not theirs & -(2 << top):
            length = count if trumps_out else -count
            if length < shortest:
                found, shortest = top, length
        if count > most:
            long, most = lowest(mine), count
    if found >= 0:
        return found
    return long if long >= 0 else hand.bit_length() - 1
