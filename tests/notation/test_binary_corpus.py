"""Real files of eXtreme Gammon and BGBlitz, from the folder that `test_corpus` reads too; skipped without it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tavl.notation.file_formats import read
from tavl.notation.record import CubeAction, Ending, MatchRecord, Resignation, Turn, Unit
from tavl.notation.replay import moments
from tavl.notation.xg.archive import MATCH, read_archive, write_archive
from tavl.notation.xg.records import (
    RECORD_SIZE,
    CubeRecord,
    GameFooter,
    GameHeader,
    MatchFooter,
    MatchHeader,
    MoveRecord,
    RecordType,
)
from tavl.notation.xg.writer import write_xg
from tests.notation.small_binary_files import played, without_places
from tests.notation.test_corpus import CORPUS as FOLDER

pytestmark = pytest.mark.skipif(not (FOLDER / "files").is_dir(), reason="needs the corpus: set TAVL_CORPUS")
FILES = sorted(FOLDER.glob("files/*.xg*")) + sorted(FOLDER.glob("files/*.bgf"))
XG_FILES = [path for path in FILES if path.suffix != ".bgf"]
SAME = "charlot1-charlot2"
"""One match as `.mat`, `.sgf` and `.xg`."""


def same(suffix: str) -> tuple[Path, MatchRecord]:
    (path,) = FOLDER.glob(f"files/*{SAME}*{suffix}")
    return path, read(path.read_bytes())[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name[:3])
def test_every_file_is_read_without_a_complaint(path: Path) -> None:
    (record,) = read(path.read_bytes())
    assert record.problems == ()
    assert record.games
    turns = [entry for game in record.games for entry in game.entries if isinstance(entry, Turn)]
    assert not [turn for turn in turns if turn.illegal]


@pytest.mark.parametrize("suffix", [".mat", ".sgf"])
def test_the_same_match_in_three_formats_is_one_match(suffix: str) -> None:
    _, record = same(".xg")
    _, other = same(suffix)
    assert played(record) == played(other)
    assert [player.name for player in record.players] == [player.name for player in other.players]
    assert (record.length, record.score, record.date) == (other.length, other.score, other.date)


@pytest.mark.parametrize("suffix", [".mat", ".sgf"])
def test_a_match_agrees_with_what_gnu_backgammon_read_in_every_record(suffix: str) -> None:
    """The oracle has no `.xg` of its own; it has read the same match from the two other formats. No exceptions."""
    path, _ = same(suffix)
    oracle = msgspec.json.decode((FOLDER / "oracle" / f"{path.name}.json").read_bytes())
    _, record = same(".xg")
    assert rows(record) == [oracle_row(each, row) for each in oracle["games"] for row in each["records"]]
    assert [game.score for game in record.games] == [tuple(each["score"]) for each in oracle["games"]]
    endings = {"resign": Ending.RESIGNED, "drop": Ending.DROPPED, "play": Ending.BORNE_OFF}
    results = [
        ("XO".index(each["winner"]), each["points"], endings[each["ended_by"]], bool(each["crawford"]))
        for each in oracle["games"]
    ]
    assert results == [
        (game.result.winner, game.result.points, game.result.ending, game.crawford)
        for game in record.games
        if game.result
    ]


def rows(record: MatchRecord) -> list[Any]:
    found: list[Any] = []
    for game in record.games:
        for moment in moments(game):
            entry = moment.entry
            if isinstance(entry, Turn):
                moves = sorted(entry.moves or ())
                found.append((entry.seat, "move", moment.position.gnu_id, (entry.dice.high, entry.dice.low), moves))
            elif isinstance(entry, CubeAction):
                found.append((entry.seat, str(entry.action)))
            elif isinstance(entry, Resignation):
                found.append((entry.seat, "resign", entry.size))
    return found


def oracle_row(game: dict[str, Any], row: dict[str, Any]) -> Any:
    seat = "XO".index(row["p"])
    if row["a"] == "move":
        dice = sorted(row["dice"], reverse=True)
        return (seat, "move", row["id"], (dice[0], dice[1]), sorted((source, target) for source, target in row["move"]))
    return (seat, "resign", row["points"]) if row["a"] == "resign" else (seat, row["a"])


@pytest.mark.parametrize("path", XG_FILES, ids=lambda path: path.name[:3])
def test_the_archive_of_a_real_file_is_written_again_byte_for_byte(path: Path) -> None:
    data = path.read_bytes()
    archive = read_archive(data)
    picture = data[8232 : 8232 + archive.header.picture_size]
    assert write_archive(archive.members, archive.header, picture) == data


@pytest.mark.parametrize("path", XG_FILES, ids=lambda path: path.name[:3])
def test_a_real_match_that_was_written_is_read_again(path: Path) -> None:
    (record,) = read(path.read_bytes())
    assert without_places(read(write_xg(record))[0]) == without_places(record)


KINDS = {
    RecordType.MATCH_HEADER: MatchHeader,
    RecordType.GAME_HEADER: GameHeader,
    RecordType.CUBE: CubeRecord,
    RecordType.MOVE: MoveRecord,
    RecordType.GAME_FOOTER: GameFooter,
    RecordType.MATCH_FOOTER: MatchFooter,
}
PLAYED = {
    MatchHeader: ("player_1", "player_2", "length", "variation", "crawford", "jacoby", "event", "site", "round"),
    GameHeader: ("score_1", "score_2", "crawford", "number", "in_progress", "automatic_doubles"),
    CubeRecord: ("player", "double", "take", "beaver_answer", "raccoon_answer", "cube", "board", "error_double"),
    MoveRecord: ("board", "board_after", "player", "dice", "cube", "candidates", "played", "error", "luck", "invalid"),
    GameFooter: ("winner", "points"),
    MatchFooter: ("winner",),
}
"""What we write must be what XG had written. Not: what an engine of ours has not thought of, and in the game headers of
a match that was transcribed the board, which XG leaves empty at times."""


@pytest.mark.parametrize("path", XG_FILES, ids=lambda path: path.name[:3])
def test_the_records_that_we_write_are_those_of_xg(path: Path) -> None:
    real = read_archive(path.read_bytes()).members[MATCH]
    ours = read_archive(write_xg(read(path.read_bytes())[0])).members[MATCH]
    assert ours[8::RECORD_SIZE] == real[8::RECORD_SIZE]
    for at in range(0, len(real), RECORD_SIZE):
        kind = KINDS[RecordType(real[at + 8])]
        wanted, found = kind.read(real, at), kind.read(ours, at)
        assert {name: getattr(found, name) for name in PLAYED[kind]} == {
            name: _as_ours(name, getattr(wanted, name)) for name in PLAYED[kind]
        }


def _as_ours(name: str, value: Any) -> Any:
    return tuple(sorted(value, reverse=True)) if name == "dice" else value


@pytest.mark.parametrize("path", XG_FILES, ids=lambda path: path.name[:3])
def test_bytes_of_a_real_record_that_no_field_reads_are_empty(path: Path) -> None:
    """So no field is missing from our description of the format, up to version 32. The links come first."""
    body = read_archive(path.read_bytes()).members[MATCH]
    for at in range(0, len(body), RECORD_SIZE):
        kind = KINDS[RecordType(body[at + 8])]
        read_so_far = len(kind.read(body, at).write())
        assert not any(body[at + read_so_far : at + RECORD_SIZE])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name[:3])
def test_stored_errors_are_what_the_stored_equities_make_them(path: Path) -> None:
    """What was played against the best; XG calls less than 0.0001 nothing."""
    compared = 0
    for game in read(path.read_bytes())[0].games:
        for entry in game.entries:
            if not isinstance(entry, Turn) or entry.analysis is None or entry.analysis.error is None:
                continue
            analysis = entry.analysis
            assert analysis.unit is Unit.EMG
            assert analysis.played is not None
            best, made = analysis.candidates[0].equity, analysis.candidates[analysis.played].equity
            assert best is not None
            assert made is not None
            assert analysis.error == pytest.approx(best - made, abs=1e-4)
            compared += 1
    assert compared > 50 or path.suffix == ".xgp"


def test_bgblitz_counts_what_we_read() -> None:
    """The totals that the file tells of each player: decisions, and what they lost."""
    (path,) = FOLDER.glob("files/*.bgf")
    (record,) = read(path.read_bytes())
    errors: dict[int, list[float]] = {0: [], 1: []}
    for entry in record.games[0].entries:
        if isinstance(entry, Turn) and entry.analysis and entry.analysis.error is not None:
            errors[entry.seat].append(entry.analysis.error)
    assert [len(errors[seat]) for seat in (0, 1)] == [26, 28]
    assert [sum(errors[seat]) for seat in (0, 1)] == pytest.approx([0.02275130, 1.45624202], abs=1e-6)
