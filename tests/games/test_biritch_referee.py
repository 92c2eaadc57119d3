"""Rubbers under all house rules, looked at by the rules and by a second opinion on them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Final

import pytest

from bot.games.biritch import GAME
from bot.games.biritch.play import CLAIM
from bot.games.game import Action, Decision, Match, NeedsDeal, Over
from bot.games.house_rules import Rules
from bot.games.record.replaying import Replayed
from tests.games import walks
from tests.games.biritch_referee import Referee, Said

FORMS: Final = ("classic", "auction", "auction_levels")
ENTRIES: Final = 1000
"""How many entries of logs each kind of rubber is followed for."""

CORNERS: Final = tuple(
    product(FORMS, ("impossible", "penalised"), ("to_four", "cap_100", "unlimited", "none"))
)


def rules(form: str, revokes: str, chance: Random, **fixed: str) -> Rules:
    """Return house rules of a form at random, some of them fixed."""
    drawn = walks.random_rules(GAME, chance)
    given = {rule.key: drawn[rule.key] for rule in GAME.book.house_rules}
    return GAME.book.rules({**given, "form": form, "revokes": revokes, **fixed})


def said(action: Action) -> Said:
    """Return an action as a record writes it."""
    return Said(action.seat, action.verb, *action.args)


def ours(match: Match) -> dict[str, object]:
    """Return what ``replay`` prints, and what is open once the rubber seems over."""
    loose = {
        str(seat): [[one.verb, *one.args] for one in some] for seat, some in match.others().items()
    }
    return in_any_order({**Replayed(GAME, match).to_json(), "loose": loose})


def theirs(referee: Referee) -> dict[str, object]:
    """Return the referee's opinion on the same."""
    loose = referee.loose_ends() if referee.deals else {}
    return in_any_order(
        {**referee.report(), "loose": {str(seat): some for seat, some in loose.items()}}
    )


def in_any_order(report: dict[str, object]) -> dict[str, object]:
    """Return a report in which the legal actions are sorted: their order says nothing."""
    report["loose"] = _sorted(report["loose"])
    waits = report["next"]
    if isinstance(waits, dict):
        report["next"] = _sorted({**waits, "others": _sorted(waits.get("others", {}))})
    return report


def _sorted(some: object) -> dict[str, object]:
    assert isinstance(some, dict)
    return {key: sorted(one) if isinstance(one, list) else one for key, one in some.items()}


def choose(match: Match, chance: Random, loose: float, early: float) -> Action | None:
    """Return a random action; None where a deal is next.

    ``loose`` is how often something is done out of turn, ``early`` how much of that are claims;
    once the last card lies, something is claimed every other time.
    """
    others = [one for some in match.others().values() for one in some]
    now = match.decision()
    if not isinstance(now, Decision):
        return chance.choice(others) if others and chance.random() < 0.5 else None
    if others and chance.random() < loose:
        wanted = CLAIM if chance.random() < early else "play"
        return chance.choice([one for one in others if one.verb == wanted] or others)
    passes = [one for one in now.actions if one.verb == "pass"]
    if passes and chance.random() < 0.5:
        return passes[0]
    plays = [one for one in now.actions if one.verb == "play"]
    return chance.choice(plays or now.actions)


def rubber(
    given: Rules, chance: Random, loose: float, early: float = 0.4
) -> Iterator[tuple[Match, Referee]]:
    """Yield the match and the referee after every entry of a random rubber."""
    match: Match = GAME.new(given)
    referee = Referee({rule.key: given[rule.key] for rule in GAME.book.house_rules})
    yield match, referee
    while True:
        action = choose(match, chance, loose, early)
        now = match.decision()
        if action is not None:
            match, _ = match.act(action)
            referee.do(said(action))
        elif isinstance(now, NeedsDeal):
            deal = walks.random_deal(GAME, now, chance)
            match, _ = match.give(deal)
            referee.give(deal.dealer, [[one.text for one in hand] for hand in deal.hands])
        else:
            return
        yield match, referee


@pytest.mark.parametrize(("form", "revokes", "doubling"), CORNERS)
def test_referee_agrees_on_every_question_trick_and_score(
    form: str, revokes: str, doubling: str
) -> None:
    chance = Random(f"{form} {revokes} {doubling}")
    left, finished = ENTRIES, 0
    while left > 0:
        given = rules(form, revokes, chance, doubling=doubling)
        loose = chance.choice((0.02, 0.15)) if revokes == "penalised" else 0.0
        for match, referee in islice(rubber(given, chance, loose), left):
            now = match.decision()
            playing = isinstance(now, Decision) and now.question == "play"
            if not playing or chance.random() < 0.1:
                assert ours(match) == theirs(referee), given
            finished += isinstance(now, NeedsDeal)
            left -= 1
    assert finished >= 10


@pytest.mark.parametrize("form", ["classic", "auction"])
def test_referee_agrees_on_ends_of_rubbers_that_claims_undo(form: str) -> None:
    chance = Random(f"ends {form}")
    reopened = 0
    for _ in range(8):
        given = rules(form, "penalised", chance, game="30", doubling="unlimited")
        was_over = False
        for match, referee in rubber(given, chance, 0.08, early=0.0):
            now = match.decision()
            if isinstance(now, Over) or was_over:
                assert ours(match) == theirs(referee), given
                reopened += isinstance(now, NeedsDeal)
            was_over = isinstance(now, Over)
    assert reopened > 0
