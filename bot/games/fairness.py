"""The proof of a shuffle: what is kept to prove it, and whether it holds (rules: the shuffle)."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Final

from bot.games.cards import in_order
from bot.games.game import Deal, Game
from bot.games.record.form import Fairness, RecordedDeal
from bot.games.shuffle import commitment, deal_from

_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")


class Verdict(StrEnum):
    """What a check of one deal's shuffle found; words under ``verify.<verdict>``."""

    FAIR = "fair"
    NO_PROOF = "no_proof"
    MALFORMED_SEED = "malformed_seed"
    WRONG_COMMITMENT = "wrong_commitment"
    WRONG_CUT = "wrong_cut"
    WRONG_DEALER = "wrong_dealer"
    WRONG_CARDS = "wrong_cards"


def proof(seed: bytes, at: int) -> Fairness:
    """Return what a record says of a shuffle with this seed and cut."""
    return Fairness(seed.hex(), commitment(seed), at)


def verify(game: Game, recorded: RecordedDeal) -> Verdict:
    """Recompute a deal from its seed and cut, and compare commitment, cut and cards.

    The order of a hand does not count, nor that of a stock that is not drawn from.
    """
    said = recorded.fairness
    deal = recorded.deal
    if said is None:
        return Verdict.NO_PROOF
    if not _SEED.fullmatch(said.seed):
        return Verdict.MALFORMED_SEED
    seed = bytes.fromhex(said.seed)
    if said.commitment.lower() != commitment(seed):
        return Verdict.WRONG_COMMITMENT
    if not 1 <= said.cut < len(game.pack):
        return Verdict.WRONG_CUT
    if not 0 <= deal.dealer < game.seats:
        return Verdict.WRONG_DEALER
    if _sorted(game, deal) != _sorted(game, deal_from(game, deal.dealer, seed, said.cut)):
        return Verdict.WRONG_CARDS
    return Verdict.FAIR


def _sorted(game: Game, deal: Deal) -> Deal:
    hands = tuple([in_order(hand) for hand in deal.hands])
    return Deal(deal.dealer, hands, deal.stock if game.draws else in_order(deal.stock))
