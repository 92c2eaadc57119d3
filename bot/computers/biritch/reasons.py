"""The reasons that the player of Biritch gives; each has a sentence under ``why.biritch``."""

from __future__ import annotations

from typing import Literal

Reason = Literal[
    "name_length",
    "name_no_trump",
    "name_least_harm",
    "leave_weak",
    "call_worth",
    "call_pass",
    "double_strong",
    "redouble_strong",
    "double_pass",
    "only_card",
    "partner_wins",
    "cannot_win",
    "cheapest_winner",
    "third_hand_high",
    "second_hand_low",
    "finesse",
    "cover_honour",
    "split_honours",
    "take_before_ruff",
    "ruff",
    "discard",
    "lead_trump",
    "top_of_sequence",
    "lead_singleton",
    "fourth_best",
    "top_of_nothing",
    "lead_low",
    "cash_winner",
    "return_partners_suit",
    "go_on",
    "draw_trumps",
    "ruff_in_short_hand",
    "develop_suit",
    "cross_over",
    "claim_revoke",
    "claim_out_of_turn",
]

SearchReason = Literal[
    "best_in_all",
    "best_in_most",
    "no_difference",
    "double_gains",
    "redouble_gains",
]
"""The reasons that only the player gives who searches."""
