"""Where a committee hears appeals, everything waits for it (T5.2)."""

from __future__ import annotations

import msgspec
import pytest

from tavl.rules.acts import Cube
from tavl.table import acts, due
from tavl.table.acts.disputes import Effects
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    STANDARD,
    SYSTEM,
    TWO,
    act,
    around,
    begun,
    offered,
    refused,
    seen,
    tournament,
)

UPHELD = acts.Rule(rule="T4.4.ix", reason="as it lies")


def appealed(**terms: object):
    table = begun(tournament(sitting=ENFORCED, clock=STANDARD, appeals_wait=True, **terms), at=0)
    table = act(table, UPHELD, at=10_000)
    return act(table, acts.Appeal(TWO, 1), at=20_000)


@pytest.mark.rule("T5.2")
def test_an_appeal_stops_the_clock_and_the_board_until_the_committee_has_decided() -> None:
    table = appealed()
    assert table.clock is not None
    assert table.frozen
    assert not table.clock.is_running
    assert (table.to_act, due(table), seen(table).appeal) == ((), None, 1)
    assert refused(table, acts.TakeBreak(TWO), "T5.1", "everything_waits")
    other = act(table, acts.Rule(rule="T1.7.i", reason="quiet", penalties=()), at=30_000)
    assert other.frozen  # another ruling does not answer it
    assert other.clock is not None
    assert not other.clock.is_running
    decided = acts.Rule(rule="T4.4.ix", reason="we saw it", committee=True, final=True, appeal=1, cube=Cube(2, TWO))
    table = act(other, decided, at=MINUTE)
    assert not table.frozen
    assert table.match.game is not None
    assert table.match.game.cube == Cube(2, TWO)
    assert table.clock is not None
    assert table.clock.is_running
    assert refused(table, acts.Appeal(ONE, 1), "T5.2", "appealed_already")
    assert refused(table, acts.Rule(rule="T5.2", reason="no", appeal=2), "T5.2", "no_such_ruling")


@pytest.mark.rule("T5.2")
def test_where_nobody_takes_appeals_up_play_goes_on() -> None:
    table = begun(tournament(sitting=ENFORCED, clock=STANDARD), at=0)
    table = act(table, UPHELD, acts.Appeal(TWO, 1), at=10_000)
    assert not table.frozen
    assert table.clock is not None
    assert table.clock.is_running


@pytest.mark.rule("T1.1", "T5.1")
def test_partners_act_for_one_seat_and_rule_nowhere_near_it() -> None:
    table = begun(tournament(sitting=ENFORCED, teams=True))
    pair = act(table, acts.SeatPartner(ONE, "alma"), by=SYSTEM)
    alma = acts.By(acts.Role.PLAYER, "alma", ONE)
    assert pair.seat_of("alma") == ONE
    assert offered(pair, alma) == offered(pair, ANNA)
    assert refused(pair, UPHELD, "T5.1", "party_cannot_rule", by=acts.By(acts.Role.DIRECTOR, "alma"))
    assert refused(pair, acts.AppointObserver("alma"), "T1.3.iii", by=DIRECTOR)
    assert refused(pair, acts.SeatPartner(TWO, "alma"), "T3.6", "already_seated", by=SYSTEM)
    assert refused(pair, acts.SeatPartner(ONE, "bea"), "T1.3.i", "not_your_role", by=ANNA)
    left = act(pair, acts.UnseatPartner(ONE, "anna"), by=SYSTEM)  # a reserve: the seat is never empty
    assert (left.seats, left.partners) == (("alma", "bo"), ((), ()))
    assert refused(left, acts.UnseatPartner(TWO, "bo"), "T2.2.i", "opponent_missing", by=SYSTEM)
    assert around(left).requests is not None
    assert offered(left, BO) == offered(pair, BO)


def test_a_ruling_sets_what_effects_name() -> None:
    assert set(Effects.__struct_fields__) < set(acts.Rule.__struct_fields__)
    assert all(not field.required for field in msgspec.structs.fields(Effects))
