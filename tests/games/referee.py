"""Second opinions on whole matches: a game told again as one long story, sharing no code with it.

A story is a generator. It yields what it waits for and is sent what came: ``("deal", dealer)``,
``("ask", seat, actions, others)`` with actions as tuples ``(verb, *args)``, ``("discard", seat,
cards, count)``, and at last ``("over", winners)``. ``follow`` plays a match at random and compares
every step, and the results, with what the story says.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from random import Random
from typing import Any

from bot.games.game import Action, Deal, Decision, Game, NeedsDeal, Over
from bot.games.house_rules import Rules
from bot.games.shuffle import shuffled

Wait = tuple[Any, ...]
Story = Generator[Wait, Any, Any]
Tell = Callable[[Mapping[str, str], "Sheet"], Story]


class Sheet:
    """What the story writes down: finished deals as (tricks, scores, extra), and totals."""

    def __init__(self) -> None:
        self.deals: list[tuple[list[int], list[int], dict[str, int]]] = []
        self.totals: list[int] = []


def follow(game: Game, rules: Rules, story_of: Tell, seed: int, *, most_deals: int = 60) -> int:
    """Play at random and compare; return how many decisions were compared."""
    chance = Random(seed)
    sheet = Sheet()
    story = story_of(dict(rules), sheet)
    match = game.new(rules)
    wait = next(story)
    compared = 0
    while True:
        decision = match.decision()
        compared += 1
        if isinstance(decision, NeedsDeal):
            assert wait[0] == "deal", wait
            assert decision.dealer == wait[1], (decision, wait)
            if len(match.results) >= most_deals:
                return compared
            dealer = decision.dealer
            if dealer is None:
                dealer = chance.randrange(game.seats)
            deal = game.lay_out(dealer, shuffled(game.pack, chance.randbytes(32)))
            match, _ = match.give(deal)
            wait = story.send(deal)
        else:
            assert isinstance(decision, Decision)
            action = _decide(match, decision, wait, chance)
            match, _ = match.act(action)
            wait = story.send((action.seat, action.verb, *action.args))
        got = [(list(r.tricks), list(r.scores), dict(r.more)) for r in match.results]
        assert got == sheet.deals, (got[-1:], sheet.deals[-1:])
        assert list(match.totals) == sheet.totals or not sheet.totals
        end = match.decision()
        if isinstance(end, Over):
            assert wait == ("over", end.winners), (wait, end)
            return compared


def _decide(match: Any, decision: Decision, wait: Wait, chance: Random) -> Action:
    if decision.discard is not None:
        cards = sorted(one.text for one in decision.discard.cards)
        assert wait == ("discard", decision.seat, cards, decision.discard.count), wait
        chosen = chance.sample(cards, decision.discard.count)
        return Action(decision.seat, decision.discard.verb, tuple(chosen))
    assert wait[0] == "ask", (wait, decision)
    assert decision.seat == wait[1], (decision, wait)
    ours = [(one.verb, *one.args) for one in decision.actions]
    assert sorted(ours) == sorted(wait[2]), (sorted(ours), sorted(wait[2]))
    others = {
        seat: sorted((one.verb, *one.args) for one in some) for seat, some in match.others().items()
    }
    expected = {seat: sorted(some) for seat, some in wait[3].items()} if len(wait) > 3 else {}
    assert others == expected, (others, expected)
    everything = list(decision.actions)
    for some in match.others().values():
        if chance.random() < 0.2:
            everything.extend(some)
    return chance.choice(everything)


def start_of(deal: Deal) -> tuple[int, list[list[str]], list[str]]:
    """Return dealer, hands and stock of a deal as plain texts."""
    return deal.dealer, [[c.text for c in h] for h in deal.hands], [c.text for c in deal.stock]
