"""Bura played out by rough rules of thumb, fast: cards are numbers from 0 to 35.

A card is ``9 * suit + rank``; suit 0 is trumps, rank 0 the six and rank 8 the ace. Hands are lists,
cards that cannot come any more are bits of one number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from bot.computers.dealing import bits_of
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


class Lead(NamedTuple):
    """Cards that may be led: what they are worth led and kept, and what beats them, as bits.

    ``risk`` is how likely the other is to beat them who could: nobody spends a trump on nothing.
    """

    group: Group
    size: int
    points: int
    beat_lowest: int
    beat_highest: int
    risk: float
    kept: float


class Reply(NamedTuple):
    """Cards that may be put down in reply, also as bits: what they are worth given and kept."""

    group: Group
    bits: int
    points: int
    kept: float


@cache
def leads(hand: Group) -> tuple[Lead, ...]:
    """Return the groups that may be led from a hand in order."""
    found: list[Group] = [(one,) for one in hand]
    for size in range(2, len(hand) + 1):
        found += [group for group in combinations(hand, size) if group[0] // 9 == group[-1] // 9]
    return tuple([_lead(group) for group in found])


def _lead(group: Group) -> Lead:
    points = worth_of(group)
    beat = BEATEN_BY[group[0]], BEATEN_BY[group[-1]]
    return Lead(group, len(group), points, *beat, min(1.0, 0.55 + points / 20), _kept_all(group))


@cache
def replies(hand: Group, size: int) -> tuple[Reply, ...]:
    """Return the replies of so many cards from a hand in order."""
    return tuple(
        [
            Reply(group, bits_of(group), worth_of(group), _kept_all(group))
            for group in combinations(hand, size)
        ]
    )


def _kept_all(group: Group) -> float:
    """Return what some cards are worth in the hand."""
    return sum([KEPT[one] for one in group])


@cache
def _held(hand: Group) -> tuple[int, int]:
    """Return a hand as bits, and its points."""
    return bits_of(hand), worth_of(hand)


def beats(led: Group, reply: int) -> bool:
    """Tell whether a reply, as bits, beats all that was led, in order."""
    size = len(led)
    if size == 1:
        return reply & BEATEN_BY[led[0]] != 0
    return all(
        (reply & BEATEN_BY[one]).bit_count() >= size - place for place, one in enumerate(led)
    )


def lead_of(hand: Group, other: int, gone: int, own: int, theirs: int, late: bool) -> Group:
    """Choose a lead by rules of thumb; ``other`` is how many cards the other holds."""
    choices = leads(hand)
    if len(choices) == 1:
        return choices[0].group
    held, inside = _held(hand)
    unseen = PACK & ~gone & ~held
    out = unseen.bit_count() or 1
    mean = max(0.0, (120 - own - theirs - inside) / out)
    best, best_worth = hand, -1000.0
    for group, size, points, beat_lowest, beat_highest, risk, kept in choices:
        share = (unseen & beat_lowest).bit_count() / out
        # The chance that the other holds what beats the group: all but the lowest are harder.
        if size == 1:
            beaten = 1 - (1 - share) ** other
            given = mean if other == 1 else mean * 0.25
        else:
            high = (unseen & beat_highest).bit_count() / out
            beaten = share ** (size - 1) * (1 - (1 - high) ** other)
            given = size * mean * (1.0 if size == other else 0.25 + 0.3 * (size - 1))
            if size == 2 and other == FULL:
                beaten *= 2
        beaten *= risk
        taken = size * mean
        worth = (1 - beaten) * (points + given + TEMPO) - beaten * (points + taken + TEMPO)
        if own + points + given >= ENOUGH:
            worth += (1 - beaten) * DECIDED
        if theirs + points + taken >= ENOUGH:
            worth -= beaten * DECIDED
        worth -= kept * LATE if late else kept
        if worth > best_worth:
            best, best_worth = group, worth
    return best


def reply_of(hand: Group, led: Group, own: int, theirs: int, late: bool) -> Group:
    """Choose a reply by rules of thumb."""
    size = len(led)
    if size == len(hand):
        return hand
    on_table = worth_of(led)
    best, best_worth = hand, -1000.0
    for group, bits, points, kept in replies(hand, size):
        together = on_table + points
        if beats(led, bits):
            worth = together + TEMPO
            if own + together >= ENOUGH:
                worth += DECIDED
        else:
            worth = -together - TEMPO
            if theirs + together >= ENOUGH:
                worth -= DECIDED
        worth -= kept * LATE if late else kept
        if worth > best_worth:
            best, best_worth = group, worth
    return best


def play_out(world: World, first: Group, chance: Random) -> int:
    """Return how a deal ends for the mover who begins with some cards: 1 won, -1 lost, 0 void.

    The world is left as it was.
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
        bits, worth = _held(reply)
        winner = other if beats(led, bits) else leader
        points[winner] += worth_of(led) + worth
        if points[winner] >= ENOUGH:
            return 1 if winner == me else -1
        for one in reply:
            hand.remove(one)
        gone |= bits | _held(led)[0]
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
        led = ()


def special(hands: Sequence[Sequence[int]], leader: int) -> tuple[int, bool]:
    """Return who leads after special hands are announced, and whether a bura has won the pot."""
    heights = [height(hands[0]), height(hands[1])]
    other = 1 - leader
    if heights[leader] == heights[other] == BURA:
        return (other if beats(tuple(hands[leader]), bits_of(hands[other])) else leader), True
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
