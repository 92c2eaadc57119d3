"""Every word that the code asks for is there, in every language, with the same facts in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from bot.games.registry import GAMES
from bot.locales import catalogue, languages, words
from bot.render.faces import face_of
from bot.render.rules import STEPS

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("bot", "cogs")
SILENT = ("bot/stand_in/", "bot/locales/", "bot/service/", "bot/bench/", "bot/command_line/")
"""Rooms whose words are for whoever runs the bot, not for players."""

PARTS = ("name", "text")
"""What the words of a house rule and of a topic consist of."""

REFUSALS = frozenset({"Refused", "IllegalAction", "WrongDeal", "TableRefused", "RulesError"})


@dataclass(frozen=True, slots=True)
class Asked:
    """Where words are asked for: the key or its pattern, and the facts that are put in."""

    where: str
    key: str
    pattern: bool
    counted: bool
    facts: frozenset[str] | None


@cache
def trees() -> Mapping[str, ast.Module]:
    """Return the parsed modules of all that players may hear from."""
    found = {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(SILENT):
                found[name] = ast.parse(path.read_text())
    return found


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Yield every call, and where it stands."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield f"{name}:{node.lineno}", node


def constants(node: ast.expr) -> Iterator[str]:
    """Yield the texts that an expression may be: a constant, or either side of a choice."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from constants(node.body)
        yield from constants(node.orelse)


def pattern_of(node: ast.JoinedStr) -> str:
    """Return the pattern of the keys that an f-string may give."""
    return "".join(
        re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[A-Za-z0-9_.-]+"
        for part in node.values
    )


@cache
def asked() -> tuple[Asked, ...]:
    """Return every place where words are asked for by a key that can be read there."""
    found = []
    for where, node in calls():
        named = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        if named not in ("text", "count") or not node.args:
            continue
        facts: frozenset[str] | None = frozenset(k.arg for k in node.keywords if k.arg is not None)
        if any(keyword.arg is None for keyword in node.keywords):
            facts = None
        counted = named == "count"
        if counted and len(node.args) < 2:
            continue
        for key in constants(node.args[0]):
            found.append(Asked(where, key, False, counted, facts))
        if isinstance(node.args[0], ast.JoinedStr):
            found.append(Asked(where, pattern_of(node.args[0]), True, counted, facts))
    return tuple(found)


@cache
def messages(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the words of a language by key, all plural forms."""
    found = {}
    for message in catalogue(language):
        if message.id:
            key = message.id if isinstance(message.id, str) else message.id[0]
            text = message.string
            found[key] = (text,) if isinstance(text, str) else tuple(text)
    return found


def placeholders(text: str) -> set[str]:
    """Return the names of the facts that a text has room for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_the_scan_finds_what_there_is() -> None:
    assert len(asked()) > 150
    assert len({code for _, code in codes()}) > 60


@pytest.mark.parametrize("language", languages())
def test_every_key_asked_for_has_words(language: str) -> None:
    known = messages(language)
    missing = [
        f"{one.where}: {one.key}"
        for one in asked()
        if (
            not any(re.fullmatch(one.key, key) for key in known)
            if one.pattern
            else one.key not in known
        )
    ]
    assert missing == []


@pytest.mark.parametrize("language", languages())
def test_every_fact_that_words_have_room_for_is_given(language: str) -> None:
    known = messages(language)
    wrong = []
    for one in asked():
        if one.pattern or one.facts is None or one.key not in known:
            continue
        given = one.facts | ({"n"} if one.counted else set())
        for text in known[one.key]:
            lacking = placeholders(text) - given
            if lacking:
                wrong.append(f"{one.where}: {one.key} lacks {sorted(lacking)}")
    assert wrong == []


def test_all_languages_have_the_same_keys_with_the_same_facts() -> None:
    english = messages("en")
    for language in languages():
        other = messages(language)
        assert set(other) == set(english)
        for key, texts in english.items():
            theirs = set().union(*map(placeholders, other[key]))
            assert theirs == set().union(*map(placeholders, texts)), (language, key)
            assert all(text.strip() for text in other[key]), (language, key)


def test_keys_are_unique_across_the_rooms_of_a_language() -> None:
    for language in languages():
        seen: dict[str, str] = {}
        for path in sorted((ROOT / "bot" / "locales").glob(f"*{language}.po")):
            for key in re.findall(r'^msgid "([^"]+)"', path.read_text(), re.M):
                assert key not in seen, (key, path.name, seen.get(key))
                seen[key] = path.name


def codes() -> Iterator[tuple[str, str]]:
    """Yield every code with which something is refused, and where."""
    for where, node in calls():
        func = node.func
        name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
        if name in REFUSALS and node.args:
            for code in constants(node.args[0]):
                yield where, code


@pytest.mark.parametrize("language", languages())
def test_every_refusal_has_words(language: str) -> None:
    known = messages(language)
    missing = {f"{where}: {code}" for where, code in codes() if f"refusal.{code}" not in known}
    assert missing == set()
    assert "refusal.stale" in known


def test_every_refusal_is_given_the_facts_that_its_words_have_room_for() -> None:
    wrong = set()
    for where, node in calls():
        func = node.func
        name = func.id if isinstance(func, ast.Name) else getattr(func, "attr", "")
        if name not in REFUSALS or not node.args:
            continue
        given = {keyword.arg for keyword in node.keywords}
        if None in given:
            continue
        if name == "RulesError":
            given = {"rule", "value"}
        for code in constants(node.args[0]):
            for language in languages():
                for text in messages(language).get(f"refusal.{code}", ()):
                    lacking = placeholders(text) - given
                    if lacking:
                        wrong.add(f"{where}: {code} lacks {sorted(lacking)}")
    assert wrong == set()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_games_presets_and_house_rules_have_names(language: str, game: str) -> None:
    told = words(language)
    book = GAMES[game].book
    assert told.has(f"game.{game}")
    assert told.has(f"rules.{game}")
    assert [name for name in book.presets if not told.has(f"preset.{game}.{name}")] == []
    for rule in book.house_rules:
        for part in PARTS:
            assert any(told.has(f"rule.{who}.{rule.key}.{part}") for who in (game, "any")), rule.key
        for value in rule.values if rule.kind == "choice" else ():
            keys = [f"rule.{who}.{rule.key}.value.{value}" for who in (game, "any")]
            assert any(map(told.has, keys)), keys


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_each_game_has_words_of_its_own_wherever_all_games_need_some(
    language: str, game: str
) -> None:
    face = face_of(game)
    keys = [f"proof.dealt.{game}", f"why.{game}.slip"]
    keys += [f"topic.{game}.{topic.key}.{part}" for topic in face.topics for part in PARTS]
    keys += [f"guide.{game}.{step}" for step in range(1, STEPS + 1)]
    if face.statistics:
        keys += [f"stat.{game}", *(f"stat.{game}.{line.key}" for line in face.statistics)]
    missing = [key for key in keys if not words(language).has(key)]
    assert not missing, f"words for these belong in bot/locales/{game}.{language}.po: {missing}"


def test_seats_are_named_for_the_largest_table() -> None:
    most = max(game.seats for game in GAMES.values())
    for language in languages():
        assert all(words(language).has(f"seat.{number}") for number in range(most))


def test_no_line_of_french_breaks_before_a_sign_or_inside_quotation_marks() -> None:
    loose = [
        key
        for key, texts in messages("fr").items()
        for text in texts
        if re.search(r" [:;!?»%]|« |° ", text)
    ]
    assert loose == []
    assert words("fr").text("panel.sure").endswith("\u00a0?")
    assert (
        words("fr").count("stats.rating", 2, rating=1, rank=1).startswith("Cote **1** (n°\u00a01)")
    )


def test_no_french_word_that_may_lose_its_vowel_stands_before_a_name() -> None:
    before = re.compile(
        r"\b(de|que|le|la|si|jusque) \**\{(name|names|other|side|dealer|place)\}", re.I
    )
    texts = ((key, text) for key, some in messages("fr").items() for text in some)
    assert [key for key, text in texts if before.search(text)] == []
