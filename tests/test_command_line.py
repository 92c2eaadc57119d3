"""The command line, run as a person runs it."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.command_line import COMMANDS, message, replay
from bot.games.fairness import Verdict
from bot.games.record import RecordedDeal, from_text, to_record
from bot.games.registry import GAMES
from bot.games.shuffle import deal_from
from bot.locales import words

ROOT = Path(__file__).parent.parent
HEAD = '"format":"atout-record","version":1,"game":"whist","players":[],"deals":[]'
UNKNOWN = "{" + HEAD + "}"


def printed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """Return the lines of JSON that a command printed."""
    found = []
    for line in capsys.readouterr().out.splitlines():
        value = from_text(line)
        assert isinstance(value, dict)
        found.append(value)
    return found


def errors(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the error codes of the lines that replay printed."""
    return [line["error"] for line in printed(capsys)]


def written(folder: Path, data: str | bytes, name: str = "records.json") -> str:
    """Write a file and return its name."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return str(path)


# What is common to all commands.


def test_without_a_command_the_commands_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == 2
    assert "usage" in capsys.readouterr().err


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert f"atout {command}" in capsys.readouterr().out


def test_help_lists_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)


def test_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["fly"])
    assert left.value.code == 2
    assert "fly" in capsys.readouterr().err


def test_module_runs_and_its_exit_status_is_the_commands(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "replay", "-"],
        input=b"nonsense\n",
        capture_output=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 1
    assert b'"error":"not_json"' in done.stdout
    assert done.stderr == b""


def test_reader_that_stops_early_causes_no_traceback() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "bot", "replay", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"nonsense\n" * 20_000)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0


# Replay: files.


def test_each_line_is_a_record_and_a_bad_one_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, f"{UNKNOWN}\n{{broken\n\n   \n[]\n{UNKNOWN}\n")
    assert main(["replay", name]) == 1
    assert errors(capsys) == ["unknown_game", "not_json", "not_a_record", "unknown_game"]


def test_a_bad_record_is_reported_with_all_keys_and_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", written(tmp_path, UNKNOWN)])
    assert printed(capsys) == [
        {
            "ok": False,
            "deal": None,
            "action": None,
            "error": "unknown_game",
            "message": "There is no game called whist here.",
        }
    ]


def test_a_file_may_hold_one_record_over_many_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, UNKNOWN.replace(",", ",\n  "))
    main(["replay", name])
    assert errors(capsys) == ["unknown_game"]


def test_a_broken_record_over_many_lines_is_one_bad_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "{\n" + HEAD.replace(",", ",\n") + ",\n"
    main(["replay", written(tmp_path, text)])
    assert errors(capsys) == ["not_json"]


def test_a_broken_first_line_does_not_hide_the_records_after_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", written(tmp_path, "{\n" + UNKNOWN + "\n")])
    assert errors(capsys) == ["not_json", "unknown_game"]


@pytest.mark.parametrize("data", ["", "\n\n", "  \r\n", b"\xef\xbb\xbf", b"\xef\xbb\xbf\n"])
def test_an_empty_file_is_no_record(
    data: str | bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", written(tmp_path, data)]) == 1
    assert errors(capsys) == ["empty"]


def test_byte_order_mark_and_windows_line_ends_are_no_fault(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, b"\xef\xbb\xbf" + f"{UNKNOWN}\r\n{UNKNOWN}\r\n".encode())
    main(["replay", name])
    assert errors(capsys) == ["unknown_game", "unknown_game"]


def test_line_separators_inside_a_text_do_not_end_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = "{" + HEAD.replace("[]", '["A\u2028B\x85\u2029"]', 1) + "}"
    main(["replay", written(tmp_path, f"{odd}\n{odd}\n")])
    assert errors(capsys) == ["unknown_game", "unknown_game"]


def test_bytes_that_are_no_text_spoil_their_line_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = written(tmp_path, b'{"format":"\xff"}\n' + UNKNOWN.encode() + b"\n\x00\xfe\n")
    assert main(["replay", name]) == 1
    assert errors(capsys) == ["not_utf8", "unknown_game", "not_utf8"]


def test_half_a_surrogate_in_a_text_can_be_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", written(tmp_path, UNKNOWN.replace("whist", "\\ud800"))])
    assert errors(capsys) == ["unknown_game"]


def test_what_a_message_repeats_is_cut_short(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["replay", written(tmp_path, UNKNOWN.replace("whist", "w" * 10_000))])
    assert len(printed(capsys)[0]["message"]) < 100


def test_deep_nesting_is_refused_as_no_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deep = '{"rules":' + "[" * 200_000 + "]" * 200_000 + "}"
    assert main(["replay", written(tmp_path, deep)]) == 1
    assert errors(capsys) == ["not_json"]


def test_several_files_are_read_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one = written(tmp_path, UNKNOWN, "one")
    two = written(tmp_path, "[]", "two")
    main(["replay", one, two, one])
    assert errors(capsys) == ["unknown_game", "not_a_record", "unknown_game"]


def test_a_dash_is_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(UNKNOWN.encode())))
    assert main(["replay", "-"]) == 1
    assert errors(capsys) == ["unknown_game"]


def test_a_file_that_cannot_be_read_is_named_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = written(tmp_path, UNKNOWN)
    assert main(["replay", str(tmp_path / "nowhere"), str(tmp_path), there]) == 2
    out, err = capsys.readouterr()
    assert out.count("unknown_game") == 1
    assert err.count("cannot read") == 2
    assert "nowhere" in err


def test_a_file_without_bounds_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.command_line.files.MOST", 1 << 20)
    big = tmp_path / "big"
    big.write_bytes(b" " * (1 << 20) + UNKNOWN.encode())
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(big.read_bytes())))
    assert main(["verify", str(big), "-"]) == 2
    assert capsys.readouterr().err.count("holds more than 1 MiB") == 2


def test_a_file_name_that_no_system_takes_is_a_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["replay", "a\0b"]) == 2
    assert "cannot read" in capsys.readouterr().err


# Replay: sentences.


def test_a_code_without_words_still_has_a_sentence() -> None:
    assert message.sentence("never_heard_of", {}) == "That is not allowed here (never_heard_of)."


@pytest.mark.parametrize("seat", [-1, -5, 4, 9, 10**30])
def test_a_seat_that_there_is_not_can_be_spoken_of(seat: int) -> None:
    assert message.sentence("wrong_dealer", {"seat": seat})
    assert str(seat)[:5] in message.sentence("not_your_turn", {"seat": 0, "asked": seat})


def test_a_message_calls_the_players_by_their_names() -> None:
    said = message.sentence("not_your_turn", {"seat": 0, "asked": 1}, ["Ann", "Bo"])
    assert "Bo" in said


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("dealer", [-1, 4, 10**30])
def test_a_dealer_that_there_is_not_is_a_wrong_dealer(key: str, dealer: int) -> None:
    game = GAMES[key]
    deal = deal_from(game, 0, bytes(32), 5)
    record = to_record(game, game.book.rules(), ["x"] * game.seats, [RecordedDeal(deal)])
    deals = record["deals"]
    assert isinstance(deals, list)
    deals[0]["dealer"] = dealer
    text, sound = replay.report(record)
    assert not sound
    assert '"deal":0,"action":null,"error":"wrong_dealer"' in text


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_words(verdict: Verdict, language: str) -> None:
    assert words(language).has(f"verify.{verdict}")


def test_a_report_says_whether_the_record_is_sound() -> None:
    line, sound = replay.report({})
    assert not sound
    assert '"ok":false' in line


# Simulate.


def simulated(
    capsys: pytest.CaptureFixture[str], game: str, *words: str, matches: int = 1
) -> list[str]:
    """Return the lines that simulate writes."""
    level = () if "--level" in words else ("--level", "random")
    assert main(["simulate", game, "--matches", str(matches), *level, *words]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_simulated_matches_are_whole_sound_and_fair(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = simulated(capsys, game, "--seed", "3", matches=2)
    assert len(lines) == 2
    assert lines[0] != lines[1]
    name = written(tmp_path, "\n".join(lines) + "\n")
    assert main(["replay", name]) == 0
    for line in printed(capsys):
        assert (line["ok"], line["finished"], line["next"]) == (True, True, None)
    assert main(["verify", name]) == 0
    checked = capsys.readouterr().out.splitlines()
    assert len(checked) == sum(len(json.loads(line)["deals"]) for line in lines)
    fair = ": The shuffle is fair; commitment, cut and cards agree."
    assert checked[0] == f"{name}: record 1, deal 1{fair}"
    assert all(line.endswith(fair) for line in checked)


@pytest.mark.parametrize("game", GAMES)
def test_normal_computers_play_a_match_if_no_level_is_said(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["simulate", game, "--seed", "one"]) == 0
    name = written(tmp_path, capsys.readouterr().out)
    assert main(["replay", name]) == 0
    assert printed(capsys)[0]["finished"] is True


@pytest.mark.parametrize("game", GAMES)
def test_same_seed_gives_the_same_records_whatever_the_hash_seed(game: str) -> None:
    def run(hash_seed: str) -> bytes:
        return subprocess.run(
            [sys.executable, "-m", "bot", "simulate", game, "--seed", "9"],
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        ).stdout

    assert run("1") == run("2") != b""


def test_another_seed_gives_other_records(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulated(capsys, "bura", "--seed", "1") != simulated(capsys, "bura", "--seed", "2")


def test_first_simulated_matches_do_not_depend_on_how_many_follow(
    capsys: pytest.CaptureFixture[str],
) -> None:
    two = simulated(capsys, "bismarck", "--seed", "5", matches=2)
    assert simulated(capsys, "bismarck", "--seed", "5") == two[:1]


def test_simulated_matches_keep_the_rules_given(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = simulated(capsys, "biritch", "--rules", "revokes=penalised", "game=40")
    assert json.loads(line)["rules"] == {"game": "40", "revokes": "penalised"}


def test_revokes_happen_where_they_are_penalised(capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated(capsys, "biritch", "--rules", "revokes=penalised", matches=3)
    verbs = [
        action[1]
        for line in lines
        for deal in json.loads(line)["deals"]
        for action in deal["actions"]
    ]
    assert "claim_revoke" in verbs


def test_a_preset_can_be_simulated(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = simulated(capsys, "biritch", "--preset", "club_1907", "--rules", "dummy=before_lead")
    rules = json.loads(line)["rules"]
    assert rules["values"] == "1907"
    assert "dummy" not in rules


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["simulate"], "GAME"),
        (["simulate", "whist"], "whist"),
        (["simulate", "bura", "--matches", "0"], "0"),
        (["simulate", "bura", "--matches", "-1"], "-1"),
        (["simulate", "bura", "--matches", "many"], "many"),
        (["simulate", "bura", "--matches", "9" * 5000], "999"),
        (["simulate", "bura", "--level", "godlike"], "random"),
        (["simulate", "bura", "--rules", "length"], "key=value"),
        (["simulate", "bura", "--rules", "length=4"], "length"),
        (["simulate", "bura", "--rules", "colour=red"], "colour"),
        (["simulate", "bura", "--rules", "preset=document"], "preset"),
        (["simulate", "bura", "--preset", "nobody"], "nobody"),
        (["bench", "whist"], "whist"),
        (["verify"], "RECORD"),
        (["replay"], "FILE"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_status_two(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        status: object = main(given)
    except SystemExit as left:
        status = left.code
    out, err = capsys.readouterr()
    assert status == 2
    assert out == ""
    assert said in err
    assert "Traceback" not in err


# Verify.


def test_a_changed_card_is_found_by_its_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = json.loads(simulated(capsys, "bismarck")[0])
    hands = record["deals"][1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    del record["deals"][2]["fairness"]
    record["deals"][3]["fairness"] = {"seed": 4}
    record["deals"][4]["dealer"] = "x"
    assert main(["verify", written(tmp_path, json.dumps(record))]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 12
    assert "deal 2: The shuffle is NOT FAIR" in lines[1]
    assert "deal 3: The shuffle cannot be checked" in lines[2]
    assert "deal 4" in lines[3]
    assert "deal 5" in lines[4]
    assert all("deal" in line and " is fair" in line for line in (lines[0], *lines[5:]))


def test_what_is_no_record_is_not_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", written(tmp_path, "nonsense"), str(tmp_path / "nowhere")]) == 2
    out, err = capsys.readouterr()
    assert out.endswith(": record 1: This is not JSON.\n"), "a place, then a sentence of its own"
    assert "nowhere" in err


def test_a_record_without_deals_has_nothing_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = UNKNOWN.replace("whist", "bura").replace("[]", '["A", "B"]', 1)
    assert main(["verify", written(tmp_path, text)]) == 0
    assert "There is no deal in it yet." in capsys.readouterr().out


# Bench.


def test_bench_says_how_many_deals_a_second(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "bura", "--seconds", "0.05"]) == 0
    out = capsys.readouterr().out
    assert re.fullmatch(r"bura +[\d,]+ deals a second +[\d.]+ µs an action\n", out)


def test_bench_plays_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.01"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(GAMES)
