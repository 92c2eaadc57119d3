"""What a player of Bura owes to the table, by rules and by search: one position, one reason."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from unittest.mock import Mock

import pytest

from bot.computers.bura.playout import play_out
from bot.computers.bura.search import PLAYOUTS, BuraSearcher, imagined
from bot.computers.player import Choice, Effort
from bot.computers.registry import PLAYERS
from bot.games.bura import BuraMatch, BuraMemory, BuraView
from bot.games.cards import card
from bot.games.game import Decision
from bot.locales import languages, words
from tests.games.bura_table import Rules, deal, do, random_states, start

EFFORT = Effort(share=0.5, seconds=60)
SMALL = Effort(share=0.06, seconds=60)
SEARCHER = BuraSearcher()


def choice(level: str, match: BuraMatch, seat: int, effort: Effort = EFFORT) -> Choice | None:
    """Return what a level does at a seat."""
    view, memory = match.view(seat), match.memory(seat)
    if level == "strong":
        return SEARCHER.choose(view, memory, Random(1), effort)
    return PLAYERS["bura", level].choose(view, memory, Random(1))


def ahead(last: str) -> BuraMatch:
    """Seat 1 has won 28 points and those of its last card, and is asked for 31 or the draw."""
    match = start(deal("KC QC 7D", f"AC 10C {last}", "6D 8S 8D 9S"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw")
    return do(match, f"1 play {last}", "0 play 7D")


def nearly(hand0: str, hand1: str, draws: str, rules: Rules | None = None) -> BuraMatch:
    """Seat 1 has won 28 points with two clubs; both have drawn, and seat 1 leads."""
    match = start(deal(f"KC QC {hand0}", f"AC 10C {hand1}", draws), rules)
    return do(match, "0 play KC QC", "1 play AC 10C", "1 draw")


def led(hand0: str, hand1: str, lead: str) -> BuraMatch:
    """Seat 0 begins the deal with a lead."""
    return do(start(deal(hand0, hand1)), f"0 play {lead}")


MOLODKA: Rules = {"molodka_led": "whole"}
POSITIONS: list[tuple[str, BuraMatch, int, str]] = [
    ("31 exactly is enough: declare", ahead("QS"), 1, "declare"),
    ("30 is not: go on", ahead("JS"), 1, "draw"),
    ("three trumps win the pot at once", start(deal("10H 8H 6H", "KS 8S 6C")), 0, "announce bura"),
    ("they win it out of the lead too", start(deal("KS 8S 6C", "10H 8H 6H")), 1, "announce bura"),
    ("a molodka takes the lead", start(deal("KS 8S 6C", "QD JD 7D")), 1, "announce molodka"),
    ("three aces take the lead", start(deal("KS 8S 6C", "AS AD AC")), 1, "announce aces"),
    ("on lead, three aces only show themselves", start(deal("AS AD AC", "KS 8S 6C")), 0, "pass"),
    (
        "whoever announced a molodka leads all of it",
        do(start(deal("QD JD 7D", "KS 8S 6C"), MOLODKA), "0 announce molodka"),
        0,
        "play QD JD 7D",
    ),
    ("a poor trick is not worth a trump", led("7S 10C 6C", "8H QD 7C", "7S"), 1, "play 7C"),
    ("a rich one is worth a trump", led("AS 10C 6C", "6H 8D QC", "AS"), 1, "play 6H"),
    ("two rich ones are worth two", led("AS 10S 6C", "6H 7H 8D", "AS 10S"), 1, "play 7H 6H"),
    ("a lost trick gets no points", led("AS 7C 6C", "QS AD 8C", "AS"), 1, "play 8C"),
    ("and no ten", led("AS 7C 6C", "10S AD 8C", "AS"), 1, "play 8C"),
    ("nor an ace, where two are lost", led("AS 10S 6C", "6H AD 8D", "AS 10S"), 1, "play 6H 8D"),
    ("a lost trick gets no trump", led("AH 7C 6C", "KH 7D 8D", "AH"), 1, "play 7D|play 8D"),
    (
        "a trick that brings 31 is taken with the best trump too",
        do(
            nearly("QS", "AH", "6D 8D 7C 9S 10D 8C"),
            "1 play 6D",
            "0 play 8D",
            "0 draw",
            "0 play QS",
        ),
        1,
        "play AH",
    ),
    (
        "a trick that would give the other 31 is beaten, whatever it costs",
        do(nearly("AH", "KD", "8S 9D 7S 7D"), "1 play KD"),
        0,
        "play AH",
    ),
    (
        "a lead that nothing beats and that brings 31 is made",
        nearly("8S", "AH", "6D 7D 7C 9D"),
        1,
        "play AH",
    ),
    (
        "a ten is not led into what is unseen",
        start(deal("10S 7D AH", "KS 8S 6C")),
        0,
        "play 7D|play AH",
    ),
    (
        "an ace and its ten are led together",
        start(deal("AS 10S 7D", "KS 8S 6C")),
        0,
        "play AS 10S",
    ),
    (
        "three of a suit are led together, also where they need not be",
        do(start(deal("KS QS 7S", "KD 8C 6C")), "0 announce molodka"),
        0,
        "play KS QS 7S",
    ),
    (
        "a plain ten is covered by the ace of its suit",
        led("10S 8C 6C", "AS KH 8D", "10S"),
        1,
        "play AS",
    ),
]


TWO_OF_A_SUIT: list[tuple[str, BuraMatch, int, str]] = [
    ("a poor trick is not worth a trump", led("7S 10C 6C", "8H KD 8D", "7S"), 1, "play 8D"),
    ("a rich one is worth the lowest trump", led("AS 10C 6C", "6H KH 8D", "AS"), 1, "play 6H"),
    ("a lost trick gets no points", led("AS 7C 6C", "QS AD 8D", "AS"), 1, "play 8D"),
]
"""Here whole deals played out speak for another card: two of a suit are kept to be led together,
or a king is brought home with the trick."""


CASES = [
    *((level, *one) for one in POSITIONS for level in ("normal", "counting", "strong")),
    *((level, *one) for one in TWO_OF_A_SUIT for level in ("normal", "counting")),
]


@pytest.mark.parametrize(
    ("level", "why", "match", "seat", "expected"),
    CASES,
    ids=[f"{one[1]}: {one[0]}" for one in CASES],
)
def test_conduct(level: str, why: str, match: BuraMatch, seat: int, expected: str) -> None:
    made = choice(level, match, seat)
    assert made is not None, why
    assert " ".join((made.action.verb, *made.action.args)) in expected.split("|"), why


@pytest.mark.parametrize("level", ["normal", "strong"])
def test_31_is_declared_out_of_turn_and_less_is_not(level: str) -> None:
    match = start(deal("KC QC 7D", "AC 10C QS", "6D 8S 8D 9S 7C 10D"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw")
    match = do(match, "1 play 6D", "0 play 7D")
    assert choice(level, match, 1) is None
    match = start(deal("KC QC 7D", "AC 10C QS", "6D 8S 8D 9S 7C 10D"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw", "1 play QS", "0 play 7D")
    match = do(match, "1 draw", "1 play 6D", "0 play 10D")
    made = choice(level, match, 1)
    assert made is not None
    assert made.action.verb == "declare"


def moments() -> list[BuraMatch]:
    """Return positions of several houses in which a card is chosen among several."""
    found = []
    houses: list[Rules] = [{}, {"losing_replies": "hidden"}, {"declare": "leader_only"}]
    for seed, house in enumerate(houses):
        for match in random_states(seed, {"length": 1, **house}, 0.0):
            now = match.decision()
            if (
                isinstance(now, Decision)
                and now.question in ("lead", "reply")
                and sum(one.verb == "play" for one in now.actions) > 1
            ):
                found.append(match)
    return found


def test_imagined_deals_agree_with_all_that_is_known_and_are_as_many_cards() -> None:
    chance = Random(3)
    for match in moments():
        now = match.decision()
        assert isinstance(now, Decision)
        view, memory = match.view(now.seat), match.memory(now.seat)
        assert isinstance(view, BuraView)
        assert isinstance(memory, BuraMemory)
        table = imagined(view, memory)
        for _ in range(5):
            world = table.deal(chance)
            both = [*world.hands[0], *world.hands[1], *world.stock]
            assert len(set(both)) == len(both)
            assert [len(hand) for hand in world.hands] == list(view.counts)
            assert len(world.stock) == view.stock
            assert tuple(world.hands[now.seat]) == table.hand
            assert not any(world.gone >> one & 1 for one in both)


def test_a_choice_is_the_same_for_the_same_chance() -> None:
    for match in moments()[::3]:
        now = match.decision()
        assert isinstance(now, Decision)
        view, memory = match.view(now.seat), match.memory(now.seat)
        first = SEARCHER.choose(view, memory, Random(5), SMALL)
        assert first == BuraSearcher().choose(view, memory, Random(5), SMALL)
        assert first is not None
        assert first.action in now.actions
        for language in languages():
            assert words(language).has(f"why.bura.{first.reason}")


def dealt_again(match: BuraMatch, seat: int, chance: Random) -> BuraMatch:
    """Return a match with what a seat cannot know of the other's hand and the stock changed."""
    view, memory = match.view(seat), match.memory(seat)
    now = match.open_deal
    assert isinstance(view, BuraView)
    assert isinstance(memory, BuraMemory)
    assert now is not None
    table = imagined(view, memory)
    by_number = {number: card(text) for text, number in table.numbers.items()}
    old = [by_number[one] for one in table.free]
    held, stock = now.hands[1 - seat], now.laid.deal.stock[-now.left :] if now.left else ()
    old = [one for one in old if one in held or one in stock]
    new = dict(zip(old, chance.sample(old, len(old)), strict=True))
    hands = tuple([tuple([new.get(one, one) for one in hand]) for hand in now.hands])
    given = replace(
        now.laid.deal,
        hands=tuple([tuple([new.get(one, one) for one in hand]) for hand in now.laid.deal.hands]),
        stock=tuple([new.get(one, one) for one in now.laid.deal.stock]),
    )
    laid = replace(now.laid, deal=given)
    return replace(match, open_deal=now._replace(laid=laid, hands=(hands[0], hands[1])))


@pytest.mark.parametrize("level", ["easy", "normal", "counting", "strong"])
def test_the_cards_of_the_other_and_of_the_stock_change_nothing(level: str) -> None:
    changed = 0
    for number, match in enumerate(moments()[::6]):
        now = match.decision()
        assert isinstance(now, Decision)
        again = dealt_again(match, now.seat, Random(number))
        assert again.view(now.seat) == match.view(now.seat)
        changed += again.view(1 - now.seat).hand != match.view(1 - now.seat).hand
        assert choice(level, again, now.seat, SMALL) == choice(level, match, now.seat, SMALL)
    assert changed > 20


def test_work_is_counted_in_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(wraps=play_out)
    monkeypatch.setattr("bot.computers.bura.search.play_out", counted)
    match = start(deal("AS 10C 6C", "KS 8S 7D"))
    for share in (1.0, 0.25):
        counted.reset_mock()
        SEARCHER.choose(match.view(0), match.memory(0), Random(1), Effort(share, 60))
        assert 4 <= counted.call_count <= PLAYOUTS * share
