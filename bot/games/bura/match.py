"""A match of Bura: pots until the agreed number is won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.games.bura.events import AntePaid, Settled, TrumpTurned
from bot.games.bura.hands import points
from bot.games.bura.legal import (
    VERBS,
    announced_kind,
    group_played,
    legal,
    out_of_turn,
    why_no_declaration,
)
from bot.games.bura.options import BOOK, Options, options
from bot.games.bura.play import (
    Moved,
    announce,
    before_the_lead,
    declare,
    draw,
    lead,
    pass_last,
    pass_special,
    reply,
)
from bot.games.bura.pot import Outcome, Pair, ante, leaders, settle
from bot.games.bura.state import End, OpenDeal, Step, laid_out, won, won_points
from bot.games.bura.tally import TALLY
from bot.games.bura.views import (
    BuraMemory,
    BuraSummary,
    BuraView,
    Standing,
    memory_of,
    view_between,
    view_of,
)
from bot.games.cards import PACK_36, Card
from bot.games.game import (
    Action,
    Deal,
    DealBegun,
    DealOver,
    DealResult,
    Decision,
    Event,
    Game,
    IllegalAction,
    MatchOver,
    NeedsDeal,
    Over,
    WrongDeal,
    check_cards,
)
from bot.games.house_rules import Rules
from bot.games.kept import kept

_ASKED_AT = {
    "draw": (Step.DRAW,),
    "announce": (Step.SPECIAL,),
    "pass": (Step.SPECIAL, Step.LAST),
    "play": (Step.LEAD, Step.REPLY),
}


@dataclass(frozen=True, slots=True)
class BuraMatch:
    """A match of Bura as a value; balances and pot have the ante of an open deal paid.

    ``dealer`` deals next, or has dealt the open deal; None until the first is drawn. A match can
    take any number of deals, so what every view needs of the finished ones is kept beside them.
    """

    rules: Rules
    options: Options
    balances: Pair = (0, 0)
    pot: int = 0
    pots_won: int = 0
    dealer: int | None = None
    open_deal: OpenDeal | None = None
    results: tuple[DealResult, ...] = ()
    history: tuple[Outcome, ...] = ()
    summaries: tuple[BuraSummary, ...] = ()

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the balances; with the pot they are always 0 together."""
        return self.balances

    @property
    def over(self) -> bool:
        """Tell whether the last pot is won."""
        return self.pots_won == self.options.length

    def decision(self) -> Decision | NeedsDeal | Over:
        """Return what the match waits for."""
        deal = self.open_deal
        if deal is not None:
            return Decision(deal.asked, deal.asked, deal.step.value, legal(deal, self.options))
        return Over(leaders(self.balances)) if self.over else NeedsDeal(self.dealer)

    def others(self) -> Mapping[int, tuple[Action, ...]]:
        """Return the declaration open to the seat that is not asked, where it is open."""
        if self.open_deal is None:
            return {}
        return out_of_turn(self.open_deal, self.options)

    def act(self, action: Action) -> tuple[BuraMatch, tuple[Event, ...]]:
        """Return the match after an action, and what happened; raise IllegalAction."""
        if action.verb not in VERBS:
            raise IllegalAction("unknown_verb", verb=action.verb)
        deal = self.open_deal
        if deal is None:
            raise IllegalAction("match_over" if self.over else "deal_needed")
        if action.seat not in (0, 1):
            raise IllegalAction("not_your_turn", seat=action.seat, asked=deal.asked)
        moved, events = self._move(deal, action)
        moved = moved._replace(actions=(*deal.actions, action))
        if moved.end is not None:
            return self._close(moved, moved.end, events)
        return self._with_deal(moved), events

    def give(self, deal: Deal) -> tuple[BuraMatch, tuple[Event, ...]]:
        """Return the match with a new deal on the table, the ante paid; raise WrongDeal.

        An automatic bura can end the deal at once.
        """
        if self.open_deal is not None:
            raise WrongDeal("deal_too_early")
        if self.over:
            raise WrongDeal("match_over")
        check_cards(deal, PACK_36, (3, 3), 30, self.dealer)
        number = len(self.summaries) + 1
        each = ante(self.pot)
        laid = laid_out(number, deal, opened=each > 0)
        events: list[Event] = [DealBegun(number, deal.dealer)]
        if each:
            events.append(AntePaid(each, self.pot + 2 * each))
        events.append(TrumpTurned(deal.stock[-1]))
        leader = 1 - deal.dealer
        hands = (deal.hands[0], deal.hands[1])
        dealt = OpenDeal(laid, Step.LEAD, leader, leader, hands, len(deal.stock))
        dealt, more = before_the_lead(dealt, self.options)
        match = BuraMatch(
            self.rules,
            self.options,
            (self.balances[0] - each, self.balances[1] - each),
            self.pot + 2 * each,
            self.pots_won,
            deal.dealer,
            dealt,
            self.results,
            self.history,
            self.summaries,
        )
        if dealt.end is not None:
            return match._close(dealt, dealt.end, (*events, *more))
        return match, (*events, *more)

    @kept
    def view(self, seat: int | None) -> BuraView:
        """Return all that a seat (None: the public) may be shown."""
        deal = self.open_deal
        winners = leaders(self.balances) if self.over and deal is None else ()
        standing = Standing(
            self.rules,
            self.options,
            self.balances,
            self.pot,
            self.pots_won,
            self.results,
            self.history,
            winners,
        )
        decision = self.decision()
        if deal is None or not isinstance(decision, Decision):
            return view_between(standing, seat)
        return view_of(standing, deal, seat, decision, self.others())

    def memory(self, seat: int) -> BuraMemory:
        """Return what a perfect memory at this seat holds of the open deal."""
        if self.open_deal is None:
            return BuraMemory((), (), ())
        return memory_of(self.open_deal, seat, self.options)

    def summary(self, number: int) -> BuraSummary:
        """Return a finished deal, by its number from 1; raise IndexError where there is none."""
        if number < 1:
            raise IndexError(number)
        return self.summaries[number - 1]

    def _move(self, deal: OpenDeal, action: Action) -> Moved:
        seat, verb, args = action.seat, action.verb, action.args
        if verb == "declare":
            refusal = why_no_declaration(deal, seat, self.options)
            if refusal is not None:
                raise IllegalAction(refusal)
        elif seat != deal.asked:
            raise IllegalAction("not_your_turn", seat=seat, asked=deal.asked)
        elif deal.step not in _ASKED_AT[verb]:
            raise IllegalAction("not_now", verb=verb)
        if args and verb in ("declare", "draw", "pass"):
            raise IllegalAction("bad_arguments", verb=verb)
        if verb == "play":
            group = group_played(deal, args, self.options)
            if deal.step is Step.LEAD:
                return lead(deal, seat, group)
            return reply(deal, seat, group, self.options)
        if verb == "declare":
            return declare(deal, seat)
        if verb == "draw":
            return draw(deal, self.options)
        if verb == "announce":
            return announce(deal, seat, announced_kind(deal, args, self.options), self.options)
        if deal.step is Step.SPECIAL:
            return pass_special(deal, seat, self.options)
        return pass_last(deal, seat)

    def _with_deal(self, deal: OpenDeal) -> BuraMatch:
        return BuraMatch(
            self.rules,
            self.options,
            self.balances,
            self.pot,
            self.pots_won,
            self.dealer,
            deal,
            self.results,
            self.history,
            self.summaries,
        )

    def _close(
        self, deal: OpenDeal, end: End, events: tuple[Event, ...]
    ) -> tuple[BuraMatch, tuple[Event, ...]]:
        """Settle a deal that has ended: the pot, the next dealer, perhaps the match."""
        laid = deal.laid
        outcome = settle(
            end.how,
            end.by,
            won_points(deal),
            self.pot,
            opened=laid.opened,
            false_call_wins=self.options.false_call_wins,
        )
        # The balances have the ante of this deal paid already; the outcome counts it again.
        paid = ante(0) if laid.opened else 0
        balances = (
            self.balances[0] + paid + outcome.changes[0],
            self.balances[1] + paid + outcome.changes[1],
        )
        pots_won = self.pots_won + (outcome.winner is not None)
        tricks = (len(won(deal, 0)), len(won(deal, 1)))
        result = DealResult(laid.deal.dealer, tricks, outcome.changes, more=(("pot", outcome.pot),))
        match = BuraMatch(
            self.rules,
            self.options,
            balances,
            outcome.pot,
            pots_won,
            laid.deal.dealer if end.by is None else end.by,
            None,
            (*self.results, result),
            (*self.history, outcome),
            (
                *self.summaries,
                BuraSummary(
                    number=laid.number,
                    deal=laid.deal,
                    actions=deal.actions,
                    tricks=deal.tricks,
                    result=result,
                    trump=laid.trump,
                    outcome=outcome,
                    counted=(_counted(deal, 0), _counted(deal, 1)),
                    face_down=_face_down(deal, self.options),
                    shown=deal.shown,
                    hands=deal.hands,
                    aside=_rest(deal, deal.aside),
                    stock=_rest(deal, deal.left),
                    out_of_play=(
                        *deal.hands[0],
                        *deal.hands[1],
                        *_rest(deal, deal.aside or deal.left),
                    ),
                    balances=balances,
                    pots_won=pots_won,
                ),
            ),
        )
        closing: list[Event] = [Settled(outcome), DealOver(laid.number)]
        if match.over:
            closing.append(MatchOver(leaders(balances)))
        return match, (*events, *closing)


def _counted(deal: OpenDeal, seat: int) -> tuple[int, ...]:
    return tuple([points(trick) for trick in won(deal, seat)])


def _face_down(deal: OpenDeal, chosen: Options) -> tuple[int, ...]:
    if not chosen.hidden_replies:
        return ()
    return tuple(
        number for number, taken in enumerate(deal.tricks, start=1) if taken.winner == taken.leader
    )


def _rest(deal: OpenDeal, count: int) -> tuple[Card, ...]:
    """Return the last ``count`` cards of the stock: those left in it, or put aside."""
    stock = deal.laid.deal.stock
    return stock[len(stock) - count :]


def new(rules: Rules) -> BuraMatch:
    """Start a match of Bura: nothing is in the pot yet, and the first dealer is not drawn."""
    return BuraMatch(rules, options(rules))


def lay_out(dealer: int, pack: Sequence[Card]) -> Deal:
    """Deal a pack: three each, one at a time, the non-dealer first; the next card makes trumps.

    The turned-up card goes under the stock (rules: Deal).
    """
    first, second = tuple(pack[0:6:2]), tuple(pack[1:6:2])
    hands = (first, second) if dealer == 1 else (second, first)
    return Deal(dealer, hands, (*pack[7:], pack[6]))


GAME = Game(
    "bura",
    ((0,), (1,)),
    PACK_36,
    BOOK,
    new,
    lay_out,
    draws=True,
    looks_back=False,
    tally=TALLY,
)
"""Bura, as the rest of the house knows it."""
