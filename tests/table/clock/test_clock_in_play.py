"""The clock during play: what is recorded, what runs for whom, and nothing that was not asked for."""

from __future__ import annotations

import pytest

from tavl.rules import Match, profile_named
from tavl.rules import acts as game
from tavl.rules.profile import ClockSetting
from tavl.table import Clock, Ruler, acts, clock_for
from tavl.table.acts import Request, StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    SECOND,
    STANDARD,
    TWO,
    act,
    after,
    around,
    begun,
    kinds,
    opened,
    said,
    tournament,
)
from tests.table.refusals.rows import LEGAL, clocked, wood

FULL = 14 * MINUTE


@pytest.mark.rule("T4.1.vi")
def test_ending_a_turn_at_a_physical_board_presses_the_clock_with_both_times():
    table = act(clocked(), acts.Arrange(ONE, LEGAL), at=SECOND)
    events = said(table, acts.EndTurn(ONE), at=20 * SECOND)
    assert events[0] == acts.ClockPressed(ONE, (FULL - 8 * SECOND, FULL))
    assert kinds(events) == ["ClockPressed", "Played"]
    assert kinds(said(act(wood(), acts.Arrange(ONE, LEGAL)), acts.EndTurn(ONE))) == ["Played"]
    digital = act(begun(opened(sitting=CHALLENGE, clock=STANDARD)), acts.Arrange(ONE, LEGAL))
    assert kinds(said(digital, acts.EndTurn(ONE))) == ["Played"]


def test_stopping_the_clock_for_the_director_asks_the_director_to_come():
    events = said(act(clocked(), acts.AskDirector(ONE, Request.OBSERVER)), acts.StopClock(StopReason.DIRECTOR, TWO))
    assert events[1] == acts.Asked(2, TWO, Request.COME)
    assert kinds(said(clocked(), acts.StopClock(StopReason.DIRECTOR))) == ["ClockStopped"]
    assert kinds(said(clocked(), acts.StopClock(StopReason.INVALID_ROLL, ONE))) == ["ClockStopped"]


def test_the_clock_goes_on_for_whom_it_ran_or_for_whom_the_game_waits():
    stopped = act(clocked(), acts.StopClock(StopReason.INVALID_ROLL, TWO), at=5 * SECOND)
    assert said(stopped, acts.ResumeClock(TWO)) == [acts.ClockResumed(ONE)]
    assert said(stopped, acts.ResumeClock(TWO, runs=TWO)) == [acts.ClockResumed(TWO)]
    fresh = after(act(wood(clock=STANDARD), game.MakePlay(ONE, LEGAL)), acts.ClockStopped(StopReason.DIRECTOR, (1, 1)))
    assert said(fresh, acts.ResumeClock()) == [acts.ClockResumed(TWO)]  # it has not run yet
    digital = begun(tournament(sitting=ENFORCED, clock=STANDARD))
    digital = act(digital, acts.StopClock(StopReason.DIRECTOR), at=SECOND)
    assert said(digital, acts.ResumeClock(runs=TWO)) == [acts.ClockResumed(ONE)]
    assert act(digital, acts.ResumeClock(), at=9 * SECOND).clock.delay_left == 11 * SECOND


def test_another_seat_begins_its_turn_afresh():
    clock = Clock(remaining=(FULL, FULL), delay=(12_000, 12_000)).started(ONE, 0).stopped(5000)
    assert clock.resumed(ONE, 9000).delay_left == 7000
    assert clock.resumed(TWO, 9000).delay_left == 12_000
    assert clock.resumed(ONE, 9000).since == 9000
    assert (clock.stopped(20_000).remaining, clock.stopped(20_000).since) == ((FULL, FULL), 20_000)


def test_a_delay_restarts_for_who_has_it_and_the_time_so_far_is_charged():
    clock = Clock(remaining=(FULL, FULL), delay=(12_000, 8_000)).started(TWO, 0)
    again = clock.delay_restarted(10_000)
    assert (again.remaining, again.delay_left, again.running, again.since) == ((FULL, FULL - 2000), 8000, TWO, 10_000)
    stands = clock.stopped(1000).delay_restarted(5000)
    assert (stands.delay_left, stands.running, stands.since) == (8000, None, 5000)
    never = Clock(remaining=(FULL, FULL), delay=(12_000, 8_000)).delay_restarted(77)
    assert (never.running, never.delay_left) == (None, 0)


def test_first_out_is_who_ran_out_while_nobody_had():
    clock = Clock(remaining=(0, 5), delay=(0, 0)).started(TWO, 0)
    assert clock.stopped(5).first_out is None  # nothing left, and no more was needed
    assert clock.stopped(6).first_out is TWO
    both = clock.stopped(6).started(ONE, 10).stopped(20)
    assert both.first_out is TWO
    assert Clock(remaining=(-1, 5), delay=(0, 0)).started(TWO, 0).stopped(20).first_out is None  # it was not seen
    assert both.set_to(30, (9, 9), None, None).first_out is None
    assert both.set_to(30, None, 4, None).first_out is TWO
    assert both.set_to(30, None, 4, (1, 2)).delay == (1, 2)


def test_when_time_runs_out():
    clock = Clock(remaining=(5000, 0), delay=(2000, 2000))
    assert clock.runs_out_at is None
    assert clock.started(ONE, 100).runs_out_at == 7100
    assert clock.started(TWO, 100).runs_out_at == 2100
    assert Clock(remaining=(-5, 0), delay=(0, 0)).started(ONE, 100).runs_out_at == 100
    assert clock.started(TWO, 100).out(2099) == ()
    assert clock.started(TWO, 100).out(2100) == (TWO,)
    assert clock.out(9999) == ()  # it stands


def test_without_a_length_there_is_time_for_one_point():
    money = Match.start(None, profile_named("sv-grund"))
    assert clock_for(money, ClockSetting(2, 12)).remaining == (2 * MINUTE, 2 * MINUTE)
    assert clock_for(Match.start(3), ClockSetting(0.5, 1.5)).delay == (1500, 1500)


@pytest.mark.rule("T4.1.v.b")
def test_a_lost_delay_is_waited_out_once():
    table = act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), acts.AnswerDelayLoss(TWO, True), at=0)
    assert (table.stand.asked, table.clock.held) == (None, frozenset({TWO}))
    table = act(act(table, acts.ResumeClock(ONE), at=0), acts.PressClock(ONE), at=SECOND)
    assert table.clock.holds(TWO, 12_999)
    assert not table.clock.holds(TWO, 13_000)
    assert not table.clock.holds(ONE, SECOND)
    table = act(table, acts.PressClock(TWO), at=20 * SECOND)
    assert not act(table, acts.PressClock(ONE), at=21 * SECOND).clock.holds(TWO, 21 * SECOND)


def test_times_written_down_are_proposed_where_the_clock_reads_otherwise():
    table = act(clocked(), acts.StopClock(StopReason.DIRECTOR), at=0)
    one = act(table, acts.NoteTimes(ONE, (5, 6)))
    assert around(one).proposals == ()
    both = act(one, acts.NoteTimes(TWO, (5, 6)))
    (proposal,) = around(both).proposals
    assert proposal.action == acts.SetClock(rule="T4.3.ii", reason="noted", times=(5, 6))
    assert (proposal.rule, proposal.facts) == ("T4.3.ii", {})
    assert around(act(one, acts.NoteTimes(TWO, (5, 7)))).proposals == ()
    same = act(table, acts.NoteTimes(ONE, (FULL, FULL)), acts.NoteTimes(TWO, (FULL, FULL)))
    assert around(same).proposals == ()
    assert act(both, proposal.action).stand.noted == (None, None)


def test_a_flag_is_on_the_record_by_who_claimed_it():
    table = begun(opened(clock=STANDARD, ruler=Ruler.DIRECTOR))
    out = FULL + 12 * SECOND
    assert said(table, acts.ClaimFlag(ONE), BO, at=out)[0] == acts.ClockStopped(StopReason.GAME_OVER, (0, FULL))
    assert said(table, acts.ClaimFlag(ONE), DIRECTOR, at=out)[0] == acts.ClockStopped(StopReason.DIRECTOR, (0, FULL))
    assert said(table, acts.ClaimFlag(ONE), ANNA, at=out)[1] == game.MatchDecided(TWO, "time", {"left_ms": 0})
