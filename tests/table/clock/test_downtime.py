"""The time in which the server was down is charged to nobody: no clock, break, late player or answer."""

from __future__ import annotations

from tavl.rules import acts as game
from tavl.table import acts, due
from tests.table.helpers import (
    ANNA,
    CHALLENGE,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    SYSTEM,
    TWO,
    act,
    begun,
    opened,
    said,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, claimed


def away(table, since, until):
    """The service was away between these instants."""
    table = act(table, acts.Suspend(since), by=SYSTEM, at=until)
    return act(table, acts.Resume(), by=SYSTEM, at=until)


def between(**terms):
    return won(begun(tournament(sitting=ENFORCED, **terms)), ONE)


def test_a_clock_has_as_much_left_as_before():
    table = away(begun(opened(clock=STANDARD)), 20 * SECOND, 9 * MINUTE)
    assert table.clock.reads(9 * MINUTE) == ((14 * MINUTE - 8 * SECOND, 14 * MINUTE), 0)
    assert table.clock.running == ONE


def test_a_break_has_as_much_left_as_before():
    table = act(between(), acts.TakeBreak(ONE), at=0)
    table = away(table, 2 * MINUTE, 30 * MINUTE)
    assert table.conduct.on_break.until == 33 * MINUTE
    assert said(table, acts.ReportAbsence(ONE, TWO), at=33 * MINUTE) == [acts.AbsenceReported(ONE, 33 * MINUTE)]
    ended = act(between(), acts.TakeBreak(ONE), at=0)
    ended = away(ended, 5 * MINUTE, 30 * MINUTE)  # it was over just then
    assert (ended.conduct.on_break.until, ended.conduct.break_over) == (5 * MINUTE, (30 * MINUTE, None))
    assert said(ended, acts.ReportAbsence(ONE, TWO), at=31 * MINUTE) == [acts.AbsenceReported(ONE, 30 * MINUTE)]


def test_nobody_is_late_while_nobody_could_come():
    late = act(tournament(sitting=ENFORCED, starts_at=0), acts.ReportAbsence(TWO, ONE), by=ANNA, at=MINUTE)
    late = away(late, 2 * MINUTE, 60 * MINUTE)
    assert late.conduct.absent[TWO].since == 58 * MINUTE
    there = act(late, acts.Arrive(TWO), at=61 * MINUTE)
    assert away(there, 61 * MINUTE, 90 * MINUTE).conduct.absent[TWO] == there.conduct.absent[TWO]


def test_a_start_time_is_put_off():
    for starts, now in ((0, 58), (1, 59), (5, 60), (59, 60), (60, 60), (61, 61)):
        table = away(tournament(sitting=ENFORCED, starts_at=starts * MINUTE), 2 * MINUTE, 60 * MINUTE)
        assert table.conduct.starts_at == now * MINUTE, starts
    assert away(tournament(sitting=ENFORCED), 0, MINUTE).conduct.starts_at is None
    running = away(begun(tournament(sitting=ENFORCED, starts_at=0)), 0, MINUTE)
    assert running.conduct.starts_at == 0  # it has begun


def test_an_answer_has_as_much_time_as_before():
    table = away(claimed(), 1000, 61_000)
    assert (due(table).at, due(table).action) == (360_000, acts.DisputeFacts(ONE))
    table = act(begun(opened()), acts.RaiseDispute(ONE, "T5.1"), at=0)
    assert due(away(table, 1000, 61_000)).at == 360_000
    quiet = away(begun(opened(sitting=CHALLENGE)), 0, 1000)
    assert (quiet.handling.claim, quiet.disputes.open) == (None, None)


def test_at_a_physical_board_people_go_on():
    table = act(won(begun(tournament()), ONE), acts.TakeBreak(ONE), at=0)
    assert away(table, MINUTE, 2 * MINUTE).conduct.on_break.until == 5 * MINUTE
    clock = act(begun(opened(sitting=RECORDED, clock=STANDARD)), acts.PressClock(TWO), at=0)
    clock = away(clock, 3000, MINUTE)
    assert (clock.clock.running, clock.clock.delay_left) == (ONE, 9 * SECOND)


def test_it_is_said_once_and_only_while_there_is_something_to_stop():
    table = act(begun(opened()), acts.Suspend(5), by=SYSTEM, at=9)
    assert said(table, acts.Suspend(6), SYSTEM) == []
    assert said(begun(opened()), acts.Resume(), SYSTEM) == []
    assert said(won(begun(opened(3)), ONE, 3), acts.Suspend(5), SYSTEM) == []
    early = act(begun(opened(), at=7), acts.Suspend(5), by=SYSTEM, at=9)
    assert early.away_since == 7  # nothing before the last event is taken back
    moved = act(begun(opened(clock=STANDARD)), game.MakePlay(ONE, LEGAL), at=1000)
    assert away(moved, 500, 2000).clock.running == TWO
