"""The form of a match record: what it holds, as values, and what can be wrong with one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.games.game import Action, Deal, Game
from bot.games.house_rules import Rules

FORMAT: Final = "atout-record"
VERSION: Final = 1

Facts = Mapping[str, str | int]


class BadRecord(ValueError):
    """A record that is malformed, or a match in it that the rules do not allow.

    ``code`` and ``facts`` are those of a refusal. ``deal`` and ``action`` count from 0; ``action``
    is None where the deal itself is wrong, both are None where the fault lies outside the deals.
    """

    def __init__(
        self,
        code: str,
        facts: Facts | None = None,
        *,
        deal: int | None = None,
        action: int | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.facts: Facts = facts or {}
        self.deal = deal
        self.action = action

    def at(self, deal: int, action: int | None) -> BadRecord:
        """Return the same fault with the place where it stands."""
        return BadRecord(self.code, self.facts, deal=deal, action=action)


@dataclass(frozen=True, slots=True)
class Fairness:
    """What makes a shuffle verifiable: seed and commitment in hex, and where the pack was cut."""

    seed: str
    commitment: str
    cut: int

    def to_json(self) -> dict[str, object]:
        """Return the object that stands under ``fairness`` in a deal."""
        return {"seed": self.seed, "commitment": self.commitment, "cut": self.cut}


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal as dealt, the actions made in it, and what proves its shuffle (None: nothing)."""

    deal: Deal
    actions: tuple[Action, ...] = ()
    fairness: Fairness | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """What a record says of the whole match, and its deals, which are not read yet."""

    game: Game
    rules: Rules
    players: tuple[str, ...]
    deals: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record as read: well formed, its match not yet played through."""

    game: Game
    rules: Rules
    players: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]


class Step(NamedTuple):
    """One entry of a match's log, and where it stands in the record (``action`` None: a deal)."""

    deal: int
    action: int | None
    entry: Deal | Action
