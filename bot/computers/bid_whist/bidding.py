"""What to bid: the tricks that a hand promises for each kind, weighed against the score.

The promises are straight lines through what hands took in some thousand deals that the rules of
thumb of this package played out, kitty, discard and naming included: so the six cards to come and
an average partner are in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, sqrt
from typing import Final, NamedTuple

from bot.computers.bid_whist.kitty import length_worth, tops_worth
from bot.games.bid_whist.bids import HIGHEST, Bid, Call, Contract, Kind
from bot.games.bid_whist.options import Options
from bot.games.bid_whist.play import ranking
from bot.games.cards import Card, Rank, Suit
from bot.games.trick import Order

SPREAD: Final = 1.66
"""The standard deviation of the tricks taken about the tricks promised, with a trump suit."""

NO_TRUMP_SPREAD: Final = 1.9

SLACK: Final = {3: 1.5, 4: 0.8, 5: 0.1, 6: -0.6, 7: -1.5}
"""By how many tricks others' hands are better than their bids need, by the number bid."""

SURE: Final = 0.75
"""How likely a bid has to be made whose failure would lose the match."""

FLOOR: Final = 0.35
BOLD_FLOOR: Final = 0.2
"""How likely any bid has to be made that nobody forces: as a rule, and by who plays well."""

DREAD: Final = 0.06
BOLD_DREAD: Final = 0.035
"""What it costs to be set beside the points, in chances to win the match.

People take it ill, and a side that is set half of the time is no fun. It hardly costs anything: a
bid with little hope gains little over leaving the opponents theirs.
"""

HELP: Final = 0.8
AVERAGE_HELP: Final = 1.5
"""How many tricks an ace is worth for or against another's bid, and what hands hold of it."""

MARGIN: Final = 0.02
"""How much better than partner's bid an own one has to be."""

OVERBID: Final = {3: 0.9, 4: 0.42, 5: 0.03, 6: 0.0, 7: 0.0}
"""How likely one opponent who is still to speak is to go higher; half as likely over no trump.

Who bids no trump has the high cards (or the low ones) that others would need.
"""

PARTNER_OVERBIDS: Final = 0.5
"""How likely a partner who is still to speak is to go higher than an opponent's low bid."""

LOW_BID: Final = 4
"""The highest number that a partner is expected to go beyond."""


class Plan(NamedTuple):
    """A kind that could be bid, and the tricks of the twelve that it promises."""

    kind: Kind
    tricks: float


class Weighed(NamedTuple):
    """A bid with its chance to be made, and the chance to win the match that it leaves."""

    bid: Bid
    chance: float
    worth: float


class Said(NamedTuple):
    """What to say: a bid, or None for a pass, and the reason."""

    bid: Bid | None
    reason: str


@dataclass(frozen=True, slots=True)
class Situation:
    """An auction as one seat sees it; ``mine`` and ``theirs`` are the totals of the two sides.

    ``to_speak`` counts the opponents who may still speak after this seat; ``partner_to_speak``
    tells whether partner may. ``bold`` is who plays well enough to bid closely.
    """

    seat: int
    hand: Sequence[Card]
    mine: int
    theirs: int
    standing: Call | None
    to_speak: int
    legal: Sequence[Bid]
    may_pass: bool
    options: Options
    partner_to_speak: bool = False
    bold: bool = False


def say(now: Situation) -> Said:
    """Return what to say."""
    plans = [_plan(now.hand, kind, now.options) for kind in now.options.kinds]
    weighed = [found for plan in plans for found in _weigh(plan, now)]
    if not weighed:
        return Said(None, "pass_nothing_higher")
    if not now.may_pass:
        return Said(max(weighed, key=lambda one: one.worth).bid, "bid_forced")
    passing = _worth_of_passing(now)
    floor = BOLD_FLOOR if now.bold else FLOOR
    weighed = [one for one in weighed if one.chance >= floor]
    careful = [one for one in weighed if one.chance >= SURE or not _fatal(one.bid, now)]
    best = max(careful, key=lambda one: one.worth, default=None)
    if best is None and weighed:
        if passing > 0.08:
            return Said(None, "pass_risk")
        best = max(weighed, key=lambda one: one.worth)
    if best is None:
        return Said(None, _why_pass(now, None))
    if best.worth > passing:
        return Said(best.bid, _why_bid(best.bid, now))
    return Said(None, _why_pass(now, best))


def promised(hand: Sequence[Card], kind: Kind, trump: Suit | None, options: Options) -> float:
    """Return the tricks that twelve cards promise the bidder, the kitty not yet taken."""
    order = ranking(Contract(0, Bid(3, kind), trump), options)
    assert order is not None
    suits: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
    for one in hand:
        suit = order.suits[one.index]
        if suit is not None:
            suits[suit].append(one)
    for some in suits.values():
        some.sort(key=order.strength, reverse=True)
    if trump is None:
        return _promised_at_no_trump(suits, order)
    trumps = suits.pop(trump)
    tricks = 6.5 + 0.25 * len(trumps)
    for one in trumps:
        if one.suit is None:
            tricks += 0.8
        elif order.strengths[one.index] == 13:
            tricks += 0.4
        elif order.strengths[one.index] == 12:
            tricks += 0.25
    for some in suits.values():
        tricks += 0.36 * tops_worth(some, order) + 0.12 * max(0, 2 - len(some))
    return tricks


def _promised_at_no_trump(suits: dict[Suit, list[Card]], order: Order) -> float:
    tricks = 6.0
    for some in suits.values():
        tops = tops_worth(some, order)
        tricks += 0.59 * tops + 0.29 * length_worth(some, tops)
        if not some or order.strengths[some[0].index] < 12:
            tricks -= 0.07
    return tricks


def _plan(hand: Sequence[Card], kind: Kind, options: Options) -> Plan:
    if kind is Kind.NO_TRUMP:
        tricks = max(promised(hand, one, None, options) for one in (Kind.HIGH, Kind.LOW))
    elif kind.no_trump:
        tricks = promised(hand, kind, None, options)
    else:
        tricks = max(promised(hand, kind, suit, options) for suit in Suit)
    return Plan(kind, tricks)


def _weigh(plan: Plan, now: Situation) -> list[Weighed]:
    """Weigh the legal bids of a kind: never higher than the score asks for, if that is enough."""
    legal = [bid for bid in now.legal if bid.kind is plan.kind]
    if not legal:
        return []
    double = 2 if plan.kind.no_trump else 1
    need = -(-(now.options.target - now.mine) // double)
    enough = max(legal[0].number, need)
    if now.options.open_rounds:
        legal = legal[:1]
    return [_weighed(bid, plan, now) for bid in legal if bid.number <= enough]


def _weighed(bid: Bid, plan: Plan, now: Situation) -> Weighed:
    spread = NO_TRUMP_SPREAD if plan.kind.no_trump else SPREAD
    chance = _normal((plan.tricks - bid.number - 4.5) / spread)
    won, lost = _stakes(bid, plan.tricks, now.options)
    worth = chance * chance_to_win(now.mine + won, now.theirs, now.options.target)
    worth += (1 - chance) * chance_to_win(now.mine - lost, now.theirs, now.options.target)
    if bid.number == HIGHEST and now.options.boston_wins:
        worth += chance * (1 - chance_to_win(now.mine + won, now.theirs, now.options.target))
    dread = (BOLD_DREAD if now.bold else DREAD) * (2 if plan.kind.no_trump else 1)
    worth -= dread * (1 - chance)
    overbid = OVERBID[bid.number] / (2 if plan.kind.no_trump else 1)
    passed = (1 - overbid) ** now.to_speak
    if passed < 1:
        higher = Bid(min(bid.number + 1, HIGHEST), Kind.UPTOWN)
        worth = passed * worth + (1 - passed) * _theirs(higher, now, 0.0)
    return Weighed(bid, chance, worth)


def _stakes(bid: Bid, tricks: float, options: Options) -> tuple[int, int]:
    """Return what a bid can be expected to score when made, and what it costs when set."""
    double = 2 if bid.kind.no_trump else 1
    won = bid.number
    if options.overtricks:
        won += max(0, min(round(tricks) - 5, HIGHEST) - bid.number)
    if bid.number == HIGHEST:
        won += options.boston_bonus
    return won * double, bid.number * double


def _fatal(bid: Bid, now: Situation) -> bool:
    """Tell whether the match is lost if the bid is set."""
    return now.mine - _stakes(bid, 0, now.options)[1] <= -now.options.target


def _worth_of_passing(now: Situation) -> float:
    """Return the chance to win the match that a pass leaves."""
    if now.standing is None or now.standing.bid is None:
        quiet = (1 - OVERBID[3]) ** now.to_speak
        worth = quiet * chance_to_win(now.mine, now.theirs, now.options.target)
        return worth + (1 - quiet) * _theirs(Bid(4, Kind.UPTOWN), now, 0.0)
    bid = now.standing.bid
    help_ = HELP * (_helps(now.hand, bid.kind, now.options) - AVERAGE_HELP)
    if (now.standing.seat - now.seat) % 2 == 0:
        return _ours(bid, now, help_) + MARGIN
    worth = _theirs(bid, now, help_)
    if now.partner_to_speak and bid.number <= LOW_BID:
        higher = _ours(Bid(bid.number + 1, Kind.UPTOWN), now, 0.0)
        worth += PARTNER_OVERBIDS * (higher - worth)
    return worth


def _ours(bid: Bid, now: Situation, help_: float) -> float:
    """Return the chance to win the match that is left when partner plays a bid."""
    chance = _normal((SLACK[bid.number] + help_) / SPREAD)
    won, lost = _stakes(bid, 0, now.options)
    target = now.options.target
    worth = chance * chance_to_win(now.mine + won, now.theirs, target)
    return worth + (1 - chance) * chance_to_win(now.mine - lost, now.theirs, target)


def _theirs(bid: Bid, now: Situation, against: float) -> float:
    """Return the chance to win the match that is left when the opponents play a bid."""
    chance = _normal((SLACK[bid.number] - against) / SPREAD)
    won, lost = _stakes(bid, 0, now.options)
    target = now.options.target
    worth = chance * chance_to_win(now.mine, now.theirs + won, target)
    return worth + (1 - chance) * chance_to_win(now.mine, now.theirs - lost, target)


def _helps(hand: Sequence[Card], kind: Kind, options: Options) -> float:
    """Return the tricks that a hand brings to, or takes from, a bid made by another."""
    plain = options.low_sides if kind is Kind.DOWNTOWN else None
    if kind is Kind.LOW:
        plain = options.low
    top = Rank.ACE if plain is None else plain[0]
    second = Rank.KING if plain is None else plain[1]
    jokers = 0 if kind.no_trump else sum(1 for one in hand if one.suit is None)
    firsts = sum(1 for one in hand if one.rank is top)
    seconds = sum(1 for one in hand if one.rank is second)
    return jokers + 0.8 * firsts + 0.4 * seconds


def chance_to_win(mine: int, theirs: int, target: int) -> float:
    """Return the chance to win a match that stands at two totals, roughly."""
    if mine >= target or theirs <= -target:
        return 1.0
    if theirs >= target or mine <= -target:
        return 0.0
    return 1 / (1 + exp((theirs - mine) / (0.45 * target)))


def _normal(value: float) -> float:
    return 0.5 * (1 + erf(value / sqrt(2)))


_KINDS: Final = {
    Kind.UPTOWN: "bid_high_trumps",
    Kind.DOWNTOWN: "bid_low_trumps",
    Kind.HIGH: "bid_high_cards",
    Kind.LOW: "bid_low_cards",
    Kind.NO_TRUMP: "bid_no_trump",
}


def _why_bid(bid: Bid, now: Situation) -> str:
    points = bid.number * (2 if bid.kind.no_trump else 1)
    if now.mine > 0 and now.mine + points >= now.options.target:
        return "bid_enough"
    return _KINDS[bid.kind]


def _why_pass(now: Situation, best: Weighed | None) -> str:
    if now.standing is not None and (now.standing.seat - now.seat) % 2 == 0:
        return "pass_partner"
    if best is not None and best.chance >= 0.5:
        return "pass_let_them"
    return "pass_weak"
