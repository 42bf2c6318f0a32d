"""Matches against other programs: pairs are saved, go on where they were ended, and the table is their mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.cache import Cache
from bench.cube_decisions import setting
from bench.matches import Pair, TimedDuel, cells, saved, wanted_rows
from bench.rivals import stakes

from tavl.engine.duel import Duel, contestant
from tavl.rules import Position


def test_pairs_played_in_pieces_are_those_of_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVL_BENCH_CACHE", str(tmp_path))
    whole = list(Duel(contestant("ply:0"), contestant("newcomer"), length=1).playing(4))[-1]
    duel = TimedDuel(contestant("ply:0"), contestant("newcomer"), 1)
    pairs = [saved(Cache("matches"), f"pair {number}", duel, number) for number in (0, 1)]
    assert whole.wins == sum(pair.wins for pair in pairs)
    assert whole.result == pytest.approx(sum(pair.result for pair in pairs) / 2)
    assert whole.adjusted == pytest.approx(sum(pair.adjusted for pair in pairs) / 2, abs=1e-5)
    other = TimedDuel(contestant("newcomer"), contestant("newcomer"), 1)
    assert saved(Cache("matches"), "pair 1", other, 1)[:3] == pairs[1][:3]  # not played again


def test_each_side_of_a_duel_is_timed_by_its_own_decisions() -> None:
    duel = TimedDuel(contestant("ply:0"), contestant("newcomer"), 1)
    first, second = duel.pair(0), duel.pair(1)
    for seconds, decisions in (first.ours, first.theirs, second.ours, second.theirs):
        assert seconds > 0
        assert 20 < decisions < 400  # of two games, not of all so far


def test_the_table_has_the_share_won_an_interval_over_pairs_and_times() -> None:
    pairs = [Pair(2, 1.0, 0.6, (0.1, 50), (0.2, 50)), Pair(0, 0.0, 0.5, (0.1, 150), (0.2, 50))]
    assert cells(pairs) == ("50.0%", "55.0%", "± 9.8%", "4", "1.00", "4.00")
    assert cells(pairs[:1]) == ("-", "-", "-", "2", "-", "-")


def test_rows_are_of_equal_depth_and_of_equal_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVL_MATCH_DEPTHS", "1-1,2-1")
    assert wanted_rows() == [(1, "gnubg", 1), (1, "bgsage", 1), (2, "gnubg", 1), (2, "bgsage", 1)]


def test_bgsage_is_told_the_cube_and_what_each_player_needs() -> None:
    assert stakes(setting(Position.start(), (2, 4), 2)) == {
        "cube_value": 2, "cube_owner": "player", "away1": 5, "away2": 3, "is_crawford": False,
    }  # fmt: skip
    money = stakes(setting(Position.start(), None, 1))
    assert (money["cube_owner"], money["away1"], money["away2"]) == ("centered", 0, 0)
