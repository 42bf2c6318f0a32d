"""Lateness, breaches, consents, requests: boundaries, and what is left alone."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules import profile_named
from tavl.rules.profile import DBF_TOURNAMENT, Breaks, PenaltyPointsTo, Side
from tavl.table import Ruler, acts
from tavl.table.acts import Charged, Equipment, InvalidRoll, Matter, PenaltyKind, Request, Useful, Way
from tavl.table.conduct import breaks_left, next_penalty_at, owed
from tavl.table.consent import Reply
from tests.table.helpers import (
    ANNA,
    DIRECTOR,
    MINUTE,
    ONE,
    RECORDED,
    SPECTATOR,
    STANDARD,
    TWO,
    D,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    opened,
    rolled,
    said,
    tournament,
    won,
)
from tests.table.refusals import LEGAL, between, over, to_roll, wood

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
    assert kinds(said(table, game.StartGame(TWO), at=7 * MINUTE)) == ["BackFromBreak", "Arrived", "GameStarted"]
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


# consents and requests


def test_each_consent_is_answered_by_its_number():
    table = act(wood(), acts.AskConsent(ONE, Matter.PHONE, "a call"), acts.AskConsent(TWO, Matter.RECORDING, "camera"))
    assert [(c.id, c.seat, c.what, c.answer) for c in table.consents] == [
        (1, ONE, "a call", Reply.OPEN),
        (2, TWO, "camera", Reply.OPEN),
    ]
    table = act(table, acts.GiveConsent(ONE, 2), acts.RefuseConsent(TWO, 1, "not now"))
    assert [(c.answer, c.why) for c in table.consents] == [(Reply.REFUSED, "not now"), (Reply.GIVEN, "")]
    ended = act(table, acts.WithdrawConsent(2, "the flash"))
    assert [(c.answer, c.why) for c in ended.consents][1] == (Reply.ENDED, "by_director")
    assert said(table, acts.WithdrawConsent(2, "the flash")) == [acts.ConsentEnded(2, "by_director", "the flash")]
    again = said(ended, acts.AskConsent(ONE, Matter.PHONE))
    assert again == [acts.ConsentAsked(3, ONE, Matter.PHONE)]  # each time anew
    both = act(wood(), acts.AskConsent(ONE, Matter.PHONE), acts.AskConsent(TWO, Matter.PHONE))
    assert len(both.consents) == 2


@pytest.mark.rule("T4.1.iv.a")
def test_leave_to_roll_left_ends_with_the_game_and_nothing_else_does():
    table = act(wood(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    table = act(table, acts.AskConsent(ONE, Matter.PHONE), acts.GiveConsent(TWO, 2))
    table = act(table, acts.AskConsent(TWO, Matter.ROLLING_LEFT), acts.RefuseConsent(ONE, 3))
    ended = won(table, ONE)
    assert [(c.answer, c.why) for c in ended.consents] == [
        (Reply.ENDED, "game_over"),
        (Reply.GIVEN, ""),
        (Reply.REFUSED, ""),
    ]
    before = act(between(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    assert after(before, game.ScoreSet((2, 0))).consents[0].answer is Reply.GIVEN  # for the game to come
    withdrawn = said(table, acts.WithdrawConsent(1, "", TWO))
    assert withdrawn == [acts.ConsentEnded(1, "withdrawn")]
    observers = act(wood(), acts.AskConsent(ONE, Matter.SILENT_OBSERVERS), acts.GiveConsent(TWO, 1))
    assert said(observers, acts.WithdrawConsent(1, "", ONE)) == [acts.ConsentEnded(1, "withdrawn")]  # either of them


@pytest.mark.rule("T4.1.iv.a")
def test_a_roll_on_the_left_counts_by_leave_or_from_the_box():
    left = acts.RecordRoll(TWO, D(6, 4), Side.LEFT)
    assert said(to_roll(), left) == [acts.RollInvalid(TWO, InvalidRoll.WRONG_SIDE)]
    leave = act(to_roll(), acts.AskConsent(TWO, Matter.ROLLING_LEFT), acts.GiveConsent(ONE, 1))
    assert kinds(said(leave, left)) == ["Rolled"]
    assert said(leave, acts.RecordRoll(TWO, D(6, 4)))[0] == acts.ConsentEnded(1, "rolled_right")
    others = act(to_roll(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    assert kinds(said(others, left)) == ["RollInvalid"]  # it is hers
    boxed = opened(7, RECORDED, DBF_TOURNAMENT.vary(baffle_box="requirement"))
    boxed = act(begun(boxed), game.MakePlay(ONE, LEGAL))
    assert kinds(said(boxed, left)) == ["Rolled"]


def test_invalid_rolls_are_counted_in_the_turn():
    table = act(to_roll(), *(acts.RecordInvalidRoll(TWO, InvalidRoll.TOUCHED) for _ in range(2)))
    assert table.handling.invalid_rolls == 2
    assert table.handling.open_play  # under the tournament's rules only a valid roll lets the play stand
    assert rolled(table, TWO, 6, 4).handling.invalid_rolls == 0
    basic = act(begun(opened(7, RECORDED, profile_named("dbf-basic"))), game.MakePlay(ONE, LEGAL))
    assert not act(basic, acts.RecordInvalidRoll(TWO, InvalidRoll.TOUCHED)).handling.open_play
    opening = act(tournament(), game.StartGame(ONE))
    assert kinds(said(opening, acts.RecordInvalidRoll(ONE, InvalidRoll.NOT_FLAT))) == ["RollInvalid"]
    assert said(wood(), acts.RecordInvalidRoll(TWO, InvalidRoll.NOT_FLAT)).rule == "G4.3"


def test_an_approval_answers_its_own_request_and_no_other():
    table = act(tournament(clock=STANDARD), acts.AskDirector(ONE, Request.COME), acts.AskApproval(TWO, CLOCK))
    assert [(line.id, line.what) for line in table.requests.lines] == [(1, Request.COME), (2, Request.APPROVE_CLOCK)]
    events = said(table, acts.Approve(CLOCK, True))
    assert events == [acts.ApprovalGiven(CLOCK, True), acts.Answered(2, True)]
    given = act(table, acts.Approve(CLOCK, True))
    again = act(given, acts.AskApproval(ONE, CLOCK))
    assert said(again, acts.Approve(CLOCK, False, "it stops"))[1] == acts.Answered(3, False, "it stops")
    refused_it = act(again, acts.Approve(CLOCK, False, "it stops"))
    assert (refused_it.clock, refused_it.setup.uses, refused_it.setup.awaiting) == (None, (), ())
    assert given.clock is not None


def test_requests_are_answered_by_their_number():
    table = act(wood(equipment=frozenset(Equipment)), acts.AskDirector(ONE, Request.CLOCK, "he is slow"))
    table = act(table, acts.AskDirector(TWO, Request.BAFFLE_BOX), acts.AskDirector(ONE, Request.COME))
    granted = said(table, acts.AnswerRequest(1, True, "yes"))
    assert granted[0] == acts.Answered(1, True, "yes")
    assert granted[1] == acts.UseSet(CLOCK, Way.PENALTY, 1, "T2.3.ii")
    assert said(table, acts.AnswerRequest(2, True))[1] == acts.UseSet(BOX, Way.PENALTY, 1, "T2.4.ii")
    assert said(table, acts.AnswerRequest(3, True)) == [acts.Answered(3, True)]
    answered = act(table, acts.AnswerRequest(3, False, "later"))
    assert [(line.granted, line.answer) for line in answered.requests.lines] == [
        (None, ""),
        (None, ""),
        (False, "later"),
    ]
    again = act(answered, acts.AskDirector(ONE, Request.COME), acts.AskDirector(TWO, Request.COME))
    assert again.requests.asked == 5
    boxed = act(answered, acts.AnswerRequest(2, True))
    assert (
        said(act(boxed, acts.AskDirector(ONE, Request.BAFFLE_BOX)), acts.AnswerRequest(4, True)).code == "not_at_hand"
    )


@pytest.mark.rule("T1.3.iii", shows="answers")
def test_an_observers_fee_falls_on_whom_the_director_says():
    asked = act(wood(), acts.AskDirector(TWO, Request.OBSERVER))
    for charged, fee, pays in ((Charged.ASKER, 50, (TWO,)), (Charged.ALL, 50, (ONE, TWO)), (Charged.NOBODY, 0, ())):
        events = said(asked, acts.AnswerRequest(1, True, "", "olaf", 50, charged))
        assert events[1] == acts.ObserverAppointed("olaf", fee, pays)
    assert act(asked, acts.AnswerRequest(1, True, "", "olaf", 50)).requests.fees == ()
    assert act(asked, acts.AnswerRequest(1, True, "", "olaf", 0, Charged.ALL)).requests.fees == ()
    expel = act(wood(), acts.AskDirector(ONE, Request.EXPEL_SPECTATORS, "they talk"))
    assert said(expel, acts.AnswerRequest(1, True, "", "siri"))[1] == acts.SpectatorExpelled("siri", "they talk")


def test_a_reader_and_a_delay_are_kept():
    table = act(wood(), acts.AppointReader(TWO, "rolf"), acts.AppointReader(ONE, "rita"))
    assert table.requests.readers == ("rita", "rolf")
    for delay in (0, 24 * 60 * MINUTE):
        assert act(wood(), acts.SetSpectatorDelay(delay)).terms.spectator_delay_ms == delay
    assert said(wood(), acts.ExpelSpectator("siri", "loud", True)) == [acts.SpectatorExpelled("siri", "loud", True)]


@pytest.mark.parametrize(
    ("action", "by"),
    [
        (acts.RecordInfraction(rule="T4.2.i", against=ONE, note="x" * 2000), DIRECTOR),
        (acts.AskConsent(ONE, Matter.PHONE, "x" * 2000), ANNA),
        (acts.AskDirector(ONE, Request.COME, "x" * 2000), ANNA),
        (acts.TellDirector(acts.Concern.OTHER, "x" * 2000), SPECTATOR),
        (acts.SetPlace("x" * 2000, "x" * 2000), DIRECTOR),
        (acts.OrderFeatured("x" * 2000), DIRECTOR),
        (acts.RaiseDispute(ONE, "T5.1", "x" * 2000), ANNA),
    ],
)
def test_two_thousand_characters_are_not_too_many(action, by):
    assert len(said(wood(), action, by)) == 1


def test_longer_reasons_are_cut_where_they_are_only_kept():
    long = "x" * 3000
    asked = act(wood(), acts.AskConsent(ONE, Matter.PHONE))
    assert said(asked, acts.RefuseConsent(TWO, 1, long)) == [acts.ConsentRefused(1, "x" * 2000)]
    given = act(asked, acts.GiveConsent(TWO, 1))
    assert said(given, acts.WithdrawConsent(1, long)) == [acts.ConsentEnded(1, "by_director", "x" * 2000)]
    announced = said(wood(), acts.AnnounceAllowed(Matter.SCORE_BOARD, long))
    assert announced == [acts.AllowanceAnnounced(1, Matter.SCORE_BOARD, "x" * 2000)]
    come = act(wood(), acts.AskDirector(ONE, Request.COME))
    assert said(come, acts.AnswerRequest(1, True, long)) == [acts.Answered(1, True, "x" * 2000)]


def test_an_announcement_has_the_next_number():
    asked = act(wood(), acts.AskConsent(ONE, Matter.PHONE))
    assert said(asked, acts.AnnounceAllowed(Matter.SCORE_BOARD)) == [acts.AllowanceAnnounced(2, Matter.SCORE_BOARD)]


def test_an_order_is_proposed_under_its_clause():
    slow = act(wood(equipment=frozenset({"clock"})), acts.RecordInfraction(rule="T2.3.i", against=ONE))
    assert [(p.rule, p.action) for p in around(slow).proposals][1] == ("T2.3.i", acts.OrderUse(CLOCK, "T2.3.i"))
