"""What is pending at a table, in words and buttons: both languages, within Discord's limits."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from bot.games import claims
from bot.games.registry import GAMES
from bot.render import admin, pages, votes
from bot.render.board import board, teller
from bot.render.lobby import guests, lobby
from bot.render.panel import panel
from bot.render.seats import seats
from bot.tables.customs import ServerSettings
from bot.tables.matters import Claim, Guest, Matters, Swap
from bot.tables.read import TableRead
from bot.tables.table import Seat, Settings
from tests.games.test_claims import in_play
from tests.render.at_table import buttons, check_limits, labels, menu, read_at, words

LANGUAGES = ("en", "fr")
CLAIMED = ("biritch", "bid_whist", "bismarck")


def playing(game: str, seat: int | None, matters: Matters, language: str = "en") -> TableRead:
    """Return a table in the middle of a deal with something pending."""
    match = in_play(game, Random(4), 12)
    read = read_at(GAMES[game], match, seat, language=language)
    return replace(
        read,
        matters=matters,
        shares=claims.possible(GAMES[game], match),
        shown=() if matters.claim is None else match.view(matters.claim.seat).hand,
        asked_to_agree=() if matters.claim is None else (1, 2)[: GAMES[game].seats - 1],
        needed=MappingProxyType(dict.fromkeys(matters.votes, 3)),
    )


def filling(
    matters: Matters, *, language: str = "en", computers: bool = True, quiet: bool = False
) -> TableRead:
    """Return a lobby of Biritch with its host and a computer."""
    game = GAMES["biritch"]
    match = game.new(game.book.rules({"seats": "drawn"}))
    read = read_at(game, match, 0, phase="lobby", language=language)
    table = (Seat(100, "Ann"), Seat(level="normal"), Seat(), Seat())
    settings = Settings(language, computers=computers, quiet=quiet)
    return replace(read, view=None, seats=table, matters=matters, settings=settings)


EVERYTHING = Matters(
    votes=MappingProxyType({"end": frozenset({100}), "remove:1": frozenset({100, 102})}),
    swap=Swap(0, 1),
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAIMED)
@pytest.mark.parametrize("kind", ["all", "none", "some"])
def test_a_claim_is_told_with_the_hand_and_who_must_agree(
    game: str, language: str, kind: str
) -> None:
    possible = playing(game, None, Matters()).shares
    shares = {"all": possible[-1], "none": possible[0], "some": possible[len(possible) // 2]}[kind]
    claim = Matters(claim=Claim(0, shares, frozenset({0})))
    read = playing(game, None, replace(EVERYTHING, claim=claim.claim), language)
    told = teller(read)
    screen = board(read)
    check_limits(screen)
    assert all(told.rank(one.rank) in words(screen) for one in read.shown)
    verbs = [button.custom_id.split(":")[3] for button in buttons(screen)]
    assert verbs.count("agree") == verbs.count("playon") == 1
    for seat in range(GAMES[game].seats):
        own = panel(playing(game, seat, claim, language), language)
        check_limits(own)
        assert labels(own) == [], "nothing is played while a claim lies on the table"
    withdraw = panel(playing(game, 0, claim, language), language)
    assert next(b.custom_id.split(":")[3] for b in buttons(withdraw)) == "playon"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", CLAIMED)
def test_what_may_be_claimed_is_one_menu_and_is_asked_once_more(game: str, language: str) -> None:
    read = playing(game, 0, Matters(), language)
    told = teller(read, language)
    page = votes.claim_page(read, told)
    check_limits(page)
    values = [option.value for option in menu(page).options]
    assert sorted(values) == sorted("-".join(map(str, one)) for one in read.shares)
    assert len({option.label for option in menu(page).options}) == len(values)
    for shares in read.shares:
        check_limits(votes.claim_sure(read, shares, told))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("refuser", [0, 1])
def test_everybody_is_told_that_a_claim_has_fallen(language: str, refuser: int) -> None:
    read = playing("bid_whist", None, Matters(refusal=(0, refuser)), language)
    text = words(board(read))
    assert "✋" in text
    assert ("Bo" in text.split("✋")[1].split("\n")[0]) is (refuser == 1)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_at_once_fits_on_the_board(language: str) -> None:
    read = replace(playing("biritch", None, EVERYTHING, language), late=2)
    screen = board(read)
    check_limits(screen)
    verbs = [button.custom_id.split(":")[3] for button in buttons(screen)]
    assert verbs.count("vote") == 2
    assert verbs.count("standin") == 1
    assert verbs.count("swap") == 2


def test_only_the_others_are_offered_to_let_a_computer_play() -> None:
    for seat in range(4):
        read = replace(playing("biritch", seat, Matters()), late=2)
        verbs = [button.custom_id.split(":")[3] for button in buttons(panel(read, "en"))]
        assert ("standin" in verbs) is (seat != 2)


def test_who_sees_that_all_is_theirs_is_told_so() -> None:
    match = in_play("biritch", Random(4), 12)
    decision = match.decision()
    asked = getattr(decision, "player", 0)
    read = replace(playing("biritch", asked, Matters()), certain=True)
    screen = panel(read, "en")
    assert "claim" in [button.custom_id.split(":")[3] for button in buttons(screen)]
    assert "whatever the others play" in words(screen)
    assert "claim" not in [
        button.custom_id.split(":")[3]
        for button in buttons(panel(replace(read, certain=False), "en"))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_resting_table_has_one_button(language: str) -> None:
    screen = board(replace(playing("biritch", None, EVERYTHING, language), suspended="forgotten"))
    check_limits(screen)
    assert [button.custom_id.split(":")[3] for button in buttons(screen)] == ["resume"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lobby_shows_sides_guests_and_what_start_would_do(language: str) -> None:
    kept = Matters(invited=MappingProxyType({2: Guest(102, "Cy")}))
    screen = lobby(filling(kept, language=language))
    check_limits(screen)
    assert screen.content.count("<@102>") == 1
    assert screen.pinged == (), "only a first posting pings"
    assert "Cy" in screen.text
    start = next(b for b in buttons(screen) if b.custom_id.split(":")[3] == "start")
    told = teller(filling(kept, language=language))
    assert start.label == told.text("button.start_waiting")
    people = lobby(filling(Matters(), language=language, computers=False))
    start = next(b for b in buttons(people) if b.custom_id.split(":")[3] == "start")
    assert start.disabled
    assert start.label == told.count("button.start_missing", 2)


def test_a_quiet_lobby_names_no_guest_above() -> None:
    kept = Matters(invited=MappingProxyType({2: Guest(102, "Cy")}))
    read = filling(kept, quiet=True)
    assert guests(read) == ()
    assert lobby(read).content == ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("user", [100, 101, 999])
def test_the_page_of_seats_offers_what_the_reader_may_do(language: str, user: int) -> None:
    for read in (filling(Matters(), language=language), playing("biritch", 1, Matters())):
        for chosen in (None, *range(4)):
            check_limits(seats(read, language, user, ("normal", "strong"), chosen=chosen))
    page = seats(playing("biritch", 1, Matters()), "en", 101, (), chosen=2)
    choices = [row for row in page.rows if not isinstance(row, tuple)]
    assert [option.value for option in choices[1].options] == ["swap", "remove"]
    page = seats(playing("biritch", 0, Matters()), "en", 100, (), chosen=2)
    choices = [row for row in page.rows if not isinstance(row, tuple)]
    assert [option.value for option in choices[1].options] == ["swap", "host", "remove"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_of_a_server_has_its_page(language: str) -> None:
    server = ServerSettings(presets=MappingProxyType({"biritch": "club_1907"}))
    front = admin.settings(server, language)
    check_limits(front)
    keys = [option.value for option in menu(front).options]
    assert len(keys) == 7 + len(GAMES)
    for key in keys:
        page = admin.settings(server, language, key)
        check_limits(page)
        values = [row for row in page.rows if not isinstance(row, tuple)][1]
        assert [option.chosen for option in values.options].count(True) == 1, key
    assert admin.settings(server, language, "nonsense") == front


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_no_claim_to_make_where_nothing_is_played(language: str) -> None:
    read = replace(playing("biritch", 0, Matters()), shares=())
    assert "claim" not in [b.custom_id.split(":")[3] for b in buttons(pages.more(read, language))]
    check_limits(votes.claim_page(read, teller(read, language)))


def test_a_vote_shows_only_voices_that_count() -> None:
    matters = Matters(votes=MappingProxyType({"end": frozenset({100, 101})}))
    read = playing("biritch", None, matters)
    first, second, *others = read.seats
    assert {first.user, second.user} == {100, 101}
    gone = replace(second, level="normal", absent=True)
    (line,) = votes.lines(replace(read, seats=(first, gone, *others)), teller(read))
    assert first.name in line
    assert second.name not in line
    assert "1 of 3" in line
