"""How the contract comes about: naming or auction, then doubling; one function a phase."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from bot.games.biritch.contract import (
    LEVELS,
    Call,
    Contract,
    Spoken,
    Strain,
    left_of,
    outranking,
    partner_of,
    right_of,
)
from bot.games.biritch.events import (
    Called,
    Doubled,
    NamingLeft,
    Passed,
    PassedOut,
    StrainNamed,
)
from bot.games.biritch.options import Options
from bot.games.game import Action, Event, IllegalAction


class Doubling(NamedTuple):
    """What a seat said when it was asked to double: ``double``, ``redouble`` or ``pass``."""

    seat: int
    verb: str


@dataclass(frozen=True, slots=True)
class Said:
    """All that was said before play, in order: auction, whether naming was left, doubling."""

    calls: tuple[Spoken, ...] = ()
    left: bool = False
    doubling: tuple[Doubling, ...] = ()


@dataclass(frozen=True, slots=True)
class ToName:
    """A seat is to name the strain: the dealer, or the partner to whom the dealer left it."""

    dealer: int
    seat: int
    said: Said

    question = "name"

    def actions(self, options: Options) -> tuple[Action, ...]:
        """Return what the seat may do (rules: Naming trumps)."""
        names = tuple(Action(self.seat, "name", (str(strain),)) for strain in Strain)
        return names if self.said.left else (*names, Action(self.seat, "leave"))


@dataclass(frozen=True, slots=True)
class ToCall:
    """A seat is to call or pass in the auction."""

    dealer: int
    seat: int
    said: Said

    question = "call"

    @property
    def highest(self) -> Spoken | None:
        """Return the last call, and who made it."""
        return next((one for one in reversed(self.said.calls) if one.call is not None), None)

    def calls(self, options: Options) -> tuple[Call, ...]:
        """Return the calls that outrank the last one, lowest first."""
        highest = self.highest
        last = highest.call if highest is not None else None
        return outranking(last, options.ranking, levels=options.levels)

    def actions(self, options: Options) -> tuple[Action, ...]:
        """Return what the seat may do (rules: Variants)."""
        calls = tuple(Action(self.seat, "call", (one.text,)) for one in self.calls(options))
        return (*calls, Action(self.seat, "pass"))


@dataclass(frozen=True, slots=True)
class ToDouble:
    """A seat may double or redouble; ``waiting`` are the seats still to be asked, it first."""

    contract: Contract
    waiting: tuple[int, ...]
    said: Said

    @property
    def seat(self) -> int:
        """Return the seat that is asked."""
        return self.waiting[0]

    @property
    def question(self) -> str:
        """Return the verb that is on offer: the first double is a ``double``, then ``redouble``."""
        return "double" if self.contract.multiplier == 1 else "redouble"

    def actions(self, options: Options) -> tuple[Action, ...]:
        """Return what the seat may do (rules: Doubling)."""
        return Action(self.seat, self.question), Action(self.seat, "pass")


@dataclass(frozen=True, slots=True)
class Settled:
    """Nothing more can be said: the contract that is played."""

    contract: Contract
    said: Said


Bidding = ToName | ToCall | ToDouble
Step = tuple[Bidding | Settled, tuple[Event, ...]]

_STRAINS: Final = {str(strain): strain for strain in Strain}
_LEVELS: Final = {str(level): level for level in LEVELS}


def begin(options: Options, dealer: int) -> Bidding:
    """Return the first question of a deal."""
    if options.auction:
        return ToCall(dealer, dealer, Said())
    return ToName(dealer, dealer, Said())


def act(options: Options, phase: Bidding, action: Action) -> Step:
    """Return what is asked after an action, and what happened; raise IllegalAction."""
    _check(phase, action)
    if isinstance(phase, ToName):
        return _name(options, phase, action)
    if isinstance(phase, ToCall):
        return _call(options, phase, action)
    return _double(options, phase, action)


def _check(phase: Bidding, action: Action) -> None:
    verbs = {"name": ("name", "leave"), "call": ("call", "pass")}
    if action.verb not in verbs.get(phase.question, (phase.question, "pass")):
        raise IllegalAction("not_now", verb=action.verb)
    if action.seat != phase.seat:
        raise IllegalAction("not_your_turn", seat=action.seat, asked=phase.seat)
    if len(action.args) != (1 if action.verb in ("name", "call") else 0):
        raise IllegalAction("bad_arguments", verb=action.verb)


def _name(options: Options, phase: ToName, action: Action) -> Step:
    if action.verb == "leave":
        if phase.said.left:
            raise IllegalAction("must_name")
        said = replace(phase.said, left=True)
        partner = partner_of(phase.seat)
        return ToName(phase.dealer, partner, said), (NamingLeft(phase.seat),)
    strain = _STRAINS.get(action.args[0])
    if strain is None:
        raise IllegalAction("bad_arguments", verb=action.verb)
    declarer = phase.seat if options.namer_declares else phase.dealer
    contract = Contract(strain, None, phase.seat, declarer)
    return doubling(options, contract, phase.said), (StrainNamed(phase.seat, strain),)


def _call(options: Options, phase: ToCall, action: Action) -> Step:
    if action.verb == "pass":
        return _pass_call(options, phase)
    call = _read(action.args[0], levels=options.levels)
    calls = phase.calls(options)
    highest = phase.highest
    if call not in calls and highest is not None and highest.call is not None:
        raise _too_low(highest.call)
    said = replace(phase.said, calls=(*phase.said.calls, Spoken(phase.seat, call)))
    events = (Called(phase.seat, call),)
    ends = call == calls[-1] if options.levels else call.strain is Strain.NO_TRUMP
    if ends:
        contract = Contract(call.strain, call.level, phase.seat, phase.seat)
        return doubling(options, contract, said), events
    return ToCall(phase.dealer, left_of(phase.seat), said), events


def _too_low(last: Call) -> IllegalAction:
    if last.level is None:
        return IllegalAction("call_too_low", strain=str(last.strain))
    return IllegalAction("level_call_too_low", strain=str(last.strain), level=last.level)


def _pass_call(options: Options, phase: ToCall) -> Step:
    calls = (*phase.said.calls, Spoken(phase.seat, None))
    said = replace(phase.said, calls=calls)
    passed = Passed(phase.seat, phase.question)
    highest = phase.highest
    if highest is None:
        if len(calls) == 4:
            return ToName(phase.dealer, phase.dealer, said), (passed, PassedOut(phase.dealer))
    elif highest.call is not None and left_of(phase.seat) == highest.seat:
        contract = Contract(highest.call.strain, highest.call.level, highest.seat, highest.seat)
        return doubling(options, contract, said), (passed,)
    return ToCall(phase.dealer, left_of(phase.seat), said), (passed,)


def _read(text: str, *, levels: bool) -> Call:
    level = _LEVELS.get(text[:1]) if levels else None
    strain = _STRAINS.get(text[1:] if levels else text)
    if strain is None or (levels and level is None):
        raise IllegalAction("bad_arguments", verb="call")
    return Call(strain, level)


def doubling(options: Options, contract: Contract, said: Said) -> ToDouble | Settled:
    """Return who may double the contract next; a doubling that cannot go on is not asked.

    Within a side the order is always the same (rules: Fine print): declarer's left, then right;
    the namer, then the partner.
    """
    if not options.may_double(contract.strain, contract.multiplier):
        return Settled(contract, said)
    opponents_next = len([one for one in said.doubling if one.verb != "pass"]) % 2 == 0
    if opponents_next:
        waiting = left_of(contract.declarer), right_of(contract.declarer)
    else:
        waiting = contract.namer, partner_of(contract.namer)
    return ToDouble(contract, waiting, said)


def _double(options: Options, phase: ToDouble, action: Action) -> Step:
    said = replace(phase.said, doubling=(*phase.said.doubling, Doubling(action.seat, action.verb)))
    if action.verb != "pass":
        contract = phase.contract.doubled()
        doubled = Doubled(action.seat, action.verb, contract.multiplier)
        return doubling(options, contract, said), (doubled,)
    passed = Passed(action.seat, phase.question)
    if len(phase.waiting) == 1:
        return Settled(phase.contract, said), (passed,)
    return ToDouble(phase.contract, phase.waiting[1:], said), (passed,)
