"""What people see of Biritch in all its forms: who may speak, open hands, revokes, the cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

import pytest

from bot.games.biritch import GAME
from bot.games.biritch.events import RevokeClaimed, RubberReopened
from bot.games.biritch.match import Rubber
from bot.games.game import Action, Decision, NeedsDeal, Over
from bot.games.house_rules import Rules
from bot.locales import languages
from bot.render import pages
from bot.render.board import board
from bot.render.board import teller as board_teller
from bot.render.faces import face_of
from bot.render.panel import Step, lasting, panel
from bot.render.screen import Menu, Screen
from bot.tables.read import DealRead, TableRead
from tests.games import walks
from tests.games.biritch_table import (
    deal,
    do,
    play_out,
    settle,
    start,
    trick,
)
from tests.render.at_table import buttons, check_limits, finished, labels, read_at, words

LONG = ("Wolfeschlegelsteinhausen", "Maximiliane-Sophie", "Bartholomew the Old", "Adelheid v. d.")
PENALISED: Mapping[str, object] = {"revokes": "penalised"}
MIXED = deal(
    "AS KS QS 2S 3H 4H 5H 6D 7D 8D 9C 10C JC",
    "JS 10S 9S AH KH QH 2D 3D 4D 2C 3C 4C 5C",
    "8S 7S 6S 2H JH 10H AD KD QD AC KC QC 5D",
)


def at_the_table(
    match: Rubber, seat: int | None, names: tuple[str, ...] = (), language: str = "en"
) -> TableRead:
    """Return the read model, with names of one's own choice."""
    if names:
        return read_at(GAME, match, seat, language=language, names=names)
    return read_at(GAME, match, seat, language=language)


def hand(match: Rubber, seat: int = 0, language: str = "en", step: Step | None = None) -> Screen:
    """Return the panel of a seat."""
    return panel(at_the_table(match, seat), language, step=step)


def table(match: Rubber) -> Screen:
    """Return the public board."""
    return board(at_the_table(match, None))


def playing(rules: Mapping[str, object] | None = None, strain: str = "S") -> Rubber:
    """Return a rubber in which seat 0 declares, and seat 1 is to lead."""
    rubber = start(MIXED, rules)
    if rubber.rules["form"] == "classic":
        return settle(do(rubber, f"0 name {strain}"))
    return settle(do(rubber, f"0 call {strain}"))


def menus(screen: Screen) -> list[Menu]:
    """Return the menus of a screen."""
    return [row for row in screen.rows if isinstance(row, Menu)]


# ------------------------------------------------------------------ the auctions


def test_last_call_and_who_may_still_speak_stand_on_board_and_panels() -> None:
    match = do(start(MIXED, {"form": "auction"}), "0 call D", "1 pass")
    for screen in (table(match), *(hand(match, seat) for seat in range(4))):
        assert "Last call: **♦ diamonds**, Ann" in words(screen)
        assert "May still speak: Cy, Di\n" in words(screen)
    assert "▶ **Cy** to call" in words(table(match))
    after = do(match, "2 call S")
    assert "Last call: **♠ spades**, Cy" in words(table(after))
    assert "May still speak: Di, Ann, Bo\n" in words(table(after))


def test_before_any_call_all_four_may_speak_and_after_four_passes_the_dealer_names() -> None:
    match = start(MIXED, {"form": "auction"})
    assert "No call yet" in words(table(match))
    assert "May still speak: Ann, Bo, Cy, Di\n" in words(table(match))
    match = do(match, "0 pass", "1 pass", "2 pass", "3 pass")
    assert "Ann – · Bo – · Cy – · Di –" in words(table(match))
    assert "name trumps, or leave it to your partner" in words(hand(match))
    assert labels(hand(match))[-1] == "Leave it to my partner"


def test_only_what_outranks_the_last_call_is_offered() -> None:
    match = do(start(MIXED, {"form": "auction"}), "0 call H")
    assert labels(hand(match, 1)) == ["♠ spades", "no trump", "Pass"]
    value = do(start(MIXED, {"form": "auction", "auction_order": "value"}), "0 call H")
    assert labels(hand(value, 1)) == ["♣ clubs", "♦ diamonds", "no trump", "Pass"]


def test_of_35_calls_the_number_is_chosen_first() -> None:
    match = start(MIXED, {"form": "auction_levels"})
    first = hand(match)
    assert "call a number of odd tricks, then the strain; or pass" in words(first)
    assert labels(first, "group") == ["1", "2", "3", "4", "5", "6", "7"]
    assert labels(first) == ["Pass"]
    inside = hand(match, step=Step(group="3"))
    assert labels(inside) == [
        "3 ♦ diamonds",
        "3 ♣ clubs",
        "3 ♥ hearts",
        "3 ♠ spades",
        "3 no trump",
    ]
    assert labels(inside, "group") == ["Other choices"]
    late = hand(do(match, "0 call 6H"), 1)
    assert labels(late, "group") == []
    assert labels(late)[:2] == ["6 ♠ spades", "6 no trump"]


def test_long_auction_keeps_the_last_call_and_the_last_rounds_in_view() -> None:
    match = start(MIXED, {"form": "auction_levels"})
    for number, (level, strain) in enumerate(
        (level, strain) for level in range(1, 8) for strain in ("D", "C", "H", "S")
    ):
        match = do(match, f"{number % 4} call {level}{strain}")
    screen = table(match)
    assert "Ann **3 ♦** · Bo **3 ♣** · Cy **3 ♥** · Di **3 ♠**" in words(screen)
    assert "**2 ♠**" not in words(screen)
    assert "Last call: **7 ♠ spades**, Di" in words(screen)
    check_limits(screen)
    assert labels(hand(match)) == ["7 no trump", "Pass"]


def test_doubling_says_who_may_still_speak_and_what_is_doubled() -> None:
    match = do(start(MIXED, {"form": "auction_levels"}), "0 call 2S", "1 pass", "2 pass", "3 pass")
    assert "2 ♠ spades, declarer Ann" in table(match).title
    assert "May still speak: Bo, Di\n" in words(table(match))
    assert "double 2 ♠ spades, declarer Ann, or pass" in words(hand(match, 1))
    match = do(match, "1 pass", "3 double")
    assert "×2" in table(match).title
    assert "Bo passes\nDi **doubles**" in words(table(match))
    assert "Bo passes\nDi **doubles**" in words(hand(match, 0))
    assert words(table(match)).count("Di **doubles**") == 1
    assert "May still speak: Ann, Cy\n" in words(hand(match, 2))


def test_drawn_seats_are_told_until_the_first_card() -> None:
    match = start(MIXED, {"seats": "drawn"})
    assert "Seats were drawn: Ann & Cy – Bo & Di." in words(table(match))
    match = settle(do(match, "0 name S"))
    assert "Seats were drawn" in words(table(match))
    card = hand(match, 1)
    first = next(b for b in buttons(card) if ":do:play:" in b.custom_id and not b.disabled)
    match = do(match, f"1 play {first.custom_id.rpartition(':')[2]}")
    assert "Seats were drawn" not in words(table(match))
    assert "drawn" not in words(table(start(MIXED, {})))


def test_level_tells_how_many_tricks_are_needed() -> None:
    match = settle(do(start(MIXED, {"form": "auction_levels"}), "0 call 2S"))
    assert "Ann needs 8 tricks" in words(table(match))
    assert "needs" not in words(table(playing({"form": "auction"})))


# ------------------------------------------------------------------ hands that lie open


def test_double_dummy_shows_four_hands_and_says_that_it_is_practice() -> None:
    match = playing({"double_dummy": "yes"})
    everybody = words(table(match))
    assert "Practice: all hands are open" in everybody
    for name in ("Ann", "Bo", "Di"):
        assert f"**{name}** ♠ " in everybody
    assert "**Dummy** (Cy) ♠ 8 7 6" in everybody
    for seat in range(4):
        screen = words(hand(match, seat))
        assert "Practice: all hands are open" in screen
        assert screen.count("♠ ") >= 4
    assert "Practice" not in words(table(do(start(MIXED, {"double_dummy": "yes"}), "0 name S")))


def test_dummys_hand_stands_on_every_panel_once_it_is_down() -> None:
    match = playing()
    for seat in (0, 1, 3):
        assert "**Dummy** (Cy) ♠ 8 7 6" in words(hand(match, seat))
    late = playing({"dummy": "after_lead"})
    assert "Dummy" not in words(table(late))
    assert "Dummy" not in words(hand(late, 1))
    assert "**Dummy** (Cy) ♠ 8 7 6" in words(table(trick(late, "4C")))


def test_hand_that_is_to_play_is_shown_once() -> None:
    match = trick(playing(), "4C")
    assert words(hand(match, 0)).count("♠ 8 7 6") == 1
    assert "play a card from Cy’s hand (dummy)" in words(hand(match, 0))
    assert words(hand(match, 2)).count("♠ 8 7 6") == 1


@pytest.mark.parametrize("rules", [{}, PENALISED])
def test_dummy_is_asked_nothing_and_offered_nothing(rules: Mapping[str, object]) -> None:
    match = trick(playing(rules), "4C")
    screen = hand(match, 2)
    assert "You are dummy: Ann plays your cards." in words(screen)
    assert "your turn" not in words(screen).lower()
    assert [one.label for one in buttons(screen)] == ["Score"]


# ------------------------------------------------------------------ revokes


def test_any_card_of_the_hand_is_offered_without_a_word_of_following() -> None:
    match = trick(playing(PENALISED), "4C KC")
    screen = hand(match, 3)
    cards = [one for one in buttons(screen) if ":play:" in one.custom_id]
    assert len(cards) == 13
    assert not any(one.disabled for one in cards)
    assert "follow" not in words(screen)
    strict = hand(trick(playing(), "4C KC"), 3)
    assert "♣ clubs was led" in words(strict) or "follow" in words(strict)


def test_play_out_of_turn_stands_behind_one_button_and_is_asked_once_more() -> None:
    match = playing(PENALISED)
    screen = hand(match, 3)
    assert [one.label for one in buttons(screen)] == [
        "Claim a revoke",
        "Play out of turn…",
        "Score",
    ]
    opened = hand(match, 3, step=Step(group="loose"))
    (menu,) = menus(opened)
    assert menu.placeholder == "Cards of Di"
    assert len(menu.options) == 13
    assert menu.options[0].value.startswith("play ")
    action = Action(3, *_verb_and_args(menu.options[0].value))
    asked = hand(match, 3, step=Step(asked=action))
    assert "out of turn? The card stays in the hand, and it counts as a revoke" in words(asked)
    assert [one.label for one in buttons(asked)] == ["Yes", "No, go back"]
    check_limits(opened)


def _verb_and_args(value: str) -> tuple[str, tuple[str, ...]]:
    verb, *args = value.split(" ")
    return verb, tuple(args)


def test_declarer_may_play_out_of_turn_from_both_hands_a_menu_each() -> None:
    match = playing(PENALISED)
    opened = hand(match, 0, step=Step(group="loose"))
    assert [(one.placeholder, len(one.options)) for one in menus(opened)] == [
        ("Cards of Ann", 13),
        ("Cards of Cy", 13),
    ]
    check_limits(opened)
    hidden = hand(playing({**PENALISED, "dummy": "after_lead"}), 0, step=Step(group="loose"))
    assert [one.placeholder for one in menus(hidden)] == ["Cards of Ann"]


def test_everything_is_in_reach_on_ones_own_turn() -> None:
    match = trick(playing(PENALISED), "4C")
    screen = hand(match, 0)
    assert len(labels(screen)) == 13
    assert labels(screen, "ask") == ["Claim a revoke"]
    assert labels(screen, "group") == ["Play out of turn…"]
    check_limits(screen)


def test_menu_and_question_stay_while_others_play_on() -> None:
    match = playing(PENALISED)
    step = Step(group="loose")
    later = trick(match, "4C")
    assert lasting(at_the_table(later, 3), step) == step
    claim = Step(asked=Action(3, "claim_revoke"))
    assert lasting(at_the_table(later, 3), claim) == claim
    assert lasting(at_the_table(playing(), 3), step) is None
    # what was out of turn is in turn now: the question is open no longer
    loose = Step(asked=Action(3, "play", ("6C",)))
    mine = trick(match, "4C KC")
    view = at_the_table(mine, 3).view
    assert view is not None
    assert "6C" in [one.text for one in view.hand]
    assert "Play " in words(hand(match, 3, step=loose))


def test_claims_and_plays_out_of_turn_are_public_what_was_played_is_not() -> None:
    match = do(playing(PENALISED), "3 play 6C", "3 play 7C", "0 claim_revoke", "1 claim_revoke")
    for screen in (table(match), hand(match, 1)):
        assert "Di played out of turn 2 times" in words(screen)
        assert "Ann claimed a revoke (trick 1): 2 found" in words(screen)
        assert "Bo claimed a revoke (trick 1): 0 found" in words(screen)
    assert "6♣" not in words(table(match))


def with_revokes() -> Rubber:
    """Return play in which seat 3 did not follow clubs, and then played out of turn."""
    rubber = settle(do(start(MIXED, PENALISED), "0 name S"))
    return do(trick(rubber, "4C KC 10D 9C"), "3 play 6C")


def test_summary_explains_each_transfer() -> None:
    rubber = play_out(do(with_revokes(), "0 claim_revoke"))
    screen = pages.summary(at_the_table(rubber, None), finished(rubber))
    (field,) = [one for one in screen.fields if one.name == "Revokes"]
    moved = len(rubber.summary(1).counted[0]) - len(rubber.summary(1).played[0])
    assert moved > 0
    assert field.value.splitlines() == [
        f"Ann claimed in trick 2: **{moved} tricks** move to Ann & Cy",
        "• Di did not follow ♣ clubs in trick 1 (10♦)",
        "• Di played 6♣ out of turn in trick 2",
    ]
    assert f"(They had taken {len(rubber.summary(1).played[0])}; the rest is the claims.)" in words(
        screen
    )
    check_limits(screen)


def test_summary_without_a_claim_says_nothing_of_revokes() -> None:
    screen = pages.summary(at_the_table(play_out(with_revokes()), None), finished(with_late()))
    assert "Revokes" not in words(screen)
    assert "Corrected" not in words(screen)


def with_late() -> Rubber:
    """Return a finished deal with revokes that nobody has claimed."""
    return play_out(with_revokes())


def test_deal_scored_again_is_told_as_corrected_with_what_led_to_it() -> None:
    rubber, events = with_late().act(Action(0, "claim_revoke"))
    deal_again = replace(finished(rubber), again=True)
    screen = pages.summary(at_the_table(rubber, None), deal_again, events=events)
    assert screen.text.startswith("**Corrected** after a claim:\nAnn claimed a revoke: 2 found.")
    assert "Revokes" in words(screen)
    reopened = pages.summary(
        at_the_table(rubber, None), deal_again, events=(RevokeClaimed(0, 2), RubberReopened())
    )
    assert "The rubber is open again: it goes on." in words(reopened)


def test_long_list_of_revokes_fits() -> None:
    rubber = settle(do(start(MIXED, PENALISED), "0 name S"))
    for _ in range(40):
        rubber = do(rubber, "3 play 6C")
    rubber = play_out(do(rubber, "0 claim_revoke"))
    read = at_the_table(rubber, None, LONG)
    screen = pages.summary(read, finished(rubber))
    (field,) = [one for one in screen.fields if one.name == "Revokes"]
    assert len(field.value) <= 1024
    assert field.value.endswith("…")


def test_until_the_next_deal_it_is_said_that_one_may_claim() -> None:
    rubber = with_late()
    assert "A revoke may be claimed until the next deal." in words(table(rubber))
    assert labels(hand(rubber, 0), "ask") == ["Claim a revoke"]
    assert labels(hand(rubber, 2), "ask") == []
    assert "may be claimed" not in words(table(play_out(playing())))


def over_for_now() -> Rubber:
    """Return a rubber that is won, unless somebody claims something."""
    chance = Random(3)
    rules = GAME.book.rules({**PENALISED, "doubling": "unlimited"})
    for last in walks.walk(GAME, rules, chance, 500):
        match = last.match
        if isinstance(match.decision(), Over):
            assert isinstance(match, Rubber)
            return match
    raise AssertionError("the walk never ended")


def test_rubber_that_a_claim_can_reopen_is_called_won_with_that_in_mind() -> None:
    rubber = over_for_now()
    screen = table(rubber)
    assert "win, unless something claimed now changes it…" in words(screen)
    assert labels(hand(rubber, 1), "ask") or labels(hand(rubber, 0), "ask")
    closed = board(read_at(GAME, rubber, None, phase="over"))
    assert "win the match" in words(closed)
    assert "may be claimed" not in words(closed)


# ------------------------------------------------------------------ the cut


def cutting(match: Rubber, seat: int | None, cutter: int) -> TableRead:
    """Return a table at which a seat is asked to cut."""
    return replace(at_the_table(match, seat), cutter=cutter)


def test_whole_seal_stands_on_the_board_before_the_cut_and_after_it() -> None:
    rubber = start(MIXED)
    before = board(cutting(rubber, None, 3))
    assert "▶ **Di** cuts the pack" in words(before)
    assert "c" * 64 in before.text
    assert "c" * 64 in table(rubber).footer
    check_limits(before)


def test_who_cuts_chooses_from_every_place_or_leaves_it_to_chance() -> None:
    rubber = start(MIXED)
    screen = panel(cutting(rubber, 3, 3), "en")
    assert "You cut the pack" in words(screen)
    assert "c" * 64 in screen.text
    values = [option.value for menu in menus(screen) for option in menu.options]
    assert values == [str(at) for at in range(1, 52)]
    assert [len(menu.options) for menu in menus(screen)] == [17, 17, 17]
    assert labels(screen, "cut") == ["Leave it to chance"]
    check_limits(screen)
    other = panel(cutting(rubber, 1, 3), "en")
    assert menus(other) == []
    assert "Di" in words(other)


# ------------------------------------------------------------------ everything, at random


def steps(screen: Screen) -> list[Step]:
    """Return the steps that the buttons of a panel lead to."""
    groups = [one.custom_id.split(":")[4] for one in buttons(screen) if ":group:" in one.custom_id]
    return [Step(group=group) for group in groups]


@pytest.mark.parametrize("form", ["classic", "auction", "auction_levels"])
@pytest.mark.parametrize("language", sorted(languages()))
def test_every_screen_keeps_to_the_limits_with_long_names(form: str, language: str) -> None:
    chance = Random(f"{form} {language}")
    looked = 0
    for number in range(3):
        drawn = walks.random_rules(GAME, chance)
        given = {rule.key: drawn[rule.key] for rule in GAME.book.house_rules}
        given |= {"form": form, "revokes": ("penalised", "impossible")[number % 2]}
        given |= {"double_dummy": ("yes", "no")[number // 2]}
        rules: Rules = GAME.book.rules(given)
        for moment in walks.walk(GAME, rules, chance, 4):
            match = moment.match
            assert isinstance(match, Rubber)
            if chance.random() > 0.12 and isinstance(match.decision(), Decision):
                continue
            looked += 1
            check_limits(board(at_the_table(match, None, LONG, language)))
            for seat in range(4):
                read = at_the_table(match, seat, LONG, language)
                screen = panel(read, language)
                check_limits(screen)
                for step in steps(screen):
                    check_limits(panel(read, language, step=step))
                for action in read.view.others[:1] if read.view else ():
                    check_limits(panel(read, language, step=Step(asked=action)))
            check_limits(pages.score(at_the_table(match, 0, LONG, language), language))
            for result in range(1, len(match.results) + 1):
                again = replace(finished(match, result), again=True)
                assert isinstance(again, DealRead)
                check_limits(pages.summary(at_the_table(match, None, LONG, language), again))
            if isinstance(match.decision(), NeedsDeal) and len(match.results) > 2:
                break
    assert looked > 30


def test_news_has_words_for_every_event_of_a_rubber() -> None:
    face = face_of("biritch")
    told = set()
    for language in languages():
        chance = Random(9)
        rules = GAME.book.rules({**PENALISED, "form": "auction"})
        for moment in walks.walk(GAME, rules, chance, 3):
            assert isinstance(moment.match, Rubber)
            read = at_the_table(moment.match, None, language=language)
            for event in moment.events:
                told.add(face.news(event, board_teller(read)))
    assert any("claimed a revoke" in line for line in told)
    assert any("a réclamé une renonce" in line for line in told)
