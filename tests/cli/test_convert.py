"""`tavl convert`: from file to file, with a sentence for everything that goes wrong."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from tavl.i18n import words
from tavl.notation.file_error_texts import problem_text, why_unreadable
from tavl.notation.file_formats import read
from tavl.notation.ids.any_id import read_any_id
from tavl.notation.picture import position_png
from tavl.notation.problems import FileError, FileFault, Problem, ProblemCode
from tests.cli.keyboard_player import tavl
from tests.notation.records import match_of

MAT = (
    " 3 point match\n\n Game 1\n Anna : 0                          Bo : 0\n"
    "  1) 31: 8/5 6/5                   64: 24/18 13/9\n"
    "  2)  Doubles => 2                 Drops\n      Wins 1 point\n"
)
FACTS: dict[str, int | str] = {
    **dict.fromkeys(("found", "field", "rule", "reason", "written", "counted", "expected", "part"), "x"),
    "most": 3,
    "problem": "x",
    "bytes": 3,
    "format": "mat",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.mat").write_text(MAT)


XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10"


@pytest.mark.parametrize("to", ["xgid", "gnuid", "ogid"])
def test_an_id_is_turned_into_every_other_kind_and_back(to: str) -> None:
    written = tavl("convert", XGID, "-", "--to", to).stdout.strip()
    assert tavl("convert", written, "-", "--to", "xgid").stdout.strip() == XGID
    assert read_any_id(written) == read_any_id(XGID)
    assert tavl("convert", written, "b.svg").exit_code == 0
    assert Path("b.svg").read_text().startswith("<svg")


def test_what_is_neither_a_file_nor_an_id_is_said_not_to_be_a_file() -> None:
    result = tavl("convert", "XGID=-b----E", "b.svg")
    assert result.exit_code == 2
    assert "XGID=-b----E cannot be read: No such file or directory" in result.stderr


@pytest.mark.parametrize("name", ["b.sgf", "b.json", "b.mat", "b.txt", "b.xg"])
def test_a_match_is_the_same_in_every_format(name: str) -> None:
    result = tavl("convert", "a.mat", name)
    assert result.exit_code == 0, result.output
    assert match_of(read(Path(name).read_bytes())[0]) == match_of(read(MAT.encode())[0])


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("b.xgid", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:3:10"),
        ("b.gnuid", "4HPwATDgc/ABMA:cAloAAAAAAAE"),
        ("b.ogid", "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B::0:0:3:0"),
    ],
)
def test_ids_are_written_one_a_decision(name: str, first: str) -> None:
    assert tavl("convert", "a.mat", name).exit_code == 0
    lines = Path(name).read_text().splitlines()
    assert len(lines) == 4
    assert lines[0].split(":")[0] == first.split(":")[0]
    if name != "b.gnuid":
        assert lines[0] == first


def test_a_position_is_drawn() -> None:
    assert tavl("convert", "a.mat", "b.svg", "--number", "2").exit_code == 0
    assert Path("b.svg").read_text().startswith("<svg")


def test_a_position_is_painted_in_pixels() -> None:
    assert tavl("convert", "a.mat", "b.png", "--number", "2").exit_code == 0
    data = Path("b.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (1228, 960)
    situation = read_any_id("4HPwATDgc/ABMA")
    assert struct.unpack(">I", position_png(situation, width=307)[16:20]) == (307,)
    with pytest.raises(ValueError, match="width"):
        position_png(situation, width=10**9)


def test_what_is_wrong_in_the_file_is_told_by_its_line() -> None:
    Path("a.mat").write_text(MAT.replace("8/5 6/5", "8/4 6/5"))
    result = tavl("convert", "a.mat", "b.sgf", "--language", "en")
    assert result.exit_code == 0
    assert "line 5: an illegal play, kept as it was played (G4" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("no.mat", "b.sgf"), "no.mat cannot be read: No such file or directory"),
        ((".", "b.sgf"), ". cannot be read"),
        (("a\0b", "b.sgf"), "cannot be read"),
        (("a.mat", "b.pdf"), "Say with --to what to write: one of mat, sgf,"),
        (("a.mat", "b.sgf", "--to", "pdf"), "Say with --to what to write"),
        (("a.mat", "b.sgf", "--number", "7"), "a.mat has 1 of these; --number is one of them."),
        (("a.mat", "no/such/b.sgf"), "cannot be written"),
        (("empty", "b.sgf"), "empty is empty."),
        (("text", "b.sgf"), "text is not a match file or a position that tavl knows."),
        (("position", "b.mat"), "mat has no room for this: position."),
    ],
)
def test_bad_input_gets_a_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    Path("empty").write_text("")
    Path("text").write_text("hello")
    Path("position").write_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:52:6:3:1:7:10")
    result = tavl("convert", *arguments, "--language", "en")
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_what_is_wrong_in_a_binary_file_is_told_by_its_byte() -> None:
    tavl("convert", "a.mat", "b.xg")
    whole = Path("b.xg").read_bytes()
    Path("c.xg").write_bytes(whole[:-36] + bytes([whole[-36] ^ 1]) + whole[-35:])
    result = tavl("convert", "c.xg", "c.mat", "--language", "en")
    assert result.exit_code == 0, result.output
    assert f"byte {len(whole) - 36}: a part of the file is damaged" in result.stderr


@pytest.mark.parametrize("language", ["en", "da", "sv", "nb"])
def test_every_problem_and_every_fault_has_its_sentence(language: str) -> None:
    w = words(language)
    said = [problem_text(w, Problem(3, code, FACTS)) for code in ProblemCode]
    said += [why_unreadable(w, "a.mat", FileError(fault, **FACTS)) for fault in FileFault]
    assert len(set(said)) == len(said)
    assert not [sentence for sentence in said if "{" in sentence]
