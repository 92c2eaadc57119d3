"""The play of the cards: which card beats which under a contract, and which may be played."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.bid_whist.bids import Contract, Kind
from bot.games.bid_whist.options import Options
from bot.games.cards import Card
from bot.games.game import IllegalAction
from bot.games.trick import HIGH, Order, Play, order, suit_led


def ranking(contract: Contract, options: Options) -> Order | None:
    """Return the order of the cards under a contract (rules: Rank); None while it is not named."""
    if not contract.named:
        return None
    kind = contract.bid.kind
    if kind is Kind.UPTOWN:
        return order(contract.trump)
    if kind is Kind.DOWNTOWN:
        return order(contract.trump, trump_ranks=options.low, plain_ranks=options.low_sides)
    return order(None, plain_ranks=HIGH if kind is Kind.HIGH else options.low)


def playable(
    hand: Sequence[Card], trick: Sequence[Play], ranking: Order, options: Options
) -> tuple[Card, ...]:
    """Return the cards of a hand that may be played to the trick (rules: Play, ``nt_jokers``)."""
    suits = ranking.suits
    if not trick:
        if ranking.trump is not None or options.joker_leads:
            return tuple(hand)
        return tuple([one for one in hand if one.suit is not None]) or tuple(hand)
    led = suit_led(trick, ranking)
    if led is None:
        return tuple(hand)
    following = tuple([one for one in hand if suits[one.index] is led])
    if not following and options.joker_forced and ranking.trump is None:
        following = tuple([one for one in hand if one.suit is None])
    return following or tuple(hand)


def check_card(
    played: Card, hand: Sequence[Card], trick: Sequence[Play], ranking: Order, options: Options
) -> None:
    """Check that a card may be played; raise IllegalAction.

    Codes: ``not_in_hand``, ``must_follow_suit``, ``joker_not_led``, ``joker_must_go``.
    """
    if played not in hand:
        raise IllegalAction("not_in_hand", card=played.text)
    suits = ranking.suits
    if not trick:
        if played.suit is None and ranking.trump is None and not options.joker_leads:
            for one in hand:
                if one.suit is not None:
                    raise IllegalAction("joker_not_led", card=played.text)
        return
    led = suit_led(trick, ranking)
    if led is None or suits[played.index] is led:
        return
    for one in hand:
        if suits[one.index] is led:
            raise IllegalAction("must_follow_suit", suit=led.value)
    if options.joker_forced and ranking.trump is None and played.suit is not None:
        for one in hand:
            if one.suit is None:
                raise IllegalAction("joker_must_go", card=one.text)
