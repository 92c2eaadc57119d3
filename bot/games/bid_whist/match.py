"""A match of Bid whist as a value: deals and actions in, views out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from bot.games.bid_whist.auction import legal_bids, may_pass
from bot.games.bid_whist.events import DealScored
from bot.games.bid_whist.options import Options
from bot.games.bid_whist.play import playable
from bot.games.bid_whist.scoring import KITTY_BOOK, Score, score, winning_side
from bot.games.bid_whist.table import (
    BID,
    BURIED,
    DIRECTION,
    DISCARD,
    DONE,
    PLAY,
    TRUMP,
    VERBS,
    Table,
    answer,
    laid,
)
from bot.games.bid_whist.views import BidWhistMemory, BidWhistSummary, BidWhistView
from bot.games.cards import PACK_54, Card, Suit
from bot.games.game import (
    Action,
    Asked,
    Deal,
    DealBegun,
    DealOver,
    DealResult,
    Decision,
    Discard,
    Event,
    IllegalAction,
    MatchOver,
    NeedsDeal,
    Over,
    WrongDeal,
    check_cards,
)
from bot.games.house_rules import Rules
from bot.games.kept import kept

SIDES: Final = ((0, 2), (1, 3))
HAND: Final = 12
PACKET: Final = 3
NOBODY: Final[Mapping[int, tuple[Action, ...]]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class BidWhistMatch:
    """A match of Bid whist (see ``Match``); ``table`` is the open deal, or the one before."""

    rules: Rules
    options: Options
    results: tuple[DealResult, ...] = ()
    totals: tuple[int, int] = (0, 0)
    winners: tuple[int, ...] = ()
    table: Table | None = None
    finished: tuple[BidWhistSummary, ...] = ()

    def decision(self) -> Decision | NeedsDeal | Over:
        """Return what the match waits for."""
        if self.winners:
            return Over(self.winners)
        table = self.table
        if table is None:
            return NeedsDeal(None)
        if table.question == DONE:
            return NeedsDeal((table.deal.dealer + 1) % 4)
        return _decision(table, self.options)

    def others(self) -> Mapping[int, tuple[Action, ...]]:
        """Return nothing: nobody acts out of turn in Bid whist."""
        return NOBODY

    def act(self, action: Action) -> tuple[BidWhistMatch, tuple[Event, ...]]:
        """Return the match after an action, and what happened; raise IllegalAction."""
        table = self.table
        if self.winners:
            raise IllegalAction("match_over")
        if table is None or table.question == DONE:
            code = "deal_needed" if action.verb in VERBS else "unknown_verb"
            raise IllegalAction(code, verb=action.verb)
        after, events = answer(table, action, self.options)
        if after.question == DONE:
            return self._scored(after, events)
        match = BidWhistMatch(
            self.rules,
            self.options,
            self.results,
            self.totals,
            self.winners,
            after,
            self.finished,
        )
        return match, events

    def give(self, deal: Deal) -> tuple[BidWhistMatch, tuple[Event, ...]]:
        """Return the match with a new deal on the table; raise WrongDeal."""
        now = self.decision()
        if isinstance(now, Over):
            raise WrongDeal("match_over")
        if not isinstance(now, NeedsDeal):
            raise WrongDeal("deal_too_early")
        check_cards(deal, PACK_54, (HAND,) * 4, BURIED, now.dealer)
        match = BidWhistMatch(
            self.rules, self.options, self.results, self.totals, (), laid(deal), self.finished
        )
        return match, (DealBegun(len(self.results) + 1, deal.dealer),)

    def _scored(
        self, table: Table, events: tuple[Event, ...]
    ) -> tuple[BidWhistMatch, tuple[Event, ...]]:
        """Close a deal that was played or passed out."""
        contract = table.contract
        totals = self.totals
        winners: tuple[int, ...] = ()
        points = (0, 0)
        scored = _score(table, self.options)
        if contract is not None and scored is not None:
            points = (scored.points, 0) if scored.side == 0 else (0, scored.points)
            totals = (totals[0] + points[0], totals[1] + points[1])
            events = (*events, DealScored(contract.bidder, contract.bid, scored, totals))
            side = winning_side(totals, scored, self.options)
            winners = () if side is None else SIDES[side]
        number = len(self.results) + 1
        result = DealResult(table.deal.dealer, table.won, points)
        summary = BidWhistSummary(
            number=number,
            deal=table.deal,
            actions=table.actions,
            tricks=table.taken,
            result=result,
            calls=table.auction.calls,
            contract=contract,
            ranking=table.ranking,
            out_of_play=table.buried,
            score=scored,
            totals=totals,
            target=self.options.target,
            winners=winners,
        )
        match = BidWhistMatch(
            self.rules,
            self.options,
            (*self.results, result),
            totals,
            winners,
            table,
            (*self.finished, summary),
        )
        ends: tuple[Event, ...] = (MatchOver(winners),) if winners else ()
        return match, (*events, DealOver(number), *ends)

    @kept
    def view(self, seat: int | None) -> BidWhistView:
        """Return all that a seat (None: the public) may be shown."""
        now = self.decision()
        decision = now if isinstance(now, Decision) else None
        asked = Asked(now.seat, now.player, now.question) if isinstance(now, Decision) else None
        table = self.table
        if table is None:
            return self._bare_view(seat)
        auction, contract, mine = table.auction, table.contract, _is_bidder(table, seat)
        before_play = table.question in (DISCARD, TRUMP, DIRECTION) or (
            table.question == PLAY and not table.trick and not table.taken
        )
        sees_kitty = table.kitty_taken and before_play and (mine or self.options.kitty_shown)
        over = table.question == DONE
        books = list(table.won)
        if contract is not None and table.buried:
            books[contract.side] += KITTY_BOOK
        return BidWhistView(
            game=self.rules.game,
            rules=self.rules,
            seat=seat,
            deal=len(self.results) + (0 if over else 1),
            dealer=table.deal.dealer,
            asked=asked,
            decision=decision if table.asked == seat else None,
            others=(),
            hand=() if over or seat is None else table.hands[seat],
            counts=tuple(0 if over else len(hand) for hand in table.hands),
            trick=table.trick,
            last_trick=table.taken[-1] if table.taken else None,
            tricks=table.won,
            results=self.results,
            totals=self.totals,
            winners=self.winners,
            calls=auction.calls,
            standing=auction.standing,
            speaking=auction.speaking,
            dealer_forced=auction.dealer_forced and not self.options.redeal,
            contract=contract,
            ranking=table.ranking,
            kitty=table.deal.stock if sees_kitty else (),
            buried=table.buried if mine else (),
            kitty_taken=table.kitty_taken,
            kitty_buried=bool(table.buried),
            books=(books[0], books[1]),
            score=_score(table, self.options) if over else None,
        )

    def _bare_view(self, seat: int | None) -> BidWhistView:
        """Return what is seen before the first deal."""
        return BidWhistView(
            game=self.rules.game,
            rules=self.rules,
            seat=seat,
            deal=0,
            dealer=None,
            asked=None,
            decision=None,
            others=(),
            hand=(),
            counts=(0, 0, 0, 0),
            trick=(),
            last_trick=None,
            tricks=(0, 0),
            results=(),
            totals=self.totals,
            winners=(),
            calls=(),
            standing=None,
            speaking=(),
            dealer_forced=False,
            contract=None,
            ranking=None,
            kitty=(),
            buried=(),
            kitty_taken=False,
            kitty_buried=False,
            books=(0, 0),
            score=None,
        )

    def memory(self, seat: int) -> BidWhistMemory:
        """Return what a perfect memory at this seat holds of the open deal."""
        table = self.table
        if table is None or table.question == DONE:
            return BidWhistMemory((), (), ())
        mine = _is_bidder(table, seat)
        saw_kitty = table.kitty_taken and (mine or self.options.kitty_shown)
        return BidWhistMemory(
            dealt=table.deal.hands[seat],
            actions=tuple(
                Action(action.seat, action.verb)
                if action.verb == "discard" and action.seat != seat
                else action
                for action in table.actions
            ),
            tricks=table.taken,
            discarded=table.buried if mine else (),
            kitty=table.deal.stock if saw_kitty else (),
        )

    def summary(self, number: int) -> BidWhistSummary:
        """Return a finished deal, by its number from 1; raise IndexError where there is none."""
        if not 1 <= number <= len(self.finished):
            raise IndexError(number)
        return self.finished[number - 1]


def _is_bidder(table: Table, seat: int | None) -> bool:
    return table.contract is not None and table.contract.bidder == seat


def _score(table: Table, options: Options) -> Score | None:
    contract = table.contract
    return None if contract is None else score(contract, table.won[contract.side], options)


def _decision(table: Table, options: Options) -> Decision:
    seat = table.asked
    if table.question == DISCARD:
        return Decision(seat, seat, DISCARD, discard=Discard(table.hands[seat], BURIED))
    return Decision(seat, seat, table.question, _actions(table, options))


def _actions(table: Table, options: Options) -> tuple[Action, ...]:
    seat = table.asked
    if table.question == PLAY:
        assert table.ranking is not None
        cards = playable(table.hands[seat], table.trick, table.ranking, options)
        return tuple([Action(seat, "play", (one.text,)) for one in cards])
    if table.question == BID:
        bids = [Action(seat, "bid", (bid.text,)) for bid in legal_bids(table.auction, options)]
        passes = [Action(seat, "pass")] if may_pass(table.auction, options) else []
        return (*bids, *passes)
    if table.question == TRUMP:
        return tuple(Action(seat, TRUMP, (suit.value,)) for suit in Suit)
    return (Action(seat, DIRECTION, ("high",)), Action(seat, DIRECTION, ("low",)))


def lay_out(dealer: int, pack: Sequence[Card]) -> Deal:
    """Deal a shuffled and cut pack: three at a time from dealer's left, the last six the kitty."""
    hands: list[tuple[Card, ...]] = [(), (), (), ()]
    for packet in range(4 * HAND // PACKET):
        seat = (dealer + 1 + packet) % 4
        hands[seat] += tuple(pack[packet * PACKET : (packet + 1) * PACKET])
    return Deal(dealer, tuple(hands), tuple(pack[4 * HAND :]))
