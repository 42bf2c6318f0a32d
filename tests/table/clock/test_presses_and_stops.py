"""Clock stops: seven reasons and one more, each recorded with both times."""

import pytest

from tavl.rules import acts as game
from tavl.table import acts
from tavl.table.acts import InvalidRoll, LoseDelay, Request, StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    SPECTATOR,
    STANDARD,
    TWO,
    D,
    Detail,
    P,
    act,
    around,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    seen,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import resigned

LEGAL = ((8, 5), (6, 5))
FULL = 14 * MINUTE


def running(**terms):
    """At a physical board, Anna's time running from instant 0."""
    return act(begun(tournament(clock=STANDARD, **terms)), acts.PressClock(TWO), at=0)


def coarse():
    table = act(tournament(clock=STANDARD, detail=Detail.CUBE), game.StartGame(ONE))
    return act(table, acts.PressClock(TWO), at=0)


@pytest.mark.rule("T4.3.ii")
@pytest.mark.parametrize(
    ("table", "reason", "by"),
    [
        (coarse, StopReason.GAME_OVER, ANNA),
        (running, StopReason.DIRECTOR, BO),
        (running, StopReason.DIRECTOR, DIRECTOR),
        (running, StopReason.DICE_LIFTED_EARLY, ANNA),
        (running, StopReason.CLOCK_STARTED_EARLY, ANNA),
        (coarse, StopReason.ILLEGAL_PLAY, BO),
        (running, StopReason.GAME_DECIDED, BO),
        (running, StopReason.INVALID_ROLL, ANNA),
    ],
)
def test_each_reason_stops_it_and_is_on_the_record_with_both_times(table, reason, by):
    events = said(table(), acts.StopClock(reason, by.seat), by, at=20 * SECOND)
    assert events[0] == acts.ClockStopped(reason, (FULL - 8 * SECOND, FULL), by.seat)
    stopped = act(table(), acts.StopClock(reason, by.seat), by=by, at=20 * SECOND)
    assert stopped.clock.running is None
    assert around(stopped).stopped_for is (None if reason is StopReason.GAME_OVER else reason)


@pytest.mark.rule("T4.3.ii")
def test_it_stops_by_itself_at_a_games_end_and_in_breaks():
    dropped = said(act(begun(opened(clock=STANDARD)), game.MakePlay(ONE, LEGAL), game.Double(TWO)), game.Drop(ONE))
    assert dropped[-1].reason is StopReason.GAME_OVER
    table = act(won(running(), ONE), acts.TakeBreak(ONE), at=MINUTE)
    assert table.clock.running is None


@pytest.mark.rule("T4.3.ii", shows="refused")
@pytest.mark.parametrize(
    ("table", "reason", "by"),
    [
        (running, StopReason.GAME_OVER, ANNA),
        (running, StopReason.BREAK, ANNA),
        (running, StopReason.ILLEGAL_PLAY, BO),
        (running, StopReason.DICE_LIFTED_EARLY, BO),
        (running, StopReason.INVALID_ROLL, DIRECTOR),
        (lambda: begun(opened(clock=STANDARD)), StopReason.DIRECTOR, ANNA),
        (lambda: begun(tournament(sitting=ENFORCED, clock=STANDARD)), StopReason.GAME_DECIDED, ANNA),
        (lambda: begun(tournament(sitting=ENFORCED, clock=STANDARD)), StopReason.INVALID_ROLL, ANNA),
    ],
)
def test_any_other_stop_is_refused(table, reason, by):
    assert refused(table(), acts.StopClock(reason, by.seat), "T4.3.ii", "no_reason_to_stop", by=by)
    assert acts.StopClock(reason, by.seat) not in seen(table(), by).actions


@pytest.mark.rule("T4.3.ii", shows="refused")
def test_a_spectator_stops_nothing_and_a_standing_clock_is_not_stopped_again():
    assert refused(running(), acts.StopClock(StopReason.DIRECTOR), "T4.3.ii", "not_your_role", by=SPECTATOR)
    table = act(running(), acts.StopClock(StopReason.DIRECTOR, ONE))
    assert refused(table, acts.StopClock(StopReason.DIRECTOR, TWO), "T4.3.ii", "clock_stands")
    assert refused(running(), acts.ResumeClock(ONE), "T4.3.ii", "clock_runs")


@pytest.mark.rule("T4.3.ii")
def test_calling_the_director_is_a_request_and_play_waits():
    table = act(running(), acts.StopClock(StopReason.DIRECTOR, TWO), at=5 * SECOND)
    assert around(table).requests[0].what is Request.COME
    assert refused(table, game.MakePlay(ONE, LEGAL), "T4.3.ii", "clock_stopped")
    table = act(table, acts.ResumeClock(TWO), at=MINUTE)
    assert (table.clock.running, table.clock.delay_left) == (ONE, 7 * SECOND)  # the rest of the delay was kept


@pytest.mark.rule("T4.3.ii", shows="refused")
def test_what_the_director_stopped_only_the_director_starts_again():
    table = act(running(), acts.StopClock(StopReason.DIRECTOR), at=5 * SECOND)
    assert refused(table, acts.ResumeClock(ONE), "T4.3.ii", "director_stopped_it")
    assert act(table, acts.ResumeClock(), at=MINUTE).clock.running == ONE


@pytest.mark.rule("T4.3.ii")
def test_a_game_thought_decided_is_written_down_by_agreement_or_goes_on():
    table = act(coarse(), acts.StopClock(StopReason.GAME_DECIDED, ONE), at=5 * SECOND)
    agreed = act(table, acts.RecordResult(ONE, ONE, 2), acts.RecordResult(TWO, ONE, 2))
    assert agreed.match.score == (2, 0)
    goes_on = act(table, acts.ResumeClock(TWO), at=MINUTE)
    assert goes_on.clock.running == ONE
    digital = begun(opened(clock=STANDARD))
    digital = set_to(digital, P("6:5 5:5 4:5", "6:5 5:5 4:5"), ONE, D(2, 1))
    digital = act(digital, game.OfferResignation(ONE, 1), at=10 * SECOND)
    assert digital.clock.running is None
    digital = act(digital, game.RefuseResignation(TWO), at=MINUTE)
    assert (digital.clock.running, digital.clock.delay_left) == (ONE, 2 * SECOND)


@pytest.mark.rule("T4.3.ii")
def test_times_written_down_before_a_break_are_proposed_to_the_director():
    table = act(won(running(), ONE), acts.TakeBreak(ONE), acts.NoteTimes(ONE, (700_000, 650_000)))
    assert around(table).proposals == ()
    table = act(table, acts.NoteTimes(TWO, (700_000, 650_000)))
    assert around(table).times_noted == ((700_000, 650_000),) * 2
    (proposal,) = around(table).proposals
    assert act(table, proposal.action).clock.remaining == (700_000, 650_000)


# T4.1.v.b: the dice lifted too early


@pytest.mark.rule("T4.1.v.b")
def test_who_is_said_to_have_lifted_the_dice_too_early_is_asked():
    table = act(running(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), at=20 * SECOND)
    assert around(table).delay_loss_asked == TWO
    assert "answer_delay_loss" in offered(table, BO)
    assert "answer_delay_loss" not in offered(table, ANNA)
    assert kinds(said(table, acts.Arrange(ONE, LEGAL))) == ["Arranged"]  # she finishes while the clock stands
    assert refused(table, acts.PressClock(ONE), "T4.1.v.b", "delay_loss_open")


@pytest.mark.rule("T4.1.v.b", shows="answers")
def test_before_their_next_turn_they_wait_while_the_delay_counts_down():
    table = act(running(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), at=20 * SECOND)
    table = act(table, acts.AnswerDelayLoss(TWO, True), game.MakePlay(ONE, LEGAL))
    table = act(table, acts.PressClock(ONE), at=30 * SECOND)
    assert table.clock.reads(30 * SECOND)[0] == (FULL - 8 * SECOND, FULL)  # the ten seconds were nobody's
    for action in (acts.RecordRoll(TWO, D(6, 4)), game.Double(TWO), acts.PressClock(TWO)):
        assert refused(table, action, "T4.1.v.b", "wait_out_the_delay", at=41_999)
    table = rolled(table, TWO, 6, 4, at=42 * SECOND)
    assert table.clock.reads(45 * SECOND)[0] == (FULL - 8 * SECOND, FULL - 3 * SECOND)


@pytest.mark.rule("T4.1.v.b", shows="answers")
def test_unless_both_agree_the_director_is_called():
    table = act(running(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), acts.AnswerDelayLoss(TWO, False))
    assert (table.disputes.open.rule, table.disputes.open.claim) == ("T4.1.v.b", LoseDelay(TWO))
    upheld = act(table, acts.Rule(rule="T4.1.v.b", reason="seen", upholds=True))
    assert upheld.clock.held == {TWO}
    assert upheld.clock.running == ONE
    assert act(table, acts.Rule(rule="T4.1.v.b", reason="no", upholds=False)).clock.held == frozenset()


# T4.3.v: invalid rolls


@pytest.mark.rule("T4.3.v")
def test_on_an_invalid_roll_the_delay_is_restarted_with_one_press():
    table = act(running(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=SECOND)
    table = act(table, acts.RecordInvalidRoll(TWO, InvalidRoll.OFF_THE_BOARD), at=11 * SECOND)
    assert kinds(said(table, acts.RestartDelay(TWO))) == ["DelayRestarted"]
    table = act(table, acts.RestartDelay(TWO), at=11 * SECOND)
    assert table.clock.reads(23 * SECOND) == ((FULL, FULL), 0)
    assert table.clock.reads(24 * SECOND)[0] == (FULL, FULL - SECOND)


@pytest.mark.rule("T4.3.v", shows="next step")
def test_if_its_validity_is_disputed_the_clock_stands_until_that_is_settled():
    table = act(running(), acts.StopClock(StopReason.INVALID_ROLL, TWO), at=SECOND)
    table = act(table, acts.RaiseDispute(TWO, "T4.3.v", "it touched the cup"))
    assert "resume_clock" not in offered(table, ANNA)
    table = act(table, acts.Rule(rule="T4.3.v", reason="it counts"), at=MINUTE)
    assert table.clock.reads(MINUTE) == ((FULL, FULL), 11 * SECOND)
    assert table.clock.running == ONE


# the director sets it


@pytest.mark.rule("T3.7.ii")
def test_the_director_is_the_one_who_sets_the_times_of_a_new_clock():
    assert "set_clock" in offered(running(), DIRECTOR)
    action = acts.SetClock(rule="T3.7.ii", reason="the old one stuck", times=(5 * MINUTE, 6 * MINUTE), delay_left=4000)
    assert refused(running(), action, "T3.7.ii", "not_your_role", by=ANNA)
    assert refused(running(), acts.SetClock(rule="T3.7.ii", reason=" "), "T5.1", "reason_missing")


@pytest.mark.rule("T3.7.ii", shows="answers")
def test_the_director_sets_both_times_and_the_remaining_delay_of_a_running_match():
    action = acts.SetClock(rule="T3.7.ii", reason="the old one stuck", times=(5 * MINUTE, 6 * MINUTE), delay_left=4000)
    table = act(running(), action, at=20 * SECOND)
    assert table.clock.reads(20 * SECOND) == ((5 * MINUTE, 6 * MINUTE), 4000)
    assert table.clock.reads(25 * SECOND)[0] == (5 * MINUTE - SECOND, 6 * MINUTE)


def test_he_gives_one_player_another_delay():
    action = acts.SetClock(rule="T2.2.iii", reason="cannot move his hand", delay=(30_000, 12_000))
    table = act(act(running(), action, at=0), acts.PressClock(ONE), acts.PressClock(TWO), at=0)
    assert table.clock.delay_left == 30_000
    bad = acts.SetClock(rule="T2.2.iii", reason="x", delay=(-1, 0))
    assert refused(running(), bad, "T3.5.v", "bad_value")


@pytest.mark.rule("T4.3.iv")
def test_a_wrongly_started_clock_is_put_to_the_director():
    table = act(running(), acts.RecordInfraction(rule="T4.3.iv", against=ONE, seat=TWO), by=BO)
    (proposal,) = around(table).proposals
    assert proposal.rule == "T4.3.iv"
    assert "rule" in offered(table, DIRECTOR)
    assert "rule" not in offered(table, BO)


@pytest.mark.rule("T4.3.iv", shows="answers")
@pytest.mark.parametrize(
    ("kind", "points", "score", "winner"),
    [
        (acts.PenaltyKind.WARNING, 0, (0, 0), None),
        (acts.PenaltyKind.POINTS, 2, (0, 2), None),
        (acts.PenaltyKind.LOSE_GAME, 0, (0, 1), None),
        (acts.PenaltyKind.LOSE_MATCH, 0, (0, 0), TWO),
        (acts.PenaltyKind.DISQUALIFY, 0, (0, 0), TWO),
        (acts.PenaltyKind.EXCLUDE, 0, (0, 0), TWO),
    ],
)
def test_the_director_gives_time_back_and_picks_the_penalty_in_one_ruling(kind, points, score, winner):
    penalty = acts.Penalty(ONE, kind, points)
    ruling = acts.Rule(rule="T4.3.iv", reason="she let it run", times=(FULL, FULL), penalties=(penalty,))
    table = act(running(), ruling, at=5 * MINUTE)
    assert table.clock.reads(5 * MINUTE)[0] == (FULL, FULL)
    assert table.match.score == score
    assert (table.match.result.winner if table.match.result else None) == winner


def test_a_clock_is_only_restarted_at_a_physical_board():
    assert refused(begun(opened(clock=STANDARD)), acts.RestartDelay(ONE), "T4.3.ii")
    assert refused(begun(opened(sitting=RECORDED)), acts.RestartDelay(ONE), "T3.5.i", "no_clock")


@pytest.mark.rule("T4.5", "T4.3.ii")
def test_an_offer_to_resign_is_answered_whatever_the_clock_stands_for():
    table = act(resigned(clock=STANDARD), acts.PressClock(TWO), at=0)  # it stood when the game was offered
    table = act(table, acts.StopClock(StopReason.DIRECTOR), at=SECOND)
    assert offered(table, BO) >= {"accept_resignation", "refuse_resignation"}
    assert act(table, game.AcceptResignation(TWO)).match.score == (0, 1)
    refusing = act(table, game.RefuseResignation(TWO))
    assert act(refusing, acts.ResumeClock()).clock.is_running
