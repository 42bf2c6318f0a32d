"""Plays, cubes and rollouts: published decisions, and laws that hold for any network."""

from __future__ import annotations

import pickle
from inspect import signature

import pytest

from tavl import Dice, Match, Position
from tavl._native import MatchTable, RolloutSums
from tavl.engine import CubeAction, Engine, match_chances
from tavl.engine.match_equity import match_table
from tavl.rules import PROFILES, acts, evolve
from tavl.rules.seat import Seat

engine = Engine(threads=1)
START = Position.start()

# The opening plays that every book agrees on, whatever the style.
OPENINGS = {
    (3, 1): {"8/5 6/5"},
    (4, 2): {"8/4 6/4"},
    (5, 3): {"8/3 6/3"},
    (6, 1): {"13/7 8/7"},
    (6, 5): {"24/13"},
    (6, 4): {"24/14", "24/18 13/9", "8/2 6/2"},
    (2, 1): {"24/23 13/11", "13/11 6/5"},
    (4, 1): {"24/23 13/9", "13/9 6/5"},
    (5, 1): {"24/23 13/8", "13/8 6/5"},
    (6, 2): {"24/18 13/11"},
    (6, 3): {"24/18 13/10", "24/15"},
    (3, 2): {"24/21 13/11", "13/11 13/10"},
    (4, 3): {"24/20 13/10", "24/21 13/9", "13/10 13/9"},
    (5, 2): {"24/22 13/8", "13/11 13/8"},
    (5, 4): {"24/20 13/8", "13/9 13/8"},
}


@pytest.mark.parametrize("dice", OPENINGS, ids=lambda d: f"{d[0]}{d[1]}")
def test_published_opening_plays_come_out(dice: tuple[int, int]) -> None:
    best = engine.plays(START, Dice(*dice), ply=1)[0]
    assert str(best.play) in OPENINGS[dice]


def test_plays_are_ranked_best_first_and_losses_count_from_the_best() -> None:
    ranked = engine.plays(START, Dice(4, 3), ply=0)
    assert ranked[0].loss == 0
    assert [answer.equity for answer in ranked] == sorted((a.equity for a in ranked), reverse=True)
    assert len(ranked) == len(START.plays(Dice(4, 3)))


def test_the_answer_is_the_same_with_any_number_of_threads() -> None:
    two = Engine(threads=2)
    assert two.evaluate(START, ply=2) == engine.evaluate(START, ply=2)
    assert two.cube(START, ply=1) == engine.cube(START, ply=1)
    assert [a.equity for a in two.plays(START, Dice(5, 2), ply=1)] == [
        a.equity for a in engine.plays(START, Dice(5, 2), ply=1)
    ]


def test_what_was_asked_before_changes_no_answer() -> None:
    """A play's value and the other's cube decision after it are one search, kept for whoever asks next."""
    start, dice = Position.start(), Dice(3, 1)
    used = Engine(threads=1)
    for ply in (1, 2):
        ranked = used.plays(start, dice, ply=ply)
        assert ranked == Engine(threads=1).plays(start, dice, ply=ply)
    after = ranked[0].play.result
    found = used.cube(after, ply=2)
    assert found == Engine(threads=1).cube(after, ply=2)
    assert -max(found.no_double, min(found.double_take, found.double_drop)) == ranked[0].equity
    # Without a cube it is another search.
    assert used.evaluate(after, ply=2) == Engine(threads=1).evaluate(after, ply=2)


def test_the_match_equity_table_has_the_published_figures() -> None:
    assert match_chances(1, 1) == 0.5
    assert match_chances(1, 2) == pytest.approx(0.67736)
    assert match_chances(2, 1) == pytest.approx(1 - 0.67736)
    assert match_chances(2, 1, crawford_over=True) == pytest.approx(0.48803)
    assert match_chances(25, 25) == 0.5
    assert match_chances(0, 7) == 1


def test_longer_matches_go_on_from_the_published_table() -> None:
    for his in range(3, 26):  # nearer to the end it matters whether what is needed is odd or even
        inside, outside = (match_chances(25, his), match_chances(26, his))
        step = match_chances(24, his) - inside
        assert 0.5 * step < inside - outside < 1.1 * step, f"26 against {his} follows on 25 against {his}"
    assert all(match_chances(n + 1, his) < match_chances(n, his) for n in range(24, 60) for his in (1, 2))
    for mine, his in ((30, 30), (64, 64), (999, 999)):
        assert match_chances(mine, his) == pytest.approx(0.5)
    assert match_chances(40, 31) == pytest.approx(1 - match_chances(31, 40), abs=1e-6)
    # The lead that counts as much grows with the root of the length: 10 at 100 points counts as 5 at 25.
    assert match_chances(20, 25) == pytest.approx(match_chances(90, 100), abs=0.01)
    assert match_chances(40, 1, crawford_over=True) < match_chances(25, 1, crawford_over=True)


def test_the_rule_for_longer_matches_gives_the_published_table_where_it_is_published() -> None:
    table = match_table()
    small = [table.chances(mine, his) for mine in range(1, 13) for his in range(1, 13)]
    after = [table.chances(n, 1, True) for n in range(1, 13)]
    extended = MatchTable(small, after, 25)
    off = max(
        abs(extended.chances(mine, his) - table.chances(mine, his)) for mine in range(1, 26) for his in range(1, 26)
    )
    assert off < 0.0035


def test_last_roll_positions_are_doubled_and_taken_by_their_odds() -> None:
    # One checker on the 6 point: 27 rolls of 36 win. More than half, so it is a double; a quarter, so it is a take.
    decision = engine.cube(Position.of("6:1", "1:1"), ply=0)
    assert decision.action is CubeAction.DOUBLE_TAKE
    assert decision.no_double == pytest.approx(0.5, abs=0.01)
    assert decision.double_take == pytest.approx(1.0, abs=0.01)
    # Two on the 1 point cannot fail.
    assert engine.cube(Position.of("1:2", "1:1"), ply=0).action in (CubeAction.DOUBLE_DROP, CubeAction.TOO_GOOD)
    # Two on the 6 point: only 66, 55, 44 and 33 take both off.
    assert engine.cube(Position.of("6:2", "1:1"), ply=0).action is CubeAction.NO_DOUBLE


def test_nobody_doubles_at_the_start() -> None:
    decision = engine.cube(START, ply=1)
    assert decision.action is CubeAction.NO_DOUBLE
    assert decision.take


def test_a_cube_that_is_not_there_is_not_turned() -> None:
    match = evolve(Match.start(1), acts.GameStarted(crawford=True))
    assert engine.cube(START, match, ply=0).action is CubeAction.NOT_AVAILABLE


def test_the_trailer_doubles_at_once_after_crawford() -> None:
    match = Match.start(3)
    for winner, points in ((Seat.FIRST, 2), (Seat.SECOND, 1)):
        match = evolve(match, acts.GameStarted(crawford=match.next_is_crawford))
        match = evolve(match, acts.OutcomeSet(acts.Outcome(winner, 1, points, "ruled")))
    assert match.score == (2, 1)
    match = evolve(match, acts.GameStarted(crawford=match.next_is_crawford))
    match = evolve(match, acts.TurnSet(Seat.SECOND))
    decision = engine.cube(START, match, ply=1)
    assert decision.double, "with everything to win and nothing to lose"


def test_gammons_do_not_count_undoubled_under_jacoby() -> None:
    blitz = Position.of("bar:0 6:4 5:3 4:3 3:2 8:3", "bar:2 24:1 13:4 8:3 6:5")
    plain = Match.start(None, PROFILES["sv-grund"])
    jacoby = Match.start(None, PROFILES["sv-grund"].vary(jacoby=True))
    plain, jacoby = (evolve(evolve(m, acts.GameStarted()), acts.TurnSet(Seat.FIRST)) for m in (plain, jacoby))
    assert engine.cube(blitz, jacoby, ply=0).no_double < engine.cube(blitz, plain, ply=0).no_double


def test_a_rollout_that_was_interrupted_equals_one_that_was_not() -> None:
    whole = engine.rollout(START, games=150, truncate=4, cubeful=True, seed=5)
    sums = RolloutSums()
    for _ in engine.rolling(START, games=72, truncate=4, cubeful=True, seed=5, sums=sums):
        pass
    kept = pickle.loads(pickle.dumps(sums))
    *_, resumed = engine.rolling(START, games=150, truncate=4, cubeful=True, seed=5, sums=kept)
    assert resumed == whole


def test_a_rollout_takes_what_one_with_intermediate_results_takes_but_for_where_it_stands_and_stops() -> None:
    whole, going = (signature(method).parameters for method in (Engine.rollout, Engine.rolling))
    assert dict(whole) == {name: each for name, each in going.items() if name not in ("sums", "until_error")}


def test_a_rollout_is_the_same_with_any_number_of_threads_and_another_with_another_seed() -> None:
    one = engine.rollout(START, games=36, truncate=3, seed=5)
    assert Engine(threads=2).rollout(START, games=36, truncate=3, seed=5) == one
    assert engine.rollout(START, games=36, truncate=3, seed=6) != one


def test_a_rollout_of_a_bear_off_agrees_with_the_tables() -> None:
    position = Position.of("6:2 5:2 4:1", "6:2 5:2 3:1")
    rolled = engine.rollout(position, games=360, seed=2)
    assert rolled.evaluation.win == pytest.approx(engine.evaluate(position).win, abs=4 * rolled.errors.win + 1e-3)


def test_taking_the_luck_out_makes_the_error_smaller() -> None:
    plain = engine.rollout(START, games=144, truncate=6, seed=3, variance_reduction=False)
    reduced = engine.rollout(START, games=144, truncate=6, seed=3)
    assert reduced.standard_error < plain.standard_error / 2


def test_a_rollout_stops_when_its_error_is_small_enough() -> None:
    results = list(engine.rolling(START, games=5000, truncate=3, seed=1, until_error=0.02))
    assert results[-1].standard_error <= 0.02
    assert results[-1].games < 5000


def test_luck_is_nought_on_average() -> None:
    position = Position.of("24:1 13:4 8:3 6:5 5:2", "24:2 13:5 8:3 6:5")
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    total = sum(engine.luck(position, Dice(a, b)) for a, b in rolls[::1])
    assert total / 36 == pytest.approx(0, abs=1e-4)
    assert engine.luck(START, Dice(6, 6)) > 0.2
