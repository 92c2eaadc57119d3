"""The screens of finished matches: they fit Discord, and say what is to be said."""

from __future__ import annotations

from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image

from bot.games.fairness import Verdict
from bot.games.record import Fairness, RecordedDeal
from bot.games.registry import GAMES
from bot.render.faces import face_of
from bot.render.records import history, people, plots, proof, replay
from bot.render.records.names import teller_of
from bot.render.tell import tell
from bot.tables.archive import PAGE, Board, Kept, ResultPlayer, ResultRow, Standing
from bot.tables.reel import Reel
from tests.fixtures.records.reading import reels
from tests.render.at_table import buttons, check_limits, menu, words

LONG_NAME = "Ann-Sofie de la Tour d’Auvergne"[:32]
LANGUAGES = ("en", "fr")


def kept(reel: Reel, number: int = 1_000_000_000) -> Kept:
    """Return a match as the archive gives it, with long names and somebody who left."""
    game = reel.game
    players = [
        ResultPlayer(
            number=seat,
            seat=seat,
            side=game.side_of(seat),
            won=game.side_of(seat) == 0,
            score=reel.final.totals[game.side_of(seat)],
            name=LONG_NAME if seat else "",
            user_id=100 + seat,
        )
        for seat in range(game.seats)
    ]
    left = players[1].model_copy(
        update={"number": game.seats, "name": "Zoe", "left_early": True, "won": False}
    )
    row = ResultRow(
        id=number,
        table_id=1,
        guild_id=1,
        channel_id=2,
        parent_id=None,
        game=game.key,
        rules=game.book.differing(reel.record.rules),
        started_at=0,
        finished_at=1_790_000_000_000,
        deals=len(reel.results),
        rated=True,
        players=(*players, left),
    )
    return Kept(row, reel, {})


def standing(**more: object) -> Standing:
    """Return what somebody has done."""
    given: dict[str, object] = {
        "guild_id": 1,
        "game": "bura",
        "user_id": 101,
        "name": LONG_NAME,
        "mu": 27.0,
        "sigma": 3.0,
        "rating": 1612.4,
        "rated": 7,
        "matches": 9,
        "won": 4,
        "left_early": 1,
        "deals": 40,
        "score": -3,
        "facts": {},
        "last_at": 5,
    }
    return Standing.model_validate(given | more)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_match_fits_on_its_pages(key: str, language: str) -> None:
    for reel in reels(key):
        some = kept(reel)
        for page in range(3):
            check_limits(history.match_page(some, language, page))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_moment_of_a_match_fits_on_a_screen(key: str, language: str) -> None:
    for reel in reels(key)[:3]:
        some = kept(reel)
        for deal in (1, len(reel.deals)):
            for position in range(reel.frame(deal, 0).length + 1):
                screen = replay.frame_screen(some, reel.frame(deal, position), language)
                check_limits(screen)
                assert screen.title


def test_a_moment_shows_all_hands_and_who_is_to_act() -> None:
    reel = reels("biritch")[0]
    frame = reel.frame(1, 8)
    text = words(replay.frame_screen(kept(reel), frame, "en"))
    told = tell("en")
    for hand in frame.hands:
        assert all(told.rank(card.rank) in text for card in hand)
    assert text.count("▸") == 1


def test_the_buttons_of_a_moment_carry_where_they_lead() -> None:
    reel = reels("bura")[3]
    frame = reel.frame(2, 1)
    screen = replay.frame_screen(kept(reel, number=35), frame, "en")
    targets = [button.custom_id.split(":")[1:] for button in buttons(screen)]
    assert ["z", "-", "rstep", "2", "2", "c"] in targets
    assert ["z", "-", "rstep", "1", "0", "d"] in targets
    assert ["z", "-", "rshare", "2", "1"] in targets


def test_a_long_match_has_a_menu_of_the_deals_on_the_page() -> None:
    reel = max(reels("bismarck"), key=lambda one: len(one.results))
    assert len(reel.results) == 24
    first = history.match_page(kept(reel), "en", 0)
    second = history.match_page(kept(reel), "en", 1)
    assert [option.value for option in menu(first).options] == [str(n) for n in range(1, 21)]
    assert [option.value for option in menu(second).options] == ["21", "22", "23", "24"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_history_has_a_button_for_each_match_and_turns_both_ways(language: str) -> None:
    keys = [key for key, _ in zip(cycle(GAMES), range(PAGE), strict=False)]
    rows = [kept(reels(key)[0], number=n).result for n, key in enumerate(keys, 1)]
    screen = history.history(rows, 1, True, language)
    check_limits(screen)
    verbs = [button.custom_id.split(":")[3] for button in buttons(screen)]
    assert verbs == ["rmatch"] * PAGE + ["rhist"] * 2
    assert words(screen).count("Zoe") == PAGE
    empty = history.history([], 0, False, language)
    check_limits(empty)
    assert not buttons(empty)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_the_proof_of_a_shuffle_tells_every_step(key: str, language: str) -> None:
    reel = reels(key)[0]
    screen = replay.proof_screen(kept(reel), 1, language)
    check_limits(screen)
    fair = reel.deals[0].fairness
    assert fair is not None
    text = words(screen)
    assert text.count(fair.commitment) == 2
    assert fair.seed in text
    assert "✅" in text


@pytest.mark.parametrize("verdict", list(Verdict))
def test_the_steps_stop_where_the_proof_breaks(verdict: Verdict) -> None:
    reel = reels("bura")[0]
    good = reel.deals[0]
    fair = good.fairness
    assert fair is not None
    other = "0" * 64
    broken = {
        Verdict.FAIR: (fair, 8),
        Verdict.NO_PROOF: (None, 0),
        Verdict.MALFORMED_SEED: (Fairness("x", fair.commitment, fair.cut), 2),
        Verdict.WRONG_COMMITMENT: (Fairness(fair.seed, other, fair.cut), 3),
        Verdict.WRONG_CUT: (Fairness(fair.seed, fair.commitment, 36), 5),
        Verdict.WRONG_CARDS: (Fairness(fair.seed, fair.commitment, fair.cut % 35 + 1), 8),
    }
    if verdict not in broken:
        assert verdict is Verdict.WRONG_DEALER  # a match that is over has a dealer
        return
    said, count = broken[verdict]
    recorded = RecordedDeal(good.deal, good.actions, said)
    lines = proof.steps(reel.game, recorded, tell("en"))
    assert len(lines) == count
    assert proof.headline(reel.game, recorded, tell("en")).startswith(
        "✅" if verdict is Verdict.FAIR else "⚠️"
    )
    if verdict is Verdict.WRONG_CARDS:
        assert "NOT" in lines[-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", GAMES)
def test_every_fact_of_a_game_has_words(key: str, language: str) -> None:
    told = tell(language)
    told_of = face_of(key).statistics
    shown = {name for line in told_of for name in line.counts}
    assert shown == set(GAMES[key].tally.keys), f"statistics of bot/render/faces/{key}.py"
    lines = people.fact_lines(key, dict.fromkeys(GAMES[key].tally.keys, 7), told)
    assert len(lines) == len(told_of)
    shown_at_zero = [line for line in told_of if not line.once_counted]
    assert len(people.fact_lines(key, {}, told)) == len(shown_at_zero)
    row = standing(game=key, facts=dict.fromkeys(GAMES[key].tally.keys, -12))
    screen = people.stats(key, 101, LONG_NAME, row, 3, language)
    check_limits(screen)
    assert "1612" in words(screen)
    check_limits(people.stats(key, 101, LONG_NAME, None, None, language))


def test_a_rating_after_few_matches_is_marked_as_unsure() -> None:
    sure, unsure = standing(rated=5), standing(rated=4)
    assert "1612?" not in words(people.stats("bura", 101, "Ann", sure, 1, "en"))
    assert "1612?" in words(people.stats("bura", 101, "Ann", unsure, 1, "en"))
    nobody = standing(rated=0, rating=None, mu=None, sigma=None)
    assert "Not rated yet" in words(people.stats("bura", 101, "Ann", nobody, None, "en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leaderboard_counts_its_places_through_the_pages(language: str) -> None:
    rows = tuple(standing(user_id=n, name=f"{n} {LONG_NAME}"[:32]) for n in range(10))
    screen = people.leaderboard(Board("bura", 2, rows, 57), language, me=3)
    check_limits(screen)
    lines = screen.text.split("\n")
    assert [line.lstrip("▸ ").split(".")[0] for line in lines] == [str(n) for n in range(21, 31)]
    assert [n for n, line in enumerate(lines) if line.startswith("▸")] == [3]
    check_limits(people.leaderboard(Board("bura", 0, (), 0), language, me=3))


@pytest.mark.parametrize("language", LANGUAGES)
def test_privacy_says_how_much_there_is(language: str) -> None:
    screen = people.privacy((("bura", 3), ("biritch", 1)), 4, 2, 1, language)
    check_limits(screen)
    check_limits(people.sure_to_delete(language))
    assert [button.custom_id.split(":")[3] for button in buttons(screen)] == ["mexport", "mdelete"]


@pytest.mark.parametrize("key", GAMES)
def test_a_plot_is_a_picture_with_words_that_say_the_same(key: str) -> None:
    reel = reels(key)[0]
    told = teller_of(kept(reel).result, "en")
    names = [f"$side_{side}^" for side in range(len(reel.game.sides))]
    picture = plots.race(reel.race(), names, told, target=7 if key == "bid_whist" else None)
    assert Image.open(BytesIO(picture.png)).size[0] >= 640
    assert len(picture.alt) <= 1024
    for line in reel.race():
        assert str(line[-1]) in picture.alt


def test_a_rating_is_drawn_and_told() -> None:
    picture = plots.rating([1500.0, 1532.6, 1519.2], "Ann 🃏", tell("fr"))
    assert Image.open(BytesIO(picture.png)).format == "PNG"
    assert "1500, 1533, 1519" in picture.alt
