"""A rubber of Biritch as a value: deals and actions in, what it waits for and views out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.games.biritch import bidding, play, scoring
from bot.games.biritch.bidding import Bidding, Said, Settled
from bot.games.biritch.contract import SEATS, SIDES, left_of
from bot.games.biritch.events import (
    DealScored,
    DummyDown,
    GameWon,
    PlayBegun,
    RubberReopened,
    RubberWon,
)
from bot.games.biritch.options import Options, options
from bot.games.biritch.play import CLAIM, InPlay
from bot.games.biritch.revokes import Transfer, settle
from bot.games.biritch.scoring import Piles, Scored, Standing
from bot.games.biritch.views import BiritchSummary, BiritchView
from bot.games.biritch.watching import remember, watch
from bot.games.cards import PACK_52, in_order
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

VERBS: Final = frozenset({"name", "leave", "call", "double", "redouble", "pass", "play", CLAIM})
SIZES: Final = (13,) * SEATS


@dataclass(frozen=True, slots=True)
class OnTable:
    """The deal on the table, with all that was done in it; it stays until the next one comes."""

    number: int
    deal: Deal
    actions: tuple[Action, ...]
    said: Said
    phase: Bidding | InPlay


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that has been played to its last card, and how it was scored."""

    table: OnTable
    play: InPlay
    before: Standing
    scored: Scored
    played: Piles
    counted: Piles
    transfers: tuple[Transfer, ...]
    result: DealResult


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber: the house rules, the finished deals, and the deal on the table.

    Keeps ``bot.games.game.Match``. A finished deal stays on the table until the next one is given.
    """

    rules: Rules
    options: Options
    finished: tuple[Finished, ...] = ()
    table: OnTable | None = None

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Return the finished deals as the record reports them."""
        return tuple(one.result for one in self.finished)

    @property
    def standing(self) -> Standing:
        """Return games, points towards the next game and totals after the finished deals."""
        return self.finished[-1].scored.standing if self.finished else Standing()

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the grand totals by side."""
        return self.standing.totals

    @property
    def winners(self) -> tuple[int, ...]:
        """Return the seats that have won, none while the rubber goes on."""
        winner = self.standing.winner
        return () if winner is None else SIDES[winner]

    def decision(self) -> Decision | NeedsDeal | Over:
        """Return what the rubber waits for."""
        table = self.table
        if table is None:
            return NeedsDeal(None)
        phase = table.phase
        if not isinstance(phase, InPlay):
            seat = phase.seat
            return Decision(seat, seat, phase.question, phase.actions(self.options))
        if not phase.over:
            player = phase.contract.player_of(phase.turn)
            return Decision(phase.turn, player, "play", play.actions(self.options, phase))
        if self.winners:
            return Over(self.winners)
        return NeedsDeal(left_of(table.deal.dealer))

    def others(self) -> Mapping[int, tuple[Action, ...]]:
        """Return what may be done out of turn: claims, and plays that count as revokes."""
        if self.table is None or not isinstance(self.table.phase, InPlay):
            return {}
        return play.others(self.options, self.table.phase)

    def act(self, action: Action) -> tuple[Rubber, tuple[Event, ...]]:
        """Return the rubber after an action, and what happened; raise IllegalAction."""
        if action.verb not in VERBS:
            raise IllegalAction("unknown_verb", verb=action.verb)
        table = self.table
        if table is None:
            raise IllegalAction("deal_needed")
        phase = table.phase
        log = (*table.actions, action)
        if isinstance(phase, InPlay):
            if phase.over:
                return self._claim_late(table, phase, action)
            after, events = play.act(self.options, phase, action)
            on_table = OnTable(table.number, table.deal, log, table.said, after)
            if after.over:
                return self._finish(on_table, after, events)
            return Rubber(self.rules, self.options, self.finished, on_table), events
        step, events = bidding.act(self.options, phase, action)
        if isinstance(step, Settled):
            on_table, begun = self._begin_play(table, step, log)
            return replace(self, table=on_table), (*events, *begun)
        return replace(self, table=OnTable(table.number, table.deal, log, step.said, step)), events

    def give(self, deal: Deal) -> tuple[Rubber, tuple[Event, ...]]:
        """Return the rubber with a new deal on the table; raise WrongDeal."""
        waits = self.decision()
        if isinstance(waits, Over):
            raise WrongDeal("match_over")
        if isinstance(waits, Decision):
            raise WrongDeal("deal_too_early")
        check_cards(deal, PACK_52, SIZES, 0, waits.dealer)
        number = len(self.finished) + 1
        phase = bidding.begin(self.options, deal.dealer)
        table = OnTable(number, deal, (), phase.said, phase)
        return replace(self, table=table), (DealBegun(number, deal.dealer),)

    @kept
    def view(self, seat: int | None) -> BiritchView:
        """Return all that a seat (None: the public) may be shown."""
        return watch(self, seat)

    def memory(self, seat: int) -> Memory:
        """Return what a perfect memory at this seat holds of the deal on the table."""
        return remember(self, seat)

    def summary(self, number: int) -> BiritchSummary:
        """Return a finished deal, by its number from 1; raise IndexError where there is none."""
        if not 1 <= number <= len(self.finished):
            raise IndexError(number)
        one = self.finished[number - 1]
        return BiritchSummary(
            number=number,
            deal=one.table.deal,
            actions=one.table.actions,
            tricks=one.play.taken,
            result=one.result,
            said=one.table.said,
            contract=one.play.contract,
            lines=one.scored.lines,
            before=one.before,
            after=one.scored.standing,
            game=one.scored.game,
            played=one.played,
            counted=one.counted,
            revokes=tuple(found for made in one.play.claims for found in made.found),
            transfers=one.transfers,
        )

    def _begin_play(
        self, table: OnTable, settled: Settled, log: tuple[Action, ...]
    ) -> tuple[OnTable, tuple[Event, ...]]:
        contract = settled.contract
        hands = tuple(in_order(hand) for hand in table.deal.hands)
        phase = InPlay(contract, hands, contract.leader)
        begun = PlayBegun(contract, contract.leader)
        events = (begun,) if self.options.dummy_after_lead else (begun, DummyDown(contract.dummy))
        return OnTable(table.number, table.deal, log, settled.said, phase), events

    def _finish(
        self, table: OnTable, phase: InPlay, events: tuple[Event, ...]
    ) -> tuple[Rubber, tuple[Event, ...]]:
        one = self._score(table, phase, self.standing)
        after = replace(self, finished=(*self.finished, one), table=table)
        over = (DealOver(table.number), *_scored_events(one, again=False))
        return after, (*events, *over)

    def _claim_late(
        self, table: OnTable, phase: InPlay, action: Action
    ) -> tuple[Rubber, tuple[Event, ...]]:
        if action.verb != CLAIM or not self.options.penalised:
            raise IllegalAction("match_over" if self.winners else "deal_needed")
        after, events = play.claim(self.options, phase, action)
        on_table = replace(table, actions=(*table.actions, action), phase=after)
        was = self.finished[-1]
        one = self._score(on_table, after, was.before)
        rubber = replace(self, finished=(*self.finished[:-1], one), table=on_table)
        if one.scored == was.scored:
            return rubber, events
        reopened: tuple[Event, ...] = ()
        if was.scored.standing.rubber is not None and one.scored.standing.rubber is None:
            reopened = (RubberReopened(),)
        return rubber, (*events, *_scored_events(one, again=True), *reopened)

    def _score(self, table: OnTable, phase: InPlay, before: Standing) -> Finished:
        played = scoring.piles(phase.taken)
        counted, transfers = settle(played, phase.claims)
        lines = scoring.deal_lines(self.options, phase.contract, table.deal.hands, played, counted)
        scored = scoring.enter(self.options, before, lines)
        result = DealResult(
            table.deal.dealer,
            (len(counted[0]), len(counted[1])),
            scoring.columns(scored.lines),
        )
        return Finished(table, phase, before, scored, played, counted, transfers, result)


def _scored_events(one: Finished, *, again: bool) -> tuple[Event, ...]:
    standing = one.scored.standing
    scores = scoring.columns(one.scored.lines)
    events: list[Event] = [DealScored(one.table.number, scores, again)]
    if one.scored.game is not None:
        events.append(GameWon(one.scored.game, standing.games))
    if standing.rubber is not None and standing.winner is not None:
        events.append(RubberWon(standing.rubber))
        events.append(MatchOver(SIDES[standing.winner]))
    return tuple(events)


def new(rules: Rules) -> Rubber:
    """Return a rubber that waits for its first deal."""
    return Rubber(rules, options(rules))
