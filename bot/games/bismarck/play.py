"""The sixteen tricks: who plays, what may be played, who takes the trick (rules: Play)."""

from __future__ import annotations

from typing import Final

from bot.games.bismarck.contracts import SEATS
from bot.games.bismarck.state import NEXT, Playing
from bot.games.cards import PACK_52, NoSuchCard, card
from bot.games.game import Action, CardsPlayed, Decision, Event, IllegalAction, TrickTaken
from bot.games.trick import Play, Taken, may_play, winning

PLAYS: Final = tuple(
    tuple(Action(seat, "play", (one.text,)) for one in PACK_52) for seat in range(SEATS)
)
"""The action of playing a card, by seat and by ``Card.index``: made once, as they are many."""


def decision(table: Playing) -> Decision:
    """Return whose card is awaited, and the legal cards."""
    turn = table.turn
    led = table.trick[0].card.suit if table.trick else None
    plays = PLAYS[turn]
    cards = may_play(table.hands[turn], led, table.terms.ranking)
    return Decision(turn, turn, "play", tuple([plays[one.index] for one in cards]))


def act(table: Playing, action: Action) -> tuple[Playing, tuple[Event, ...]]:
    """Return the deal after a card, and what happened; raise IllegalAction."""
    turn = table.turn
    if action.seat != turn:
        raise IllegalAction("not_your_turn", seat=action.seat, asked=turn)
    if action.verb != "play":
        if action.verb == "contract":
            raise IllegalAction("contract_settled", contract=table.terms.contract.value)
        raise IllegalAction("not_now", verb=action.verb)
    if len(action.args) != 1:
        raise IllegalAction("bad_arguments", verb=action.verb)
    try:
        one = card(action.args[0])
    except NoSuchCard:
        raise IllegalAction("bad_arguments", verb=action.verb) from None
    hand = table.hands[turn]
    if one not in hand:
        raise IllegalAction("not_in_hand", card=one.text)
    trick = table.trick
    if trick:
        led = trick[0].card.suit
        if one.suit is not led and led is not None:
            for held in hand:
                if held.suit is led:
                    raise IllegalAction("must_follow_suit", suit=led.value)
    kept = tuple([held for held in hand if held is not one])
    hands = (*table.hands[:turn], kept, *table.hands[turn + 1 :])
    trick = (*trick, Play(turn, one))
    actions = (*table.actions, action)
    played = CardsPlayed(turn, (one,))
    if len(trick) < SEATS:
        after = Playing(table.terms, hands, NEXT[turn], trick, table.tricks, table.won, actions)
        return after, (played,)
    winner = winning(trick, table.terms.ranking).seat
    won = tuple([count + (seat == winner) for seat, count in enumerate(table.won)])
    tricks = (*table.tricks, Taken(trick, winner))
    after = Playing(table.terms, hands, winner, (), tricks, won, actions)
    return after, (played, TrickTaken(len(tricks), winner))
