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


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened at a table; ``actor`` is the person who did it, if a person did."""

    kind: str
    body: Mapping[str, Json] = field(default_factory=dict)
    actor: int | None = None
