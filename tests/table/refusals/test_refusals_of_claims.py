"""Why a dispute, a ruling or a correction is not possible; and invalid terms."""

from __future__ import annotations

from tavl.rules.acts import Beavered, Cube, Double, MakePlay, Outcome, Roll, StartGame
from tavl.rules.board import Position
from tavl.rules.profile import DBF_TOURNAMENT, ClockSetting
from tavl.table import By, Role, Ruler, acts, why_no_aids
from tavl.table.acts import Penalty, PenaltyKind, StopReason, Useful
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SPECTATOR,
    STANDARD,
    SYSTEM,
    TWO,
    Detail,
    P,
    act,
    after,
    at_score,
    begun,
    opened,
    tournament,
    won,
)
from tests.table.refusals.rows import (
    FEWER,
    LEGAL,
    LONG,
    RULE,
    answer,
    between,
    clocked,
    closed,
    confirmed,
    cube_only,
    disputed,
    over,
    resigned,
    rows,
    second_turn,
    to_roll,
    wood,
)


def crawford_next():
    return act(at_score(tournament(3), (2, 0)), acts.AnnounceCrawford(ONE))


@rows(
    [
        ("table_closed T4.5", lambda: (closed(), acts.RaiseDispute(ONE, "T5.1"))),
        ("table_closed T4.5", lambda: (half_empty(), acts.RaiseDispute(ONE, "T5.1"))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.RaiseDispute(ONE, "T5.1", LONG))),
        ("no_such_clause T1.1 id=T9.9", lambda: (wood(), acts.RaiseDispute(ONE, "T9.9"))),
        ("match_over T4.5", lambda: (over(), acts.RaiseDispute(ONE, "T5.1"))),
        ("disputes_used_up T5.1 limit=0", lambda: (begun(opened(disputes_each=0)), acts.RaiseDispute(ONE, "T5.1"))),
        ("no_dispute T5.1", lambda: (wood(), acts.ConcedeDispute(ONE))),
        ("no_dispute T5.1", lambda: (wood(), acts.WithdrawDispute(ONE))),
        ("no_dispute T5.1", lambda: (wood(), acts.RollForDispute(ONE))),
        ("no_dispute T5.1", lambda: (wood(), acts.SettleByDefault(), SYSTEM)),
        ("not_yours_to_answer T5.1", lambda: (disputed(), acts.ConcedeDispute(ONE))),
        ("not_yours_to_answer T5.1", lambda: (two_flags(), acts.ConcedeDispute(ONE))),
        ("not_your_claim T5.1", lambda: (disputed(), acts.WithdrawDispute(TWO))),
        ("somebody_rules T5.1", lambda: (disputed(), acts.RollForDispute(ONE))),
        ("somebody_rules T5.1", lambda: (two_flags(ruler=Ruler.NOBODY), acts.RollForDispute(ONE))),
        ("opponent_to_agree T5.1", lambda: (act(alone(), acts.RollForDispute(ONE)), acts.RollForDispute(ONE))),
        ("somebody_rules T5.1", lambda: (disputed(), acts.SettleByDefault(), SYSTEM)),
        ("no_dispute T5.1", lambda: (wood(), acts.SettleTimes(ONE))),
        ("nothing_asked T4.3.iii", lambda: (alone(), acts.SettleTimes(ONE))),
        ("somebody_rules T4.3.iii", lambda: (two_flags(), acts.SettleTimes(ONE))),
        ("default_not_due T5.1 left_ms=1", lambda: (alone(), acts.SettleByDefault(), SYSTEM, 299_999)),
        ("ruler_is_set T5.1", lambda: (wood(), acts.NameRuler(ONE, "dagny"))),
        ("party_cannot_rule T5.1", lambda: (opened(ruler=Ruler.NAMED), acts.NameRuler(ONE, "bo"))),
        ("party_cannot_rule T5.1", lambda: (opened(ruler=Ruler.NAMED), acts.NameRuler(ONE, " "))),
        ("party_cannot_rule T5.1", lambda: (wood(), acts.Rule(**RULE), By(Role.DIRECTOR, "bo"))),
        ("nobody_rules T5.1", lambda: (begun(opened()), acts.Rule(**RULE))),
        ("not_named_to_rule T5.1", lambda: (begun(opened(ruler=Ruler.NAMED)), acts.Rule(**RULE))),
        ("not_named_to_rule T5.1", lambda: (begun(opened(ruler=Ruler.NAMED)), acts.Rule(**RULE), By(Role.DIRECTOR))),
        ("table_closed T4.5", lambda: (closed(), acts.Rule(**RULE))),
        ("table_closed T4.5", lambda: (half_empty(), acts.Rule(**RULE))),
        ("no_dispute T5.1", lambda: (wood(), acts.Rule(**RULE, upholds=False))),
        ("bad_length T4.5 length=0 most=999", lambda: (wood(), acts.Rule(**RULE, length=0))),
        ("bad_length T4.5 length=1000 most=999", lambda: (wood(), acts.Rule(**RULE, length=1000))),
        ("game_not_begun G1.2", lambda: (tournament(), acts.Rule(**RULE, no_cube=True))),
        ("game_not_begun G1.2", lambda: (tournament(), acts.Rule(**RULE, turn=ONE))),
        ("no_clock T3.5.i", lambda: (wood(), acts.Rule(**RULE, times=(1, 1)))),
        ("no_clock T3.5.i", lambda: (wood(), acts.Rule(**RULE, delay_left=0))),
        ("no_clock T3.5.i", lambda: (wood(), acts.Rule(**RULE, runs=ONE))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.Rule(**RULE, cube=Cube(0)))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.Rule(**RULE, cube=Cube(6)))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.Rule(**RULE, cube=Cube(2), no_cube=True))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.Rule(**RULE, cube=Cube(2)))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.Rule(**RULE, cube=Cube(1, ONE)))),
        ("crawford_game T4.4.i", lambda: (begun(crawford_next()), acts.Rule(**RULE, cube=Cube()))),
        ("no_such_size G11.4 size=0", lambda: (wood(), acts.Rule(**RULE, outcome=Outcome(ONE, 0, 1, "x")))),
        (
            "bad_value T5.1 field=outcome.reason",
            lambda: (wood(), acts.Rule(**RULE, outcome=Outcome(ONE, 1, 1, "because of his face"))),
        ),
        ("no_such_size G11.4 size=1", lambda: (wood(), acts.Rule(**RULE, outcome=Outcome(ONE, 1, 0, "x")))),
        ("bad_value G2.1 field=position", lambda: (wood(), acts.Rule(**RULE, position=P("off:15", "6:1")))),
        ("bad_value T1.7.vi field=points", lambda: (wood(), penalty(PenaltyKind.POINTS, 0))),
        ("bad_value T1.7.vi field=points", lambda: (wood(), penalty(PenaltyKind.POINTS, 1000))),
        ("bad_value T1.7.vi field=points", lambda: (wood(), penalty(PenaltyKind.WARNING, 1))),
        ("game_not_begun T4.3.iv", lambda: (between(), penalty(PenaltyKind.LOSE_GAME))),
        ("no_such_ruling T5.2 id=1", lambda: (wood(), acts.Appeal(ONE, 1))),
        ("ruling_is_final T3.8", lambda: (act(wood(), acts.Rule(**RULE, final=True)), acts.Appeal(ONE, 1))),
        (
            "appealed_already T5.2",
            lambda: (act(wood(), acts.Rule(**RULE), acts.Appeal(TWO, 1)), acts.Appeal(ONE, 1)),
        ),
        ("reason_missing T5.1", lambda: (wood(), acts.Rule(rule="T1.1", reason=" "))),
        ("text_too_long T5.1 most=2000", lambda: (wood(), acts.Rule(rule="T1.1", reason=LONG))),
    ]
)
def test_in_a_dispute(says, tried):
    assert answer(tried()) == says


def half_empty():
    return after(tournament(), acts.SeatLeft(TWO))


def alone():
    return act(begun(opened()), acts.RaiseDispute(ONE, "T5.1"), at=0)


def two_flags(**terms):
    table = begun(opened(**{"clock": STANDARD, "ruler": Ruler.DIRECTOR, **terms}))
    table = after(table, acts.ClockSet(rule="T3.7.ii", reason="new clock", times=(-1, -1)))
    return act(table, acts.ClaimFlag(ONE), by=BO)


def penalty(kind, points=0):
    return acts.Rule(**RULE, penalties=(Penalty(ONE, kind, points),))


@rows(
    [
        ("board_enforces T4.4.i", lambda: (begun(opened()), acts.ReportCube(ONE, Cube(2)))),
        ("game_not_begun G1.2", lambda: (tournament(), acts.ReportCube(ONE, Cube(2)))),
        ("game_not_begun G1.2", lambda: (between(), acts.ReportCube(ONE, Cube(2)))),
        ("resignation_pending G11.4 size=1", lambda: (resigned(), acts.ReportCube(ONE, Cube(2)))),
        ("cube_is_right T4.4.ix", lambda: (wood(), acts.ReportCube(ONE, Cube()))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.ReportCube(ONE, Cube(0)))),
        ("bad_value T4.4.i field=cube", lambda: (wood(), acts.ReportCube(ONE, Cube(6)))),
        ("board_enforces T4.4.i", lambda: (begun(opened()), acts.ReportSetUp(ONE, FEWER))),
        ("set_up_stands T4.2.iv", lambda: (second_turn(), acts.ReportSetUp(ONE, FEWER))),
        ("set_up_stands T4.2.iv", lambda: (cube_only(), acts.ReportSetUp(ONE, FEWER))),
        ("set_up_is_right T4.2.iv", lambda: (wood(), acts.ReportSetUp(ONE, Position.start()))),
        ("double_not_answered G10.3", lambda: (act(cube_only(), Double(ONE)), acts.RecordDouble(ONE))),
        ("double_not_answered G10.3", lambda: (beavered(), acts.RecordDouble(ONE))),
        ("not_your_turn G10.2", lambda: (act(tournament(), StartGame(ONE)), acts.RecordDouble(ONE))),
        ("not_your_turn G10.2", lambda: (to_roll(), acts.RecordDouble(ONE))),
        ("already_rolled G10.2 dice=31", lambda: (wood(), acts.RecordDouble(ONE))),
        ("cube_is_opponents G10.2 value=2", lambda: (taken(), acts.RecordDouble(ONE))),
        ("game_is_recorded T4.5", lambda: (wood(), acts.RecordResult(ONE, ONE, 1))),
        ("game_not_begun G1.2", lambda: (tournament(detail=Detail.CUBE), acts.RecordResult(ONE, ONE, 1))),
        ("game_not_begun G1.2", lambda: (won(cube_only(), ONE), acts.RecordResult(ONE, ONE, 1))),
        ("board_enforces T4.4.i", lambda: (begun(opened()), acts.RecordResult(ONE, ONE, 1))),
        ("game_not_begun G1.2", lambda: (won(stopped(), ONE), acts.RecordResult(ONE, ONE, 1))),
        ("game_not_begun G1.2", lambda: (stopped(ENFORCED), acts.RecordResult(ONE, ONE, 1))),
        ("double_not_answered G10.3", lambda: (act(cube_only(), Double(ONE)), acts.RecordResult(ONE, ONE, 1))),
        ("no_such_size G11.4 size=0", lambda: (cube_only(), acts.RecordResult(ONE, ONE, 0))),
        ("no_such_size G11.4 size=4", lambda: (cube_only(), acts.RecordResult(ONE, ONE, 4))),
        # corrections
        ("table_closed T4.5", lambda: (closed(), acts.Correct(acts.CubeRight(), ONE))),
        ("table_closed T4.5", lambda: (half_empty(), acts.Correct(acts.CubeRight(), ONE))),
        ("not_asked_this_way T5.1", lambda: (clocked(), acts.Correct(acts.LoseDelay(ONE), ONE))),
        ("answer_first T5.1", lambda: (asked(), acts.Correct(acts.CubeRight(), TWO))),
        ("result_confirmed T4.6", lambda: (confirmed(), acts.Correct(acts.RightScore((2, 0)), ONE))),
        ("nothing_asked T5.1", lambda: (wood(), acts.AgreeToCorrection(ONE))),
        ("nothing_asked T5.1", lambda: (wood(), acts.DisputeCorrection(ONE))),
        ("not_yours_to_answer T5.1", lambda: (asked(), acts.AgreeToCorrection(ONE))),
        ("not_yours_to_answer T5.1", lambda: (asked(), acts.DisputeCorrection(ONE))),
        ("play_stands T4.2.iii.a", lambda: (wood(), acts.RaiseDispute(ONE, "T4.2.iii.a", "", acts.ReplayPlay()))),
        ("cube_is_right T4.4.ix", lambda: (wood(), acts.Correct(acts.CubeRight(), ONE))),
        ("no_clock T3.5.i", lambda: (wood(), acts.RaiseDispute(ONE, "T4.1.v.b", "", acts.LoseDelay(TWO)))),
        ("no_clock T3.5.i", lambda: (wood(), acts.RaiseDispute(ONE, "T4.3.iii", "", acts.BothOut()))),
        (
            "time_left T4.3.iii left_ms=840000",
            lambda: (clocked(), acts.RaiseDispute(ONE, "T4.3.iii", "", acts.BothOut()), ANNA, 20 * MINUTE),
        ),
        ("set_up_is_right T4.2.iv", lambda: (wood(), acts.Correct(acts.SetUpRight(), ONE))),
        ("double_stands T4.4.iv", lambda: (wood(), acts.Correct(acts.VoidDouble(), ONE))),
        ("length_is_right T4.8", lambda: (wood(), acts.Correct(acts.RightLength(7), ONE))),
        ("bad_length T4.5 length=0 most=999", lambda: (wood(), acts.Correct(acts.RightLength(0), ONE))),
        ("bad_length T4.5 length=1000 most=999", lambda: (wood(), acts.Correct(acts.RightLength(1000), ONE))),
        ("length_played_out T4.8", lambda: (over(), acts.Correct(acts.RightLength(5), ONE))),
        ("length_would_end_match T4.8 length=3", lambda: (at_score(wood(), (3, 0)), acts.Correct(acts.RightLength(3)))),
        ("bad_value T4.7 field=score", lambda: (wood(), acts.Correct(acts.RightScore((0, -1)), ONE))),
        ("bad_value T4.7 field=score", lambda: (wood(), acts.Correct(acts.RightScore((8, 0)), ONE))),
        ("bad_value T4.7 field=score", lambda: (wood(), acts.Correct(acts.RightScore((7, 7)), ONE))),
        ("score_needs_ruling T4.5", lambda: (wood(), acts.Correct(acts.RightScore((1, 0)), ONE))),
        ("score_is_right T4.7", lambda: (wood(), acts.Correct(acts.RightScore((0, 0)), ONE))),
    ]
)
def test_of_what_is_to_be_set_right(says, tried):
    assert answer(tried()) == says


def stopped(sitting=RECORDED):
    """The director has stopped the clock."""
    table = begun(tournament(sitting=sitting, clock=STANDARD))
    table = table if sitting is ENFORCED else act(table, acts.PressClock(TWO), at=0)
    return act(table, acts.StopClock(StopReason.DIRECTOR))


def beavered():
    return after(act(to_roll(), Double(TWO)), Beavered(ONE))


def taken():
    """Anna doubled, Bo holds the cube at 2, and it is Anna's turn to roll."""
    return act(to_roll(), acts.Rule(**RULE, cube=Cube(2, TWO), turn=ONE))


def asked():
    return act(wood(), acts.ReportCube(ONE, Cube(2)), acts.Correct(acts.CubeRight(), ONE))


def test_nobody_is_helped_in_a_tournament_match():
    table = begun(tournament(aids=False))
    assert (why_no_aids(table, ANNA).code, why_no_aids(table, ANNA).rule) == ("no_aids", "T1.7.i")
    watching = why_no_aids(table, SPECTATOR)
    assert (watching.code, watching.rule) == ("no_help_from_outside", "T1.6.ii")


def test_terms_that_make_no_sense():
    def fault(**terms):
        found = opened(**terms).terms.fault
        return (found.code, found.rule, found.facts) if found else None

    assert fault() is None
    assert fault(length=0)[0] == "bad_length"
    assert fault(clock=ClockSetting(0, 0), delays_ms=(0, 0), flag_grace_ms=0, arrangements_each_turn=1) is None
    assert fault(accept_after_ms=0, default_after_ms=0, disputes_each=0, next_game_after_ms=0) is None
    for clock in (ClockSetting(-0.5, 12), ClockSetting(2, -0.5)):
        assert fault(clock=clock) == ("bad_value", "T3.5.v", {"field": "clock"})
    assert fault(delays_ms=(0, -1)) == ("bad_value", "T3.5.v", {"field": "delays_ms"})
    for name in ("flag_grace_ms", "spectator_delay_ms", "next_game_after_ms"):
        assert fault(**{name: -1}) == ("bad_value", "T2.2.iii", {"field": "times"})
    assert fault(arrangements_each_turn=0) == ("bad_value", "T4.2.v", {"field": "arrangements_each_turn"})
    for name in ("accept_after_ms", "default_after_ms", "disputes_each"):
        assert fault(**{name: -1}) == ("bad_value", "T5.1", {"field": "disputes"})


def test_dice_that_are_none():
    table = act(begun(opened()), MakePlay(ONE, LEGAL))
    assert answer((table, Roll(TWO)), roll=None) == "no_dice T4.1.i"
    table = act(alone(), acts.RollForDispute(ONE))
    assert answer((table, acts.RollForDispute(TWO)), roll=None) == "no_dice T4.1.i"
    for roll in ((0, 1), (7, 1), (1, 0), (1, 7)):
        says = f"no_such_dice T4.1.i first={roll[0]} second={roll[1]}"
        assert answer((table, acts.RollForDispute(TWO)), roll=roll) == says
        assert answer((begun(opened(sitting=CHALLENGE)), Roll(TWO)), roll=roll) == says  # too early


def test_approval_is_waited_for():
    box = {"profile": DBF_TOURNAMENT.vary(baffle_box="requirement"), "sitting": RECORDED, "ruler": Ruler.DIRECTOR}
    table = act(opened(**box), acts.AskApproval(ONE, Useful.BAFFLE_BOX))
    assert answer((table, StartGame(ONE))) == "awaits_approval T3.4.iii"
    table = act(tournament(clock=STANDARD), acts.AskApproval(ONE, Useful.CLOCK))
    assert answer((table, StartGame(ONE))) == "awaits_approval T3.5.iii"
