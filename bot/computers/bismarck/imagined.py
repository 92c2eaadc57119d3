"""The hands that the others may hold, dealt as they may lie and as forehand is likely to discard.

Forehand has seen twenty cards and put four away, so what is missing is not spread evenly: where
tricks are wanted the low plain cards lie face down and the high ones in forehand's hand, where
they are avoided it is the other way round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bismarck.estimate import HEARTS, RANKS
from bot.computers.bismarck.position import Position, beats
from bot.computers.dealing import bits_of, deal_out
from bot.games.bismarck import BismarckView, Contract
from bot.games.bismarck.contracts import QUEEN, SEATS
from bot.games.game import Memory

AWAY: Final = SEATS
"""The place of the cards that are out of play, beside the three seats."""

DOUBTED: Final = 0.2
"""How much less likely a card is in a hand that would rather have played it."""

TRIES: Final = 8
"""How often it is dealt by chance before places are filled by force."""

Likes = tuple[float, float]


def likes(contract: Contract, trump: int, index: int) -> Likes:
    """Return how likely forehand is to hold a card, and to have put it away.

    1 is as likely as a card is with another player; counted over 1,200 deals of computers.
    """
    suit, rank = divmod(index, RANKS)
    if contract.positive:
        if suit == trump:
            return (2.3, 0.02) if contract is Contract.VALFRI else (1.7, 0.15)
        return 1.5 - 0.07 * rank, 0.02 + 0.19 * rank
    if contract is Contract.NO_HEARTS and suit == HEARTS:
        return min(1.4, 0.3 + 0.2 * rank), 0.1
    if contract is Contract.NO_QUEEN and index == QUEEN.index:
        return 1.0, 0.02
    return min(1.4, 0.15 + 0.21 * rank), max(0.02, 3.3 - 0.52 * rank)


@dataclass(frozen=True, slots=True)
class Unseen:
    """The cards that a seat has not seen: how many each place takes, and what each card likes.

    ``weights`` tell of each card how much it is drawn to each of the four places, 0 where it
    cannot lie; ``choices`` in how many it can.
    """

    cards: tuple[int, ...]
    rooms: tuple[int, ...]
    weights: tuple[tuple[float, ...], ...]
    choices: tuple[int, ...]

    def deal(self, chance: Random) -> list[int]:
        """Return the hands by seat, as bits, and what lies face down."""
        for _ in range(TRIES):
            hands = self._deal(chance)
            if hands is not None:
                return hands
        places = [sum([1 << at for at, one in enumerate(some) if one]) for some in self.weights]
        return [bits_of(some) for some in deal_out(self.cards, self.rooms, places, chance)]

    def _deal(self, chance: Random) -> list[int] | None:
        """Deal once; None where a card finds its places full."""
        random = chance.random
        # Those with the fewest places first, by chance among equals.
        order = sorted([(choice + random(), at) for at, choice in enumerate(self.choices)])
        left = [float(room) for room in self.rooms]
        hands = [0, 0, 0, 0]
        cards, weights = self.cards, self.weights
        for _, at in order:
            first, second, third, fourth = weights[at]
            first *= left[0]
            second = first + second * left[1]
            third = second + third * left[2]
            fourth = third + fourth * left[3]
            if not fourth:
                return None
            drawn = random() * fourth
            place = 0 if drawn < first else 1 if drawn < second else 2 if drawn < third else 3
            left[place] -= 1
            hands[place] |= 1 << cards[at]
        return hands


def unseen_cards(view: BismarckView, memory: Memory, now: Position) -> Unseen:
    """Return what the seat of a position has not seen, and where it may lie."""
    seat, forehand = now.seat, view.dealer
    counts = list(view.counts)
    counts[seat] = 0
    cards = tuple([index for index in range(52) if now.unseen >> index & 1])
    rooms = (*counts, len(cards) - sum(counts))
    doubts = unlikely(view, memory, now)
    all_weights = []
    for index in cards:
        suit = index // RANKS
        weights = [
            0.0 if now.void[place] >> suit & 1 else DOUBTED ** doubts[place].get(index, 0)
            for place in range(SEATS)
        ]
        weights.append(1.0)
        if view.took and forehand is not None and forehand != seat:
            hold, away = likes(now.contract, now.trump, index)
            weights[forehand] *= hold
            weights[AWAY] = away
        weights[seat] = 0.0
        all_weights.append(tuple(weights))
    choices = [_choices(weights, rooms) for weights in all_weights]
    return Unseen(cards, rooms, tuple(all_weights), tuple(choices))


def _choices(weights: Sequence[float], rooms: Sequence[int]) -> int:
    """Count the places that a card may lie in."""
    return sum([1 for weight, room in zip(weights, rooms, strict=True) if weight and room])


def unlikely(view: BismarckView, memory: Memory, now: Position) -> list[dict[int, int]]:
    """Return by seat the cards that it would rather have played, with how often.

    Nothing is concluded in No hearts and No queen, where a trick may well be taken.
    """
    found: list[dict[int, int]] = [{} for _ in range(SEATS)]
    if not now.contract.positive and now.contract is not Contract.PASS:
        return found
    tricks = [taken.plays for taken in memory.tricks]
    if view.trick:
        tricks.append(view.trick)
    for plays in tricks:
        best = -1
        for place, play in enumerate(plays):
            index = play.card.index
            if play.seat != now.seat:
                last = place == SEATS - 1
                for other in rather(now, plays[0].card.index, best, index, last=last):
                    found[play.seat][other] = found[play.seat].get(other, 0) + 1
            if best < 0 or beats(index, best, now.trump):
                best = index
    return found


def rather(now: Position, led: int, best: int, played: int, *, last: bool) -> range:
    """Return the cards of the suit of a played one that would have done better in its place.

    Where tricks are wanted the lowest card goes to a lost trick and the cheapest that wins is
    enough; where they are avoided the highest that stays below goes, and what is thrown away or
    led comes from the end of its suit. ``best`` was winning before, -1 for a lead.
    """
    suit = played // RANKS
    first, end = suit * RANKS, (suit + 1) * RANKS
    positive = now.contract.positive
    if best < 0:
        return range(0) if positive else range(played + 1, end)
    if suit != led // RANKS:
        if not positive:
            return range(first, played)
        return range(0) if suit == now.trump == best // RANKS else range(played + 1, end)
    same = best // RANKS == suit
    if positive:
        if not same or played > best:
            return range(played + 1, end)
        return range(played + 1, best) if last else range(0)
    return range(best + 1, end) if played < best else range(best + 1, played)
