"""What happens in Biritch beside cards and tricks, as everybody may know it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.biritch.contract import Call, Contract, Strain
from bot.games.game import Event


@dataclass(frozen=True, slots=True)
class NamingLeft(Event):
    """The dealer leaves the naming to the partner."""

    seat: int


@dataclass(frozen=True, slots=True)
class StrainNamed(Event):
    """A seat has named the trump suit or no trump."""

    seat: int
    strain: Strain


@dataclass(frozen=True, slots=True)
class Called(Event):
    """A seat has made a call in the auction."""

    seat: int
    call: Call


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat has passed, asked the ``question``: ``call``, ``double`` or ``redouble``."""

    seat: int
    question: str


@dataclass(frozen=True, slots=True)
class PassedOut(Event):
    """All four have passed: the dealer names."""

    dealer: int


@dataclass(frozen=True, slots=True)
class Doubled(Event):
    """A seat has doubled or redoubled; ``multiplier`` is what it is now."""

    seat: int
    verb: str
    multiplier: int


@dataclass(frozen=True, slots=True)
class PlayBegun(Event):
    """Naming and doubling are settled: the contract, and who leads."""

    contract: Contract
    leader: int


@dataclass(frozen=True, slots=True)
class DummyDown(Event):
    """Dummy's hand lies face up from now on."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayedOutOfTurn(Event):
    """A seat played when another was to play: the card is refused and stays private."""

    seat: int


@dataclass(frozen=True, slots=True)
class RevokeClaimed(Event):
    """A seat has claimed a revoke; ``found`` is how many there were."""

    seat: int
    found: int


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """A deal has been scored: points (below, above) by side; ``again`` after a late claim."""

    number: int
    scores: tuple[tuple[int, int], tuple[int, int]]
    again: bool = False


@dataclass(frozen=True, slots=True)
class GameWon(Event):
    """A side has won a game of the rubber; ``games`` are those won so far, by side."""

    side: int
    games: tuple[int, int]


@dataclass(frozen=True, slots=True)
class RubberWon(Event):
    """A side has won the rubber."""

    side: int


@dataclass(frozen=True, slots=True)
class RubberReopened(Event):
    """A claim has undone the end of the rubber: it goes on."""
