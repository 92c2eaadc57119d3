"""A finished match to step through: any moment of it, with all hands open.

Only what is over is ever put on a reel, so everything in it may be seen by anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

from bot.games.cards import Card
from bot.games.game import Action, DealResult, Event, Game, Match, Summary, TrickTaken, View
from bot.games.record import BadRecord, Record, RecordedDeal
from bot.games.trick import Play


@dataclass(frozen=True, slots=True)
class Frame:
    """One moment of a deal: after ``position`` of its ``length`` actions.

    ``action`` is the one just made and ``events`` what it brought; ``hands`` are all hands as they
    are held now; ``tricks`` are the positions at which a trick is finished; ``summary`` is there
    from when the deal is scored.
    """

    deal: int
    position: int
    length: int
    action: Action | None
    events: tuple[Event, ...]
    view: View
    hands: tuple[tuple[Card, ...], ...]
    trick: tuple[Play, ...]
    tricks: tuple[int, ...]
    summary: Summary | None

    @property
    def trick_number(self) -> int:
        """Return which trick is in play or was just finished, from 1; 0 before the first card."""
        done = sum(1 for end in self.tricks if end <= self.position)
        return done + (1 if self.view.trick else 0)

    @property
    def trick_before(self) -> int:
        """Return the position at the end of the trick before, or at the deal's beginning."""
        return max((end for end in self.tricks if end < self.position), default=0)

    @property
    def trick_after(self) -> int:
        """Return the position at the end of this trick or the next one, or at the deal's end."""
        return min((end for end in self.tricks if end > self.position), default=self.length)


@dataclass(frozen=True, slots=True)
class _Spool:
    begun: Match
    actions: tuple[Action, ...]
    tricks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reel:
    """A whole match, ready to be looked at anywhere; ``deals`` are as recorded."""

    record: Record
    final: Match
    spools: tuple[_Spool, ...]

    @property
    def game(self) -> Game:
        """Return the game that was played."""
        return self.record.game

    @property
    def deals(self) -> tuple[RecordedDeal, ...]:
        """Return the deals with their actions and proofs."""
        return self.record.deals

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Return the results of the deals."""
        return self.final.results

    def summary(self, deal: int) -> Summary:
        """Return a deal with everything face up, by its number from 1."""
        return self.final.summary(deal)

    def race(self) -> tuple[tuple[int, ...], ...]:
        """Return the totals after each deal, a series for each side (or seat), from 0."""
        sides = len(self.final.totals)
        steps = [[_points(result.scores[side]) for result in self.results] for side in range(sides)]
        return tuple(tuple(accumulate(step, initial=0)) for step in steps)

    def frame(self, deal: int, position: int) -> Frame:
        """Return a moment; numbers beyond the ends stand for the nearest that there is."""
        deal = max(1, min(deal, len(self.spools)))
        spool = self.spools[deal - 1]
        position = max(0, min(position, len(spool.actions)))
        match = spool.begun
        events: tuple[Event, ...] = ()
        for action in spool.actions[:position]:
            match, events = match.act(action)
        view = match.view(None)
        return Frame(
            deal=deal,
            position=position,
            length=len(spool.actions),
            action=spool.actions[position - 1] if position else None,
            events=events,
            view=view,
            hands=tuple(match.view(seat).hand for seat in range(self.game.seats)),
            trick=view.trick,
            tricks=spool.tricks,
            summary=match.summary(deal) if len(match.results) >= deal else None,
        )


def reel_of(record: Record) -> Reel:
    """Put a record on a reel; raise BadRecord where the rules do not allow what stands in it."""
    match = record.game.new(record.rules)
    spools: list[_Spool] = []
    for recorded in record.deals:
        try:
            match, _ = match.give(recorded.deal)
            begun = match
            ends = []
            for number, action in enumerate(recorded.actions, 1):
                match, events = match.act(action)
                if any(isinstance(event, TrickTaken) for event in events):
                    ends.append(number)
        except ValueError as error:
            raise BadRecord("not_a_record", deal=len(spools)) from error
        spools.append(_Spool(begun, recorded.actions, tuple(ends)))
    return Reel(record, match, tuple(spools))


def _points(score: int | tuple[int, int]) -> int:
    return sum(score) if isinstance(score, tuple) else score
