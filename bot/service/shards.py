"""Which part of Discord's servers one process serves, where several share a token."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

MOST: Final = 4096
"""More shards than any bot that runs on SQLite will see; a slip of the pen is refused."""

_WRITTEN: Final = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?/(\d{1,4})")


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards ``first`` to ``last`` of ``count``; a server belongs to exactly one shard."""

    first: int
    last: int
    count: int

    @classmethod
    def read(cls, written: str) -> Self:
        """Read ``0-3/8`` or ``5/8``; raise ValueError with a sentence."""
        found = _WRITTEN.fullmatch(written.strip())
        if found is None:
            raise ValueError("shards are written like 0-3/8: the first, the last, how many in all")
        first, count = int(found[1]), int(found[3])
        last = first if found[2] is None else int(found[2])
        if not first <= last < count <= MOST:
            raise ValueError("shards are numbered from 0, and the last is below how many there are")
        return cls(first, last, count)

    @property
    def ids(self) -> list[int]:
        """Return the numbers of the shards of this process."""
        return list(range(self.first, self.last + 1))

    @property
    def share(self) -> float:
        """Return this process's part of the whole, as of the budget of requests."""
        return (self.last - self.first + 1) / self.count

    def serves(self, guild: int) -> bool:
        """Tell whether a server's events come to this process."""
        return self.first <= (guild >> 22) % self.count <= self.last

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.count}"
