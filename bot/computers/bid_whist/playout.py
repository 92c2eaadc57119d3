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
NOISE: Final = 0.1
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
    table = list(trick)
    random = chance.random
    card, taken = first, 0
    while True:
        while True:
            held[turn] &= ~(1 << card)
            table.append(card)
            if len(table) == 4:
                break
            turn = (turn + 1) & 3
            hand = held[turn]
            led = led_by(table)
            follows = hand & SUITS[led] if led < JOKERS else 0
            legal = follows or hand
            if not legal & legal - 1:
                card = legal.bit_length() - 1
            elif random() < NOISE:
                card = any_of(legal, random())
            else:
                out = (held[0] | held[1] | held[2] | held[3]) & ~hand
                card = _follow(hand, follows, table, trump, out)
        turn = (turn + 1 + winner(table, trump)) & 3
        taken += (turn ^ bidder) & 1 ^ 1
        table.clear()
        hand = held[turn]
        if not hand:
            return taken
        legal = hand & ~SUITS[JOKERS] or hand
        if not legal & legal - 1:
            card = legal.bit_length() - 1
        elif random() < NOISE:
            card = any_of(legal, random())
        else:
            out = (held[0] | held[1] | held[2] | held[3]) & ~hand
            card = lead_of(legal, trump, out, turn == bidder)


def led_by(table: Sequence[int]) -> int:
    """Return the suit to follow; ``JOKERS`` where none is set."""
    for one in table:
        if one < 64:
            return one >> 4
    return JOKERS


def winner(table: Sequence[int], trump: int) -> int:
    """Return the place of the card that is winning."""
    place, best = 0, table[0]
    for at in range(1, len(table)):
        one = table[at]
        suit, of_best = one >> 4, best >> 4
        if suit == of_best:
            if one > best and suit != JOKERS:
                place, best = at, one
        elif suit == trump or of_best == JOKERS:
            place, best = at, one
    return place


def any_of(some: int, share: float) -> int:
    """Return one of the cards, the share from 0 to 1 telling which."""
    for _ in range(int(share * some.bit_count())):
        some &= some - 1
    return (some & -some).bit_length() - 1


def lowest(some: int) -> int:
    """Return the lowest card of one suit."""
    return (some & -some).bit_length() - 1


def _follow(hand: int, follows: int, table: Sequence[int], trump: int, out: int) -> int:
    place = winner(table, trump)
    best = table[place]
    of_best = best >> 4
    partners = (len(table) - place) == 2
    higher_out = out & SUITS[of_best] & -(2 << best)
    if follows:
        beating = follows & -(2 << best) if table[place] >> 4 == led_by(table) else 0
        if not beating:
            return lowest(follows)
        if len(table) == 3:
            return lowest(follows if partners else beating)
        top = beating.bit_length() - 1
        master = not out & SUITS[of_best] & -(2 << top)
        if len(table) == 2:
            if partners and not higher_out:
                return lowest(follows)
            return _cheapest_equal(beating, out & SUITS[of_best])
        if master and of_best != trump:
            return _cheapest_equal(beating, out & SUITS[of_best])
        return lowest(follows)
    if trump != NO_TRUMP:
        safe = partners and (len(table) == 3 or of_best == trump or higher_out.bit_count() <= 1)
        trumps = hand & SUITS[trump]
        if trumps and not safe:
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
