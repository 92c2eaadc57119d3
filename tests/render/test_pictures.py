"""Card faces, emojis, and the picture of the table: what is drawn, how large, and for whom."""

from __future__ import annotations

import io
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.computers.thinking import player
from bot.games.cards import PACK_54, Card, card, cards
from bot.games.game import Decision, Match, NeedsDeal
from bot.games.registry import GAMES
from bot.games.shuffle import shuffled
from bot.locales import languages
from bot.render.board import teller
from bot.render.emojis import BACK, DECKS, Emojis, drawings, known, stem_in, stem_of, stems
from bot.render.look import PLAIN, Look
from bot.render.picture import alternative, draw, scene_of, worth_drawing
from bot.render.pictures.cards import face, index_of
from bot.render.pictures.table import (
    HEIGHT,
    LINE,
    NOTE,
    WIDTH,
    Laid,
    OpenHand,
    SeatMark,
    Stock,
    TablePicture,
    broken,
    shown,
    table_png,
)
from bot.render.tell import tell
from bot.tables.read import TableRead, read
from bot.tables.table import Place, Seat, Table
from tests.games.walks import random_rules, walk
from tests.render.at_table import read_at


def small(one: Card) -> Image.Image:
    drawn = face(one, 128, 128, "four", "en").resize((22, 22), Image.Resampling.LANCZOS)
    return drawn.convert("L")


def test_faces_differ_at_22_pixels_without_colour() -> None:
    drawn = {one.text: small(one) for one in PACK_54}
    for a, b in combinations(PACK_54, 2):
        difference = ImageChops.difference(drawn[a.text], drawn[b.text])
        assert ImageStat.Stat(difference).sum[0] > 700, (a, b)


def test_french_letters_stand_on_french_cards() -> None:
    assert [index_of(one, "fr") for one in cards("AS KS QS JS 10S")] == ["A", "R", "D", "V", "10"]
    assert index_of(card("KS"), "sv") == "K"
    assert index_of(card("BJ"), "fr") == ""


def test_every_emoji_is_small_enough_and_named_by_discords_rules() -> None:
    names = [drawing.name for drawing in drawings()]
    assert len(set(names)) == len(names)
    assert {stem_in(name) for name in names} == stems()
    for drawing in drawings():
        assert 2 <= len(drawing.name) <= 32
        assert drawing.name.replace("_", "").isalnum()
        assert len(drawing.png) < 256 * 1024
        assert Image.open(io.BytesIO(drawing.png)).size == (128, 128)


def test_names_of_emojis_read_well_aloud() -> None:
    assert stem_of(card("KS"), "four", "en") == "king_of_spades"
    assert stem_of(card("QH"), "four", "fr") == "dame_de_coeur"
    assert stem_of(card("9D"), "two", "fr") == "neuf_de_carreau_duo"
    assert stem_of(card("BJ"), "four", "fr") == "grand_joker"
    assert stem_of(card("9D"), "two", "sv") == "nine_of_diamonds_duo"


def test_a_card_that_looks_the_same_serves_where_a_language_lacks_its_own() -> None:
    some = known([("nine_of_hearts_1234", 7), ("king_of_hearts_1234", 8)])
    assert some.card(card("9H"), "four", "fr") == "<:nine_of_hearts_1234:7>"
    assert some.card(card("KH"), "four", "fr") is None


def test_a_missing_emoji_falls_back_to_text() -> None:
    some = known([("king_of_hearts_1234", 7), ("somebody_elses", 8), (f"{BACK}_9999", 9)])
    look = Look(emojis=some)
    told = tell("en", (), look)
    assert told.drawn(cards("KH")) == "<:king_of_hearts_1234:7>"
    assert told.drawn(cards("KH QH")) == "**K♥ Q♥**"
    assert told.back() == f"<:{BACK}_9999:9>"
    assert tell("en", (), PLAIN).back() == "▮"
    assert some.card(card("KH"), "plain", "en") is None
    assert set(DECKS) == {"four", "two", "plain"}


def table_of(game_key: str, actions: int, seed: int = 3) -> TableRead:
    game = GAMES[game_key]
    chance = Random(seed)
    match: Match = game.new(game.book.rules({}))
    done = 0
    while done < actions:
        waits = match.decision()
        if isinstance(waits, NeedsDeal):
            pack = shuffled(game.pack, chance.randbytes(32))
            match, _ = match.give(game.lay_out(waits.dealer or 0, pack))
            continue
        assert isinstance(waits, Decision)
        seat = waits.player
        choice = player(game_key, "normal").choose(match.view(seat), match.memory(seat), chance)
        assert choice is not None
        match, _ = match.act(choice.action)
        done += 1
    people = (Seat(5, "Ann"), Seat(6, "Bóris"), Seat(level="normal"), Seat(8, "Di"))
    rules = game.book.rules({})
    seats = people[: game.seats]
    table = Table(1, Place(1, 2), game, rules, 5, seats, match=match, phase="playing")
    return read(table)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("actions", [0, 1, 12, 23])
def test_every_game_has_a_picture_of_its_table(game: str, actions: int) -> None:
    shown_table = table_of(game, actions)
    scene = scene_of(shown_table, Look())
    picture = draw(shown_table, scene)
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (WIDTH, HEIGHT)
    assert len(picture.png) < 60_000
    assert picture.alt.startswith("Picture of the table: ")
    assert len(picture.alt) <= 1024
    assert "*" not in picture.alt
    assert draw(shown_table, scene).name == picture.name


def test_the_picture_shows_no_more_than_the_public_sees() -> None:
    shown_table = table_of("bura", 5)
    scene = scene_of(shown_table, Look())
    view = shown_table.view
    assert view is not None
    seen = {one.text for laid in scene.trick for one in laid.cards}
    public = {play.card.text for play in view.trick}
    if view.last_trick is not None:
        public |= {play.card.text for play in view.last_trick.plays}
    assert seen <= public


def test_a_picture_waits_for_a_person_or_for_the_end_of_the_trick() -> None:
    for actions in range(10, 30):
        shown_table = table_of("biritch", actions)
        view = shown_table.view
        assert view is not None
        assert view.asked is not None
        person = shown_table.seats[view.asked.player].person
        assert worth_drawing(shown_table) == (not view.trick or person)


def test_names_that_the_font_lacks_are_left_out_and_long_ones_cut() -> None:
    assert shown("Ann 你好", 20, 200) == "Ann"
    assert shown("Éléonore Ж −1", 20, 300) == "Éléonore Ж −1"
    assert shown("Pot\u00a0: 3", 20, 300) == "Pot : 3"
    assert shown("A very long name indeed", 20, 90).endswith("…")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_game_says_is_cut_in_its_picture(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads: dict[str, str] = {}

    def noted(text: str, size: int, width: int) -> tuple[str, ...]:
        lines = broken(text, size, width)
        heads[text] = " ".join(lines)
        return lines

    monkeypatch.setattr("bot.render.pictures.table.broken", noted)
    chance = Random(game)
    for given in (GAMES[game].book.rules({}), random_rules(GAMES[game], chance)):
        for moment in walk(GAMES[game], given, chance, 2):
            scene = scene_of(read_at(GAMES[game], moment.match, None, language=language), Look())
            for line in scene.lines:
                assert shown(line, LINE, WIDTH - 70) == line.replace("\u00a0", " ")
            for seat in scene.seats:
                assert shown(seat.note, NOTE - 3, 168) == seat.note.replace("\u00a0", " ")
            if scene.head not in heads:
                table_png(scene)
                assert heads[scene.head] == scene.head.replace("\u00a0", " ")


@pytest.mark.parametrize("seat", [1, 3])
def test_a_long_name_beside_open_cards_hides_no_other_and_stays_in_the_picture(seat: int) -> None:
    cards_there = tuple(cards(f"A{suit} K{suit} 2{suit}") for suit in "SHCD")

    def drawn(name: str) -> Image.Image:
        names = ["Maximiliane-Alexandra", "Bo", "Cy", "Di"]
        names[seat] = name
        marks = tuple(SeatMark(one, turn=n == 0) for n, one in enumerate(names))
        marks = (*marks[:seat], replace(marks[seat], note="déclarant"), *marks[seat + 1 :])
        picture = TablePicture("♠", marks, hands=(OpenHand(seat, cards_there),))
        return Image.open(io.BytesIO(table_png(picture)))

    short, long = drawn("Bo"), drawn("Bartholomäus-Nepomuk")
    for box in ((262, 360, 538, 430), (0, 360, 20, 430), (780, 360, 800, 430)):
        assert short.crop(box).tobytes() == long.crop(box).tobytes()


def test_while_six_cards_are_put_away_the_picture_says_how_the_match_stands() -> None:
    game = GAMES["bid_whist"]
    for moment in walk(game, game.book.rules({}), Random(2), 1):
        asked = moment.match.decision()
        if isinstance(asked, Decision) and asked.question == "discard":
            scene = scene_of(read_at(game, moment.match, None), Look())
            assert len(scene.lines) == 1
            assert scene.lines[0].startswith("Score")
            return
    raise AssertionError("nobody took the kitty")


def test_a_group_face_down_and_a_stock_are_drawn() -> None:
    plain = TablePicture("", (SeatMark("Ann"), SeatMark("Bo")))
    group = (Laid(0, cards("KS QS 10S")), Laid(1, (), count=3))
    stock = Stock(card("9H"), 18, "pot 4")
    full = TablePicture("", (SeatMark("Ann"), SeatMark("Bo")), group, stock=stock)
    assert table_png(plain) != table_png(full)
    hand = (OpenHand(1, (cards("AS KS"),)),)
    four = tuple(SeatMark(name) for name in ("Ann", "Bo", "Cy", "Di"))
    assert table_png(TablePicture("", four)) != table_png(TablePicture("", four, hands=hand))


def test_the_alternative_text_says_whose_turn_it_is() -> None:
    shown_table = table_of("bismarck", 12)
    text = alternative(shown_table, teller(shown_table))
    view = shown_table.view
    assert view is not None
    assert view.asked is not None
    assert teller(shown_table).seat(view.asked.player) in text


@pytest.mark.parametrize("game", GAMES)
def test_the_alternative_text_reads_as_sentences(game: str) -> None:
    for steps in (0, 12, 30):
        read = table_of(game, steps)
        text = alternative(read, teller(read))
        assert ".." not in text
        assert "…." not in text
    assert Emojis().back("four") is None
