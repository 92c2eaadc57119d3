"""The computer that plays Bura by rules of thumb: it counts, remembers, and calls 31 at 31."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from bot.computers.bura import BuraPlayer, Known, chance_safe, knowledge
from bot.computers.player import Choice
from bot.computers.registry import PLAYERS
from bot.games.bura import GAME, BuraMatch
from bot.games.bura.hands import ENOUGH, beats_all
from bot.games.bura.options import BOOK
from bot.games.bura.pot import How
from bot.games.cards import Card, cards
from bot.games.game import Decision, NeedsDeal, Over
from bot.locales import words
from tests.games.bura_table import Rules, deal, do, random_states, shuffled_deal, start

PLAYER = BuraPlayer()
HIDDEN: Rules = {"losing_replies": "hidden"}


def choice_of(match: BuraMatch, seat: int) -> Choice | None:
    return PLAYER.choose(match.view(seat), match.memory(seat), Random(0))


def says(match: BuraMatch, seat: int) -> tuple[str, str]:
    """Return what a seat does, such as ``play KS``, and why."""
    made = choice_of(match, seat)
    assert made is not None
    assert made.action.seat == seat
    return " ".join((made.action.verb, *made.action.args)), made.reason


def worth(points: int) -> BuraMatch:
    """Seat 1 has won that many points and is asked for 31 or the draw."""
    last = {30: "JS", 31: "QS"}[points]
    match = start(deal("KC QC 7D", f"AC 10C {last}", "6D 8S 8D 9S"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw")
    return do(match, f"1 play {last}", "0 play 7D")


def test_31_is_declared_and_30_is_not() -> None:
    assert says(worth(31), 1) == ("declare", "thirty_one")
    assert says(worth(30), 1) == ("draw", "go_on")


def test_31_is_declared_out_of_turn_too() -> None:
    match = start(deal("7S 8S 6C", "AS KS 7C", "10S 9S QD 10C"))
    match = do(match, "0 play 7S 8S", "1 play AS KS", "1 draw", "1 play 10S", "0 play 6C")
    assert choice_of(match, 0) is None
    match = do(match, "1 draw", "1 play 7C", "0 play 10C")
    assert knowledge_of(match, 1).own == 25
    assert choice_of(match, 1) is None
    # The other wins a trick while 31 points are here.
    match = start(deal("KC QC 7D", "AC 10C QS", "6D 8S 8D 9S 7C 10D"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw", "1 play QS", "0 play 7D")
    match = do(match, "1 draw", "1 play 6D", "0 play 10D")
    assert says(match, 1) == ("declare", "thirty_one")


def knowledge_of(match: BuraMatch, seat: int) -> Known:
    trump = match.view(seat).trump
    assert trump is not None
    return knowledge(match.view(seat), match.memory(seat), seat, trump)


def test_special_hands_are_announced() -> None:
    assert says(start(deal("10H 8H 6H", "KS 8S 6C")), 0) == ("announce bura", "bura")
    assert says(start(deal("KS 8S 6C", "10H 8H 6H")), 1) == ("announce bura", "bura")
    assert says(start(deal("KS 8S 6C", "QD JD 7D")), 1) == ("announce molodka", "molodka")
    assert says(start(deal("KS 8S 6C", "AS AD AC")), 1) == ("announce aces", "aces")


def test_three_aces_are_not_shown_for_a_lead_that_is_there_already() -> None:
    assert says(start(deal("AS AD AC", "KS 8S 6C")), 0) == ("pass", "hide_aces")


def test_an_announced_molodka_is_led_whole() -> None:
    match = do(start(deal("QD JD 7D", "KS 8S 6C"), {"molodka_led": "whole"}), "0 announce molodka")
    assert says(match, 0) == ("play QD JD 7D", "whole_molodka")


def test_a_poor_trick_is_not_worth_a_trump() -> None:
    match = do(start(deal("7S 10C 6C", "AH KD 8D")), "0 play 7S")
    assert says(match, 1) == ("play 8D", "let_go")


def test_a_rich_trick_is_trumped_with_the_lowest_trump_that_does() -> None:
    match = do(start(deal("AS 10C 6C", "6H KH 8D")), "0 play AS")
    assert says(match, 1) == ("play 6H", "take_rich")


def test_what_cannot_be_beaten_gets_the_cheapest_cards_and_no_trump() -> None:
    match = do(start(deal("AS 10S 6C", "6H AD 8D")), "0 play AS 10S")
    assert says(match, 1)[1] == "cannot_beat"
    match = do(start(deal("AS 7C 6C", "QS AD 8D")), "0 play AS")
    assert says(match, 1) == ("play 8D", "cannot_beat")


def test_a_cheap_card_of_the_suit_takes_a_poor_trick() -> None:
    match = do(start(deal("7S 10C 6C", "9S AH 8D")), "0 play 7S")
    assert says(match, 1) == ("play 9S", "take_cheaply")


def test_a_trick_that_brings_31_is_taken_even_with_a_good_trump() -> None:
    match = start(deal("KC QC QS", "AC 10C AH", "6D 8D 7C 9S 10D 8C"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw", "1 play 6D", "0 play 8D")
    match = do(match, "0 draw", "0 play QS")
    assert says(match, 1) == ("play AH", "take_enough")


def test_a_low_card_is_led_from_a_poor_hand() -> None:
    did, why = says(start(deal("10S 7D AH", "KS 8S 6C")), 0)
    assert (did, why) == ("play 7D", "lead_low")


def test_a_group_is_led_when_nothing_out_can_beat_it() -> None:
    for seed in range(300):
        for match in random_states(seed, {"length": 1}, 0.0):
            now = match.decision()
            if isinstance(now, Decision) and now.question == "lead":
                made = choice_of(match, now.seat)
                assert made is not None
                if made.reason == "lead_sure_group":
                    assert match.open_deal is not None
                    led = cards(" ".join(made.action.args))
                    other = match.open_deal.hands[1 - now.seat]
                    order = match.open_deal.laid.order
                    assert not any(
                        beats_all(led, some, order) for some in combinations(other, len(led))
                    )
                    return
    pytest.fail("no such lead was found")


def test_the_chance_of_a_group_agrees_with_counting_every_hand() -> None:
    match = start(deal("AS 10S 7S", "KS 8H 6C", turned="6H"))
    known = knowledge_of(match, 0)
    some: list[tuple[Card, ...]] = [cards("AS"), cards("10S 7S"), cards("AS 10S 7S"), cards("7S")]
    hands = list(combinations(known.unseen, 3))
    for group in some:
        beaten = sum(
            any(beats_all(group, reply, known.order) for reply in combinations(hand, len(group)))
            for hand in hands
        )
        assert chance_safe(group, known) == pytest.approx(1 - beaten / len(hands))


def test_a_card_that_was_shown_or_drawn_in_sight_is_known() -> None:
    match = do(start(deal("KS 8S 6C", "QD JD 7D")), "1 announce molodka", "1 play 7D")
    known = knowledge_of(match, 0)
    assert known.theirs_sure == cards("QD JD")
    assert not {"QD", "JD", "7D", "9H"} & {one.text for one in known.unseen}


def test_points_are_counted_from_what_was_seen() -> None:
    match = do(start(deal("KS 8S 6C", "AS 7H 7C")), "0 play KS 8S", "1 play AS 7C")
    assert (knowledge_of(match, 0).own, knowledge_of(match, 1).theirs) == (15, 15)
    match = do(start(deal("KS 8S 6C", "AS 7H 7C"), HIDDEN), "0 play KS 8S", "1 play AS 7C")
    # What lies face down may be worth nothing.
    assert (knowledge_of(match, 0).own, knowledge_of(match, 1).theirs) == (4, 15)


def played(
    rules: Rules, seed: int, seats: tuple[str, str], reasons: Counter[str] | None = None
) -> BuraMatch:
    """Play a match between two levels; every choice is legal, or the match would refuse it."""
    chance = Random(seed)
    players = [PLAYERS[("bura", level)] for level in seats]
    match = GAME.new(BOOK.rules(rules))
    assert isinstance(match, BuraMatch)
    while not isinstance(now := match.decision(), Over):
        if isinstance(now, NeedsDeal):
            dealer = chance.randrange(2) if now.dealer is None else now.dealer
            match, _ = match.give(shuffled_deal(chance, dealer))
            continue
        made: Choice | None = None
        for seat in (*match.others(), now.seat):
            made = players[seat].choose(match.view(seat), match.memory(seat), chance)
            if made is not None:
                break
        assert made is not None
        if reasons is not None and seats[made.action.seat] == "normal":
            reasons[made.reason] += 1
        match, _ = match.act(made.action)
    return match


HOUSES: list[Rules] = [
    {},
    {"declare": "leader_only", "bura": "automatic", "length": 11},
    {"molodka_led": "whole", "three_aces": "with_trump_ace", "length": 11},
    {**HIDDEN, "length": 11},
    {"false_call": "opponent_wins", "counting_aid": "own_total", "length": 11},
]


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_it_never_calls_falsely_and_calls_as_soon_as_it_may(house: int) -> None:
    for seed in range(4):
        match = played(HOUSES[house], seed, ("normal", "normal"))
        for summary in match.summaries:
            outcome = summary.outcome
            assert outcome.how is not How.FALSE_CALL
            if outcome.how is How.DECLARED and "losing_replies" not in HOUSES[house]:
                # One trick less would not have been enough: it did not wait.
                assert outcome.by is not None
                counted = summary.counted[outcome.by]
                assert sum(counted[:-1]) < ENOUGH <= sum(counted)
            if outcome.how is How.VOID and "losing_replies" not in HOUSES[house]:
                assert max(outcome.points) < ENOUGH


def test_it_is_much_better_than_chance() -> None:
    won = Counter[int]()
    for seed in range(12):
        seats = ("normal", "random") if seed % 2 else ("random", "normal")
        match = played({"length": 3}, seed, seats)
        for summary in match.summaries:
            if summary.outcome.winner is not None:
                won[summary.outcome.winner if seed % 2 else 1 - summary.outcome.winner] += 1
    assert won[0] > 4 * won[1]


def test_the_same_view_memory_and_chance_give_the_same_choice() -> None:
    for match in random_states(3, {"length": 1}):
        now = match.decision()
        if isinstance(now, Decision):
            assert choice_of(match, now.seat) == choice_of(match, now.seat)
            other = choice_of(match, 1 - now.seat)
            assert other is None or other.action in match.others().get(1 - now.seat, ())


def test_nothing_is_asked_between_deals() -> None:
    match = GAME.new(BOOK.rules())
    assert PLAYER.choose(match.view(0), match.memory(0), Random(0)) is None


REASONS = frozenset(
    (
        *("thirty_one", "go_on", "not_enough", "only_this"),
        *("bura", "aces", "molodka", "hide_aces", "whole_molodka"),
        *("lead_sure", "lead_sure_group", "lead_group", "lead_low", "lead_high"),
        *("cannot_beat", "let_go", "keep_strong", "take_enough", "take_rich", "take_cheaply"),
        *("wins_most_leading", "wins_most_replying", "slip"),
    )
)


def test_every_reason_is_known_and_has_words() -> None:
    reasons: Counter[str] = Counter()
    for house in HOUSES:
        for seed in range(3):
            played(house, seed, ("normal", "random"), reasons)
            played(house, seed, ("normal", "normal"), reasons)
    assert set(reasons) <= REASONS
    assert len(reasons) > 14
    for language in ("en", "fr"):
        said = {key for key in words(language).keys if key.startswith("why.bura.")}
        assert said == {f"why.bura.{reason}" for reason in REASONS}


def test_house_rules_and_refusals_have_words_in_both_languages() -> None:
    codes = (
        "declare_in_trick declare_before_first_trick declare_when_asked declare_passed "
        "not_that_hand reply_as_many lead_one_suit lead_whole_molodka not_now not_in_hand "
        "not_your_turn unknown_verb bad_arguments deal_needed match_over deal_too_early"
    )
    for language in ("en", "fr"):
        known = words(language)
        for rule in BOOK.house_rules:
            of = "any" if rule.key == "cut" else "bura"
            ends = ("name", "text", *(f"value.{value}" for value in rule.values))
            assert all(known.has(f"rule.{of}.{rule.key}.{end}") for end in ends)
        assert all(known.has(f"refusal.{code}") for code in codes.split())
