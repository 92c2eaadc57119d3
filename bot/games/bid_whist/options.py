"""The house rules of Bid whist, and the same compiled into the few facts that the play asks for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.games.bid_whist.bids import Kind
from bot.games.cards import Rank
from bot.games.house_rules import CUT, RuleBook, Rules, between, choice, number
from bot.games.trick import HIGH, LOW, LOW_ACE_FIRST

KEY: Final = "bid_whist"

AMERICAN: Final = MappingProxyType(
    {
        "downtown_suits": "all",
        "low_ace": "first",
        "nt_direction": "when_naming",
        "minimum": "4",
        "ties": "down_over_up",
        "overtricks": "bid_only",
        "kitty": "hidden",
    }
)

BOOK: Final = RuleBook(
    KEY,
    (
        choice("nt_direction", "in_bid", "when_naming"),
        choice("rounds", "one", "open"),
        choice("ties", "nt_over_suits", "down_over_up", "dealer_may_equal"),
        choice("all_pass", "dealer_forced", "redeal"),
        number("minimum", 3, 4),
        choice("name_trump", "after_kitty", "before_kitty"),
        choice("kitty", "hidden", "shown"),
        choice("downtown_suits", "trump_only", "all"),
        choice("low_ace", "last", "first"),
        choice("nt_jokers", "dead", "free_lead", "forced"),
        choice("lead", "bidder", "left_of_bidder"),
        choice("overtricks", "count", "bid_only"),
        choice("boston", "bonus", "wins_game", "none"),
        between("boston_bonus", 0, 20, 7),
        number("target", 7, 5, 11, 21),
        CUT,
    ),
    MappingProxyType({"document": MappingProxyType({}), "american": AMERICAN}),
)

_IN_BID: Final = (Kind.UPTOWN, Kind.DOWNTOWN, Kind.HIGH, Kind.LOW)
_WHEN_NAMING: Final = (Kind.UPTOWN, Kind.DOWNTOWN, Kind.NO_TRUMP)
_FLAT: Final = MappingProxyType(
    {Kind.UPTOWN: 0, Kind.DOWNTOWN: 0, Kind.NO_TRUMP: 2, Kind.HIGH: 2, Kind.LOW: 2}
)
_STEPPED: Final = MappingProxyType({**_FLAT, Kind.DOWNTOWN: 1})


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of one table, compiled.

    ``kinds`` are those that may be bid, ``heights`` how they stand at the same number; ``low`` are
    the ranks of a suit that runs low, and ``low_sides`` those of the plain suits in a downtown
    contract.
    """

    kinds: tuple[Kind, ...]
    heights: MappingProxyType[Kind, int]
    open_rounds: bool
    dealer_may_equal: bool
    redeal: bool
    minimum: int
    before_kitty: bool
    kitty_shown: bool
    low: tuple[Rank, ...]
    low_sides: tuple[Rank, ...]
    joker_leads: bool
    joker_forced: bool
    left_leads: bool
    overtricks: bool
    boston_bonus: int
    boston_wins: bool
    target: int


@cache
def options(rules: Rules) -> Options:
    """Return the house rules compiled."""
    low = LOW_ACE_FIRST if rules["low_ace"] == "first" else LOW
    return Options(
        kinds=_IN_BID if rules["nt_direction"] == "in_bid" else _WHEN_NAMING,
        heights=_STEPPED if rules["ties"] == "down_over_up" else _FLAT,
        open_rounds=rules["rounds"] == "open",
        dealer_may_equal=rules["ties"] == "dealer_may_equal",
        redeal=rules["all_pass"] == "redeal",
        minimum=rules.number("minimum"),
        before_kitty=rules["name_trump"] == "before_kitty",
        kitty_shown=rules["kitty"] == "shown",
        low=low,
        low_sides=low if rules["downtown_suits"] == "all" else HIGH,
        joker_leads=rules["nt_jokers"] == "free_lead",
        joker_forced=rules["nt_jokers"] == "forced",
        left_leads=rules["lead"] == "left_of_bidder",
        overtricks=rules["overtricks"] == "count",
        boston_bonus=rules.number("boston_bonus") if rules["boston"] == "bonus" else 0,
        boston_wins=rules["boston"] == "wins_game",
        target=rules.number("target"),
    )
