"""The house rules of Bura: what a table can agree on, and the same compiled once for a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.games.house_rules import CUT, RuleBook, Rules, choice, number

BOOK: Final = RuleBook(
    "bura",
    (
        choice("losing_replies", "exposed", "hidden"),
        choice("declare", "both", "leader_only"),
        choice("bura", "announced", "automatic"),
        choice("three_aces", "any", "with_trump_ace"),
        choice("molodka_led", "free", "whole"),
        choice("false_call", "doubles_pot", "opponent_wins"),
        choice("counting_aid", "none", "own_total"),
        number("length", 1, 3, 5, 7, 11, default=5),
        CUT,
    ),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The house rules of a match, read once; ``length`` is the number of pots."""

    hidden_replies: bool
    leader_only: bool
    automatic_bura: bool
    trump_ace_needed: bool
    molodka_whole: bool
    false_call_wins: bool
    own_total: bool
    length: int


def options(rules: Rules) -> Options:
    """Return the house rules as the play reads them."""
    return Options(
        hidden_replies=rules["losing_replies"] == "hidden",
        leader_only=rules["declare"] == "leader_only",
        automatic_bura=rules["bura"] == "automatic",
        trump_ace_needed=rules["three_aces"] == "with_trump_ace",
        molodka_whole=rules["molodka_led"] == "whole",
        false_call_wins=rules["false_call"] == "opponent_wins",
        own_total=rules["counting_aid"] == "own_total",
        length=rules.number("length"),
    )
