"""What to say before play: name or leave, call or pass, double or not, by what a hand is worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.computers.biritch.reasons import Reason
from bot.computers.biritch.worth import (
    Stakes,
    expected,
    honours,
    stakes,
    support,
    tricks,
)
from bot.computers.player import Choice
from bot.games.biritch.contract import BOOK, Call, Spoken, Strain, partner_of
from bot.games.biritch.options import Options, options
from bot.games.biritch.views import BiritchView
from bot.games.cards import Card
from bot.games.game import Action, Decision

LEAVE_BELOW: Final = 0.0
"""A dealer whose best strain is worth less leaves the choice to the partner."""

LEFT: Final = 0.7
"""By how many tricks a dealer who leaves the choice is weaker than average."""

NAMED: Final = 7.8
"""How many tricks a side takes on average in a strain that it chose from strength."""

NAMED_WEAK: Final = 6.5
"""The same where the dealer has left the choice."""

DOUBLE_ABOVE: Final = 6.0
"""What a double has to gain on average: the others know it too, and may redouble."""

HIGHEST: Final = 16
"""A computer does not double beyond this."""

RAISE: Final = 6.0
"""By how much a call has to be better than the partner's to be made."""


FEARED: Final = 80.0
"""What a trick short of an own level is reckoned at: such contracts are often doubled."""

REACH: Final = 2.5
"""A level so many tricks above the guess is not thought about."""


def bid(view: BiritchView) -> Choice:
    """Return what to say at the question that is asked."""
    decision = view.decision
    if decision is None:
        raise ValueError("nothing is asked of this seat")
    chosen = options(view.rules)
    at = stakes(chosen, view.standing)
    if view.phase == "naming":
        return _name(view, decision, chosen, at)
    if view.phase == "auction":
        return _call(view, decision, chosen, at)
    return _double(view, decision, at)


def _worth(
    chosen: Options, at: Stakes, hand: Sequence[Card], strain: Strain, side: int, guess: float
) -> float:
    return expected(at, strain, side, guess) + honours(chosen, hand, strain)


def _name(view: BiritchView, decision: Decision, chosen: Options, at: Stakes) -> Choice:
    seat = decision.seat
    less = LEFT if view.dealer_left else 0.0
    worths = {
        strain: _worth(chosen, at, view.hand, strain, seat % 2, tricks(view.hand, strain) - less)
        for strain in Strain
    }
    strain = max(worths, key=worths.__getitem__)
    facts = (("strain", str(strain)),)
    if worths[strain] < LEAVE_BELOW and not view.dealer_left:
        return Choice(Action(seat, "leave"), "leave_weak")
    if worths[strain] < 0:
        reason: Reason = "name_least_harm"
    elif strain is Strain.NO_TRUMP:
        reason = "name_no_trump"
    else:
        reason = "name_length"
    return Choice(Action(seat, "name", (str(strain),)), reason, facts)


def _call(view: BiritchView, decision: Decision, chosen: Options, at: Stakes) -> Choice:
    seat = decision.seat
    standing = _standing_worth(view, at, seat)
    guesses = {strain: _guess(view, strain, seat) for strain in Strain}
    bonus = {strain: honours(chosen, view.hand, strain) for strain in Strain}
    best: tuple[float, Call] | None = None
    for action in decision.actions:
        if action.verb != "call":
            continue
        call = _read(action.args[0], levels=chosen.levels)
        if call.level is not None and BOOK + call.level > guesses[call.strain] + REACH:
            continue
        worth = expected(at, call.strain, seat % 2, guesses[call.strain], call.level, short=FEARED)
        worth += bonus[call.strain]
        if best is None or worth > best[0]:
            best = worth, call
    if best is not None and best[0] > standing:
        facts = (("strain", str(best[1].strain)), ("level", best[1].level or 0))
        return Choice(Action(seat, "call", (best[1].text,)), "call_worth", facts)
    return Choice(Action(seat, "pass"), "call_pass")


def _standing_worth(view: BiritchView, at: Stakes, seat: int) -> float:
    """Return what it is worth to the own side to let the auction end here."""
    highest = view.highest
    if highest is None or highest.call is None:
        return 0.0
    call = highest.call
    more = support(view.hand, call.strain)
    if highest.seat == partner_of(seat):
        return expected(at, call.strain, seat % 2, _shown(call) + more, call.level) + RAISE
    worth = expected(at, call.strain, highest.seat % 2, _shown(call) - more, call.level)
    return -worth


def _shown(call: Call) -> float:
    """Return how many tricks a call promises with an average partner."""
    if call.level is None:
        return NAMED
    return max(8.2 + 0.4 * call.level, BOOK + call.level + 0.2)


def _guess(view: BiritchView, strain: Strain, seat: int) -> float:
    """Return how many tricks the own side takes in a strain, after what partner has called.

    Of each partner only the first call tells something new: a raise of a raise does not.
    """
    own = tricks(view.hand, strain) - 0.2 * _against(view.calls, seat)
    partner = partner_of(seat)
    first = next((one for one in view.calls if one.seat in (seat, partner) and one.call), None)
    theirs = next((one for one in view.calls if one.seat == partner and one.call), None)
    if theirs is None or theirs.call is None:
        passed = any(one.seat == partner for one in view.calls)
        return own - 0.3 if passed else own
    agreed = theirs.call.strain is strain
    if theirs is not first:
        return own + (1.0 if agreed else 0.2)
    if agreed:
        return max(own, _shown(theirs.call) + support(view.hand, strain))
    return own + 0.4


def _against(calls: Sequence[Spoken], seat: int) -> int:
    return len({one.seat for one in calls if one.call is not None and one.seat % 2 != seat % 2})


def _read(text: str, *, levels: bool) -> Call:
    return Call(Strain(text[1:]), int(text[0])) if levels else Call(Strain(text))


def _double(view: BiritchView, decision: Decision, at: Stakes) -> Choice:
    contract = view.contract
    if contract is None:
        raise ValueError("there is nothing to double")
    seat = decision.seat
    more = support(view.hand, contract.strain)
    rounds = contract.multiplier.bit_length() - 1
    if seat % 2 == contract.declarer % 2:
        guess = _declaring_guess(view, seat, more) - 0.4 * rounds
        side = 1
    else:
        guess = _shown_by_naming(view) - more + 0.4 * rounds
        side = -1
    once = expected(
        at, contract.strain, contract.declarer % 2, guess, contract.level, contract.multiplier
    )
    twice = expected(
        at, contract.strain, contract.declarer % 2, guess, contract.level, contract.multiplier * 2
    )
    verb = decision.question
    gain = side * (twice - once)
    if gain > DOUBLE_ABOVE * contract.multiplier and contract.multiplier * 2 <= HIGHEST:
        reason: Reason = "double_strong" if verb == "double" else "redouble_strong"
        return Choice(Action(seat, verb), reason, (("strain", str(contract.strain)),))
    return Choice(Action(seat, "pass"), "double_pass")


def _shown_by_naming(view: BiritchView) -> float:
    """Return how many tricks the declaring side promised by its naming or its last call."""
    if view.highest is not None and view.highest.call is not None:
        return _shown(view.highest.call)
    return NAMED_WEAK if view.dealer_left else NAMED


def _declaring_guess(view: BiritchView, seat: int, more: float) -> float:
    contract = view.contract
    if contract is not None and seat == contract.namer:
        return _guess(view, contract.strain, seat)
    return _shown_by_naming(view) + more
