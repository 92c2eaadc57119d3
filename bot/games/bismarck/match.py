"""A match of Bismarck: what it waits for, and what each action does to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.games.bismarck import exchange, play, views
from bot.games.bismarck.contracts import KITTY, SEATS, TRICKS, Contract, quotas
from bot.games.bismarck.events import DealScored, DiscardsShown, ExtraDealNeeded, KittyShown
from bot.games.bismarck.options import Options, options
from bot.games.bismarck.scoring import UNDECIDED, Standing, scores, standing, taken
from bot.games.bismarck.state import NEXT, NOTHING, Counts, Exchange, Finished, Playing
from bot.games.cards import PACK_52
from bot.games.game import (
    Action,
    Deal,
    DealBegun,
    DealOver,
    DealResult,
    Decision,
    Event,
    IllegalAction,
    MatchOver,
    Memory,
    NeedsDeal,
    Over,
    WrongDeal,
    check_cards,
)
from bot.games.house_rules import Rules
from bot.games.kept import kept

VERBS: Final = frozenset(("contract", "take", "refuse", "discard", "trump", "play"))
_SIZES: Final = (TRICKS,) * SEATS


@dataclass(frozen=True, slots=True)
class Bismarck:
    """A match as a value (see ``bot.games.game.Match``).

    ``table`` is the open deal, None between deals. ``standing`` is how the match stands after the
    finished deals.
    """

    rules: Rules
    options: Options
    finished: tuple[Finished, ...] = ()
    table: Exchange | Playing | None = None
    standing: Standing = UNDECIDED

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Return the finished deals."""
        return tuple([deal.result for deal in self.finished])

    @property
    def totals(self) -> Counts:
        """Return each seat's total after the finished deals."""
        return self.finished[-1].totals if self.finished else NOTHING

    @property
    def first(self) -> int | None:
        """Return the first forehand; None before the first deal."""
        if self.finished:
            return self.finished[0].terms.forehand
        if self.table is None:
            return None
        return _deal_of(self.table).dealer

    def announced(self) -> tuple[Contract, ...]:
        """Return the contracts announced so far, deal by deal, that of the open one included."""
        past = [deal.terms.contract for deal in self.finished]
        if isinstance(self.table, Playing):
            past.append(self.table.terms.contract)
        elif self.table is not None and self.table.contract is not None:
            past.append(self.table.contract)
        return tuple(past)

    def decision(self) -> Decision | NeedsDeal | Over:
        """Return what the match waits for."""
        table = self.table
        if isinstance(table, Playing):
            return play.decision(table)
        if table is not None:
            return exchange.decision(self.options, table, self._played(table))
        if self.standing.winners:
            return Over(self.standing.winners)
        return NeedsDeal(self.next_forehand())

    def next_forehand(self) -> int | None:
        """Return who is forehand in the next deal; None before the first."""
        return NEXT[self.finished[-1].terms.forehand] if self.finished else None

    def others(self) -> Mapping[int, tuple[Action, ...]]:
        """Return what may be done out of turn: nothing, ever, in this game."""
        return {}

    def give(self, deal: Deal) -> tuple[Self, tuple[Event, ...]]:
        """Return the match with a new deal on the table; raise WrongDeal.

        ``deal.dealer`` is forehand, one place to the left of the last one (rules: Deal).
        """
        if self.table is not None:
            raise WrongDeal("deal_too_early")
        if self.standing.winners:
            raise WrongDeal("match_over")
        check_cards(deal, PACK_52, _SIZES, KITTY, self.next_forehand())
        number = len(self.finished) + 1
        table = Exchange(number, deal, deal.hands[deal.dealer])
        events: tuple[Event, ...] = (DealBegun(number, deal.dealer),)
        if self.options.kitty_open:
            events += (KittyShown(deal.stock),)
        table, more = exchange.begin(self.options, table, self._played(table))
        return replace(self, table=table), events + more

    def act(self, action: Action) -> tuple[Self, tuple[Event, ...]]:
        """Return the match after an action, and what happened; raise IllegalAction."""
        table = self.table
        if isinstance(table, Playing):
            if action.verb not in VERBS:
                raise IllegalAction("unknown_verb", verb=action.verb)
            after, events = play.act(table, action)
            if len(after.tricks) == TRICKS:
                return self._over(after, events)
            return self._with(after), events
        if action.verb not in VERBS:
            raise IllegalAction("unknown_verb", verb=action.verb)
        if table is None:
            raise IllegalAction("match_over" if self.standing.winners else "deal_needed")
        settled, events = exchange.act(self.options, table, self._played(table), action)
        return self._with(settled), events

    def _with(self, table: Exchange | Playing) -> Self:
        return type(self)(self.rules, self.options, self.finished, table, self.standing)

    def _played(self, table: Exchange) -> tuple[Contract, ...]:
        """Return the contracts that the forehand of an open deal has had before it."""
        forehand = table.deal.dealer
        past = self.finished
        return tuple([one.terms.contract for one in past if one.terms.forehand == forehand])

    def _over(self, table: Playing, events: tuple[Event, ...]) -> tuple[Self, tuple[Event, ...]]:
        """Score a deal whose last trick is taken, and see how the match stands."""
        terms = table.terms
        counted = taken(terms.contract, terms.forehand, table.tricks, terms.buried)
        gained = scores(terms.contract, terms.forehand, counted)
        totals = tuple([old + new for old, new in zip(self.totals, gained, strict=True)])
        extra = max(0, terms.number - self.options.deals)
        level = self.standing.level
        deal = Finished(
            terms, table.actions, table.tricks, table.won, counted, gained, totals, extra, level
        )
        after = standing(self.options, terms.number, totals, level)
        events += (
            DiscardsShown(terms.forehand, terms.buried, not terms.took),
            DealScored(
                terms.number,
                terms.forehand,
                terms.contract,
                counted,
                quotas(terms.contract, terms.forehand),
                gained,
                totals,
            ),
            DealOver(terms.number),
        )
        if after.level:
            events += (ExtraDealNeeded(extra + 1, after.level),)
        if after.winners:
            events += (MatchOver(after.winners),)
        past = (*self.finished, deal)
        return type(self)(self.rules, self.options, past, None, after), events

    @kept
    def view(self, seat: int | None) -> views.BismarckView:
        """Return all that a seat (None: the public) may be shown."""
        return views.view(self, seat)

    def memory(self, seat: int) -> Memory:
        """Return what a perfect memory at this seat holds of the open deal."""
        return views.memory(self.table, seat)

    def summary(self, number: int) -> views.BismarckSummary:
        """Return a finished deal, by its number from 1; raise IndexError where there is none."""
        if number < 1:
            raise IndexError(number)
        return views.summary(self.finished[number - 1])


def new(rules: Rules) -> Bismarck:
    """Begin a match under these house rules."""
    return Bismarck(rules, options(rules))


def _deal_of(table: Exchange | Playing) -> Deal:
    return table.terms.deal if isinstance(table, Playing) else table.deal
