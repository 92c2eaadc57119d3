"""What the others have played tells what they hold: a walk among deals that agree with it.

Each play of another seat is compared to what the rules of thumb of ``playout`` would have played
from the hand imagined. A deal is the less likely the more of them do not agree; two cards that
lie elsewhere change places, and the deal that comes of it is kept as often as it deserves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bismarck.estimate import RANKS
from bot.computers.bismarck.imagined import AWAY, Unseen
from bot.computers.bismarck.playout import SUITS, lead, low_lead, to_avoid, to_win
from bot.computers.bismarck.position import PACK, Position, winning
from bot.computers.dealing import bits_of
from bot.games.bismarck import BismarckView, Contract
from bot.games.bismarck.contracts import SEATS
from bot.games.game import Memory

DISAGREES: Final = 0.05
"""How much less likely a deal is for a play that the rules of thumb would not have made in it."""

STARTS: Final = 6
"""How many deals are imagined to begin the walk in the one that agrees best."""

FIRST: Final = 60
NEXT: Final = 6
"""How many exchanges of two cards are tried before the first deal is used, and between deals."""


@dataclass(frozen=True, slots=True)
class PlaySeen:
    """A card that another seat played, and what everybody saw then.

    ``lying`` are the cards that lay on the table, ``best`` is the winning one, -1 for a lead;
    ``led`` are all cards of the suit led. ``played`` are the cards that had been played before,
    ``since`` those that the seat has played from then on, this one too.
    """

    card: int
    lying: int
    best: int
    led: int
    played: int
    since: int


@dataclass(frozen=True, slots=True)
class Witness:
    """The plays of the others, by seat; the seat that knows what is put away, if one does."""

    contract: Contract
    trump: int
    plays: tuple[tuple[PlaySeen, ...], ...]
    knows_away: int | None

    def of(self, seat: int, hand: int, away: int) -> float:
        """Return how likely the plays of a seat are where it holds a hand now."""
        likely = 1.0
        hidden = PACK & ~away if seat == self.knows_away else PACK
        contract, trump = self.contract, self.trump
        positive = contract.positive
        for play in self.plays[seat]:
            held = hand | play.since
            follows = held & play.led
            legal = follows or held
            if legal & legal - 1:
                out = hidden & ~(held | play.played)
                if play.best < 0:
                    meant = lead(held, trump, out) if positive else low_lead(held, out, contract)
                else:
                    follow = to_win if positive else to_avoid
                    meant = follow(held, follows, play.best, play.lying, trump, out, contract)
                card = play.card
                if meant != card and apart(meant, card, out | play.lying):
                    likely *= DISAGREES
        return likely


def apart(one: int, other: int, between: int) -> bool:
    """Tell whether two cards are of different suits, or cards between part them."""
    if one // RANKS != other // RANKS:
        return True
    low, top = min(one, other), max(one, other)
    return bool(between & (1 << top) - (1 << low))


def witness(view: BismarckView, memory: Memory, now: Position) -> Witness:
    """Return what the plays of a deal tell the seat of a position.

    Leads in No queen tell nothing: who chases her, or wants to throw her away, leads by more than
    these rules of thumb know.
    """
    tricks = [taken.plays for taken in memory.tricks]
    if view.trick:
        tricks.append(view.trick)
    since = [0] * SEATS
    found: list[list[PlaySeen]] = [[] for _ in range(SEATS)]
    played = bits_of([play.card.index for plays in tricks for play in plays])
    for plays in reversed(tricks):
        indexes = tuple([play.card.index for play in plays])
        for place in range(len(plays) - 1, -1, -1):
            seat, index, before = plays[place].seat, indexes[place], indexes[:place]
            played &= ~(1 << index)
            since[seat] |= 1 << index
            if seat != now.seat and (before or now.contract is not Contract.NO_QUEEN):
                best = before[winning(before, now.trump)] if before else -1
                led = SUITS[before[0] // RANKS] if before else 0
                seen = PlaySeen(index, bits_of(before), best, led, played, since[seat])
                found[seat].append(seen)
    knows = view.dealer if view.took and view.dealer != now.seat else None
    return Witness(now.contract, now.trump, tuple([tuple(some) for some in found]), knows)


class Walk:
    """Deals of the unseen cards, each as likely as the plays seen make it."""

    def __init__(self, unseen: Unseen, told: Witness, chance: Random) -> None:
        self._unseen = unseen
        self._told = told
        self._chance = chance
        self._known: tuple[dict[int, float], ...] = ({}, {}, {})
        starts = [unseen.deal(chance) for _ in range(STARTS)]
        worths = [self._likely(hands, 0.0) for hands in starts]
        self._now = max(worths)
        self._hands = starts[worths.index(self._now)]
        self._places = [
            next(place for place in range(AWAY + 1) if self._hands[place] >> index & 1)
            for index in unseen.cards
        ]
        self._steps = FIRST

    def deal(self) -> list[int]:
        """Return the hands by seat, as bits, and what lies face down."""
        if not any(self._told.plays):
            return self._unseen.deal(self._chance)
        if sum([room > 0 for room in self._unseen.rooms]) > 1:
            for _ in range(self._steps):
                self._step()
        self._steps = NEXT
        return list(self._hands)

    def _likely(self, hands: Sequence[int], enough: float) -> float:
        """Return how likely a deal makes the plays; at most ``enough`` where it is below that."""
        likely = 1.0
        away = hands[AWAY]
        told = self._told
        for seat in range(SEATS):
            if told.plays[seat]:
                known = self._known[seat]
                key = hands[seat] | away << 52 if seat == told.knows_away else hands[seat]
                worth = known.get(key)
                if worth is None:
                    worth = known[key] = told.of(seat, hands[seat], away)
                likely *= worth
                if likely <= enough:
                    break
        return likely

    def _step(self) -> None:
        """Let two cards change places, if the deal that comes of it is likely enough."""
        random = self._chance.random
        places, weights = self._places, self._unseen.weights
        count = len(places)
        one, other = int(random() * count), int(random() * count)
        here, there = places[one], places[other]
        if here == there:
            return
        exchanged = weights[one][there] * weights[other][here]
        if not exchanged:
            return
        cards = self._unseen.cards
        both = 1 << cards[one] | 1 << cards[other]
        hands = list(self._hands)
        hands[here] ^= both
        hands[there] ^= both
        enough = self._now * random() * weights[one][here] * weights[other][there] / exchanged
        likely = self._likely(hands, enough)
        if likely > enough:
            self._hands, self._now = hands, likely
            places[one], places[other] = there, here
