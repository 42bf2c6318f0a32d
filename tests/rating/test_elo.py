"""The rating formula by hand, and laws that hold for any parameters."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.rating import NEW, Formula, FormulaError, Standing, after, factor, win_probability

FIBS = Formula()
OLD = Standing(150_000, 400, 100)  # 1500, past the ramp


@pytest.mark.parametrize(
    ("difference", "length", "chance"),
    [(0, 1, 0.5), (0, 25, 0.5), (100, 1, 0.528750), (400, 1, 0.613137), (400, 17, 0.869751), (-100, 1, 0.471250)],
)
def test_the_chance_grows_with_the_square_root_of_the_length(difference: int, length: int, chance: float) -> None:
    assert win_probability(difference, length, FIBS) == pytest.approx(chance, abs=1e-6)


@pytest.mark.parametrize(("experience", "times"), [(0, 5.0), (100, 4.0), (399, 1.01), (400, 1.0), (5000, 1.0)])
def test_newcomers_move_up_to_five_times_as_fast(experience: int, times: float) -> None:
    assert factor(experience, FIBS) == pytest.approx(times)


@pytest.mark.parametrize(("length", "stake"), [(1, 200), (4, 400), (9, 600), (25, 1000)])
def test_between_equals_half_the_step_times_the_root_of_the_length_is_at_stake(length: int, stake: int) -> None:
    winner, loser = after(OLD, OLD, length, FIBS)
    assert (winner.rating, loser.rating) == (150_000 + stake, 150_000 - stake)


def test_each_moves_by_their_own_experience() -> None:
    winner, loser = after(NEW, OLD, 4, FIBS)
    assert winner == Standing(152_000, 4, 1)
    assert loser == Standing(149_600, 404, 101)


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Standing(170_000, 400, 1), Standing(150_000, 400, 1)
    as_expected, _ = after(strong, weak, 7, FIBS)
    upset, _ = after(weak, strong, 7, FIBS)
    assert as_expected.rating == 170_000 + 373  # 10.583 * (1 - 0.647796) in hundredths
    assert upset.rating == 150_000 + 686


def test_without_a_ramp_it_is_the_plain_formula() -> None:
    plain = Formula(ramp=1.0)
    assert after(NEW, OLD, 4, plain)[0].rating == 150_400


ratings = st.builds(Standing, st.integers(0, 400_000), st.integers(0, 1000), st.just(3))


@settings(max_examples=200, derandomize=True, deadline=None)
@given(ratings, ratings, st.integers(1, 25))
def test_who_wins_never_loses_by_it_and_the_chances_of_two_add_up_to_one(
    one: Standing, other: Standing, length: int
) -> None:
    winner, loser = after(one, other, length, FIBS)
    assert one.points(FIBS) <= winner.points(FIBS) <= one.points(FIBS) + 2000 * length**0.5 + 1
    assert loser.points(FIBS) <= other.points(FIBS)
    assert (winner.experience, loser.experience) == (one.experience + length, other.experience + length)
    apart = (one.points(FIBS) - other.points(FIBS)) / 100
    there, back = win_probability(apart, length, FIBS), win_probability(-apart, length, FIBS)
    assert there + back == pytest.approx(1)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(st.integers(0, 400_000), st.integers(0, 400_000), st.integers(1, 25))
def test_between_two_experienced_players_nothing_is_made_or_lost(one: int, other: int, length: int) -> None:
    winner, loser = after(Standing(one, 400, 1), Standing(other, 400, 1), length, FIBS)
    if loser.points(FIBS) > 0 and winner.points(FIBS) < 400_000:
        assert winner.points(FIBS) + loser.points(FIBS) == one + other


@pytest.mark.parametrize(
    ("fields", "named"),
    [({"spread": 0}, "spread"), ({"start": -1}, "start"), ({"ramp": 0.5}, "ramp"), ({"step": float("nan")}, "step")],
)
def test_numbers_that_make_no_sense_are_named(fields: dict[str, float], named: str) -> None:
    with pytest.raises(FormulaError, match=named):
        Formula(**fields)  # type: ignore[arg-type]


def test_a_match_to_no_points_is_none() -> None:
    with pytest.raises(FormulaError):
        after(NEW, NEW, 0, FIBS)
