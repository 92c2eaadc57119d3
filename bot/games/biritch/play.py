"""The play of the cards: whose turn, what may be played, who takes the trick, what revokes are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.games.biritch import revokes
from bot.games.biritch.contract import ORDERS, SEATS, Contract
from bot.games.biritch.events import DummyDown, PlayedOutOfTurn, RevokeClaimed
from bot.games.biritch.options import Options
from bot.games.biritch.revokes import Claim, Revoke
from bot.games.biritch.scoring import TRICKS
from bot.games.cards import PACK_52, Card, NoSuchCard, card
from bot.games.game import Action, CardsPlayed, Event, IllegalAction, TrickTaken
from bot.games.trick import Play, Taken, may_play, winning

CLAIM: Final = "claim_revoke"

PLAYS: Final = tuple(
    tuple(Action(seat, "play", (one.text,)) for one in PACK_52) for seat in range(SEATS)
)
"""The action of playing each card, by seat and ``Card.index``."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """The cards in play: hands in canonical order, the trick on the table, and those before.

    ``turn`` is the hand that plays next; once all 13 tricks are taken it means nothing.
    """

    contract: Contract
    hands: tuple[tuple[Card, ...], ...]
    turn: int
    trick: tuple[Play, ...] = ()
    taken: tuple[Taken, ...] = ()
    revokes: tuple[Revoke, ...] = ()
    claims: tuple[Claim, ...] = ()

    @property
    def over(self) -> bool:
        """Tell whether the last card has been played."""
        return len(self.taken) == TRICKS

    @property
    def begun(self) -> bool:
        """Tell whether the opening lead lies."""
        return bool(self.trick or self.taken)

    def playable(self, options: Options) -> tuple[Card, ...]:
        """Return the cards that the hand in turn may play."""
        hand = self.hands[self.turn]
        if options.penalised or not self.trick:
            return hand
        return may_play(hand, self.trick[0].card.suit, ORDERS[self.contract.strain])


def actions(options: Options, phase: InPlay) -> tuple[Action, ...]:
    """Return what is legal for the hand in turn: its cards, and the claim of its player."""
    plays = PLAYS[phase.turn]
    result = tuple([plays[one.index] for one in phase.playable(options)])
    if options.penalised and phase.turn != phase.contract.dummy:
        return (*result, Action(phase.turn, CLAIM))
    return result


def others(options: Options, phase: InPlay) -> dict[int, tuple[Action, ...]]:
    """Return what may be done out of turn, by seat (rules: Fine print, revokes penalised)."""
    if not options.penalised:
        return {}
    result: dict[int, tuple[Action, ...]] = {}
    for seat, hand in enumerate(phase.hands):
        if seat == phase.turn and not phase.over:
            continue
        some = tuple(PLAYS[seat][one.index] for one in hand)
        if seat != phase.contract.dummy:
            some += (Action(seat, CLAIM),)
        if some:
            result[seat] = some
    return result


def act(options: Options, phase: InPlay, action: Action) -> tuple[InPlay, tuple[Event, ...]]:
    """Return the play after a card or a claim, and what happened; raise IllegalAction."""
    if action.verb == "play":
        return _play(options, phase, action)
    if action.verb == CLAIM:
        return claim(options, phase, action)
    raise IllegalAction("not_now", verb=action.verb)


def _play(options: Options, phase: InPlay, action: Action) -> tuple[InPlay, tuple[Event, ...]]:
    seat = action.seat
    in_turn = seat == phase.turn
    if not in_turn and (not options.penalised or seat not in range(SEATS)):
        raise _wrong_turn(phase, seat)
    if len(action.args) != 1:
        raise IllegalAction("bad_arguments", verb="play")
    try:
        played = card(action.args[0])
    except NoSuchCard:
        raise IllegalAction("bad_arguments", verb="play") from None
    hand = phase.hands[seat]
    if played not in hand:
        raise IllegalAction("not_in_hand", card=played.text)
    trick = phase.trick
    found = phase.revokes
    if not in_turn:
        revoke = Revoke("turn", seat, len(phase.taken) + 1, played)
        return replace(phase, revokes=(*found, revoke)), (PlayedOutOfTurn(seat),)
    if trick:
        led = trick[0].card.suit
        if led is not None and played.suit is not led and any(one.suit is led for one in hand):
            if not options.penalised:
                raise IllegalAction("must_follow_suit", suit=str(led))
            found = (*found, Revoke("suit", seat, len(phase.taken) + 1, played, led))
    return _lay(options, phase, played, found)


def _wrong_turn(phase: InPlay, seat: int) -> IllegalAction:
    contract = phase.contract
    if seat == contract.declarer and phase.turn == contract.dummy:
        return IllegalAction("play_from_dummy", seat=seat, asked=phase.turn)
    if seat == contract.dummy and phase.turn == contract.declarer:
        return IllegalAction("play_from_own_hand", seat=seat, asked=phase.turn)
    return IllegalAction("not_your_turn", seat=seat, asked=phase.turn)


def _lay(
    options: Options, phase: InPlay, played: Card, found: tuple[Revoke, ...]
) -> tuple[InPlay, tuple[Event, ...]]:
    seat = phase.turn
    hands = phase.hands
    left = tuple([one for one in hands[seat] if one is not played])
    hands = (*hands[:seat], left, *hands[seat + 1 :])
    trick = (*phase.trick, Play(seat, played))
    taken = phase.taken
    contract = phase.contract
    laid = CardsPlayed(seat, (played,))
    if len(trick) == SEATS:
        winner = winning(trick, ORDERS[contract.strain]).seat
        taken = (*taken, Taken(trick, winner))
        after = InPlay(contract, hands, winner, (), taken, found, phase.claims)
        return after, (laid, TrickTaken(len(taken), winner))
    turn = (seat + 1) % SEATS
    after = InPlay(contract, hands, turn, trick, taken, found, phase.claims)
    if options.dummy_after_lead and not phase.begun:
        return after, (laid, DummyDown(contract.dummy))
    return after, (laid,)


def claim(options: Options, phase: InPlay, action: Action) -> tuple[InPlay, tuple[Event, ...]]:
    """Return the play after a claim, during it or after the last card; raise IllegalAction."""
    if not options.penalised:
        raise IllegalAction("no_claims")
    if action.seat not in range(SEATS):
        raise IllegalAction("not_your_turn", seat=action.seat, asked=phase.turn)
    if action.seat == phase.contract.dummy:
        raise IllegalAction("dummy_decides_nothing", seat=action.seat)
    if action.args:
        raise IllegalAction("bad_arguments", verb=CLAIM)
    trick = min(len(phase.taken) + 1, TRICKS)
    made = revokes.claim(action.seat, trick, phase.revokes, phase.claims)
    after = replace(phase, claims=(*phase.claims, made))
    return after, (RevokeClaimed(action.seat, len(made.found)),)
