"""Playing a record through: the state that its log leads to, and what would be legal next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from bot.games.game import Action, Deal, Decision, Game, Match, NeedsDeal, Over, Refused
from bot.games.record.form import BadRecord, Record, RecordedDeal, Step
from bot.games.record.reading import parse_head, steps
from bot.games.registry import GAMES


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match after all that its record holds."""

    game: Game
    match: Match

    @property
    def over(self) -> Over | None:
        """Return how the match ended; None while it goes on."""
        now = self.match.decision()
        return now if isinstance(now, Over) else None

    def to_json(self) -> dict[str, object]:
        """Return the line that ``replay`` prints."""
        over = self.over
        return {
            "ok": True,
            "game": self.game.key,
            "finished": over is not None,
            "deals": [result.to_json() for result in self.match.results],
            "totals": list(self.match.totals),
            "winners": list(over.winners) if over else [],
            "next": next_to_json(self.match),
        }


def check(obj: object, games: Mapping[str, Game] = GAMES) -> Replayed:
    """Read and play through a record; raise BadRecord at the first thing that is wrong in it."""
    head = parse_head(obj, games)
    return Replayed(head.game, _fold(head.game.new(head.rules), steps(head)))


def replay(record: Record) -> Replayed:
    """Play through a record that has been read; raise BadRecord at the first illegal entry."""
    return Replayed(record.game, _fold(record.game.new(record.rules), _log(record.deals)))


def _log(deals: Sequence[RecordedDeal]) -> Iterator[Step]:
    for number, recorded in enumerate(deals):
        yield Step(number, None, recorded.deal)
        for index, action in enumerate(recorded.actions):
            yield Step(number, index, action)


def _fold(match: Match, log: Iterable[Step]) -> Match:
    for step in log:
        try:
            if isinstance(step.entry, Deal):
                match, _ = match.give(step.entry)
            else:
                match, _ = match.act(step.entry)
        except Refused as refused:
            raise BadRecord(
                refused.code, refused.facts, deal=step.deal, action=step.action
            ) from None
    return match


def next_to_json(match: Match) -> dict[str, object] | None:
    """Return what the match waits for, as ``next`` of a replay; None when it is over."""
    now = match.decision()
    if isinstance(now, Over):
        return None
    found: dict[str, object]
    if isinstance(now, NeedsDeal):
        found = {"deal": True, "dealer": now.dealer}
    else:
        found = {"seat": now.seat, "actions": _choices(now)}
    others = {
        str(seat): [_without_seat(action) for action in actions]
        for seat, actions in sorted(match.others().items())
        if actions
    }
    if others:
        found["others"] = others
    return found


def _choices(decision: Decision) -> list[object]:
    found: list[object] = [_without_seat(action) for action in decision.actions]
    if decision.discard is not None:
        cards = [one.text for one in decision.discard.cards]
        count = decision.discard.count
        found.append([decision.discard.verb, {"from": cards, "count": count}])
    return found


def _without_seat(action: Action) -> list[str]:
    return [action.verb, *action.args]


def fault_to_json(fault: BadRecord, message: str) -> dict[str, object]:
    """Return the line that ``replay`` prints for a bad record; the message is for a person."""
    return {
        "ok": False,
        "deal": fault.deal,
        "action": fault.action,
        "error": fault.code,
        "message": message,
    }
