"""`.sgf` as GNU Backgammon writes it."""

from __future__ import annotations

import pytest

from tavl.notation.file_formats import read
from tavl.notation.problems import FileError, FileFault, ProblemCode
from tavl.notation.record import (
    CubeAction,
    CubeActionKind,
    Ending,
    GameResult,
    LuckMark,
    Mark,
    MatchRecord,
    Setup,
    Turn,
    Unit,
)
from tavl.notation.sgf.analysis import read_number
from tavl.rules import Dice, Position, Seat
from tavl.rules.acts import Cube

ROOT = "FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.08.003]MI[length:7][game:0][ws:0][bs:0]PW[Anna]PB[Bo]RU[Crawford]"


def match(text: str) -> MatchRecord:
    (record,) = read(text.encode())
    return record


def test_letters_are_points_from_whites_side_and_black_moves_the_other_way() -> None:
    record = match(f"(;{ROOT};W[31hefe];B[41lpab])")
    first, second = record.games[0].entries
    assert isinstance(first, Turn)
    assert isinstance(second, Turn)
    assert (first.seat, first.dice, first.moves) == (Seat.FIRST, Dice(3, 1), ((8, 5), (6, 5)))
    assert (second.seat, second.moves) == (Seat.SECOND, ((13, 9), (24, 23)))
    assert not record.problems


def test_the_headings_of_the_first_game_are_those_of_the_match() -> None:
    record = match(f"(;{ROOT}EV[Open]RO[3]PC[Aarhus]DT[2025-11-08]AN[Cy]GC[Windy];W[31hefe])")
    assert (record.event, record.round, record.site) == ("Open", "3", "Aarhus")
    assert (record.date, record.annotator, record.comment) == ("2025-11-08", "Cy", "Windy")
    assert record.program == "GNU Backgammon 1.08.003"
    assert record.crawford is True


def test_games_scores_results_and_the_crawford_game() -> None:
    later = ROOT.replace("[ws:0]", "[ws:6]").replace("RU[Crawford]", "RU[Crawford:CrawfordGame]RE[B+2R]")
    record = match(f"(;{ROOT}RE[W+1];W[31hefe];B[double];W[take];B[64agls];W[double];B[drop])(;{later};W[31hefe])")
    assert [game.crawford for game in record.games] == [False, True]
    assert record.games[1].result == GameResult(Seat.SECOND, 2, Ending.RESIGNED, 1)
    assert record.games[0].result is not None
    assert record.games[0].result.points == 1


def test_a_double_that_answers_a_double_is_a_beaver() -> None:
    money = ROOT.replace("length:7", "length:0").replace("Crawford", "Jacoby")
    record = match(f"(;{money};W[31hefe];B[double];W[double];B[take])")
    actions = [entry.action for entry in record.games[0].entries if isinstance(entry, CubeAction)]
    assert actions == [CubeActionKind.DOUBLE, CubeActionKind.BEAVER, CubeActionKind.TAKE]
    assert record.jacoby is True


def test_analysis_marks_luck_and_comments_stand_with_their_decision() -> None:
    plays = (
        "A[1][hefe E ver 3 0.52 0.16 0.01 0.14 0.007 0.0882 2C 0 1 0.0 1]"
        "[mjji E ver 3 0.45 0.12 0.006 0.16 0.01 -0.17 0 0 1 0.0 1]"
    )
    cube = "DA[E ver 3 2C 1 0.0 1 0.503 0.135 0.006 0.141 0.006 0.001 0.5003 0.503 0.135 0.006 0.141 0.006 0.001 0.479]"
    record = match(f"(;{ROOT};W[31mjji]{cube}{plays}MR[]LU[0.05]BM[2]GB[1]C[Not [this\\] one.])")
    (turn,) = record.games[0].entries
    assert isinstance(turn, Turn)
    assert turn.comment == "Not [this] one."
    assert turn.analysis is not None
    best, played = turn.analysis.candidates
    assert (best.moves, best.equity, best.depth.ply, best.depth.cubeful) == (((8, 5), (6, 5)), 0.0882, 2, True)
    assert (played.depth.ply, played.depth.cubeful) == (0, False)
    assert best.chances is not None
    assert best.chances.win == 0.52
    assert (turn.analysis.played, turn.analysis.mark, turn.analysis.unit) == (1, Mark.VERY_BAD, Unit.EMG)
    assert turn.cube is not None
    assert (turn.cube.no_double, turn.cube.double_take, turn.cube.unit) == (0.5003, 0.479, Unit.MWC)
    assert turn.luck is not None
    assert (turn.luck.value, turn.luck.mark) == (0.05, LuckMark.UNLUCKY)


def test_luck_that_was_not_analysed_is_none() -> None:
    (turn,) = match(f"(;{ROOT};W[31hefe]LU[-inf])").games[0].entries
    assert isinstance(turn, Turn)
    assert turn.luck is None


def test_a_position_set_by_hand_with_cube_and_dice_in_nodes_of_their_own() -> None:
    record = match(f"(;{ROOT};AE[a:y]AW[f][f][y]AB[x][s]PL[B];CV[4];CP[b];DI[52]PL[B])")
    (setup,) = record.games[0].entries
    assert isinstance(setup, Setup)
    assert setup.seat == Seat.SECOND
    assert setup.position == Position.of("1:1 6:1 off:13", "bar:1 6:2 off:12")
    assert (setup.cube, setup.dice) == (Cube(4, Seat.SECOND), Dice(5, 2))


def test_variations_stand_beside_the_entry_that_they_replace() -> None:
    record = match(f"(;{ROOT};W[31hefe](;B[41lpab](;W[double];B[take])(;W[64xrri]))(;B[41lpqr]C[Or this];W[52mhmk]))")
    entries = record.games[0].entries
    assert [type(entry).__name__ for entry in entries] == ["Turn", "Turn", "CubeAction", "CubeAction"]
    assert [[len(line) for line in entry.side_lines] for entry in entries] == [[], [2], [1], []]
    ((instead, then),) = entries[1].side_lines
    assert isinstance(instead, Turn)
    assert (instead.moves, instead.comment, then.seat) == (((13, 9), (8, 7)), "Or this", Seat.FIRST)
    assert not record.problems


def test_what_branches_off_from_a_branch_is_passed_over_and_what_is_illegal_in_one_is_marked() -> None:
    record = match(f"(;{ROOT};W[31hefe](;B[41lpab])(;B[41aeab](;W[31hefe])(;W[52mhmk])))")
    ((illegal, then),) = record.games[0].entries[1].side_lines
    assert isinstance(illegal, Turn)
    assert illegal.illegal is not None
    assert illegal.illegal.code == "point_held"
    assert isinstance(then, Turn)
    assert then.moves == ((8, 5), (6, 5))


def test_brackets_without_end_are_read_in_no_time() -> None:
    assert match(f"(;{ROOT};W[31hefe]{'(' * 200_000};B[41lpab]").games[0].entries[0].side_lines == ()


def test_a_file_that_breaks_off_is_read_as_far_as_it_goes() -> None:
    record = match(f"(;{ROOT}\n;W[31hefe]\n;B[41lp")
    assert len(record.games[0].entries) == 1
    assert [(problem.at, problem.code) for problem in record.problems] == [(3, ProblemCode.CUT_SHORT)]


def test_what_is_no_play_is_told_by_its_line() -> None:
    record = match(f"(;{ROOT}\n;W[31hefe]\n;B[nonsense]\n;W[64xrri])")
    assert [(problem.at, problem.code) for problem in record.problems][:1] == [(3, ProblemCode.UNREADABLE_PLAY)]


def test_a_number_may_have_any_space_around_it() -> None:
    """Also one that Python does not take for a space in a number; the fuzzer found it."""
    assert [read_number(text) for text in ("4", " -4\n", "4\x1f", "\u20034", "4 4", "", "\x1f", "²")] == [
        *(4, -4, 4, 4, None, None, None, None)
    ]


def test_another_game_is_refused_by_its_name() -> None:
    with pytest.raises(FileError) as error:
        read(b"(;GM[1]FF[4]SZ[19];B[pd])")
    assert (error.value.fault, error.value.facts) == (FileFault.OTHER_GAME, {"found": "go"})
