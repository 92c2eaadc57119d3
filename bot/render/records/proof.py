"""The proof of a shuffle in words: every step, with its figures, so that anybody can redo it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from bot.games.cards import Card, in_order
from bot.games.fairness import Verdict, verify
from bot.games.game import Deal, Game
from bot.games.record import RecordedDeal
from bot.games.shuffle import cut, shuffled
from bot.render.tell import Tell

SOUND = frozenset({Verdict.FAIR, Verdict.WRONG_CARDS, Verdict.WRONG_DEALER})
"""The verdicts in which seed and cut could be followed to the cards."""


def steps(game: Game, recorded: RecordedDeal, told: Tell) -> list[str]:
    """Return what was done to check a deal's shuffle, a step a line, as far as it can be done."""
    verdict = verify(game, recorded)
    said = recorded.fairness
    if said is None:
        return []
    lines = [
        told.text("proof.published", commitment=said.commitment),
        told.text("proof.revealed", seed=said.seed),
    ]
    if verdict is Verdict.MALFORMED_SEED:
        return lines
    seed = bytes.fromhex(said.seed)
    same = "proof.same_hash" if verdict is not Verdict.WRONG_COMMITMENT else "proof.other_hash"
    lines.append(told.text(same, hash=hashlib.sha256(seed).hexdigest()))
    if verdict is Verdict.WRONG_COMMITMENT:
        return lines
    pack = shuffled(game.pack, seed)
    lines.append(told.text("proof.shuffled", n=len(pack), cards=_cards(pack, told)))
    lines.append(told.text("proof.cut", cut=said.cut))
    if verdict not in SOUND:
        return lines
    lines.append(told.text("proof.after_cut", cards=_cards(cut(pack, said.cut)[:8], told)))
    if verdict is Verdict.WRONG_DEALER:
        return lines
    dealt = game.lay_out(recorded.deal.dealer, cut(pack, said.cut))
    dealer = told.seat(recorded.deal.dealer)
    lines.append(told.text(f"proof.dealt.{game.key}", dealer=dealer))
    lines.append(_compared(game, recorded.deal, dealt, told))
    return lines


def headline(game: Game, recorded: RecordedDeal, told: Tell) -> str:
    """Return the verdict on a deal in one line."""
    verdict = verify(game, recorded)
    mark = "✅" if verdict is Verdict.FAIR else "⚠️"
    return f"{mark} {told.text(f'verify.{verdict}')}"


def _compared(game: Game, played: Deal, dealt: Deal, told: Tell) -> str:
    same = all(
        in_order(one) == in_order(other)
        for one, other in zip(played.hands, dealt.hands, strict=True)
    )
    stock = played.stock == dealt.stock if game.draws else set(played.stock) == set(dealt.stock)
    return told.text("proof.same_cards" if same and stock else "proof.other_cards")


def _cards(some: Sequence[Card], told: Tell) -> str:
    return " ".join(told.card(one) for one in some)
