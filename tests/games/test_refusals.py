"""Every code with which the rules, a record or a house rule is refused has words everywhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple

import pytest

import bot.games
from bot.locales import catalogue, languages

REFUSING: Final = frozenset({"IllegalAction", "WrongDeal", "BadRecord", "RulesError"})
HOUSE_RULE: Final = frozenset({"rule", "value"})
FOLDER: Final = Path(next(iter(bot.games.__path__)))


class Raised(NamedTuple):
    """A code as it stands in the source, and the facts that are given with it."""

    code: str
    facts: frozenset[str]
    where: str


def codes_in(node: ast.AST) -> Iterator[str]:
    """Yield the texts that an expression can be, as far as they are written out in it."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from codes_in(node.body)
        yield from codes_in(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for value in node.values:
            yield from codes_in(value)


def returned(function: ast.AST) -> Iterator[str]:
    """Yield the texts that a function can return."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return) and node.value is not None:
            yield from codes_in(node.value)


def name_of(call: ast.Call) -> str:
    """Return the name of what is called."""
    if isinstance(call.func, ast.Name):
        return call.func.id
    return call.func.attr if isinstance(call.func, ast.Attribute) else ""


def raised() -> list[Raised]:
    """Return every refusal in the source of the rules."""
    trees = {path: ast.parse(path.read_text("utf-8")) for path in sorted(FOLDER.rglob("*.py"))}
    functions = [
        node
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    called = {function.name: function for function in functions}
    found = []
    for function in functions:
        for node in ast.walk(function):
            if not (isinstance(node, ast.Call) and name_of(node) in REFUSING and node.args):
                continue
            first = node.args[0]
            codes = list(codes_in(first))
            if isinstance(first, ast.Name):
                codes += assigned(function, first.id, called)
            where = f"{function.name}: {ast.unparse(node)}"
            found += [Raised(code, facts_of(node), where) for code in codes]
            assert codes or passed_on(first), where
    return found


def assigned(
    function: ast.FunctionDef, name: str, called: dict[str, ast.FunctionDef]
) -> Iterator[str]:
    """Yield the texts that a variable can be, also as the result of a function of the rules."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == name for target in node.targets
        ):
            yield from codes_in(node.value)
            if isinstance(node.value, ast.Call) and name_of(node.value) in called:
                yield from returned(called[name_of(node.value)])


def passed_on(node: ast.expr) -> bool:
    """Tell whether a code only comes from another refusal, or from the caller."""
    return isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and node.id == "code")


def facts_of(call: ast.Call) -> frozenset[str]:
    """Return the names of the facts given with a code."""
    if name_of(call) == "RulesError":
        return HOUSE_RULE
    names = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
    for argument in call.args[1:]:
        if isinstance(argument, ast.Dict):
            names |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
    return frozenset(names)


RAISED: Final = raised()


CATALOGUES: Final = {language: catalogue(language) for language in languages()}


def sentence(language: str, code: str) -> str | None:
    """Return the sentence for a code as it stands in a catalogue."""
    message = CATALOGUES[language].get(f"refusal.{code}")
    return None if message is None else str(message.string)


def test_the_refusals_of_the_rules_are_found() -> None:
    codes = {one.code for one in RAISED}
    assert {"must_follow_suit", "not_in_hand", "unknown_verb", "card_twice"} <= codes
    assert {"not_json", "wrong_version", "unknown_rule"} <= codes
    assert len(codes) > 40


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", sorted({one.code for one in RAISED}))
def test_every_code_has_a_sentence_whose_facts_are_always_given(language: str, code: str) -> None:
    text = sentence(language, code)
    assert text, f"no words for refusal.{code}"
    needed = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    for one in RAISED:
        if one.code == code:
            assert needed <= one.facts, one.where
