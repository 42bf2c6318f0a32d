"""Races that are not in the bear-off tables: how many rolls each side needs, by the race network."""

from __future__ import annotations

import os
import struct
from pathlib import Path
from random import Random

import numpy as np
import pytest

from tavl import Position
from tavl._native import Search, best_path, own_judge
from tavl.engine import Engine
from tavl.engine.data_files import data_file
from tavl.engine.measure import races_of

engine = Engine(threads=os.cpu_count())
NET, TABLES, RACE = (str(data_file(name)) for name in ("tavl.net", "bearoff.tables", "tavl.race"))


def search_with(race: str) -> Search:
    return Search(own_judge(NET, TABLES, race=race))


def test_a_race_is_worth_what_it_is_worth_a_roll_later() -> None:
    """By the network alone the two differ by 0.007 on average."""
    apart = [engine.evaluate(race, 0).equity - engine.evaluate(race, 1).equity for race in races_of(100, seed=3)]
    assert np.abs(apart).mean() < 0.004
    assert abs(np.mean(apart)) < 0.003


def test_both_sides_of_a_race_have_one_chance_together() -> None:
    """Whoever is on roll needs no more rolls than the other, or the other needs fewer."""
    race = Position.of("13:2 8:3 6:5 5:5", "13:2 8:3 6:5 5:5")
    first = engine.evaluate(race, 0).win
    assert 0.5 < first < 0.65
    mine_behind = Position.of("13:2 8:3 6:5 5:5", "8:5 6:5 5:5")
    assert engine.evaluate(mine_behind, 0).win < first - 0.1


def test_a_straggler_at_the_back_may_lose_a_backgammon() -> None:
    """Three checkers to bear off: a double ends it; otherwise 1-1, 2-1 and 3-1 leave the straggler where they are."""
    position = Position.of("1:3", "23:1 6:14")
    chances = engine.evaluate(position, 0)
    assert chances.win == pytest.approx(1)
    assert chances.win_gammon == pytest.approx(1 / 6 + 5 / 6 * 35 / 36, abs=0.02), "6-6 comes home and bears one off"
    assert chances.win_backgammon == pytest.approx(1 / 6 + 5 / 6 * 5 / 36, abs=0.07)


def test_nobody_with_a_checker_off_loses_a_gammon() -> None:
    chances = engine.evaluate(Position.of("4:3", "13:5 7:9"), 0)
    assert chances.win_gammon == 0


def test_with_contact_the_race_network_is_not_asked() -> None:
    positions = [Position.start(), Position.of("25:1 6:14", "20:5 6:10"), Position.of("12:15", "14:1 6:14")]
    for position in positions:
        assert search_with(RACE).evaluate(position, 0) == search_with("").evaluate(position, 0)
    passed = Position.of("12:15", "12:1 6:14")
    assert search_with(RACE).evaluate(passed, 0) != search_with("").evaluate(passed, 0)


def test_what_a_thread_remembers_is_of_one_race_network(tmp_path: Path) -> None:
    data = bytearray(Path(RACE).read_bytes())
    data[-4 * 96 :] = struct.pack("<96i", *(Random(1).randint(-(1 << 20), 1 << 20) for _ in range(96)))
    other = tmp_path / "other.race"
    other.write_bytes(data)
    positions = races_of(5, seed=4)
    judges = [own_judge(NET, TABLES, race=str(race)) for race in (RACE, other)]
    in_turns = [Search(judge).evaluate(position, 0)[0] for position in positions for judge in judges]
    alone = [search_with(str(race)).evaluate(position, 0)[0] for position in positions for race in (RACE, other)]
    assert in_turns == alone
    assert in_turns[0] != in_turns[1]


@pytest.mark.parametrize(
    ("data", "says"), [(b"TAVLNET1" + bytes(100), "not a race network"), (b"TAVL", "ends too early")]
)
def test_a_file_that_is_no_race_network_is_refused(data: bytes, says: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.race"
    bad.write_bytes(data)
    with pytest.raises(RuntimeError, match=says):
        own_judge(NET, TABLES, best_path(), race=str(bad))
    bad.write_bytes(Path(RACE).read_bytes()[:-1])
    with pytest.raises(RuntimeError, match="ends too early"):
        own_judge(NET, TABLES, race=str(bad))
    with pytest.raises(RuntimeError, match="no race network at"):
        own_judge(NET, TABLES, race=str(tmp_path / "none.race"))
