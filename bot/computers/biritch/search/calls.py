"""What to say before play: each choice is weighed in deals of the other hands as they may be."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from threading import Event
from typing import Final, NamedTuple

from bot.computers.biritch.reasons import Reason, SearchReason
from bot.computers.biritch.search import double_dummy
from bot.computers.biritch.search.estimate import estimate, spread_over
from bot.computers.biritch.search.inference import TEMPERATURE, Worths
from bot.computers.biritch.search.utility import ace_value, values
from bot.computers.biritch.search.worlds import World, deal_unseen, resample
from bot.computers.bounded import within
from bot.computers.player import Choice, Effort, Watch
from bot.games.biritch.contract import BOOK, SEATS, Call, Contract, Strain, left_of, partner_of
from bot.games.biritch.options import Options, options
from bot.games.biritch.scoring import TRICKS, honours
from bot.games.biritch.views import BiritchView
from bot.games.cards import PACK_52, Card, Rank
from bot.games.game import Action, Decision

WORLDS: Final = 150
"""How many deals of the other hands are imagined."""

SOLVED: Final = 10
"""How many of them are solved before a double."""

NODES: Final = 150_000
"""How many positions the solver should look at for it."""

GRACE: Final = 0.1
"""How many seconds of a core the last of them may still take when those allowed are used up."""

DOUBT: Final = 6.0
"""How many points, undoubled, the few deals that can be solved may well add or take away."""

WORTH_OF_ESTIMATE: Final = 8
"""How many solved deals tell as much as the estimates do.

In 49 dealt hands with ten deals solved, estimates were off by 6 points, single deals by 17.
"""

NAMED_WELL: Final = 0.5
"""The share of an ace's double value that its side gets at no trump."""

MARGIN: Final = 2.0
"""How many points a double has to gain for each point that the contract already counts."""

RAISE: Final = 4.0
"""By how much a call has to be better than the partner's to be made."""

HIGHEST: Final = 16
"""A computer does not double beyond this."""


class Weighed(NamedTuple):
    """A world, and how much it counts."""

    world: World
    weight: float


class Judge:
    """Weighs contracts from one seat, before a card is played."""

    def __init__(self, view: BiritchView, chance: Random, effort: Effort) -> None:
        if view.seat is None:
            raise ValueError("the public decides nothing")
        self.view = view
        self.seat = view.seat
        self.options: Options = options(view.rules)
        self.worths = Worths(view)
        self._tables: dict[Contract, tuple[float, ...]] = {}
        self.chance = chance
        self.worlds = self._imagine(effort.samples(WORLDS, 20))

    def _imagine(self, count: int) -> list[Weighed]:
        view = self.view
        hands: list[tuple[Card, ...] | None] = [None] * SEATS
        hands[self.seat] = view.hand
        own = set(view.hand)
        unseen = tuple([card for card in PACK_52 if card not in own])
        nothing: tuple[frozenset[object], ...] = (frozenset(),) * SEATS
        found = []
        for _ in range(count):
            world = deal_unseen(hands, unseen, view.counts, nothing, self.chance)
            found.append(Weighed(world, self._likelihood(world)))
        return found

    def _likelihood(self, world: World) -> float:
        """Return how well a world explains what the others have said so far."""
        view, weight = self.view, 1.0
        if view.dealer_left and view.dealer is not None and view.dealer != self.seat:
            weight *= 1 / (1 + exp(self.worths.best(world[view.dealer], view.dealer) / TEMPERATURE))
        contract = view.contract
        if contract is not None and not view.calls and contract.namer != self.seat:
            weight *= self.worths.share(world[contract.namer], contract.namer, contract.strain)
        heard: set[int] = set()
        for one in view.calls:
            if one.seat == self.seat or one.seat in heard:
                continue
            heard.add(one.seat)
            top = self.worths.best(world[one.seat], one.seat)
            if one.call is None:
                weight *= 1 / (1 + exp(top / (2 * TEMPERATURE)))
            else:
                share = self.worths.share(world[one.seat], one.seat, one.call.strain)
                weight *= share / (1 + exp(-top / TEMPERATURE))
        return weight

    def value(self, contract: Contract, world: World, tricks: float | None = None) -> float:
        """Return what a contract is worth to the own side in a world, honours included.

        ``tricks`` of declarer's side, if they are known; else they are estimated.
        """
        declarer, dummy = world[contract.declarer], world[contract.dummy]
        table = self._tables.get(contract)
        if table is None:
            table = values(self.options, contract, self.view.standing)
            self._tables[contract] = table
        if tricks is None:
            mean = estimate(declarer, dummy, contract.strain)
            worth = sum(chance * table[number] for number, chance in spread_over(mean))
        else:
            mean = tricks
            worth = table[round(tricks)]
        worth += ace_value(self.options, contract) * _aces(world, contract, mean)
        for line in honours(self.options, contract.strain, world):
            worth += line.points if line.side == contract.declarer % 2 else -line.points
        return worth if self.seat % 2 == contract.declarer % 2 else -worth

    def mean(self, contract: Contract) -> float:
        """Return what a contract is worth to the own side on average."""
        return self.average([self.value(contract, one.world) for one in self.worlds])

    def average(self, worth: Sequence[float]) -> float:
        """Return the mean of what was found in each world, as its weight says."""
        total = sum(one.weight for one in self.worlds)
        pairs = zip(worth, self.worlds, strict=True)
        return sum(value * one.weight for value, one in pairs) / total if total else 0.0


def _aces(world: World, contract: Contract, mean: float) -> float:
    """Return how many odd tricks aces win for declarer's side, less those for the other."""
    odd = mean - BOOK
    side = contract.declarer % 2 if odd > 0 else 1 - contract.declarer % 2
    odd = odd if odd > 0 else TRICKS - mean - BOOK
    held = sum(card.rank is Rank.ACE for seat in (side, side + 2) for card in world[seat])
    found = min(NAMED_WELL * held, max(0.0, odd))
    return found if side == contract.declarer % 2 else -found


def say(view: BiritchView, decision: Decision, chance: Random, effort: Effort) -> Choice:
    """Return what to say at the question that is asked."""
    judge = Judge(view, chance, effort)
    if view.phase == "naming":
        return _name(judge, decision)
    if view.phase == "auction":
        return _call(judge, decision)
    return _double(judge, decision, effort)


def _name(judge: Judge, decision: Decision) -> Choice:
    view, seat = judge.view, decision.seat
    dealer = view.dealer if view.dealer is not None else seat

    def contract(strain: Strain, namer: int) -> Contract:
        return Contract(strain, None, namer, namer if judge.options.namer_declares else dealer)

    worth = {strain: judge.mean(contract(strain, seat)) for strain in Strain}
    strain = max(worth, key=worth.__getitem__)
    if not view.dealer_left:
        partner = partner_of(seat)
        left = []
        for one in judge.worlds:
            named = judge.worths.favourite(one.world[partner], partner)
            left.append(judge.value(contract(named, partner), one.world))
        if judge.average(left) > worth[strain]:
            return Choice(Action(seat, "leave"), "leave_weak")
    reason: Reason = "name_length"
    if worth[strain] < 0:
        reason = "name_least_harm"
    elif strain is Strain.NO_TRUMP:
        reason = "name_no_trump"
    return Choice(Action(seat, "name", (str(strain),)), reason, (("strain", str(strain)),))


def _call(judge: Judge, decision: Decision) -> Choice:
    view, seat = judge.view, decision.seat
    highest = view.highest
    stands = 0.0
    if highest is not None and highest.call is not None:
        call = highest.call
        stands = judge.mean(Contract(call.strain, call.level, highest.seat, highest.seat))
    best: tuple[float, Call] | None = None
    for action in decision.actions:
        if action.verb != "call":
            continue
        call = read_call(action.args[0], levels=judge.options.levels)
        worth = judge.mean(Contract(call.strain, call.level, seat, seat))
        if best is None or worth > best[0]:
            best = worth, call
    # The partner is disturbed by a call only where it brings something.
    margin = RAISE if highest is not None and highest.seat == partner_of(seat) else 0.0
    if best is not None and best[0] > stands + margin:
        facts = (("strain", str(best[1].strain)), ("level", best[1].level or 0))
        return Choice(Action(seat, "call", (best[1].text,)), "call_worth", facts)
    return Choice(Action(seat, "pass"), "call_pass")


def read_call(text: str, *, levels: bool) -> Call:
    """Return the call that an action names."""
    return Call(Strain(text[1:]), int(text[0])) if levels else Call(Strain(text))


def _double(judge: Judge, decision: Decision, effort: Effort) -> Choice:
    contract = judge.view.contract
    if contract is None:
        raise ValueError("there is nothing to double")
    twice = contract.doubled()
    guessed = [
        judge.value(twice, one.world) - judge.value(contract, one.world) for one in judge.worlds
    ]
    gain = judge.average(guessed)
    open_still = abs(gain - MARGIN * contract.multiplier) < DOUBT * contract.multiplier
    if open_still and twice.multiplier <= HIGHEST and double_dummy.available():
        gain += _correction(judge, contract, guessed, effort)
    verb = decision.question
    if twice.multiplier <= HIGHEST and gain > MARGIN * contract.multiplier:
        reason: SearchReason = "double_gains" if verb == "double" else "redouble_gains"
        facts = (("strain", str(contract.strain)), ("points", round(gain)))
        return Choice(Action(decision.seat, verb), reason, facts)
    return Choice(Action(decision.seat, "pass"), "double_pass")


def _correction(
    judge: Judge, contract: Contract, guessed: Sequence[float], effort: Effort
) -> float:
    """Return by how much the guesses are too low, as the solutions of a few of the worlds say."""
    most = effort.samples(NODES)
    count = effort.samples(SOLVED, 2)
    chosen = resample([one.weight for one in judge.worlds], count, judge.chance)
    twice = contract.doubled()
    found: list[tuple[int, int, int]] = []

    def work(given_up: Event) -> None:
        watch, nodes = Watch(effort.seconds), 0
        double_dummy.forget()
        for place, times in chosen:
            if given_up.is_set() or (found and (watch.over or nodes + nodes / len(found) > most)):
                return
            world, leader = judge.worlds[place].world, left_of(contract.declarer)
            solved = double_dummy.best(contract.strain, world, leader, ())
            found.append((place, times, TRICKS - max(solved.tricks.values())))
            nodes += solved.nodes

    within(effort.seconds + GRACE, work)
    off: list[float] = []
    for place, times, tricks in tuple(found):
        world = judge.worlds[place].world
        gain = judge.value(twice, world, tricks) - judge.value(contract, world, tricks)
        off += [gain - guessed[place]] * times
    return sum(off) / (len(off) + WORTH_OF_ESTIMATE)
