"""A deal of Bismarck played out by rough rules of thumb, fast.

Hands are numbers of 52 bits as in ``estimate``: in each suit the ace is the lowest bit, so the
cards above a card are the bits below its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from bot.computers.bismarck.estimate import HEARTS, NO_TRUMP, QUEEN_BIT, RANKS, SUIT
from bot.games.bismarck.contracts import QUEEN, QUEEN_WEIGHT, Contract

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
    table = list(trick)
    card = first
    positive = contract.positive
    random = chance.random
    while True:
        while True:
            held[turn] &= ~(1 << card)
            table.append(card)
            if len(table) == 3:
                break
            turn = turn + 1 if turn < 2 else 0
            hand = held[turn]
            follows = hand & SUITS[OF[table[0]]]
            legal = follows or hand
            if not legal & legal - 1:
                card = legal.bit_length() - 1
            elif random() < NOISE:
                card = any_of(legal, random())
            else:
                out = (held[0] | held[1] | held[2]) & ~hand
                follow = _for_tricks if positive else _to_avoid
                card = follow(hand, follows, table, trump, out, contract)
        winner, best = 0, table[0]
        for place in (1, 2):
            one = table[place]
            if (OF[one] == OF[best] and one < best) or OF[one] == trump != OF[best]:
                winner, best = place, one
        turn = (turn + 1 + winner) % 3
        if contract is Contract.NO_HEARTS:
            taken[turn] += sum([OF[one] == HEARTS for one in table])
        elif contract is Contract.NO_QUEEN:
            if QUEEN.index in table:
                taken[turn] += QUEEN_WEIGHT
                return taken
        else:
            taken[turn] += 1
        table.clear()
        hand = held[turn]
        if not hand:
            return taken
        if not hand & hand - 1:
            card = hand.bit_length() - 1
        elif random() < NOISE:
            card = any_of(hand, random())
        else:
            out = (held[0] | held[1] | held[2]) & ~hand
            card = _lead(hand, trump, out) if positive else _low_lead(hand, out, contract)


def begun(
    hands: Sequence[int], trump: int, contract: Contract, leader: int, chance: Random
) -> list[int]:
    """Return what each seat takes in a whole deal, its first lead included."""
    hand = hands[leader]
    out = (hands[0] | hands[1] | hands[2]) & ~hand
    first = _lead(hand, trump, out) if contract.positive else _low_lead(hand, out, contract)
    return play_out(hands, trump, contract, leader, (), first, chance)


def by_rule(
    hand: int, follows: int, table: Sequence[int], trump: int, out: int, contract: Contract
) -> int:
    """Return the card that the rules of thumb play: ``follows`` are those of the suit led.

    ``out`` are the cards that the others may hold.
    """
    if table:
        follow = _for_tricks if contract.positive else _to_avoid
        return follow(hand, follows, table, trump, out, contract)
    return _lead(hand, trump, out) if contract.positive else _low_lead(hand, out, contract)


def any_of(some: int, share: float) -> int:
    """Return one of the cards, the share from 0 to 1 telling which."""
    for _ in range(int(share * some.bit_count())):
        some &= some - 1
    return (some & -some).bit_length() - 1


def _for_tricks(
    hand: int, follows: int, table: Sequence[int], trump: int, out: int, contract: Contract
) -> int:
    best = table[0]
    if len(table) == 2 and (
        (OF[table[1]] == OF[best] and table[1] < best) or OF[table[1]] == trump != OF[best]
    ):
        best = table[1]
    above = (1 << best) - 1
    if follows:
        beating = follows & above if OF[best] == OF[table[0]] else 0
        if not beating:
            return follows.bit_length() - 1
        if len(table) == 2:
            return beating.bit_length() - 1
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
    if trump != NO_TRUMP:
        trumps = hand & SUITS[trump]
        if OF[best] == trump:
            trumps &= above
        if trumps:
            return trumps.bit_length() - 1
    return _spare(hand, trump, out)


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


def _lead(hand: int, trump: int, out: int) -> int:
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


def _to_avoid(
    hand: int, follows: int, table: Sequence[int], trump: int, out: int, contract: Contract
) -> int:
    if follows:
        best = table[0]
        if len(table) == 2 and OF[table[1]] == OF[best] and table[1] < best:
            best = table[1]
        under = follows & ~((2 << best) - 1)
        if contract is Contract.NO_QUEEN and follows & QUEEN_BIT:
            if under & QUEEN_BIT:
                return QUEEN_BIT.bit_length() - 1
            follows = follows & ~QUEEN_BIT or follows
            under &= ~QUEEN_BIT
        if len(table) == 2 and contract is not Contract.PASS and not _costs(table, contract):
            return (follows & -follows).bit_length() - 1
        if under:
            return (under & -under).bit_length() - 1
        if len(table) == 2:
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
        elif contract is Contract.NO_QUEEN and suit == 0 and top < 2 and out & QUEEN_BIT:
            danger += 30
        if danger > worst:
            found, worst = top, danger
    return found


def _costs(table: Sequence[int], contract: Contract) -> bool:
    if contract is Contract.NO_HEARTS:
        return any(OF[one] == HEARTS for one in table)
    return QUEEN.index in table


def _low_lead(hand: int, out: int, contract: Contract) -> int:
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
        elif contract is Contract.NO_QUEEN and suit == 0 and hand & QUEEN_BIT:
            risk += 1
        risk += mine.bit_count() / 40
        if risk < least:
            found, least = low, risk
    return found
