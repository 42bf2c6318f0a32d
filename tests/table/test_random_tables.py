"""Randomly driven tables: every kind of board, with clock, claims, devices that drop out and rulings at any time."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tavl.table import Sitting
from tests.example_counts import times
from tests.table.random_tables import EVERYBODY, Driver


class TableMachine(RuleBasedStateMachine):
    driver: Driver | None = None

    @initialize(seed=st.integers(0, 2**32), sitting=st.sampled_from(list(Sitting)))
    def open(self, seed: int, sitting: Sitting) -> None:
        self.driver = Driver(seed, sitting=sitting)

    def on_wood(self) -> bool:
        return self.driver is not None and self.driver.table.terms.sitting is Sitting.RECORDED

    @rule(times=st.integers(1, 8))
    def somebody_plays(self, times: int) -> None:
        for _ in range(times):
            self.driver.play_on()

    @rule(who=st.sampled_from(EVERYBODY), times=st.integers(1, 4))
    def somebody_acts(self, who, times: int) -> None:
        for _ in range(times):
            self.driver.act(who)

    @rule()
    def time_passes(self) -> None:
        self.driver.wait()

    @rule()
    def what_is_due_happens(self) -> None:
        self.driver.let_due_happen()

    @rule()
    def the_service_is_away(self) -> None:
        self.driver.be_away()

    @rule()
    def somebody_rules(self) -> None:
        self.driver.rule()

    @precondition(on_wood)
    @rule()
    def a_device_is_alone(self) -> None:
        self.driver.record_alone()

    @precondition(lambda self: self.on_wood() and self.driver.queue)
    @rule()
    def a_device_is_back(self) -> None:
        self.driver.come_back()

    @invariant()
    def what_must_hold_holds(self) -> None:
        if self.driver:
            self.driver.check()

    def teardown(self) -> None:
        if self.driver:
            self.driver.the_log_tells_it_all()


TestTables = TableMachine.TestCase
TestTables.settings = settings(max_examples=times(25), stateful_step_count=30, deadline=None, derandomize=True)


@pytest.mark.parametrize("seed", range(times(9)))
def test_long_tables(seed: int) -> None:
    """Hundreds of steps each: what only a long match brings about."""
    driver = Driver(seed, sitting=list(Sitting)[seed % 3])
    for number in range(250):
        driver.step()
        if number % 10 == 0:
            driver.check()
    driver.the_log_tells_it_all()
