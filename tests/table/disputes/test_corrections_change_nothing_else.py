"""Corrections, rulings and disputes: each is recorded, and changes nothing else."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules import profile_named
from tavl.rules.acts import Cube, Outcome
from tavl.rules.board import Position
from tavl.table import acts
from tavl.table.acts import PenaltyKind, StopReason
from tests.table.helpers import (
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    TWO,
    Detail,
    P,
    act,
    after,
    at_score,
    begun,
    kinds,
    opened,
    refused,
    rolled,
    said,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, between, clocked, cube_only, to_roll, wood

RULE = {"rule": "T1.1", "reason": "seen"}


# T4.2.iv


@pytest.mark.rule("T4.2.iv")
def test_a_set_up_is_reported_from_either_side():
    wrong = P("24:2 13:4 8:4 6:5", "24:2 13:5 8:3 6:5")  # as Anna sees it
    start = act(tournament(), game.StartGame(ONE))
    for table in (act(start, acts.ReportSetUp(ONE, wrong)), act(start, acts.ReportSetUp(TWO, wrong.mirror()))):
        assert table.corrections.wrong_set_up == wrong
        assert table.match.game.seen_by(ONE) == wrong
    other = act(start, acts.RecordOpening(ONE, 1, 3))  # Bo begins
    other = act(other, acts.ReportSetUp(ONE, wrong))
    assert other.match.game.seen_by(ONE) == wrong
    assert act(other, acts.Correct(acts.SetUpRight())).match.game.seen_by(ONE) == Position.start()
    events = said(other, acts.Correct(acts.SetUpRight()))
    assert events[0] == acts.Corrected(acts.SetUpRight(), "T4.2.iv")
    assert act(other, acts.Correct(acts.SetUpRight())).corrections.wrong_set_up is None


@pytest.mark.rule("T4.2.iv")
def test_a_set_up_whose_checker_was_hit_or_whose_place_is_taken_needs_a_ruling():
    bos_on_five = P("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:4 20:1")  # Bo's checker stands on Anna's 5
    table = act(tournament(), game.StartGame(ONE), acts.ReportSetUp(ONE, bos_on_five), acts.RecordOpening(ONE, 3, 1))
    hit = act(table, game.MakePlay(ONE, LEGAL))
    assert hit.match.game.seen_by(ONE).opponent[25] == 1
    assert refused(hit, acts.Correct(acts.SetUpRight(), TWO), "T4.2.iv", "set_up_needs_ruling")
    ruled = act(hit, acts.Rule(rule="T4.2.iv", reason="it began there", position=P("24:2 13:5 8:3 6:5", "13:1")))
    assert ruled.match.game.position == P("24:2 13:5 8:3 6:5", "13:1")


@pytest.mark.rule("T4.2.iv")
def test_the_opponents_first_turn_does_not_end_the_time_for_it():
    wrong = P("24:2 13:4 8:4 6:5", "24:2 13:5 8:3 6:5")
    table = act(tournament(), game.StartGame(ONE), acts.ReportSetUp(ONE, wrong), acts.RecordOpening(ONE, 3, 1))
    table = act(table, game.MakePlay(ONE, LEGAL))
    assert not rolled(table, TWO, 6, 4).corrections.second_turn_begun
    assert not act(table, game.Double(TWO)).corrections.second_turn_begun
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert rolled(table, ONE, 2, 1).corrections.second_turn_begun
    over = won(table, ONE)
    assert refused(over, acts.Correct(acts.SetUpRight(), TWO), "T4.2.iv", "set_up_is_right")


# the cube


@pytest.mark.rule("T4.4.i", "T4.4.vi")
def test_which_clause_puts_the_cube_right():
    placed = act(wood(), acts.ReportCube(ONE, Cube(2)))
    assert said(placed, acts.Correct(acts.CubeRight())) == [acts.Corrected(acts.CubeRight(), "T4.4.i")]
    later = act(to_roll(), acts.ReportCube(ONE, Cube(2)))
    assert said(later, acts.Correct(acts.CubeRight())) == [acts.Corrected(acts.CubeRight(), "T4.4.vi")]
    turned = act(wood(), acts.Rule(**RULE, cube=Cube(2, TWO)), acts.ReportCube(ONE, Cube(4, TWO)))
    assert said(turned, acts.Correct(acts.CubeRight())) == [acts.Corrected(acts.CubeRight(), "T4.4.vi")]


def test_a_wrong_cube_is_forgotten_once_it_is_right():
    wrong = act(to_roll(), acts.ReportCube(ONE, Cube(4, ONE)))
    assert (wrong.corrections.cube_wrong, wrong.corrections.cube_shown) == (True, Cube(4, ONE))
    for table in (
        act(wrong, acts.Correct(acts.CubeRight())),
        act(wrong, acts.Rule(**RULE, cube=Cube(2, ONE))),
        won(wrong, ONE) and act(won(wrong, ONE), game.StartGame(ONE)),
        act(act(wrong, game.Double(TWO)), acts.Rule(**RULE, no_cube=True)),
    ):
        assert (table.corrections.cube_wrong, table.corrections.cube_shown) == (False, None)
    assert act(wrong, game.Double(TWO)).corrections.cube_wrong


@pytest.mark.rule("T4.4.vi")
@pytest.mark.parametrize(("level", "wrong"), [(None, False), (2, False), (4, True), (1, True)])
def test_only_a_wrong_level_is_recorded_as_one(level, wrong):
    table = act(to_roll(), acts.RecordDouble(TWO, level))
    assert table.corrections.cube_wrong is wrong
    assert table.corrections.cube_shown == (Cube(level) if wrong else None)
    assert table.corrections.void_double is None
    assert kinds(said(to_roll(), acts.RecordDouble(TWO, level))) == ["Doubled"] + ["DoubleRecorded"] * wrong


def test_where_only_the_cube_is_recorded_a_double_sets_the_turn():
    assert said(cube_only(), acts.RecordDouble(TWO)) == [game.TurnSet(TWO), game.Doubled(TWO)]
    assert said(cube_only(), game.Double(TWO)) == [game.TurnSet(TWO), game.Doubled(TWO)]
    assert said(cube_only(), acts.RecordDouble(TWO, 8))[-1] == acts.DoubleRecorded(TWO, "level", Cube(), 8)


# T4.4.iv and vii


def crawford():
    table = begun(act(at_score(tournament(3, clock=STANDARD), (2, 0)), acts.AnnounceCrawford(ONE)))
    return act(table, game.MakePlay(ONE, LEGAL))


@pytest.mark.rule("T4.4.iv", "T4.4.vii")
def test_a_void_double_is_on_the_record_with_its_fault_and_clause():
    table = act(crawford(), acts.RecordDouble(TWO))
    assert table.corrections.void_double.fault == "crawford"
    assert said(table, acts.Correct(acts.VoidDouble()))[:2] == [
        acts.Corrected(acts.VoidDouble(), "T4.4.iv"),
        game.DoubleAnnulled(None),
    ]
    assert act(table, acts.Correct(acts.VoidDouble())).corrections.void_double is None
    dead = act(set_to(at_score(to_roll(), (0, 6)), Position.start(), TWO), acts.RecordDouble(TWO))
    assert dead.corrections.void_double is None  # centred at 1, and he needs 1: the cube is not his
    held = act(set_to(at_score(to_roll(), (0, 5)), Position.start(), TWO), acts.Rule(**RULE, cube=Cube(2, TWO)))
    held = act(held, acts.RecordDouble(TWO))
    assert held.corrections.void_double.fault == "dead"
    assert said(held, acts.Correct(acts.VoidDouble()))[0] == acts.Corrected(acts.VoidDouble(), "T4.4.vii")


@pytest.mark.rule("T4.4.iv")
def test_a_penalty_given_since_is_kept_when_the_score_is_corrected():
    table = won(act(crawford(), acts.RecordDouble(TWO), game.Take(ONE)), TWO)
    assert table.match.score == (2, 2)
    point = acts.Penalise(against=ONE, kind=PenaltyKind.POINTS, rule="T2.2.iv", reason="late", points=1)
    table = act(at_score(table, (1, 1)), point)
    assert table.match.score == (1, 2)
    assert act(table, acts.Correct(acts.VoidDouble())).match.score == (1, 1)


def test_the_clock_follows_a_correction_only_if_it_ran_and_the_turn_changed():
    table = act(crawford(), acts.PressClock(ONE), at=0)
    table = act(table, acts.RecordDouble(TWO), at=SECOND)
    assert said(table, acts.Correct(acts.VoidDouble()))[-1] == acts.ClockResumed(TWO)
    agreed = said(act(table, acts.Correct(acts.VoidDouble(), ONE)), acts.AgreeToCorrection(TWO))
    assert agreed[-1] == acts.ClockResumed(TWO)
    stopped = act(table, acts.StopClock(StopReason.INVALID_ROLL, ONE))
    assert kinds(said(stopped, acts.Correct(acts.VoidDouble()))) == ["Corrected", "DoubleAnnulled"]
    cube = act(clocked(), acts.ReportCube(ONE, Cube(2)))
    assert kinds(said(cube, acts.Correct(acts.CubeRight()))) == ["Corrected"]


def test_what_the_director_sets_right_is_asked_no_longer():
    wrong = P("24:2 13:4 8:4 6:5", "24:2 13:5 8:3 6:5")
    cube = act(wood(), acts.ReportCube(ONE, Cube(2)))
    set_up = act(tournament(), game.StartGame(ONE), acts.ReportSetUp(ONE, wrong))
    for table, what in (
        (cube, acts.CubeRight()),
        (set_up, acts.SetUpRight()),
        (act(between(), acts.WriteScore(ONE, (2, 0))), acts.RightScore((2, 0))),
        (wood(), acts.RightLength(9)),
    ):
        asked = act(table, acts.Correct(what, ONE))
        assert asked.corrections.asked == acts.CorrectionAsked(what, ONE)
        assert act(asked, acts.Correct(what)).corrections.asked is None


def test_an_annulled_double_puts_the_cube_right_as_well():
    table = act(crawford(), acts.RecordDouble(TWO), game.Take(ONE), acts.ReportCube(ONE, Cube(8, ONE)))
    assert table.corrections.cube_wrong
    annulled = act(table, acts.Correct(acts.VoidDouble()))
    assert (annulled.corrections.cube_wrong, annulled.corrections.cube_shown) == (False, None)


# score and length


@pytest.mark.rule("T4.7", "T4.8")
def test_score_and_length_are_corrected_under_their_clause():
    assert said(between(), acts.Correct(acts.RightScore((2, 1)))) == [
        acts.Corrected(acts.RightScore((2, 1)), "T4.7"),
        game.ScoreSet((2, 1), corrects=True),
    ]
    assert said(between(), acts.Correct(acts.RightLength(9))) == [
        acts.Corrected(acts.RightLength(9), "T4.8"),
        game.LengthSet(9),
    ]
    assert said(wood(), acts.Correct(acts.RightLength(999)))[1] == acts.LengthToBeCorrected(999)
    assert said(wood(), acts.Correct(acts.RightLength(1)))[1] == acts.LengthToBeCorrected(1)
    assert said(between(), acts.Correct(acts.RightLength(2)))[1] == game.LengthSet(2)
    assert act(between(), acts.Correct(acts.RightScore((7, 6)))).match.result.winner == ONE
    due = act(wood(), acts.Correct(acts.RightLength(9)))
    assert due.corrections.length_due == 9
    assert act(due, acts.Rule(**RULE, length=11)).corrections.length_due is None  # the ruling goes before it
    assert after(due, acts.LengthCorrectionDropped(9)).corrections.length_due is None
    begun_again = act(won(due, ONE), game.StartGame(ONE))
    assert (begun_again.match.length, begun_again.corrections.length_due) == (9, None)
    dropped = act(at_score(won(act(wood(), acts.Correct(acts.RightLength(3))), ONE), (3, 0)), game.StartGame(ONE))
    assert (dropped.match.length, dropped.corrections.length_due) == (7, None)
    assert kinds(said(won(wood(), ONE), game.StartGame(ONE))) == ["GameStarted"]


# results that both state


def test_a_result_counts_once_both_say_the_same():
    table = act(cube_only(clock=STANDARD), acts.PressClock(ONE), at=0)
    table = act(table, acts.RecordResult(TWO, ONE, 2), at=SECOND)
    assert table.corrections.results == (None, acts.ResultStated(TWO, ONE, 2))
    events = said(table, acts.RecordResult(ONE, ONE, 2), at=20 * SECOND)
    assert events == [
        acts.ResultStated(ONE, ONE, 2),
        game.OutcomeSet(Outcome(ONE, 2, 2, "recorded")),
        acts.ClockStopped(StopReason.GAME_OVER, (14 * MINUTE, 14 * MINUTE - 8 * SECOND)),
    ]
    assert kinds(said(table, acts.RecordResult(ONE, TWO, 2))) == ["ResultStated"]
    assert kinds(said(table, acts.RecordResult(ONE, ONE, 3))) == ["ResultStated"]
    stopped = act(table, acts.StopClock(StopReason.GAME_DECIDED, ONE))
    assert "OutcomeSet" in kinds(said(stopped, acts.RecordResult(ONE, ONE, 2)))  # the clock stands for that


@pytest.mark.rule("G11.3")
def test_a_game_does_not_end_while_a_beaver_is_not_answered():
    profile = profile_named("sv-grund").vary(beavers=True)
    table = act(opened(None, RECORDED, profile, detail=Detail.CUBE), game.StartGame(ONE), game.Double(ONE))
    for frozen in (table, act(table, game.Beaver(TWO))):
        for seat in (ONE, TWO):
            assert refused(frozen, acts.RecordResult(seat, ONE, 1), "G10.3", "double_not_answered")
    answered = act(table, game.Beaver(TWO), game.Take(ONE))
    assert kinds(said(answered, acts.RecordResult(TWO, ONE, 1))) == ["ResultStated"]
