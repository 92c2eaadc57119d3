"""What people see of Bura: every question and option, and nothing that has to be remembered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.games.bura import GAME, BuraMatch, BuraView
from bot.games.bura.events import Announced, Declared, LeadTaken, PutAside, WentOn
from bot.games.bura.hands import Announcement, Special
from bot.games.cards import cards
from bot.games.game import Action, Event
from bot.locales import languages
from bot.locales import words as catalogue
from bot.render import pages
from bot.render.board import board
from bot.render.faces import face_of
from bot.render.panel import Step, lasting, panel
from bot.render.screen import Screen
from bot.render.tell import tell
from tests.games.bura_table import asked, deal, do, down_to, play_group, random_states, start
from tests.render.at_table import buttons, check_limits, finished, labels, read_at, words

LONG = ("Wolfeschlegelsteinhausen", "Maximiliane-Sophie Mayer")
OPTIONS: Mapping[str, object] = {"losing_replies": "hidden", "counting_aid": "own_total"}

OPENING = deal("KS 8S 6C", "AS 7H 9D")
"""Hearts are trumps, and seat 0 leads."""

ONE_TRICK = ("0 play KS 8S", "1 play AS 7H")
"""Seat 1 takes 15 points."""


def hand(match: BuraMatch, seat: int = 0, language: str = "en", **step: Any) -> Screen:
    """Return the panel of a seat."""
    at = Step(**step) if step else None
    return panel(read_at(GAME, match, seat), language, step=at)


def table(match: BuraMatch, language: str = "en") -> Screen:
    """Return the public board."""
    return board(read_at(GAME, match, None, language=language))


def rows(screen: Screen) -> list[list[str]]:
    """Return the labels of a screen's buttons row by row."""
    return [[part.label for part in row] for row in screen.rows if isinstance(row, tuple)]


def declaring(match: BuraMatch, seat: int) -> Screen:
    """Return the panel of a seat that has pressed Declare 31."""
    return hand(match, seat, asked=Action(seat, "declare"))


# ------------------------------------------------------------------ the questions


def test_every_lead_is_one_button_and_a_group_shows_its_cards_together() -> None:
    screen = hand(start(OPENING))
    assert labels(screen) == ["K♠", "8♠", "6♣", "K♠ 8♠"]
    assert "Your turn** — lead a card, or several of one suit" in words(screen)


def test_seven_leads_of_one_suit_stand_in_two_rows_the_higher_card_first() -> None:
    match = do(start(deal("10S KS 8S", "AS 7H 9D")), "0 pass")
    screen = hand(match)
    assert labels(screen)[:3] == ["10♠", "K♠", "8♠"]
    assert set(labels(screen)[3:]) == {"10♠ K♠", "10♠ 8♠", "K♠ 8♠", "10♠ K♠ 8♠"}
    assert len(labels(screen)) == 7
    assert [len(row) for row in rows(screen)[:2]] == [3, 4]


def test_reply_has_as_many_cards_and_each_is_one_button() -> None:
    screen = hand(do(start(OPENING), "0 play KS 8S"), 1)
    assert sorted(labels(screen)) == sorted(["A♠ 9♦", "7♥ A♠", "7♥ 9♦"])
    assert "reply with 2 cards, of any suits" in words(screen)
    assert "> **K♠ 8♠** Ann" in words(screen)
    single = hand(do(start(OPENING), "0 play KS"), 1)
    assert labels(single) == ["7♥", "A♠", "9♦"]
    assert "reply with 1 card, of any suit" in words(single)


def test_three_cards_in_reply_are_one_button() -> None:
    match = do(start(deal("KS 8S 6S", "AS 7H 9D")), "0 pass", "0 play KS 8S 6S")
    assert labels(hand(match, 1)) == ["7♥ A♠ 9♦"]


def test_winner_of_a_trick_is_asked_31_or_draw_in_two_rows() -> None:
    screen = hand(do(start(OPENING), *ONE_TRICK), 1)
    assert rows(screen)[:2] == [["Draw"], ["Declare 31"]]
    assert labels(screen) == ["Draw"]
    assert labels(screen, "ask") == ["Declare 31"]
    assert "declare 31, or draw and go on" in words(screen)


def test_declaring_stands_in_a_row_of_its_own_at_a_lead_too() -> None:
    match = do(start(OPENING), *ONE_TRICK, "1 draw")
    screen = hand(match, 1)
    assert asked(match) == "1 lead"
    assert ["Declare 31"] in rows(screen)


@pytest.mark.parametrize(
    ("kind", "held"), [("bura", "AH KH 7H"), ("aces", "AH AS AC"), ("molodka", "KS 8S 6S")]
)
def test_whoever_holds_a_special_hand_may_announce_it_or_keep_quiet(kind: str, held: str) -> None:
    match = start(deal(held, "QS QD 9D"))
    name = tell("en").text(f"bura.hand.{kind}")
    assert labels(hand(match)) == [f"Announce {name}", "Keep it quiet"]
    assert labels(hand(match, 1)) == []


def test_announced_hand_is_shown_to_both_and_to_all_until_the_next_card() -> None:
    match = do(start(deal("KS 8S 6S", "QS QD 9D")), "0 announce molodka")
    line = "**Ann** shows **molodka**: K♠ 8♠ 6♠"
    assert all(line in words(s) for s in (hand(match), hand(match, 1), table(match)))
    led = do(match, "0 play 6S")
    assert all("molodka" not in words(s) for s in (hand(led), hand(led, 1), table(led)))


def test_molodka_that_has_to_be_led_whole_is_one_button() -> None:
    rules = {"molodka_led": "whole"}
    match = do(start(deal("KS 8S 6S", "QS QD 9D"), rules), "0 announce molodka")
    screen = hand(match)
    assert labels(screen) == ["K♠ 8♠ 6♠"]
    assert "lead your molodka" in words(screen)


def last_gap(rules: Mapping[str, object] | None = None) -> BuraMatch:
    """Return a match whose last trick is over."""
    match = down_to(2, 2)
    match = play_group(match, 2)
    match = do(match, f"{asked(match)[0]} draw")
    while asked(match)[2:] != "last":
        match = play_group(match, 1)
    return match


def test_after_the_last_trick_both_may_declare_and_the_winner_may_pass() -> None:
    match = last_gap()
    winner = int(asked(match)[0])
    screen = hand(match, winner)
    assert rows(screen)[:2] == [["Pass"], ["Declare 31"]]
    assert "that was the last trick" in words(screen)
    assert labels(hand(match, 1 - winner), "ask") == ["Declare 31"]
    passed = do(match, f"{winner} pass")
    assert labels(hand(passed, winner), "ask") == []
    assert rows(hand(passed, 1 - winner))[:2] == [["Pass"], ["Declare 31"]]


# ------------------------------------------------------------------ declaring


def test_declaring_is_there_for_the_other_too_until_the_next_card_is_down() -> None:
    before = start(OPENING)
    in_trick = do(before, "0 play KS 8S")
    gap = do(before, *ONE_TRICK)
    lead = do(gap, "1 draw")
    next_trick = do(lead, "1 play 9D")
    for match, offered in (
        (before, ([], [])),
        (in_trick, ([], [])),
        (gap, (["Declare 31"], ["Declare 31"])),
        (lead, (["Declare 31"], ["Declare 31"])),
        (next_trick, ([], [])),
    ):
        assert tuple(labels(hand(match, seat), "ask") for seat in (0, 1)) == offered


def test_leader_only_leaves_declaring_to_whoever_is_asked() -> None:
    match = do(start(OPENING, {"declare": "leader_only"}), *ONE_TRICK)
    assert labels(hand(match, 0), "ask") == []
    assert labels(hand(match, 1), "ask") == ["Declare 31"]


def test_declaring_asks_once_what_a_false_call_costs_now() -> None:
    match = do(start(OPENING), *ONE_TRICK)
    for seat in (0, 1):
        screen = declaring(match, seat)
        assert "costs you **2** tokens, and the pot is doubled" in words(screen)
        assert rows(screen) == [["Yes", "No, go back"]]
    wins = do(start(OPENING, {"false_call": "opponent_wins"}), *ONE_TRICK)
    assert "With 30 or less the other player takes it" in words(declaring(wins, 0))
    assert "the pot of **2**" in words(declaring(wins, 0))


def test_a_false_call_costs_more_once_the_pot_is_doubled() -> None:
    match = do(start(OPENING), *ONE_TRICK, "0 declare")
    match, _ = match.give(deal("KS 8S 6C", "AS 7H 9D", dealer=0))
    leader = asked(match)[0]
    match = do(match, f"{leader} play {'AS' if leader == '1' else 'KS'}")
    match = do(match, f"{1 - int(leader)} play {'KS' if leader == '1' else 'AS'}")
    assert "costs you **4** tokens" in words(declaring(match, 0))


def test_question_to_confirm_lasts_while_the_declaration_is_open() -> None:
    gap = do(start(OPENING), *ONE_TRICK)
    step = Step(asked=Action(0, "declare"))
    assert lasting(read_at(GAME, gap, 0), step) == step
    lead = do(gap, "1 draw")
    assert lasting(read_at(GAME, lead, 0), step) == step
    assert lasting(read_at(GAME, do(lead, "1 play 9D"), 0), step) is None
    assert lasting(read_at(GAME, gap, 0), Step(group="4")) is None


# ------------------------------------------------------------------ memory


def test_no_last_trick_can_be_asked_for() -> None:
    match = do(start(OPENING), *ONE_TRICK)
    assert [b.label for b in buttons(table(match))] == ["My hand", "Score", "Rules", "More"]
    for seat in (0, 1, None):
        page = pages.last_trick(read_at(GAME, match, seat), "en")
        assert page.text == "Nobody looks back in this game: what is gone has to be remembered."


def test_finished_trick_is_gone_with_the_next_card() -> None:
    gap = do(start(OPENING), *ONE_TRICK, "1 draw")
    for screen in (hand(gap, 0), hand(gap, 1), table(gap)):
        assert "> **K♠ 8♠** Ann" in words(screen)
        assert "> **7♥ A♠** Bo ◂ takes it" in words(screen)
    led = do(gap, "1 play 9D")
    for screen in (hand(led, 0), hand(led, 1), table(led)):
        assert not re.search("[K8]♠|A♠|7♥", words(screen))


@pytest.mark.parametrize("seed", range(6))
def test_screens_show_no_points_and_no_card_beyond_the_present_view(seed: int) -> None:
    states = random_states(seed, OPTIONS if seed % 2 else None)
    for match in states[:: max(1, len(states) // 80)]:
        public = words(table(match))
        assert match.open_deal is None or "points" not in public
        for seat in (0, 1):
            seen = words(hand(match, seat)) + words(pages.score(read_at(GAME, match, seat), "en"))
            assert ("Your tricks so far" in seen) == (seed % 2 == 1 and match.open_deal is not None)
            assert match.open_deal is None or "points" not in re.sub(
                "Your tricks so far.*", "", seen
            )


def test_hints_that_speak_of_the_own_total_are_on_no_screen() -> None:
    told = catalogue("en")
    secret = [told.text(f"why.bura.{key}") for key in ("thirty_one", "go_on", "not_enough")]
    for match in random_states(3)[::7]:
        for seat in (0, 1):
            text = words(hand(match, seat))
            assert not any(hint in text for hint in secret)


def test_counting_aid_shows_the_own_total_in_the_own_panel_alone() -> None:
    match = do(start(OPENING, {"counting_aid": "own_total"}), *ONE_TRICK)
    assert "Your tricks so far: **15** points" in words(hand(match, 1))
    assert "Your tricks so far: **0** points" in words(hand(match, 0))
    assert "points" not in words(table(match))
    assert "points" not in words(hand(do(start(OPENING), *ONE_TRICK), 1))


def test_losing_reply_lies_face_down_where_the_rules_hide_it() -> None:
    match = do(start(OPENING, OPTIONS), "0 play KS 8S", "1 play AS 9D")
    leader, public, own = words(hand(match, 0)), words(table(match)), words(hand(match, 1))
    for text in (leader, public):
        assert "> **▮ ▮** Bo (face down)" in text
        assert not re.search("A♠|9♦", text)
    assert "> **A♠ 9♦** Bo" in own
    assert "face down)" not in own.split("Your tricks")[0]
    assert "at least **4** points (2 cards lie face down)" in leader


# ------------------------------------------------------------------ how we stand


def test_trumps_stock_pot_and_balances_are_always_in_sight() -> None:
    match = do(start(OPENING), "0 play KS 8S")
    for screen in (hand(match), hand(match, 1), table(match)):
        assert screen.title == "Bura · deal 1 · ♥ hearts trumps"
        assert "Stock 30 cards, the last one **9♥**" in words(screen)
        assert "Pot **2** · pots won 0 of 5" in words(screen)
        assert "Ann **−1** · Bo **−1**" in words(screen)
    between = do(start(OPENING), *ONE_TRICK, "0 declare")
    assert "Pot **4**" in words(table(between))
    assert "Ann **−3** · Bo **−1**" in words(table(between))


def test_stock_that_cannot_fill_both_hands_is_said_to_be_put_aside() -> None:
    match = play_group(down_to(2, 2), 2)
    match = do(match, f"{asked(match)[0]} draw")
    assert "No more drawing: 2 cards put aside unseen" in words(table(match))
    drawn = play_group(down_to(2, 1), 1)
    drawn = do(drawn, f"{asked(drawn)[0]} draw")
    assert "The stock is gone" in words(table(drawn))


def test_board_says_whom_everybody_waits_for() -> None:
    match = start(OPENING)
    assert "▶ **Ann** to lead" in words(table(match))
    match = do(match, "0 play KS 8S")
    assert "▶ **Bo** to reply" in words(table(match))
    match = do(match, "1 play AS 7H")
    assert "▶ **Bo** draws, or declares 31" in words(table(match))
    assert "Balances: Ann" in words(table(match)), "what the last line counts is said"


def test_equal_balances_are_called_a_draw() -> None:
    read = read_at(GAME, random_states(1, {"length": 1}, 0.3)[-1], None, phase="over")
    assert read.view is not None
    assert "wins the match" in words(board(read))
    drawn = replace(read, view=replace(read.view, winners=(0, 1)))
    assert "**A draw** between Ann & Bo." in words(board(drawn))


# ------------------------------------------------------------------ the summary, the sheet


def summary(match: BuraMatch, language: str = "en") -> Screen:
    """Return the summary of the last deal."""
    last = len(match.results)
    return pages.summary(read_at(GAME, match, None, language=language), finished(match, last))


def test_false_call_lays_out_the_won_tricks_and_says_what_is_missing() -> None:
    text = words(summary(do(start(OPENING), *ONE_TRICK, "1 declare")))
    assert "✗ **Bo** declares 31 with **15** points only" in text
    assert "Bo’s tricks, counted\n" in text
    assert "K♠ 8♠ 7♥ A♠ · 15 → **15**" in text
    assert "✗ **15** in all: 16 points short of 31." in text
    assert "Pot **4**" in text
    assert "Ann **−1** · Bo **−3**" in text


def test_declaring_without_a_trick_says_that_there_is_none() -> None:
    text = words(summary(do(start(OPENING), *ONE_TRICK, "0 declare")))
    assert "no trick won\n✗ **0** in all: 31 points short of 31." in text


def test_right_declaration_adds_up_trick_by_trick() -> None:
    match = start(deal("AS 10S KC", "7D 8D 9C", "AC 6C"))
    match = do(match, "0 play AS 10S", "1 play 7D 8D", "0 draw")
    while asked(match)[2:] == "special":
        match = do(match, f"{asked(match)[0]} pass")
    match = do(match, "0 play AC", "1 play 9C", "0 declare")
    text = words(summary(match))
    assert "· 21 → **21**" in text
    assert "· 11 → **32**" in text
    assert "✓ **32 points**: 31 is reached." in text
    assert "✓ **Ann** declares 31 with **32** points and takes the pot of **2**." in text
    assert "Ann **+1** · Bo **−1**" in text


def test_false_call_that_the_opponent_wins_says_so() -> None:
    match = do(start(OPENING, {"false_call": "opponent_wins"}), *ONE_TRICK, "1 declare")
    assert "**Ann** takes the pot of **2**" in words(summary(match))


def test_bura_and_the_duel_of_two_show_the_hands() -> None:
    match = do(start(deal("10H 9H 7H", "AS KD 8C", turned="6H")), "0 announce bura")
    text = words(summary(match))
    assert "**Ann** shows a bura and takes the pot of **2**" in text
    assert "Announced\n**Ann** shows **bura**" in text
    duel = start(deal("10H 9H 7H", "AH QH 8H", turned="6H"))
    duel = do(duel, "0 announce bura", "1 announce bura")
    text = words(summary(duel))
    assert "Bura against bura: **Bo** wins the duel" in text
    assert text.count("shows **bura**") == 2


def test_void_deal_says_that_nobody_wins_and_what_each_adds() -> None:
    match = last_gap()
    winner = int(asked(match)[0])
    match = do(match, f"{winner} pass", f"{1 - winner} pass")
    text = words(summary(match))
    assert "nobody declared: nobody wins. Each adds 1, the pot is **4** now" in text
    assert "Points in tricks: Ann" in text


def test_summary_shows_every_card_of_the_pack() -> None:
    text = words(summary(do(start(OPENING), *ONE_TRICK, "1 declare")))
    assert "Hands as dealt" in text
    assert "Not played\n**Ann** ♣ 6\n**Bo** ♦ 9\nStill in the stock: ♥ A 10 K Q J 9 8 6" in text


@pytest.mark.parametrize("seed", range(4))
def test_score_sheet_lists_every_pot_of_a_long_session(seed: int) -> None:
    match = random_states(seed, {"length": 11}, 0.01)[-1]
    text = words(pages.score(read_at(GAME, match, 0), "en"))
    view = match.view(0)
    assert isinstance(view, BuraView)
    listed = re.findall(
        r"^ *(\d+) (?:([SW]) )?(31 right|false call|bura|nobody) +(\d+) ", text, re.MULTILINE
    )
    assert [(int(number), int(pot)) for number, _, _, pot in listed] == [
        (number, outcome.stake) for number, outcome in enumerate(view.history, 1)
    ]
    assert [who for _, who, _, _ in listed] == [
        "" if outcome.by is None else "SW"[outcome.by] for outcome in view.history
    ]
    assert len(listed) >= 40
    assert "**Ann** (S)" in text
    assert "pots won 11 of 11" in text


def test_score_sheet_before_the_first_pot_says_so() -> None:
    assert "No deal is finished yet." in words(pages.score(read_at(GAME, start(OPENING), 0), "en"))


def test_sheet_of_a_very_long_session_fits_and_counts_what_is_older() -> None:
    match = start(OPENING)
    for _ in range(170):
        leader = int(asked(match)[0])
        led, replied = ("KS", "AS") if leader == 0 else ("AS", "KS")
        match = do(match, f"{leader} play {led}", f"{1 - leader} play {replied}", "1 declare")
        match, _ = match.give(OPENING)
    view = match.view(0)
    assert isinstance(view, BuraView)
    long = replace(view, history=(view.history[0],) * 300)
    for one in (view, long):
        read = replace(read_at(GAME, match, 0, names=LONG), view=one)
        for language in languages():
            check_limits(pages.score(read, language))
    text = words(pages.score(read, "en"))
    older = int(re.findall(r"(\d+) older deals", text)[0])
    numbers = [int(number) for number in re.findall(r"^ *(\d+) [SW] ", text, re.MULTILINE)]
    assert numbers == list(range(older + 1, 301))
    assert len(numbers) > 140


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("options", [{}, OPTIONS], ids=["usual", "hidden"])
def test_every_screen_keeps_the_limits(language: str, options: Mapping[str, object]) -> None:
    for seed in (11, 12):
        states = random_states(seed, options)
        for match in states[:: max(1, len(states) // 50)]:
            for seat in (0, 1):
                read = read_at(GAME, match, seat, names=LONG, language=language)
                check_limits(panel(read, language))
                check_limits(pages.score(read, language))
                if match.view(seat).others:
                    step = Step(asked=Action(seat, "declare"))
                    check_limits(panel(read, language, step=step))
            check_limits(board(read_at(GAME, match, None, names=LONG, language=language)))
        last = states[-1]
        read = read_at(GAME, last, None, names=LONG, language=language, phase="over")
        for number in range(1, len(last.results) + 1, 1 + len(last.results) // 40):
            check_limits(pages.summary(read, finished(last, number), language))
        check_limits(pages.rules("bura", language, read))


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Announced(Announcement(1, Special.ACES, cards("AS AH AC"))), "Bo** shows **three aces"),
        (LeadTaken(1), "**Bo** takes the lead"),
        (PutAside(2), "2 cards are put aside unseen"),
        (Declared(0, (), 0, False), "**Ann** declares 31"),
        (WentOn(0), ""),
    ],
)
def test_news_tells_what_was_said(event: Event, text: str) -> None:
    news = face_of("bura").news(event, tell("en", ("Ann", "Bo")))
    assert text in news
    assert bool(news) == bool(text)


def test_both_languages_have_the_same_words() -> None:
    for key in catalogue("en").keys:
        if key.startswith(("bura.", "turn.bura.", "rules.bura")):
            assert catalogue("fr").has(key), key
