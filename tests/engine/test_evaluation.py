"""The network on every code path, and the exact tables."""

from __future__ import annotations

import random
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from tavl import Dice, Position
from tavl._native import Path as CodePath
from tavl._native import PositionError, Search, active_rows, own_judge, path_available
from tavl.engine import Engine, Evaluation
from tavl.engine.data_files import data_file
from tavl.rules import ALL_ROLLS

PATHS = [path for path in CodePath if path_available(path)]
engine = Engine(threads=1)


def boards(count: int, seed: int) -> np.ndarray:
    """Positions of whole games by half-sensible play, so that every stage comes up."""
    chance = random.Random(seed)
    found: list[bytes] = []
    while len(found) < count:
        position = Position.start()
        while not position.over and len(found) < count:
            plays = position.plays(Dice(chance.randint(1, 6), chance.randint(1, 6)))
            position = chance.choice(plays).result
            if not position.over:
                found.append(bytes(position))
    return np.frombuffer(b"".join(found), np.int8).reshape(-1, 52)


def test_all_code_paths_give_the_same_numbers() -> None:
    some = boards(3000, seed=1)
    answers = [
        own_judge(str(data_file("tavl.net")), str(data_file("bearoff.tables")), path).evaluate(some) for path in PATHS
    ]
    for other in answers[1:]:
        assert np.array_equal(answers[0], other)


def test_all_code_paths_see_the_same_inputs() -> None:
    """Crowded points, checkers on the bar and off, a side that is nearly home: whatever a byte of a board can be."""
    crowds = [
        ({25: 15}, {24: 15}),
        ({1: 15}, {25: 2, 20: 13}),
        ({24: 8, 13: 1, 1: 6}, {22: 9, 2: 1, 0: 5}),
    ]
    odd = [Position(*([side.get(place, 0) for place in range(26)] for side in sides)) for sides in crowds]
    extreme = np.frombuffer(b"".join(map(bytes, odd)), np.int8).reshape(-1, 52)
    some = np.concatenate([extreme, boards(2000, seed=9)])
    answers = [active_rows(some, path) for path in PATHS]
    for rows, tails in answers[1:]:
        assert np.array_equal(np.sort(answers[0][0]), np.sort(rows))
        assert np.array_equal(answers[0][1], tails)


def test_the_quick_choice_of_plays_is_the_same_on_every_code_path_and_costs_next_to_nothing() -> None:
    net, tables, quick = (str(data_file(name)) for name in ("tavl.net", "bearoff.tables", "tavl.quick"))
    some = [Position.from_bytes(bytes(board)) for board in boards(40, seed=5)]
    picked = [[Search(own_judge(net, tables, path, quick, 5)).evaluate(p, 1)[0] for p in some] for path in PATHS]
    assert all(other == picked[0] for other in picked[1:])
    every = [Search(own_judge(net, tables)).evaluate(p, 1)[0] for p in some]
    assert np.abs(np.array(every) - np.array(picked[0])).mean() < 0.002


def test_the_network_is_whole_and_small_enough_to_ship() -> None:
    data = data_file("tavl.net").read_bytes()
    assert zlib.crc32(data[:-4]) == int.from_bytes(data[-4:], "little")
    assert len(data) + sum(data_file(name).stat().st_size for name in ("tavl.quick", "tavl.race")) <= 30_000_000


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    bad = tmp_path / "bad.net"
    bad.write_bytes(b"TAVLNET1" + bytes(100))
    with pytest.raises(RuntimeError, match="not a network"):
        own_judge(str(bad), str(data_file("bearoff.tables")))
    bad.write_bytes(data_file("tavl.net").read_bytes()[:5000])
    with pytest.raises(RuntimeError, match="too early"):
        own_judge(str(bad), str(data_file("bearoff.tables")))


def test_chances_are_consistent_with_each_other_and_with_the_board() -> None:
    some = boards(5000, seed=2)
    win, gammon, backgammon, lost_gammon, lost_backgammon = engine.evaluate_many(some).T
    assert ((win >= 0) & (win <= 1)).all()
    assert (backgammon <= gammon).all()
    assert (gammon <= win).all()
    assert (lost_backgammon <= lost_gammon).all()
    assert (lost_gammon <= 1 - win + 1e-6).all()
    assert not gammon[some[:, 26] > 0].any(), "no gammon against somebody who has a checker off"
    assert not lost_gammon[some[:, 0] > 0].any()


def test_a_finished_game_is_known_exactly() -> None:
    lost_backgammon = Position.of("24:1 6:14", "off:15")
    assert engine.evaluate(lost_backgammon) == Evaluation(0, 0, 0, 1, 1)
    assert engine.evaluate(lost_backgammon.mirror()) == Evaluation(1, 1, 1, 0, 0)


def test_many_at_once_is_each_alone() -> None:
    some = boards(50, seed=3)
    alone = [engine.evaluate(Position.from_bytes(bytes(board))) for board in some]
    together = engine.evaluate_many(some)
    assert np.allclose(
        [[e.win, e.win_gammon, e.win_backgammon, e.lose_gammon, e.lose_backgammon] for e in alone], together
    )


@cache
def exact_win(position: Position) -> float:
    """Brute force: the chance that the player on roll bears off first, both playing for that alone."""
    total = 0.0
    for dice in ALL_ROLLS:
        best = max(1.0 if play.result.over else 1.0 - exact_win(play.result) for play in position.plays(dice))
        total += best * (1 if dice.double else 2) / 36
    return total


@pytest.mark.parametrize(
    ("own", "opponent"),
    [("2:1 1:1", "3:2"), ("6:1", "1:2"), ("6:1 4:1", "5:1 1:1"), ("3:2 2:1", "4:2"), ("5:2", "6:1 2:1")],
)
def test_short_bear_offs_agree_with_brute_force(own: str, opponent: str) -> None:
    position = Position.of(own, opponent)
    assert engine.evaluate(position).win == pytest.approx(exact_win(position), abs=3e-5)


@pytest.mark.parametrize(
    ("own", "opponent"),
    [
        ("8:1 3:1", "4:2"),
        ("7:2", "5:2"),
        ("12:1 1:1", "6:2 1:1"),
        ("9:2", "7:1 4:1"),
        ("10:1 8:1", "13:1 2:1"),
        ("20:1 1:2", "4:2 1:1"),
    ],
)
def test_short_races_are_near_brute_force(own: str, opponent: str) -> None:
    position = Position.of(own, opponent)
    assert engine.evaluate(position).win == pytest.approx(exact_win(position), abs=0.01)


def test_long_bear_offs_know_their_gammons() -> None:
    nearly_lost = Position.of("6:5 5:5 4:5", "1:1")  # nothing off; the opponent bears off next turn
    chances = engine.evaluate(nearly_lost)
    assert chances.win == pytest.approx(0, abs=1e-4)
    assert chances.lose_gammon == pytest.approx(2 / 36, abs=1e-4), "every roll but 21 takes a checker off"


def test_what_is_not_a_position_is_refused() -> None:
    with pytest.raises(TypeError, match="Position"):
        engine.evaluate("4HPwATDgc/ABMA")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="ply"):
        engine.evaluate(Position.start(), ply=9)
    with pytest.raises(ValueError, match="52 columns"):
        engine.evaluate_many(np.zeros((2, 50), np.int8))
    with pytest.raises(PositionError):
        Position.of("6:16", "6:15")


def test_somebody_elses_evaluation_can_be_put_under_the_search() -> None:
    def pips_only(rows: np.ndarray) -> np.ndarray:
        places = np.arange(26)
        lead = (rows[:, 26:] * places).sum(1) - (rows[:, :26] * places).sum(1)
        chances = np.zeros((len(rows), 5), np.float32)
        chances[:, 0] = 1 / (1 + np.exp(-lead / 20))
        return chances

    racer = Engine(evaluator=pips_only)
    assert racer.evaluate(Position.start(), ply=1).win > 0.5
    assert racer.plays(Position.start(), Dice(2, 1))[0].ply == 0
    same = Engine(evaluator=lambda rows: engine.evaluate_many(rows))
    assert same.evaluate(Position.start(), ply=1) == engine.evaluate(Position.start(), ply=1)


def test_somebody_elses_evaluation_is_not_asked_about_games_that_are_over() -> None:
    def careful(rows: np.ndarray) -> np.ndarray:
        assert (rows[:, 0] < 15).all()
        assert (rows[:, 26] < 15).all()
        return np.full((len(rows), 5), 0.1, np.float32)

    careful_engine = Engine(evaluator=careful)
    nearly_over = Position.of("6:1 1:2", "2:2")
    assert 0 < careful_engine.evaluate(nearly_over, ply=2).win < 1
    assert careful_engine.plays(nearly_over, Dice(6, 6), ply=1)[0].play.result.over
    careful_engine.rollout(nearly_over, games=4, cubeful=True)
