"""The opening book's list of positions and its file: made in pieces, the most exact rollout of each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from train.opening import FIRST, book_lines, missing, read_rollouts, roll, sensible

from tavl.engine import Engine
from tavl.engine.opening_book import read_book
from tavl.rules import Dice, Position

START = Position.start()
CHANCES = {"win": 0.45, "win_gammon": 0.12, "win_backgammon": 0.01, "lose_gammon": 0.16, "lose_backgammon": 0.01}


def row(gnu_id: str, se: float, win: float = 0.45, **more: object) -> str:
    return json.dumps({"id": gnu_id, **CHANCES, "win": win, "se": se, "games": 1296, **more}) + "\n"


def test_plays_near_the_best_are_listed_and_no_others() -> None:
    engine = Engine(threads=1)
    assert len(sensible(engine, START, Dice(3, 1), FIRST)) == 1  # makes the five point
    assert len(sensible(engine, START, Dice(4, 3), FIRST)) == 4


def test_a_run_in_pieces_goes_on_with_what_is_missing_or_not_exact_enough(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    first.write_text(row("a", 0.0019) + row("b", 0.0031))
    assert missing("abc", read_rollouts([first])) == ["b", "c"]
    second.write_text(row("b", 0.0018) + row("c", 0.002))
    assert missing("abc", read_rollouts([first, second])) == []


def test_of_two_rollouts_that_may_have_had_the_same_dice_the_more_exact_one_is_taken(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    one.write_text(row("a", 0.0019, win=0.44))
    other.write_text(row("a", 0.0030, win=0.46))
    for files in ([one, other], [other, one]):
        found = read_rollouts(files)["a"]
        assert found["win"] == pytest.approx(0.44)
        assert found["games"] == 1296


def test_rollouts_with_other_dice_are_merged_by_how_exact_they_are(tmp_path: Path) -> None:
    file = tmp_path / "both.jsonl"
    file.write_text(row("a", 0.002, win=0.44) + row("a", 0.004, win=0.49, how="static", seed=15))
    found = read_rollouts([file])["a"]
    assert found["win"] == pytest.approx(0.45)  # four parts of one and one of the other
    assert found["se"] == pytest.approx(0.002 / 1.25**0.5)
    assert found["games"] == 2592


def test_a_rollout_without_a_gpu_adds_what_is_missing_to_its_file(tmp_path: Path) -> None:
    last_roll = Position.of("6:1", "1:1").gnu_id  # exact tables know it: its games are all alike
    out = tmp_path / "more.jsonl"
    assert roll(Engine(threads=1), [last_roll], {}, out, seconds=60) == 1
    known = read_rollouts([out])
    assert known[last_roll]["win"] == pytest.approx(27 / 36)
    assert roll(Engine(threads=1), [last_roll], known, out, seconds=60) == 0
    assert roll(Engine(threads=1), ["never asked"], {}, out, seconds=0) == 0


def test_the_file_reads_back_as_the_book_that_was_rolled_out(tmp_path: Path) -> None:
    rollouts = tmp_path / "rollouts.jsonl"
    rollouts.write_text(row(START.gnu_id, 0.0017))
    text = "\n".join(book_lines([START.gnu_id, "not rolled out"], read_rollouts([rollouts]), "6aa27eb1"))
    found = read_book(text)
    assert len(found.entries) == 1
    entry = found.entry(START)
    assert entry is not None
    assert (entry.evaluation.win, entry.evaluation.lose_gammon) == (0.45, 0.16)
    assert (entry.games, entry.standard_error) == (1296, 0.0017)
    assert "6aa27eb1" in text
    book = tmp_path / "opening.tsv"
    book.write_text(text)
    again = read_rollouts([book])[START.gnu_id]  # a book stands for the rollouts that it was made of
    assert again["se"] == pytest.approx(0.0017)
    assert again["win"] == pytest.approx(0.45)
