"""House rules of Bismarck, compiled once for a match, and which contracts a deal offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, cast

from bot.games.bismarck.contracts import FOUR, SEATS, SHORT, SIX, Contract
from bot.games.house_rules import CUT, RuleBook, Rules, choice

Valfri = Literal["suit", "suit_or_nt", "nt_only"]

BOOK: Final = RuleBook(
    "bismarck",
    (
        choice("length", "twelve", "grand", "short", "short_12", "estonian", "estonian_24"),
        choice("order", "free", "fixed"),
        choice("valfri", "suit", "suit_or_nt", "nt_only"),
        choice("kitty", "optional", "compulsory"),
        choice("kitty_shown", "hidden", "open"),
        choice("lead", "left", "forehand"),
        choice("tie", "extra_valfri", "shared"),
        CUT,
    ),
    MappingProxyType(
        {
            "document": MappingProxyType({}),
            "modern_swedish": MappingProxyType({"kitty_shown": "open", "lead": "forehand"}),
        }
    ),
)

EXTRA_DEALS: Final = 3
"""How many deals a tie can add at most (rules: Score)."""


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules as the game reads them.

    ``deals`` is the regular length. ``contracts`` are those of the match, each open ``times`` times
    to a forehand. Where ``round_deals`` is not 0 (Estonian) each contract has a round of so many
    deals, in order, and the rounds after them are a free choice of all.
    """

    deals: int
    contracts: tuple[Contract, ...]
    times: int
    round_deals: int
    fixed: bool
    valfri: Valfri
    compulsory: bool
    kitty_open: bool
    forehand_leads: bool
    extra_deals: int


@cache
def options(rules: Rules) -> Options:
    """Compile house rules."""
    deals, contracts, times, round_deals = _LENGTHS[rules["length"]]
    return Options(
        deals=deals,
        contracts=contracts,
        times=times,
        round_deals=round_deals,
        fixed=rules["order"] == "fixed",
        valfri=cast(Valfri, rules["valfri"]),
        compulsory=rules["kitty"] == "compulsory",
        kitty_open=rules["kitty_shown"] == "open",
        forehand_leads=rules["lead"] == "forehand",
        extra_deals=EXTRA_DEALS if rules["tie"] == "extra_valfri" else 0,
    )


_LENGTHS: Final[dict[str, tuple[int, tuple[Contract, ...], int, int]]] = {
    "twelve": (12, FOUR, 1, 0),
    "grand": (24, FOUR, 2, 0),
    "short": (8, SHORT, 2, 0),
    "short_12": (12, SHORT, 2, 0),
    "estonian": (8, SIX, 0, 1),
    "estonian_24": (24, SIX, 0, SEATS),
}


def offered(chosen: Options, number: int, played: Sequence[Contract]) -> tuple[Contract, ...]:
    """Return the contracts that the forehand of deal ``number`` (from 1) may announce.

    ``played`` are the contracts that this forehand has had. A single one is announced by itself
    (rules: Contract, Variants, Fine print; a deal after the last regular one is Valfri).
    """
    if number > chosen.deals:
        return (Contract.VALFRI,)
    if chosen.round_deals:
        turn = (number - 1) // chosen.round_deals
        return chosen.contracts[turn : turn + 1] or chosen.contracts
    if chosen.fixed:
        return (chosen.contracts[len(played) % len(chosen.contracts)],)
    return tuple(one for one in chosen.contracts if played.count(one) < chosen.times)


@dataclass(frozen=True, slots=True)
class Left:
    """What one seat still has before it as forehand in the regular deals.

    ``deals`` is how many. ``contracts`` are those still open to it, repeated where it may play one
    more than once; in an Estonian match those that its numbered rounds will bring. ``free`` is how
    many of the deals are a free choice of all contracts (Estonian only). In a short match there can
    be more contracts open than deals left.
    """

    deals: int
    contracts: tuple[Contract, ...]
    free: int


def left(chosen: Options, first: int, announced: Sequence[Contract], seat: int) -> Left:
    """Return what a seat still has as forehand, ``announced`` being all contracts so far.

    ``first`` is the first forehand.
    """
    place = (seat - first) % SEATS
    mine = range(place, chosen.deals, SEATS)
    ahead = [index for index in mine if index >= len(announced)]
    if chosen.round_deals:
        turns = [index // chosen.round_deals for index in ahead]
        coming = tuple(chosen.contracts[turn] for turn in turns if turn < len(chosen.contracts))
        return Left(len(ahead), coming, len(ahead) - len(coming))
    played = announced[place : chosen.deals : SEATS]
    if chosen.fixed:
        size = len(chosen.contracts)
        coming = tuple(chosen.contracts[index // SEATS % size] for index in ahead)
    else:
        coming = tuple(
            one for one in chosen.contracts for _ in range(chosen.times - played.count(one))
        )
    return Left(len(ahead), coming if ahead else (), 0)
