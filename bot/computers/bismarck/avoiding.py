"""Playing to take nothing: Pass, No hearts, No queen of spades."""

from __future__ import annotations

from bot.computers.bismarck.estimate import (
    ACE_OF_SPADES,
    HEARTS,
    KING_OF_SPADES,
    QUEEN_BIT,
    RANKS,
    SPADES,
    suit_bits,
)
from bot.computers.bismarck.position import Position
from bot.computers.bismarck.reasons import Answer
from bot.games.bismarck.contracts import QUEEN, Contract

HIGH_SPADES = (ACE_OF_SPADES, KING_OF_SPADES)


def card_to_avoid(now: Position) -> Answer:
    """Choose a card where tricks, hearts or the queen are to be avoided."""
    if len(now.legal) == 1:
        return now.legal[0], "only_card"
    if not now.trick:
        return _lead(now)
    if not now.following:
        return _throw(now)
    return _follow(now)


def _follow(now: Position) -> Answer:
    under = [index for index in now.legal if not now.beats(index)]
    over = [index for index in now.legal if now.beats(index)]
    if QUEEN.index in under and now.contract is Contract.NO_QUEEN:
        return QUEEN.index, "give_queen"
    if now.last:
        free = [] if _costly(now) else _without_queen(now, over)
        if free and (now.contract is Contract.NO_HEARTS or QUEEN.index not in free):
            return _freed(now, free, under)
        if under:
            return min(under), "duck_high"
        return _unwanted(now, over), "take_with_highest"
    if under:
        return min(_without_queen(now, under)), "duck_high"
    lowest = max(_without_queen(now, over))
    if not now.higher(lowest) or now.void[(now.seat + 1) % 3] >> lowest // RANKS & 1:
        return _unwanted(now, over), "take_with_highest"
    return lowest, "hope_to_be_beaten"


def _freed(now: Position, over: list[int], under: list[int]) -> Answer:
    """Choose the card for a trick that costs nothing: the most dangerous one."""
    candidates = [*over, *(index for index in under if index != QUEEN.index)]
    gone = max(candidates, key=lambda index: (_danger(now, index), -index))
    return gone, "take_free_trick" if gone in over else "duck_high"


def _without_queen(now: Position, some: list[int]) -> list[int]:
    """Leave the queen out where she is to be avoided and another card will do."""
    if now.contract is not Contract.NO_QUEEN:
        return some
    return [index for index in some if index != QUEEN.index] or some


def _unwanted(now: Position, some: list[int]) -> int:
    """Choose the highest card for a trick that has to be taken, but not the queen herself."""
    return min(_without_queen(now, some))


def _costly(now: Position) -> bool:
    """Tell whether the trick on the table holds what the contract avoids."""
    if now.contract is Contract.NO_HEARTS:
        return any(index // RANKS == HEARTS for index in now.trick)
    if now.contract is Contract.NO_QUEEN:
        return QUEEN.index in now.trick
    return True


def _throw(now: Position) -> Answer:
    """Get rid of the most dangerous card when the suit led has run out."""
    if now.contract is Contract.NO_QUEEN and QUEEN.index in now.legal:
        return QUEEN.index, "give_queen"
    if now.contract is Contract.NO_HEARTS and now.seats[now.best] == now.rival:
        hearts = [index for index in now.legal if index // RANKS == HEARTS]
        if hearts:
            return min(hearts), "heart_for_leader"
    gone = max(now.legal, key=lambda index: (_danger(now, index), -(index % RANKS)))
    if now.contract is Contract.NO_HEARTS and gone // RANKS == HEARTS:
        return gone, "give_heart"
    return gone, "throw_danger"


def _danger(now: Position, index: int) -> float:
    """Return how much a card threatens to take what is to be avoided.

    A card is dangerous with many unseen cards under it; low cards beside it protect it.
    """
    suit = index // RANKS
    under = now.lower(index).bit_count()
    over = now.higher(index).bit_count()
    held = suit_bits(now.hand, suit)
    protection = 0
    for rank in range(RANKS):
        if held >> rank & 1:
            own = suit * RANKS + rank
            protection += now.lower(own).bit_count() < now.higher(own).bit_count() / 2
    danger = under - 0.5 * over - 1.5 * protection
    if not under:
        danger = -5.0
    if now.contract is Contract.NO_HEARTS:
        return danger * 2 + 3 if suit == HEARTS else danger
    if now.contract is Contract.NO_QUEEN:
        if not now.unseen & QUEEN_BIT and not now.hand & QUEEN_BIT:
            return 0.0
        if index in HIGH_SPADES:
            return 40.0 - index if now.unseen & QUEEN_BIT else -10.0
        if suit == SPADES:
            return -5.0
        if now.hand & QUEEN_BIT:
            return 10.0 - held.bit_count() + danger / 20
    return danger


def _lead(now: Position) -> Answer:
    if now.contract is Contract.NO_QUEEN:
        answer = _lead_about_queen(now)
        if answer is not None:
            return answer
    return min(now.legal, key=lambda index: _lead_risk(now, index)), "low_lead"


def _lead_about_queen(now: Position) -> Answer | None:
    """Chase the queen with low spades, or keep away from spades when they are dangerous."""
    spades = [index for index in now.legal if index // RANKS == SPADES]
    others = [index for index in now.legal if index // RANKS != SPADES]
    if now.unseen & QUEEN_BIT:
        low = [index for index in spades if index > QUEEN.index]
        if low and not any(index in HIGH_SPADES for index in spades):
            return min(low), "chase_queen"
        if others:
            return min(others, key=lambda index: _lead_risk(now, index)), "low_lead"
        return max(spades), "low_lead"
    if now.hand & QUEEN_BIT and others:
        shortest = min(
            others,
            key=lambda index: (
                suit_bits(now.hand, index // RANKS).bit_count(),
                _lead_risk(now, index),
            ),
        )
        return shortest, "shorten_suit"
    return None


def _lead_risk(now: Position, index: int) -> tuple[float, int, int]:
    """Return the risk that a lead takes the trick, hearts weighing more where they count."""
    suit = index // RANKS
    able = [seat for seat in now.others() if not now.void[seat] >> suit & 1]
    out = suit_bits(now.unseen, suit).bit_count()
    higher = now.higher(index).bit_count()
    if not out or not able or not higher:
        risk = 1.0
    else:
        risk = (1 - higher / out) ** (out * len(able) / 3 if out < 3 else len(able))
    if now.contract is Contract.NO_HEARTS:
        if suit == HEARTS:
            risk *= 3
        elif risk == 1.0 and able and out > 4:
            risk = 0.6
    if len(able) < 2 and now.rival >= 0 and now.rival in able:
        risk -= 0.01
    return risk, suit_bits(now.hand, suit).bit_count(), index % RANKS
