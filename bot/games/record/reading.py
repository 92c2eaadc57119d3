"""Reading a record, strictly and piece by piece, so that its first fault is the one reported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from bot.games.cards import Card, NoSuchCard, card
from bot.games.game import Action, Deal, Game
from bot.games.house_rules import Rules, RulesError
from bot.games.record.form import (
    FORMAT,
    VERSION,
    BadRecord,
    Fairness,
    Head,
    Record,
    RecordedDeal,
    Step,
)
from bot.games.registry import GAMES

LONGEST_SAID: Final = 40
"""How much of a text from outside a message repeats."""


def from_text(text: str) -> object:
    """Return the JSON value that a text holds; raise BadRecord(not_json | key_twice).

    Stricter than the standard: no NaN, no infinity, no key twice in an object.
    """
    try:
        value: object = json.loads(
            text, object_pairs_hook=_without_doubles, parse_constant=_no_number
        )
    except BadRecord:
        raise
    except (ValueError, RecursionError):
        raise BadRecord("not_json") from None
    return value


def _without_doubles(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise BadRecord("key_twice", {"key": said(key)})
            seen.add(key)
    return found


def _no_number(_: str) -> object:
    raise BadRecord("not_json")


def parse_head(obj: object, games: Mapping[str, Game] = GAMES) -> Head:
    """Read what stands before the deals; raise BadRecord with neither deal nor action."""
    record = _object(obj, "not_a_record")
    if record.get("format") != FORMAT:
        raise BadRecord("wrong_format")
    version = record.get("version")
    if type(version) is not int or version != VERSION:
        raise BadRecord("wrong_version")
    key = record.get("game")
    game = games.get(key) if isinstance(key, str) else None
    if game is None:
        raise BadRecord("unknown_game", {"game": said(key)})
    rules = _rules(game, record.get("rules", {}))
    players = _list(record.get("players"), "malformed_players")
    names = tuple([name for name in players if isinstance(name, str)])
    if len(names) != len(players):
        raise BadRecord("malformed_players")
    if len(names) != game.seats:
        raise BadRecord("wrong_number_of_players", {"count": len(names), "expected": game.seats})
    return Head(game, rules, names, tuple(_list(record.get("deals"), "malformed_deals")))


def _rules(game: Game, given: object) -> Rules:
    try:
        return game.book.rules(_object(given, "malformed_rules"))
    except RulesError as error:
        facts = {"rule": said(error.rule), "value": said(error.value)}
        raise BadRecord(error.code, facts) from None


def steps(head: Head) -> Iterator[Step]:
    """Yield the log of a record; raise BadRecord at the first malformed piece.

    The pieces are read one by one: an action is looked at only after the ones before it are taken.
    """
    for number, raw in enumerate(head.deals):
        index: int | None = None
        try:
            fields = _object(raw, "malformed_deal")
            yield Step(number, None, read_deal(fields))
            for index, given in enumerate(_list(fields.get("actions"), "malformed_actions")):
                yield Step(number, index, read_action(given, head.game.seats))
        except BadRecord as error:
            raise error.at(number, index) from None


def read_deal(fields: Mapping[str, object]) -> Deal:
    """Read the dealer and the cards of a deal; raise BadRecord without a place."""
    dealer = fields.get("dealer")
    if type(dealer) is not int:
        raise BadRecord("malformed_dealer")
    hands = _list(fields.get("hands"), "malformed_hands")
    return Deal(
        dealer,
        tuple([_cards(hand, "malformed_hands") for hand in hands]),
        _cards(fields.get("stock", []), "malformed_stock"),
    )


def _cards(given: object, code: str) -> tuple[Card, ...]:
    found: list[Card] = []
    for text in _list(given, code):
        if not isinstance(text, str):
            raise BadRecord(code)
        try:
            found.append(card(text))
        except NoSuchCard:
            raise BadRecord("unknown_card", {"card": said(text)}) from None
    return tuple(found)


def read_action(given: object, seats: int) -> Action:
    """Read ``[seat, verb, argument…]``; raise BadRecord without a place."""
    if not isinstance(given, list) or len(given) < 2:
        raise BadRecord("malformed_action")
    seat, verb, *args = given
    texts = tuple([text for text in args if isinstance(text, str)])
    if type(seat) is not int or not isinstance(verb, str) or len(texts) != len(args):
        raise BadRecord("malformed_action")
    if not 0 <= seat < seats:
        raise BadRecord("no_such_seat", {"count": seats})
    return Action(seat, verb, texts)


def read_fairness(fields: Mapping[str, object]) -> Fairness | None:
    """Read what proves a deal's shuffle, if it is there; raise BadRecord without a place."""
    if "fairness" not in fields:
        return None
    proof = _object(fields["fairness"], "malformed_fairness")
    seed, published, at = proof.get("seed"), proof.get("commitment"), proof.get("cut")
    if not isinstance(seed, str) or not isinstance(published, str) or type(at) is not int:
        raise BadRecord("malformed_fairness")
    return Fairness(seed, published, at)


def read_shuffle(raw: object) -> RecordedDeal:
    """Read a deal's cards and their proof, without its actions; raise BadRecord without a place."""
    fields = _object(raw, "malformed_deal")
    return RecordedDeal(read_deal(fields), (), read_fairness(fields))


def parse(obj: object, games: Mapping[str, Game] = GAMES) -> Record:
    """Read a whole record without playing it; raise BadRecord at its first malformed piece.

    Unlike a replay this reads what the deals say of their shuffle, too.
    """
    head = parse_head(obj, games)
    deals: list[Deal] = []
    actions: list[list[Action]] = []
    for step in steps(head):
        if isinstance(step.entry, Deal):
            deals.append(step.entry)
            actions.append([])
        else:
            actions[-1].append(step.entry)
    found: list[RecordedDeal] = []
    for number, (deal, made) in enumerate(zip(deals, actions, strict=True)):
        try:
            proof = read_shuffle(head.deals[number]).fairness
        except BadRecord as error:
            raise error.at(number, None) from None
        found.append(RecordedDeal(deal, tuple(made), proof))
    return Record(head.game, head.rules, head.players, tuple(found))


def said(value: object) -> str:
    """Return a value from outside as a short text that can stand in a sentence."""
    if isinstance(value, list | dict):
        return "[…]" if isinstance(value, list) else "{…}"
    text = value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= LONGEST_SAID else text[: LONGEST_SAID - 1] + "…"


def _object(value: object, code: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise BadRecord(code)
    return value


def _list(value: object, code: str) -> list[object]:
    if not isinstance(value, list):
        raise BadRecord(code)
    return value
