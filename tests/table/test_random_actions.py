"""Under every profile, at every kind of board, people try anything: nothing impossible happens."""

from __future__ import annotations

import pytest

from tavl.rules import PROFILES, Terms
from tavl.rules.profile import IllegalPlay, PlayFor
from tavl.table import Detail, Sitting
from tests.example_counts import times
from tests.table.random_tables import Driver

KINDS = [
    (profile, sitting, detail)
    for profile in PROFILES.values()
    for sitting, detail in (
        (Sitting.ENFORCED, Detail.PLAYS),
        (Sitting.CHALLENGE, Detail.PLAYS),
        (Sitting.RECORDED, Detail.PLAYS),
        (Sitting.RECORDED, Detail.CUBE),
    )
    if sitting is not Sitting.CHALLENGE or profile.illegal_play is not IllegalPlay.ENFORCED
]
LENGTHS = (1, 2, 3, 5, None)


def drive(profile, sitting, detail, seed: int, steps: int) -> None:
    length = LENGTHS[seed % len(LENGTHS)]
    if length is None and profile.play is PlayFor.MATCH:
        length = 7
    driver = Driver(seed, match=Terms(profile, length), sitting=sitting, detail=detail)
    for number in range(steps):
        if driver.rng.random() < 0.4:
            driver.try_anything()
        else:
            driver.step()
        driver.nothing_impossible_stands_there()
        if number % 10 == 0:
            driver.check()
    driver.the_log_tells_it_all()


@pytest.mark.parametrize(("profile", "sitting", "detail"), KINDS, ids=lambda each: getattr(each, "name", str(each)))
def test_whatever_is_tried_nothing_impossible_comes_of_it(profile, sitting, detail) -> None:
    for seed in range(times(3)):
        drive(profile, sitting, detail, seed, 120)


@pytest.mark.soak
@pytest.mark.parametrize(("profile", "sitting", "detail"), KINDS, ids=lambda each: getattr(each, "name", str(each)))
def test_whatever_is_tried_for_long_nothing_impossible_comes_of_it(profile, sitting, detail) -> None:
    for seed in range(100, 200):
        drive(profile, sitting, detail, seed, 300)
