"""Playing to a trick that another has led: second hand low, third hand high, ruff, discard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.computers.biritch.position import (
    JACK,
    KING,
    QUEEN,
    Position,
    against,
    beats,
    best,
    could_beat,
    height,
    level,
    lowest_level,
    master,
    suit_of,
    to_play,
)
from bot.computers.biritch.reasons import Reason
from bot.games.cards import Card, Suit


class Chosen(NamedTuple):
    """A card, and the reason for it."""

    card: Card
    reason: Reason


def follow(position: Position) -> Chosen:
    """Return the card to play to the trick on the table."""
    led = position.trick[0].card.suit
    if position.legal[0].suit is not led:
        return _void(position)
    if len(position.legal) == 1:
        return Chosen(position.legal[0], "only_card")
    winners = [card for card in position.legal if beats(position, card, best(position).card)]
    low = position.legal[-1]
    if not winners:
        return Chosen(low, "cannot_win")
    if len(position.trick) == 3:
        if best(position).seat == position.partner:
            return Chosen(low, "partner_wins")
        return Chosen(winners[-1], "cheapest_winner")
    if len(position.trick) == 2:
        return _third(position, winners, low)
    return _second(position, winners, low)


def _third(position: Position, winners: Sequence[Card], low: Card) -> Chosen:
    after = to_play(position)[0]
    standing = best(position)
    ours = standing.seat == position.partner
    if ours and not could_beat(position, after, standing.card):
        return Chosen(low, "partner_wins")
    if ours and position.declaring and height(standing.card) >= JACK - 1:
        return Chosen(low, "finesse")
    sure = [card for card in winners if not could_beat(position, after, card)]
    if position.declaring:
        finesse = _finesse(position, winners, after)
        if finesse is not None:
            return Chosen(finesse, "finesse")
    pick = sure[-1] if sure else lowest_level(position, winners[0], winners)
    if ours and level(position, standing.card, pick):
        return Chosen(low, "partner_wins")
    return Chosen(pick, "third_hand_high")


def _finesse(position: Position, winners: Sequence[Card], after: int) -> Card | None:
    """Return a card that only one card of the others beats, under a higher one of the own."""
    if position.hands[after] is not None:
        return None
    suit = winners[0].suit
    if suit is None:
        return None
    higher = against(position, suit)
    held = [*suit_of(position.own, suit), *suit_of(position.hands[position.partner] or (), suit)]
    for card in reversed(winners):
        over = [one for one in higher if one.index < card.index]
        if len(over) == 1 and any(one.index < over[0].index for one in held):
            length = len(higher)
            return card if length > 2 else None
    return None


def _second(position: Position, winners: Sequence[Card], low: Card) -> Chosen:
    third, fourth = to_play(position)
    led = position.trick[0].card
    sure = [card for card in winners if not could_beat(position, third, card)]
    if position.declaring:
        partner = position.hands[fourth] or ()
        if led.suit is not None and any(
            master(position, card) for card in suit_of(partner, led.suit)
        ):
            return Chosen(low, "second_hand_low")
        if sure:
            return Chosen(sure[-1], "cheapest_winner")
        return Chosen(low, "second_hand_low")
    cover = winners[-1]
    leader = position.hands[position.trick[0].seat]
    if (
        height(led) >= JACK - 1
        and height(cover) >= QUEEN
        and not (leader and any(level(position, led, one) for one in suit_of(leader, led.suit)))
    ):
        return Chosen(cover, "cover_honour")
    touching = [card for card in winners if height(card) >= JACK]
    if len(touching) > 1 and level(position, touching[0], touching[1]):
        return Chosen(lowest_level(position, touching[0], winners), "split_honours")
    alone = leader is not None and not suit_of(leader, led.suit)
    if sure and alone and position.trump is not None and led.suit is not position.trump:
        return Chosen(sure[-1], "take_before_ruff")
    if sure and position.hands[third] is not None and height(sure[-1]) < KING:
        return Chosen(sure[-1], "cheapest_winner")
    return Chosen(low, "second_hand_low")


def _void(position: Position) -> Chosen:
    standing = best(position)
    trump = position.trump
    ruffs = [card for card in position.legal if card.suit is trump]
    ruffs = [card for card in ruffs if beats(position, card, standing.card)]
    if not ruffs:
        return Chosen(discard(position), "discard")
    others = [seat for seat in to_play(position) if seat != position.partner]
    if standing.seat == position.partner:
        in_danger = any(
            could_beat(position, seat, standing.card)
            and (position.hands[seat] is not None or height(standing.card) < QUEEN)
            for seat in others
        )
        if not in_danger or standing.card.suit is trump:
            return Chosen(discard(position), "partner_wins")
    elif _partner_will_win(position):
        return Chosen(discard(position), "partner_wins")
    sure = [card for card in ruffs if not any(could_beat(position, seat, card) for seat in others)]
    if not sure and position.declaring and all(master(position, card) for card in ruffs):
        return Chosen(discard(position), "discard")
    return Chosen(sure[-1] if sure else ruffs[-1], "ruff")


def _partner_will_win(position: Position) -> bool:
    """Tell whether partner, in sight and last to play, takes the trick without a ruff."""
    after = to_play(position)
    if position.partner not in after:
        return False
    hand = position.hands[position.partner]
    led = position.trick[0].card.suit
    if hand is None or led is None:
        return False
    standing = best(position).card
    return any(
        master(position, card) and beats(position, card, standing) for card in suit_of(hand, led)
    )


def discard(position: Position) -> Card:
    """Return the card that is missed least: no master, no guard of an honour, no trump."""
    return min(position.legal, key=lambda card: (_worth(position, card), -card.index))


def _worth(position: Position, card: Card) -> int:
    suit = card.suit
    if suit is None:
        return 0
    if suit is position.trump:
        return 200 + height(card)
    if master(position, card):
        return 100 + height(card)
    held = suit_of(position.own, suit)
    return height(card) + _guards(position, suit, held) - len(held)


def _guards(position: Position, suit: Suit, held: Sequence[Card]) -> int:
    """Return what the suit's small cards are worth as guards of an honour that may win later."""
    if not held or height(held[0]) < JACK:
        return 0
    higher = sum(one.index < held[0].index for one in against(position, suit))
    if higher == 0:
        return 0
    return 30 if len(held) == higher + 1 else 0
