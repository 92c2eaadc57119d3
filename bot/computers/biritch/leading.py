"""Leading to a trick: the opening lead, the defence after it, and the plan of the declarer."""

from __future__ import annotations

from collections.abc import Sequence

from bot.computers.biritch.following import Chosen, discard
from bot.computers.biritch.position import (
    ACE,
    JACK,
    KING,
    QUEEN,
    Position,
    against,
    height,
    level,
    master,
    suit_of,
)
from bot.computers.biritch.reasons import Reason
from bot.games.cards import Card, Suit


def lead(position: Position) -> Chosen:
    """Return the card to lead."""
    if len(position.legal) == 1:
        return Chosen(position.legal[0], "only_card")
    if position.declaring:
        return _declarer(position)
    if not position.tricks:
        return _opening(position)
    return _defender(position)


def _suits(position: Position) -> list[tuple[Suit, list[Card]]]:
    """Return the suits of the hand on lead that it holds, with their cards, highest first."""
    found = [(suit, suit_of(position.legal, suit)) for suit in Suit]
    return [(suit, held) for suit, held in found if held]


def _plain(position: Position) -> list[tuple[Suit, list[Card]]]:
    return [pair for pair in _suits(position) if pair[0] is not position.trump]


# The opening lead.


def _opening(position: Position) -> Chosen:
    plain = _plain(position)
    if not plain:
        return Chosen(position.legal[-1], "lead_trump")
    if position.trump is not None:
        special = _against_trump(position, plain)
        if special is not None:
            return special
        safe = [pair for pair in plain if height(pair[1][0]) != ACE or len(pair[1]) == 1]
        plain = safe or plain
    suit, held = max(plain, key=_length_then_strength)
    return from_suit(position, suit, held)


def _against_trump(position: Position, plain: Sequence[tuple[Suit, list[Card]]]) -> Chosen | None:
    for _, held in plain:
        if len(held) > 1 and height(held[0]) == ACE and height(held[1]) == KING:
            return Chosen(held[0], "top_of_sequence")
    trumps = suit_of(position.legal, position.trump)
    short = [held for _, held in plain if len(held) == 1 and height(held[0]) < KING]
    if short and 1 <= len(trumps) <= 4 and height(trumps[0]) < KING + 1:
        return Chosen(short[0][0], "lead_singleton")
    for _, held in plain:
        if len(held) > 1 and height(held[0]) >= QUEEN and height(held[0]) - height(held[1]) == 1:
            return Chosen(held[0], "top_of_sequence")
    return None


def _length_then_strength(pair: tuple[Suit, list[Card]]) -> tuple[int, int]:
    return len(pair[1]), sum(height(card) for card in pair[1])


def from_suit(position: Position, suit: Suit, held: Sequence[Card]) -> Chosen:
    """Return the card that is led from a suit: top of a sequence, fourth best, top of two."""
    if len(held) >= 3 and height(held[0]) >= JACK and _sequence(held):
        return Chosen(held[0], "top_of_sequence")
    if len(held) >= 4:
        if position.trump is not None and height(held[0]) == ACE:
            return Chosen(held[0], "cash_winner")
        return Chosen(held[3], "fourth_best")
    if len(held) == 2 or height(held[0]) < JACK:
        return Chosen(held[0], "top_of_nothing")
    return Chosen(held[-1], "lead_low")


def _sequence(held: Sequence[Card]) -> bool:
    top = [height(card) for card in held[:3]]
    return top[0] - top[1] == 1 and top[1] - top[2] <= 2


# The defence after the opening lead.


def _defender(position: Position) -> Chosen:
    cash = _cash(position)
    if cash is not None:
        return cash
    back = _partners_suit(position)
    if back is not None:
        return back
    suit, held = max(_suits(position), key=lambda pair: _attack(position, *pair))
    own = _own_suit(position)
    if suit is own and len(held) < 4:
        return Chosen(held[0] if height(held[0]) < JACK else held[-1], "go_on")
    return from_suit(position, suit, held)


def _cash(position: Position) -> Chosen | None:
    """Return a master to take now: always at the end, else where nothing is lost by it."""
    sure = [card for card in position.legal if master(position, card)]
    if not sure:
        return None
    sure_plain = [card for card in sure if card.suit is not position.trump]
    if len(sure) == len(position.legal):
        return Chosen(sure[0], "cash_winner")
    for card in sure_plain:
        held = suit_of(position.legal, card.suit)
        run = [one for one in held if master(position, one)]
        if position.trump is None:
            if len(run) >= 2 or len(run) == len(held):
                return Chosen(card, "cash_winner")
        elif _lives(position, card):
            return Chosen(card, "cash_winner")
    return None


def _lives(position: Position, card: Card) -> bool:
    """Tell whether a master of a plain suit is unlikely to be ruffed."""
    suit = card.suit
    if suit is None:
        return False
    played = sum(play.card.suit is suit for taken in position.tricks for play in taken.plays)
    for seat in position.opponents:
        if position.hands[seat] is not None:
            if not suit_of(position.hands[seat] or (), suit):
                return False
        elif suit in position.voids[seat] or played >= 8:
            return False
    return True


def _partners_suit(position: Position) -> Chosen | None:
    """Return the lead back in the suit that partner led first, highest of what is left of few."""
    for taken in position.tricks:
        suit = taken.plays[0].card.suit
        if taken.leader != position.partner or suit is None or suit is position.trump:
            continue
        held = suit_of(position.legal, suit)
        if not held:
            return None
        if position.trump is not None and any(
            suit in position.voids[seat] and position.hands[seat] is None
            for seat in position.opponents
        ):
            return None
        return Chosen(held[0] if len(held) <= 2 else held[-1], "return_partners_suit")
    return None


def _own_suit(position: Position) -> Suit | None:
    for taken in position.tricks:
        if taken.leader == position.seat:
            return taken.plays[0].card.suit
    return None


def _attack(position: Position, suit: Suit, held: Sequence[Card]) -> tuple[float, int]:
    """Return how good it looks to open or go on with a suit in the defence."""
    dummy = position.contract.dummy
    seen = suit_of(position.hands[dummy] or (), suit)
    worth = len(held) * (1.0 if position.trump is None else 0.4)
    strength = sum(height(card) >= QUEEN for card in seen)
    if dummy == (position.seat + 1) % 4:
        worth += strength if not any(master_of(position, card) for card in seen) else 0
    else:
        worth += 2 - strength
    if suit is position.trump:
        worth -= 2
    elif position.trump is not None:
        if not seen:
            worth -= 2
        if height(held[0]) == ACE and not master(position, held[0]):
            worth -= 1
        if height(held[0]) in (KING, QUEEN) and not _sequence_of_two(held):
            worth -= 1
    if suit is _own_suit(position):
        worth += 1.5
    if position.hands[position.partner] is None and suit in position.voids[position.partner]:
        worth += -3 if position.trump is None else 1
    return worth, sum(height(card) for card in held)


def _sequence_of_two(held: Sequence[Card]) -> bool:
    return len(held) > 1 and height(held[0]) - height(held[1]) == 1


def master_of(position: Position, card: Card) -> bool:
    """Tell whether an opponent's card in sight is the highest left of its suit."""
    return not any(
        one.suit is card.suit and one.index < card.index
        for one in (*position.unseen, *position.own)
    )


# The declarer, who sees both hands.


def _declarer(position: Position) -> Chosen:
    other = position.hands[position.partner] or ()
    trump = position.trump
    if trump is not None:
        drawn = _trumps(position, trump, other)
        if drawn is not None:
            return drawn
    sure = _sure_tricks(position, other)
    if len(sure) >= len(position.own) - _lost_on_entry(position, other):
        return _take(position, sure)
    work = _develop(position, other)
    if work is not None:
        return work
    here = [card for card in sure if card in position.legal]
    if here:
        return _take(position, sure)
    across = _cross(position, sure)
    if across is not None:
        return across
    return Chosen(discard(position), "lead_low")


def _sure_tricks(position: Position, other: Sequence[Card]) -> list[Card]:
    """Return the cards of both hands that take a trick now, as far as the longer suit reaches."""
    sure: list[Card] = []
    for suit in Suit:
        mine, theirs = suit_of(position.own, suit), suit_of(other, suit)
        both = sorted((*mine, *theirs), key=lambda card: card.index)
        against_us = against(position, suit)
        top = [card for card in both if not against_us or card.index < against_us[0].index]
        if len(top) >= len(against_us):
            top = both
        sure += top[: max(len(mine), len(theirs))]
    return sure


def _lost_on_entry(position: Position, other: Sequence[Card]) -> int:
    """Return how many tricks the other side can run once it is in."""
    trumps = suit_of(position.own, position.trump) + suit_of(other, position.trump)
    lost = 0
    for suit in Suit:
        out = against(position, suit)
        mine, theirs = suit_of(position.own, suit), suit_of(other, suit)
        if trumps and suit is not position.trump and not (mine and theirs):
            continue
        best = min((card.index for card in (*mine, *theirs)), default=99)
        over = sum(card.index < best for card in out)
        stopped = over < max(len(mine), len(theirs))
        lost += over if stopped else (len(out) + 1) // 2
    return lost


def _take(position: Position, sure: Sequence[Card]) -> Chosen:
    """Cash a sure trick: from the suit where the other hand is not blocked by it."""
    here = [card for card in sure if card in position.legal]
    if not here:
        across = _cross(position, sure)
        return across if across is not None else Chosen(discard(position), "lead_low")

    def order(card: Card) -> tuple[bool, int, int]:
        trump = card.suit is position.trump
        length = len(suit_of(position.own, card.suit))
        return trump, length, card.index

    return Chosen(min(here, key=order), "cash_winner")


def _cross(position: Position, sure: Sequence[Card]) -> Chosen | None:
    """Lead low towards a sure trick in the hand opposite."""
    for card in sure:
        if card in position.legal:
            continue
        held = suit_of(position.legal, card.suit)
        if held:
            return Chosen(held[-1], "cross_over")
    return None


def _trumps(position: Position, trump: Suit, other: Sequence[Card]) -> Chosen | None:
    """Draw trumps while the others have some, unless the short hand can still ruff losers."""
    out = against(position, trump)
    mine, theirs = suit_of(position.legal, trump), suit_of(other, trump)
    if not out:
        return None
    ruff = _ruff(position, trump, other)
    if ruff is not None:
        return ruff
    if not mine:
        return None
    both = sorted((*mine, *theirs), key=lambda card: card.index)
    if len(both) <= len(out) + 1 and both[0].index > out[0].index:
        return None
    return _towards(position, trump, mine, theirs, "draw_trumps")


def _ruff(position: Position, trump: Suit, other: Sequence[Card]) -> Chosen | None:
    mine, theirs = suit_of(position.own, trump), suit_of(other, trump)
    if not theirs or len(theirs) > len(mine):
        return None
    for suit, held in _plain(position):
        if suit_of(other, suit):
            continue
        losers = [card for card in held if not master(position, card)]
        if losers:
            return Chosen(losers[-1], "ruff_in_short_hand")
    return None


def _develop(position: Position, other: Sequence[Card]) -> Chosen | None:
    """Work on the longest suit of both hands that is not yet all winners."""
    best: tuple[float, Suit] | None = None
    for suit, mine in _plain(position):
        theirs = suit_of(other, suit)
        both = len(mine) + len(theirs)
        out = against(position, suit)
        if not out:
            continue
        honours = sum(height(card) >= JACK - 1 for card in (*mine, *theirs))
        worth = both + honours * 0.8 + max(len(mine), len(theirs)) * 0.3
        if both <= len(out) and honours < 2:
            continue
        if best is None or worth > best[0]:
            best = worth, suit
    if best is None:
        return None
    suit = best[1]
    mine, theirs = suit_of(position.legal, suit), suit_of(other, suit)
    return _towards(position, suit, mine, theirs, "develop_suit")


def _towards(
    position: Position, suit: Suit, mine: Sequence[Card], theirs: Sequence[Card], reason: Reason
) -> Chosen:
    """Lead a suit from this hand: a master, a low card towards honours, or a card to force one."""
    out = against(position, suit)
    top = out[0].index if out else 99
    my_top = [card for card in mine if card.index < top]
    their_top = [card for card in theirs if card.index < top]
    tenace = _tenace(theirs, out)
    if tenace and len(mine) > 0 and not (my_top and len(out) <= 3):
        if my_top and len(mine) == 1:
            return Chosen(mine[0], reason)
        sequence = _pushed(position, mine, out, theirs)
        return Chosen(sequence, "finesse")
    if my_top and (len(mine) <= len(theirs) or not their_top):
        return Chosen(my_top[0], reason)
    if their_top:
        return Chosen(mine[-1], reason)
    if theirs and height(theirs[0]) >= QUEEN and height(theirs[0]) > height(mine[0]):
        return Chosen(mine[-1], reason)
    return Chosen(mine[0] if level_run(position, mine) else mine[-1], reason)


def level_run(position: Position, held: Sequence[Card]) -> bool:
    """Tell whether the two highest cards of a suit are worth the same."""
    return len(held) > 1 and level(position, held[0], held[1])


def _tenace(theirs: Sequence[Card], out: Sequence[Card]) -> bool:
    """Tell whether the hand opposite can finesse: a card under one missing card under another."""
    if not out or len(theirs) < 2 or height(out[0]) == ACE:
        return False
    missing = out[0]
    over = [card for card in theirs if card.index < missing.index]
    under = [card for card in theirs if card.index > missing.index]
    return bool(over and under and (len(out) < 2 or under[0].index < out[1].index))


def _pushed(
    position: Position, mine: Sequence[Card], out: Sequence[Card], theirs: Sequence[Card]
) -> Card:
    """Return the card to lead for a finesse: one that holds the trick if the others duck."""
    missing = out[0]
    for card in mine:
        if card.index > missing.index and any(level(position, card, one) for one in theirs):
            return card
    return mine[-1]
