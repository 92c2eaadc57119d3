"""Bura played out by rough rules of thumb, fast: cards are numbers from 0 to 35.

A card is ``9 * suit + rank``; suit 0 is trumps, rank 0 the six and rank 8 the ace. Hands are lists,
cards that cannot come any more are bits of one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import tanh
from random import Random
from typing import Final

from bot.games.bura.hands import ENOUGH, FULL, RANKS
from bot.games.cards import PACK_36, Card, Suit

Group = tuple[int, ...]
"""Cards of one suit to lead, or a reply; the lowest number first."""

PACK: Final = (1 << 36) - 1
WORTH: Final = (0, 0, 0, 0, 2, 3, 4, 10, 11) * 4
ACES: Final = frozenset((8, 17, 26, 35))
TEMPO: Final = 2.0
DECIDED: Final = 30.0
LATE: Final = 0.4
NOISE: Final = 0.1
"""How often a card is played at random, so that plans do not rest on a fixed answer."""


def _beaters(one: int) -> int:
    """Return the cards that beat a card, as bits."""
    found = 0
    for other in range(36):
        if other // 9 == one // 9:
            found |= (other > one) << other
        elif other < 9:
            found |= 1 << other
    return found


BEATEN_BY: Final = tuple([_beaters(one) for one in range(36)])


def _kept(one: int) -> float:
    if one < 9:
        return 8.0 + 0.7 * one + WORTH[one]
    return {8: 3.0, 7: 1.0}.get(one % 9, 0.0)


KEPT: Final = tuple([_kept(one) for one in range(36)])
"""What a card is worth in the hand."""


STOCK: Final = 30


@cache
def numbers(trump: Suit) -> dict[Card, int]:
    """Return the number of each card where a suit is trumps."""
    suits = sorted(Suit, key=lambda suit: suit is not trump)
    return {
        one: 9 * suits.index(one.suit) + 8 - RANKS.index(one.rank)
        for one in PACK_36
        if one.suit is not None
    }


@dataclass(slots=True)
class World:
    """A deal as it may be: hands by seat, the stock in drawing order, points by seat.

    ``mover`` leads, or replies to ``led``. ``gone`` are the cards that were seen played.
    """

    hands: tuple[list[int], list[int]]
    stock: list[int]
    points: tuple[int, int]
    mover: int
    led: Group
    gone: int


@cache
def worth_of(group: Group) -> int:
    """Return the points of some cards."""
    return sum([WORTH[one] for one in group])


@cache
def kept_of(group: Group) -> float:
    """Return what some cards are worth in the hand."""
    return sum([KEPT[one] for one in group])


@cache
def leads(hand: Group) -> tuple[Group, ...]:
    """Return the groups that may be led from a hand in order."""
    found: list[Group] = [(one,) for one in hand]
    for size in range(2, len(hand) + 1):
        found += [group for group in combinations(hand, size) if group[0] // 9 == group[-1] // 9]
    return tuple(found)


def beats(led: Group, reply: Group) -> bool:
    """Tell whether a reply beats all that was led, both in order."""
    if len(led) == 1:
        return bool(BEATEN_BY[led[0]] >> reply[0] & 1)
    bits = 0
    for one in reply:
        bits |= 1 << one
    size = len(led)
    return all((bits & BEATEN_BY[one]).bit_count() >= size - place for place, one in enumerate(led))


def lead_of(hand: Group, other: int, gone: int, own: int, theirs: int, late: bool) -> Group:
    """Choose a lead by rules of thumb; ``other`` is how many cards the other holds."""
    choices = leads(hand)
    if len(choices) == 1:
        return choices[0]
    unseen = PACK & ~gone
    inside = 0
    for one in hand:
        unseen &= ~(1 << one)
        inside += WORTH[one]
    out = unseen.bit_count() or 1
    mean = max(0.0, (120 - own - theirs - inside) / out)
    best, best_worth = choices[0], -1000.0
    for group in choices:
        size = len(group)
        points = worth_of(group)
        share = (unseen & BEATEN_BY[group[0]]).bit_count() / out
        # The chance that the other holds what beats the group: all but the lowest are harder.
        beaten = 1 - (1 - share) ** other
        if size > 1:
            high = (unseen & BEATEN_BY[group[-1]]).bit_count() / out
            beaten = share ** (size - 1) * (1 - (1 - high) ** other)
            if size == 2 and other == FULL:
                beaten *= 2
        beaten *= min(1.0, 0.55 + points / 20)
        given = size * mean * (1.0 if size == other else 0.25 + 0.3 * (size - 1))
        worth = (1 - beaten) * (points + given + TEMPO)
        worth -= beaten * (points + size * mean + TEMPO)
        if own + points + given >= ENOUGH:
            worth += (1 - beaten) * DECIDED
        if theirs + points + size * mean >= ENOUGH:
            worth -= beaten * DECIDED
        worth -= kept_of(group) * LATE if late else kept_of(group)
        if worth > best_worth:
            best, best_worth = group, worth
    return best


def reply_of(hand: Group, led: Group, own: int, theirs: int, late: bool) -> Group:
    """Choose a reply by rules of thumb."""
    size = len(led)
    if size == len(hand):
        return hand
    on_table = worth_of(led)
    best, best_worth = hand[:size], -1000.0
    for group in combinations(hand, size):
        together = on_table + worth_of(group)
        kept = kept_of(group) * LATE if late else kept_of(group)
        if beats(led, group):
            worth = together + TEMPO - kept
            if own + together >= ENOUGH:
                worth += DECIDED
        else:
            worth = -together - TEMPO - kept
            if theirs + together >= ENOUGH:
                worth -= DECIDED
        if worth > best_worth:
            best, best_worth = group, worth
    return best


def play_out(world: World, first: Group, chance: Random, tricks: int) -> float:
    """Return what the pot is worth to the mover who begins with some cards: 1 won, -1 lost.

    After so many tricks the rest is judged. The world is left as it was.
    """
    me = world.mover
    hands = [list(world.hands[0]), list(world.hands[1])]
    stock = world.stock
    drawn = 0
    points = list(world.points)
    gone = world.gone
    led, leader = world.led, me
    chosen: Group | None = first
    random = chance.random
    if led:
        leader = 1 - me
    while True:
        other = 1 - leader
        late = drawn >= len(stock)
        if not led:
            hand = hands[leader]
            if chosen is not None:
                led, chosen = chosen, None
            elif random() < NOISE:
                led = (hand[int(random() * len(hand))],)
            else:
                led = lead_of(
                    tuple(hand), len(hands[other]), gone, points[leader], points[other], late
                )
            for one in led:
                hand.remove(one)
        hand = hands[other]
        if chosen is not None:
            reply, chosen = chosen, None
        elif random() < NOISE:
            place = int(random() * (len(hand) - len(led) + 1))
            reply = tuple(hand[place : place + len(led)])
        else:
            reply = reply_of(tuple(hand), led, points[other], points[leader], late)
        winner = other if beats(led, reply) else leader
        points[winner] += worth_of(led) + worth_of(reply)
        if points[winner] >= ENOUGH:
            return 1 if winner == me else -1
        for one in reply:
            hand.remove(one)
            gone |= 1 << one
        for one in led:
            gone |= 1 << one
        leader = winner
        need = 2 * (FULL - len(hand))
        if len(stock) - drawn >= need:
            hands[leader] += stock[drawn : drawn + need : 2]
            hands[1 - leader] += stock[drawn + 1 : drawn + need : 2]
            drawn += need
            for each in hands:
                each.sort()
            leader, bura = special(hands, leader)
            if bura:
                return 1 if leader == me else -1
        else:
            drawn = len(stock)
            if not hand:
                return 0
        tricks -= 1
        if not tricks:
            left = len(stock) - drawn
            worth = prospect(
                hands[leader], hands[1 - leader], points[leader], points[1 - leader], left
            )
            return worth if leader == me else -worth
        led = ()


def prospect(hand: Sequence[int], other: Sequence[int], own: int, theirs: int, left: int) -> float:
    """Return what the pot is worth to whoever leads, from what both hold and have won.

    The weights were fitted to how some 25,000 deals went that the rules above played out.
    """
    x, y, early = own / ENOUGH, theirs / ENOUGH, left / STOCK
    count, high, plain = _held(hand)
    their_count, their_high, their_plain = _held(other)
    total = (
        x * (2.53 + 0.98 * x - 0.36 * early)
        - y * (2.76 + 0.01 * y - 1.01 * early)
        + count * (0.93 * early - 0.76)
        + high * (2.64 - 2.14 * early)
        + plain * (0.48 * early - 0.19)
        - their_count * (0.15 + 0.1 * early)
        - their_high * (0.62 + 1.04 * x - 0.17 * early)
        + their_plain * (0.17 - 0.55 * x - 0.38 * early)
        + 0.32 * early
        - 0.21
    )
    return tanh(total / 2)


def _held(hand: Sequence[int]) -> tuple[int, float, float]:
    """Return the trumps of a hand, how high they are together, and the points beside them."""
    count, high, plain = 0, 0, 0
    for one in hand:
        if one < 9:
            count += 1
            high += one
        else:
            plain += WORTH[one]
    return count, high / 8, plain / 20


def special(hands: Sequence[Sequence[int]], leader: int) -> tuple[int, bool]:
    """Return who leads after special hands are announced, and whether a bura has won the pot."""
    heights = [height(hands[0]), height(hands[1])]
    other = 1 - leader
    if heights[leader] == heights[other] == BURA:
        return (other if beats(tuple(hands[leader]), tuple(hands[other])) else leader), True
    if heights[other] > heights[leader]:
        leader = other
    return leader, heights[leader] == BURA


BURA: Final = 3


def height(hand: Sequence[int]) -> int:
    """Return how high a special hand stands: 3 a bura, 2 three aces, 1 a molodka, 0 none."""
    low, middle, high = hand
    if low // 9 == high // 9:
        return 1 if low >= 9 else BURA
    return 2 if low % 9 == middle % 9 == high % 9 == 8 else 0
