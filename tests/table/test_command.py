"""`tavl table`: a recorded table driven by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.driving import tavl

OPENING = ["start", "31", "8/5 6/5"]


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


def typed(*lines: str, options: tuple[str, ...] = ()) -> str:
    result = tavl("table", "--typed-time", *options, typed=lines)
    assert result.exit_code == 0, result.output
    return result.output


def events(*lines: str, options: tuple[str, ...] = ()) -> list[dict]:
    result = tavl("table", "--typed-time", "--json", *options, typed=lines)
    assert result.exit_code == 0, result.output
    return [json.loads(line)["event"] for line in result.stdout.splitlines()]


def test_rolls_and_plays_are_written_down_as_they_lie():
    found = events(*OPENING, "64", "24/18 13/9", "double", "take", "quit", "start")
    assert [event["type"] for event in found] == [
        "opened",
        "seated",
        "seated",
        "game_started",
        "opening_rolled",
        "played",
        "rolled",
        "played",
        "doubled",
        "taken",
    ]
    assert found[5]["moves"] == [[8, 5], [6, 5]]
    assert found[8]["seat"] == 0


def test_an_illegal_play_is_flagged_and_replayed():
    output = typed(*OPENING[:2], "8/4 6/5", "bo: flag", "anna: accept", "8/5 6/5")
    assert "play_reopened" in output
    assert output.rstrip().splitlines()[-1].startswith("Anna 0 - 0 Bo (7) | doubling cube 1 | to roll | ")
    assert "legal" not in output


def test_the_clock_runs_as_time_is_typed():
    output = typed(*OPENING, "2: press", "wait 15", "1: press", "show", options=("--clock",))
    assert "*13:57 / 14:00 +0.0" in output
    assert output.rstrip().splitlines()[-1].endswith("13:57 / *14:00 +12.0")


def test_without_plays_the_cube_and_results_are_enough():
    output = typed("start", "2: double", "1: take", "2: win gammon", options=("--detail", "cube"))
    assert output.rstrip().splitlines()[-1] == "Anna 0 - 4 Bo (7)"


def test_any_action_can_be_typed_and_proposals_are_shown():
    breach = "director: record_infraction rule=T4.2.i against=0"
    output = typed(*OPENING, breach, breach)
    assert "T4.2.i: penalise (seat 0, times 2)" in output
    output = typed(*OPENING, '2: raise_dispute rule=T5.1 statement="cocked dice"', "64")
    assert "statement=cocked dice" in output
    assert "Everything is left as it is until the claim is settled (T5.1)." in output
    output = typed("start", "31", 'director: rule rule=T1.1 reason="the lamp fell" dice=[6,5] turn=1')
    assert "turn_set seat=1 dice=[6,5]" in output


def test_what_can_be_done_now_is_listed():
    output = typed("start", "?", "? anna")
    assert "Anna: " in output
    assert output.count("record_opening") == 3
    assert "director: " in output


def test_a_refusal_is_said_with_its_clause_and_nonsense_is_named():
    nonsense = ("dobule", "8/", "wait long", "record_roll dice=[7,1]", '"', "roll size=2")
    output = typed("start", "31", "2: double", *nonsense, "", "# a note")
    assert "(G3.1)" in output
    assert output.count("This is not understood") == len(nonsense)
    assert "not understood: dobule." in output


def test_help_names_every_short_word():
    assert "Short names: start, press, stop, resume" in typed("help")


def test_a_log_is_gone_on_with(tmp_path: Path):
    log = tmp_path / "match.jsonl"
    typed(*OPENING, options=("--log", str(log), "--names", "Carl,Dina"))
    output = typed("64", options=("--log", str(log)))
    assert "Carl 0 - 0 Dina (7)" in output
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert lines[-1]["event"] == {"type": "rolled", "seat": 1, "dice": [6, 4]}
    assert len([line for line in lines if line["event"]["type"] == "opened"]) == 1


@pytest.mark.parametrize("text", ["", "{}", '{"at": 0, "event": {"type": "resumed"}}', "\xff"])
def test_a_file_that_is_no_log_is_refused(tmp_path: Path, text: str):
    log = tmp_path / "match.jsonl"
    log.write_text(text + "\n", encoding="latin-1")
    result = tavl("table", "--log", str(log))
    assert result.exit_code == 2
    assert "no log of a table" in result.output


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--match", "0"), "T4.5"),
        (("--names", "Anna"), "two names"),
        (("--names", "Anna,Anna"), "two names"),
        (("--profile", "chess"), "no rule profile"),
        (("--language", "fi"), "fi"),
    ],
)
def test_bad_options_are_refused(options: tuple[str, ...], said: str):
    result = tavl("table", *options)
    assert result.exit_code == 2
    assert said in result.output


def test_it_speaks_danish():
    output = tavl("table", "--language", "da", "--typed-time", typed=["start", "31", "2: double"]).output
    assert "(G3.1)" in output
    assert "Nobody may double" not in output
