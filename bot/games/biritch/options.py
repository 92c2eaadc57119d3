"""The house rules of Biritch: as data that a table chooses from, and compiled for play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Final

from bot.games.biritch.contract import Strain
from bot.games.house_rules import CUT, RuleBook, Rules, between, choice, number, yes_no

BOOK: Final = RuleBook(
    "biritch",
    (
        choice("form", "classic", "auction", "auction_levels"),
        choice("auction_order", "document", "value"),
        choice("declarer_when_left", "dealer", "namer"),
        choice("doubling", "to_four", "cap_100", "unlimited", "none"),
        choice("double_surplus", "below", "above"),
        choice("dummy", "before_lead", "after_lead"),
        yes_no("double_dummy", "no"),
        choice("revokes", "impossible", "penalised"),
        choice("values", "document", "1886", "1907"),
        yes_no("aces_double", "yes"),
        number("game", 30, 40),
        choice("honours", "one_hand", "side", "none"),
        choice("honours_scale", "30_40_100", "20_50_100"),
        number("four_aces", 40, 100),
        choice("slams", "100_50", "40_20", "200_100", "none"),
        between("rubber_bonus", 0, 500, 100),
        choice("seats", "agreed", "drawn"),
        CUT,
    ),
    MappingProxyType(
        {
            "document": MappingProxyType({}),
            "collinson_1886": MappingProxyType(
                {
                    "values": "1886",
                    "aces_double": "no",
                    "dummy": "after_lead",
                    "doubling": "unlimited",
                    "slams": "40_20",
                }
            ),
            "club_1907": MappingProxyType(
                {
                    "values": "1907",
                    "aces_double": "no",
                    "four_aces": "100",
                    "dummy": "after_lead",
                    "doubling": "cap_100",
                    "slams": "40_20",
                }
            ),
        }
    ),
)
"""All house rules, in the order in which a table sees them, and the presets."""

_S, _H, _D, _C, _NT = Strain

VALUES: Final[Mapping[str, Mapping[Strain, int]]] = {
    "document": {_S: 2, _H: 4, _C: 6, _D: 8, _NT: 10},
    "1886": {_S: 2, _C: 4, _D: 6, _H: 8, _NT: 10},
    "1907": {_S: 2, _C: 4, _D: 6, _H: 8, _NT: 12},
}
"""What one odd trick is worth in each strain (rules: Score)."""

RANKINGS: Final[Mapping[str, tuple[Strain, ...]]] = {
    "document": (_D, _C, _H, _S, _NT),
    "value": (_S, _H, _C, _D, _NT),
}
"""The strains from the lowest call to the highest, whatever the values (rules: Fine print)."""

CAP: Final = 100
"""What an odd trick may be worth at most under ``doubling: cap_100``."""


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules in force, compiled once; see the rule book for what each means."""

    auction: bool
    levels: bool
    ranking: tuple[Strain, ...]
    namer_declares: bool
    doubling: str
    surplus_above: bool
    dummy_after_lead: bool
    double_dummy: bool
    penalised: bool
    values: Mapping[Strain, int]
    aces_double: bool
    game: int
    honours: str
    honours_scale: tuple[int, ...]
    three_aces: int
    four_aces: int
    slams: tuple[int, ...]
    rubber_bonus: int

    def may_double(self, strain: Strain, multiplier: int) -> bool:
        """Tell whether a contract at this multiplier may be doubled once more.

        rules: Doubling, and Fine print for the cap (table value × multiplier, no aces).
        """
        if self.doubling == "unlimited":
            return True
        if self.doubling == "to_four":
            return multiplier < 4
        if self.doubling == "cap_100":
            return self.values[strain] * multiplier * 2 <= CAP
        return False


@cache
def options(rules: Rules) -> Options:
    """Return the house rules in the shape that play reads."""
    return Options(
        auction=rules["form"] != "classic",
        levels=rules["form"] == "auction_levels",
        ranking=RANKINGS[rules["auction_order"]],
        namer_declares=rules["declarer_when_left"] == "namer",
        doubling=rules["doubling"],
        surplus_above=rules["double_surplus"] == "above",
        dummy_after_lead=rules["dummy"] == "after_lead",
        double_dummy=rules.yes("double_dummy"),
        penalised=rules["revokes"] == "penalised",
        values=VALUES[rules["values"]],
        aces_double=rules.yes("aces_double"),
        game=rules.number("game"),
        honours=rules["honours"],
        honours_scale=_numbers(rules["honours_scale"]),
        three_aces=30,
        four_aces=rules.number("four_aces"),
        slams=(0, 0) if rules["slams"] == "none" else _numbers(rules["slams"]),
        rubber_bonus=rules.number("rubber_bonus"),
    )


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split("_"))
