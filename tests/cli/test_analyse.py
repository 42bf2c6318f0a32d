"""`tavl analyse`: a report, a table, data and a page; what is wrong is told by line, and the rest goes on."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from tavl.analysis import Depth, MatchAnalyser, analyse, read_analysis
from tavl.analysis.label_texts import ERROR_NAMES, PHASE_NAMES, VERDICT_NAMES
from tavl.analysis.match_analysis import CubeVerdict, ErrorKind
from tavl.analysis.reasons.phases import GamePhase
from tavl.cli.analyse.report import row_of
from tavl.rules.codec import to_json
from tests.analysis.matches import ODD, PLAYED, match_in, played
from tests.cli.keyboard_player import tavl


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "200")
    Path("odd.mat").write_text(ODD)
    Path("played.mat").write_text(PLAYED.read_text())
    return tmp_path


def test_one_match_gets_a_report() -> None:
    result = tavl("analyse", "played.mat", "--depth", "instant")
    assert result.exit_code == 0, result.output
    totals = analyse(played(), Depth.INSTANT).totals
    for each in totals:
        assert f"{each.performance_rating:.2f}" in result.stdout
    assert "Anna" in result.stdout
    assert "wrong play" in result.stdout


def test_a_folder_gets_a_table_and_what_is_wrong_is_told_by_line(here: Path) -> None:
    (here / "matches" / "below").mkdir(parents=True)
    for name in ("played.mat", "odd.mat"):
        Path(name).rename(here / "matches" / name)
    (here / "matches" / "below" / "no.txt").write_text("hello")
    result = tavl("analyse", "matches", "--depth", "instant")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("odd.mat")
    assert lines[2].startswith("played.mat")
    assert re.search(r"odd\.mat: line \d+: an illegal play", result.stderr)
    assert "no.txt is not a match file" in result.stderr
    assert "1 file could not be read." in result.stderr


def test_in_a_file_each_match_of_the_table_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS")
    Path("played.mat").rename("a_name_that_is_as_long_as_those_that_programs_give_2024_05_11_19_56_16.mat")
    lines = tavl("analyse", ".", "--depth", "instant").stdout.splitlines()
    assert len(lines) == 3
    assert lines[1].startswith("a_name_that_is_as_long_as_those_that_programs_give_2024_05_11_19_56_16.mat ")


def test_a_match_ends_at_its_length_however_much_its_last_game_was_worth() -> None:
    analysis = analyse(match_in(ODD), Depth.INSTANT)
    assert row_of("a.mat", replace(analysis, length=7, score=(9, 2))).score == (7, 2)
    assert row_of("a.mat", replace(analysis, length=0, score=(9, 2))).score == (9, 2)  # money


def test_data_is_a_line_for_each_match() -> None:
    result = tavl("analyse", "odd.mat", "played.mat", "--depth", "instant", "--json")
    assert result.exit_code == 0
    first, second = (json.loads(line) for line in result.stdout.splitlines())
    assert (first["file"], first["match"]) == ("odd.mat", 1)
    assert read_analysis(to_json(first["analysis"])) == analyse(match_in(ODD), Depth.INSTANT)
    assert read_analysis(to_json(second["analysis"])) == analyse(played(), Depth.INSTANT)


def test_a_page_needs_nothing_but_itself() -> None:
    assert tavl("analyse", "played.mat", "--depth", "instant", "--html", "page.html").exit_code == 0
    page = Path("page.html").read_text()
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert "<script" not in page
    wrong = [each for each in analyse(played(), Depth.INSTANT).decisions if each.error >= 0.02]
    assert page.count("<svg") == page.count("<section>") == len(wrong)
    for picture in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        ElementTree.fromstring(picture)


def test_names_from_a_file_are_only_text_on_the_page() -> None:
    Path("odd.mat").write_text(ODD.replace("Anna", "<b>A&a"))
    assert tavl("analyse", "odd.mat", "--depth", "instant", "--html", "page.html").exit_code == 0
    page = Path("page.html").read_text()
    assert "<b>" not in page
    assert "&lt;b&gt;A&amp;a" in page


def test_a_stopped_run_says_how_to_go_on_and_does(monkeypatch: pytest.MonkeyPatch) -> None:
    real = MatchAnalyser.__iter__

    def stopped(self: MatchAnalyser):  # type: ignore[no-untyped-def]
        for progress in real(self):
            if progress.done == 30:
                raise KeyboardInterrupt
            yield progress

    monkeypatch.setattr(MatchAnalyser, "__iter__", stopped)
    result = tavl("analyse", "played.mat", "--depth", "1-ply", "--threads", "1")
    assert result.exit_code == 130
    assert "Run the same command again to continue" in result.stderr
    monkeypatch.setattr(MatchAnalyser, "__iter__", real)
    again = tavl("analyse", "played.mat", "--depth", "1-ply", "--threads", "1", "--json")
    assert read_analysis(to_json(json.loads(again.stdout)["analysis"])) == analyse(played(), Depth.ONE_PLY)
    assert Path("cache/tavl/analysis.db").stat().st_size > 0


@pytest.mark.parametrize("arguments", [("nowhere.mat",), (".", "--depth", "instant"), ("\0",)])
def test_what_cannot_be_read_is_told_in_a_sentence(here: Path, arguments: tuple[str, ...]) -> None:
    Path("odd.mat").write_bytes(b"\xff\xfe\0")
    Path("played.mat").write_bytes(b"")
    result = tavl("analyse", *arguments)
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.stderr
    assert result.stderr


def test_a_page_that_cannot_be_written_is_told() -> None:
    result = tavl("analyse", "odd.mat", "--depth", "instant", "--html", "nowhere/page.html")
    assert result.exit_code == 2
    assert "nowhere/page.html cannot be written" in result.stderr


def test_a_cache_that_cannot_be_used_is_told_and_done_without() -> None:
    Path("cache").write_text("")
    result = tavl("analyse", "odd.mat", "--depth", "1-ply")
    assert result.exit_code == 0
    assert "cannot be written" in result.stderr


@pytest.mark.parametrize("language", ["da", "sv", "nb"])
def test_it_speaks_the_other_languages(language: str) -> None:
    english = tavl("analyse", "played.mat", "--depth", "instant").stdout
    other = tavl("analyse", "played.mat", "--depth", "instant", "--language", language).stdout
    assert len(english.splitlines()) == len(other.splitlines())
    assert not {"wrong play", "without luck", "decisions", "middle game"} & set(re.findall("[a-z ]+", other))


def test_every_error_phase_and_verdict_has_a_name() -> None:
    assert set(ERROR_NAMES) == set(ErrorKind)
    assert set(PHASE_NAMES) == set(GamePhase)
    assert set(VERDICT_NAMES) == set(CubeVerdict)
