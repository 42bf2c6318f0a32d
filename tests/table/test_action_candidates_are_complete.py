"""Actions that are not tried as candidates would be refused: the offers are the same as from trying everything."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavl.table import Ruler, Sitting, Table, actions, why_not
from tavl.table.action_candidates import offers
from tavl.table.acts import AnyAction, By
from tests.table.helpers import ANNA, STANDARD
from tests.table.random_tables import EVERYBODY, Driver


def everything(_condition: object) -> bool:
    """Try it in any case."""
    return True


def by_trying_everything(table: Table, by: By, at: int) -> list[AnyAction]:
    return [action for action in offers(table, by, at, everything) if why_not(table, action, by, at) is None]


def those_offered(table: Table, by: By, at: int) -> list[AnyAction]:
    return [action for action in offers(table, by, at) if why_not(table, action, by, at) is None]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(
    seed=st.integers(0, 2**32), conduct=st.booleans(), sitting=st.sampled_from(list(Sitting)), steps=st.integers(1, 60)
)
def test_whatever_has_happened_nothing_that_may_be_done_is_left_out(seed, conduct, sitting, steps):
    driver = Driver(seed, sitting=sitting, conduct=conduct)
    for _ in range(steps):
        driver.step()
    for by in EVERYBODY:
        expected = by_trying_everything(driver.table, by, driver.now)
        assert those_offered(driver.table, by, driver.now) == expected  # the same, in the same order
        found = actions(driver.table, by, driver.now)
        assert set(expected) <= set(found)
        with_one_play = actions(driver.table, by, driver.now, every_play=False)
        assert set(with_one_play) <= set(found)
        assert {type(action) for action in with_one_play} == {type(action) for action in found}


@pytest.mark.parametrize(("clock", "most"), [(None, 1), (STANDARD, 3)])
def test_while_a_digital_board_is_played_on_next_to_nothing_is_tried(clock, most):
    driver = Driver(5, sitting=Sitting.ENFORCED, conduct=False, clock=clock, ruler=Ruler.NOBODY, starts_at=None)
    while not driver.table.begun or driver.table.match.between_games:
        driver.play_on()
        driver.let_due_happen()
    assert len(list(offers(driver.table, ANNA, driver.now))) <= most
    assert len(list(offers(driver.table, ANNA, driver.now, everything))) >= 14
