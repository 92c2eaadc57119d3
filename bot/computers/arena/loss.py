"""What the play of a Biritch deal lost against perfect play with all four hands in sight."""

from __future__ import annotations

from collections.abc import Sequence

from bot.computers.biritch.search import double_dummy
from bot.games.biritch.contract import Contract
from bot.games.game import Deal
from bot.games.trick import Play, Taken


def losses(
    deal: Deal, contract: Contract, tricks: Sequence[Taken]
) -> tuple[tuple[str, float, int], ...]:
    """Return the tricks that declarer and the defence gave away, each with the side that did."""
    side = contract.declarer % 2
    lost = [0, 0]
    hands = [tuple(hand) for hand in deal.hands]
    for taken in tricks:
        trick: list[Play] = []
        for play in taken.plays:
            if len(hands[play.seat]) > 1:
                solved = double_dummy.solve(contract.strain, hands, taken.leader, trick).tricks
                lost[play.seat % 2] += max(solved.values()) - solved[play.card]
            hands[play.seat] = tuple([one for one in hands[play.seat] if one is not play.card])
            trick.append(play)
    return ("as declarer", float(lost[side]), side), ("in defence", float(lost[1 - side]), 1 - side)
