"""The reasons that the computer player of Bismarck gives; words under ``why.bismarck.<reason>``."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "cash_winner",
    "chase_queen",
    "contract_fits",
    "discard_dangerous",
    "discard_imagined",
    "discard_weak",
    "draw_trumps",
    "duck_high",
    "establish_suit",
    "fewest_taken_imagined",
    "force_high_card",
    "give_heart",
    "give_queen",
    "heart_for_leader",
    "hold_leader",
    "hope_to_be_beaten",
    "longest_trump",
    "low_card",
    "low_lead",
    "most_tricks_imagined",
    "no_trump_best",
    "only_card",
    "pass_with_weak_hand",
    "quiet_lead",
    "shorten_suit",
    "take_free_trick",
    "take_kitty",
    "take_with_highest",
    "throw_away",
    "throw_danger",
    "trump_imagined",
    "trump_it",
    "win_cheaply",
    "win_surely",
]

Answer = tuple[int, Reason]
"""The card to play, as its index, and the reason."""
