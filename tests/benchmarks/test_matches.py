"""Matches against other programs: pairs are saved, go on where they were ended, and the table is their mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.cache import Cache
from bench.cube_decisions import setting
from bench.matches import cells, saved
from bench.rivals import stakes

from tavl.engine.duel import Duel, contestant
from tavl.rules import Position


def test_pairs_played_in_pieces_are_those_of_one_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVL_BENCH_CACHE", str(tmp_path))
    duel = Duel(contestant("ply:0"), contestant("newcomer"), length=1)
    whole = list(duel.playing(4))[-1]
    pairs = [saved(Cache("matches"), f"pair {number}", duel, number) for number in (0, 1)]
    assert whole.wins == sum(wins for wins, _, _ in pairs)
    assert whole.result == pytest.approx(sum(result for _, result, _ in pairs) / 2)
    assert whole.adjusted == pytest.approx(sum(adjusted for _, _, adjusted in pairs) / 2, abs=1e-5)
    other = Duel(contestant("newcomer"), contestant("newcomer"), length=1)
    assert saved(Cache("matches"), "pair 1", other, 1) == pairs[1]  # not played again


def test_the_table_has_the_share_won_and_an_interval_over_pairs() -> None:
    assert cells([(2, 1.0, 0.6), (0, 0.0, 0.5)]) == ("50.0%", "55.0%", "± 9.8%", "4")
    assert cells([(2, 1.0, 0.6)]) == ("-", "-", "-", "2")


def test_bgsage_is_told_the_cube_and_what_each_player_needs() -> None:
    assert stakes(setting(Position.start(), (2, 4), 2)) == {
        "cube_value": 2, "cube_owner": "player", "away1": 5, "away2": 3, "is_crawford": False,
    }  # fmt: skip
    money = stakes(setting(Position.start(), None, 1))
    assert (money["cube_owner"], money["away1"], money["away2"]) == ("centered", 0, 0)
