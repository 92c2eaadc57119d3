"""When something was offered: what a click has to carry with it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Moment:
    """When something was offered.

    The version of a decision, or the deal of an action that is open out of turn.
    """

    version: int | None = None
    deal: int | None = None
