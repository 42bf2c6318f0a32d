"""Matches by chance: as the ratings say, possible scores, times as directors plan them, the same for the same lots."""

from __future__ import annotations

import random
from statistics import mean, pstdev

import pytest

from tavl.rating import FIBS, win_probability
from tavl.tournament.simulation import MINUTE, field, play_match


class Seeded:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, n: int, /) -> int:
        return self.random.randrange(n)


def test_the_same_lots_give_the_same_match() -> None:
    assert play_match((110_000, 100_000), 7, Seeded(1)) == play_match((110_000, 100_000), 7, Seeded(1))


@pytest.mark.parametrize("length", [1, 5, 7, 11])
def test_somebody_wins_with_a_score_that_can_be(length: int) -> None:
    chance = Seeded(length)
    for _ in range(200):
        found = play_match((None, 90_000), length, chance)
        assert found.score[found.winner] == length
        assert 0 <= found.score[1 - found.winner] < length
        assert found.games >= 1
        assert found.duration >= 4 * MINUTE


def test_the_stronger_wins_as_often_as_the_formula_says() -> None:
    chance = Seeded(3)
    won = sum(play_match((180_000, 150_000), 9, chance, formula=FIBS).winner == 0 for _ in range(4000))
    assert won / 4000 == pytest.approx(win_probability(300, 9, FIBS), abs=0.025)


@pytest.mark.parametrize("length", [5, 7, 11])
def test_a_match_takes_about_eight_minutes_a_point(length: int) -> None:
    chance = Seeded(length)
    times = [play_match((None, None), length, chance).duration for _ in range(1500)]
    assert mean(times) / MINUTE == pytest.approx(8 * length, rel=0.12)


def test_a_field_lies_around_its_middle() -> None:
    ratings = field(2000, Seeded(5))
    assert mean(ratings) == pytest.approx(100_000, abs=600)
    assert pstdev(ratings) == pytest.approx(8_000, rel=0.1)
