"""What people see of Bid whist: every question, phase and option that changes the screen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from bot.games.bid_whist import GAME
from bot.games.bid_whist.match import BidWhistMatch
from bot.games.cards import cards
from bot.games.game import Action, Event, IllegalAction, NeedsDeal, Over
from bot.locales import languages
from bot.render import pages
from bot.render.board import board
from bot.render.faces import face_of
from bot.render.lobby import house_rules, rule_name
from bot.render.panel import Step, panel
from bot.render.screen import Screen
from bot.render.tell import tell
from tests.games.bid_whist_table import (
    any_action,
    any_deal,
    asked,
    begun,
    did,
    discarding,
    played_out,
    sold,
)
from tests.render.at_table import NAMES, check_limits, finished, labels, menu, read_at, words

LONG = ("Wolfeschlegelstein", "Maximiliane-Sophie", "Bartholomew the Old", "Adelheid v. d. Au")

KITTY = "4S 5S 6S 7S 8S 4H"

HANDS: Mapping[int, str] = {
    0: "BJ AS KS 2S 3S AH 2H 3H AD 2D AC 2C",
    1: "LJ QS JS 10S 9S KH QH JH KD QD KC QC",
}


def hand(match: BidWhistMatch, seat: int = 0, language: str = "en", **step: Any) -> Screen:
    """Return the panel of a seat."""
    moment = Step(**step) if step else None
    return panel(read_at(GAME, match, seat), language, step=moment)


def table(match: BidWhistMatch, language: str = "en") -> Screen:
    """Return the public board."""
    return board(read_at(GAME, match, None, language=language))


def playing(bid: str, trump: str = "", rules: Mapping[str, object] | None = None) -> BidWhistMatch:
    """Return a match in which seat 0 leads to a contract, with six plain cards buried."""
    match = discarding(sold(bid, begun(rules, HANDS, KITTY)), KITTY)
    return did(match, f"0 trump {trump}") if trump else match


# ------------------------------------------------------------------ the auction


def test_number_is_chosen_first_where_there_are_many_bids() -> None:
    first = hand(begun())
    assert labels(first, "group") == ["3", "4", "5", "6", "7"]
    assert labels(first) == ["Pass"]
    inside = hand(begun(), group="4")
    assert labels(inside) == ["4 uptown", "4 downtown", "4 no trump high", "4 no trump low"]
    assert labels(inside, "group") == ["Other choices"]


def test_only_higher_bids_are_offered_a_row_a_number_where_they_are_few() -> None:
    match = did(begun(), "0 bid 6D")
    screen = hand(match, 1)
    rows = [[part.label for part in row] for row in screen.rows if isinstance(row, tuple)]
    assert rows[:3] == [
        ["6 no trump high", "6 no trump low"],
        ["7 uptown", "7 downtown", "7 no trump high", "7 no trump low"],
        ["Pass"],
    ]


def test_highest_bid_and_whose_it_is_stand_on_board_and_panel() -> None:
    match = did(begun(), "0 bid 4D", "1 pass")
    assert "Highest bid: **4 downtown** by Ann" in words(table(match))
    assert "Bo passes" in words(table(match))
    assert "your partner Ann has **4 downtown**" in words(hand(match, 2))
    assert "go higher than **4 downtown** by Ann" in words(hand(did(match, "2 pass"), 3))


def test_before_any_bid_it_is_said_that_there_is_none() -> None:
    assert "Di deals and speaks last" in words(table(begun()))
    assert "No bid yet" in words(table(did(begun(), "0 pass")))
    assert "Nobody has bid yet" in words(hand(begun()))


def test_forced_dealer_is_told_why_there_is_no_pass() -> None:
    match = did(begun({"minimum": 4}), "0 pass", "1 pass", "2 pass")
    screen = hand(match, 3)
    assert "the others have passed, so the dealer cannot: bid at least 4" in words(screen)
    assert "Pass" not in labels(screen)
    redealing = did(begun({"all_pass": "redeal"}), "0 pass", "1 pass", "2 pass")
    assert "Pass" in labels(hand(redealing, 3))


def test_dealer_is_told_of_taking_the_bid_at_the_same_height() -> None:
    match = did(begun({"ties": "dealer_may_equal"}), "0 bid 6U", "1 pass", "2 pass")
    screen = hand(match, 3)
    assert "As dealer you may take it at the same height" in words(screen)
    assert "6 uptown" in labels(hand(match, 3, group="6"))
    last = did(begun(), "0 bid 6U", "1 pass", "2 pass")
    assert "same height" not in words(hand(last, 3))


def test_nothing_goes_over_seven_no_trump() -> None:
    screen = hand(did(begun(), "0 bid 7NL"), 1)
    assert "nothing goes higher than **7 no trump low** by Ann" in words(screen)
    assert labels(screen) == ["Pass"]


def test_no_trump_alone_is_bid_where_the_direction_comes_later() -> None:
    screen = hand(begun({"nt_direction": "when_naming"}), group="4")
    assert labels(screen) == ["4 uptown", "4 downtown", "4 no trump"]


@pytest.mark.parametrize(
    ("language", "words_of_bid"), [("en", "4 no trump high"), ("fr", "4 sans-atout haut")]
)
def test_refused_bid_is_told_in_words(language: str, words_of_bid: str) -> None:
    match = did(begun(), "0 bid 4NH")
    with pytest.raises(IllegalAction) as refused:
        match.act(Action(1, "bid", ("4U",)))
    said = tell(language, NAMES).refusal(refused.value)
    assert words_of_bid in said
    assert "4NH" not in said


@pytest.mark.parametrize("language", languages())
def test_every_kind_of_bid_has_words(language: str) -> None:
    told = tell(language)
    for text in ("3U", "4D", "5NH", "6NL", "7N"):
        assert told.call(text).startswith(text[0])
        assert told.call(text) != text
    assert told.call("nonsense") == "nonsense"


# ------------------------------------------------------------------ kitty, discard, naming


def test_six_of_eighteen_are_discarded_by_one_menu_and_confirmed() -> None:
    match = sold("4U", begun(hands=HANDS, kitty=KITTY))
    chooser = menu(hand(match))
    assert (chooser.low, chooser.high, len(chooser.options)) == (6, 6, 18)
    assert labels(hand(match)) == []
    six = cards(KITTY)
    chosen = hand(match, chosen=six)
    assert labels(chosen) == ["Discard 4♠ 5♠ 6♠ 7♠ 8♠ 4♥"]
    assert [option.value for option in menu(chosen).options if option.chosen] == [
        "8S",
        "7S",
        "6S",
        "5S",
        "4S",
        "4H",
    ]


def test_hidden_kitty_is_seen_by_the_bidder_alone() -> None:
    match = sold("4U", begun(hands=HANDS, kitty=KITTY))
    assert "**Kitty** ♠ 8 7 6 5 4 · ♥ 4" in words(hand(match))
    for screen in (table(match), hand(match, 1), hand(match, 2)):
        assert "Kitty" not in words(screen)


def test_shown_kitty_stands_on_the_board() -> None:
    match = sold("4U", begun({"kitty": "shown"}, HANDS, KITTY))
    assert "**Kitty** ♠ 8 7 6 5 4 · ♥ 4" in words(table(match))
    assert "discards six" in words(table(match))


def test_own_discards_are_shown_to_the_bidder_alone() -> None:
    match = playing("4U", "S")
    assert "**Your discards** ♠ 8 7 6 5 4 · ♥ 4" in words(hand(match))
    assert "Your discards" not in words(hand(match, 1))
    assert "Your discards" not in words(table(match))


def test_trump_or_direction_is_named_by_a_button() -> None:
    match = discarding(sold("4D", begun(hands=HANDS)))
    assert labels(hand(match)) == ["♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs"]
    assert "names trumps" in words(table(match))
    later = discarding(sold("4N", begun({"nt_direction": "when_naming"}, HANDS)))
    assert labels(hand(later)) == ["High cards win", "Low cards win"]
    assert "high or low is still to be named" in words(table(later))


# ------------------------------------------------------------------ which card is high


@pytest.mark.parametrize(
    ("bid", "trump", "rules", "said"),
    [
        ("4U", "S", {}, ["Trumps ♠ spades: the jokers, then **ace high**, 2 lowest."]),
        (
            "4D",
            "S",
            {},
            ["the jokers, then **2 high**, ace lowest", "Other suits: **ace high**, 2 lowest"],
        ),
        (
            "4D",
            "H",
            {"downtown_suits": "all"},
            ["Trumps ♥ hearts: the jokers, then **2 high**", "Other suits: **2 high**, ace lowest"],
        ),
        (
            "4D",
            "S",
            {"downtown_suits": "all", "low_ace": "first"},
            ["then **ace high**, king lowest", "Other suits: **ace high**, king lowest"],
        ),
        ("4NH", "", {}, ["Every suit: **ace high**, 2 lowest", "Jokers are dead"]),
        ("4NL", "", {}, ["Every suit: **2 high**, ace lowest", "Jokers are dead"]),
        ("4NL", "", {"low_ace": "first"}, ["Every suit: **ace high**, king lowest"]),
        ("4NH", "", {"nt_jokers": "free_lead"}, ["Jokers never win here; they may be led"]),
        ("4NH", "", {"nt_jokers": "forced"}, ["one must go"]),
    ],
)
def test_board_and_panel_say_which_card_is_high(
    bid: str, trump: str, rules: Mapping[str, object], said: list[str]
) -> None:
    match = playing(bid, trump, rules)
    for screen in (table(match), hand(match), hand(match, 1)):
        assert [part for part in said if part not in words(screen)] == []


def test_downtown_hand_is_sorted_with_the_two_high() -> None:
    assert "♠ big joker 2 3 K A" in words(hand(playing("4D", "S")))
    assert "♥ A 3 2" in words(hand(playing("4D", "S")))
    everywhere = words(hand(playing("4D", "S", {"downtown_suits": "all"})))
    assert "♥ 2 3 A" in everywhere
    first = {"downtown_suits": "all", "low_ace": "first"}
    assert "♥ A 2 3" in words(hand(playing("4D", "S", first)))


def test_low_no_trump_hand_is_sorted_with_the_two_high_and_jokers_last() -> None:
    text = words(hand(playing("4NL")))
    assert "♠ 2 3 K A" in text
    assert text.rindex("big joker") > text.rindex("♦")


def test_jokers_come_first_while_they_are_trumps_to_be() -> None:
    before = words(hand(begun(hands=HANDS)))
    assert "**Your hand**\nbig joker ·" in before
    unnamed = words(hand(sold("4U", begun(hands=HANDS))))
    assert "**Your hand**\nbig joker ·" in unnamed
    assert "the jokers will be highest, then **ace high**" in unnamed


def test_downtown_in_all_suits_sorts_low_before_trumps_are_named() -> None:
    match = sold("4D", begun({"downtown_suits": "all"}, HANDS, KITTY))
    assert "♠ 2 3 4 5 6 7 8 K A" in words(hand(match))
    only = sold("4D", begun(None, HANDS, KITTY))
    assert "♠ A K 8 7 6 5 4 3 2" in words(hand(only))


# ------------------------------------------------------------------ greyed cards


def greyed(screen: Screen) -> list[str]:
    """Return the labels of the cards that are there but cannot be played."""
    return [
        part.label for row in screen.rows if isinstance(row, tuple) for part in row if part.disabled
    ]


def test_joker_is_greyed_on_lead_at_no_trump_with_the_reason() -> None:
    screen = hand(playing("4NH"))
    assert greyed(screen) == ["big joker"]
    assert "A joker may not be led at no trump while you hold another card." in words(screen)
    assert greyed(hand(playing("4NH", "", {"nt_jokers": "free_lead"}))) == []


def test_joker_is_greyed_with_its_own_reason_where_suit_can_be_followed() -> None:
    match = did(playing("4NH"), "0 play AS")
    screen = hand(match, 1)
    assert "little joker" in greyed(screen)
    assert "♠ spades was led: follow suit." in words(screen)
    assert "A joker is dead at no trump" in words(screen)


def test_forced_joker_greys_the_other_cards() -> None:
    hands = {0: HANDS[0], 1: "LJ KH QH JH KD QD KC QC JC 10C 9C 8C"}
    match = discarding(sold("4NH", begun({"nt_jokers": "forced"}, hands)))
    screen = hand(did(match, "0 play AS"), 1)
    assert labels(screen) == ["little joker"]
    assert "a joker has to go now" in words(screen)


def test_trumps_led_ask_for_a_joker_too() -> None:
    hands = {0: HANDS[0], 1: "LJ KH QH JH KD QD KC QC JC 10C 9C 8C"}
    match = did(discarding(sold("4U", begun(None, hands))), "0 trump S", "0 play AS")
    screen = hand(match, 1)
    assert labels(screen) == ["little joker"]
    assert "Trumps were led (♠ spades): play a trump. A joker is one." in words(screen)


def test_plain_suit_led_is_followed() -> None:
    screen = hand(did(playing("4U", "S"), "0 play AH"), 1)
    assert labels(screen) == ["K♥", "Q♥", "J♥"]
    assert "♥ hearts was led: follow suit." in words(screen)


# ------------------------------------------------------------------ books, score, summary


def test_books_stand_against_the_bid() -> None:
    match = playing("4U", "S")
    assert "**Books** Ann & Cy **1** of 10 · Bo & Di **0**" in words(table(match))
    assert "**Score** Ann & Cy **0** · Bo & Di **0** (to ±7)" in words(hand(match))


def test_title_names_bid_suit_and_bidder() -> None:
    assert table(playing("4D", "C")).title.endswith("4 downtown in ♣ clubs by Ann")
    assert table(playing("4NL")).title.endswith("4 no trump low by Ann")


def test_summary_shows_kitty_discards_books_and_the_track() -> None:
    match = playing("3U", "S")
    kitty = match.view(0).kitty
    match = played_out(match, Random(2))
    screen = pages.summary(read_at(GAME, match, None), finished(match))
    text = words(screen)
    check_limits(screen)
    assert "3 uptown in ♠ spades by Ann" in text
    assert re.search(r"Ann & Cy have \*\*\d+ books?\*\* of 9: (made|set), \*\*[+−]\d+\*\*", text)
    names = [field.name for field in screen.fields]
    assert "Kitty" in names
    assert "Discards (the first book)" in names
    assert "Score, from −7 to +7" in names
    by_name = {field.name: field.value for field in screen.fields}
    assert by_name["Discards (the first book)"] == "♠ 8 7 6 5 4 · ♥ 4"
    assert len(kitty) == len(by_name["Kitty"].replace("·", "").split()) - len(
        re.findall("[♠♥♦♣]", by_name["Kitty"])
    )
    assert "`−7 " in by_name["Score, from −7 to +7"]
    assert "Ann: **3 uptown**" in by_name["Bidding"]


def test_summary_of_a_passed_out_deal() -> None:
    match = did(begun({"all_pass": "redeal"}), "0 pass", "1 pass", "2 pass", "3 pass")
    screen = pages.summary(read_at(GAME, match, None), finished(match))
    check_limits(screen)
    assert "All four passed" in screen.text
    assert "Di passes" in words(screen)
    assert "All four passed" in words(table(match))


def test_boston_at_no_trump_is_told_line_by_line() -> None:
    hands = {
        0: "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S",
        2: "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H",
    }
    match = discarding(sold("7NH", begun(None, hands, "2S AD KD AC KC BJ")), "AD KD AC KC BJ 2S")
    match = played_out(match, Random(1))
    text = words(pages.summary(read_at(GAME, match, None), finished(match)))
    assert "Boston!" in text
    assert "+7 for the bid\n+7 for the Boston\n+14 the same again" in text
    assert "**+28** in all" in text
    over = board(read_at(GAME, match, None, phase="over"))
    assert "**Ann & Cy** win the match" in words(over)
    assert "made, **+28**" in words(over)


def test_score_sheet_lists_the_deals_and_the_track() -> None:
    match = played_out(begun({"target": 21}), Random(5), deals=4)
    screen = pages.score(read_at(GAME, match, 0), "en")
    text = words(screen)
    check_limits(screen)
    assert "Score, from −21 to +21" in text
    assert " 1. " in text
    assert "W-E" in text
    assert "No deal is finished yet" in words(pages.score(read_at(GAME, begun(), 0), "en"))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", GAME.book.presets)
def test_every_state_of_long_matches_fits_what_discord_takes(language: str, preset: str) -> None:
    chance = Random(f"{language} {preset}")
    rules = {**GAME.book.presets[preset], "rounds": "open", "kitty": "shown", "target": 21}
    match: BidWhistMatch = begun(rules)
    said: set[str] = set()
    face = face_of(GAME.key)
    events: tuple[Event, ...] = ()
    while len(match.results) < 25 and not isinstance(match.decision(), Over):
        now = match.decision()
        if isinstance(now, NeedsDeal):
            deal = finished(match, len(match.results))
            public = read_at(GAME, match, None, names=LONG, language=language)
            check_limits(pages.summary(public, deal))
            match, events = match.give(any_deal(match, chance))
        else:
            seat = asked(match).seat
            read = read_at(GAME, match, seat, names=LONG, language=language)
            for screen in (panel(read, language), board(read), pages.score(read, language)):
                check_limits(screen)
                assert not re.search(r"[{}]|bid_whist\.", words(screen))
            discard = asked(match).discard
            if discard is not None:
                six = tuple(chance.sample(discard.cards, 6))
                check_limits(panel(read, language, step=Step(chosen=six)))
            said.add(asked(match).question)
            match, events = match.act(any_action(match, chance))
        told = tell(language, LONG)
        lines = [face.news(event, told) for event in events]
        assert [line for line in lines if "bid_whist." in line or "{" in line] == []
    assert {"bid", "discard", "play"} <= said


@pytest.mark.parametrize("language", languages())
def test_every_event_of_its_own_has_a_line(language: str) -> None:
    told, face = tell(language, NAMES), face_of(GAME.key)
    match = begun({"nt_direction": "when_naming"}, HANDS, KITTY)
    lines = []
    for action in (
        Action(0, "bid", ("4N",)),
        Action(1, "pass"),
        Action(2, "pass"),
        Action(3, "pass"),
        Action(0, "discard", tuple(KITTY.split())),
        Action(0, "direction", ("low",)),
    ):
        match, events = match.act(action)
        lines += [face.news(event, told) for event in events]
    assert all(lines)
    assert len(lines) == 8
    assert not any("4S" in line or "4♠" in line for line in lines)


@pytest.mark.parametrize("language", languages())
def test_rules_and_presets_are_told(language: str) -> None:
    read = read_at(GAME, begun(dict(GAME.book.presets["american"])), 0)
    screen = pages.rules(GAME.key, language, read)
    check_limits(screen)
    assert "Boston" in screen.text
    for preset in GAME.book.presets:
        assert tell(language).text(f"preset.{GAME.key}.{preset}")


@pytest.mark.parametrize("language", languages())
def test_house_rules_and_presets_can_be_chosen(language: str) -> None:
    read = read_at(GAME, begun(dict(GAME.book.presets["american"])), 0, phase="lobby")
    for rule in GAME.book.house_rules:
        screen = house_rules(read, language, rule.key)
        check_limits(screen)
        assert rule_name(GAME.key, rule.key, tell(language)) in screen.text
    presets = menu(house_rules(read, language))
    assert [option.value for option in presets.options if option.chosen] == ["american"]


@pytest.mark.parametrize("rules", [{"name_trump": "before_kitty"}, {"lead": "left_of_bidder"}])
def test_naming_before_the_kitty_and_the_lead_at_the_left_are_asked_in_their_order(
    rules: Mapping[str, object],
) -> None:
    match = sold("4D", begun(rules, HANDS, KITTY))
    if "name_trump" in rules:
        assert "Kitty" not in words(hand(match))
        match = did(match, "0 trump S")
        assert "**Kitty** ♠ 4 5 6 7 8 · ♥ 4" in words(hand(match))
        match = discarding(match, KITTY)
        assert "lead a card" in words(hand(match))
    else:
        match = did(discarding(match, KITTY), "0 trump S")
        assert "▶ **Bo** to play" in words(table(match))
        assert "lead a card" in words(hand(match, 1))


def test_long_auction_shows_its_latest_calls() -> None:
    match = begun({"rounds": "open"})
    for number in range(3, 7):
        for seat, kind in enumerate(("U", "D", "NH", "NL")):
            bids = [one.args[0] for one in asked(match).actions if one.verb == "bid"]
            saying = f"bid {number}{kind}" if f"{number}{kind}" in bids else "pass"
            if asked(match).seat == seat:
                match = did(match, f"{seat} {saying}")
    text = words(table(match))
    assert text.count("\n> ") <= 8
    assert "Highest bid:" in text
