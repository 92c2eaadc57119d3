"""What a table's log is made of: one entry for each thing that happened, as plain data.

An entry's body holds JSON values only. Seeds of deals stand here before they are revealed: the
log never leaves the process but into the database.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

OPENED: Final = "opened"
SAT: Final = "sat"
STOOD: Final = "stood"
COMPUTER: Final = "computer"
RULES: Final = "rules"
SETTINGS: Final = "settings"
HOST: Final = "host"
STARTED: Final = "started"
SHUFFLED: Final = "shuffled"
CUT: Final = "cut"
ACTED: Final = "acted"
LEFT: Final = "left"
MINDED: Final = "minded"
RETURNED: Final = "returned"
ENDED: Final = "ended"

INVITED: Final = "invited"
DECLINED: Final = "declined"
LAPSED: Final = "lapsed"
REMINDED: Final = "reminded"
OVERDUE: Final = "overdue"
HERE: Final = "here"
RESUMED: Final = "resumed"
VOTED: Final = "voted"
REMOVED: Final = "removed"
CLAIMED: Final = "claimed"
OVERCLAIMED: Final = "overclaimed"
AGREED: Final = "agreed"
REFUSED: Final = "refused"
SWAP_ASKED: Final = "swap_asked"
SWAP_AGREED: Final = "swap_agreed"
SWAP_REFUSED: Final = "swap_refused"
SWAPPED: Final = "swapped"

PENDING: Final = frozenset(
    {
        INVITED,
        DECLINED,
        LAPSED,
        REMINDED,
        OVERDUE,
        HERE,
        RESUMED,
        VOTED,
        OVERCLAIMED,
        AGREED,
        REFUSED,
        SWAP_ASKED,
        SWAP_AGREED,
        SWAP_REFUSED,
    }
)
"""Entries that change only what is pending at a table."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table; ``actor`` is the person who did it, if a person did."""

    kind: str
    body: Mapping[str, Json] = field(default_factory=dict)
    actor: int | None = None
