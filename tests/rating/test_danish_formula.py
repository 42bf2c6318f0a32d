"""The Danish formula by its published examples and by the matches of whole evenings, beside FIBS.

Source: backgammon.dk, Rangliste, Beregning af rating. The change is N * P, where N is the length and P the chance that
the loser had; the lower rated of two players has 1 / (10 ^ (D * sqrt(N) / 2000) + 1).
"""

from __future__ import annotations

import pytest

from tavl.rating import DANISH, FIBS, FORMULAS, Formula, FormulaError, Standing, after, win_probability


def won(winner: str, loser: str, length: int, formula: Formula = DANISH) -> tuple[str, str]:
    """Both ratings after the match, as text with two decimals."""
    both = after(Standing(hundredths(winner), 500), Standing(hundredths(loser), 500), length, formula)
    return written(both[0]), written(both[1])


def hundredths(text: str) -> int:
    whole, _, decimals = text.partition(".")
    return int(whole) * 100 + int(decimals.ljust(2, "0"))


def written(standing: Standing) -> str:
    assert standing.rating is not None
    return f"{standing.rating // 100}.{standing.rating % 100:02}"


def test_the_published_example_to_nine_points() -> None:
    assert 1 - win_probability(100, 9, DANISH) == pytest.approx(0.4145, abs=5e-5)
    assert won("1100", "1000", 9) == ("1103.73", "996.27")
    assert won("1000", "1100", 9) == ("1005.27", "1094.73")


@pytest.mark.parametrize(
    ("winner", "loser", "length", "now"),
    [
        ("1043.10", "1043.10", 5, ("1045.60", "1040.60")),
        ("1100.00", "1000.00", 5, ("1102.18", "997.82")),
        ("1012.40", "988.00", 7, ("1015.77", "984.63")),
        ("1088.20", "1140.00", 7, ("1091.98", "1136.22")),
        ("1140.00", "1088.20", 7, ("1143.22", "1084.98")),
        ("1204.33", "1187.10", 5, ("1206.77", "1184.66")),
        ("1150.00", "1080.00", 11, ("1154.77", "1075.23")),
    ],
)
def test_matches_of_whole_evenings(winner: str, loser: str, length: int, now: tuple[str, str]) -> None:
    assert won(winner, loser, length) == now


@pytest.mark.parametrize("length", [1, 3, 5, 7, 9, 11, 25])
def test_between_winning_and_losing_lies_the_length_of_the_match(length: int) -> None:
    up, down = after(Standing(110_000), Standing(100_000), length, DANISH)[0], None
    down = after(Standing(100_000), Standing(110_000), length, DANISH)[1]
    assert (up.rating or 0) - (down.rating or 0) == pytest.approx(length * 100, abs=1)


def test_experience_changes_nothing_in_the_danish_formula() -> None:
    assert after(Standing(100_000, 0), Standing(100_000, 9000), 5, DANISH)[0].rating == 100_250
    assert after(Standing(), Standing(), 5, DANISH)[0].rating == 100_250


def test_fibs_moves_a_newcomer_five_times_as_fast() -> None:
    winner, loser = after(Standing(150_000, 0), Standing(165_000, 500), 7, FIBS)
    assert (winner.rating, loser.rating) == (153_240, 164_352)


def test_the_named_formulas() -> None:
    assert {"fibs": Formula(), "danish": DANISH} == FORMULAS
    assert Formula().stake_exponent == 0.5


@pytest.mark.parametrize("exponent", [-0.1, 2.1, float("nan"), float("inf")])
def test_an_exponent_that_makes_no_sense_is_named(exponent: float) -> None:
    with pytest.raises(FormulaError, match="stake_exponent"):
        Formula(stake_exponent=exponent)
