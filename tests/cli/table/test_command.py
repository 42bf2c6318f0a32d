"""`tavl table`: a recorded table driven by hand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.keyboard_player import tavl

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
    assert output.rstrip().splitlines()[-1] == "Anna 0 - 0 Bo (7) | doubling cube 1 | Bo to roll"
    assert "legal" not in output
    without_names = typed(*OPENING[:2], "8/4 6/5", "flag", "accept", "8/5 6/5")
    assert without_names == output  # who is meant goes by the table


def test_what_happens_is_said_in_words():
    output = typed(*OPENING, "64", "24/18 13/9", "double", "drop")
    for said in (
        "Game 1",
        "Anna rolls 3, Bo rolls 1: Anna begins.",
        "Anna plays 8/5 6/5.",
        "Bo rolls 6-4.",
        "Anna doubles to 2.",
        "Anna wins the game: 1 point.",
        "Anna 1 - 0 Bo (7) | between games",
    ):
        assert said in output, said


def test_show_draws_the_board():
    output = typed(*OPENING, "show")
    lines = output.splitlines()
    assert any("19  20  21  22  23  24" in line for line in lines)
    assert "GNU ID 4HPwATCwZ/ABMA" in output
    assert "● Anna" in output


def test_a_wrong_cube_is_reported_and_put_right():
    output = typed(*OPENING, "64", "24/18 13/9", "double 8", "take", "correct cube", "agree")
    assert "double_recorded Anna fault=level" in output
    assert "corrected what=cube_right rule=T4.4.vi" in output
    output = typed(
        *OPENING, "cube 4 bo", "1: correct cube", "deny", 'director: rule T4.4.ix reason="so it lay" upholds=false'
    )
    assert 'cube_reported cube={"value":4,"owner":1}' in output
    assert output.rstrip().endswith("doubling cube 4 | Bo to roll")
    assert "Not understood: carl" in typed(*OPENING, "cube 4 carl")
    assert "cube_is_right" not in typed(*OPENING, "cube off")


def test_every_question_is_answered_with_accept_or_deny():
    race = 'director: rule T1.1 reason=race turn=0 position="6:3 off:12 | 6:3 off:12"'
    assert "Anna accepts." not in typed("start", "31", race, "resign", "deny")
    assert "Anna wins" not in typed("start", "31", race, "resign", "deny")
    assert "Bo wins the game: 1 point." in typed("start", "31", race, "resign", "accept")
    assert "dispute_settled" in typed(*OPENING, "2: raise_dispute rule=T5.1", "accept")
    late = typed(*OPENING, "2: press", "1: stop dice_lifted_early", "accept", options=("--clock",))
    assert "delay_lost Bo" in late
    assert "Nobody has flagged the play" in typed(*OPENING, "accept")


def test_invalid_rolls_cards_and_lengths():
    output = typed(*OPENING, "invalid", "invalid touched", "invalid loudly")
    assert "roll_invalid Bo why=not_flat" in output
    assert "roll_invalid Bo why=touched" in output
    assert "Not understood: loudly" in output
    assert "length_to_be_corrected length=9" in typed(*OPENING, "correct length 9", "agree")
    assert "Anna 2 - 1 Bo" in typed(*OPENING, "1: card 2-1", "correct score 2-1", "agree")
    assert "4.5" in typed(*OPENING, "correct score 2-1")  # no card supports it
    assert "score=[2,1]" in typed(*OPENING, "1: card 2-1")


def test_a_break_is_taken_between_games():
    output = typed(*OPENING, "64", "24/18 13/9", "double", "drop", "2: break", "wait 60", "2: back", "start")
    assert "break_begun Bo" in output
    assert "Game 2" in output


def test_it_writes_a_mat_file_of_what_stood(tmp_path: Path):
    path = tmp_path / "match.mat"
    lines = [*OPENING[:2], "8/4 6/5", "flag", "accept", "8/5 6/5", "64", "24/18 13/9", "double", "drop"]
    typed(*lines, options=("--mat", str(path)))
    assert path.read_text() == (
        '; [Player 1 "Anna"]\n; [Player 2 "Bo"]\n; [Crawford "On"]\n'
        "\n 7 point match\n\n Game 1\n Anna : 0                          Bo : 0\n"
        "  1) 31: 8/5 6/5                  64: 24/18 13/9\n"
        "  2)  Doubles => 2                 Drops\n"
        "      Wins 1 point\n"
    )
    other = tmp_path / "other.mat"
    typed(*lines, f"mat {other}")
    assert other.read_text() == path.read_text()
    result = tavl("table", "--typed-time", "--mat", str(tmp_path / "no" / "such.mat"), typed=["start"])
    assert result.exit_code == 2
    assert "cannot be written" in result.output


def test_a_void_double_is_not_in_the_mat_file(tmp_path: Path):
    path = tmp_path / "match.mat"
    score = 'director: rule T1.1 reason="as before" score=2-0'
    lines = [score, "crawford", *OPENING, "double 2", "take", "correct double", "agree", "64", "24/18 13/9"]
    typed(*lines, options=("--mat", str(path), "--match", "3"))
    assert path.read_text().splitlines()[-1] == "  1) 31: 8/5 6/5                  64: 24/18 13/9"


def test_the_clock_runs_as_time_is_typed():
    output = typed(*OPENING, "2: press", "wait 15", "1: press", "show", options=("--clock",))
    assert "*13:57 / 14:00 +0.0" in output
    assert output.rstrip().splitlines()[-1].endswith("13:57 / *14:00 +12.0")


def test_without_plays_the_cube_and_results_are_enough():
    output = typed("start", "2: double", "1: take", "2: win gammon", options=("--detail", "cube"))
    assert output.rstrip().splitlines()[-1] == "Anna 0 - 4 Bo (7) | between games"


def test_any_action_can_be_typed_and_proposals_are_shown():
    breach = "director: record_infraction rule=T4.2.i against=0"
    output = typed(*OPENING, breach, breach)
    assert "T4.2.i: penalise (Anna, times 2)" in output
    output = typed(*OPENING, '2: raise_dispute rule=T5.1 statement="cocked dice"', "64")
    assert "statement=cocked dice" in output
    assert "Everything is left as it is until the claim is settled (T5.1)." in output
    output = typed("start", "31", 'director: rule rule=T1.1 reason="the lamp fell" dice=[6,5] turn=1')
    assert "turn_set Bo dice=[6,5]" in output


def test_what_can_be_done_now_is_listed():
    output = typed("start", "?", "? anna")
    assert "Anna: " in output
    assert output.count("record_opening") == 3
    assert "director: " in output


def test_a_refusal_is_said_with_its_clause_and_nonsense_is_named():
    nonsense = ("dobule", "8/", "wait long", "record_roll dice=[7,1]", '"', "roll size=2")
    output = typed("start", "31", "1: double", *nonsense, "", "# a note")
    assert "(G3.1)" in output
    assert output.count("Not understood") == len(nonsense)
    assert "Not understood: dobule." in output


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
    assert "not the log of a table" in result.output


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
    output = tavl("table", "--language", "da", "--typed-time", typed=["start", "31", "1: double"]).output
    assert "(G3.1)" in output
    assert "Nobody may double" not in output


def test_the_example_in_the_docs_works(tmp_path: Path):
    page = (Path(__file__).parents[3] / "docs" / "table.md").read_text(encoding="utf-8")
    command, *lines = page.split("```\n$ ")[1].split("\n```")[0].splitlines()
    options = command.replace("match.", f"{tmp_path}/match.").split()[2:]
    output = typed(*lines, options=tuple(options))
    assert "Not understood" not in output
    assert "(T" not in output  # nothing was refused
    assert output.rstrip().endswith("Anna 0 - 2 Bo (3) | Crawford | opening roll")
    assert (tmp_path / "match.mat").read_text().count("13/8 13/1") == 1
    assert typed(options=("--log", f"{tmp_path}/match.jsonl")).rstrip().endswith("Crawford | opening roll")
