"""What happens in a deal of Bura, as data that everybody may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.games.bura.hands import Announcement
from bot.games.bura.pot import Outcome
from bot.games.cards import Card
from bot.games.game import Event


@dataclass(frozen=True, slots=True)
class AntePaid(Event):
    """Both put ``each`` in, and ``pot`` stands in the pot now."""

    each: int
    pot: int


@dataclass(frozen=True, slots=True)
class TrumpTurned(Event):
    """The card turned for trump; it lies under the stock, and is drawn last."""

    card: Card


@dataclass(frozen=True, slots=True)
class WentOn(Event):
    """The winner of the trick draws rather than declares."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """Both hands are full again: ``each`` cards drawn, ``first`` first; ``left`` in the stock."""

    first: int
    each: int
    left: int


@dataclass(frozen=True, slots=True)
class PutAside(Event):
    """What was left of the stock could not fill both hands, and is put aside unseen."""

    count: int


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """A special hand was announced (or an automatic bura found), and is shown to both."""

    stays: ClassVar[bool] = True
    announcement: Announcement


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A player who was asked lets it pass."""

    seat: int


@dataclass(frozen=True, slots=True)
class LeadTaken(Event):
    """A special hand took the lead from the other player."""

    seat: int


@dataclass(frozen=True, slots=True)
class RepliedFaceDown(Event):
    """A reply that does not win was put down unseen."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class Declared(Event):
    """A player stopped the deal: the won tricks are shown, in order, and counted."""

    seat: int
    won: tuple[tuple[Card, ...], ...]
    points: int
    right: bool


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """The deal is over: how, who takes the pot, and what stands in it now."""

    outcome: Outcome
