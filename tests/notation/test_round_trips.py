"""Files that we write are read back unchanged, by us and by GNU Backgammon."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tavl.engine.gnubg import gnubg_program
from tavl.notation import NotationError
from tavl.notation.decisions import decisions_of
from tavl.notation.file_formats import read
from tavl.notation.ids.ogid import read_ogid, write_ogid
from tavl.notation.mat.writer import write_record
from tavl.notation.picture import position_svg
from tavl.notation.record import (
    Candidate,
    Chances,
    CubeAnalysis,
    Depth,
    Ending,
    Luck,
    LuckMark,
    Mark,
    MatchRecord,
    Moves,
    PlayAnalysis,
    Turn,
    Unit,
)
from tavl.notation.replay import moments
from tavl.notation.sgf.writer import write_sgf
from tavl.notation.tavl_format import write_records
from tavl.rules.acts import Cube
from tavl.rules.board import Play
from tests.notation.hypothesis_settings import law
from tests.notation.random_matches import match_record, record_at_random, records
from tests.notation.records import match_of

GNUBG = gnubg_program()


def played(record: MatchRecord) -> MatchRecord:
    return replace(record, games=tuple(game for game in record.games if game.entries))


@settings(law, max_examples=60)
@given(records.map(played))
def test_a_match_survives_sgf_and_our_own_format(record: MatchRecord) -> None:
    assert read(write_records([record]).encode()) == [record]
    if record.games:
        assert match_of(read(write_sgf(record).encode())[0]) == match_of(record)


@settings(law, max_examples=60)
@given(records.map(played))
def test_a_match_survives_mat_but_for_automatic_doubles(record: MatchRecord) -> None:
    usual = replace(record, games=tuple(game for game in record.games if game.cube == Cube()))
    if usual.games:
        assert match_of(read(write_record(usual).encode())[0]) == match_of(usual)


def test_analysis_survives_sgf() -> None:
    chances = Chances(0.5, 0.125, 0.01, 0.13, 0.005)
    depth = Depth(name="2-ply", ply=2)
    best = Candidate(moves=((8, 5), (6, 5)), equity=0.25, chances=chances, depth=depth)
    turn = Turn(
        seat=record_at_random(1).games[0].entries[0].seat,
        dice=next(entry.dice for entry in record_at_random(1).games[0].entries if isinstance(entry, Turn)),
        moves=None,
        comment="Why [not]? \\o/",
        analysis=PlayAnalysis(candidates=(best,), played=0, unit=Unit.EMG, mark=Mark.VERY_BAD),
        cube=CubeAnalysis(
            no_double=0.51,
            double_take=0.49,
            unit=Unit.MWC,
            chances=chances,
            chances_doubled=chances,
            depth=depth,
            mark=Mark.BAD,
        ),
        luck=Luck(-0.5, LuckMark.VERY_UNLUCKY, Unit.EMG),
    )
    record = MatchRecord(length=7, crawford=True, games=(replace(record_at_random(1).games[0], entries=(turn,)),))
    unfinished = replace(record, games=(replace(record.games[0], result=None),))
    (again,) = read(write_sgf(unfinished).encode())
    assert [replace(entry, line=0) for entry in again.games[0].entries] == [turn]


def with_side_lines(record: MatchRecord) -> MatchRecord:
    """At the second turn of each game two other plays, each followed by the opponent's roll."""
    games = []
    for game in record.games:
        turns = [(at, entry) for at, entry in enumerate(game.entries) if isinstance(entry, Turn)]
        if len(turns) > 1:
            at, turn = turns[1]
            seen = list(moments(game))[at].position
            lines = []
            for play in seen.plays(turn.dice)[:2]:
                then = Turn(seat=turn.seat.other, dice=turn.dice, moves=moves_of(play.result.plays(turn.dice)[0]))
                lines.append((replace(turn, moves=moves_of(play), comment="Or [this]"), then))
            entries = (*game.entries[:at], replace(turn, side_lines=tuple(lines)), *game.entries[at + 1 :])
            game = replace(game, entries=entries)
        games.append(game)
    return replace(record, games=tuple(games))


def moves_of(play: Play) -> Moves:
    return tuple((move.source, move.target) for move in play.moves)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_lines_beside_a_match_survive_sgf_and_our_own_format(seed: int) -> None:
    record = with_side_lines(match_record(seed))
    assert any(entry.side_lines for game in record.games for entry in game.entries)
    assert read(write_records([record]).encode()) == [record]
    (again,) = read(write_sgf(record).encode())
    assert match_of(again) == match_of(record)
    assert write_sgf(again) == write_sgf(record)


def test_a_position_has_no_room_in_mat() -> None:
    (record,) = read(b"XGID=-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10")
    with pytest.raises(NotationError, match="position"):
        write_record(record)
    assert match_of(read(write_sgf(record).encode())[0]) == match_of(record)


@settings(law, max_examples=30)
@given(st.integers(0, 2**32))
def test_every_decision_of_a_match_can_be_written_as_an_ogid_and_drawn(seed: int) -> None:
    for decision in list(decisions_of(record_at_random(seed)))[:40]:
        situation = decision.situation
        again = read_ogid(write_ogid(situation))
        assert again == replace(situation, jacoby=None, beavers=None, max_cube=again.max_cube)
        assert position_svg(situation, ("<Anna>", "Bo")).startswith("<svg")


@pytest.mark.skipif(GNUBG is None, reason="needs gnubg")
@pytest.mark.parametrize("form", ["mat", "sgf"])
def test_gnu_backgammon_reads_what_is_written(form: str, tmp_path: Path) -> None:
    """And writes it again as the same match."""
    assert GNUBG is not None
    for seed in (1, 2, 3):
        record = match_record(seed)
        path, back = tmp_path / f"{seed}.{form}", tmp_path / f"{seed}-back.{form}"
        path.write_text(write_record(record) if form == "mat" else write_sgf(with_side_lines(record)))
        command = "import mat" if form == "mat" else "load match"
        export = "export match mat" if form == "mat" else "save match"
        script = f'set confirm new off\nset confirm save off\n{command} "{path}"\n{export} "{back}"\n'
        (tmp_path / "commands").write_text(script)
        run_gnubg(tmp_path)
        (again,) = read(back.read_bytes())
        assert match_of(again) == match_of(record), seed


@pytest.mark.skipif(GNUBG is None, reason="needs gnubg")
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_gnu_backgammons_text_is_the_same_game_in_every_language(language: str, tmp_path: Path) -> None:
    record = match_record(4)
    game = next(game for game in record.games if game.result and game.result.ending is Ending.BORNE_OFF)
    record = replace(record, games=(game,))
    (tmp_path / "a.sgf").write_text(write_sgf(record))
    commands = f'load match "{tmp_path}/a.sgf"\nexport match text "{tmp_path}/a.txt"\n'
    (tmp_path / "commands").write_text("set confirm new off\nset confirm save off\n" + commands)
    run_gnubg(tmp_path, LANGUAGE=language, LC_ALL="C.UTF-8", LANG="C.UTF-8")
    (again,) = read((tmp_path / "a.txt").read_bytes())
    assert again.format == "gnubg-text"
    assert match_of(again) == match_of(record)


def run_gnubg(folder: Path, **environment: str) -> None:
    assert GNUBG is not None
    arguments = [GNUBG, "-t", "-q", "-c", str(folder / "commands")]
    home = {"HOME": str(folder), "PATH": "/usr/bin:/bin", **environment}
    subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=True, env=home)
