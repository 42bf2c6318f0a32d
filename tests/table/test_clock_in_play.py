"""The clock beside the play: what is on the record, what goes on for whom, and nothing that was not asked for."""

from __future__ import annotations

import pytest

from tavl.rules import Match, profile_named
from tavl.rules import acts as game
from tavl.rules.acts import Cube
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
    SYSTEM,
    TWO,
    D,
    P,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    opened,
    rolled,
    said,
    set_to,
    tournament,
    won,
)
from tests.table.refusals import ILLEGAL, LEGAL, between, clocked, cube_only, disputed, resigned, wood

FULL = 14 * MINUTE


@pytest.mark.rule("T4.1.vi")
def test_ending_a_turn_on_wood_presses_the_clock_with_both_times():
    table = act(clocked(), acts.Arrange(ONE, LEGAL), at=SECOND)
    events = said(table, acts.EndTurn(ONE), at=20 * SECOND)
    assert events[0] == acts.ClockPressed(ONE, (FULL - 8 * SECOND, FULL))
    assert kinds(events) == ["ClockPressed", "Played"]
    assert kinds(said(act(wood(), acts.Arrange(ONE, LEGAL)), acts.EndTurn(ONE))) == ["Played"]
    digital = act(begun(opened(sitting=CHALLENGE, clock=STANDARD)), acts.Arrange(ONE, LEGAL))
    assert kinds(said(digital, acts.EndTurn(ONE))) == ["Played"]


def test_who_stops_the_clock_for_the_director_has_asked_him_to_come():
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


def test_another_seat_begins_its_turn_anew():
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


# both out, and who is certain to win (T4.3.iii)


def both_out(length=3, score=(0, 0), cube=None, **terms):
    table = begun(opened(length, clock=STANDARD, ruler=Ruler.DIRECTOR, claims_flags_itself=False, **terms))
    table = at_score(table, score)
    if cube:
        table = after(table, game.CubeSet(cube))
    return after(table, acts.ClockSet(rule="T3.7.ii", reason="new clock", times=(-1000, -1000)))


def ruled(table):
    return act(act(table, acts.ClaimFlag(TWO), by=ANNA), acts.Rule(rule="T4.3.iii", reason="x", upholds=True))


GIN = P("1:1 off:14", "6:15")  # whoever sees it so bears off the last checker next


@pytest.mark.rule("T4.3.iii", shows="answers")
@pytest.mark.parametrize(
    ("score", "cube", "winner"),
    [
        ((2, 0), None, ONE),  # one point is enough
        ((1, 0), None, None),  # the game is won, the match is not
        ((1, 0), Cube(2, ONE), ONE),
        ((0, 2), None, None),
    ],
)
def test_certain_to_win_is_the_match_and_not_the_game(score, cube, winner):
    table = ruled(set_to(both_out(3, score, cube), GIN, ONE))
    assert (table.match.result.winner if table.match.result else None) == winner
    assert (table.clock is None) == (winner is None)


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_a_race_that_is_not_over_is_not_certain():
    table = ruled(set_to(both_out(1), P("6:3 off:12", "6:3 off:12"), ONE))
    assert table.match.result is None
    assert ruled(set_to(both_out(1), P("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"), ONE)).match.result is None
    hopeless = set_to(both_out(1), P("6:9 5:6", "1:1 off:14"), ONE)
    assert ruled(hopeless).match.result.winner == TWO
    behind = set_to(both_out(1), P("6:9 5:5 24:1", "2:2 off:13"), TWO)
    assert ruled(behind).match.result is None  # contact: a late shot


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_whose_turn_it_is_may_decide_who_is_certain():
    last = P("1:1 off:14", "1:1 off:14")
    for turn in (ONE, TWO):
        assert ruled(set_to(both_out(1), last, turn)).match.result.winner == turn
    contact = P("1:2 off:13", "bar:1 6:14")
    assert ruled(set_to(both_out(1), contact, ONE)).match.result.winner == ONE
    assert ruled(set_to(both_out(1), contact.mirror(), ONE)).match.result.winner == TWO


def test_two_flags_are_settled_under_their_clause():
    table = act(both_out(), acts.ClaimFlag(TWO), by=ANNA)
    assert (table.disputes.open.statement, table.disputes.open.seat) == ("", None)
    events = said(table, acts.Rule(rule="T4.3.iii", reason="x", upholds=True))
    assert acts.ClockTakenAway("T4.3.iii") in events
    assert act(table, acts.Rule(rule="T4.3.iii", reason="x", upholds=True)).stand.reason is None
    known = after(table, acts.DisputeRaised(2, "T4.3.iii", None, "", acts.BothOut(ONE)))
    decided = said(known, acts.Rule(rule="T4.3.iii", reason="x", upholds=True))
    assert game.MatchDecided(TWO, "time") in decided
    stands = after(clocked(), acts.ClockStopped(StopReason.DIRECTOR, (1, 1)), acts.ClockTakenAway("T4.3.iii"))
    assert (stands.clock, stands.stand.reason) == (None, None)


def test_a_press_is_on_the_record_with_both_times():
    events = said(clocked(), acts.PressClock(ONE), at=20 * SECOND)
    assert events == [acts.ClockPressed(ONE, (FULL - 8 * SECOND, FULL))]


def test_a_question_about_a_delay_stays_open_until_it_is_answered():
    table = act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), at=0)
    going_on = act(table, acts.ResumeClock(ONE), at=SECOND)
    assert (going_on.stand.asked, going_on.stand.reason) == (TWO, None)
    doubled = after(going_on, acts.TurnTimeStarted(TWO))
    assert doubled.stand.asked == TWO
    denied = said(going_on, acts.AnswerDelayLoss(TWO, False))
    assert denied[-1] == acts.DisputeRaised(1, "T4.1.v.b", ONE, "", acts.LoseDelay(TWO))


@pytest.mark.parametrize(
    "event",
    [
        acts.ClockPressed(ONE, (1, 1)),
        acts.TurnTimeStarted(ONE, held=True),
        acts.ClockStopped(StopReason.GAME_OVER, (1, 1)),
        acts.ClockResumed(ONE),
        acts.DelayRestarted(ONE),
        acts.DelayLost(ONE),
        acts.ClockSet(rule="T3.7.ii", reason="x", times=(1, 1)),
    ],
)
def test_what_happens_to_a_clock_that_is_not_there_changes_nothing(event):
    assert after(wood(), event) == wood()


@pytest.mark.rule("G3.1")
def test_equal_opening_dice_start_no_time():
    table = begun(opened(clock=STANDARD), opening=(3, 3))
    assert (table.clock.running, table.match.game.phase.value) == (None, "opening")
    assert after(opened(), game.Rolled(ONE, D(2, 1))) == opened()  # there is no game


def test_what_is_set_leaves_nothing_in_hand():
    laid = act(wood(), acts.Arrange(ONE, LEGAL))
    outcome = game.Outcome(ONE, 1, 1, "ruling")
    for event in (
        game.PositionSet(P("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")),
        game.TurnSet(TWO),
        game.OutcomeSet(outcome),
        game.MatchDecided(ONE, "time"),
        game.GameStarted(),
        game.DoubleAnnulled(Cube()),
    ):
        assert after(laid, event).handling.arranged is None, event
    assert after(laid, game.CubeSet(Cube(2))).handling.arranged is not None


def test_between_games_nobody_is_certain():
    table = won(both_out(3), ONE)
    table = after(table, acts.ClockSet(rule="T3.7.ii", reason="x", times=(-1, -1)))
    assert ruled(table).match.result is None


# what goes on after a dispute or a correction


def test_after_a_dispute_the_clock_goes_on_only_where_there_is_somebody_to_wait_for():
    settled = said(disputed(clock=STANDARD), acts.WithdrawDispute(ONE))
    assert settled[-1] == acts.ClockResumed(ONE)
    assert kinds(said(disputed(), acts.WithdrawDispute(ONE))) == ["DisputeSettled"]  # no clock
    resigning = act(resigned(ENFORCED, clock=STANDARD), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(resigning, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    opening = act(tournament(sitting=ENFORCED, clock=STANDARD), game.StartGame(ONE), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(opening, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    apart = act(between(clock=STANDARD), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(apart, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    away = act(disputed(clock=STANDARD), acts.Suspend(0), by=SYSTEM)
    assert kinds(said(away, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    quiet = act(cube_only(clock=STANDARD), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(quiet, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]  # it had not been pressed yet
    pressed = act(cube_only(clock=STANDARD), acts.PressClock(ONE), acts.RaiseDispute(ONE, "T5.1"), at=0)
    assert said(pressed, acts.WithdrawDispute(ONE))[-1] == acts.ClockResumed(TWO)


def test_a_replayed_play_starts_the_movers_time_and_holds_it():
    table = act(begun(opened(sitting=CHALLENGE, clock=STANDARD)), game.MakePlay(ONE, ILLEGAL), at=SECOND)
    events = said(act(table, acts.FlagPlay(TWO), at=2 * SECOND), acts.AcceptFacts(ONE))
    assert kinds(events) == ["FactsAccepted", "PlayReopened", "InfractionRecorded", "TurnTimeStarted"]
    assert events[-1] == acts.TurnTimeStarted(ONE, held=True)
    assert (events[2].rule, events[2].seat, events[2].role) == ("T4.2.iii.d", ONE, "system")
    no_clock = act(begun(opened(sitting=CHALLENGE)), game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO))
    assert kinds(said(no_clock, acts.AcceptFacts(ONE))) == ["FactsAccepted", "PlayReopened", "InfractionRecorded"]


def test_doubles_and_answers_hand_the_time_over_on_wood_once_it_runs():
    table = act(clocked(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=SECOND)
    doubled = act(table, game.Double(TWO), at=2 * SECOND)
    assert doubled.clock.running == ONE
    assert act(doubled, game.Take(ONE), at=3 * SECOND).clock.running == TWO
    assert act(doubled, game.Drop(ONE), at=3 * SECOND).clock.running is None
    still = act(wood(clock=STANDARD), game.MakePlay(ONE, LEGAL), game.Double(TWO))
    assert still.clock.running is None
    assert rolled(table, TWO, 6, 4, at=4 * SECOND).clock.running == TWO


def test_a_new_game_begins_with_nothing_left_over():
    table = won(act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE)), ONE)
    table = act(after(table, acts.DelayLost(TWO)), game.StartGame(ONE))
    assert (table.clock.turn_of, table.clock.delay_left, table.clock.held) == (None, 0, frozenset())
    assert table.stand.reason is None
