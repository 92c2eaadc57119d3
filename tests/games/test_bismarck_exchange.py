"""The kitty, the discard and the trump suit."""

from __future__ import annotations

import pytest

from bot.games.bismarck.contracts import Contract
from bot.games.bismarck.events import (
    ContractAnnounced,
    Discarded,
    DiscardsShown,
    KittyRefused,
    KittyShown,
    KittyTaken,
    TrumpNamed,
)
from bot.games.bismarck.match import Bismarck
from bot.games.cards import Suit, cards
from bot.games.game import Action, IllegalAction
from tests.games.bismarck_referee import (
    asked,
    deals_on,
    do,
    finish_deal,
    open_answers,
    start,
    tidy_deal,
    told,
)

DISCARD = "discard 2H 2C 3C 4C"


def dealt(forehand: int = 0, **rules: str) -> Bismarck:
    match, _ = start(**rules).give(tidy_deal(forehand))
    return match


def code(match: Bismarck, text: str) -> str:
    with pytest.raises(IllegalAction) as refused:
        do(match, text)
    return refused.value.code


def test_taking_puts_the_kitty_into_the_hand() -> None:
    match, events = told(do(dealt(), "contract spel"), "take")
    assert events == (KittyTaken(0, by_itself=False),)
    discard = asked(match).discard
    assert discard is not None
    assert discard.count == 4
    assert sorted(map(str, discard.cards)) == sorted(
        map(str, (*tidy_deal(0).hands[0], *tidy_deal(0).stock))
    )
    assert asked(match).actions == ()


def test_any_four_of_twenty_may_be_discarded() -> None:
    match = do(dealt(), "contract spel", "take")
    match, events = told(match, "discard AS 2H AC 3H")
    assert events == (Discarded(0, 4),)
    hand = match.view(0).hand
    assert len(hand) == 16
    assert not set(hand) & set(cards("AS 2H AC 3H"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("discard", "wrong_discard"),
        ("discard 2H 2C 3C", "wrong_discard"),
        ("discard 2H 2C 3C 4C AS", "wrong_discard"),
        ("discard 2H 2C 3C 3C", "wrong_discard"),
        ("discard 2H 2C 3C 3C 4C", "wrong_discard"),
        ("discard 2H 2C 3C KH", "not_in_hand"),
        ("discard 2H 2C 3C BJ", "not_in_hand"),
        ("discard 2h 2C 3C 4C", "bad_arguments"),
        ("discard 2H 2C 3C H4", "bad_arguments"),
        ("refuse", "must_take_kitty"),
        ("take", "not_now"),
        ("trump S", "not_now"),
        ("play AS", "not_now"),
        ("contract spel", "contract_settled"),
        ("bid 4U", "unknown_verb"),
        ("Discard 2H 2C 3C 4C", "unknown_verb"),
    ],
)
def test_bad_discards(text: str, why: str) -> None:
    assert code(do(dealt(), "contract spel", "take"), text) == why


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("contract", "bad_arguments"),
        ("contract bridge", "bad_arguments"),
        ("contract Spel", "bad_arguments"),
        ("contract spel spel", "bad_arguments"),
        ("take", "not_now"),
        ("refuse", "not_now"),
        ("play AS", "not_now"),
        ("", "unknown_verb"),
    ],
)
def test_bad_answers_to_the_contract(text: str, why: str) -> None:
    verb, *args = text.split() or [""]
    with pytest.raises(IllegalAction) as refused:
        dealt().act(Action(0, verb, tuple(args)))
    assert refused.value.code == why


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
def test_only_forehand_is_asked(seat: int) -> None:
    for match in (dealt(), do(dealt(), "contract spel"), do(dealt(), "contract valfri")):
        with pytest.raises(IllegalAction) as refused:
            match.act(Action(seat, asked(match).question))
        assert refused.value.code == "not_your_turn"
        assert refused.value.facts == {"seat": seat, "asked": 0}


def test_take_and_refuse_have_no_arguments() -> None:
    match = do(dealt(), "contract spel")
    assert code(match, "take 2H") == "bad_arguments"
    assert code(match, "refuse yes") == "bad_arguments"
    assert code(match, DISCARD) == "not_now"


def test_refusing_plays_the_cards_as_dealt() -> None:
    match, events = told(do(dealt(), "contract spader"), "refuse")
    assert events == (KittyRefused(0),)
    assert asked(match).question == "play"
    assert match.view(0).hand == tidy_deal(0).hands[0]
    assert match.view(0).kitty == ()
    assert match.view(0).took is False


def test_valfri_takes_the_kitty_by_itself_and_names_trump_after_the_discard() -> None:
    match, events = told(dealt(), "contract valfri")
    assert events == (
        ContractAnnounced(0, Contract.VALFRI, by_itself=False),
        KittyTaken(0, by_itself=True),
    )
    assert asked(match).question == "discard"
    assert code(match, "refuse") == "must_take_kitty"
    assert code(match, "trump S") == "not_now"
    match = do(match, DISCARD)
    assert open_answers(match) == ["trump S", "trump H", "trump D", "trump C"]
    match, events = told(match, "trump C")
    assert events == (TrumpNamed(0, Suit.CLUBS, by_itself=False),)
    assert match.view(None).trump is Suit.CLUBS


def test_valfri_suit_has_no_no_trump() -> None:
    match = do(dealt(), "contract valfri", DISCARD)
    assert code(match, "trump NT") == "no_trump_not_agreed"
    assert code(match, "trump") == "bad_arguments"
    assert code(match, "trump S H") == "bad_arguments"
    assert code(match, "trump s") == "bad_arguments"
    assert code(match, "trump X") == "bad_arguments"
    assert code(match, "discard 2H 2C 3C 4C") == "not_now"


def test_valfri_suit_or_nt() -> None:
    match = do(dealt(valfri="suit_or_nt"), "contract valfri", DISCARD)
    assert open_answers(match)[-1] == "trump NT"
    match = do(match, "trump NT")
    view = match.view(None)
    assert view.settled
    assert view.trump is None


def test_valfri_nt_only_does_not_ask() -> None:
    match, events = told(do(dealt(valfri="nt_only"), "contract valfri"), DISCARD)
    assert events == (Discarded(0, 4), TrumpNamed(0, None, by_itself=True))
    assert asked(match).question == "play"
    assert match.view(None).trump is None
    assert code(match, "trump S") == "not_now"


@pytest.mark.parametrize("contract", ["spel", "spader", "valfri", "pass"])
def test_compulsory_kitty_is_never_asked(contract: str) -> None:
    match = do(dealt(kitty="compulsory"), f"contract {contract}")
    assert asked(match).question == "discard"
    assert match.view(None).took is True
    assert code(match, "refuse") == "must_take_kitty"


@pytest.mark.parametrize("contract", ["spel", "spader", "pass"])
def test_optional_kitty_is_asked_except_in_valfri(contract: str) -> None:
    assert open_answers(do(dealt(), f"contract {contract}")) == ["take", "refuse"]


def test_fixed_contract_with_compulsory_kitty_begins_with_the_discard() -> None:
    match = dealt(order="fixed", kitty="compulsory")
    assert asked(match).question == "discard"
    match = do(match, DISCARD)
    assert asked(match).question == "play"


def test_hidden_kitty_is_seen_by_forehand_alone_and_only_when_taken() -> None:
    match = do(dealt(), "contract spel")
    assert [match.view(seat).kitty for seat in (None, 0, 1, 2)] == [()] * 4
    match = do(match, "take")
    assert match.view(0).kitty == tidy_deal(0).stock
    assert [match.view(seat).kitty for seat in (None, 1, 2)] == [()] * 3


def test_open_kitty_lies_face_up_before_the_contract() -> None:
    match, events = start(kitty_shown="open").give(tidy_deal(0))
    assert KittyShown(tidy_deal(0).stock) in events
    assert asked(match).question == "contract"
    for seat in (None, 0, 1, 2):
        assert match.view(seat).kitty == tidy_deal(0).stock
    match = do(match, "contract spel", "take", "discard AS KS QS JS")
    assert match.view(1).discards == ()
    assert match.view(0).discards == cards("AS KS QS JS")


def test_discards_are_shown_when_the_deal_is_over() -> None:
    match = do(dealt(), "contract spel", "take", "discard AS KS QS JS")
    while not match.results:
        match, events = match.act(asked(match).actions[0])
    assert DiscardsShown(0, cards("AS KS QS JS"), untouched=False) in events
    assert match.summary(1).out_of_play == cards("AS KS QS JS")


def test_untouched_kitty_is_shown_when_the_deal_is_over() -> None:
    match = finish_deal(do(dealt(), "contract spel", "refuse"))
    assert match.summary(1).out_of_play == tidy_deal(0).stock
    assert not match.summary(1).line.took


def test_questions_follow_each_other_in_order() -> None:
    match = dealt()
    seen = []
    for text in ("contract valfri", DISCARD, "trump H"):
        seen.append(asked(match).question)
        match = do(match, text)
    assert [*seen, asked(match).question] == ["contract", "discard", "trump", "play"]


def test_extra_deal_is_valfri_for_the_next_forehand() -> None:
    seed = 0
    while not (match := deals_on(start(length="short"), 8, seed)).standing.level:
        seed += 1
    match, events = match.give(tidy_deal(2))
    assert ContractAnnounced(2, Contract.VALFRI, by_itself=True) in events
    assert asked(match).question == "discard"
    assert match.view(None).extra == 1
    assert match.view(None).level
