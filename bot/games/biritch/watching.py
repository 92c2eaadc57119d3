"""What each seat may know: the wall between a rubber and those who look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.biritch.bidding import Said, ToCall, ToDouble, ToName
from bot.games.biritch.contract import SEATS, Contract, Spoken
from bot.games.biritch.play import InPlay
from bot.games.biritch.views import BiritchView, ClaimMade, Phase
from bot.games.cards import Card, in_order
from bot.games.game import Action, Asked, Decision, Memory
from bot.games.trick import Play

if TYPE_CHECKING:
    from bot.games.biritch.match import OnTable, Rubber


def watch(rubber: Rubber, seat: int | None) -> BiritchView:
    """Return all that a seat (None: the public) may be shown of a rubber."""
    table = rubber.table
    waits = rubber.decision()
    decision = waits if isinstance(waits, Decision) else None
    phase = table.phase if table is not None else None
    in_play = phase if isinstance(phase, InPlay) else None
    contract = _contract(table)
    said = table.said if table is not None else Said()
    values = rubber.options.values
    return BiritchView(
        game="biritch",
        rules=rubber.rules,
        seat=seat,
        deal=table.number if table is not None else 0,
        dealer=table.deal.dealer if table is not None else None,
        asked=Asked(decision.seat, decision.player, decision.question) if decision else None,
        decision=decision if decision is not None and decision.player == seat else None,
        others=_others(rubber, in_play, seat),
        hand=_hand(table, seat),
        counts=_counts(table),
        trick=in_play.trick if in_play is not None else (),
        last_trick=in_play.taken[-1] if in_play is not None and in_play.taken else None,
        tricks=_tricks(in_play),
        results=rubber.results,
        totals=rubber.totals,
        winners=rubber.winners,
        phase=_phase(table),
        dealer_left=said.left,
        calls=said.calls,
        highest=_highest(said),
        doubling=said.doubling,
        to_speak=_to_speak(phase),
        contract=contract,
        value=values[contract.strain] * contract.multiplier if contract else None,
        dummy_hand=_dummy_hand(rubber, in_play),
        open_hands=in_play.hands if in_play is not None and rubber.options.double_dummy else None,
        standing=rubber.standing,
        claims=_claims(in_play),
        out_of_turn=_out_of_turn(in_play),
    )


def remember(rubber: Rubber, seat: int) -> Memory:
    """Return what a perfect memory at a seat holds of the deal on the table.

    The card that another hand played out of turn is not in it: it was refused, and stays private.
    """
    table = rubber.table
    if table is None:
        return Memory((), (), ())
    dealt = in_order(table.deal.hands[seat])
    phase = table.phase
    if not isinstance(phase, InPlay):
        return Memory(dealt, table.actions, ())
    return Memory(dealt, _seen(table.actions, phase, seat), phase.taken)


def _seen(actions: tuple[Action, ...], phase: InPlay, seat: int) -> tuple[Action, ...]:
    if not any(one.kind == "turn" for one in phase.revokes):
        return actions
    laid = [play for taken in phase.taken for play in taken.plays] + list(phase.trick)
    on_table = iter(laid)
    due: Play | None = next(on_table, None)
    seen: list[Action] = []
    for action in actions:
        if action.verb != "play":
            seen.append(action)
        elif due is not None and (due.seat, due.card.text) == (action.seat, action.args[0]):
            seen.append(action)
            due = next(on_table, None)
        elif phase.contract.player_of(action.seat) == seat:
            seen.append(action)
        else:
            seen.append(Action(action.seat, action.verb))
    return tuple(seen)


def _contract(table: OnTable | None) -> Contract | None:
    if table is None or not isinstance(table.phase, ToDouble | InPlay):
        return None
    return table.phase.contract


def _phase(table: OnTable | None) -> Phase:
    if table is None:
        return "waiting"
    phase = table.phase
    if isinstance(phase, ToName):
        return "naming"
    if isinstance(phase, ToCall):
        return "auction"
    if isinstance(phase, ToDouble):
        return "doubling"
    return "scored" if phase.over else "play"


def _highest(said: Said) -> Spoken | None:
    return next((one for one in reversed(said.calls) if one.call is not None), None)


def _to_speak(phase: ToName | ToCall | ToDouble | InPlay | None) -> tuple[int, ...]:
    if isinstance(phase, ToDouble):
        return phase.waiting
    if isinstance(phase, ToName):
        return (phase.seat,)
    if not isinstance(phase, ToCall):
        return ()
    highest = phase.highest
    stop = highest.seat if highest is not None else phase.dealer
    count = (stop - phase.seat) % SEATS
    if highest is None and not phase.said.calls:
        count = SEATS
    return tuple((phase.seat + step) % SEATS for step in range(count))


def _hand(table: OnTable | None, seat: int | None) -> tuple[Card, ...]:
    if table is None or seat is None:
        return ()
    if isinstance(table.phase, InPlay):
        return table.phase.hands[seat]
    return in_order(table.deal.hands[seat])


def _counts(table: OnTable | None) -> tuple[int, ...]:
    if table is None:
        return (0,) * SEATS
    hands = table.phase.hands if isinstance(table.phase, InPlay) else table.deal.hands
    return tuple(len(hand) for hand in hands)


def _tricks(phase: InPlay | None) -> tuple[int, int]:
    if phase is None:
        return 0, 0
    second = sum(taken.winner % 2 for taken in phase.taken)
    return len(phase.taken) - second, second


def _dummy_hand(rubber: Rubber, phase: InPlay | None) -> tuple[Card, ...] | None:
    if phase is None or not _dummy_is_down(rubber, phase):
        return None
    return phase.hands[phase.contract.dummy]


def _dummy_is_down(rubber: Rubber, phase: InPlay) -> bool:
    chosen = rubber.options
    return not chosen.dummy_after_lead or chosen.double_dummy or phase.begun


def _others(rubber: Rubber, phase: InPlay | None, seat: int | None) -> tuple[Action, ...]:
    """What is open out of turn to the person at a seat: declarer's are dummy's cards too."""
    if phase is None or seat is None or seat == phase.contract.dummy:
        return ()
    every = rubber.others()
    own = every.get(seat, ())
    if seat == phase.contract.declarer and _dummy_is_down(rubber, phase):
        return (*own, *every.get(phase.contract.dummy, ()))
    return own


def _claims(phase: InPlay | None) -> tuple[ClaimMade, ...]:
    if phase is None:
        return ()
    return tuple(ClaimMade(one.seat, one.trick, len(one.found)) for one in phase.claims)


def _out_of_turn(phase: InPlay | None) -> tuple[int, ...]:
    if phase is None:
        return ()
    return tuple(one.seat for one in phase.revokes if one.kind == "turn")
