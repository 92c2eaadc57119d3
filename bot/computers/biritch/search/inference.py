"""How likely a deal of the unseen cards is, by what was said and played before.

A world is weighed by whether the rules of thumb would have named, led and followed as was seen.
People do otherwise too, so nothing becomes impossible by it, only less likely.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final, NamedTuple

from bot.computers.biritch.following import follow
from bot.computers.biritch.leading import lead
from bot.computers.biritch.position import (
    Position,
    known_voids,
    level,
    suit_of,
)
from bot.computers.biritch.search.worlds import World
from bot.computers.biritch.worth import expected, honours, stakes, tricks_by_strain
from bot.games.biritch.contract import SEATS, Contract, Strain
from bot.games.biritch.options import Options, options
from bot.games.biritch.views import BiritchView
from bot.games.cards import PACK_52, Card, Suit
from bot.games.game import Memory
from bot.games.trick import Play, Taken

TEMPERATURE: Final = 6.0
"""How many points of difference make a naming e times less likely."""

OTHER_SUIT: Final = 0.3
OTHER_CARD: Final = 0.6
"""How likely a play is that the rules would not make, against one that they would."""

MOST_PLAYS: Final = 4
"""How many plays of hidden hands a world is held against, the most telling first."""


class Seen(NamedTuple):
    """One play of a hand whose cards, or whose player's cards, are out of sight.

    ``later`` are the cards that the hand played from then on, ``partner_later`` those of the hand
    that its player saw as well. ``pool`` are the cards not played and not in dummy at that time.
    """

    play: Play
    trick: tuple[Play, ...]
    tricks: tuple[Taken, ...]
    voids: tuple[frozenset[Suit], ...]
    later: tuple[Card, ...]
    sight: int | None
    sight_later: tuple[Card, ...]
    gone: frozenset[Card]


def plays_seen(view: BiritchView, memory: Memory, contract: Contract) -> list[Seen]:
    """Return the plays that tell something about hidden hands, the most telling first."""
    laid = [play for taken in memory.tricks for play in taken.plays] + list(view.trick)
    found: list[tuple[int, Seen]] = []
    for index, play in enumerate(laid):
        decider = contract.player_of(play.seat)
        if decider == view.seat or (play.seat != decider and view.seat == contract.declarer):
            continue
        start = index - index % SEATS
        trick = tuple(laid[start:index])
        if trick and _follows_small(trick, play):
            continue
        taken = tuple(memory.tricks[: start // SEATS])
        sight = _other_hand(contract, play.seat, begun=index > 0, view=view)
        found.append(
            (
                _telling(trick, play, index),
                Seen(
                    play,
                    trick,
                    taken,
                    known_voids(trick, taken, PACK_52),
                    tuple([one.card for one in laid[index:] if one.seat == play.seat]),
                    sight,
                    tuple([one.card for one in laid[index:] if one.seat == sight]),
                    frozenset([one.card for one in laid[:index]]),
                ),
            )
        )
    found.sort(key=lambda pair: pair[0])
    return [seen for _, seen in found[:MOST_PLAYS]]


def _follows_small(trick: Sequence[Play], play: Play) -> bool:
    """Tell whether a play only followed suit in last place, which tells next to nothing."""
    return len(trick) == SEATS - 1 and play.card.suit is trick[0].card.suit


def _telling(trick: Sequence[Play], play: Play, index: int) -> int:
    """Return the rank of a play by how much it tells: leads, discards and ruffs, then others."""
    if not trick:
        return 0 if index == 0 else 1
    return 2 if play.card.suit is not trick[0].card.suit else 3


def _other_hand(contract: Contract, seat: int, *, begun: bool, view: BiritchView) -> int | None:
    """Return the second hand that the player of a hand sees at a play."""
    if seat == contract.dummy:
        return contract.declarer
    if begun or view.rules["dummy"] == "before_lead":
        return contract.dummy
    return None


def likelihood_of_plays(seen: Sequence[Seen], contract: Contract, world: World) -> float:
    """Return how well a world explains the plays that were seen."""
    weight = 1.0
    for one in seen:
        position = _position(one, contract, world)
        chosen = (follow(position) if one.trick else lead(position)).card
        actual = one.play.card
        if chosen is actual:
            continue
        if chosen.suit is not actual.suit:
            weight *= OTHER_SUIT
        elif not level(position, chosen, actual):
            weight *= OTHER_CARD
    return weight


def _position(one: Seen, contract: Contract, world: World) -> Position:
    """Return the play as the player of a hand knew it then, if the world is as imagined."""
    seat = one.play.seat
    own = tuple(sorted((*world[seat], *one.later), key=_index))
    hands: list[tuple[Card, ...] | None] = [None] * SEATS
    hands[seat] = own
    known = {*own, *one.gone}
    if one.sight is not None:
        other = tuple(sorted((*world[one.sight], *one.sight_later), key=_index))
        hands[one.sight] = other
        known.update(other)
    legal = own
    if one.trick:
        legal = tuple(suit_of(own, one.trick[0].card.suit)) or own
    return Position(
        seat=seat,
        contract=contract,
        hands=tuple(hands),
        unseen=tuple([card for card in PACK_52 if card not in known]),
        voids=one.voids,
        trick=one.trick,
        tricks=one.tricks,
        legal=legal,
    )


def _index(card: Card) -> int:
    return card.index


class Worths:
    """What strains are worth to a hand by the rules of thumb, at the score of a view."""

    def __init__(self, view: BiritchView) -> None:
        self._options: Options = options(view.rules)
        self._at = stakes(self._options, view.standing)
        self._known: dict[tuple[Strain, int, int], float] = {}

    def of(self, hand: Sequence[Card], seat: int) -> dict[Strain, float]:
        """Return what each strain is worth to the side of a hand that names it."""
        side = seat % 2
        return {
            strain: self._expected(strain, side, round(10 * likely))
            + honours(self._options, hand, strain)
            for strain, likely in tricks_by_strain(hand).items()
        }

    def best(self, hand: Sequence[Card], seat: int) -> float:
        """Return what the best strain is worth."""
        return max(self.of(hand, seat).values())

    def favourite(self, hand: Sequence[Card], seat: int) -> Strain:
        """Return the strain that is worth most."""
        found = self.of(hand, seat)
        return max(found, key=found.__getitem__)

    def share(self, hand: Sequence[Card], seat: int, strain: Strain) -> float:
        """Return how likely a hand is to name a strain and no other."""
        found = self.of(hand, seat)
        top = max(found.values())
        chances = {one: exp((worth - top) / TEMPERATURE) for one, worth in found.items()}
        return chances[strain] / sum(chances.values())

    def _expected(self, strain: Strain, side: int, tenths: int) -> float:
        key = (strain, side, tenths)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = expected(self._at, strain, side, tenths / 10)
        return found


@dataclass(frozen=True, slots=True)
class Naming:
    """What the naming tells: who named or left, at which score, and what the hands had played."""

    worths: Worths
    strain: Strain
    namer: int
    left_by: int | None
    played: tuple[tuple[Card, ...], ...]

    def likelihood(self, world: World) -> float:
        """Return how well a world explains that this strain was named, or left to be named."""
        hand = (*world[self.namer], *self.played[self.namer])
        weight = self.worths.share(hand, self.namer, self.strain)
        if self.left_by is None:
            return weight / (1 + exp(-self.worths.best(hand, self.namer) / TEMPERATURE))
        left = (*world[self.left_by], *self.played[self.left_by])
        return weight / (1 + exp(self.worths.best(left, self.left_by) / TEMPERATURE))
