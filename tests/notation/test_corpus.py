"""Real files, against what GNU Backgammon reads in them, record by record. They hold real names and stay outside: the
folder is given by TAVL_CORPUS, or is `shared/corpus` beside the repository; without it this is skipped."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tavl.notation.file_formats import read
from tavl.notation.mat.writer import write_record
from tavl.notation.record import CubeAction, Ending, GameRecord, MatchRecord, Setup, Turn, Unit
from tavl.notation.replay import moments
from tavl.notation.sgf.writer import write_sgf
from tavl.notation.tavl_format import write_records
from tests.notation.records import match_of

CORPUS = Path(os.environ.get("TAVL_CORPUS") or Path(__file__).parents[2].parent / "shared" / "corpus")
pytestmark = pytest.mark.skipif(not (CORPUS / "files").is_dir(), reason="needs the corpus: set TAVL_CORPUS")

ENDINGS = {"play": Ending.BORNE_OFF, "drop": Ending.DROPPED, "resign": Ending.RESIGNED, "unfinished": None}
LENGTHS = {"142": 4, "145": 8, "146": 4, "149": 16}
"""Money games that Galaxy calls matches; GNU Backgammon believes it."""
RESULTS = {
    ("113", 1): "a resignation fused into a row, which GNU Backgammon does not read: the game is unfinished there",
    ("131", 0): "a match given up for 5 points at a cube of 1, which it takes for a backgammon",
    ("132", 1): "the same for 4 points",
}
NOT_READ = {"139": "an empty name makes GNU Backgammon crash"}

ORACLES = sorted((CORPUS / "oracle").glob("*.json")) if CORPUS.is_dir() else []
TEXTS = sorted(path for path in (CORPUS / "files").glob("*") if path.suffix in (".txt", ".mat", ".sgf"))


def record_of(name: str) -> MatchRecord:
    (record,) = read((CORPUS / "files" / name).read_bytes())
    return record


@pytest.mark.parametrize("path", ORACLES, ids=lambda path: path.stem[:3])
def test_every_record_is_what_gnu_backgammon_reads_or_better(path: Path) -> None:
    oracle, number, record = json.loads(path.read_text()), path.stem[:3], record_of(path.stem)
    if number in NOT_READ:
        assert not oracle["games"]
        assert record.games
        return
    assert {"X": record.players[0].name, "O": record.players[1].name} == oracle["players"]
    assert record.length == (0 if number in LENGTHS else oracle["match_length"])
    assert LENGTHS.get(number, record.length) == oracle["match_length"]
    assert len(record.games) == len(oracle["games"])
    for at, (game, theirs) in enumerate(zip(record.games, oracle["games"], strict=True)):
        assert list(game.score) == theirs["score"]
        assert game.crawford == bool(theirs["crawford"])
        if (number, at) not in RESULTS:
            assert result_of(game) == (theirs["winner"], theirs["points"], ENDINGS[theirs["ended_by"]])
        assert rows_of(game) == [row for each in theirs["records"] if (row := their_row(each))]


def result_of(game: GameRecord) -> tuple[Any, ...]:
    return ("XO"[game.result.winner], game.result.points, game.result.ending) if game.result else (None, None, None)


def rows_of(game: GameRecord) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = []
    for moment in moments(game):
        entry = moment.entry
        if isinstance(entry, Turn) and entry.moves is None:
            rows.append(("XO"[entry.seat], "set", sorted(entry.dice)))
        elif isinstance(entry, Turn):
            assert entry.illegal is None
            moves = sorted(entry.moves or ())
            rows.append(("XO"[entry.seat], "move", sorted(entry.dice), moves, moment.position.gnu_id))
        elif isinstance(entry, CubeAction):
            rows.append(("XO"[entry.seat], str(entry.action)))
    return rows


def their_row(each: dict[str, Any]) -> tuple[Any, ...] | None:
    match each["a"]:
        case "move":
            return (each["p"], "move", sorted(each["dice"]), sorted(map(tuple, each["move"])), each["id"])
        case "set":
            return (each["p"], "set", sorted(each["dice"]))
        case "resign":
            return None
        case action:
            return (each["p"], action)


def test_results_that_gnu_backgammon_misreads_are_read() -> None:
    fused, forfeited, again = record_of("113_match2900236.txt"), *map(record_of, forfeits())
    assert result_of(fused.games[1]) == ("O", 2, Ending.RESIGNED)
    assert result_of(forfeited.games[0]) == ("X", 5, Ending.FORFEITED)
    assert result_of(again.games[1]) == ("O", 4, Ending.FORFEITED)
    assert all(record.winner is not None for record in (fused, forfeited, again))


def forfeits() -> list[str]:
    return ["131_match7236505.txt", "132_match7707286.txt"]


def test_the_same_match_in_two_texts_is_one_match() -> None:
    mat, sgf = (next(path for path in TEXTS if path.name.startswith(number)) for number in ("081", "082"))
    assert match_of(record_of(mat.name)) == match_of(record_of(sgf.name))
    assert record_of(mat.name).date == record_of(sgf.name).date == "2025-11-08"


def test_the_analysis_in_an_sgf_file_is_read_decision_by_decision() -> None:
    record = record_of(next(path.name for path in TEXTS if path.name.startswith("082")))
    turns = [entry for game in record.games for entry in game.entries if isinstance(entry, Turn)]
    analysed = [turn for turn in turns if turn.analysis]
    assert len(analysed) == 171
    assert sum(bool(turn.cube) for turn in turns) == 27 - sum(
        isinstance(entry, CubeAction) and entry.cube is not None for game in record.games for entry in game.entries
    )
    for turn in analysed:
        assert turn.analysis is not None
        assert turn.analysis.unit is Unit.EMG
        assert turn.analysis.played is not None
        played = turn.analysis.candidates[turn.analysis.played]
        assert sorted(played.moves) == sorted(turn.moves or ())
        assert all(candidate.chances for candidate in turn.analysis.candidates)


@pytest.mark.parametrize("number", ["054", "055", "056", "057"])
def test_a_position_text_says_the_same_in_every_language(number: str) -> None:
    record = record_of(next(path.name for path in TEXTS if path.name.startswith(number)))
    (setup,) = record.games[0].entries
    assert isinstance(setup, Setup)
    assert setup.position is not None
    assert setup.position.gnu_id == "b9sBCIC5bYDQAA"
    assert (record.length, record.games[0].score) == (7, (3, 6))
    assert all(player.name for player in record.players)
    assert setup.analysis is not None
    assert [candidate.equity for candidate in setup.analysis.candidates] == [-0.492, -0.545, -0.577, -0.578, -0.585]


def test_the_cube_of_a_position_text() -> None:
    (setup,) = record_of("058_03_DT_DE.txt").games[0].entries
    assert isinstance(setup, Setup)
    assert setup.cube_analysis is not None
    cube = setup.cube_analysis
    assert (cube.no_double, cube.double_take, cube.double_drop) == (0.585, 0.625, 1.0)
    assert cube.chances is not None
    assert cube.chances.win == 0.61


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem[:3])
def test_writing_and_reading_again_changes_nothing(path: Path) -> None:
    record = record_of(path.name)
    assert read(write_records([record]).encode()) == [record]
    if record.format != "position":
        for write in (write_record, write_sgf):
            assert match_of(read(write(record).encode())[0]) == match_of(record)
