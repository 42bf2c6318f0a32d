"""When the clock stops and resumes: an offer to resign, a director's stop, a request granted in a dispute."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.table import actions, acts
from tavl.table.acts import InvalidRoll, Request, StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    TWO,
    D,
    P,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    set_to,
    tournament,
)
from tests.table.refusals.rows import ILLEGAL, LEGAL, RACE, clocked, cube_only

FULL = 14 * MINUTE


# an offer to resign, and a game that somebody thinks decided (T4.3.ii.g, T4.5)


def race(**terms):
    """At a physical board, Anna to roll in a race, her time running from instant 0."""
    return set_to(clocked(**terms), RACE, ONE)


@pytest.mark.rule("T4.3.ii", "T4.5")
def test_at_a_physical_board_an_offer_to_resign_stops_the_clock_and_is_answered():
    table = act(race(), game.OfferResignation(ONE, 1), at=5 * SECOND)
    assert (table.clock.running, table.stand.reason) == (None, StopReason.GAME_DECIDED)
    assert {"accept_resignation", "refuse_resignation"} <= offered(table, BO)
    agreed = act(table, game.AcceptResignation(TWO), at=MINUTE)
    assert agreed.match.score == (0, 1)  # the result is written down
    assert kinds(said(agreed, game.StartGame(ONE))) == ["GameStarted"]


@pytest.mark.rule("T4.3.ii", "T4.5")
def test_at_a_physical_board_a_refused_offer_starts_the_clock_and_the_game_is_played_out():
    table = act(race(), game.OfferResignation(ONE, 1), at=5 * SECOND)
    table = act(table, game.RefuseResignation(TWO), at=MINUTE)
    assert (table.clock.running, table.clock.delay_left, table.stand.reason) == (ONE, 7 * SECOND, None)
    assert kinds(said(table, acts.RecordRoll(ONE, D(2, 1)))) == ["Rolled"]


@pytest.mark.rule("T4.3.ii")
@pytest.mark.parametrize("stopper", [ONE, TWO])
def test_at_a_physical_board_the_loser_may_agree_once_the_clock_was_stopped_as_decided(stopper):
    table = act(race(), acts.StopClock(StopReason.GAME_DECIDED, stopper), at=5 * SECOND)
    assert refused(table, acts.RecordRoll(ONE, D(2, 1)), "T4.3.ii", "clock_stopped")
    assert "offer_resignation" in offered(table, ANNA)
    table = act(table, game.OfferResignation(ONE, 1), at=6 * SECOND)
    assert act(table, game.AcceptResignation(TWO)).match.score == (0, 1)
    assert act(table, game.RefuseResignation(TWO), at=MINUTE).clock.running == ONE


@pytest.mark.rule("T4.3.ii", shows="refused")
def test_while_the_director_has_stopped_the_clock_nothing_is_offered_or_answered():
    table = act(race(), acts.StopClock(StopReason.DIRECTOR))
    assert refused(table, game.OfferResignation(ONE, 1), "T4.3.ii", "clock_stopped")


@pytest.mark.rule("T4.3.ii", shows="refused")
@pytest.mark.parametrize("sitting", [ENFORCED, CHALLENGE, RECORDED])
def test_what_was_refused_is_not_offered_again_to_stop_the_clock(sitting):
    table = set_to(begun(tournament(sitting=sitting, clock=STANDARD)), P("6:15", "1:2 off:13"), ONE)
    once = act(table, game.OfferResignation(ONE, 1), game.RefuseResignation(TWO))
    assert refused(once, game.OfferResignation(ONE, 1), "T4.3.ii", "resignation_was_refused", size=1)
    assert [a.size for a in seen_offers(once)] == [2]  # more than was refused may be offered
    assert refused(act(once, game.OfferResignation(ONE, 2), game.RefuseResignation(TWO)), *again(2))
    rolls = acts.RecordRoll(ONE, D(2, 1)) if sitting is RECORDED else game.Roll(ONE)
    later = act(once, rolls, roll=(2, 1))
    assert kinds(said(later, game.OfferResignation(ONE, 1)))[0] == "ResignationOffered"  # another moment


def again(size):
    return game.OfferResignation(ONE, size), "T4.3.ii", "resignation_was_refused"


def seen_offers(table):
    return [a for a in actions(table, ANNA, table.last_at) if isinstance(a, game.OfferResignation)]


# the director's stop (T4.3.ii.c)


@pytest.mark.rule("T4.3.ii")
@pytest.mark.parametrize("sitting", [ENFORCED, CHALLENGE, RECORDED])
def test_a_dispute_that_is_withdrawn_does_not_lift_the_directors_stop(sitting):
    table = begun(tournament(sitting=sitting, clock=STANDARD))
    table = act(table, acts.PressClock(TWO)) if sitting is RECORDED else table
    table = act(table, acts.StopClock(StopReason.DIRECTOR), at=5 * SECOND)
    table = act(table, acts.RaiseDispute(TWO, "T5.1"), acts.WithdrawDispute(TWO), at=9 * SECOND)
    assert table.clock.running is None
    assert around(table).stopped_for is StopReason.DIRECTOR
    assert refused(table, acts.ResumeClock(TWO), "T4.3.ii", "director_stopped_it")
    assert act(table, acts.ResumeClock(), at=MINUTE).clock.running == ONE


@pytest.mark.rule("T4.3.ii")
@pytest.mark.parametrize("ends", [acts.WithdrawClaim(TWO), acts.AcceptFacts(ONE)])
def test_a_claim_that_ends_does_not_lift_the_directors_stop(ends):
    table = act(begun(tournament(sitting=CHALLENGE, clock=STANDARD)), game.MakePlay(ONE, ILLEGAL))
    table = act(table, acts.StopClock(StopReason.DIRECTOR), at=5 * SECOND)
    table = act(table, acts.FlagPlay(TWO), ends, at=9 * SECOND)
    assert table.clock.running is None
    assert refused(table, acts.ResumeClock(TWO), "T4.3.ii", "director_stopped_it")
    turn = ONE if isinstance(ends, acts.AcceptFacts) else TWO
    assert act(table, acts.ResumeClock(), at=MINUTE).clock.running == turn


@pytest.mark.rule("T4.3.ii")
def test_a_conceded_replay_leaves_the_directors_stop_and_the_delay_to_be_waited_out():
    table = act(begun(tournament(sitting=CHALLENGE, clock=STANDARD)), game.MakePlay(ONE, ILLEGAL))
    table = act(table, acts.StopClock(StopReason.DIRECTOR), acts.FlagPlay(TWO), acts.DisputeFacts(ONE))
    table = act(table, acts.ConcedeDispute(ONE), at=9 * SECOND)
    assert (table.clock.running, table.clock.turn_of, table.clock.delay_left) == (None, ONE, 12 * SECOND)
    assert table.clock.held == frozenset({ONE})


@pytest.mark.rule("T4.3.ii")
def test_a_dispute_that_stopped_the_clock_itself_lets_it_go_on():
    table = act(clocked(), acts.RaiseDispute(TWO, "T5.1"), at=5 * SECOND)
    assert act(table, acts.WithdrawDispute(TWO), at=9 * SECOND).clock.running == ONE
    called = act(clocked(), acts.StopClock(StopReason.DIRECTOR, TWO), acts.RaiseDispute(TWO, "T5.1"))
    assert act(called, acts.WithdrawDispute(TWO)).clock.running == ONE  # a player's call may be taken back


# everything stays as it is in a dispute (T5.1)


@pytest.mark.rule("T5.1")
def test_a_clock_granted_during_a_dispute_does_not_run_before_it_is_settled():
    table = act(begun(tournament(sitting=ENFORCED)), acts.AskDirector(TWO, Request.CLOCK, "he is slow"))
    table = act(table, acts.RaiseDispute(ONE, "T5.1"), acts.AnswerRequest(1, True, "yes"), at=MINUTE)
    assert (table.frozen, table.clock.running) == (True, None)
    table = act(table, acts.WithdrawDispute(ONE), at=3 * MINUTE)
    assert (table.clock.running, table.clock.remaining) == (ONE, (FULL, FULL))


@pytest.mark.rule("T2.3.ii", shows="answers")
def test_a_clock_is_not_granted_once_the_match_is_over():
    table = act(begun(tournament(sitting=ENFORCED)), acts.AskDirector(TWO, Request.CLOCK, "he is slow"))
    table = after(table, game.MatchDecided(ONE, "ruling"))
    assert refused(table, acts.AnswerRequest(1, True, "yes"), "T4.5", "match_over")
    assert kinds(said(table, acts.AnswerRequest(1, False, "too late"))) == ["Answered"]


# time is out when it is stated (T4.3.iii)


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_a_flag_that_nobody_stated_before_the_last_checker_was_off_is_no_flag():
    table = begun(opened(3, CHALLENGE, clock=STANDARD, claims_flags_itself=False))
    table = set_to(at_score(table, (2, 0)), P("1:1 off:14", "6:15"), ONE, D(2, 1))
    late = 30 * MINUTE
    assert kinds(said(table, acts.ClaimFlag(ONE), BO, at=late))[-1] == "MatchDecided"
    table = act(table, game.MakePlay(ONE, ((1, 0),)), at=late)
    assert table.awaits_acceptance
    assert refused(table, acts.ClaimFlag(ONE), "T4.5", "match_over", by=BO, at=late + SECOND)
    assert "claim_flag" not in offered(table, BO, at=late + SECOND)


# pressing ends the turn (T4.1.vi.b)


@pytest.mark.rule("T4.1.vi")
def test_pressing_ends_the_turn_on_a_recorded_board():
    table = act(clocked(), acts.Arrange(ONE, ILLEGAL), acts.PressClock(ONE), at=5 * SECOND)
    assert (table.clock.running, table.match.game.turn) == (TWO, TWO)
    assert refused(table, acts.Arrange(ONE, LEGAL), "G4.3")  # it is Bo's time
    assert kinds(said(table, acts.FlagPlay(TWO))) == ["ClockStopped", "PlayFlagged"]


@pytest.mark.rule("T4.1.vi")
def test_a_play_told_after_the_press_takes_nothing_from_the_opponents_time():
    table = act(clocked(), acts.PressClock(ONE), at=5 * SECOND)
    table = act(table, acts.Arrange(ONE, LEGAL), acts.EndTurn(ONE), at=10 * SECOND)
    assert (table.clock.running, table.clock.reads(10 * SECOND)[1]) == (TWO, 7 * SECOND)


# the delay again, after an invalid roll only (T4.3.v)


@pytest.mark.rule("T4.3.v")
def test_the_delay_is_not_restarted_after_a_valid_roll():
    assert refused(clocked(), acts.RestartDelay(ONE), "T4.3.v", "no_invalid_roll")
    assert "restart_delay" not in offered(clocked(), ANNA)


@pytest.mark.rule("T4.3.v")
def test_each_invalid_roll_restarts_the_delay_once():
    table = act(clocked(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=0)
    for at in (5 * SECOND, 20 * SECOND):
        table = act(table, acts.RecordInvalidRoll(TWO, InvalidRoll.NOT_FLAT), acts.RestartDelay(TWO), at=at)
        assert table.clock.delay_left == 12 * SECOND
        assert refused(table, acts.RestartDelay(TWO), "T4.3.v", "no_invalid_roll")
    valid = act(table, acts.RecordRoll(TWO, D(6, 4)))
    assert refused(valid, acts.RestartDelay(TWO), "T4.3.v", "no_invalid_roll")


@pytest.mark.rule("T4.3.v")
def test_where_rolls_are_not_recorded_the_press_says_that_one_was_invalid():
    table = act(cube_only(clock=STANDARD), acts.PressClock(TWO), at=0)
    assert kinds(said(table, acts.RestartDelay(ONE), at=5 * SECOND)) == ["DelayRestarted"]
