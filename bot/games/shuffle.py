"""The verifiable shuffle: a committed seed, Fisher–Yates over HMAC-SHA256, and the cut."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from bot.games.game import Deal, Game

T = TypeVar("T")

SEED_BYTES: Final = 32
_MESSAGE: Final = b"atout"
_SPAN: Final = 2**32


def commitment(seed: bytes) -> str:
    """Return what is published before the cut: the SHA-256 of the seed's raw bytes, in hex."""
    return hashlib.sha256(seed).hexdigest()


def _draws(seed: bytes) -> Iterator[int]:
    """Yield the 32-bit numbers that the seed gives, four bytes each, big-endian."""
    counter = 0
    while True:
        block = hmac.digest(seed, _MESSAGE + counter.to_bytes(4, "big"), "sha256")
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        counter += 1


def shuffled(pack: Sequence[T], seed: bytes) -> tuple[T, ...]:
    """Return the pack as the seed shuffles it; the same seed gives the same order for ever.

    Raise ValueError for a seed that is not 32 bytes long.
    """
    if len(seed) != SEED_BYTES:
        raise ValueError("a seed has 32 bytes")
    result = list(pack)
    draws = _draws(seed)
    for last in range(len(result) - 1, 0, -1):
        fair = _SPAN - _SPAN % (last + 1)
        drawn = next(draws)
        while drawn >= fair:
            drawn = next(draws)
        other = drawn % (last + 1)
        result[last], result[other] = result[other], result[last]
    return tuple(result)


def cut(pack: Sequence[T], at: int) -> tuple[T, ...]:
    """Return the pack cut below its ``at``-th card, 1 … n − 1; raise ValueError outside that."""
    if not 1 <= at < len(pack):
        raise ValueError("the pack is cut between two of its cards")
    return (*pack[at:], *pack[:at])


def deal_from(game: Game, dealer: int, seed: bytes, at: int) -> Deal:
    """Return the deal that a seed and a cut below the ``at``-th card give in a game."""
    return game.lay_out(dealer, cut(shuffled(game.pack, seed), at))
