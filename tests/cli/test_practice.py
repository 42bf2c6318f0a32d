"""`tavl practice export`: the mistakes of match files as a package for Anki."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from tavl.analysis import Depth, analyse
from tavl.practice.cards import cards_of
from tavl.rules import Seat
from tests.analysis.matches import PLAYED, played
from tests.cli.keyboard_player import tavl


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("played.mat").write_text(PLAYED.read_text())


def export(*arguments: str) -> dict[str, object]:
    result = tavl("practice", "export", "played.mat", "--anki", "out.apkg", "--depth", "instant", "--json", *arguments)
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_a_players_mistakes_are_written_for_anki() -> None:
    analysis = analyse(played(), Depth.INSTANT)
    both = [len(cards_of(analysis, seat)) for seat in Seat]
    assert export()["cards"] == sum(both)
    name = analysis.players[0]
    assert export("--player", name.upper()[:3])["cards"] == both[0]
    with zipfile.ZipFile("out.apkg") as archive:
        assert len(archive.namelist()) == both[0] + 2
    blunders = cards_of(analysis, Seat.FIRST, 0.08)
    assert export("--player", name, "--least", "0.08")["cards"] == len(blunders)


def test_what_cannot_be_read_or_written_is_said() -> None:
    Path("letter.txt").write_text("Dear Bo")
    result = tavl("practice", "export", "letter.txt", "--anki", "out.apkg", "--depth", "instant")
    assert (result.exit_code, "letter.txt" in result.output) == (1, True)
    result = tavl("practice", "export", "played.mat", "--anki", "nowhere/out.apkg", "--depth", "instant")
    assert (result.exit_code, "nowhere/out.apkg" in result.output) == (2, True)
