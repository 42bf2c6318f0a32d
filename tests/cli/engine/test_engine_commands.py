"""`tavl eval`, `hint`, `rollout`, `duel` and `bench`."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tavl.analysis.engine.cluster import Cluster, ClusterError
from tavl.cli.engine import bench as bench_command
from tavl.engine import Engine, RolloutResult
from tavl.engine.gnubg import gnubg_program
from tavl.rules import Dice, Position
from tests.cli.keyboard_player import tavl

START = "4HPwATDgc/ABMA"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
engine = Engine(threads=1)
EVAL = [sys.executable, "-c", "from tavl.cli import main; main()", "eval"]


def lines(*arguments: str, typed: list[str]) -> tuple[list[dict[str, Any]], int]:
    result = tavl("eval", *arguments, typed=typed)
    return [json.loads(line) for line in result.stdout.splitlines()], result.exit_code


def data(*arguments: str) -> Any:
    result = tavl(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_eval_answers_each_id_with_a_line_of_data() -> None:
    answers, code = lines(typed=[START, "", f" {START_XGID} "])
    assert code == 0
    assert [answer["line"] for answer in answers] == [1, 3]
    expected = engine.evaluate(Position.start())
    for answer in answers:
        assert answer["position"] == START
        assert answer["win"] == pytest.approx(expected.win, abs=1e-5)
        assert answer["equity"] == pytest.approx(expected.equity, abs=1e-5)


def test_eval_looks_as_deep_as_it_is_asked_to() -> None:
    (answer,), _ = lines("--ply", "1", typed=[START])
    assert answer["ply"] == 1
    assert answer["equity"] == pytest.approx(engine.evaluate(Position.start(), 1).equity, abs=1e-5)


def test_the_hint_on_the_page_of_the_engine_is_what_the_command_says() -> None:
    page = (Path(__file__).parents[3] / "docs/engine.md").read_text(encoding="utf-8")
    typed, shown = page.partition("$ tavl ")[2].partition("```")[0].split("\n", 1)
    printed = tavl(*typed.split()).stdout
    assert [line.split() for line in printed.splitlines()] == [line.split() for line in shown.splitlines()]


@pytest.mark.parametrize("bad", ["x", "XGID=1:2:3", "AAAAAAAAAAAAAA", "é" * 5000, "-" * 14])
def test_eval_names_a_bad_line_and_goes_on(bad: str) -> None:
    answers, code = lines(typed=[START, bad, START])
    assert code == 1
    assert [("error" in answer, answer["line"]) for answer in answers] == [(False, 1), (True, 2), (False, 3)]
    assert bad[:10] in answers[1]["message"]


def test_eval_takes_bytes_that_are_no_text_for_a_bad_line() -> None:
    done = subprocess.run(EVAL, input=b"\xff\xfe\n", capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")
    assert json.loads(done.stdout)["line"] == 1


def test_eval_answers_before_the_next_line_comes() -> None:
    process = subprocess.Popen(EVAL, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin
    assert process.stdout
    with process:
        for number in (1, 2):
            process.stdin.write(f"{START}\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["line"] == number
        process.stdin.close()
    assert process.returncode == 0


def test_eval_speaks_to_people_in_words() -> None:
    outer, inner = pty.openpty()
    done = subprocess.run(EVAL, input=f"{START}\n".encode(), stdout=inner, check=False)
    os.close(inner)
    said = os.read(outer, 4096).decode()
    os.close(outer)
    assert done.returncode == 0
    assert said.startswith(f"{START}  +0.")


def test_hint_ranks_the_plays_of_a_roll() -> None:
    found = data("hint", START, "31", "--ply", "0", "--most", "3")
    assert found["plays"][0]["play"] == "8/5 6/5"
    assert len(found["plays"]) == 3
    assert found["plays"][0]["loss"] == 0
    assert found["plays"][1]["loss"] > 0
    text = tavl("hint", START, "31", "--ply", "0").stdout.splitlines()
    assert text[1].split()[:3] == ["1.", "8/5", "6/5"]


def test_hint_looks_to_a_depth_that_has_a_name() -> None:
    race = Position.of("6:2 5:1 4:1 2:1", "6:1 5:2 2:1").gnu_id
    best = data("hint", race, "21", "--depth", "roller")["plays"][0]
    assert best["games"] == 360
    assert 0 <= best["standard_error"] < 0.05
    assert data("hint", race, "--depth", "roller")["games"] == 360
    clear = Position.of("6:1", "1:1").gnu_id
    assert "games" not in data("hint", clear, "31", "--depth", "settled")["plays"][0]  # only one play
    assert "360 games" in tavl("hint", race, "21", "--depth", "roller").stdout


def test_hint_is_from_the_opening_book_unless_a_ply_is_asked_for() -> None:
    best = data("hint", START, "31")["plays"][0]
    assert best["book"]
    assert best["games"] > 0
    assert best["standard_error"] < 0.005
    assert tavl("hint", START, "31", "--language", "da").stdout.splitlines()[1].endswith("bog")
    searched = data("hint", START, "31", "--ply", "1")["plays"][0]
    assert "book" not in searched
    assert searched["ply"] == 1


def test_hint_writes_plays_in_the_language_asked_for() -> None:
    bearing_off = Position.of("6:2 5:2", "6:2 5:2").gnu_id
    assert "6/ud" in tavl("hint", bearing_off, "65", "--ply", "0", "--language", "da").stdout


def test_hint_takes_the_dice_that_an_id_has() -> None:
    rolled = START_XGID.replace(":00:", ":31:")
    assert data("hint", rolled, "--ply", "0")["plays"][0]["play"] == "8/5 6/5"
    assert data("hint", rolled, "42", "--ply", "0")["dice"] == [4, 2], "what is said beats what is written"


def test_hint_says_when_no_checker_can_move() -> None:
    closed = Position.of("25:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:2").gnu_id
    assert tavl("hint", closed, "66").stdout == "No checker can move.\n"


def test_hint_without_dice_is_about_the_cube() -> None:
    found = data("hint", START, "--ply", "0")
    assert (found["action"], found["double"], found["take"]) == ("no double", False, True)
    assert "No double, take" in tavl("hint", START, "--ply", "0").stdout


def test_hint_knows_the_match_that_an_id_is_about() -> None:
    crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:4:2:1:5:10"
    assert data("hint", crawford, "--ply", "0")["action"] == "no cube"
    assert "cannot be turned" in tavl("hint", crawford, "--ply", "0").stdout
    after = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:4:0:5:10"
    assert data("hint", after, "--ply", "1")["double"], "the one behind has nothing to lose any more"


def test_rollout_gives_means_and_errors() -> None:
    found = data("rollout", START, "--games", "72", "--truncate", "3", "--cubeful", "--threads", "1")
    again = engine.rollout(Position.start(), 72, truncate=3, cubeful=True)
    assert (found["games"], found["finished"]) == (72, True)
    assert found["equity"] == pytest.approx(again.equity, abs=1e-5)
    assert found["no_double"] == pytest.approx(again.no_double, abs=1e-5)
    assert 0 < found["standard_error"] < 0.05
    text = tavl("rollout", START, "--games", "72", "--truncate", "3", "--cubeful").stdout
    assert text.startswith("72 games\n")
    assert "double, take" in text


def test_a_rollout_put_away_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    kept = str(tmp_path / "kept.json")
    rolled = ("rollout", START, "--truncate", "3", "--cubeful", "--seed", "7")
    half = data(*rolled, "--games", "40", "--save", kept)
    assert half["games"] == 40
    whole = data(*rolled, "--games", "100")
    assert data(*rolled, "--games", "100", "--resume", kept, "--save", kept) == whole
    assert data(*rolled, "--games", "100", "--resume", kept) == whole, "there is nothing left to play"


@pytest.mark.parametrize("other", [["--seed", "8"], ["--truncate", "4"], ["--cubeful"], ["--ply", "1"]])
def test_a_rollout_does_not_go_on_with_other_settings(tmp_path: Path, other: list[str]) -> None:
    kept = tmp_path / "kept.json"
    assert tavl("rollout", START, "--truncate", "3", "--games", "12", "--save", str(kept)).exit_code == 0
    result = tavl("rollout", START, "--truncate", "3", "--games", "24", "--resume", str(kept), *other)
    assert result.exit_code == 2
    assert f"a different {other[0].removeprefix('--')}" in result.stderr


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"tavl_rollout": 1}', "nonsense"])
def test_a_file_that_is_no_rollout_is_refused(tmp_path: Path, text: str) -> None:
    bad = tmp_path / "bad.json"
    bad.write_text(text)
    result = tavl("rollout", START, "--games", "12", "--resume", str(bad))
    assert result.exit_code == 2
    assert "is not a saved rollout" in result.stderr


def test_a_rollout_stops_when_its_error_is_small_enough() -> None:
    found = data("rollout", START, "--games", "5000", "--truncate", "2", "--until-error", "0.02", "--threads", "1")
    assert found["games"] < 5000
    assert found["standard_error"] <= 0.02


def test_ctrl_c_prints_and_keeps_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rolling, pieces = Engine.rolling, 0

    def interrupted(*arguments: Any, **named: Any) -> Iterator[RolloutResult]:
        nonlocal pieces
        pieces += 1
        if pieces > 2:
            raise KeyboardInterrupt
        return rolling(*arguments, **named)

    monkeypatch.setattr(Engine, "rolling", interrupted)
    kept = tmp_path / "kept.json"
    result = tavl(
        "rollout", START, "--games", "500", "--truncate", "2", "--threads", "1", "--json", "--save", str(kept)
    )
    assert result.exit_code == 130
    found = json.loads(result.stdout)
    assert (found["games"], found["finished"]) == (24, False)
    assert json.loads(kept.read_text())["games"] == 24


def test_a_rollout_whose_cluster_is_lost_prints_and_keeps_what_was_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[int] = []

    class Played:
        def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
            self.games = function(*arguments)
            sent.append(len(self.games))

        def result(self) -> Any:
            if len(sent) > 4:
                raise ClusterError("its scheduler or its workers are gone")
            return self.games

        def cancel(self) -> None: ...

    monkeypatch.setattr(import_module("tavl.cli.engine.rollout"), "connected", lambda *_: Cluster(Played, threads=1))
    kept = tmp_path / "kept.json"
    result = tavl(
        *("rollout", START, "--games", "500", "--truncate", "2", "--json", "--save", str(kept)),
        *("--cluster", "tcp://127.0.0.1:9"),
    )
    assert result.exit_code == 2
    assert "The cluster at tcp://127.0.0.1:9 cannot be used: its scheduler or its workers are gone" in result.stderr
    assert json.loads(result.stdout)["games"] == 12
    assert not json.loads(result.stdout)["finished"]
    assert kept.exists()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ([], "TLS needs --tls-ca, --tls-cert and --tls-key."),
        (["--tls-ca", "no.pem"], "TLS needs --tls-ca, --tls-cert and --tls-key."),
        (["--tls-ca", "no.pem", "--tls-cert", "no.pem", "--tls-key", "no.pem"], "no.pem cannot be read"),
    ],
)
def test_a_cluster_with_tls_needs_three_files_that_can_be_read(given: list[str], said: str) -> None:
    result = tavl("rollout", START, "--cluster", "tls://127.0.0.1:9", *given)
    assert result.exit_code == 2
    assert said in result.stderr


def test_a_duel_of_equals_is_even_and_its_luck_is_paired_away() -> None:
    found = data("duel", "ply:0", "ply:0", "--games", "4")
    assert (found["games"], found["wins"]) == (4, 2)
    assert (found["result"], found["adjusted"]) == (0, 0)


def test_a_duel_tells_the_stronger_from_the_weaker() -> None:
    found = data("duel", "expert", "newcomer", "--games", "12", "--seed", "1")
    assert found["adjusted"] > 3 * found["adjusted_error"]
    assert data("duel", "expert", "newcomer", "--games", "12", "--seed", "1") == found, "a seed is a seed"


def test_a_duel_without_its_luck_says_more_than_its_result() -> None:
    found = data("duel", "expert", "strong", "--games", "24", "--seed", "1")
    assert 2 * found["adjusted_error"] < found["result_error"]


def test_a_duel_over_matches_counts_matches() -> None:
    found = data("duel", "expert", "newcomer", "--games", "4", "--match", "3")
    assert (found["games"], found["match"]) == (4, 3)
    assert 0.5 < found["adjusted"] < 1.2
    said = tavl("duel", "expert", "newcomer", "--games", "4", "--match", "3").stdout
    assert f"expert against newcomer: {found['wins']} of 4 won." in said
    assert "matches won" in said


def test_a_duel_takes_somebodys_evaluator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "racer.py").write_text(
        "import numpy as np\n"
        "def pips(rows):\n"
        "    lead = (rows[:, 26:] * np.arange(26)).sum(1) - (rows[:, :26] * np.arange(26)).sum(1)\n"
        "    chances = np.zeros((len(rows), 5), np.float32)\n"
        "    chances[:, 0] = 1 / (1 + np.exp(-lead / 20))\n"
        "    return chances\n"
        "def broken(rows):\n"
        "    return None\n"
    )
    monkeypatch.chdir(tmp_path)
    assert data("duel", "ply:0", "racer:pips", "--games", "2")["adjusted"] > 0
    broken = tavl("duel", "ply:0", "racer:broken", "--games", "2")
    assert broken.exit_code == 2
    assert "not a player: racer:broken" in broken.stderr


@pytest.mark.skipif(gnubg_program() is None, reason="GNU Backgammon is not installed")
def test_a_duel_can_be_against_gnu_backgammon() -> None:
    found = data("duel", "ply:0", "gnubg", "--games", "2", "--match", "1")
    assert found["games"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["hint", "x"], "not a position ID: x"),
        (["hint", START, "71"], "not dice: 71"),
        (["hint", Position.of("24:1 6:14", "off:15").gnu_id], "The game is over"),
        (["hint", START, "--ply", "9"], "4"),
        (["rollout", "x"], "not a position ID: x"),
        (["rollout", START, "--games", "0"], "1"),
        (["rollout", START, "--resume", "/nowhere/at/all"], "cannot be read"),
        (["rollout", START, "--games", "12", "--truncate", "1", "--save", "/nowhere/at/all"], "cannot be written"),
        (["duel", "nobody", "club"], "not a player: nobody"),
        (["duel", "club", "ply:7"], "not a player: ply:7"),
        (["duel", "club", "no.such.module:f"], "not a player: no.such.module:f"),
        (["duel", "club", "club", "--match", "3", "--money"], "not both"),
        (["duel", "club", "club", "--match", "1000"], "1000"),
        (["bench", "nothing"], "nothing"),
        (["bench", "eval", "--write"], "Only a signature"),
    ],
)
def test_bad_input_is_refused_on_stderr_with_exit_code_2(arguments: list[str], said: str) -> None:
    result = tavl(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert said in result.stderr
    assert "Traceback" not in result.stderr


def test_a_duel_without_gnu_backgammon_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavl.engine.gnubg.gnubg_program", lambda: None)
    result = tavl("duel", "club", "gnubg")
    assert result.exit_code == 2
    assert "not installed" in result.stderr


def test_bench_measures_static_evaluations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[bench_command.__module__], "_POSITIONS", 500)
    found = data("bench", "eval")
    assert found["evaluations_per_second"] > 10_000
    assert found["positions"] == 500
    assert "static evaluations a second" in tavl("bench", "eval").stdout


def test_hint_agrees_with_the_library() -> None:
    best = engine.plays(Position.start(), Dice(6, 4), ply=1)[0]
    found = data("hint", START, "64", "--ply", "1")["plays"][0]
    assert found["play"] == str(best.play)
    assert found["equity"] == pytest.approx(best.equity, abs=1e-5)


def test_help_is_there_for_every_command() -> None:
    for command in ("eval", "hint", "rollout", "duel", "bench"):
        assert tavl(command, "--help").exit_code == 0
