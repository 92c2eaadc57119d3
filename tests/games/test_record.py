"""The match record: what is read, what is refused and where, what a replay says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from bot.games.game import Game
from bot.games.record import (
    BadRecord,
    Fairness,
    RecordedDeal,
    check,
    closed,
    from_text,
    next_to_json,
    parse,
    replay,
    to_record,
    to_text,
)
from tests.games import toy

GAMES: Mapping[str, Game] = {"toy": toy.GAME}

FIRST: dict[str, Any] = {
    "dealer": 0,
    "hands": [["KS", "JS"], ["AS", "QS"]],
    "stock": ["10S", "9S"],
    "actions": [[1, "play", "AS"], [0, "play", "JS"], [1, "play", "QS"], [0, "play", "KS"]],
}
SECOND: dict[str, Any] = {
    "dealer": 1,
    "hands": [["9S", "10S"], ["AS", "QS"]],
    "stock": ["KS", "JS"],
    "actions": [[0, "play", "9S"], [1, "play", "QS"], [1, "play", "AS"], [0, "play", "10S"]],
}


def record(*deals: Mapping[str, Any], **more: object) -> dict[str, Any]:
    """Return a record of the toy game."""
    return {
        "format": "atout-record",
        "version": 1,
        "game": "toy",
        "players": ["Ann", "Bo"],
        "deals": list(deals),
        **more,
    }


def cut_short(deal: Mapping[str, Any], actions: int) -> dict[str, Any]:
    """Return a deal with its first actions only."""
    return {**deal, "actions": deal["actions"][:actions]}


def fault(obj: object) -> tuple[str, int | None, int | None]:
    """Return the code and the place of the fault that a replay finds."""
    with pytest.raises(BadRecord) as caught:
        check(obj, GAMES)
    return caught.value.code, caught.value.deal, caught.value.action


# A sound record.


def test_finished_match() -> None:
    assert check(record(FIRST, SECOND), GAMES).to_json() == {
        "ok": True,
        "game": "toy",
        "finished": True,
        "deals": [
            {"tricks": [1, 1], "scores": [1, 1]},
            {"tricks": [0, 2], "scores": [0, 2]},
        ],
        "totals": [1, 3],
        "winners": [1],
        "next": None,
    }


def test_keys_of_a_replay_stand_in_the_order_of_the_contract() -> None:
    line = check(record(FIRST), GAMES).to_json()
    assert list(line) == ["ok", "game", "finished", "deals", "totals", "winners", "next"]


def test_no_deal_yet_asks_for_one_by_nobody_in_particular() -> None:
    line = check(record(), GAMES).to_json()
    assert line["next"] == {"deal": True, "dealer": None}
    assert line["deals"] == []
    assert line["winners"] == []


def test_next_names_every_legal_action_without_the_seat() -> None:
    line = check(record(cut_short(FIRST, 1)), GAMES).to_json()
    assert line["next"] == {"seat": 0, "actions": [["play", "KS"], ["play", "JS"]]}
    assert line["deals"] == [], "an open deal is not listed"


def test_next_gives_actions_open_to_others_by_seat() -> None:
    assert check(record(cut_short(FIRST, 2)), GAMES).to_json()["next"] == {
        "seat": 1,
        "actions": [["play", "QS"]],
        "others": {"0": [["grumble"]]},
    }


def test_next_deal_names_its_dealer_and_what_is_open_meanwhile() -> None:
    expected = {"deal": True, "dealer": 1, "others": {"1": [["grumble"]]}}
    assert check(record(FIRST), GAMES).to_json()["next"] == expected


def test_next_gives_a_discard_as_cards_and_a_count() -> None:
    line = check(record(cut_short(FIRST, 0), rules={"swap": True}), GAMES).to_json()
    assert line["next"] == {
        "seat": 1,
        "actions": [["discard", {"from": ["AS", "QS"], "count": 1}]],
    }


def test_action_out_of_turn_after_the_last_card_belongs_to_that_deal() -> None:
    grumbled = {**FIRST, "actions": [*FIRST["actions"], [1, "grumble"]]}
    assert check(record(grumbled), GAMES).to_json()["next"] == {"deal": True, "dealer": 1}


def test_action_out_of_turn_is_taken_after_the_end_of_the_match() -> None:
    grumbled = {**SECOND, "actions": [*SECOND["actions"], [0, "grumble"]]}
    line = check(record(FIRST, grumbled), GAMES).to_json()
    assert line["finished"] is True
    assert line["next"] is None


def test_hands_may_stand_in_any_order() -> None:
    turned = {**FIRST, "hands": [["JS", "KS"], ["QS", "AS"]]}
    assert check(record(turned), GAMES).match.results == check(record(FIRST), GAMES).match.results


def test_missing_rules_are_the_defaults_and_a_default_may_be_written_out() -> None:
    plain = check(record(FIRST), GAMES).match.rules
    assert check(record(FIRST, rules={}), GAMES).match.rules == plain
    written = {"deals": 2, "swap": "no", "cut": "random"}
    assert check(record(FIRST, rules=written), GAMES).match.rules == plain


@pytest.mark.parametrize("number", [3, "3"])
@pytest.mark.parametrize("yes", [True, "yes"])
def test_numbers_may_be_digits_and_yes_may_be_a_boolean(number: object, yes: object) -> None:
    rules = check(record(rules={"deals": number, "swap": yes}), GAMES).match.rules
    assert (rules["deals"], rules["swap"]) == ("3", "yes")


def test_keys_that_a_reader_does_not_know_are_ignored() -> None:
    strange = {**FIRST, "fairness": ["whatever"], "note": None}
    line = check(record(strange, table=4, preset="document", started_at=None), GAMES).to_json()
    assert line["ok"] is True


def test_stock_may_be_left_out_where_it_is_wrong_only_for_the_game() -> None:
    without = {key: value for key, value in FIRST.items() if key != "stock"}
    assert fault(record(without)) == ("wrong_stock_size", 0, None)


# The head.


@pytest.mark.parametrize("value", [None, 1, "text", [], True, 1.5])
def test_a_record_is_an_object(value: object) -> None:
    assert fault(value) == ("not_a_record", None, None)


@pytest.mark.parametrize("value", [None, "atout", "ATOUT-RECORD", 1, ["atout-record"]])
def test_format_is_named_exactly(value: object) -> None:
    assert fault(record(format=value)) == ("wrong_format", None, None)


@pytest.mark.parametrize("value", [None, "1", True, 1.0, 0, 2, [1], 10**400])
def test_version_is_the_number_one(value: object) -> None:
    assert fault(record(version=value)) == ("wrong_version", None, None)


@pytest.mark.parametrize("value", [None, "whist", "Toy", 1, ["toy"], {"toy": 1}, [[]]])
def test_unknown_game_is_an_error_of_the_head(value: object) -> None:
    assert fault(record(game=value)) == ("unknown_game", None, None)


@pytest.mark.parametrize("key", ["format", "version", "game", "players", "deals"])
def test_what_has_no_default_is_required(key: str) -> None:
    without = {name: value for name, value in record().items() if name != key}
    _, deal, action = fault(without)
    assert (deal, action) == (None, None)


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"preset": "document"}, "unknown_rule"),
        ({"Deals": 2}, "unknown_rule"),
        ({"deals": 0}, "unknown_value"),
        ({"deals": 2.0}, "unknown_value"),
        ({"deals": 2.5}, "unknown_value"),
        ({"deals": "02"}, "unknown_value"),
        ({"deals": "2 "}, "unknown_value"),
        ({"deals": "٢"}, "unknown_value"),
        ({"deals": True}, "unknown_value"),
        ({"deals": None}, "unknown_value"),
        ({"deals": 10**400}, "unknown_value"),
        ({"swap": "true"}, "unknown_value"),
        ({"swap": 1}, "unknown_value"),
        ({"swap": ["yes"]}, "unknown_value"),
        ({"swap": {"a": [[[]]]}}, "unknown_value"),
        ({"cut": True}, "unknown_value"),
        ([], "malformed_rules"),
        (None, "malformed_rules"),
        ("document", "malformed_rules"),
    ],
)
def test_a_wrong_rule_is_an_error_of_the_head(rules: object, code: str) -> None:
    assert fault(record(FIRST, rules=rules)) == (code, None, None)


@pytest.mark.parametrize(
    ("players", "code"),
    [
        ([], "wrong_number_of_players"),
        (["Ann"], "wrong_number_of_players"),
        (["Ann", "Bo", "Cy"], "wrong_number_of_players"),
        (["Ann", 2], "malformed_players"),
        (["Ann", None], "malformed_players"),
        ("AB", "malformed_players"),
        ({"0": "Ann", "1": "Bo"}, "malformed_players"),
        (None, "malformed_players"),
        (2, "malformed_players"),
    ],
)
def test_players_are_as_many_names_as_the_game_has_seats(players: object, code: str) -> None:
    assert fault(record(FIRST, players=players)) == (code, None, None)


@pytest.mark.parametrize("deals", [None, {}, "deals", 3, False])
def test_deals_are_a_list(deals: object) -> None:
    assert fault(record(deals=deals)) == ("malformed_deals", None, None)


# The deals.


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"dealer": None}, "malformed_dealer"),
        ({"dealer": "0"}, "malformed_dealer"),
        ({"dealer": False}, "malformed_dealer"),
        ({"dealer": 0.0}, "malformed_dealer"),
        ({"dealer": 2}, "wrong_dealer"),
        ({"dealer": -1}, "wrong_dealer"),
        ({"dealer": 10**400}, "wrong_dealer"),
        ({"hands": None}, "malformed_hands"),
        ({"hands": {"0": [], "1": []}}, "malformed_hands"),
        ({"hands": ["KS JS", "AS QS"]}, "malformed_hands"),
        ({"hands": [["KS", 1], ["AS", "QS"]]}, "malformed_hands"),
        ({"hands": [["KS", None], ["AS", "QS"]]}, "malformed_hands"),
        ({"hands": [["KS", ["JS"]], ["AS", "QS"]]}, "malformed_hands"),
        ({"hands": [["KS", "js"], ["AS", "QS"]]}, "unknown_card"),
        ({"hands": [["KS", "1S"], ["AS", "QS"]]}, "unknown_card"),
        ({"hands": [["KS", "J♠"], ["AS", "QS"]]}, "unknown_card"),
        ({"hands": [["KS", ""], ["AS", "QS"]]}, "unknown_card"),
        ({"hands": [["KS", "JS"]]}, "wrong_number_of_hands"),
        ({"hands": []}, "wrong_number_of_hands"),
        ({"hands": [["KS"], ["AS", "QS"]]}, "wrong_hand_size"),
        ({"hands": [["KS", "KS"], ["AS", "QS"]]}, "card_twice"),
        ({"hands": [["KS", "10S"], ["AS", "QS"]]}, "card_twice"),
        ({"hands": [["KS", "2S"], ["AS", "QS"]]}, "foreign_card"),
        ({"stock": ["10S"]}, "wrong_stock_size"),
        ({"stock": None}, "malformed_stock"),
        ({"stock": "10S 9S"}, "malformed_stock"),
        ({"actions": None}, "malformed_actions"),
        ({"actions": {}}, "malformed_actions"),
        ({"actions": "play"}, "malformed_actions"),
    ],
)
def test_a_wrong_deal_is_reported_without_an_action(change: dict[str, object], code: str) -> None:
    assert fault(record({**FIRST, **change})) == (code, 0, None)


@pytest.mark.parametrize("deal", [None, [], "deal", 0, True])
def test_a_deal_is_an_object(deal: object) -> None:
    obj = record(FIRST)
    obj["deals"].append(deal)
    assert fault(obj) == ("malformed_deal", 1, None)


def test_a_deal_that_begins_too_early_is_reported_as_that_deal() -> None:
    assert fault(record(cut_short(FIRST, 3), SECOND)) == ("deal_too_early", 1, None)


def test_a_deal_after_the_end_is_reported_as_that_deal() -> None:
    assert fault(record(FIRST, SECOND, FIRST)) == ("match_over", 2, None)


def test_second_dealer_is_checked() -> None:
    assert fault(record(FIRST, {**SECOND, "dealer": 0})) == ("wrong_dealer", 1, None)


# The actions.


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "malformed_action"),
        ("play", "malformed_action"),
        ({"seat": 0}, "malformed_action"),
        ([], "malformed_action"),
        ([0], "malformed_action"),
        (["0", "play", "KS"], "malformed_action"),
        ([False, "play", "KS"], "malformed_action"),
        ([0.0, "play", "KS"], "malformed_action"),
        ([None, "play", "KS"], "malformed_action"),
        ([0, None, "KS"], "malformed_action"),
        ([0, ["play"], "KS"], "malformed_action"),
        ([0, "play", 5], "malformed_action"),
        ([0, "play", ["KS"]], "malformed_action"),
        ([0, "play", None], "malformed_action"),
        ([2, "play", "KS"], "no_such_seat"),
        ([-1, "play", "KS"], "no_such_seat"),
        ([10**400, "play", "KS"], "no_such_seat"),
        ([0, "play", "AS"], "not_in_hand"),
        ([0, "play"], "bad_arguments"),
        ([0, "play", "KS", "JS"], "bad_arguments"),
        ([0, "fly"], "unknown_verb"),
        ([0, ""], "unknown_verb"),
    ],
)
def test_a_wrong_action_is_reported_with_its_place(action: object, code: str) -> None:
    deal = {**FIRST, "actions": [FIRST["actions"][0], action, [0, "play", "KS"]]}
    assert fault(record(deal)) == (code, 0, 1)


def test_what_is_wrong_first_is_reported_though_later_pieces_are_malformed() -> None:
    deal = {**FIRST, "actions": [[1, "play", "KS"], "nonsense"]}
    assert fault(record(deal, {"dealer": "x"}, {})) == ("not_in_hand", 0, 0)


def test_an_action_after_the_last_one_of_a_deal_is_reported_as_that_action() -> None:
    deal = {**FIRST, "actions": [*FIRST["actions"], [1, "play", "KS"]]}
    _, number, action = fault(record(deal))
    assert (number, action) == (0, 4)


# Text.


@pytest.mark.parametrize(
    "text",
    ["", "{", "nonsense", '{"a": NaN}', "Infinity", "[" * 100_000, "1" * 5000, "{'a': 1}", "{} {}"],
)
def test_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(BadRecord) as caught:
        from_text(text)
    assert caught.value.code == "not_json"


def test_a_key_twice_is_refused_rather_than_one_of_them_believed() -> None:
    with pytest.raises(BadRecord) as caught:
        from_text('{"game": "bura", "game": "biritch"}')
    assert (caught.value.code, caught.value.facts) == ("key_twice", {"key": "game"})


# Reading and writing.


def test_record_written_and_read_again_is_the_same() -> None:
    proof = {"seed": "00" * 32, "commitment": "ab", "cut": 3}
    obj = record({**FIRST, "fairness": proof}, SECOND, rules={"swap": "no", "deals": "2"})
    read = parse(obj, GAMES)
    assert read.deals[0].fairness == Fairness("00" * 32, "ab", 3)
    assert read.deals[1].fairness is None
    written = to_record(read.game, read.rules, read.players, read.deals, table=7)
    assert written["rules"] == {}, "only what differs from the defaults is written"
    assert written["table"] == 7
    assert parse(json.loads(to_text(written)), GAMES) == read


def test_a_record_that_was_read_replays_like_its_json() -> None:
    obj = record(FIRST, cut_short(SECOND, 2), rules={"deals": 3})
    assert replay(parse(obj, GAMES)).to_json() == check(obj, GAMES).to_json()


def test_replaying_what_was_read_reports_the_place_of_an_illegal_action() -> None:
    read = parse(record(FIRST, {**SECOND, "actions": [[0, "play", "AS"]]}), GAMES)
    with pytest.raises(BadRecord) as caught:
        replay(read)
    assert (caught.value.deal, caught.value.action) == (1, 0)


@pytest.mark.parametrize(
    "proof",
    [None, [], "seed", {}, {"seed": 1, "commitment": "", "cut": 1}, {"seed": "", "commitment": ""}],
)
def test_malformed_fairness_is_found_by_who_reads_it(proof: object) -> None:
    with pytest.raises(BadRecord) as caught:
        parse(record(FIRST, {**SECOND, "fairness": proof}), GAMES)
    assert (caught.value.code, caught.value.deal) == ("malformed_fairness", 1)


def test_open_deal_is_left_out_of_an_export() -> None:
    read = parse(record(FIRST, cut_short(SECOND, 2)), GAMES)
    match = replay(read).match
    assert closed(read.deals, match) == read.deals[:1]
    assert closed(read.deals[:1], replay(parse(record(FIRST), GAMES)).match) == read.deals[:1]


def test_text_of_a_record_is_one_compact_line_in_ascii() -> None:
    text = to_text(to_record(toy.GAME, toy.GAME.book.rules(), ("Zoé", "Bo\n"), ()))
    assert text.isascii()
    assert "\n" not in text
    assert ": " not in text


def test_next_of_a_finished_match_is_nothing() -> None:
    assert next_to_json(check(record(FIRST, SECOND), GAMES).match) is None


def test_a_deal_without_cards_yet_is_written_with_its_empty_stock() -> None:
    read = parse(record(FIRST), GAMES)
    bare = RecordedDeal(read.deals[0].deal)
    written = to_record(read.game, read.rules, read.players, (bare,))
    assert written["deals"] == [{**FIRST, "actions": []}]
