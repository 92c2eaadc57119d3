"""What happens in a deal of Bismarck, as facts that everybody may know."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.bismarck.contracts import Contract
from bot.games.cards import Card, Suit
from bot.games.game import Event


@dataclass(frozen=True, slots=True)
class KittyShown(Event):
    """The kitty lies face up before the contract is announced (``kitty_shown: open``)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ContractAnnounced(Event):
    """Forehand plays this contract; ``by_itself`` when there was nothing to choose."""

    seat: int
    contract: Contract
    by_itself: bool


@dataclass(frozen=True, slots=True)
class KittyTaken(Event):
    """Forehand has taken the kitty; ``by_itself`` where taking is compulsory."""

    seat: int
    by_itself: bool


@dataclass(frozen=True, slots=True)
class KittyRefused(Event):
    """Forehand plays the cards as dealt."""

    seat: int


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    """Forehand has put cards away face down."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class TrumpNamed(Event):
    """Valfri has its trump suit (None: no trump); ``by_itself`` under ``valfri: nt_only``."""

    seat: int
    trump: Suit | None
    by_itself: bool


@dataclass(frozen=True, slots=True)
class DiscardsShown(Event):
    """The deal is over: forehand's discards are shown, or the kitty that nobody touched."""

    seat: int
    cards: tuple[Card, ...]
    untouched: bool


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """The deal's scores; each by seat. ``taken`` is what was set against the quotas."""

    number: int
    forehand: int
    contract: Contract
    taken: tuple[int, ...]
    quotas: tuple[int, ...]
    scores: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExtraDealNeeded(Event):
    """Leaders are level: one more deal of Valfri, the ``extra``-th of at most three."""

    extra: int
    level: tuple[int, ...]
