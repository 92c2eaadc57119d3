"""The computers that play Bura by rules, plain ones or counting: both call 31 at 31."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from bot.command_line import main
from bot.computers.bura.counting import chance_safe
from bot.computers.bura.known import Known, knowledge
from bot.computers.bura.plain import cannot_be_beaten
from bot.computers.player import Choice
from bot.computers.registry import PLAYERS, by_rules, contestants, levels
from bot.games.bura import GAME, BuraMatch
from bot.games.bura.hands import ENOUGH, beats_all
from bot.games.bura.options import BOOK
from bot.games.bura.pot import How
from bot.games.cards import Card, cards
from bot.games.game import Decision, NeedsDeal, Over
from bot.locales import words
from tests.games.bura_table import Rules, deal, do, random_states, shuffled_deal, start

HIDDEN: Rules = {"losing_replies": "hidden"}
BOTH = ("normal", "counting")
both = pytest.mark.parametrize("level", BOTH)


def choice_of(level: str, match: BuraMatch, seat: int) -> Choice | None:
    return PLAYERS["bura", level].choose(match.view(seat), match.memory(seat), Random(0))


def says(level: str, match: BuraMatch, seat: int) -> tuple[str, str]:
    """Return what a seat does, such as ``play KS``, and why."""
    made = choice_of(level, match, seat)
    assert made is not None
    assert made.action.seat == seat
    return " ".join((made.action.verb, *made.action.args)), made.reason


def worth(points: int) -> BuraMatch:
    """Seat 1 has won that many points and is asked for 31 or the draw."""
    last = {30: "JS", 31: "QS"}[points]
    match = start(deal("KC QC 7D", f"AC 10C {last}", "6D 8S 8D 9S"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw")
    return do(match, f"1 play {last}", "0 play 7D")


@both
def test_31_is_declared_and_30_is_not(level: str) -> None:
    assert says(level, worth(31), 1) == ("declare", "thirty_one")
    assert says(level, worth(30), 1) == ("draw", "go_on")


@both
def test_31_is_declared_out_of_turn_too(level: str) -> None:
    match = start(deal("7S 8S 6C", "AS KS 7C", "10S 9S QD 10C"))
    match = do(match, "0 play 7S 8S", "1 play AS KS", "1 draw", "1 play 10S", "0 play 6C")
    assert choice_of(level, match, 0) is None
    match = do(match, "1 draw", "1 play 7C", "0 play 10C")
    assert knowledge_of(match, 1).own == 25
    assert choice_of(level, match, 1) is None
    # The other wins a trick while 31 points are here.
    match = start(deal("KC QC 7D", "AC 10C QS", "6D 8S 8D 9S 7C 10D"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw", "1 play QS", "0 play 7D")
    match = do(match, "1 draw", "1 play 6D", "0 play 10D")
    assert says(level, match, 1) == ("declare", "thirty_one")


def knowledge_of(match: BuraMatch, seat: int) -> Known:
    trump = match.view(seat).trump
    assert trump is not None
    return knowledge(match.view(seat), match.memory(seat), seat, trump)


@both
def test_special_hands_are_announced(level: str) -> None:
    assert says(level, start(deal("10H 8H 6H", "KS 8S 6C")), 0) == ("announce bura", "bura")
    assert says(level, start(deal("KS 8S 6C", "10H 8H 6H")), 1) == ("announce bura", "bura")
    assert says(level, start(deal("KS 8S 6C", "QD JD 7D")), 1) == ("announce molodka", "molodka")
    assert says(level, start(deal("KS 8S 6C", "AS AD AC")), 1) == ("announce aces", "aces")


@both
def test_three_aces_are_not_shown_for_a_lead_that_is_there_already(level: str) -> None:
    assert says(level, start(deal("AS AD AC", "KS 8S 6C")), 0) == ("pass", "hide_aces")


@both
def test_an_announced_molodka_is_led_whole(level: str) -> None:
    match = do(start(deal("QD JD 7D", "KS 8S 6C"), {"molodka_led": "whole"}), "0 announce molodka")
    assert says(level, match, 0) == ("play QD JD 7D", "whole_molodka")


@both
def test_a_poor_trick_is_not_worth_a_trump(level: str) -> None:
    match = do(start(deal("7S 10C 6C", "AH KD 8D")), "0 play 7S")
    assert says(level, match, 1) == ("play 8D", "let_go")


@both
def test_a_rich_trick_is_trumped_with_the_lowest_trump_that_does(level: str) -> None:
    match = do(start(deal("AS 10C 6C", "6H KH 8D")), "0 play AS")
    assert says(level, match, 1) == ("play 6H", "take_rich")


@both
def test_what_cannot_be_beaten_gets_the_cheapest_cards_and_no_trump(level: str) -> None:
    match = do(start(deal("AS 10S 6C", "6H AD 8D")), "0 play AS 10S")
    assert says(level, match, 1)[1] == "cannot_beat"
    match = do(start(deal("AS 7C 6C", "QS AD 8D")), "0 play AS")
    assert says(level, match, 1) == ("play 8D", "cannot_beat")


@both
def test_a_cheap_card_of_the_suit_takes_a_poor_trick(level: str) -> None:
    match = do(start(deal("7S 10C 6C", "9S AH 8D")), "0 play 7S")
    assert says(level, match, 1) == ("play 9S", "take_cheaply")


@both
def test_a_trick_that_brings_31_is_taken_even_with_a_good_trump(level: str) -> None:
    match = start(deal("KC QC QS", "AC 10C AH", "6D 8D 7C 9S 10D 8C"))
    match = do(match, "0 play KC QC", "1 play AC 10C", "1 draw", "1 play 6D", "0 play 8D")
    match = do(match, "0 draw", "0 play QS")
    assert says(level, match, 1) == ("play AH", "take_enough")


@both
def test_a_low_card_is_led_from_a_poor_hand(level: str) -> None:
    did, why = says(level, start(deal("10S 7D AH", "KS 8S 6C")), 0)
    assert (did, why) == ("play 7D", "lead_low")


@both
def test_a_group_is_led_when_nothing_out_can_beat_it(level: str) -> None:
    for seed in range(300):
        for match in random_states(seed, {"length": 1}, 0.0):
            now = match.decision()
            if isinstance(now, Decision) and now.question == "lead":
                made = choice_of(level, match, now.seat)
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


def normal(match: BuraMatch, seat: int) -> tuple[str, str]:
    return says("normal", match, seat)


def test_two_headed_by_the_highest_still_out_are_led() -> None:
    assert normal(start(deal("AS 8S 6C", "KS 9S 7D")), 0) == ("play AS 8S", "lead_group")
    # With the ace gone, the ten heads its suit.
    match = start(deal("10S 9S 6C", "AS 9D 7D", "8D QC"))
    assert normal(match, 0) == ("play 6C", "lead_low")
    match = do(start(deal("10S 9S 6C", "AS 9D 7D", "8D QC")), "0 play 6C", "1 play AS", "0 draw")
    assert normal(match, 0) == ("play 10S 9S", "lead_group")


def test_two_that_are_worth_nothing_are_led_and_two_that_are_not() -> None:
    assert normal(start(deal("9S 7S QD", "KS 8S 7D")), 0) == ("play 9S 7S", "lead_group")
    assert normal(start(deal("KS QS 7D", "AS 8S 6C")), 0) == ("play 7D", "lead_low")


def test_three_of_a_plain_suit_are_led_together() -> None:
    match = do(start(deal("KS QS 7S", "AS 8S 6C")), "0 announce molodka")
    assert normal(match, 0) == ("play KS QS 7S", "lead_group")


def test_a_plain_ace_is_led_before_trumps_and_tens() -> None:
    assert normal(start(deal("AS 10D 7H", "KS 8S 6C")), 0) == ("play AS", "lead_high")
    assert normal(start(deal("10S 10D 7H", "KS 8S 6C")), 0) == ("play 7H", "lead_low")


def test_a_single_trump_that_nothing_beats_is_kept_while_there_is_a_stock() -> None:
    hands = deal("AH 10H 7D", "KS 8S 6C")
    assert normal(start(hands), 0) == ("play AH 10H", "lead_sure_group")
    assert normal(start(deal("AH 10S 7D", "KS 8S 6C")), 0) == ("play 7D", "lead_low")


def test_a_poor_trick_is_taken_with_the_lowest_card_that_does() -> None:
    match = do(start(deal("7S 10C 6C", "AS 9S 8D")), "0 play 7S")
    assert normal(match, 1) == ("play 9S", "take_cheaply")


def test_a_trump_is_spent_on_points_once_the_other_has_aces_and_tens_at_home() -> None:
    match = do(start(deal("KD 9S 8S", "6H 9D 7C")), "0 play KD")
    assert normal(match, 1) == ("play 7C", "let_go")
    match = start(deal("AC 10C KD", "6H 9D 7C", "9S 8S 7S 8D"))
    match = do(match, "0 play AC 10C", "1 play 9D 7C", "0 draw", "0 play KD")
    assert knowledge_of(match, 1).theirs_big == 2
    assert normal(match, 1) == ("play 6H", "take_stopping")


def test_what_nothing_beats_is_found_as_by_trying_every_hand() -> None:
    match = start(deal("AS 10S 7H", "KS 8H 6C", turned="6H"))
    known = knowledge_of(match, 0)
    few = replace(known, unseen=cards("KS 8S 9D 8H"), theirs_sure=())
    for group in (cards("AS"), cards("AS 10S"), cards("9S"), cards("AH"), cards("9S 7S")):
        beaten = any(
            beats_all(group, reply, few.order) for reply in combinations(few.unseen, len(group))
        )
        assert cannot_be_beaten(group, few) is not beaten


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
        if reasons is not None and seats[made.action.seat] in BOTH:
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
def test_nobody_calls_falsely_and_all_call_as_soon_as_they_may(house: int) -> None:
    for seed in range(4):
        seats = ("normal", "counting") if seed % 2 else ("normal", "easy")
        match = played(HOUSES[house], seed, seats)
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


@both
def test_the_same_view_memory_and_chance_give_the_same_choice(level: str) -> None:
    for match in random_states(3, {"length": 1}):
        now = match.decision()
        if isinstance(now, Decision):
            assert choice_of(level, match, now.seat) == choice_of(level, match, now.seat)
            other = choice_of(level, match, 1 - now.seat)
            assert other is None or other.action in match.others().get(1 - now.seat, ())


@both
def test_nothing_is_asked_between_deals(level: str) -> None:
    match = GAME.new(BOOK.rules())
    assert PLAYERS["bura", level].choose(match.view(0), match.memory(0), Random(0)) is None


def test_counting_is_offered_to_nobody_but_answers_where_a_search_fails() -> None:
    assert levels("bura") == ("random", "easy", "normal", "strong")
    assert contestants("bura") == ("random", "easy", "normal", "strong", "counting")
    assert contestants("biritch") == levels("biritch")
    assert by_rules("bura") == "counting"
    assert by_rules("biritch") == "normal"


def test_counting_can_be_measured_against(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "bura", "--a", "counting", "--b", "easy", "--deals", "2"]) == 0
    assert capsys.readouterr().out.startswith("bura: counting (a) against easy (b)")
    assert main(["arena", "biritch", "--a", "counting"]) == 2


REASONS = frozenset(
    (
        *("thirty_one", "go_on", "not_enough", "only_this"),
        *("bura", "aces", "molodka", "hide_aces", "whole_molodka"),
        *("lead_sure", "lead_sure_group", "lead_group", "lead_low", "lead_high"),
        *("cannot_beat", "let_go", "keep_strong", "take_enough", "take_rich", "take_cheaply"),
        "take_stopping",
        *("wins_most_leading", "wins_most_replying", "slip"),
    )
)


def test_every_reason_is_known_and_has_words() -> None:
    reasons: Counter[str] = Counter()
    for house in HOUSES:
        for seed in range(3):
            played(house, seed, ("normal", "random"), reasons)
            played(house, seed, ("normal", "counting"), reasons)
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
