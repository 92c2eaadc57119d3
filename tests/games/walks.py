"""Matches of any game played at random: house rules, actions, deals, and every moment on the way.

``known`` tells which cards a seat has seen in such a moment.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from bot.games.cards import Card, card
from bot.games.game import Action, Deal, DealResult, Decision, Event, Game, Match, NeedsDeal
from bot.games.house_rules import HouseRule, Rules
from bot.games.record import RecordedDeal
from bot.games.shuffle import SEED_BYTES, deal_from

PASSING: Final = 0.35
"""How often a pass is chosen where one is possible, so that auctions do not all end sky-high."""

OUT_OF_TURN: Final = 0.02
BETWEEN_DEALS: Final = 0.3
"""How often something open out of turn is done while somebody is asked, and while nobody is."""


# Playing at random.


def random_rules(game: Game, chance: Random) -> Rules:
    """Return house rules of which each has an even chance to differ from its default."""
    given = {
        rule.key: random_value(rule, chance)
        for rule in game.book.house_rules
        if chance.random() < 0.5
    }
    return game.book.rules(given)


def random_value(rule: HouseRule, chance: Random) -> str:
    """Return any of the values that a house rule takes."""
    if rule.low is not None and rule.high is not None:
        return str(chance.choice((rule.low, rule.high, chance.randint(rule.low, rule.high))))
    return chance.choice(rule.values)


def random_discard(decision: Decision, chance: Random) -> Action:
    """Return any combination of a discard."""
    assert decision.discard is not None
    some = chance.sample(decision.discard.cards, decision.discard.count)
    return Action(decision.seat, decision.discard.verb, tuple(one.text for one in some))


def random_action(match: Match, chance: Random) -> Action | None:
    """Return something legal; None where the match waits for a deal or is over, and all pass."""
    others = [action for actions in match.others().values() for action in actions]
    now = match.decision()
    if others and chance.random() < (OUT_OF_TURN if isinstance(now, Decision) else BETWEEN_DEALS):
        return chance.choice(others)
    if not isinstance(now, Decision):
        return None
    if now.discard is not None and not (now.actions and chance.random() < 0.5):
        return random_discard(now, chance)
    passes = [action for action in now.actions if action.verb in ("pass", "draw")]
    if passes and chance.random() < PASSING:
        return passes[0]
    return chance.choice(now.actions)


def random_deal(game: Game, now: NeedsDeal, chance: Random) -> Deal:
    """Return a shuffled deal by the dealer that the match waits for."""
    dealer = chance.randrange(game.seats) if now.dealer is None else now.dealer
    at = chance.randrange(1, len(game.pack))
    return deal_from(game, dealer, chance.randbytes(SEED_BYTES), at)


@dataclass(frozen=True, slots=True)
class Moment:
    """A match after an entry of its log, what that entry told everybody, and the log itself.

    ``before`` is the match as the last deal was given to it, None before the first.
    """

    game: Game
    match: Match
    events: tuple[Event, ...]
    before: Match | None
    log: tuple[RecordedDeal, ...]

    @property
    def deal(self) -> RecordedDeal:
        """Return the last deal, with its actions so far."""
        return self.log[-1]


def walk(game: Game, rules: Rules, chance: Random, most_deals: int) -> Iterator[Moment]:
    """Yield every moment of a match played at random, up to its end or so many deals."""
    match = game.new(rules)
    before: Match | None = None
    log: list[RecordedDeal] = []
    yield Moment(game, match, (), before, ())
    while True:
        action = random_action(match, chance)
        if action is not None:
            match, events = match.act(action)
            last = log[-1]
            log[-1] = RecordedDeal(last.deal, (*last.actions, action))
        else:
            now = match.decision()
            if not isinstance(now, NeedsDeal) or len(log) == most_deals:
                return
            before = match
            deal = random_deal(game, now, chance)
            match, events = match.give(deal)
            log.append(RecordedDeal(deal))
        yield Moment(game, match, events, before, tuple(log))


# What is known.


def cards_in(value: object) -> set[Card]:
    """Return every card that stands anywhere in a value, also as the argument of an action.

    What a view says of finished deals is passed over.
    """
    found: set[Card] = set()
    _gather(value, found)
    return found


_PLAIN: Final = (str, int, type(None), Rules, DealResult)
_FINISHED: Final = frozenset({"results", "history", "sheet", "standing", "ranking"})


def _gather(value: object, found: set[Card]) -> None:
    if isinstance(value, Card):
        found.add(value)
    elif isinstance(value, _PLAIN):
        return
    elif isinstance(value, Action):
        if value.verb in ("play", "discard"):
            found.update(map(card, value.args))
    elif isinstance(value, tuple | list | set | frozenset):
        for part in value:
            _gather(part, found)
    elif isinstance(value, Mapping):
        _gather((*value.keys(), *value.values()), found)
    elif dataclasses.is_dataclass(value):
        for one in dataclasses.fields(value):
            if one.name not in _FINISHED:
                _gather(getattr(value, one.name), found)


def known(match: Match, seat: int | None, seats: int) -> set[Card]:
    """Return the cards that a seat has seen in the open deal; None: what all of them have."""
    if seat is None:
        return set.intersection(*(known(match, one, seats) for one in range(seats)))
    return cards_in(match.view(seat)) | cards_in(match.memory(seat))
