"""Dealing unseen cards again: so many to each place, and none where it is known not to be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

TRIES: Final = 12


def deal_out(
    cards: Sequence[int], rooms: Sequence[int], places: Sequence[int], chance: Random
) -> list[list[int]]:
    """Return the cards of each place, ``rooms`` telling how many it takes.

    ``places`` tell of each card where it may lie, as bits. Cards are as many as there is room for.
    Raise ValueError where no deal is possible.
    """
    free = [(card, place) for card, place in zip(cards, places, strict=True)]
    for _ in range(TRIES):
        chance.shuffle(free)
        # Those with the fewest places first, by chance among equals.
        free.sort(key=_choices)
        dealt = _dealt(free, rooms, chance)
        if dealt is not None:
            return dealt
    return _forced(free, rooms)


def _choices(one: tuple[int, int]) -> int:
    return one[1].bit_count()


def _dealt(
    free: Sequence[tuple[int, int]], rooms: Sequence[int], chance: Random
) -> list[list[int]] | None:
    left = list(rooms)
    dealt: list[list[int]] = [[] for _ in rooms]
    random = chance.random
    seats = range(len(left))
    for card, places in free:
        total = 0
        for seat in seats:
            if places >> seat & 1:
                total += left[seat]
        if not total:
            return None
        at = int(random() * total)
        for seat in seats:
            if places >> seat & 1:
                at -= left[seat]
                if at < 0:
                    break
        left[seat] -= 1
        dealt[seat].append(card)
    return dealt


def _forced(free: Sequence[tuple[int, int]], rooms: Sequence[int]) -> list[list[int]]:
    """Return any possible deal: a card that finds its places full moves another away."""
    dealt: list[list[tuple[int, int]]] = [[] for _ in rooms]

    def room_for(one: tuple[int, int], seen: set[int]) -> bool:
        for seat, held in enumerate(dealt):
            if not one[1] >> seat & 1 or seat in seen:
                continue
            if len(held) < rooms[seat]:
                held.append(one)
                return True
            seen.add(seat)
            for place, other in enumerate(held):
                if room_for(other, seen):
                    held[place] = one
                    return True
        return False

    for one in free:
        if not room_for(one, set()):
            raise ValueError("there is no such deal")
    return [[card for card, _ in held] for held in dealt]


def bits_of(some: Iterable[int]) -> int:
    """Return cards, given as numbers, as the bits of one number."""
    total = 0
    for one in some:
        total |= 1 << one
    return total
