"""Laying out deals of Biritch and playing them in a line each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

import pytest

from bot.games.biritch import GAME
from bot.games.biritch.match import Rubber, new
from bot.games.biritch.play import PLAYS, InPlay
from bot.games.cards import PACK_52, Card, Suit, card, cards
from bot.games.game import Action, Deal, Decision, Event, IllegalAction, NeedsDeal, Over

Rules = Mapping[str, object]


def deal(*hands: str, dealer: int = 0) -> Deal:
    """Return a deal: named cards by seat from 0, the others in canonical order where room is."""
    named = [list(cards(hand)) for hand in hands] + [[] for _ in range(4 - len(hands))]
    taken = set(chain(*named))
    rest = (one for one in PACK_52 if one not in taken)
    for hand in named:
        while len(hand) < 13:
            hand.append(next(rest))
    return Deal(dealer, tuple(tuple(hand) for hand in named))


def suit(letter: str, ranks: str) -> str:
    """Return cards of one suit, such as ``AS KS 2S`` for ``S`` and ``A K 2``."""
    return " ".join(f"{rank}{letter}" for rank in ranks.split())


RANKS = "A K Q J 10 9 8 7 6 5 4 3 2"
FOUR_SUITS = tuple(suit(letter, RANKS) for letter in "SHDC")
"""A hand of one suit for each seat: South spades, West hearts, North diamonds, East clubs."""


def split(lost: int, strain: str, dealer: int = 0) -> Deal:
    """Return a deal in which the dealer, declaring ``strain``, loses so many tricks and no more.

    The player at dealer's left holds the highest cards of the main suit and leads them out; then
    the dealer has everything. The other two hands win nothing.
    """
    main = "S" if strain == "NT" else strain
    side = "H" if main != "H" else "S"
    ranks = RANKS.split()
    other = [letter for letter in "SHDC" if letter not in (main, side)]
    hands = [""] * 4
    hands[dealer] = " ".join(
        [suit(main, " ".join(ranks[lost:])), suit(side, " ".join(ranks[:lost]))]
    )
    hands[(dealer + 1) % 4] = " ".join(
        [suit(main, " ".join(ranks[:lost])), suit(side, " ".join(ranks[lost:]))]
    )
    hands[(dealer + 2) % 4] = suit(other[0], RANKS)
    hands[(dealer + 3) % 4] = suit(other[1], RANKS)
    return deal(*hands, dealer=dealer)


def start(given: Deal, rules: Rules | None = None) -> Rubber:
    """Return a rubber with its first deal on the table."""
    rubber, _ = new(GAME.book.rules(rules)).give(given)
    return rubber


def action(text: str) -> Action:
    """Return the action written ``0 play KS``."""
    seat, verb, *args = text.split()
    return Action(int(seat), verb, tuple(args))


def do(rubber: Rubber, *texts: str) -> Rubber:
    """Return the rubber after actions."""
    for text in texts:
        rubber, _ = rubber.act(action(text))
    return rubber


def told(rubber: Rubber, *texts: str) -> tuple[Event, ...]:
    """Return what the last of some actions tells."""
    *before, last = texts
    _, events = do(rubber, *before).act(action(last))
    return events


def settle(rubber: Rubber) -> Rubber:
    """Return the rubber once all have passed what they were asked."""
    while isinstance(now := rubber.decision(), Decision) and now.question != "play":
        rubber = do(rubber, f"{now.seat} pass")
    return rubber


def trick(rubber: Rubber, texts: str) -> Rubber:
    """Return the rubber after some cards, each played from the hand in turn."""
    for one in texts.split():
        rubber, _ = rubber.act(PLAYS[in_play(rubber).turn][card(one).index])
    return rubber


def in_play(rubber: Rubber) -> InPlay:
    """Return the play of the deal on the table."""
    assert rubber.table is not None
    assert isinstance(rubber.table.phase, InPlay)
    return rubber.table.phase


def play_out(rubber: Rubber, prefer: Iterable[Suit] = ()) -> Rubber:
    """Return the rubber at the end of the deal, every hand playing its first legal card.

    Suits in ``prefer`` come first; nobody revokes.
    """
    first = list(prefer)
    while not (phase := in_play(rubber)).over:
        led = phase.trick[0].card.suit if phase.trick else None
        hand = phase.hands[phase.turn]
        following = [one for one in hand if one.suit is led] or list(hand)
        chosen = min(following, key=lambda one: (_place(one, first), one.index))
        rubber, _ = rubber.act(PLAYS[phase.turn][chosen.index])
    return rubber


def _place(one: Card, first: list[Suit]) -> int:
    return first.index(one.suit) if one.suit in first else len(first)


def whole(lost: int, strain: str, rules: Rules | None = None, *doubling: str) -> Rubber:
    """Return a rubber after one deal that seat 0 declared and in which it lost so many tricks."""
    return next_whole(new(GAME.book.rules(rules)), lost, strain, *doubling)


def next_whole(rubber: Rubber, lost: int, strain: str, *doubling: str) -> Rubber:
    """Return a rubber after one more deal, declared by its dealer (seat 0 if it is the first)."""
    waits = rubber.decision()
    assert isinstance(waits, NeedsDeal)
    dealer = waits.dealer or 0
    rubber, _ = rubber.give(split(lost, strain, dealer))
    rubber = settle(do(rubber, f"{dealer} name {strain}", *doubling))
    main = Suit.SPADES if strain == "NT" else Suit(strain)
    rubber = play_out(rubber, [main])
    assert len(rubber.finished[-1].played[dealer % 2]) == 13 - lost
    return rubber


def asked(rubber: Rubber) -> str:
    """Return who is asked what, such as ``0 name``; ``deal 1`` or ``over 0 2`` where nobody is."""
    now = rubber.decision()
    if isinstance(now, Decision):
        return f"{now.seat} {now.question}"
    if isinstance(now, Over):
        return "over " + " ".join(str(seat) for seat in now.winners)
    return f"deal {now.dealer}"


def offered(rubber: Rubber) -> list[str]:
    """Return what the asked seat may do, without its number."""
    now = rubber.decision()
    assert isinstance(now, Decision)
    assert all(one.seat == now.seat for one in now.actions)
    return [" ".join((one.verb, *one.args)) for one in now.actions]


def refused(rubber: Rubber, text: str) -> str:
    """Return the code with which an action is refused."""
    with pytest.raises(IllegalAction) as caught:
        rubber.act(action(text))
    return caught.value.code
