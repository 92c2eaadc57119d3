"""A deal of Bismarck played out by rough rules of thumb, fast.

Hands are numbers of 52 bits as in ``estimate``: in each suit the ace is the lowest bit, so the
cards above a card are the bits below its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.computers.bismarck.estimate import HEARTS, NO_TRUMP, QUEEN_BIT, RANKS, SPADES, SUIT
from bot.games.bismarck.contracts import QUEEN_WEIGHT, Contract

SUITS: Final = tuple([SUIT << RANKS * suit for suit in range(4)])
OF: Final = tuple([index // RANKS for index in range(52)])
NOISE: Final = 0.1
"""How often a card is played at random, so that plans do not rest on a fixed answer."""


def play_out(
    hands: Sequence[int],
    trump: int,
    contract: Contract,
    turn: int,
    trick: Sequence[int],
    first: int,
    chance: Random,
) -> list[int]:
    """Return what each seat takes from now on: tricks, hearts, or 8 for the queen.

    ``trick`` are the cards on the table as indices, ``first`` is what ``turn`` plays to it.
    """
    held = list(hands)
    taken = [0, 0, 0]
    positive, counts = contract.positive, contract.counts
    random = chance.random
    held[turn] &= ~(1 << first)
    there = (*trick, first)
    led = SUITS[OF[there[0]]]
    lying, best, winner = 0, there[0], (turn - len(trick)) % 3
    for place, card in enumerate(there):
        lying |= 1 << card
        if place and (card < best if OF[card] == OF[best] else OF[card] == trump):
            best, winner = card, (turn - len(trick) + place) % 3
    left = 2 - len(trick)
    while True:
        while left:
            left -= 1
            turn = turn + 1 if turn < 2 else 0
            hand = held[turn]
            follows = hand & led
            legal = follows or hand
            if not legal & legal - 1:
                card = legal.bit_length() - 1
            elif random() < NOISE:
                card = any_of(legal, random())
            else:
                out = (held[0] | held[1] | held[2]) & ~hand
                follow = to_win if positive else to_avoid
                card = follow(hand, follows, best, lying, trump, out, contract)
            bit = 1 << card
            held[turn] = hand ^ bit
            lying |= bit
            if OF[card] == OF[best]:
                if card < best:
                    best, winner = card, turn
            elif OF[card] == trump:
                best, winner = card, turn
        turn = winner
        if counts == "tricks":
            taken[turn] += 1
        elif counts == "hearts":
            taken[turn] += (lying & SUITS[HEARTS]).bit_count()
        elif lying & QUEEN_BIT:
            taken[turn] += QUEEN_WEIGHT
            return taken
        hand = held[turn]
        if not hand:
            return taken
        if not hand & hand - 1:
            card = hand.bit_length() - 1
        elif random() < NOISE:
            card = any_of(hand, random())
        else:
            out = (held[0] | held[1] | held[2]) & ~hand
            card = lead(hand, trump, out) if positive else low_lead(hand, out, contract)
        lying = 1 << card
        held[turn] = hand ^ lying
        led = SUITS[OF[card]]
        best = card
        left = 2


def begun(
    hands: Sequence[int], trump: int, contract: Contract, leader: int, chance: Random
) -> list[int]:
    """Return what each seat takes in a whole deal, its first lead included."""
    hand = hands[leader]
    out = (hands[0] | hands[1] | hands[2]) & ~hand
    first = lead(hand, trump, out) if contract.positive else low_lead(hand, out, contract)
    return play_out(hands, trump, contract, leader, (), first, chance)


def any_of(some: int, share: float) -> int:
    """Return one of the cards, the share from 0 to 1 telling which."""
    for _ in range(int(share * some.bit_count())):
        some &= some - 1
    return (some & -some).bit_length() - 1


def to_win(
    hand: int, follows: int, best: int, lying: int, trump: int, out: int, contract: Contract
) -> int:
    """Return the card to a trick where tricks are wanted.

    ``follows`` are the cards of the suit led, ``best`` is winning, ``lying`` are on the table,
    ``out`` those that the others may hold.
    """
    above = (1 << best) - 1
    if follows:
        if not (lying & lying - 1):
            return _second(follows, above, best, out)
        beating = follows & above if follows & SUITS[OF[best]] else 0
        return (beating or follows).bit_length() - 1
    if trump != NO_TRUMP:
        trumps = hand & SUITS[trump]
        if OF[best] == trump:
            trumps &= above
        if trumps:
            return trumps.bit_length() - 1
    return _spare(hand, trump, out)


def _second(follows: int, above: int, best: int, out: int) -> int:
    """Return the card of the suit led with one more player to come."""
    beating = follows & above
    if not beating:
        return follows.bit_length() - 1
    others = out & SUITS[OF[best]]
    sure = beating & (others & -others) - 1 if others else beating
    if sure:
        return sure.bit_length() - 1
    top = beating & -beating
    over = others & top - 1
    if not over & over - 1:
        # Only one card is above: touching cards, or the only one, drive it out.
        if beating & top << 1:
            return top.bit_length()
        if follows & top << 1 or not follows & follows - 1:
            return top.bit_length() - 1
    return follows.bit_length() - 1


def _spare(hand: int, trump: int, out: int) -> int:
    """Return the card to throw away: guards and the small cards of a long suit are kept."""
    found, least = -1, 999.0
    for suit in range(4):
        some = hand & SUITS[suit]
        if some and (suit != trump or some == hand):
            theirs = out & SUITS[suit]
            low = some.bit_length() - 1
            over = (theirs & (1 << low) - 1).bit_count()
            if not over:
                worth = 100.0
            else:
                worth = 8.0 - 2 * over if over < 4 else 0.0
                length = some.bit_count()
                needed = (theirs & (some & -some) - 1).bit_count()
                if 0 < needed < 3 and length <= needed + 1:
                    worth += 12 - 4 * needed
                if 2 * length > theirs.bit_count():
                    worth += 6
            worth -= low % RANKS * 0.01
            if worth < least:
                found, least = low, worth
    return found


def lead(hand: int, trump: int, out: int) -> int:
    """Return the card to lead where tricks are wanted."""
    trumps_out = 0
    if trump != NO_TRUMP:
        mine, theirs = hand & SUITS[trump], out & SUITS[trump]
        trumps_out = theirs.bit_count()
        if trumps_out and mine.bit_count() >= 3 and 2 * mine.bit_count() > trumps_out:
            top = mine & -mine
            if not theirs & top - 1:
                return top.bit_length() - 1
            if mine.bit_count() > trumps_out:
                return _from_suit(mine, theirs, trump)
    winner, count, winners = -1, 0, 0
    long, longest = -1, -9.0
    for suit in range(4):
        mine = hand & SUITS[suit]
        if not mine:
            continue
        theirs = out & SUITS[suit]
        length, others = mine.bit_count(), theirs.bit_count()
        if suit != trump and trumps_out and others < 3:
            continue
        sure = mine & (theirs & -theirs) - 1 if theirs else mine
        if sure:
            winners += sure.bit_count()
            if length > count:
                winner, count = (mine & -mine).bit_length() - 1, length
        if suit != trump and length >= 3 and 2 * length > others:
            measure = length - others / 3
            if measure > longest:
                long, longest = suit, measure
    if long >= 0:
        mine, theirs = hand & SUITS[long], out & SUITS[long]
        above = (theirs & (mine & -mine) - 1).bit_count()
        # A long suit is made good while there are winners to come in with.
        if winner < 0 or not above or (above <= 2 and winners >= above < mine.bit_count() - 2):
            return _from_suit(mine, theirs, long)
    return winner if winner >= 0 else _quiet(hand, trump, out)


def _from_suit(mine: int, theirs: int, suit: int) -> int:
    """Return the top of a suit where it wins or touches the next, else its lowest card."""
    top = mine & -mine
    if not theirs & top - 1 or (mine & top << 1 and SUITS[suit] & top << 1):
        return top.bit_length() - 1
    return mine.bit_length() - 1


def _quiet(hand: int, trump: int, out: int) -> int:
    """Return a lead that gives little away: no guarded high card, rather a long suit."""
    found, best = -1, -99.0
    for suit in range(4):
        mine = hand & SUITS[suit]
        if not mine or (suit == trump and mine != hand):
            continue
        length = mine.bit_count()
        needed = (out & SUITS[suit] & (mine & -mine) - 1).bit_count()
        worth = length / 20 - (3 - needed if 0 < needed < 3 and length <= 3 else 0)
        if trump != NO_TRUMP and length == 1 and worth > 0:
            worth += 0.5
        if worth > best:
            found, best = mine.bit_length() - 1, worth
    return found


def to_avoid(
    hand: int, follows: int, best: int, lying: int, trump: int, out: int, contract: Contract
) -> int:
    """Return the card to a trick where tricks, hearts or the queen are avoided, as ``to_win``."""
    if follows:
        last = bool(lying & lying - 1)
        # Without trumps a card of another suit is never winning.
        under = follows & ~((2 << best) - 1)
        if contract is not Contract.PASS:
            if contract is Contract.NO_QUEEN and follows & QUEEN_BIT:
                if under & QUEEN_BIT:
                    return QUEEN_BIT.bit_length() - 1
                follows = follows & ~QUEEN_BIT or follows
                under &= ~QUEEN_BIT
            costs = SUITS[HEARTS] if contract is Contract.NO_HEARTS else QUEEN_BIT
            if last and not lying & costs:
                return (follows & -follows).bit_length() - 1
        if under:
            return (under & -under).bit_length() - 1
        if last:
            return (follows & -follows).bit_length() - 1
        return follows.bit_length() - 1
    if contract is Contract.NO_QUEEN and hand & QUEEN_BIT:
        return QUEEN_BIT.bit_length() - 1
    found, worst = -1, -99.0
    for suit in range(4):
        mine = hand & SUITS[suit]
        if not mine:
            continue
        theirs = out & SUITS[suit]
        top = (mine & -mine).bit_length() - 1
        over = (theirs & (1 << top) - 1).bit_count()
        under = theirs.bit_count() - over
        danger = under - 0.5 * over if under else -5.0
        low = mine.bit_length() - 1
        if 2 * (theirs & (1 << low) - 1).bit_count() > theirs.bit_count():
            danger -= 1.5
        if contract is Contract.NO_HEARTS and suit == HEARTS:
            danger = 2 * danger + 3
        elif contract is Contract.NO_QUEEN and suit == SPADES and top < 2 and out & QUEEN_BIT:
            danger += 30
        if danger > worst:
            found, worst = top, danger
    return found


def low_lead(hand: int, out: int, contract: Contract) -> int:
    """Return the card to lead where tricks, hearts or the queen are avoided."""
    found, least = -1, 99.0
    for suit in range(4):
        mine = hand & SUITS[suit]
        if not mine:
            continue
        theirs = out & SUITS[suit]
        low = mine.bit_length() - 1
        count = theirs.bit_count()
        over = (theirs & (1 << low) - 1).bit_count()
        risk = 1 - over / count if count else 1.0
        if contract is Contract.NO_HEARTS and suit == HEARTS:
            risk *= 3
        elif contract is Contract.NO_QUEEN and suit == SPADES and hand & QUEEN_BIT:
            risk += 1
        risk += mine.bit_count() / 40
        if risk < least:
            found, least = low, risk
    return found
