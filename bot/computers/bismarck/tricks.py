"""Playing for tricks: Spel, Spader, Valfri."""

from __future__ import annotations

from typing import Final

from bot.computers.bismarck.estimate import NO_TRUMP, RANKS, suit_bits
from bot.computers.bismarck.position import Position
from bot.computers.bismarck.reasons import Answer

CHEAP: Final = 4
"""The rank (a ten) from which on a card may be spent to hold the leader down."""


def card_for_tricks(now: Position) -> Answer:
    """Choose a card where tricks are wanted."""
    if len(now.legal) == 1:
        return now.legal[0], "only_card"
    if not now.trick:
        return _lead(now)
    return _follow(now)


def _follow(now: Position) -> Answer:
    winners = [index for index in now.legal if now.beats(index)]
    if not winners:
        return _give(now)
    ruffing = not now.following
    if now.last:
        return _cheapest(winners), "trump_it" if ruffing else "win_cheaply"
    sure = [index for index in winners if _holds(now, index)]
    if sure:
        return _cheapest(sure), "trump_it" if ruffing else "win_surely"
    if ruffing:
        return _cheapest(winners), "trump_it"
    top = min(winners)
    forced_out = now.higher(top).bit_count() == 1
    touching = now.hand >> top + 1 & 1 and (top + 1) // RANKS == top // RANKS
    length = suit_bits(now.hand, top // RANKS).bit_count()
    if forced_out and (touching or length == 1):
        return (top + 1 if touching and top + 1 in winners else top), "force_high_card"
    if now.seats[now.best] == now.rival:
        cheap = [index for index in winners if index % RANKS >= CHEAP]
        if cheap:
            return _cheapest(cheap), "hold_leader"
    return _give(now)


def _holds(now: Position, index: int) -> bool:
    """Tell whether a card that takes the lead cannot be beaten by the player still to come."""
    after = (now.seat + 1) % 3
    suit = index // RANKS
    led = now.trick[0] // RANKS if now.trick else suit
    if suit == now.trump and led != now.trump:
        if not now.void[after] >> led & 1:
            return True
        return bool(now.void[after] >> suit & 1) or not now.higher(index)
    if now.may_trump(after, led):
        return False
    return not now.higher(index) or bool(now.void[after] >> suit & 1)


def _cheapest(some: list[int]) -> int:
    return max(some, key=lambda index: index % RANKS)


def _give(now: Position) -> Answer:
    """Part with a card that will not win this trick."""
    if now.following:
        return max(now.legal), "low_card"
    plain = [index for index in now.legal if index // RANKS != now.trump] or list(now.legal)
    return min(plain, key=lambda index: _keep(now, index)), "throw_away"


def _keep(now: Position, index: int) -> tuple[float, int]:
    """Return how much a card is worth keeping: guards and the cards of a long suit are."""
    suit = index // RANKS
    held = suit_bits(now.hand, suit)
    length = held.bit_count()
    out = suit_bits(now.unseen, suit).bit_count()
    above_it = now.higher(index).bit_count()
    if not above_it:
        return 100.0, -(index % RANKS)
    top = suit * RANKS + (held & -held).bit_length() - 1
    needed = now.higher(top).bit_count()
    worth = 0.0
    if needed and needed < 3 and length <= needed + 1:
        worth += 12 - 4 * needed
    if length > out / 2:
        worth += 6
    return worth + max(0, 4 - above_it) * 2, -(index % RANKS)


def _lead(now: Position) -> Answer:
    if now.trump != NO_TRUMP:
        drawn = _draw_trumps(now)
        if drawn is not None:
            return drawn
    masters = [index for index in now.legal if not now.higher(index) and _safe(now, index)]
    long = _long_suit(now)
    if masters:
        in_long = [index for index in masters if index // RANKS == long]
        if in_long:
            return min(in_long), "cash_winner"
        if long is not None and _can_establish(now, long, masters):
            return _from_suit(now, long), "establish_suit"
        return max(masters, key=lambda index: _length(now, index)), "cash_winner"
    if long is not None:
        return _from_suit(now, long), "establish_suit"
    plain = [index for index in now.legal if index // RANKS != now.trump] or list(now.legal)
    return max(plain, key=lambda index: _quiet(now, index)), "quiet_lead"


def _draw_trumps(now: Position) -> Answer | None:
    """Lead trumps while others have some and the own ones are longer than theirs."""
    mine = suit_bits(now.hand, now.trump)
    out = now.trumps_out.bit_count()
    if not out or all(now.void[seat] >> now.trump & 1 for seat in now.others()):
        return None
    if mine.bit_count() < 3 or mine.bit_count() <= out / 2:
        return None
    top = now.trump * RANKS + (mine & -mine).bit_length() - 1
    if not now.higher(top):
        return top, "draw_trumps"
    if mine.bit_count() > out:
        return _from_suit(now, now.trump), "draw_trumps"
    return None


def _safe(now: Position, index: int) -> bool:
    """Tell whether no opponent is known to be able to trump a lead."""
    return not any(now.may_trump(seat, index // RANKS) for seat in now.others())


def _length(now: Position, index: int) -> int:
    return suit_bits(now.hand, index // RANKS).bit_count()


def _long_suit(now: Position) -> int | None:
    """Return the plain suit that promises most tricks by its length, if there is one."""
    found: tuple[float, int] | None = None
    for suit in range(4):
        length = suit_bits(now.hand, suit).bit_count()
        out = suit_bits(now.unseen, suit)
        if suit == now.trump or length < 3 or length * 2 <= out.bit_count():
            continue
        if any(now.may_trump(seat, suit) for seat in now.others()):
            continue
        measure = length - out.bit_count() / 3
        if found is None or measure > found[0]:
            found = measure, suit
    return None if found is None else found[1]


def _can_establish(now: Position, suit: int, masters: list[int]) -> bool:
    """Tell whether a long suit can be made good: few cards above it, and a way back in."""
    held = suit_bits(now.hand, suit)
    top = suit * RANKS + (held & -held).bit_length() - 1
    above_it = now.higher(top).bit_count()
    return 0 < above_it <= 2 and len(masters) >= above_it and held.bit_count() > above_it + 2


def _from_suit(now: Position, suit: int) -> int:
    """Lead the top of a suit if it is a winner or touching the next, else the lowest card."""
    held = suit_bits(now.hand, suit)
    first = (held & -held).bit_length() - 1
    base = suit * RANKS
    if not now.higher(base + first) or held >> first + 1 & 1:
        return base + first
    return base + held.bit_length() - 1


def _quiet(now: Position, index: int) -> tuple[float, float, int]:
    """Prefer a lead that gives little away: no guarded honour, and not the leader's winners."""
    suit = index // RANKS
    held = suit_bits(now.hand, suit)
    top = suit * RANKS + (held & -held).bit_length() - 1
    needed = now.higher(top).bit_count()
    risk = 3 - needed if 0 < needed < 3 and held.bit_count() <= 3 else 0
    if not now.higher(index) and not _safe(now, index):
        risk = 3
    rival_out = 0.5 if now.rival >= 0 and now.void[now.rival] >> suit & 1 else 0.0
    ruff = 0.5 if now.trump != NO_TRUMP and held.bit_count() == 1 and risk == 0 else 0.0
    return rival_out + ruff - risk, held.bit_count() / 20, index % RANKS
