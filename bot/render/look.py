"""How one person, or a table in public, is shown things: the deck, and what is asked twice."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from bot.render.emojis import Deck, Emojis

Sort = Literal["first_high", "first_low", "last_high", "last_low"]
"""Where trumps stand in a hand, and whether high or low cards come first in each suit."""

SORTS: Final[tuple[Sort, ...]] = ("first_high", "first_low", "last_high", "last_low")


@dataclass(frozen=True, slots=True)
class Look:
    """A deck with the emojis there are for it; ``confirm`` asks once more before each card.

    ``hints`` puts a button for advice on the panel; ``pictures`` a picture of the table on boards.
    ``sort`` is how the person holds their cards.
    """

    deck: Deck = "four"
    emojis: Emojis = field(default_factory=Emojis)
    confirm: bool = False
    hints: bool = True
    pictures: bool = True
    sort: Sort = "first_high"


PLAIN: Final = Look(deck="plain", pictures=False)
"""Text alone: cards as letters and suit signs, no picture."""
