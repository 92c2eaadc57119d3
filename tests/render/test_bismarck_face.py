"""What people see of Bismarck: everybody against the quota, the exchange, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from random import Random

import pytest

from bot.computers.random_player import random_action
from bot.games.bismarck import GAME, Bismarck, BismarckSummary, BismarckView, Contract, SheetLine
from bot.games.bismarck.options import BOOK
from bot.games.cards import cards
from bot.games.game import Event, NeedsDeal, Over
from bot.games.trick import order
from bot.locales import words as words_of
from bot.render import pages
from bot.render.board import board
from bot.render.faces.bismarck import BismarckFace
from bot.render.faces.bismarck_sheet import signed
from bot.render.hands import by_suit
from bot.render.lobby import house_rules, lobby
from bot.render.panel import Step, lasting, panel
from bot.render.screen import Button, Field, Menu
from bot.render.tell import tell
from bot.tables.table import Seat
from tests.games.bismarck_referee import (
    asked,
    deal_of,
    deals_on,
    do,
    finish_deal,
    random_deal,
    start,
    tidy_deal,
)
from tests.render.at_table import buttons, check_limits, finished, labels, menu, read_at, words

FACE = BismarckFace()
EN = tell("en", ("Ann", "Bo", "Cy"))
LANGUAGES = ("en", "fr")
KITTY = EN.by_suit(by_suit(cards("2H 2C 3C 4C"), order(None)))


def dealt(**rules: str) -> Bismarck:
    """Return a match whose first deal, the tidy one with South forehand, is on the table."""
    match, _ = start(**rules).give(tidy_deal(0))
    return match


def shown(match: Bismarck, seat: int | None = None, language: str = "en") -> str:
    """Return the text of a seat's panel, or of the board."""
    read = read_at(GAME, match, seat, language=language)
    return words(board(read) if seat is None else panel(read, language))


def moments(rules: dict[str, str], seed: int) -> Iterator[tuple[Bismarck, tuple[Event, ...]]]:
    """Play a match at random and yield each of its states with what led there."""
    chance = Random(seed)
    match = start(**rules)
    while not isinstance(waiting := match.decision(), Over):
        if isinstance(waiting, NeedsDeal):
            forehand = chance.randrange(3) if waiting.dealer is None else waiting.dealer
            match, events = match.give(random_deal(forehand, chance.randrange(10**9)))
        else:
            match, events = match.act(random_action(waiting, chance))
        yield match, events


VARIANTS: tuple[dict[str, str], ...] = (
    {},
    {"length": "estonian", "kitty_shown": "open", "lead": "forehand"},
    {"length": "short", "order": "fixed", "tie": "shared"},
    {"length": "grand", "valfri": "suit_or_nt", "kitty": "compulsory"},
    {"length": "short_12", "valfri": "nt_only"},
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_every_screen_of_a_match_has_its_words_and_fits(
    rules: dict[str, str], language: str
) -> None:
    told = tell(language, ("Ann", "Bo", "Cy"))
    seen: set[tuple[str, Contract | None, int]] = set()
    for match, events in moments(rules, 7):
        view = match.view(None)
        key = ("" if view.asked is None else view.asked.question, view.contract, len(view.trick))
        if key in seen and not view.winners:
            continue
        seen.add(key)
        over = isinstance(match.decision(), Over)
        for seat in (None, 0, 1, 2):
            read = read_at(GAME, match, seat, phase="over" if over else "playing")
            screen = board(read, language) if seat is None else panel(read, language)
            check_limits(screen)
            assert "{" not in words(screen)
            decision = None if read.view is None else read.view.decision
            if decision is not None:
                assert labels(screen) or menu(screen)
        check_limits(pages.score(read_at(GAME, match, 0), language))
        if match.results and view.asked is None:
            check_limits(pages.summary(read_at(GAME, match, None), finished(match), language))
        assert all(isinstance(FACE.news(event, told), str) for event in events)
    assert {question for question, _, _ in seen} >= {"play", ""}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_the_game_is_told(language: str) -> None:
    told = tell(language, ("Ann", "Bo", "Cy"))
    news: dict[str, str] = {}
    for rules in ({"kitty_shown": "open"}, {}):
        for _, events in moments(rules, 3):
            news |= {type(event).__name__: FACE.news(event, told) for event in events}
    told_of = {name for name, text in news.items() if text}
    assert told_of >= {
        "KittyShown",
        "ContractAnnounced",
        "KittyTaken",
        "KittyRefused",
        "Discarded",
        "TrumpNamed",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_say_the_same_things(language: str) -> None:
    keys = {key for key in words_of("en").keys if "bismarck" in key}
    assert {key for key in words_of(language).keys if "bismarck" in key} == keys


def test_contracts_are_offered_with_a_line_each_and_the_quotas() -> None:
    screen = panel(read_at(GAME, dealt(), 0), "en")
    assert labels(screen) == ["Spel", "Spader", "Valfri", "Pass"]
    spader = "• **Spader** – Take tricks; spades are trumps. Your quota is 8, theirs 4 each."
    assert spader in screen.text
    avoid = "• **Pass** – Avoid tricks; there is no trump. Your quota is 4, theirs 6 each."
    assert avoid in screen.text
    assert "\nTotals: Ann **0** · Bo **0** · Cy **0**\n" in screen.text, "what is counted is said"
    assert "you are forehand" in screen.text
    assert labels(panel(read_at(GAME, dealt(), 1), "en")) == []


def test_contract_that_may_be_played_twice_says_so() -> None:
    match = deals_on(start(length="grand"), 3)
    match, _ = match.give(random_deal(0, 9))
    assert labels(panel(read_at(GAME, match, 0), "en")) == ["Spel", "Spader ×2", "Valfri ×2",
                                                            "Pass ×2"]  # fmt: skip


def test_contract_announced_is_explained_until_the_first_trick_is_taken() -> None:
    match = do(dealt(), "contract pass")
    assert "**Ann**, forehand, plays **Pass**.\nAvoid tricks" in shown(match)
    match = do(match, "refuse", "play 2D", "play 4D")
    assert "plays **Pass**" in shown(match)
    assert "plays **Pass**" not in shown(do(match, "play AD"))
    assert board(read_at(GAME, match, None)).title == "Bismarck · deal 1 · Pass, forehand Ann"


def test_contract_without_choice_is_said_to_be_the_only_one() -> None:
    match, _ = start(length="estonian").give(tidy_deal(0))
    assert "plays **Spel**, the only one open" in shown(match)


def test_kitty_is_taken_or_refused_with_a_line_each() -> None:
    screen = panel(read_at(GAME, do(dealt(), "contract spel"), 0), "en")
    assert labels(screen) == ["Take the kitty", "Play as dealt"]
    assert "then you put away any four" in screen.text
    assert "the kitty stays out of play" in screen.text


def test_discard_is_one_menu_of_exactly_four_and_a_confirmation() -> None:
    match = do(dealt(), "contract spel", "take")
    read = read_at(GAME, match, 0)
    screen = panel(read, "en")
    choice = menu(screen)
    assert (choice.low, choice.high, len(choice.options)) == (4, 4, 20)
    assert f"Kitty, taken: {KITTY}" in screen.text
    assert labels(screen) == []
    screen = panel(read, "en", step=Step(chosen=match.view(0).hand[-4:]))
    assert labels(screen) == ["Discard 2♥ 2♣ 3♣ 4♣"]
    assert [option.chosen for option in menu(screen).options].count(True) == 4


def test_cards_chosen_stay_chosen_while_others_come_and_go() -> None:
    match = do(dealt(), "contract spel", "take")
    step = Step(chosen=cards("2H 2C 3C 4C"))
    assert lasting(read_at(GAME, match, 0), step) == step
    match = do(match, "discard 2H 2C 3C 4C")
    assert lasting(read_at(GAME, match, 0), step) is None


def test_discards_are_shown_to_forehand_alone_until_the_deal_is_over() -> None:
    match = do(dealt(), "contract spel", "take", "discard 2H 2C 3C 4C")
    for state in (match, do(match, "play 2D")):
        assert f"You put away: {KITTY}" in shown(state, 0)
        for seat in (None, 1, 2):
            assert "put away" not in shown(state, seat)
            assert "Kitty: taken by forehand" in shown(state, seat)
    match = finish_deal(match)
    text = words(pages.summary(read_at(GAME, match, None), finished(match)))
    assert f"Put away by Ann\n{KITTY}" in text
    assert f"The kitty\n{KITTY}" in text


def test_untouched_kitty_is_shown_when_the_deal_is_over() -> None:
    match = do(dealt(), "contract spel", "refuse")
    assert all("Kitty: left face down" in shown(match, seat) for seat in (None, 0, 1, 2))
    match = finish_deal(match)
    text = words(pages.summary(read_at(GAME, match, None), finished(match)))
    assert f"The kitty, which nobody touched\n{KITTY}" in text
    assert "Put away" not in text


def test_open_kitty_is_shown_to_all_before_the_contract() -> None:
    for seat in (None, 0, 1, 2):
        assert f"Kitty, face up: {KITTY}" in shown(dealt(kitty_shown="open"), seat)
        assert "Kitty" not in shown(dealt(), seat)


def test_trump_is_named_after_the_exchange() -> None:
    match = do(dealt(), "contract valfri", "discard 2H 2C 3C 4C")
    screen = panel(read_at(GAME, match, 0), "en")
    assert labels(screen) == ["♠ spades", "♥ hearts", "♦ diamonds", "♣ clubs"]
    match = do(match, "trump C")
    assert board(read_at(GAME, match, None)).title.endswith("Valfri ♣ clubs, forehand Ann")
    assert "**Your hand**\n♣ A K Q · " in shown(match, 0)


def test_no_trump_may_be_named_where_that_was_agreed() -> None:
    match = do(dealt(valfri="suit_or_nt"), "contract valfri", "discard 2H 2C 3C 4C")
    assert labels(panel(read_at(GAME, match, 0), "en"))[-1] == "no trump"


def test_spades_stand_first_in_spader_before_the_exchange_is_over() -> None:
    match = do(dealt(), "contract spader")
    assert FACE.groups(match.view(1), match.view(1).hand)[0][0] == "S"


def test_everybody_stands_against_the_quota() -> None:
    match = do(dealt(), "contract spel", "refuse", "play 2D", "play 4D", "play AD")
    for seat in (None, 0, 1, 2):
        text = shown(match, seat)
        assert "**Tricks to take** (taken of quota)" in text
        assert "Ann (forehand) **1 of 8** · total 0" in text
        assert "Bo **0 of 4** · total 0" in text
        assert "Cy **0 of 4** · total 0" in text


@pytest.mark.parametrize(
    ("contract", "heading"),
    [
        ("pass", "**Tricks to avoid** (taken of quota)"),
        ("no_hearts", "**Hearts to avoid** (taken of quota)"),
        ("no_queen", "**Queen of spades to avoid: she weighs 8** (taken of quota)"),
    ],
)
def test_what_is_to_be_avoided_is_named(contract: str, heading: str) -> None:
    match = deals_on(start(length="estonian"), 6)
    match, _ = match.give(random_deal(0, 1))
    assert heading in shown(do(match, f"contract {contract}"))


def test_why_a_card_is_greyed_is_said() -> None:
    match = do(dealt(), "contract spel", "refuse", "play 4S")
    screen = panel(read_at(GAME, match, 2), "en")
    assert labels(screen) == ["2♠"]
    assert "♠ spades was led: follow suit." in screen.text
    assert sum(button.disabled for button in buttons(screen)) == 15


def test_score_sheet_is_a_click_away_on_every_panel() -> None:
    for match in (dealt(), do(dealt(), "contract spel"), do(dealt(), "contract spel", "take")):
        for seat in (0, 1):
            screen = panel(read_at(GAME, match, seat), "en")
            assert [b.label for b in buttons(screen) if b.custom_id.endswith(":score")] == ["Score"]


def test_next_forehand_is_named_between_deals() -> None:
    match = finish_deal(do(dealt(), "contract spel", "refuse"))
    assert "Next forehand: **Bo**" in shown(match)
    assert "Ann **+" in shown(match)


# ---------------------------------------------------------------------------- the score sheet


def sheet(view: BismarckView, names: tuple[str, ...] = ("Ann", "Bo", "Cy")) -> list[Field]:
    return list(FACE.score_sheet(view, tell("en", names)))


def lines(fields: list[Field]) -> list[str]:
    """Return the lines of the table itself."""
    return [line for f in fields[:-1] for line in f.value.split("```")[1].strip("\n").split("\n")]


def test_score_sheet_shows_contract_tricks_against_quota_and_running_totals() -> None:
    match = deals_on(start(), 4)
    view = match.view(None)
    table = lines(sheet(view))
    assert table[0].split() == ["Ann", "Bo", "Cy"]
    for text, line in zip(table[1:], view.sheet, strict=True):
        number, *cells = text.replace(">", " ").split()
        assert number == str(line.number)
        assert cells[0:6:2] == [f"{a}/{b}" for a, b in zip(line.taken, line.quotas, strict=True)]
        assert [int(cell) for cell in cells[1:6:2]] == list(line.totals)
        assert cells[6][:3] in ("Spe", "Spa", "Val", "Pas")
        assert text[text.index(">") + 1 :].startswith(
            f"{line.taken[line.forehand]}/{line.quotas[line.forehand]}"
        )


def test_deal_in_play_stands_on_the_sheet_without_a_total() -> None:
    match, _ = deals_on(start(), 1).give(random_deal(1, 5))
    assert len(lines(sheet(match.view(None)))) == 2
    match = do(match, "contract pass")
    last = lines(sheet(match.view(None)))[-1]
    assert last.split() == ["2", "0/6", "…", ">0/4", "…", "0/6", "…", "Pass"]


def test_sheet_names_what_each_still_has_to_play_as_forehand() -> None:
    match, _ = deals_on(start(), 1).give(random_deal(1, 5))
    field = sheet(do(match, "contract pass").view(None))[-1]
    assert field.value.split("\n")[1::2] == [
        "Spader · Valfri · Pass",
        "Spel · Spader · Valfri",
        "Spel · Spader · Valfri · Pass",
    ]
    match = deals_on(start(length="short"), 6)
    assert "Spel" not in sheet(match.view(None))[-1].value.split("\n")[5]
    assert sheet(match.view(None))[-1].value.split("\n")[5] == "all played"
    match = deals_on(start(length="estonian"), 3)
    assert sheet(match.view(None))[-1].value.split("\n")[1] == "Pass · 1 of free choice"
    grand = sheet(deals_on(start(length="grand"), 1).view(None))[-1].value
    assert "Spel · Spader ×2 · Valfri ×2 · Pass ×2" in grand


def test_short_match_says_how_many_deals_are_left_of_more_contracts() -> None:
    match = deals_on(start(length="short"), 1)
    left = sheet(match.view(None))[-1].value.split("\n")
    assert "Spel ×2 · Pass ×2 (2 deals left)" in left


def test_sheet_without_a_deal_says_so() -> None:
    assert sheet(start().view(None))[0].value == "No deal is finished yet."
    assert "**0**" in sheet(dealt().view(None))[-1].value


def test_longest_sheet_fits_a_phone_and_discord() -> None:
    """24 deals and three extra ones, widest numbers and names, in lines of 34 characters."""
    match = deals_on(start(length="grand"), 1)
    widest: SheetLine = replace(
        match.view(None).sheet[0],
        taken=(16, 16, 16),
        totals=(-199, 199, -199),
        contract=Contract.NO_QUEEN,
    )
    rows = tuple(replace(widest, number=n) for n in range(1, 28))
    view = replace(match.view(None), sheet=rows)
    names = ("Bartholomew the Third", "李小龍李小龍李小龍", "```evil```name")
    fields = sheet(view, names)
    assert all(len(line) <= 34 for line in lines(fields))
    assert all(len(field.value) <= 1024 for field in fields)
    assert sum(len(field.name) + len(field.value) for field in fields) < 3000
    assert len([line for line in lines(fields) if line.strip()[0].isdigit()]) == 27
    assert all(field.value.count("```") == 2 for field in fields[:-1])


def test_valfri_shows_its_trump_on_the_sheet() -> None:
    match = finish_deal(do(dealt(), "contract valfri", "discard 2H 2C 3C 4C", "trump C"))
    assert lines(sheet(match.view(None)))[1].endswith(" Val♣")
    match = finish_deal(do(dealt(), "contract spader", "refuse"))
    assert lines(sheet(match.view(None)))[1].endswith(" Spad")


# ---------------------------------------------------------------------------- the end of a deal


def test_summary_tells_what_each_made_of_the_deal() -> None:
    match = finish_deal(do(dealt(), "contract spel", "refuse"))
    screen = pages.summary(read_at(GAME, match, None), finished(match))
    line = match.summary(1).line
    assert screen.text == f"Spel, forehand Ann: {line.taken[0]} of 8, **{signed(line.scores[0])}**"
    for seat, name in enumerate(("Ann", "Bo", "Cy")):
        made = f"{name} {line.taken[seat]} of {line.quotas[seat]} → **{signed(line.scores[seat])}**"
        assert made in words(screen)
    check_limits(screen)


def buried(contract: str, away: str) -> BismarckSummary:
    match = deals_on(start(length="estonian"), 6)
    deal = deal_of(
        0,
        "AS KS QS JS 10S 9S 8S 7S 6S 5S AC KC QC AH 3H AD",
        "KH QH JH 10H 9H 8H 7H 6H 5H JC 10C 9C 2D 3D 4S 3S",
        "KD QD JD 10D 9D 8D 7D 6D 5D 8C 7C 6C 2S 4D 4H 5C",
        "2H 2C 3C 4C",
    )
    match, _ = match.give(deal)
    match = finish_deal(do(match, f"contract {contract}", "take", f"discard {away}"))
    return match.summary(7)


def test_hearts_put_away_are_said_to_count_for_forehand() -> None:
    fields = FACE.summary(buried("no_hearts", "2H AH AC KC"), EN)
    assert "2 hearts here count for Ann" in fields[1].value
    fields = FACE.summary(buried("no_hearts", "2C AH AC KC"), EN)
    assert "1 heart here counts for Ann" in fields[1].value


def test_queen_put_away_is_said_to_count_for_forehand() -> None:
    fields = FACE.summary(buried("no_queen", "QS AH AC KC"), EN)
    assert "The queen of spades here counts 8 for Ann" in fields[1].value
    assert "count" not in FACE.summary(buried("no_queen", "2C AH AC KC"), EN)[1].value


def tied() -> Bismarck:
    """Return a match after whose last regular deal leaders are level."""
    for seed in count():
        for match, _ in moments({"length": "short"}, seed):
            if match.standing.level:
                return match
    raise AssertionError("no tie")


def test_tie_is_announced_before_and_in_the_extra_deal() -> None:
    match = tied()
    names = " & ".join(("Ann", "Bo", "Cy")[seat] for seat in match.standing.level)
    note = f"**{names}** are level: extra deal of Valfri, 1 of at most 3."
    assert note in shown(match)
    forehand = match.next_forehand()
    assert forehand is not None
    match, _ = match.give(random_deal(forehand, 1))
    assert note in shown(match)
    assert note in shown(match, 0)
    assert asked(match).question == "discard"
    match = finish_deal(match)
    assert note in words(pages.summary(read_at(GAME, match, None), finished(match, 9)))


# ---------------------------------------------------------------------------- lobby and rules


def test_lobby_shows_three_seats_each_alone() -> None:
    read = replace(
        read_at(GAME, start(), None, phase="lobby"),
        view=None,
        seats=(Seat(100, "Ann"), Seat(), Seat(level="normal")),
    )
    screen = lobby(read)
    assert screen.text.startswith("South: **Ann**\nWest: *free*\nNorth: computer (normal)\n\n")
    assert [b.label for b in buttons(screen)[:3]] == ["Sit South", "Sit West", "Sit North"]
    check_limits(screen)


@pytest.mark.parametrize("language", LANGUAGES)
def test_house_rules_fit_their_menus_uncut(language: str) -> None:
    for rule in BOOK.house_rules:
        screen = house_rules(read_at(GAME, start(), 0, phase="lobby"), language, rule.key)
        check_limits(screen)
        for row in screen.rows:
            if isinstance(row, Menu):
                assert all(len(option.label) <= 100 for option in row.options)
                assert all(len(option.description or "") <= 100 for option in row.options)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_in_short_name_every_contract_and_no_quota_of_six_to_win(language: str) -> None:
    text = pages.rules("bismarck", language).text
    for contract in ("Spel", "Spader", "Valfri", "Pass"):
        assert f"**{contract}**" in text
    assert "{" not in text
    check_limits(pages.rules("bismarck", language))


def test_buttons_of_two_kinds_of_contracts_differ() -> None:
    styles = {
        button.label: button.style
        for button in buttons(panel(read_at(GAME, dealt(), 0), "en"))
        if isinstance(button, Button)
    }
    assert styles["Spel"] != styles["Pass"]
