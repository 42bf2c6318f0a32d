"""Offered actions with their fields filled in: complete ones, and examples for the rest."""

from __future__ import annotations

from tavl.rules import acts as game
from tavl.rules.acts import Cube
from tavl.rules.profile import DBF_BASIC, Breaks
from tavl.table import Ruler, actions, acts
from tavl.table.acts import (
    Concern,
    Correct,
    Equipment,
    InvalidRoll,
    Matter,
    PenaltyKind,
    Request,
    StopReason,
    Topic,
    Useful,
)
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    OBSERVER,
    ONE,
    READER,
    SPECTATOR,
    STANDARD,
    TWO,
    D,
    P,
    act,
    at_score,
    begun,
    offered,
    opened,
    rolled,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, between, claimed, clocked, cube_only, disputed, resigned, to_roll, wood

FILL = "…"
WRONG_START = P("24:2 13:5 8:4 6:4", "24:2 13:5 8:3 6:5")


def of(kind, table, by=ANNA, at=0):
    """Everything of one type that somebody is offered."""
    return [action for action in actions(table, by, max(at, table.last_at)) if isinstance(action, kind)]


def test_a_digital_board_offers_the_legal_plays_and_one_that_does_not_enforce_none():
    assert game.MakePlay(ONE, LEGAL) in of(game.MakePlay, begun(opened()))
    assert len(of(game.MakePlay, begun(opened()))) == 16
    assert of(game.MakePlay, begun(opened(sitting=CHALLENGE))) == [game.MakePlay(ONE)]
    assert offered(begun(opened(sitting=CHALLENGE)), ANNA) >= {"make_play", "arrange", "end_turn"}
    assert offered(begun(opened(sitting=CHALLENGE)), BO) >= {"roll"}  # too early
    assert "roll" not in offered(begun(opened()), BO)
    assert of(game.StartGame, opened(sitting=CHALLENGE)) == [game.StartGame(ONE)]
    assert offered(resigned(), BO) >= {"accept_resignation", "refuse_resignation"}


def test_at_a_physical_board_everything_that_may_lie_there_is_asked_for():
    opening = act(tournament(clock=STANDARD), game.StartGame(ONE))
    assert of(acts.RecordOpening, opening) == [acts.RecordOpening(ONE, 3, 1)]
    assert of(acts.ReportSetUp, opening) == [acts.ReportSetUp(ONE, WRONG_START)]
    assert of(acts.ReportCube, opening) == [acts.ReportCube(ONE, Cube(2, None))]
    turned = act(wood(), acts.Rule(rule="T1.1", reason="x", cube=Cube(2, ONE)))
    assert of(acts.ReportCube, turned) == [acts.ReportCube(ONE, Cube(4, None))]
    table = to_roll()
    assert of(acts.RecordRoll, table, BO) == [acts.RecordRoll(TWO, D(3, 1))]
    assert of(acts.RecordInvalidRoll, table, BO) == [acts.RecordInvalidRoll(TWO, InvalidRoll.NOT_FLAT)]
    assert of(acts.RecordDouble, table, BO) == [acts.RecordDouble(TWO)]
    assert of(acts.ReportSetUp, table, BO) == [acts.ReportSetUp(TWO, WRONG_START)]
    bos_turn = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert of(acts.ReportSetUp, rolled(bos_turn, ONE, 2, 1)) == []  # the starter's second turn
    assert of(acts.RecordResult, table) == []
    assert of(acts.RecordResult, cube_only()) == [acts.RecordResult(ONE, ONE, 1), acts.RecordResult(ONE, TWO, 1)]
    assert "press_clock" in offered(clocked(), ANNA)
    invalid = act(to_roll(clock=STANDARD), acts.PressClock(ONE), acts.RecordInvalidRoll(TWO, InvalidRoll.NOT_FLAT))
    assert "restart_delay" in offered(invalid, BO)
    assert "press_clock" not in offered(clocked(), BO)


def test_clock_stops_that_have_a_reason_are_offered():
    assert {stop.reason for stop in of(acts.StopClock, clocked())} == {
        StopReason.DIRECTOR,
        StopReason.DICE_LIFTED_EARLY,
        StopReason.CLOCK_STARTED_EARLY,
        StopReason.GAME_DECIDED,
        StopReason.INVALID_ROLL,
    }
    stopped = act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), at=0)
    assert of(acts.NoteTimes, stopped) == [acts.NoteTimes(ONE, (840_000, 840_000))]
    assert of(acts.AnswerDelayLoss, stopped, BO) == [acts.AnswerDelayLoss(TWO, True), acts.AnswerDelayLoss(TWO, False)]
    assert offered(stopped, ANNA) >= {"resume_clock"}
    assert of(acts.StopClock, clocked(), DIRECTOR) == [acts.StopClock(StopReason.DIRECTOR)]
    assert of(acts.SetClock, clocked(), DIRECTOR) == [
        acts.SetClock(rule="T3.7.ii", reason=FILL, times=(840_000, 840_000))
    ]
    assert of(acts.SetClock, wood(), DIRECTOR) == []


def test_claims_and_their_answers():
    table = to_roll(CHALLENGE)
    assert of(acts.FlagPlay, table, BO) == [acts.FlagPlay(TWO)]
    assert of(acts.FlagPlay, table, DIRECTOR) == [acts.FlagPlay()]
    observed = act(table, acts.AppointObserver("olaf"))
    assert of(acts.FlagPlay, observed, OBSERVER) == [acts.FlagPlay()]
    assert of(acts.RecordInfraction, observed, OBSERVER) == [
        acts.RecordInfraction(rule="T4.2.i", against=ONE),
        acts.RecordInfraction(rule="T4.2.i", against=TWO),
    ]
    assert offered(claimed(), ANNA) >= {"accept_facts", "dispute_facts"}
    assert offered(claimed(), BO) >= {"withdraw_claim"}
    flagged = act(observed, acts.FlagPlay(), by=DIRECTOR)
    assert "withdraw_claim" in offered(flagged, DIRECTOR)
    assert "withdraw_claim" not in offered(flagged, OBSERVER)
    early = act(begun(opened(7, CHALLENGE, DBF_BASIC)), game.Roll(TWO), roll=(6, 4))
    assert of(acts.ChooseEarlyRoll, early) == [acts.ChooseEarlyRoll(ONE, True), acts.ChooseEarlyRoll(ONE, False)]


def test_disputes_and_who_rules_on_them():
    assert of(acts.RaiseDispute, wood()) == [acts.RaiseDispute(ONE, "T5.1", FILL)]
    assert of(acts.RaiseDispute, begun(opened(sitting=CHALLENGE))) != []
    assert of(acts.RaiseDispute, begun(opened())) == []
    assert offered(disputed(), ANNA) >= {"withdraw_dispute"}
    assert offered(disputed(), BO) >= {"concede_dispute"}
    alone = act(begun(opened(conduct=True)), acts.RaiseDispute(ONE, "T5.1"))
    assert offered(alone, ANNA) >= {"roll_for_dispute", "withdraw_dispute"}
    assert of(acts.NameRuler, opened(ruler=Ruler.NAMED)) == [acts.NameRuler(ONE, FILL)]
    assert of(acts.Rule, wood(), DIRECTOR) == [acts.Rule(rule="T1.1", reason=FILL)]
    upheld, dismissed = of(acts.Rule, disputed(), DIRECTOR)[1:]
    assert (upheld.rule, upheld.upholds, dismissed.upholds) == ("T5.1", True, False)
    ruled = act(wood(), acts.Rule(rule="T1.1", reason="x"))
    assert of(acts.Appeal, ruled) == [acts.Appeal(ONE, 1)]


def test_corrections_that_are_possible():
    wrong = act(wood(), acts.ReportCube(ONE, Cube(2)))
    assert of(Correct, wrong) == [Correct(acts.CubeRight(), ONE), Correct(acts.RightLength(9), ONE)]
    assert of(Correct, wrong, DIRECTOR) == [Correct(acts.CubeRight()), Correct(acts.RightLength(9))]
    written = act(between(), acts.WriteScore(ONE, (2, 0)))
    assert Correct(acts.RightScore((2, 0)), ONE) in of(Correct, written)
    asked = act(wrong, Correct(acts.CubeRight(), ONE))
    assert offered(asked, BO) >= {"agree_to_correction", "dispute_correction"}
    assert of(Correct, begun(opened())) == []


def test_conduct():
    assert offered(between(), ANNA) >= {"take_break", "write_score", "record_infraction"}
    assert of(acts.RecordInfraction, wood()) == [acts.RecordInfraction(rule="T4.2.i", against=TWO, seat=ONE)]
    table = tournament(starts_at=0)
    assert of(acts.ReportAbsence, table) == [acts.ReportAbsence(TWO, ONE)]
    assert of(acts.ReportAbsence, table, DIRECTOR) == [acts.ReportAbsence(ONE), acts.ReportAbsence(TWO)]
    absent = act(table, acts.ReportAbsence(TWO), at=0)
    assert of(acts.Arrive, absent, BO) == [acts.Arrive(TWO)]
    assert of(acts.Arrive, absent, DIRECTOR) == [acts.Arrive(TWO)]
    assert of(acts.WaiveLatePenalty, absent, DIRECTOR) == [acts.WaiveLatePenalty(TWO, FILL)]
    assert of(acts.ApplyLatePenalty, absent, DIRECTOR, at=300_000) == [acts.ApplyLatePenalty(TWO)]
    assert of(acts.Penalise, wood(), DIRECTOR) == [
        acts.Penalise(against=seat, kind=PenaltyKind.WARNING, rule="T1.1", reason=FILL) for seat in (ONE, TWO)
    ]
    assert of(acts.SetBreaks, wood(), DIRECTOR) == [acts.SetBreaks(Breaks(5, 1, 2), FILL)]
    assert of(acts.MoveStart, table, DIRECTOR, at=77) == [acts.MoveStart(77, FILL)]
    assert of(acts.TakeBreak, won(begun(opened()), ONE)) == []  # conduct is not kept there
    assert of(acts.Penalise, begun(opened()), DIRECTOR) == []


def test_consents_and_requests():
    asked = {(ask.matter, ask.what) for ask in of(acts.AskConsent, wood())}
    assert asked == {(matter, "board" if matter is Matter.OTHER_EQUIPMENT else "") for matter in Matter}
    table = act(wood(), acts.AskConsent(ONE, Matter.PHONE))
    assert of(acts.GiveConsent, table, BO) == [acts.GiveConsent(TWO, 1)]
    assert of(acts.RefuseConsent, table, BO) == [acts.RefuseConsent(TWO, 1, FILL)]
    left = act(wood(), acts.AskConsent(ONE, Matter.ROLLING_LEFT), acts.GiveConsent(TWO, 1))
    assert of(acts.WithdrawConsent, left, BO) == [acts.WithdrawConsent(1, "", TWO)]
    assert of(acts.WithdrawConsent, left, DIRECTOR) == [acts.WithdrawConsent(1)]
    assert of(acts.AnnounceAllowed, wood(), DIRECTOR) == [acts.AnnounceAllowed(Matter.PHONE_AS_SCORE_CARD)]
    may_ask = {Request.OBSERVER, Request.CLOCK, Request.BAFFLE_BOX, Request.EXPEL_SPECTATORS, Request.COME}
    assert {(ask.what, ask.reason) for ask in of(acts.AskDirector, wood())} == {(what, FILL) for what in may_ask}
    request = act(wood(), acts.AskDirector(ONE, Request.OBSERVER))
    assert of(acts.AnswerRequest, request, DIRECTOR) == [
        acts.AnswerRequest(1, True, FILL, FILL),
        acts.AnswerRequest(1, False, FILL, FILL),
    ]
    assert of(acts.TellDirector, wood(), SPECTATOR) == [acts.TellDirector(concern) for concern in Concern]


def test_preparation_and_equipment():
    table = tournament(equipment=frozenset(Equipment))
    assert [(wish.topic, wish.value) for wish in of(acts.Wish, table)] == [(topic, FILL) for topic in Topic]
    differ = act(table, acts.Wish(ONE, Topic.DICE, "a"), acts.Wish(TWO, Topic.DICE, "b"))
    assert of(acts.RollForWish, differ) == [acts.RollForWish(ONE, Topic.DICE)]
    assert [ask.what for ask in of(acts.AskUse, table)] == [Useful.BAFFLE_BOX, Useful.CLOCK]
    assert of(acts.DemandEquipment, table) == [
        acts.DemandEquipment(ONE, Equipment.BOARD, (50, 60)),
        acts.DemandEquipment(ONE, Equipment.LIPPED_CUPS),
        acts.DemandEquipment(ONE, Equipment.PRECISION_DICE),
    ]
    assert [change.defect for change in of(acts.ChangeEquipment, table)] == [True] * 5
    assert offered(table, ANNA) >= {"mix_dice", "wish_smoke_free"}
    mixed = act(table, acts.MixDice(ONE))
    assert [pick.die for pick in of(acts.PickDie, mixed, BO)] == [1, 2, 3, 4]
    clock = tournament(clock=STANDARD)
    assert of(acts.AskApproval, clock) == [acts.AskApproval(ONE, Useful.CLOCK)]
    waits = act(clock, acts.AskApproval(ONE, Useful.CLOCK))
    assert [approve.approved for approve in of(acts.Approve, waits, DIRECTOR)] == [True, False]
    assert [(order.what, order.reason) for order in of(acts.OrderUse, table, DIRECTOR)] == [
        (Useful.BAFFLE_BOX, FILL),
        (Useful.CLOCK, FILL),
    ]


def test_what_else_the_director_is_offered():
    table = wood(spectator_delay_ms=9)
    assert of(acts.RecordInfraction, table, DIRECTOR) == [
        acts.RecordInfraction(rule="T4.2.i", against=ONE),
        acts.RecordInfraction(rule="T4.2.i", against=TWO),
    ]
    assert offered(table, DIRECTOR) >= {
        "appoint_observer",
        "appoint_reader",
        "expel_spectator",
        "bring_equipment",
        "change_equipment",
        "order_featured",
        "set_place",
    }
    assert of(acts.SetPlace, table, DIRECTOR) == [acts.SetPlace("", "")]
    assert of(acts.SetSpectatorDelay, table, DIRECTOR) == [acts.SetSpectatorDelay(9)]
    assert of(acts.AppointObserver, table, DIRECTOR) == [acts.AppointObserver(FILL)]
    assert of(acts.ExpelSpectator, table, DIRECTOR) == [acts.ExpelSpectator(FILL, FILL)]
    assert of(acts.AppointReader, table, DIRECTOR) == [acts.AppointReader(ONE, FILL), acts.AppointReader(TWO, FILL)]
    assert of(acts.ChangeEquipment, table, DIRECTOR) == [acts.ChangeEquipment(Equipment.BOARD)]
    over = act(won(begun(tournament(3)), ONE, 3), acts.ReportResult(ONE, (3, 0)))
    assert of(acts.ConfirmResult, over, DIRECTOR) == [acts.ConfirmResult()]
    assert of(acts.ClaimFlag, clocked(claims_flags_itself=False), DIRECTOR, at=10_000_000) == [acts.ClaimFlag(ONE)]


def test_cards_devices_and_the_end():
    assert of(acts.WriteScore, between()) == [acts.WriteScore(ONE, (1, 0))]
    assert of(acts.ReportReading, wood()) == [acts.ReportReading(device=FILL, score=(0, 0), seat=ONE)]
    assert "announce_crawford" in offered(at_score(tournament(3), (2, 0)), ANNA)
    over = won(begun(tournament(3)), ONE, 3)
    assert of(acts.ReportResult, over) == [acts.ReportResult(ONE, (3, 0))]
    assert of(acts.Leave, tournament()) == [acts.Leave(ONE)]
    assert of(acts.Abort, tournament()) == [acts.Abort(ONE)]


def test_a_reader_is_offered_the_game_and_nothing_else():
    table = act(begun(tournament(sitting=ENFORCED)), acts.AppointReader(ONE, "rolf"))
    assert offered(table, READER) == {"make_play"}
    assert offered(begun(tournament(sitting=ENFORCED)), READER) == set()
