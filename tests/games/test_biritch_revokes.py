"""Penalised revokes: what is accepted, what counts, who may claim, and what moves."""

from __future__ import annotations

from bot.games.biritch.events import (
    DealScored,
    GameWon,
    PlayedOutOfTurn,
    RevokeClaimed,
    RubberReopened,
)
from bot.games.biritch.match import Rubber
from bot.games.biritch.revokes import Claim, Revoke, settle
from bot.games.biritch.scoring import Won
from bot.games.cards import card
from bot.games.game import Action, Decision, NeedsDeal
from bot.games.record import next_to_json
from tests.games import biritch_table as table
from tests.games.biritch_table import (
    FOUR_SUITS,
    asked,
    deal,
    do,
    in_play,
    offered,
    play_out,
    refused,
    split,
    start,
    suit,
    told,
)

RULES = {"revokes": "penalised", "aces_double": "no", "honours": "none"}

# South declares, West leads, North is dummy; the suits are mixed.
SOUTH = f"{suit('S', 'A 4 3')} {suit('H', '2 3 4')} {suit('D', 'A K Q J')} {suit('C', '2 3 4')}"
WEST = f"{suit('S', 'K 5 6')} {suit('H', 'A 5 6')} {suit('D', '2 3 4')} {suit('C', 'A K 5 6')}"
NORTH = f"{suit('S', '7 8 9')} {suit('H', 'K Q 7 8')} {suit('D', '5 6 7')} {suit('C', '7 8 9')}"
DEAL = deal(SOUTH, WEST, NORTH, dealer=0)


def begun(strain: str = "H", **rules: str) -> Rubber:
    """Return the play of the mixed deal."""
    return table.settle(do(start(DEAL, {**RULES, **rules}), f"0 name {strain}"))


def open_to(rubber: Rubber) -> dict[int, list[str]]:
    """Return what is open out of turn, by seat."""
    return {
        seat: [" ".join((one.verb, *one.args)) for one in some]
        for seat, some in rubber.others().items()
    }


# What is accepted and offered.


def test_any_card_of_the_hand_is_accepted_in_turn() -> None:
    rubber = do(begun(), "1 play KS", "2 play KH")
    assert asked(rubber) == "3 play"
    assert len([text for text in offered(rubber) if text.startswith("play")]) == 13
    assert refused(rubber, "3 play KH") == "not_in_hand"


def test_everything_open_is_listed() -> None:
    rubber = begun()
    assert offered(rubber)[-1] == "claim_revoke"
    assert len(offered(rubber)) == 14
    others = open_to(rubber)
    assert sorted(others) == [0, 2, 3]
    assert (len(others[0]), len(others[2]), len(others[3])) == (14, 13, 14)
    assert "claim_revoke" not in others[2]
    rubber = do(rubber, "1 play KS")
    assert asked(rubber) == "2 play"
    assert "claim_revoke" not in offered(rubber)
    others = open_to(rubber)
    assert sorted(others) == [0, 1, 3]
    assert (len(others[0]), len(others[1]), len(others[3])) == (14, 13, 14)
    listed = next_to_json(rubber)
    assert listed is not None
    assert listed["seat"] == 2
    assert str(listed["actions"]).count("claim_revoke") == 0


def test_nothing_is_open_out_of_turn_where_revokes_are_impossible() -> None:
    rubber = begun(revokes="impossible")
    assert rubber.others() == {}
    assert len(offered(rubber)) == 13
    assert refused(rubber, "0 play AS") == "not_your_turn"


def test_nothing_is_open_out_of_turn_before_the_doubling_is_over() -> None:
    rubber = do(start(DEAL, RULES), "0 name H", "1 pass")
    assert rubber.others() == {}
    assert refused(rubber, "1 play KS") == "not_now"
    assert refused(rubber, "1 claim_revoke") == "not_now"


def test_dummy_may_not_claim() -> None:
    assert refused(begun(), "2 claim_revoke") == "dummy_decides_nothing"
    rubber = play_out(begun())
    assert refused(rubber, "2 claim_revoke") == "dummy_decides_nothing"
    assert refused(rubber, "0 claim_revoke AS") == "bad_arguments"
    assert refused(rubber, "5 claim_revoke") == "not_your_turn"


def test_dummy_is_the_partner_of_the_namer_who_declares() -> None:
    rules = {**RULES, "declarer_when_left": "namer"}
    rubber = table.settle(do(start(DEAL, rules), "0 leave", "2 name H"))
    assert refused(rubber, "0 claim_revoke") == "dummy_decides_nothing"
    assert told(rubber, "2 claim_revoke") == (RevokeClaimed(2, 0),)


def test_cards_out_of_turn_are_open_to_the_declarer_once_seen() -> None:
    rubber = begun(dummy="after_lead")
    assert 2 in rubber.others()
    assert {action.seat for action in rubber.view(0).others} == {0}
    assert rubber.view(2).others == ()
    rubber = do(rubber, "1 play KS", "2 play 7S")
    assert {action.seat for action in rubber.view(0).others} == {0, 2}
    assert {action.seat for action in rubber.view(1).others} == {1}
    assert rubber.view(None).others == ()


# What counts.


def test_failure_to_follow_is_found_as_soon_as_the_card_lies() -> None:
    rubber = do(begun(), "1 play KS")
    assert told(rubber, "1 claim_revoke") == (RevokeClaimed(1, 0),)
    rubber = do(rubber, "2 play KH")
    assert told(rubber, "1 claim_revoke") == (RevokeClaimed(1, 1),)
    assert told(rubber, "3 claim_revoke") == (RevokeClaimed(3, 1),)
    assert told(rubber, "0 claim_revoke") == (RevokeClaimed(0, 0),)


def test_who_has_none_of_the_suit_does_not_revoke() -> None:
    given = deal(*FOUR_SUITS, dealer=0)
    rubber = table.settle(do(start(given, RULES), "0 name S"))
    rubber = do(rubber, "1 play AH", "2 play AD", "3 play AC", "0 play AS")
    assert in_play(rubber).revokes == ()


def test_trick_goes_by_the_cards_that_lie() -> None:
    rubber = do(begun(), "1 play KS", "2 play KH", "3 play 2S", "0 play AS")
    assert asked(rubber) == "2 play"
    assert in_play(rubber).taken[0].winner == 2


def test_play_out_of_turn_moves_nothing_and_counts_each_time() -> None:
    rubber = begun()
    assert told(rubber, "3 play QS") == (PlayedOutOfTurn(3),)
    after = do(rubber, "3 play QS", "3 play QS", "2 play KH")
    assert asked(after) == "1 play"
    assert in_play(after).hands == in_play(rubber).hands
    assert in_play(after).trick == ()
    assert after.view(0).out_of_turn == (3, 3, 2)
    assert told(after, "0 claim_revoke") == (RevokeClaimed(0, 2),)
    assert told(after, "1 claim_revoke") == (RevokeClaimed(1, 1),)
    assert refused(rubber, "3 play KH") == "not_in_hand"
    assert refused(rubber, "3 play") == "bad_arguments"
    assert refused(rubber, "9 play QS") == "not_your_turn"


def test_card_already_played_is_not_played_out_of_turn() -> None:
    rubber = do(begun(), "1 play KS")
    assert refused(rubber, "1 play KS") == "not_in_hand"


def test_declarer_playing_from_the_wrong_hand_is_out_of_turn() -> None:
    rubber = do(begun(), "1 play KS", "0 play AS")
    assert asked(rubber) == "2 play"
    assert told(rubber, "1 claim_revoke") == (RevokeClaimed(1, 1),)
    rubber = do(rubber, "2 play 7S", "2 play 8S")
    assert asked(rubber) == "3 play"
    assert told(rubber, "1 claim_revoke") == (RevokeClaimed(1, 2),)


def test_claim_finds_everything_not_found_before() -> None:
    rubber = begun()
    rubber = do(rubber, "3 play QS", "1 play KS", "1 play 5S")
    assert told(rubber, "0 claim_revoke") == (RevokeClaimed(0, 2),)
    rubber = do(rubber, "0 claim_revoke")
    assert told(rubber, "0 claim_revoke") == (RevokeClaimed(0, 0),)
    rubber = do(rubber, "0 claim_revoke", "3 play QS")
    assert told(rubber, "0 claim_revoke") == (RevokeClaimed(0, 1),)


def test_refused_card_stays_private() -> None:
    rubber = do(begun(), "3 play QS", "2 play KH", "1 play KS")
    for seat in (0, 1, 2):
        remembered = rubber.memory(seat).actions
        assert Action(3, "play") in remembered
        assert Action(3, "play", ("QS",)) not in remembered
        assert Action(1, "play", ("KS",)) in remembered
    assert Action(3, "play", ("QS",)) in rubber.memory(3).actions
    assert Action(2, "play", ("KH",)) in rubber.memory(0).actions
    assert Action(2, "play") in rubber.memory(2).actions


def test_card_played_out_of_turn_and_then_in_turn_is_remembered_as_both() -> None:
    rubber = do(begun(), "2 play 7S", "1 play KS", "2 play 7S")
    plays = [action for action in rubber.memory(1).actions if action.verb == "play"]
    assert plays == [Action(2, "play"), Action(1, "play", ("KS",)), Action(2, "play", ("7S",))]


# What moves.


def claim(seat: int, found: int) -> Claim:
    """Return a claim that found so many revokes."""
    one = Revoke("turn", 1 - seat % 2, 1, card("AS"))
    return Claim(seat, 1, (one,) * found, 0)


def counts(first: int, *claims: Claim) -> tuple[int, int]:
    """Return the tricks of both sides after claims."""
    played = (tuple(Won(0, False) for _ in range(first)), (Won(1, False),) * (13 - first))
    (one, two), _ = settle(played, claims)
    return len(one), len(two)


def test_two_tricks_move_for_each_revoke_but_never_below_zero() -> None:
    assert counts(8) == (8, 5)
    assert counts(8, claim(0, 1)) == (10, 3)
    assert counts(8, claim(1, 2)) == (4, 9)
    assert counts(8, claim(0, 0)) == (8, 5)
    assert counts(8, claim(0, 3)) == (13, 0)
    assert counts(8, claim(0, 1), claim(0, 1), claim(2, 1)) == (13, 0)


def test_claims_are_taken_in_the_order_made() -> None:
    assert counts(8, claim(0, 3), claim(1, 1)) == (11, 2)
    assert counts(8, claim(1, 1), claim(0, 3)) == (12, 1)


def test_moved_tricks_are_the_last_ones_and_double_for_no_ace() -> None:
    ours = tuple(Won(0, ace=number == 7) for number in range(1, 8))
    theirs = tuple(Won(3, ace=True) for _ in range(6))
    (one, two), transfers = settle((ours, theirs), [claim(0, 1)])
    assert one == (*ours, Won(3, False, True), Won(3, False, True))
    assert two == theirs[:4]
    assert [(done.side, done.tricks) for done in transfers] == [(0, 2)]
    (one, two), _ = settle((ours, theirs), [claim(1, 1)])
    assert one == ours[:5]
    assert two == (*theirs, Won(0, False, True), Won(0, False, True))


def finished(lost: int, strain: str, *before: str, **rules: str) -> Rubber:
    """Return a rubber after a deal that seat 0 declared, with irregularities before the lead."""
    rubber = start(split(lost, strain), {**RULES, **rules})
    rubber = table.settle(do(rubber, f"0 name {strain}"))
    main = in_play(rubber).hands[0][0].suit
    assert main is not None
    rubber = do(rubber, *before)
    return play_out(rubber, [main])


def test_deal_is_scored_after_the_transfer_and_slams_before() -> None:
    rubber = finished(0, "C")
    assert rubber.results[0].scores == ((42, 100), (0, 0))
    rubber = finished(0, "C", "0 play AC", "1 claim_revoke")
    assert rubber.results[0].tricks == (11, 2)
    assert rubber.results[0].scores == ((30, 100), (0, 0))
    rubber = finished(2, "C", "3 play AD", "0 claim_revoke")
    assert rubber.results[0].tricks == (13, 0)
    assert rubber.results[0].scores == ((42, 0), (0, 0))


def test_transfer_makes_the_defenders_score() -> None:
    rubber = finished(5, "D", "2 play AS", "2 play AS", "1 claim_revoke")
    assert rubber.finished[0].played[0][0].seat == 0
    assert rubber.results[0].tricks == (4, 9)
    assert rubber.results[0].scores == ((0, 0), (24, 0))


def test_late_claim_scores_the_deal_again() -> None:
    rubber = finished(3, "H", "3 play AC")
    assert rubber.results[0].scores == ((16, 0), (0, 0))
    assert open_to(rubber) == {seat: ["claim_revoke"] for seat in (0, 1, 3)}
    listed = next_to_json(rubber)
    assert listed == {
        "deal": True,
        "dealer": 1,
        "others": {seat: [["claim_revoke"]] for seat in ("0", "1", "3")},
    }
    events = told(rubber, "0 claim_revoke")
    assert events == (RevokeClaimed(0, 1), DealScored(1, ((24, 0), (0, 0)), again=True))
    again = do(rubber, "0 claim_revoke")
    assert again.results[0].tricks == (12, 1)
    assert again.standing.part == (24, 0)
    assert len(again.results) == 1
    summary = again.summary(1)
    assert summary.actions[-1] == Action(0, "claim_revoke")
    assert [(one.side, one.tricks) for one in summary.transfers] == [(0, 2)]
    assert [one.kind for one in summary.revokes] == ["turn"]
    assert len(summary.played[0]) == 10


def test_wrong_claim_costs_nothing_at_any_time() -> None:
    rubber = finished(3, "H", "1 claim_revoke", "0 claim_revoke", "0 claim_revoke")
    assert rubber.results[0].tricks == (10, 3)
    assert told(rubber, "3 claim_revoke") == (RevokeClaimed(3, 0),)
    assert do(rubber, "3 claim_revoke").results == rubber.results


def test_claims_end_when_the_next_deal_begins() -> None:
    rubber = finished(3, "H", "3 play AC")
    rubber, _ = rubber.give(split(3, "H", 1))
    assert rubber.others() == {}
    assert refused(rubber, "0 claim_revoke") == "not_now"
    assert rubber.results[0].tricks == (10, 3)


def test_no_card_is_played_after_the_last() -> None:
    rubber = finished(3, "H")
    assert refused(rubber, "0 play AH") == "deal_needed"
    assert not isinstance(rubber.decision(), Decision)


def rubber_seemingly_over(*before: str) -> Rubber:
    """Return a rubber whose third deal has just won the second game for seats 0 and 2."""
    rubber = finished(3, "D")
    for lost, dealer in ((3, 1), (3, 2)):
        rubber, _ = rubber.give(split(lost, "D", dealer))
        rubber = table.settle(do(rubber, f"{dealer} name D"))
        main = card("AD").suit
        assert main is not None
        rubber = do(rubber, *(before if dealer == 2 else ()))
        rubber = play_out(rubber, [main])
    return rubber


def test_claim_reopens_the_rubber_that_seemed_over() -> None:
    rubber = rubber_seemingly_over("2 play 2D")
    assert asked(rubber) == "over 0 2"
    assert next_to_json(rubber) is None
    assert rubber.results[2].scores == ((32, 100), (0, 0))
    assert open_to(rubber) == {seat: ["claim_revoke"] for seat in (1, 2, 3)}
    events = told(rubber, "3 claim_revoke")
    assert events == (
        RevokeClaimed(3, 1),
        DealScored(3, ((16, 0), (0, 0)), again=True),
        RubberReopened(),
    )
    rubber = do(rubber, "3 claim_revoke")
    assert asked(rubber) == "deal 3"
    assert rubber.view(1).winners == ()
    assert rubber.standing.games == (1, 1)
    assert rubber.standing.part == (16, 0)
    rubber, _ = rubber.give(split(3, "D", 3))
    assert asked(rubber) == "3 name"


def test_claim_can_end_the_rubber_or_change_who_wins_the_game() -> None:
    rubber = rubber_seemingly_over("2 play 2D", "2 play 2D")
    rubber = do(rubber, "3 claim_revoke")
    assert rubber.results[2].tricks == (6, 7)
    assert asked(rubber) == "deal 3"
    late = finished(4, "C", "3 play AD")
    assert isinstance(late.decision(), NeedsDeal)
    events = told(late, "0 claim_revoke")
    assert events[1:] == (DealScored(1, ((30, 0), (0, 0)), again=True), GameWon(0, (1, 0)))


def test_levels_are_judged_after_the_transfer() -> None:
    rules = {**RULES, "form": "auction_levels"}
    rubber = start(split(3, "D"), rules)
    rubber = table.settle(do(rubber, "0 call 3D"))
    main = card("AD").suit
    assert main is not None
    made = play_out(rubber, [main])
    assert made.results[0].scores == ((32, 0), (0, 0))
    failed = play_out(_revoked(rubber), [main])
    assert failed.results[0].tricks == (8, 5)
    assert failed.results[0].scores == ((0, 0), (0, 50))


def _revoked(rubber: Rubber) -> Rubber:
    """Return the rubber after one play out of turn by declarer, found."""
    hand = in_play(rubber).hands[0]
    return do(rubber, f"0 play {hand[0]}", "1 claim_revoke")


def test_moved_tricks_do_not_double_for_aces() -> None:
    rubber = finished(6, "NT", aces_double="yes")
    assert rubber.results[0].tricks == (7, 6)
    with_claim = finished(6, "NT", _any_card(3), "0 claim_revoke", aces_double="yes")
    assert with_claim.results[0].tricks == (9, 4)
    assert with_claim.results[0].scores[0] == (first_below(rubber) + 20, 0)


def first_below(rubber: Rubber) -> int:
    """Return what side 0 scored below the line in the first deal."""
    score = rubber.results[0].scores[0]
    assert isinstance(score, tuple)
    return score[0]


def _any_card(seat: int) -> str:
    hand = split(6, "NT").hands[seat]
    return f"{seat} play {hand[0]}"
