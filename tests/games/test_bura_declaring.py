"""Declaring 31: when, by whom, and what is counted (rules: Declaring 31, fine print)."""

from __future__ import annotations

import pytest

from bot.games.bura import BuraMatch
from bot.games.bura.events import Declared, Settled
from bot.games.bura.pot import How
from bot.games.cards import cards
from tests.games.bura_table import (
    Rules,
    action,
    asked,
    deal,
    do,
    down_to,
    offered,
    open_to,
    play_group,
    refused,
    start,
)

LEADER_ONLY = {"declare": "leader_only"}


def after_one_trick(rules: Rules | None = None) -> BuraMatch:
    """Seat 1 has taken 15 points, and is asked for 31 or the draw."""
    given = deal("KS 8S 6C", "AS 7H 7C", "6D KC 8D KD")
    return do(start(given, rules), "0 play KS 8S", "1 play AS 7H")


def worth(points: int, rules: Rules | None = None) -> BuraMatch:
    """Seat 1 has taken 28 points and then, with a lead of its own, 28 to 31 altogether."""
    last = {28: "6S", 30: "JS", 31: "QS"}[points]
    given = deal("KC QC 7D", f"AC 10C {last}", "6D 8S 8D 9S")
    match = do(start(given, rules), "0 play KC QC", "1 play AC 10C", "1 draw")
    return do(match, f"1 play {last}", "0 play 7D")


def test_the_worked_example_17_and_15_make_32() -> None:
    match = start(deal("KC 6C KS", "10C QC AS", "7D 8D 7H 8S 6D 7S"))
    match = do(match, "0 play KC 6C", "1 play 10C QC", "1 draw", "1 play 7D", "0 play 8D")
    match = do(match, "0 draw", "0 play KS 8S", "1 play AS 7H")
    assert asked(match) == "1 draw"
    match, events = match.act(action("1 declare"))
    won = (cards("6C KC QC 10C"), cards("KS 8S AS 7H"))
    declared = events[0]
    assert isinstance(declared, Declared)
    assert (declared.seat, declared.points, declared.right) == (1, 32, True)
    assert [set(trick) for trick in declared.won] == [set(trick) for trick in won]
    assert match.summary(1).counted == ((0,), (17, 15))
    assert match.totals == (-1, 1)
    assert asked(match) == "deal 1"


def test_31_exactly_is_right() -> None:
    match = do(worth(31), "1 declare")
    assert match.summary(1).outcome.how is How.DECLARED
    assert (match.totals, match.pot) == ((-1, 1), 0)
    assert match.results[0].to_json() == {"tricks": [0, 2], "scores": [-1, 1], "pot": 0}


def test_30_with_2_in_the_pot_makes_4_and_nobody_wins() -> None:
    match, events = worth(30).act(action("1 declare"))
    assert isinstance(events[0], Declared)
    assert not events[0].right
    assert isinstance(events[1], Settled)
    assert (match.totals, match.pot, match.pots_won) == ((-1, -3), 4, 0)
    assert match.results[0].to_json() == {"tricks": [0, 2], "scores": [-1, -3], "pot": 4}
    # The declarer deals, and there is no new ante.
    assert asked(match) == "deal 1"
    match, _ = match.give(deal("KS 8S 6C", "AS 7H 7C"))
    assert (match.totals, match.pot) == ((-1, -3), 4)


def test_a_false_call_may_give_the_opponent_the_pot() -> None:
    match = do(worth(30, {"false_call": "opponent_wins"}), "1 declare")
    assert (match.totals, match.pot, match.pots_won) == ((1, -1), 0, 1)
    outcome = match.summary(1).outcome
    assert (outcome.how, outcome.by, outcome.winner) == (How.FALSE_CALL, 1, 0)
    assert asked(match) == "deal 1"


def test_declaring_is_allowed_with_no_trick_won() -> None:
    match = do(after_one_trick(), "0 declare")
    outcome = match.summary(1).outcome
    assert (outcome.how, outcome.by, outcome.points) == (How.FALSE_CALL, 0, (0, 15))


def test_nobody_declares_before_the_first_trick_of_a_deal() -> None:
    for rules in ({}, LEADER_ONLY):
        match = start(deal("KS 8S 6C", "AS 7H 7C"), rules)
        assert "declare" not in offered(match)
        assert open_to(match) == {}
        assert refused(match, "0 declare") == "declare_before_first_trick"
        assert refused(match, "1 declare") == "declare_before_first_trick"


def test_the_winner_is_asked_for_31_or_the_draw_and_the_other_may_declare_too() -> None:
    match = after_one_trick()
    assert offered(match) == ["draw", "declare"]
    assert open_to(match) == {0: ["declare"]}
    for seat in (0, 1):
        assert do(match, f"{seat} declare").summary(1).outcome.by == seat


def test_both_may_declare_until_the_next_card_is_down() -> None:
    match = do(after_one_trick(), "1 draw")
    assert offered(match)[-1] == "declare"
    assert offered(match).count("declare") == 1
    assert open_to(match) == {0: ["declare"]}
    led = do(match, "1 play 7C")
    assert "declare" not in offered(led)
    assert open_to(led) == {}
    assert refused(led, "0 declare") == refused(led, "1 declare") == "declare_in_trick"


def test_leader_only_takes_the_unasked_declaration_away_and_nothing_else() -> None:
    match = after_one_trick(LEADER_ONLY)
    assert offered(match) == ["draw", "declare"]
    assert open_to(match) == {}
    assert refused(match, "0 declare") == "declare_when_asked"
    match = do(match, "1 draw")
    assert offered(match)[-1] == "declare"
    assert open_to(match) == {}
    assert refused(match, "0 declare") == "declare_when_asked"


def special_after_a_trick(rules: Rules | None = None) -> BuraMatch:
    """Both hold a molodka of clubs after the first trick; the winner, seat 1, is asked."""
    given = deal("KS 8S 6C", "AS 7H 7C", "8C 9C KC 10C")
    return do(start(given, rules), "0 play KS 8S", "1 play AS 7H", "1 draw")


def test_both_may_declare_while_a_special_hand_is_asked_about() -> None:
    match = special_after_a_trick()
    assert asked(match) == "1 special"
    assert offered(match) == ["announce molodka", "pass", "declare"]
    assert open_to(match) == {0: ["declare"]}
    match = do(match, "1 pass")
    assert asked(match) == "0 special"
    assert offered(match) == ["announce molodka", "pass", "declare"]
    assert open_to(match) == {1: ["declare"]}
    assert do(match, "1 declare").summary(1).outcome.by == 1
    assert do(match, "0 declare").summary(1).outcome.by == 0


def test_leader_only_leaves_special_hands_without_a_declaration() -> None:
    match = special_after_a_trick(LEADER_ONLY)
    assert offered(match) == ["announce molodka", "pass"]
    assert open_to(match) == {}
    assert refused(match, "1 declare") == "declare_when_asked"
    assert refused(match, "0 declare") == "declare_when_asked"


def test_whoever_took_the_lead_may_declare_instead_of_leading() -> None:
    for rules in ({}, LEADER_ONLY):
        match = do(special_after_a_trick(rules), "1 pass", "0 announce molodka")
        assert asked(match) == "0 lead"
        assert offered(match)[-1] == "declare"
        assert open_to(match) == ({} if rules else {1: ["declare"]})


def last_question(rules: Rules | None = None) -> BuraMatch:
    """All cards are played; the winner of the last trick is asked."""
    given = down_to(2, lead=3)
    match = start(given.open_deal.laid.deal, rules) if given.open_deal else given
    if given.open_deal:
        for one in given.open_deal.actions:
            match, _ = match.act(one)
    match = play_group(match, 3)
    return do(match, f"{asked(match)[0]} draw")


def test_after_the_last_trick_the_winner_then_the_other_is_asked() -> None:
    match = last_question()
    winner = int(asked(match)[0])
    assert asked(match) == f"{winner} last"
    assert offered(match) == ["pass", "declare"]
    assert open_to(match) == {1 - winner: ["declare"]}
    match = do(match, f"{winner} pass")
    assert asked(match) == f"{1 - winner} last"
    assert offered(match) == ["pass", "declare"]


def test_after_the_winner_has_passed_only_the_other_may_declare() -> None:
    match = last_question()
    winner = int(asked(match)[0])
    match = do(match, f"{winner} pass")
    assert open_to(match) == {}
    assert refused(match, f"{winner} declare") == "declare_passed"
    assert refused(match, f"{winner} pass") == "not_your_turn"
    assert do(match, f"{1 - winner} declare").summary(1).outcome.by == 1 - winner


def test_leader_only_asks_both_after_the_last_trick() -> None:
    match = last_question(LEADER_ONLY)
    winner = int(asked(match)[0])
    assert offered(match) == ["pass", "declare"]
    assert open_to(match) == {}
    assert refused(match, f"{1 - winner} declare") == "declare_when_asked"
    match = do(match, f"{winner} pass")
    assert offered(match) == ["pass", "declare"]
    assert open_to(match) == {}
    assert refused(match, f"{winner} declare") == "declare_passed"


@pytest.mark.parametrize("seat", [0, 1])
def test_the_gap_after_the_last_trick_can_still_be_won(seat: int) -> None:
    match = last_question()
    assert match.open_deal is not None
    assert do(match, f"{seat} declare").summary(1).outcome.by == seat


def test_nothing_to_draw_goes_straight_to_the_lead() -> None:
    match = down_to(2, lead=1)
    match = play_group(match, 1)
    match = do(match, f"{asked(match)[0]} draw")
    match = play_group(match, 1)
    assert asked(match)[2:] == "lead"
    assert offered(match)[-1] == "declare"
    assert open_to(match) == {1 - int(asked(match)[0]): ["declare"]}
    assert refused(match, f"{asked(match)[0]} draw") == "not_now"


def test_nothing_is_declared_between_two_deals() -> None:
    match = do(worth(31), "1 declare")
    assert open_to(match) == {}
    assert refused(match, "1 declare") == "deal_needed"
    assert refused(match, "0 play KS") == "deal_needed"
