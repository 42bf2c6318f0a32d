"""Why something around the board is not possible: code, clause and facts."""

from __future__ import annotations

from tavl.rules.acts import StartGame
from tavl.rules.profile import DBF_TOURNAMENT, Breaks
from tavl.table import Table, TableTerms, acts
from tavl.table.acts import Charged, Concern, Matter, PenaltyKind, Request
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    MINUTE,
    ONE,
    RECORDED,
    SPECTATOR,
    STANDARD,
    SYSTEM,
    TWO,
    act,
    after,
    begun,
    opened,
    tournament,
)
from tests.table.refusals.rows import LONG, answer, between, free, over, rows, wood


@rows(
    [
        ("not_your_seat T4.2.ii seat=0", lambda: (empty(), acts.Sit(ONE, "anna"), BO)),
        ("seat_taken T3.6 seat=0", lambda: (tournament(), acts.Sit(ONE, "carl"), SYSTEM)),
        ("already_seated T3.6", lambda: (after(empty(), acts.Seated(ONE, "anna")), acts.Sit(TWO, "anna"), SYSTEM)),
        ("match_over T4.5", lambda: (over(), acts.Sit(ONE, "carl"), SYSTEM)),
        ("match_begun T4.5", lambda: (wood(), acts.Leave(ONE))),
        ("match_over T4.5", lambda: (over(), acts.Abort(ONE))),
        ("match_must_be_played_out T4.5 length=7", lambda: (between(), acts.Abort(ONE))),
        # times and breaks
        ("match_over T2.2.ii", lambda: (over(), acts.TakeBreak(ONE))),
        ("game_not_begun T2.2.ii", lambda: (tournament(), acts.TakeBreak(ONE))),
        ("break_between_games_only T2.2.ii", lambda: (wood(), acts.TakeBreak(ONE))),
        ("break_between_matches_only T2.2.ii", lambda: (between(best_of_three=True), acts.TakeBreak(ONE))),
        ("no_breaks_left T2.2.ii left=1", lambda: (between(), acts.TakeBreak(ONE, 2))),
        ("no_breaks_left T2.2.ii left=1", lambda: (between(), acts.TakeBreak(ONE, 0))),
        ("no_breaks_left T2.2.ii left=0", lambda: (act(between(), acts.TakeBreak(ONE)), acts.TakeBreak(ONE))),
        ("not_on_break T2.2.ii", lambda: (between(), acts.ReturnFromBreak(ONE))),
        ("not_on_break T2.2.ii", lambda: (act(between(), acts.TakeBreak(ONE)), acts.ReturnFromBreak(TWO))),
        ("before_start_time T2.2.i left_ms=1", lambda: (tournament(starts_at=9), StartGame(ONE), ANNA, 8)),
        ("opponent_on_break T2.2.ii left_ms=1", lambda: (on_break(), StartGame(TWO), BO, 5 * MINUTE - 1)),
        ("match_over T4.5", lambda: (over(), acts.ReportAbsence(TWO, ONE), ANNA)),
        ("not_against_yourself T2.2.iv", lambda: (tournament(starts_at=0), acts.ReportAbsence(ONE, ONE), ANNA)),
        ("nobody_is_late T2.2.iv", lambda: (tournament(starts_at=9), acts.ReportAbsence(TWO, ONE), ANNA, 8)),
        ("reported_already T2.2.iv", lambda: (late(), acts.ReportAbsence(TWO))),
        ("not_reported_absent T2.2.iv", lambda: (tournament(), acts.Arrive(TWO))),
        ("not_reported_absent T2.2.iv", lambda: (act(late(), acts.Arrive(TWO)), acts.Arrive(TWO))),
        ("not_your_role T2.2.iv role=player", lambda: (late(), acts.ApplyLatePenalty(TWO, ONE), ANNA, 5 * MINUTE)),
        ("not_your_role T2.2.iv role=player", lambda: (late(free), acts.ApplyLatePenalty(TWO, TWO), BO, 5 * MINUTE)),
        ("not_your_role T2.2.iv role=system", lambda: (late(), acts.ApplyLatePenalty(TWO), SYSTEM, 5 * MINUTE)),
        ("match_over T4.5", lambda: (over(), acts.ApplyLatePenalty(TWO))),
        ("nothing_owed T2.2.iv", lambda: (late(), acts.ApplyLatePenalty(TWO), DIRECTOR, 5 * MINUTE - 1)),
        ("nothing_owed T2.2.iv", lambda: (tournament(), acts.WaiveLatePenalty(TWO, "x"))),
        (
            "nothing_owed T2.2.iv",
            lambda: (act(late(), acts.WaiveLatePenalty(TWO, "x")), acts.WaiveLatePenalty(TWO, "x")),
        ),
        ("reason_missing T5.1", lambda: (late(), acts.WaiveLatePenalty(TWO, ""))),
        ("bad_value T2.2.iii field=breaks", lambda: (wood(), acts.SetBreaks(Breaks(-1, 1, 1), "x"))),
        ("bad_value T2.2.iii field=breaks", lambda: (wood(), acts.SetBreaks(Breaks(5, -1, 1), "x"))),
        ("bad_value T2.2.iii field=breaks", lambda: (wood(), acts.SetBreaks(Breaks(5, 1, -1), "x"))),
        ("reason_missing T5.1", lambda: (wood(), acts.SetBreaks(Breaks(5, 1, 1), " "))),
        ("match_begun T2.2.i", lambda: (wood(), acts.MoveStart(9, "x"))),
        ("reason_missing T5.1", lambda: (tournament(), acts.MoveStart(9, ""))),
        # breaches
        ("no_such_clause T1.1 id=T9.9", lambda: (wood(), acts.RecordInfraction(rule="T9.9", against=ONE))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), breach(note=LONG))),
        ("team_talk_is_free T1.5", lambda: (wood(), breach("T1.5", among_team_mates=True))),
        ("bad_value T1.2 field=against", lambda: (wood(), breach(against=None))),
        ("bad_value T1.2 field=against", lambda: (wood(), breach(person="siri"))),
        ("bad_value T1.6.i field=rule", lambda: (wood(), breach(against=None, person="siri"))),
        ("no_such_breach T1.1 clause=T4.8", lambda: (wood(), breach("T4.8"))),
        ("not_against_yourself T1.2", lambda: (wood(), breach(seat=ONE), ANNA)),
        ("no_such_clause T1.1 id=T9.9", lambda: (wood(), penalised(rule="T9.9"))),
        ("reason_missing T5.1", lambda: (wood(), penalised(reason=" "))),
        ("bad_value T1.7.vi field=points", lambda: (wood(), penalised(points=1))),
        ("nobody_rules T5.1", lambda: (begun(free()), penalised())),
        # consents
        ("match_over T4.5", lambda: (over(), acts.AskConsent(ONE, Matter.PHONE))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.AskConsent(ONE, Matter.PHONE, LONG))),
        ("no_left_rolls T4.1.iv.a", lambda: (no_left(), acts.AskConsent(ONE, Matter.ROLLING_LEFT))),
        ("bad_value T3.7.i field=what", lambda: (wood(), acts.AskConsent(ONE, Matter.OTHER_EQUIPMENT, "a lamp"))),
        ("opponent_to_agree T1.7.iv", lambda: (asks(Matter.PHONE), acts.AskConsent(ONE, Matter.PHONE))),
        ("nothing_asked T1.7.ii", lambda: (wood(), acts.GiveConsent(TWO, 1))),
        ("nothing_asked T1.7.ii", lambda: (asks(Matter.PHONE), acts.GiveConsent(TWO, 0))),
        ("nothing_asked T1.7.ii", lambda: (gives(Matter.PHONE), acts.GiveConsent(TWO, 1))),
        ("not_yours_to_answer T1.7.ii", lambda: (asks(Matter.PHONE), acts.GiveConsent(ONE, 1))),
        ("nothing_asked T1.7.ii", lambda: (wood(), acts.RefuseConsent(TWO, 1))),
        ("reason_missing T1.7.ii", lambda: (asks(Matter.STREAMING), acts.RefuseConsent(TWO, 1, " "))),
        ("reason_missing T1.7.ii", lambda: (asks(Matter.RECORDING), acts.RefuseConsent(TWO, 1))),
        ("reason_missing T1.7.iii", lambda: (asks(Matter.HEADPHONES), acts.RefuseConsent(TWO, 1))),
        ("nothing_asked T1.7.ii", lambda: (asks(Matter.PHONE), acts.WithdrawConsent(1))),
        ("nothing_asked T1.7.ii", lambda: (gives(Matter.PHONE), acts.WithdrawConsent(0))),
        ("nothing_asked T1.7.ii", lambda: (gives(Matter.PHONE), acts.WithdrawConsent(2))),
        ("director_withdraws T1.7.iv", lambda: (gives(Matter.PHONE), acts.WithdrawConsent(1, "", TWO))),
        ("director_withdraws T4.1.iv.a", lambda: (gives(Matter.ROLLING_LEFT), acts.WithdrawConsent(1, "", ONE))),
        ("director_withdraws T4.7", lambda: (announced(), acts.WithdrawConsent(1, "", ONE))),
        ("players_agree_on_it T4.1.iv.a", lambda: (wood(), acts.AnnounceAllowed(Matter.ROLLING_LEFT))),
        ("players_agree_on_it T3.7.i", lambda: (wood(), acts.AnnounceAllowed(Matter.OTHER_EQUIPMENT))),
        ("players_agree_on_it T4.2.iii.a", lambda: (wood(), acts.AnnounceAllowed(Matter.SILENT_OBSERVERS))),
        # requests
        ("nobody_rules T5.1", lambda: (free(), acts.AskDirector(ONE, Request.COME))),
        ("match_over T4.5", lambda: (over(), acts.AskDirector(ONE, Request.COME))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.AskDirector(ONE, Request.COME, LONG))),
        ("reason_missing T1.6.iv", lambda: (wood(), acts.AskDirector(ONE, Request.EXPEL_SPECTATORS, " "))),
        ("ask_for_approval T3.4.iii", lambda: (wood(), acts.AskDirector(ONE, Request.APPROVE_BAFFLE_BOX))),
        ("ask_for_approval T3.5.iii", lambda: (wood(), acts.AskDirector(ONE, Request.APPROVE_CLOCK))),
        ("asked_already T5.1", lambda: (wants(Request.COME), acts.AskDirector(ONE, Request.COME))),
        ("asked_already T1.7.vii", lambda: (wants(Request.OBSERVER), acts.AskDirector(ONE, Request.OBSERVER))),
        ("nothing_asked T2.3.ii", lambda: (wood(), acts.AnswerRequest(1, True))),
        (
            "nothing_asked T2.3.ii",
            lambda: (act(wants(Request.COME), acts.AnswerRequest(1, True)), acts.AnswerRequest(1, True)),
        ),
        ("reason_missing T5.1", lambda: (wants(Request.COME), acts.AnswerRequest(1, False))),
        ("bad_value T1.6.iv field=person", lambda: (wants(Request.EXPEL_SPECTATORS), acts.AnswerRequest(1, True))),
        ("not_at_hand T3.5.i", lambda: (wants(Request.CLOCK), acts.AnswerRequest(1, True))),
        ("not_at_hand T3.4.i", lambda: (wants(Request.BAFFLE_BOX), acts.AnswerRequest(1, True))),
        ("not_at_hand T3.5.i", lambda: (wants(Request.CLOCK, clock=STANDARD), acts.AnswerRequest(1, True))),
        ("bad_value T1.3.iii field=person", lambda: (wood(), acts.AppointObserver(""))),
        ("bad_value T1.3.iii field=person", lambda: (wood(), acts.AppointObserver("bo"))),
        ("bad_value T1.3.iii field=fee", lambda: (wood(), acts.AppointObserver("olaf", -1))),
        ("bad_value T1.3.iii field=fee", lambda: (wood(), acts.AppointObserver("olaf", 1, Charged.ASKER))),
        ("bad_value T1.3.iii field=person", lambda: (wood(), acts.AppointReader(ONE, ""))),
        ("bad_value T1.3.iii field=person", lambda: (wood(), acts.AppointReader(ONE, "anna"))),
        ("nobody_rules T5.1", lambda: (free(), acts.TellDirector(Concern.OTHER), SPECTATOR)),
        ("expelled T1.6.iii", lambda: (expelled(), acts.TellDirector(Concern.OTHER), SPECTATOR)),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.TellDirector(Concern.OTHER, LONG), SPECTATOR)),
        ("bad_value T1.6.iii field=person", lambda: (wood(), acts.ExpelSpectator("", "x"))),
        ("bad_value T1.6.iii field=person", lambda: (wood(), acts.ExpelSpectator("bo", "x"))),
        ("reason_missing T5.1", lambda: (wood(), acts.ExpelSpectator("siri", " "))),
        ("bad_value T1.6.ii field=delay_ms", lambda: (wood(), acts.SetSpectatorDelay(-1))),
        ("bad_value T1.6.ii field=delay_ms", lambda: (wood(), acts.SetSpectatorDelay(24 * 60 * MINUTE + 1))),
    ]
)
def test_between_people(says, tried):
    assert answer(tried()) == says


def empty():
    return Table.open(TableTerms(match=opened().terms.match))


def on_break():
    return act(between(), acts.TakeBreak(ONE), at=0)


def late(table=tournament):
    """Bo is reported absent at the start time, which is instant 0."""
    return act(table(starts_at=0), acts.ReportAbsence(TWO, ONE), by=ANNA, at=0)


def breach(rule="T4.2.i", against=ONE, **more):
    return acts.RecordInfraction(rule=rule, against=against, **more)


def penalised(rule="T1.2", reason="x", kind=PenaltyKind.WARNING, points=0):
    return acts.Penalise(against=ONE, kind=kind, rule=rule, reason=reason, points=points)


def no_left():
    return begun(opened(7, RECORDED, DBF_TOURNAMENT.vary(valid_roll={"left_by_leave": False})))


def asks(matter):
    return act(wood(), acts.AskConsent(ONE, matter))


def gives(matter):
    return act(asks(matter), acts.GiveConsent(TWO, 1))


def announced():
    return act(wood(), acts.AnnounceAllowed(Matter.SCORE_BOARD))


def wants(what, **terms):
    return act(wood(**terms), acts.AskDirector(ONE, what, "please"))


def expelled():
    return act(wood(), acts.ExpelSpectator("siri", "loud"))
