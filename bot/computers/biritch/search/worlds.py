"""Deals of the unseen cards as they may be: consistent with all that a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.computers.biritch.position import Position
from bot.games.biritch.contract import SEATS
from bot.games.cards import Card

World = tuple[tuple[Card, ...], ...]
"""The cards left in each hand, by seat."""


def hidden_seats(position: Position) -> tuple[int, ...]:
    """Return the seats whose cards are out of sight."""
    return tuple([seat for seat in range(SEATS) if position.hands[seat] is None])


def deal_unseen(
    hands: Sequence[tuple[Card, ...] | None],
    unseen: Sequence[Card],
    counts: Sequence[int],
    voids: Sequence[frozenset[object]],
    chance: Random,
) -> World:
    """Return one deal of the unseen cards; all that respect the voids are equally likely.

    Cards that only one hand may hold go there; the rest are dealt at random. Where a hand has
    shown a void that it cannot have (somebody has revoked), the voids are disregarded.
    """
    places = [seat for seat in range(SEATS) if hands[seat] is None]
    forced: dict[int, list[Card]] = {seat: [] for seat in places}
    free: list[Card] = []
    for card in unseen:
        may = [seat for seat in places if card.suit not in voids[seat]]
        if len(may) == 1:
            forced[may[0]].append(card)
        else:
            free.append(card)
    if any(len(forced[seat]) > counts[seat] for seat in places):
        forced = {seat: [] for seat in places}
        free = list(unseen)
    chance.shuffle(free)
    dealt: list[tuple[Card, ...]] = []
    at = 0
    for seat in range(SEATS):
        hand = hands[seat]
        if hand is None:
            more = counts[seat] - len(forced[seat])
            some = forced[seat] + free[at : at + more]
            at += more
            some.sort(key=_index)
            hand = tuple(some)
        dealt.append(hand)
    return tuple(dealt)


def _index(card: Card) -> int:
    return card.index


def resample(weights: Sequence[float], count: int, chance: Random) -> list[tuple[int, int]]:
    """Return which of some worlds to look at and how often each counts, as its weight says.

    The numbers of times add up to ``count``; each is as near to its share as whole numbers are.
    """
    total = sum(weights)
    if total <= 0:
        return [(place, 1) for place in range(min(count, len(weights)))]
    step = total / count
    mark = chance.random() * step
    found: list[tuple[int, int]] = []
    upto = 0.0
    for place, weight in enumerate(weights):
        upto += weight
        times = 0
        while mark < upto and len(found) < len(weights):
            times += 1
            mark += step
        if times:
            found.append((place, times))
    return found
