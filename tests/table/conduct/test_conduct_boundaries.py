"""Lateness, breaches, consents, requests: boundaries, and what is left alone."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules import profile_named
from tavl.rules.profile import DBF_TOURNAMENT, Breaks, PenaltyPointsTo
from tavl.table import Ruler, acts, due
from tavl.table.acts import PenaltyKind, Useful
from tavl.table.preparation.breaks_and_lateness import breaks_left, next_penalty_at, owed
from tests.table.helpers import (
    ANNA,
    BO,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    opened,
    refused,
    said,
    tournament,
    won,
)
from tests.table.refusals.rows import between, over, wood

BOX, CLOCK = Useful.BAFFLE_BOX, Useful.CLOCK


# lateness and breaks


def late(**terms):
    return act(tournament(starts_at=0, **terms), acts.ReportAbsence(TWO), at=0)


@pytest.mark.rule("T2.2.iv")
def test_how_late_and_what_it_has_earned():
    assert owed(tournament(starts_at=0), TWO, MINUTE) == (0, 0)
    assert owed(late(), TWO, 4 * MINUTE) == (0, 4 * MINUTE)
    assert owed(late(), TWO, 11 * MINUTE) == (2, 11 * MINUTE)
    given = act(late(), acts.ApplyLatePenalty(TWO), at=5 * MINUTE)
    assert owed(given, TWO, 11 * MINUTE) == (1, 11 * MINUTE)
    assert owed(act(late(), acts.WaiveLatePenalty(TWO, "x"), at=0), TWO, 11 * MINUTE) == (0, 0)
    lenient = act(
        opened(7, RECORDED, DBF_TOURNAMENT.vary(late=None), starts_at=0), acts.ReportAbsence(TWO, ONE), by=ANNA
    )
    assert owed(lenient, TWO, 99 * MINUTE) == (0, 99 * MINUTE)
    assert next_penalty_at(lenient, TWO) is None
    events = said(late(), acts.ApplyLatePenalty(TWO), at=11 * MINUTE)
    assert events[0] == acts.LatePenaltyCounted(TWO, 11 * MINUTE, 2)
    assert events[1] == acts.PenaltyGiven(TWO, PenaltyKind.POINTS, "T2.2.iv", "late", 2)


@pytest.mark.rule("T2.2.iv")
def test_the_proposal_shows_its_arithmetic():
    table = act(late(), acts.ApplyLatePenalty(TWO), at=5 * MINUTE)
    (proposal,) = around(table, at=16 * MINUTE).proposals
    assert proposal.facts == {
        "late_ms": 16 * MINUTE,
        "every_minutes": 5,
        "earned": 3,
        "points": 2,
        "total": 3,
        "loses_match": 0,
    }
    assert proposal.action == acts.ApplyLatePenalty(TWO)


def test_when_the_next_point_is_owed():
    assert next_penalty_at(tournament(), TWO) is None
    assert next_penalty_at(late(), TWO) == 5 * MINUTE
    assert next_penalty_at(act(late(), acts.ApplyLatePenalty(TWO), at=10 * MINUTE), TWO) == 15 * MINUTE
    there = act(late(), acts.Arrive(TWO), at=5 * MINUTE)
    assert next_penalty_at(there, TWO) == 5 * MINUTE
    assert next_penalty_at(act(late(), acts.Arrive(TWO), at=5 * MINUTE - 1), TWO) is None


@pytest.mark.rule("T2.2.ii")
def test_breaks_by_length():
    for length, breaks in ((1, 1), (15, 1), (16, 2), (17, 2)):
        assert breaks_left(tournament(length), ONE) == breaks
    assert breaks_left(tournament(best_of_three=True), ONE) == 0
    money = opened(None, RECORDED, profile_named("sv-grund"))
    assert breaks_left(money, ONE) == 0  # its rules know none
    fewer = act(act(between(), acts.TakeBreak(ONE)), acts.SetBreaks(profile_named("dbf-tournament").breaks, "x"))
    assert breaks_left(fewer, ONE) == 0
    assert breaks_left(fewer, TWO) == 1


@pytest.mark.rule("T2.2.ii")
def test_joined_breaks_end_together_for_both():
    table = act(between(), acts.TakeBreak(ONE), at=0)
    assert table.conduct.break_over == (5 * MINUTE, None)
    table = act(table, acts.TakeBreak(TWO), at=MINUTE)
    assert (table.conduct.break_over, table.conduct.on_break.seats) == ((10 * MINUTE,) * 2, {ONE, TWO})
    back = act(table, acts.ReturnFromBreak(ONE), at=2 * MINUTE)
    assert (back.conduct.on_break.seats, back.conduct.on_break.until) == ({TWO}, 10 * MINUTE)
    assert back.conduct.break_over == (None, 10 * MINUTE)
    both = act(back, acts.ReturnFromBreak(TWO), at=3 * MINUTE)
    assert both.conduct.on_break is None
    later = act(table, acts.ReturnFromBreak(ONE), at=12 * MINUTE)
    assert act(later, acts.ReturnFromBreak(TWO), game.StartGame(ONE), at=12 * MINUTE).conduct.break_over == (None, None)


@pytest.mark.rule("T2.2.iv")
def test_whoever_sets_up_the_game_has_come():
    table = act(between(), acts.TakeBreak(TWO), at=0)
    table = act(table, acts.ReportAbsence(TWO, ONE), by=ANNA, at=6 * MINUTE)
    assert kinds(said(table, game.StartGame(TWO), at=7 * MINUTE)) == ["Arrived", "BackFromBreak", "GameStarted"]
    assert kinds(said(table, game.StartGame(ONE), at=7 * MINUTE)) == ["GameStarted"]
    started = act(table, game.StartGame(TWO), at=7 * MINUTE)
    assert (started.conduct.on_break, started.conduct.absent[TWO].until) == (None, 7 * MINUTE)


@pytest.mark.rule("T2.2.iv")
def test_a_profile_may_make_lateness_dearer():
    dear = DBF_TOURNAMENT.vary(late={"every_minutes": 10, "points": 2})
    table = opened(9, RECORDED, dear, ruler=Ruler.DIRECTOR, starts_at=0)
    table = act(table, acts.ReportAbsence(TWO), at=0)
    assert (owed(table, TWO, 10 * MINUTE)[0], owed(table, TWO, 20 * MINUTE)[0]) == (2, 4)
    assert next_penalty_at(table, TWO) == 10 * MINUTE
    assert next_penalty_at(act(table, acts.ApplyLatePenalty(TWO), at=10 * MINUTE), TWO) == 20 * MINUTE


def test_a_game_that_begins_ends_every_break_and_a_match_may_have_none():
    table = act(between(), acts.TakeBreak(ONE), at=0)
    table = act(table, acts.TakeBreak(TWO), at=MINUTE)
    assert act(table, game.StartGame(ONE), at=12 * MINUTE).conduct.break_over == (None, None)
    assert kinds(said(wood(), acts.SetBreaks(Breaks(0, 0, 0), "blitz"))) == ["BreaksSet"]
    assert after(wood(), acts.LatePenaltyCounted(ONE, 1, 1)).conduct == wood().conduct


# breaches


def test_a_penalty_for_something_else_is_not_taken_for_the_step():
    breach = acts.RecordInfraction(rule="T2.2.ii", against=TWO)
    table = act(late(), acts.ApplyLatePenalty(TWO), breach, at=5 * MINUTE)
    assert [p.action.kind for p in around(table, at=5 * MINUTE).proposals] == [PenaltyKind.POINTS]
    taken = act(table, *(p.action for p in around(table, at=5 * MINUTE).proposals), at=5 * MINUTE)
    assert around(taken, at=5 * MINUTE).proposals == ()
    other = act(wood(), acts.RecordInfraction(rule="T1.7.iv", against=ONE))
    warned_bo = act(other, acts.Penalise(against=TWO, kind=PenaltyKind.WARNING, rule="T1.7.vi", reason="x"))
    assert len(around(warned_bo).proposals) == 1
    assert around(warned_bo).proposals[0].facts == {"seat": 0, "times": 1}


def test_what_a_breach_leaves_on_the_record():
    breach = acts.RecordInfraction(rule="T4.2.i", against=TWO, note="both hands", seat=ONE)
    assert said(wood(), breach, ANNA) == [
        acts.InfractionRecorded(rule="T4.2.i", seat=TWO, note="both hands", role="player")
    ]
    watching = act(wood(), acts.RecordInfraction(rule="T1.6.i", person="siri"))
    watching = act(watching, acts.RecordInfraction(rule="T1.6.ii", person="siri"))
    (proposal,) = around(watching).proposals
    assert (proposal.rule, proposal.action, proposal.facts) == (
        "T1.6.iii",
        acts.ExpelSpectator("siri", "T1.6.ii"),
        {"times": 2},
    )
    assert around(act(watching, proposal.action)).proposals == ()
    ordered = act(wood(clock=STANDARD), acts.RecordInfraction(rule="T2.3.i", against=ONE))
    assert [p.rule for p in around(ordered).proposals] == ["T2.3.i"]  # there is a clock already
    assert around(act(tournament(), acts.Abort(ONE))).proposals == ()
    ended = act(over(), acts.RecordInfraction(rule="T4.1.i", against=ONE))
    assert around(ended).proposals == ()


@pytest.mark.parametrize(
    ("goes_to", "points", "score"),
    [(PenaltyPointsTo.OPPONENT, 3, (7, 2)), (PenaltyPointsTo.OFFENDER, 3, (6, -1))],
)
def test_the_opponent_gets_no_more_than_the_match_needs(goes_to, points, score):
    table = at_score(
        begun(opened(7, profile=DBF_TOURNAMENT.vary(penalty_points_go_to=goes_to), ruler=Ruler.DIRECTOR)), (6, 2)
    )
    penalty = acts.Penalise(against=TWO, kind=PenaltyKind.POINTS, rule="T2.2.iv", reason="x", points=points)
    assert act(table, penalty).match.score == score


# lateness ends, and does not run, when nobody could play (T2.2.iv)


@pytest.mark.rule("T2.2.iv")
@pytest.mark.parametrize("sitting", [ENFORCED, RECORDED])
def test_lateness_ends_when_the_late_player_plays(sitting):
    table = begun(late(sitting=sitting, late_penalties_by_themselves=True), opening=(1, 3), at=2 * MINUTE)
    assert table.conduct.absent[TWO].until is None  # Anna set up, and rolled for both
    events = said(table, game.MakePlay(TWO, ((8, 5), (6, 5))), at=3 * MINUTE)
    assert events[0] == acts.Arrived(TWO)
    table = act(table, game.MakePlay(TWO, ((8, 5), (6, 5))), at=3 * MINUTE)
    assert due(table) is None
    assert around(table, at=60 * MINUTE).proposals == ()


@pytest.mark.rule("T2.2.iv")
@pytest.mark.parametrize(
    "shows_it",
    [acts.RecordRoll(TWO, D(6, 4)), acts.PressClock(TWO), acts.RecordInvalidRoll(TWO, acts.InvalidRoll.NOT_FLAT)],
)
def test_every_act_at_the_board_shows_that_a_player_is_there(shows_it):
    table = begun(late(clock=STANDARD), at=2 * MINUTE)
    table = act(table, game.MakePlay(ONE, ((8, 5), (6, 5))))
    assert said(table, shows_it, at=7 * MINUTE)[0] == acts.Arrived(TWO)
    assert not any(isinstance(event, acts.Arrived) for event in said(table, acts.PressClock(ONE), at=7 * MINUTE))


@pytest.mark.rule("T2.2.iv")
def test_a_game_that_sets_itself_up_shows_nothing_about_who_is_there():
    table = act(
        tournament(sitting=ENFORCED, starts_at=0, next_game_after_ms=0), acts.ReportAbsence(ONE, TWO), by=BO, at=MINUTE
    )
    assert kinds(said(table, game.StartGame(ONE), by=SYSTEM, at=2 * MINUTE)) == ["GameStarted"]


@pytest.mark.rule("T2.2.iv", "T5.1")
def test_nobody_is_late_while_a_dispute_keeps_everybody_from_playing():
    table = act(late(), acts.RaiseDispute(ONE, "T5.1", "the table wobbles"), at=4 * MINUTE)
    assert around(table, at=24 * MINUTE).conduct.late_ms == (0, 4 * MINUTE)
    table = act(table, acts.WithdrawDispute(ONE), at=24 * MINUTE)
    assert refused(table, acts.ApplyLatePenalty(TWO), "T2.2.iv", "nothing_owed", at=25 * MINUTE - 1)
    assert kinds(said(table, acts.ApplyLatePenalty(TWO), at=25 * MINUTE))[0] == "LatePenaltyCounted"


@pytest.mark.rule("T2.2.iv", "T5.1")
def test_a_break_that_would_have_ended_in_a_dispute_makes_nobody_late():
    table = act(won(begun(tournament()), ONE), acts.TakeBreak(TWO), at=0)
    table = act(table, acts.RaiseDispute(ONE, "T4.7", "two points"), at=2 * MINUTE)
    table = act(table, acts.Rule(rule="T4.7", reason="one", upholds=False), at=30 * MINUTE)
    assert refused(table, acts.ReportAbsence(TWO, ONE), "T2.2.iv", "nobody_is_late", by=ANNA, at=31 * MINUTE)
    assert table.conduct.on_break.until == 33 * MINUTE


@pytest.mark.rule("T2.2.iv")
def test_where_nobody_rules_one_players_word_counts_from_when_it_is_given():
    """The other sees the report and can answer it; nobody else was there."""
    table = opened(starts_at=0, conduct=True)
    table = act(table, acts.ReportAbsence(TWO, ONE), by=ANNA, at=20 * MINUTE)
    assert refused(table, acts.ApplyLatePenalty(TWO, ONE), "T2.2.iv", "nothing_owed", by=ANNA, at=20 * MINUTE)
    here = act(table, acts.Arrive(TWO), at=24 * MINUTE)
    assert refused(here, acts.ApplyLatePenalty(TWO, ONE), "T2.2.iv", "nothing_owed", by=ANNA, at=60 * MINUTE)
    gone = act(table, acts.ApplyLatePenalty(TWO, ONE), by=ANNA, at=25 * MINUTE)
    assert gone.match.score == (1, 0)
