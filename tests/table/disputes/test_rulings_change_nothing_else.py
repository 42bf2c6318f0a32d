"""Disputes, rulings and penalties: each is recorded, and changes nothing else."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Cube, Outcome
from tavl.rules.board import Position
from tavl.rules.game import Phase
from tavl.table import By, Role, Ruler, acts
from tavl.table.acts import Penalty, PenaltyKind, Settlement, StopReason
from tests.table.helpers import (
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    SYSTEM,
    TWO,
    P,
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
from tests.table.refusals.rows import LEGAL, LONG, clocked, disputed, to_roll, wood

RULE = {"rule": "T1.1", "reason": "seen"}


# disputes


def test_a_dispute_closes_every_other_question():
    asked = act(wood(), acts.ReportCube(ONE, Cube(2)), acts.Correct(acts.CubeRight(), ONE))
    assert act(asked, acts.RaiseDispute(TWO, "T5.1")).corrections.asked is None
    lifted = act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE))
    denied = act(lifted, acts.AnswerDelayLoss(TWO, False))
    assert (denied.stand.asked, denied.disputes.open.claim) == (None, acts.LoseDelay(TWO))
    assert (denied.disputes.open.seat, denied.disputes.open.rule) == (ONE, "T4.1.v.b")
    upheld = act(denied, acts.Rule(rule="T4.1.v.b", reason="seen", upholds=True))
    assert upheld.clock.held == frozenset({TWO})
    assert upheld.stand.reason is None


def test_disputes_are_counted_and_the_claimant_is_told_apart():
    table = act(begun(opened()), acts.RaiseDispute(TWO, "T5.1"), acts.WithdrawDispute(TWO))
    events = said(table, acts.RaiseDispute(ONE, "T1.2", "he hums"))
    assert events == [acts.DisputeRaised(2, "T1.2", ONE, "he hums", None)]
    assert table.disputes.lost == (0, 1)
    clock = said(clocked(), acts.RaiseDispute(TWO, "T5.1"), at=20 * SECOND)
    assert clock[0] == acts.ClockStopped(StopReason.DIRECTOR, (14 * MINUTE - 8 * SECOND, 14 * MINUTE), TWO)
    assert kinds(said(wood(), acts.RaiseDispute(ONE, "T5.1", "x" * 2000))) == ["DisputeRaised"]
    assert kinds(said(won(begun(tournament(3)), ONE, 3), claim(acts.RightScore((1, 0))))) == ["DisputeRaised"]


def claim(what):
    return acts.RaiseDispute(ONE, "T4.7", "", what)


@pytest.mark.parametrize(
    ("what", "upheld"),
    [
        (acts.RightLength(9), False),
        (acts.RightScore((2, 0)), True),  # his is the only card
        (acts.RightScore((3, 0)), False),
        (None, False),
    ],
)
def test_what_holds_by_default(what, upheld):
    table = act(won(begun(opened(sitting=RECORDED)), ONE), acts.WriteScore(TWO, (2, 0)), claim(what), at=0)
    events = said(table, acts.SettleByDefault(), SYSTEM, at=5 * MINUTE)
    assert events[0] == acts.DisputeSettled(1, Settlement.DEFAULT, upheld, since=0)


def test_void_doubles_and_wrong_set_ups_are_put_right_by_default():
    wrong = P("24:2 13:4 8:4 6:5", "24:2 13:5 8:3 6:5")
    table = act(opened(sitting=RECORDED), game.StartGame(ONE), acts.ReportSetUp(ONE, wrong))
    table = act(table, acts.RaiseDispute(TWO, "T4.2.iv", "", acts.SetUpRight()), at=0)
    assert act(table, acts.SettleByDefault(), by=SYSTEM, at=5 * MINUTE).match.game.position == Position.start()
    double = act(at_score(opened(3, RECORDED), (2, 0)), acts.AnnounceCrawford(ONE))
    double = act(begun(double), game.MakePlay(ONE, LEGAL), acts.RecordDouble(TWO))
    double = act(double, acts.RaiseDispute(ONE, "T4.4.iv", "", acts.VoidDouble()), at=0)
    assert act(double, acts.SettleByDefault(), by=SYSTEM, at=5 * MINUTE).match.game.phase is Phase.TO_ROLL


def test_the_dice_settle_it_for_whoever_claims():
    for seat, roll, upheld in ((ONE, (6, 1), True), (TWO, (6, 1), False), (TWO, (1, 6), True)):
        table = act(begun(opened()), acts.RaiseDispute(seat, "T5.1"), acts.RollForDispute(ONE))
        events = said(table, acts.RollForDispute(TWO), roll=roll)
        assert events[2] == acts.DisputeSettled(1, Settlement.ROLL, upheld)


def test_what_a_dispute_leaves_when_it_is_over():
    table = disputed(clock=STANDARD)
    assert (table.stand.reason, table.stand.seat) == (StopReason.DIRECTOR, ONE)
    settled = after(table, acts.DisputeSettled(1, Settlement.WITHDRAWN, False))
    assert (settled.stand.reason, settled.stand.seat, settled.disputes.open) == (None, None, None)
    both = after(table, acts.DisputeRollWanted(ONE), acts.DisputeRollWanted(TWO))
    assert both.disputes.open.roll_wanted == {ONE, TWO}
    for event in (acts.DisputeRollWanted(ONE), acts.DisputeRolled(1, 2)):
        assert after(wood(), event) == wood()  # there is none
    nobodys = act(to_roll(CHALLENGE), acts.FlagPlay(), acts.WithdrawClaim(), by=DIRECTOR)
    assert (nobodys.disputes.lost, nobodys.handling.claim) == ((0, 0), None)
    assert after(wood(), acts.ClaimWithdrawn()).disputes.lost == (0, 0)


def test_a_dismissed_cube_claim_leaves_the_cube_as_it_lies():
    table = act(wood(), acts.ReportCube(TWO, Cube(4, ONE)), acts.RaiseDispute(TWO, "T4.4.ix", "", acts.CubeRight()))
    assert said(table, acts.WithdrawDispute(TWO))[1] == game.CubeSet(Cube(4, ONE))
    right = after(disputed(RECORDED), acts.DisputeRaised(2, "T4.4.ix", ONE, "", acts.CubeRight()))
    assert kinds(said(right, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]


# rulings


def test_a_ruling_keeps_its_number_its_words_and_its_author():
    table = act(disputed(), acts.Rule(rule="T4.5", reason="x" * 2000, final=True), by=By(Role.DIRECTOR, "dagny"))
    line = around(table).rulings[0]
    assert (line.id, line.rule, line.person, line.final, line.appealed) == (1, "T4.5", "dagny", True, False)
    events = said(disputed(), acts.Rule(**RULE, upholds=True, committee=True))
    assert events[0] == acts.Ruled(id=1, rule="T1.1", reason="seen", person="dora", dispute=1, committee=True)
    assert events[1] == acts.DisputeSettled(1, Settlement.RULING, True)
    assert kinds(said(disputed(), acts.Rule(**RULE))) == ["Ruled"]  # it says nothing about what is disputed
    again = act(act(wood(), acts.Rule(**RULE)), acts.Rule(**RULE), acts.Appeal(TWO, 2))
    assert [line.appealed for line in around(again).rulings] == [False, True]
    assert said(act(wood(), acts.Rule(**RULE)), acts.Appeal(ONE, 1)) == [acts.AppealLodged(ONE, 1)]


def test_a_ruling_takes_a_claim_off_the_table():

    table = act(to_roll(CHALLENGE), acts.FlagPlay(TWO))
    for sets in ({}, {"rule": "T1.1", "turn": TWO}):
        ruling = acts.Rule(**{"rule": "T4.2.iii.a", "reason": "it stands", **sets})
        assert kinds(said(table, ruling))[:2] == ["Ruled", "ClaimWithdrawn"]
        assert not act(table, ruling).frozen
    assert kinds(said(table, acts.Rule(**RULE))) == ["Ruled"]  # a ruling on something else


def test_what_a_ruling_sets_comes_in_order_the_score_after_what_undoes_it():
    table = won(wood(clock=STANDARD), ONE)
    ruling = acts.Rule(
        **RULE,
        reopens=True,
        length=9,
        outcome=Outcome(TWO, 1, 1, "ruling"),
        turn=ONE,
        position=Position.start(),
        cube=Cube(2, ONE),
        score=(3, 3),
        times=(5, 6),
    )
    assert kinds(said(table, ruling)) == [
        "Ruled",
        "MatchReopened",
        "LengthSet",
        "OutcomeSet",
        "TurnSet",
        "PositionSet",
        "ScoreSet",
        "CubeSet",
        "ClockSet",
        "ClockResumed",
    ]
    assert act(table, ruling).match.score == (3, 3)
    assert kinds(said(wood(), acts.Rule(**RULE, outcome=Outcome(ONE, 1, 1, "ruling")))) == ["Ruled", "OutcomeSet"]
    runs = acts.Rule(**RULE, delay_left=0, runs=TWO)
    assert said(disputed(clock=STANDARD), runs)[-1] == acts.ClockResumed(TWO)
    assert said(disputed(clock=STANDARD), runs)[-2] == acts.ClockSet(rule="T1.1", reason="seen", delay_left=0)


def test_the_smallest_and_the_largest_that_a_ruling_sets():
    for length in (1, 999):
        assert act(wood(), acts.Rule(**RULE, length=length)).match.length == length
    assert act(wood(), acts.Rule(**RULE, cube=Cube())).match.game.cube == Cube()
    assert said(wood(), acts.Rule(**RULE, winner=TWO))[-1] == game.MatchDecided(TWO, "ruling", {"rule": "T1.1"})
    assert kinds(said(wood(), acts.Rule(**RULE, outcome=Outcome(ONE, 3, 1, "ruling")))) == ["Ruled", "OutcomeSet"]


def test_what_is_not_said_of_a_person_or_a_penalty_is_nothing():
    assert (By(Role.SYSTEM).person, By(Role.SYSTEM).seat) == ("", None)
    assert Penalty(ONE, PenaltyKind.WARNING).points == 0


def test_several_penalties_are_added_up():
    penalties = tuple(Penalty(ONE, PenaltyKind.POINTS, 2) for _ in range(2))
    table = act(wood(), acts.Rule(**RULE, penalties=penalties))
    assert (table.conduct.points, table.match.result.reason) == ((4, 0), "penalty_points")
    assert table.match.result.winner == TWO
    both = (Penalty(ONE, PenaltyKind.POINTS, 1), Penalty(TWO, PenaltyKind.POINTS, 2))
    table = act(wood(), acts.Rule(**RULE, penalties=both))
    assert (table.match.score, table.conduct.points) == ((2, 1), (1, 2))
    assert [given.points for given in table.conduct.penalties] == [1, 2]


@pytest.mark.rule("T1.7.vi", shows="answers")
@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (PenaltyKind.LOSE_MATCH, "ruling"),
        (PenaltyKind.DISQUALIFY, "disqualified"),
        (PenaltyKind.EXPEL, "expelled"),
        (PenaltyKind.EXCLUDE, "excluded"),
    ],
)
def test_a_match_lost_by_penalty_says_why(kind, reason):
    penalise = acts.Penalise(against=ONE, kind=kind, rule="T1.7.vi", reason="a phone")
    assert said(wood(), penalise) == [
        acts.PenaltyGiven(ONE, kind, "T1.7.vi", "a phone"),
        game.MatchDecided(TWO, reason),
    ]
    over = won(begun(tournament(3)), ONE, 3)
    assert kinds(said(over, penalise)) == ["PenaltyGiven"]  # on record; the match stands


def test_a_game_lost_by_penalty_pays_a_single_game_at_the_cube():
    lost = acts.Penalise(against=ONE, kind=PenaltyKind.LOSE_GAME, rule="T4.3.iv", reason="x")
    table = act(wood(), acts.Rule(**RULE, cube=Cube(2, ONE)))
    assert said(table, lost)[1] == game.OutcomeSet(Outcome(TWO, 1, 2, "ruling"))
    points = acts.Penalise(against=ONE, kind=PenaltyKind.POINTS, rule="T1.2", reason="x", points=999)
    assert said(wood(), points)[1] == game.MatchDecided(TWO, "penalty_points", {"points": 999})
    warning = acts.Penalise(against=ONE, kind=PenaltyKind.WARNING, rule="T1.2", reason="x")
    assert kinds(said(wood(), warning)) == ["PenaltyGiven"]


def test_who_rules_is_named_by_both_and_never_plays():
    named = act(opened(ruler=Ruler.NAMED), acts.NameRuler(ONE, "dagny"), acts.NameRuler(TWO, "egon"))
    assert named.disputes.ruler is None
    assert named.disputes.named == ("dagny", "egon")
    agreed = act(named, acts.NameRuler(ONE, "egon"))
    assert (agreed.disputes.named, agreed.disputes.ruler) == (("egon", "egon"), "egon")
    assert refused(begun(tournament(sitting=ENFORCED)), acts.Rule(rule="T1.1", reason=LONG), "T5.1", by=DIRECTOR)
    assert kinds(said(begun(tournament()), acts.Rule(**RULE), By(Role.DIRECTOR))) == ["Ruled"]
