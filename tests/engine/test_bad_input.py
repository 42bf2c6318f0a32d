"""Bad input to the native core raises an error; it never gives a number or a crash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tavl import _native
from tavl.engine import Engine
from tavl.rules import Dice, Position, PositionError, legal_results

START = Position.start()
OVER = Position.of("off:15", "6:2 off:13")


@pytest.fixture(scope="module")
def engine() -> Engine:
    return Engine(threads=1)


def row(**counts: int) -> np.ndarray:
    """The starting position, with other counts at some places."""
    board = np.frombuffer(bytes(START), np.int8).copy()
    for place, count in counts.items():
        board[int(place[1:])] = count
    return board


IMPOSSIBLE = {
    "a negative count": row(_6=-5),
    "more than there are": row(_6=127),
    "both on a point": row(_24=1, _1=1, _0=3),
    "too many checkers": row(_5=4),
    "nobody": np.zeros(52, np.int8),
    "all negative": np.full(52, -128, np.int8),
    "both sides off": row(**{f"_{n}": 15 if n in (0, 26) else 0 for n in range(52)}),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_a_row_that_no_board_can_show_is_refused(engine: Engine, name: str) -> None:
    good = np.frombuffer(bytes(START), np.int8)
    boards = np.stack([good, IMPOSSIBLE[name], good])
    takes: list[Callable[[Any], Any]] = [
        engine.evaluate_many,
        Engine(evaluator=lambda rows: np.zeros((len(rows), 5), np.float32)).evaluate_many,
        _native.active_rows,
        lambda rows: legal_results(rows, np.ones((3, 2), np.int8)),
    ]
    for take in takes:
        with pytest.raises(PositionError):
            take(boards)


@pytest.mark.parametrize("kind", [np.int64, np.float64, np.float32, np.uint8, np.bool_])
def test_other_numbers_than_int8_are_not_turned_into_it(engine: Engine, kind: Any) -> None:
    boards = np.frombuffer(bytes(START), np.int8).reshape(1, 52)
    with pytest.raises(TypeError, match="boards"):
        engine.evaluate_many(boards.astype(kind))
    with pytest.raises(TypeError, match="boards"):
        legal_results(boards.astype(kind), np.ones((1, 2), np.int8))
    with pytest.raises(TypeError, match="dice"):
        legal_results(boards, np.ones((1, 2), kind))
    for take in (_native.active_rows, _native.bulk_plays):
        with pytest.raises(TypeError):
            take(boards.astype(kind), *([np.ones((1, 2), np.int8)] if take is _native.bulk_plays else []))


def test_what_is_no_number_is_refused(engine: Engine) -> None:
    with pytest.raises(TypeError):
        engine.evaluate_many(np.full((1, 52), np.nan))  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        engine.evaluate_many(np.zeros(52, np.int8))


def test_rows_of_a_slice_are_read_as_they_lie(engine: Engine) -> None:
    boards = np.frombuffer(bytes(START) + bytes(Position.of("6:5 5:5 4:5", "6:5 5:5 4:5")), np.int8).reshape(2, 52)
    every_other = np.repeat(boards, 2, axis=0)[::2]
    assert not every_other.flags["C_CONTIGUOUS"]
    assert np.array_equal(engine.evaluate_many(every_other), engine.evaluate_many(boards))


def test_a_game_that_is_over_is_judged_by_its_result(engine: Engine) -> None:
    boards = np.frombuffer(bytes(START) + bytes(OVER) + bytes(OVER.mirror()), np.int8).reshape(3, 52)
    found = engine.evaluate_many(boards)
    assert found[1:].tolist() == [[1, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert np.array_equal(found[:1], engine.evaluate_many(boards[:1]))
    assert engine.evaluate(OVER).win == 1


def test_no_rows_are_no_answers(engine: Engine) -> None:
    assert engine.evaluate_many(np.zeros((0, 52), np.int8)).shape == (0, 5)


# an evaluator of one's own


def test_an_evaluator_may_keep_what_it_was_given() -> None:
    kept: list[np.ndarray] = []

    def evaluator(boards: np.ndarray) -> np.ndarray:
        kept.append(boards)
        return np.full((len(boards), 5), 0.2, np.float32)

    asked = Engine(evaluator=evaluator)
    for dice in (Dice(3, 1), Dice(6, 5), Dice(4, 4)):
        asked.plays(START, dice, ply=1)
    assert kept
    for boards in kept:
        assert [Position.from_bytes(row.tobytes()) for row in boards]  # each is a position still
        assert boards.sum(axis=1).tolist() == [30] * len(boards)


@pytest.mark.parametrize(
    "answer",
    [
        lambda boards: None,
        lambda boards: np.zeros((len(boards), 4), np.float32),
        lambda boards: np.zeros((len(boards) + 1, 5), np.float32),
        lambda boards: np.zeros(5, np.float32),
        lambda boards: np.full((len(boards), 5), np.nan, np.float32),
        lambda boards: np.full((len(boards), 5), np.inf, np.float32),
        lambda boards: "five floats",
    ],
)
def test_an_evaluator_that_answers_something_else_is_told(answer: Any) -> None:
    with pytest.raises(ValueError, match="an evaluator answers with"):
        Engine(evaluator=answer).plays(START, Dice(3, 1), ply=1)


def test_what_an_evaluator_raises_comes_back() -> None:
    def evaluator(boards: np.ndarray) -> np.ndarray:
        raise LookupError("no such book")

    with pytest.raises(LookupError, match="no such book"):
        Engine(evaluator=evaluator).rollout(START, games=2)


def test_an_evaluator_may_ask_another_engine_meanwhile(engine: Engine) -> None:
    """On the same thread, in the middle of a search."""

    def evaluator(boards: np.ndarray) -> np.ndarray:
        engine.evaluate(START, ply=1)
        return engine.evaluate_many(boards)

    asked = Engine(evaluator=evaluator)
    plain = Engine(evaluator=engine.evaluate_many)
    for ply in (0, 1):
        assert asked.plays(START, Dice(6, 5), ply=ply) == plain.plays(START, Dice(6, 5), ply=ply)
    assert asked.evaluate(START, ply=1) == plain.evaluate(START, ply=1)


# counts and depths


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"games": 0}, "games"),
        ({"games": -1}, "games"),
        ({"games": 1, "truncate": -1}, "truncate"),
        ({"games": 1, "ply": 5}, "ply"),
        ({"games": 1, "seed": -1}, "seed"),
        ({"games": 1, "seed": 1 << 64}, "seed"),
    ],
)
def test_a_rollout_that_cannot_be_is_refused(engine: Engine, wrong: dict[str, int], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        engine.rollout(START, **wrong)  # type: ignore[arg-type]


def test_a_rollout_of_a_game_that_is_over_is_its_result(engine: Engine) -> None:
    assert engine.rollout(OVER, games=2).evaluation.win == pytest.approx(1)
    assert engine.rollout(OVER.mirror(), games=2).evaluation.win == pytest.approx(0)


def test_sums_of_another_rollout_are_refused(engine: Engine) -> None:
    sums = _native.RolloutSums()
    list(engine.rolling(START, 1, truncate=1, sums=sums))
    with pytest.raises(ValueError, match="other cubes"):
        list(engine.rolling(START, 2, truncate=1, cubeful=True, sums=sums))


def test_threads_are_counted_from_one() -> None:
    for threads in (0, -1):
        with pytest.raises(ValueError, match="threads"):
            Engine(threads=threads)
    with pytest.raises(ValueError, match="threads"):
        legal_results(np.zeros((0, 52), np.int8), np.zeros((0, 2), np.int8), threads=0)


SEARCH = _native.Search(_native.python_judge(lambda boards: np.zeros((len(boards), 5), np.float32)))


@pytest.mark.parametrize(
    "call",
    [
        lambda: _native.MatchTable([], []),
        lambda: _native.MatchTable([0.5, 0.5], [0.5]),
        lambda: _native.MatchTable([float("nan")], [0.5]),
        lambda: _native.MatchTable([0.5], [1.5]),
        lambda: _native.MatchTable([0.5], [0.5], -1),
        lambda: _native.MatchTable([0.5], [0.5], 1 << 30),
        lambda: _native.CubeState(value=0),
        lambda: _native.CubeState(value=1 << 30),
        lambda: _native.CubeState(owner=2),
        lambda: _native.CubeState(mine=-1),
        lambda: _native.CubeState(theirs=1 << 20),
        lambda: _native.CubeState(value=1 << 20).doubled().doubled(),
        lambda: _native.CubeState().utility_of_result(1 << 30),
        lambda: SEARCH.evaluate(START, -1),
        lambda: SEARCH.evaluate(START, 99),
        lambda: SEARCH.rank(START, 0, 7, 0),
        lambda: SEARCH.rank(START, 3, 1, 99),
        lambda: SEARCH.rollout(START, [], 1, 0, True, 0, 0, _native.RolloutSums()),
        lambda: SEARCH.rollout(START, [], 1, -1, True, 0, 1, _native.RolloutSums()),
    ],
)
def test_the_binding_itself_refuses_what_cannot_be(call: Callable[[], Any]) -> None:
    with pytest.raises(ValueError):
        call()


def test_a_search_needs_a_judge() -> None:
    with pytest.raises((TypeError, ValueError)):
        _native.Search(None)  # type: ignore[arg-type]
