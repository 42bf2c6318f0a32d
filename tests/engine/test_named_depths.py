"""Depths by name: searches, truncated rollouts, and a decision that deepens by itself until it is settled."""

from __future__ import annotations

import pytest

from tavl import Dice, Match, Position
from tavl.engine import Depth, Engine, cube_at, plays_at
from tavl.engine.named_depths import ROLLER, SETTLING_GAMES
from tavl.engine.opening_book import EMPTY

engine = Engine(threads=1)
START = Position.start()
RACE = Position.of("6:2 5:1 4:1 2:1", "6:1 5:2 2:1")  # exact tables know it: cheap games, and the truth is known


def test_three_rolls_deep_is_a_depth_of_its_own() -> None:
    last_checkers = Position.of("6:2 5:2 1:1", "3:2 2:2")
    deep = plays_at(engine, Depth.THREE_PLY, last_checkers, Dice(2, 1))
    assert deep == engine.plays(last_checkers, Dice(2, 1), ply=3)
    assert deep[0].ply == 3
    assert cube_at(engine, Depth.THREE_PLY, last_checkers) == engine.cube(last_checkers, ply=3)


def test_a_roller_plays_the_best_plays_out_for_some_rolls() -> None:
    ranked = plays_at(engine, Depth.ROLLER, RACE, Dice(2, 1))
    rolled = [play for play in ranked if play.games]
    assert 1 <= len(rolled) <= ROLLER.plays
    assert all(play.games == ROLLER.games and play.standard_error is not None for play in rolled)
    assert ranked[: len(rolled)] == rolled  # they come first
    assert [play.equity for play in rolled] == sorted((play.equity for play in rolled), reverse=True)
    assert rolled[0].loss == 0
    best = engine.plays(RACE, Dice(2, 1))[0]
    assert rolled[0].equity == pytest.approx(best.equity, abs=0.03)


def test_a_roller_asks_the_cube_with_games_of_both_cubes() -> None:
    found = cube_at(engine, Depth.ROLLER, RACE)
    assert found.games == ROLLER.games
    assert found.action == engine.cube(RACE, ply=2).action
    assert found.double_take == pytest.approx(engine.cube(RACE, ply=2).double_take, abs=0.05)


def test_what_is_asked_about_is_rolled_out_however_bad() -> None:
    worst = engine.plays(RACE, Dice(2, 1))[-1].play.result
    ranked = plays_at(engine, Depth.ROLLER, RACE, Dice(2, 1), always=worst)
    assert next(play for play in ranked if play.play.result == worst).games == ROLLER.games


def test_a_clear_play_is_settled_at_a_glance() -> None:
    ranked = plays_at(Engine(threads=1, book=EMPTY), Depth.SETTLED, START, Dice(3, 1))
    assert str(ranked[0].play) == "8/5 6/5"
    assert ranked[0].ply == 0
    assert not ranked[0].games
    assert cube_at(engine, Depth.SETTLED, START).games == 0  # nobody doubles here


def test_what_is_close_deepens_until_it_is_settled_or_does_not_matter() -> None:
    ranked = plays_at(engine, Depth.SETTLED, RACE, Dice(2, 1))
    first, second = ranked[:2]
    assert first.games
    assert second.games
    assert first.games <= SETTLING_GAMES
    assert first.standard_error is not None
    assert second.standard_error is not None
    apart = first.equity - second.equity
    error = (first.standard_error**2 + second.standard_error**2) ** 0.5
    assert apart > 3 * error or error < 0.005 or first.games == SETTLING_GAMES


def test_a_cube_that_cannot_be_turned_is_not_rolled_out() -> None:
    assert cube_at(engine, Depth.ROLLER, START, Match.start(1)).games == 0  # a match to one point has none


def test_a_depth_gives_the_same_on_any_number_of_threads() -> None:
    two = Engine(threads=2)
    assert plays_at(two, Depth.ROLLER, RACE, Dice(2, 1)) == plays_at(engine, Depth.ROLLER, RACE, Dice(2, 1))
