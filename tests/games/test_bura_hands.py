"""Special hands: who is asked, what takes the lead or the pot, the duel (rules: Special hands)."""

from __future__ import annotations

from itertools import combinations

import pytest

from bot.games.bura import GAME, BuraMatch
from bot.games.bura.events import Announced, LeadTaken, Passed, Settled
from bot.games.bura.hands import Announcement, Special, outranks, special
from bot.games.bura.pot import How
from bot.games.cards import PACK_36, Card, Suit, cards
from bot.games.game import DealOver, IllegalAction
from tests.games.bura_table import action, asked, deal, do, offered, open_to, refused, start

PLAIN = "KS 8S 6C"
BURA = "10H 8H 6H"
ACES = "AS AD AC"
MOLODKA = "QS JS 7S"


def outcome(match: BuraMatch) -> tuple[How, int | None]:
    last = match.summary(len(match.results)).outcome
    assert last.winner == last.by
    return last.how, last.by


def test_what_a_special_hand_is() -> None:
    def kind(text: str, needed: bool = False) -> Special | None:
        return special(cards(text), Suit.HEARTS, trump_ace_needed=needed)

    assert kind("6H AH QH") is Special.BURA
    assert kind("AS AD AC") is Special.ACES
    assert kind("6S AS QS") is Special.MOLODKA
    assert kind("6S AS QD") is None
    assert kind("AH AS KD") is None
    assert kind("AH AS") is None
    assert kind("AH QH") is None
    assert kind("AS AD AC", needed=True) is None
    assert kind("AS AH AC", needed=True) is Special.ACES


def test_no_hand_is_two_special_hands_and_their_numbers_are_right() -> None:
    found = [special(hand, Suit.HEARTS, trump_ace_needed=False) for hand in _hands()]
    assert found.count(Special.BURA) == 84
    assert found.count(Special.ACES) == 4
    assert found.count(Special.MOLODKA) == 252
    needed = [special(hand, Suit.HEARTS, trump_ace_needed=True) for hand in _hands()]
    assert needed.count(Special.ACES) == 3


def _hands() -> list[tuple[Card, ...]]:
    return list(combinations(PACK_36, 3))


def test_bura_outranks_three_aces_outrank_molodka_and_equal_does_not() -> None:
    for own, high in enumerate(Special):
        assert outranks(high, None)
        for other, low in enumerate(Special):
            assert outranks(high, low) is (own < other)


def test_nobody_is_asked_without_a_special_hand() -> None:
    assert asked(start(deal(PLAIN, "AS 7H 7C"))) == "0 lead"


@pytest.mark.parametrize(("hand", "kind"), [(BURA, "bura"), (ACES, "aces"), (MOLODKA, "molodka")])
def test_the_would_be_leader_is_asked_before_the_first_lead(hand: str, kind: str) -> None:
    match = start(deal(hand, PLAIN))
    assert asked(match) == "0 special"
    assert offered(match) == [f"announce {kind}", "pass"]
    assert open_to(match) == {}
    assert asked(do(match, "0 pass")) == "0 lead"
    if kind != "bura":
        assert asked(do(match, f"0 announce {kind}")) == "0 lead"


@pytest.mark.parametrize(("hand", "kind"), [(ACES, "aces"), (MOLODKA, "molodka")])
def test_the_other_is_asked_when_nothing_is_announced_and_takes_the_lead(
    hand: str, kind: str
) -> None:
    match = start(deal(PLAIN, hand))
    assert asked(match) == "1 special"
    assert asked(do(match, "1 pass")) == "0 lead"
    taken, events = match.act(action(f"1 announce {kind}"))
    shown = Announcement(1, Special(kind), match.open_deal.hands[1] if match.open_deal else ())
    assert events == (Announced(shown), LeadTaken(1))
    assert asked(taken) == "1 lead"
    assert asked(do(taken, f"1 play {hand.split()[0]}")) == "0 reply"


def test_the_other_is_asked_again_when_the_would_be_leader_keeps_silent() -> None:
    match = start(deal(MOLODKA, "KD QD 7D"))
    assert asked(match) == "0 special"
    match, events = match.act(action("0 pass"))
    assert events == (Passed(0),)
    assert asked(match) == "1 special"
    assert asked(do(match, "1 announce molodka")) == "1 lead"
    assert asked(do(match, "1 pass")) == "0 lead"


def test_an_equal_announcement_is_not_asked_for() -> None:
    match = do(start(deal(MOLODKA, "KD QD 7D")), "0 announce molodka")
    assert asked(match) == "0 lead"


def test_a_lower_announcement_is_not_asked_for() -> None:
    assert asked(do(start(deal(ACES, "KD QD 7D")), "0 announce aces")) == "0 lead"
    assert asked(do(start(deal(ACES, "KD QD 7D")), "0 pass")) == "1 special"


def test_three_aces_take_the_lead_from_a_molodka() -> None:
    match = do(start(deal("QS JS 7S", ACES)), "0 announce molodka")
    assert asked(match) == "1 special"
    assert offered(match) == ["announce aces", "pass"]
    assert asked(do(match, "1 announce aces")) == "1 lead"
    assert asked(do(match, "1 pass")) == "0 lead"


def test_a_bura_wins_the_pot_at_once() -> None:
    match = start(deal(BURA, PLAIN))
    match, events = match.act(action("0 announce bura"))
    assert events[0] == Announced(Announcement(0, Special.BURA, cards(BURA)))
    assert isinstance(events[1], Settled)
    assert events[2] == DealOver(1)
    assert outcome(match) == (How.BURA, 0)
    assert match.totals == (1, -1)
    # Its winner deals.
    assert asked(match) == "deal 0"


@pytest.mark.parametrize(("hand", "kind"), [(ACES, "aces"), (MOLODKA, "molodka")])
def test_a_bura_beats_any_other_announcement(hand: str, kind: str) -> None:
    match = do(start(deal(hand, BURA)), f"0 announce {kind}")
    assert asked(match) == "1 special"
    assert outcome(do(match, "1 announce bura")) == (How.BURA, 1)
    assert asked(do(match, "1 pass")) == "0 lead"


@pytest.mark.parametrize(
    ("first", "second", "winner"),
    [("10H 9H 7H", "AH QH 8H", 1), ("10H 9H 7H", "AH KH 6H", 0), ("10H 6H 7H", "AH QH JH", 1)],
)
def test_two_buras_fight_a_duel(first: str, second: str, winner: int) -> None:
    turned = next(card for card in ("8H", "JH", "9H") if card not in f"{first} {second}")
    match = do(start(deal(first, second, turned=turned)), "0 announce bura")
    assert asked(match) == "1 special"
    assert offered(match) == ["announce bura", "pass"]
    assert outcome(do(match, "1 announce bura")) == (How.BURA, winner)
    assert outcome(do(match, "1 pass")) == (How.BURA, 0)
    automatic = start(deal(first, second, turned=turned), {"bura": "automatic"})
    assert outcome(automatic) == (How.BURA, winner)


def test_a_player_with_a_bura_who_passed_is_not_fought_with() -> None:
    # The target would not have been beaten.
    match = do(start(deal("10H 8H 7H", "QH JH 6H")), "0 pass")
    assert asked(match) == "1 special"
    assert outcome(do(match, "1 announce bura")) == (How.BURA, 1)
    assert asked(do(match, "1 pass")) == "0 lead"


def test_a_bura_announced_does_not_ask_a_lower_hand() -> None:
    match = do(start(deal(BURA, ACES)), "0 announce bura")
    assert outcome(match) == (How.BURA, 0)


def test_a_bura_that_is_not_announced_is_worth_nothing() -> None:
    match = do(start(deal(BURA, PLAIN)), "0 pass", "0 play 6H")
    assert asked(match) == "1 reply"


def test_an_automatic_bura_wins_on_the_deal_before_anybody_is_asked() -> None:
    given = deal(MOLODKA, BURA)
    opened, events = GAME.new(GAME.book.rules({"bura": "automatic"})).give(given)
    match = start(given, {"bura": "automatic"})
    assert opened == match
    assert outcome(match) == (How.BURA, 1)
    assert match.totals == (-1, 1)
    assert match.results[0].to_json() == {"tricks": [0, 0], "scores": [-1, 1], "pot": 0}
    assert match.summary(1).actions == ()
    assert asked(match) == "deal 1"
    kinds = [type(event).__name__ for event in events]
    assert kinds == ["DealBegun", "AntePaid", "TrumpTurned", "Announced", "Settled", "DealOver"]


def test_an_automatic_bura_wins_after_the_draw() -> None:
    given = deal("KS 8H 6C", "AS 7H 6H", "10H QS QD 7D")
    match = do(start(given, {"bura": "automatic"}), "0 play KS", "1 play AS")
    assert asked(match) == "1 draw"
    assert outcome(do(match, "1 draw")) == (How.BURA, 1)


def test_other_special_hands_are_still_announced_with_an_automatic_bura() -> None:
    match = start(deal(ACES, PLAIN), {"bura": "automatic"})
    assert offered(match) == ["announce aces", "pass"]
    assert refused(match, "0 announce bura") == "not_that_hand"


def test_nobody_is_asked_after_a_draw_that_brings_no_special_hand() -> None:
    match = start(deal("KS 8S 6C", "AS 7H 7C", "6D KC 8D KD"))
    match = do(match, "0 play KS 8S", "1 play AS 7H", "1 draw")
    assert asked(match) == "1 lead"


def test_the_winner_of_the_trick_is_the_would_be_leader() -> None:
    match = start(deal("KS 8S 6C", "AS 7H 7C", "8C 9C KC 10C"))
    match = do(match, "0 play KS 8S", "1 play AS 7H", "1 draw")
    # Both hold a molodka of clubs now: 7 8 K against 6 9 10.
    assert asked(match) == "1 special"
    assert asked(do(match, "1 announce molodka")) == "1 lead"
    match = do(match, "1 pass")
    assert asked(match) == "0 special"
    assert asked(do(match, "0 announce molodka")) == "0 lead"


def test_three_aces_without_the_trump_ace_count_only_by_default() -> None:
    rules = {"three_aces": "with_trump_ace"}
    assert asked(start(deal(ACES, PLAIN))) == "0 special"
    assert asked(start(deal(ACES, PLAIN), rules)) == "0 lead"
    assert asked(start(deal("AS AH AC", PLAIN), rules)) == "0 special"


def test_a_molodka_may_be_led_in_part_by_default() -> None:
    match = do(start(deal(MOLODKA, PLAIN)), "0 announce molodka")
    assert len(offered(match)) == 7


def test_an_announced_molodka_is_led_whole_where_that_is_agreed() -> None:
    rules = {"molodka_led": "whole"}
    match = do(start(deal(MOLODKA, PLAIN), rules), "0 announce molodka")
    assert offered(match) == ["play QS JS 7S"]
    assert refused(match, "0 play QS JS") == "lead_whole_molodka"
    assert refused(match, "0 play QS") == "lead_whole_molodka"
    assert asked(do(match, "0 play 7S QS JS")) == "1 reply"


def test_a_whole_molodka_binds_nobody_else() -> None:
    rules = {"molodka_led": "whole"}
    silent = do(start(deal(MOLODKA, PLAIN), rules), "0 pass")
    assert len(offered(silent)) == 7
    beaten = do(start(deal(MOLODKA, ACES), rules), "0 announce molodka", "1 announce aces")
    assert offered(beaten) == ["play AS", "play AD", "play AC"]
    taken = do(start(deal(PLAIN, MOLODKA), rules), "1 announce molodka")
    assert offered(taken) == ["play QS JS 7S"]
    let_be = do(start(deal(MOLODKA, ACES), rules), "0 announce molodka", "1 pass")
    assert offered(let_be) == ["play QS JS 7S"]


def test_a_whole_molodka_still_leaves_31_to_be_declared() -> None:
    given = deal("KS 8S 6C", "AS 7H 7C", "8C 9D KC 10D")
    match = do(start(given, {"molodka_led": "whole"}), "0 play KS 8S", "1 play AS 7H", "1 draw")
    match = do(match, "1 announce molodka")
    assert offered(match) == ["play KC 8C 7C", "declare"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("0 announce", "bad_arguments"),
        ("0 announce Bura", "bad_arguments"),
        ("0 announce full_house", "bad_arguments"),
        ("0 announce molodka QS", "bad_arguments"),
        ("0 announce bura", "not_that_hand"),
        ("0 announce aces", "not_that_hand"),
        ("1 announce molodka", "not_your_turn"),
        ("1 pass", "not_your_turn"),
        ("0 play QS", "not_now"),
        ("0 pass please", "bad_arguments"),
        ("0 declare", "declare_before_first_trick"),
    ],
)
def test_refusals_when_a_special_hand_is_asked_for(text: str, code: str) -> None:
    assert refused(start(deal(MOLODKA, PLAIN)), text) == code


def test_a_refusal_names_no_card_of_the_hand() -> None:
    with pytest.raises(IllegalAction) as caught:
        start(deal(MOLODKA, PLAIN)).act(action("0 announce bura"))
    assert caught.value.facts == {"kind": "bura"}
