"""Laying out deals of Bura and playing them in a line each."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count
from random import Random

import pytest

from bot.games.bura import GAME, BuraMatch
from bot.games.bura.match import new
from bot.games.cards import PACK_36, card, cards
from bot.games.game import Action, Deal, Decision, IllegalAction, NeedsDeal, Over

Rules = Mapping[str, object]


def deal(hand0: str, hand1: str, draws: str = "", turned: str = "9H", dealer: int = 1) -> Deal:
    """Return a deal: what is not named fills the stock in canonical order, ``turned`` last."""
    hands = (cards(hand0), cards(hand1))
    top, trump = cards(draws), card(turned)
    named = {one.text for one in chain(*hands, top, (trump,))}
    rest = [one for one in PACK_36 if one.text not in named]
    return Deal(dealer, hands, (*top, *rest, trump))


def start(given: Deal, rules: Rules | None = None) -> BuraMatch:
    """Return a match with its first deal on the table."""
    match, _ = new(GAME.book.rules(rules)).give(given)
    return match


def action(text: str) -> Action:
    """Return the action written ``0 play KS 8S``."""
    seat, verb, *args = text.split()
    return Action(int(seat), verb, tuple(args))


def do(match: BuraMatch, *texts: str) -> BuraMatch:
    """Return the match after actions."""
    for text in texts:
        match, _ = match.act(action(text))
    return match


def asked(match: BuraMatch) -> str:
    """Return who is asked what, such as ``0 lead``; ``deal 1`` or ``over`` where nobody is."""
    now = match.decision()
    if isinstance(now, Decision):
        assert now.player == now.seat
        return f"{now.seat} {now.question}"
    if isinstance(now, NeedsDeal):
        return f"deal {now.dealer}"
    return "over " + " ".join(str(seat) for seat in now.winners)


def offered(match: BuraMatch) -> list[str]:
    """Return what the asked seat may do, without its number."""
    now = match.decision()
    assert isinstance(now, Decision)
    assert all(one.seat == now.seat for one in now.actions)
    return [" ".join((one.verb, *one.args)) for one in now.actions]


def open_to(match: BuraMatch) -> dict[int, list[str]]:
    """Return what is open out of turn."""
    return {
        seat: [" ".join((one.verb, *one.args)) for one in some]
        for seat, some in match.others().items()
    }


def refused(match: BuraMatch, text: str) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        match.act(action(text))
    return caught.value.code


def shuffled_deal(chance: Random, dealer: int) -> Deal:
    """Return a deal by chance."""
    pack = list(PACK_36)
    chance.shuffle(pack)
    return GAME.lay_out(dealer, pack)


def every_action(match: BuraMatch) -> list[Action]:
    """Return all that anybody may do now."""
    now = match.decision()
    assert isinstance(now, Decision)
    return [*now.actions, *chain(*match.others().values())]


def random_match(seed: int, rules: Rules | None = None, declaring: float = 0.1) -> BuraMatch:
    """Play a match at random to its end; ``declaring`` is how often 31 is thought of."""
    return random_states(seed, rules, declaring)[-1]


def random_states(seed: int, rules: Rules | None = None, declaring: float = 0.1) -> list[BuraMatch]:
    """Play a match at random; return its states, before the first deal to the end."""
    chance = Random(seed)
    match = new(GAME.book.rules(rules))
    states = [match]
    while not isinstance(now := match.decision(), Over):
        if isinstance(now, NeedsDeal):
            dealer = chance.randrange(2) if now.dealer is None else now.dealer
            match, _ = match.give(shuffled_deal(chance, dealer))
        else:
            some = every_action(match)
            if chance.random() > declaring:
                some = [one for one in some if one.verb != "declare"] or some
            match, _ = match.act(chance.choice(some))
        states.append(match)
    return states


def down_to(left: int, lead: int) -> BuraMatch:
    """Return a match with ``left`` cards in the stock where a group of ``lead`` may be led.

    Every trick before was of one card; special hands were passed over.
    """
    for seed in count():
        match = start(shuffled_deal(Random(seed), 1))
        while match.view(None).stock > left or asked(match)[2:] != "lead":
            texts = offered(match)
            match = do(match, f"{asked(match)[0]} {'pass' if 'pass' in texts else texts[0]}")
        if any(len(text.split()) == lead + 1 for text in offered(match)):
            return match
    raise AssertionError("unreachable")


def play_group(match: BuraMatch, size: int) -> BuraMatch:
    """Return the match after a lead of ``size`` cards and the first reply there is.

    Special hands are passed over.
    """
    while asked(match)[2:] == "special":
        match = do(match, f"{asked(match)[0]} pass")
    led = next(text for text in offered(match) if len(text.split()) == size + 1)
    match = do(match, f"{asked(match)[0]} {led}")
    return do(match, f"{asked(match)[0]} {offered(match)[0]}")
