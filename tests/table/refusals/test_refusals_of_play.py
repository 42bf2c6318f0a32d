"""Why something at the board, with the clock or in a dispute is not possible: code, clause and facts."""

from __future__ import annotations

from tavl.rules.acts import Double, MakePlay, Roll, StartGame
from tavl.rules.profile import DBF_BASIC, DBF_TOURNAMENT
from tavl.table import By, Role, Table, TableTerms, acts
from tavl.table.acts import InvalidRoll, Matter, StopReason
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    OBSERVER,
    ONE,
    READER,
    RECORDED,
    SECOND,
    SPECTATOR,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    P,
    act,
    after,
    begun,
    opened,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import (
    FEWER,
    ILLEGAL,
    LEGAL,
    RULE,
    answer,
    between,
    claimed,
    clocked,
    closed,
    disputed,
    over,
    resigned,
    rows,
    to_roll,
    wood,
)


@rows(
    [
        ("not_your_role T5.1 role=player", lambda: (wood(), acts.Rule(**RULE), ANNA)),
        ("not_your_role T2.1 role=spectator", lambda: (wood(), acts.SetPlace("a", "1"), SPECTATOR)),
        ("not_appointed T1.3.iii", lambda: (wood(), acts.FlagPlay(), OBSERVER)),
        ("not_appointed T1.3.iii", lambda: (wood(), MakePlay(ONE, LEGAL), READER)),
        ("not_appointed T1.3.iii", lambda: (wood(), MakePlay(ONE, LEGAL), By(Role.READER, "rolf"))),
        ("not_your_seat T4.2.ii seat=1", lambda: (wood(), MakePlay(TWO, LEGAL), ANNA)),
        ("not_your_seat T4.2.ii seat=0", lambda: (wood(), MakePlay(ONE, LEGAL), By(Role.PLAYER, "anna"))),
        ("not_your_seat T4.2.ii seat=-1", lambda: (to_roll(), acts.FlagPlay(), BO)),
        ("not_kept_here T2.2.ii", lambda: (won(begun(opened()), ONE), acts.TakeBreak(ONE))),
        ("everything_waits T5.1", lambda: (disputed(), MakePlay(ONE, LEGAL))),
        ("everything_waits T5.1", lambda: (claimed(), Roll(TWO))),
        # playing on
        ("table_closed T4.5", lambda: (closed(ENFORCED), StartGame(ONE))),
        ("opponent_missing T2.2.i", lambda: (Table.open(TableTerms(match=opened().terms.match)), StartGame(ONE))),
        ("suspended T4.3.ii", lambda: (act(wood(), acts.Suspend(0), by=SYSTEM), MakePlay(ONE, LEGAL))),
        ("clock_stopped T4.3.ii", lambda: (act(clocked(), acts.StopClock(StopReason.DIRECTOR)), MakePlay(ONE, LEGAL))),
        (
            "wait_out_the_delay T4.1.v.b left_ms=9000",
            lambda: (
                after(clocked(), acts.DelayLost(ONE), acts.TurnTimeStarted(ONE), at=0),
                MakePlay(ONE, LEGAL),
                ANNA,
                3 * SECOND,
            ),
        ),
        ("resignation_pending G11.4 size=1", lambda: (resigned(), acts.RecordRoll(ONE, D(2, 1)))),
        ("resignation_pending G11.4 size=1", lambda: (resigned(), acts.Arrange(ONE))),
        ("suspended T4.3.ii", lambda: (act(wood(), acts.Suspend(0), by=SYSTEM), acts.EndTurn(ONE))),
        # checkers
        ("roll_first G4.3", lambda: (to_roll(), MakePlay(TWO, LEGAL))),
        ("not_your_turn G4.3", lambda: (wood(), MakePlay(TWO, LEGAL))),
        ("not_your_turn G4.3", lambda: (act(wood(), acts.Arrange(ONE, LEGAL)), acts.EndTurn(TWO))),
        ("too_many_moves G4.3 most=30", lambda: (wood(), MakePlay(ONE, ((8, 5),) * 31))),
        ("no_checker_there G1.1 source=8", lambda: (wood(), MakePlay(ONE, ((8, 5),) * 30))),
        ("checkers_missing G1.2", lambda: (wood(), acts.Arrange(ONE, (), FEWER))),
        ("no_such_place G1.1 source=26 target=5", lambda: (wood(), MakePlay(ONE, ((26, 5),)))),
        ("no_such_place G1.1 source=0 target=5", lambda: (wood(), MakePlay(ONE, ((0, 5),)))),
        ("no_such_place G1.1 source=8 target=25", lambda: (wood(), MakePlay(ONE, ((8, 25),)))),
        ("no_such_place G1.1 source=8 target=-1", lambda: (wood(), MakePlay(ONE, ((8, -1),)))),
        ("no_checker_there G1.1 source=7", lambda: (wood(), MakePlay(ONE, ((7, 5),)))),
        ("no_checker_there G1.1 source=25", lambda: (wood(), MakePlay(ONE, ((25, 5),)))),
        ("point_held G4.2 point=1", lambda: (wood(), MakePlay(ONE, ((6, 1),)))),
        (
            "arranged_enough T4.2.v most=1",
            lambda: (act(wood(arrangements_each_turn=1), acts.Arrange(ONE, LEGAL)), acts.Arrange(ONE, LEGAL)),
        ),
        ("board_enforces G4.6", lambda: (begun(opened()), acts.Arrange(ONE, LEGAL))),
        ("board_enforces G4.6", lambda: (begun(opened()), acts.FlagPlay(TWO))),
        ("game_not_begun G1.2", lambda: (tournament(), acts.Arrange(ONE, LEGAL))),
        ("game_not_begun G1.2", lambda: (over(), acts.Arrange(ONE, LEGAL))),
        # dice
        ("dice_lie_on_the_board T4.1.i", lambda: (to_roll(), Roll(TWO))),
        ("dice_fall_by_themselves T4.1.i", lambda: (to_roll(ENFORCED), acts.RecordRoll(TWO, D(2, 1)))),
        ("game_not_begun G1.2", lambda: (tournament(), acts.RecordOpening(ONE, 3, 1))),
        ("game_running G3.1", lambda: (wood(), acts.RecordOpening(ONE, 3, 1))),
        ("one_die_each G3.1", lambda: (act(tournament(), StartGame(ONE)), acts.RecordRoll(ONE, D(3, 1)))),
        (
            "valid_on_a_checker T4.1.iv.c",
            lambda: (
                act(
                    begun(opened(7, RECORDED, DBF_TOURNAMENT.vary(valid_roll={"dice_on_checkers": True}))),
                    MakePlay(ONE, LEGAL),
                ),
                acts.RecordInvalidRoll(TWO, InvalidRoll.ON_A_CHECKER),
            ),
        ),
        ("rolled_though_not_validly T4.4.ii", lambda: (invalid(DBF_TOURNAMENT), Double(TWO))),
        ("rolled_though_not_validly G9.1", lambda: (invalid(DBF_BASIC), Double(TWO))),
        ("rolled_though_not_validly G9.1", lambda: (invalid(DBF_BASIC), acts.RecordDouble(TWO))),
        # too early
        ("acted_early_already T4.1.v.a", lambda: (early(), Roll(TWO))),
        ("acted_early_already T4.1.v.a", lambda: (early(), Double(TWO))),
        ("choose_about_early_roll G9.4", lambda: (early(DBF_BASIC), MakePlay(ONE, ((24, 22), (6, 5))))),
        ("nothing_to_choose G9.4", lambda: (early(), acts.ChooseEarlyRoll(ONE, True))),
        ("not_yours_to_answer G9.4", lambda: (early(DBF_BASIC), acts.ChooseEarlyRoll(TWO, True))),
        ("not_your_turn G4.3", lambda: (begun(no_early()), Roll(TWO))),
        # flags
        ("play_stands T4.2.iii.a", lambda: (wood(), acts.FlagPlay(TWO))),
        ("play_stands G9.3", lambda: (begun(opened(7, CHALLENGE, DBF_BASIC)), acts.FlagPlay(TWO))),
        ("play_stands T4.2.iii.a", lambda: (act(to_roll(), acts.RecordRoll(TWO, D(2, 1))), acts.FlagPlay(TWO))),
        (
            "play_stands T4.2.iii.a",
            lambda: (
                act(begun(opened(sitting=CHALLENGE)), MakePlay(ONE, LEGAL), acts.Abort(ONE)),
                acts.FlagPlay(TWO),
            ),
        ),
        ("opponent_chooses G9.3", lambda: (basic_play(), acts.FlagPlay(ONE))),
        (
            "observers_waived T4.2.iii.a",
            lambda: (
                act(
                    to_roll(),
                    acts.AppointObserver("olaf"),
                    acts.AskConsent(ONE, Matter.SILENT_OBSERVERS),
                    acts.GiveConsent(TWO, 1),
                ),
                acts.FlagPlay(),
                OBSERVER,
            ),
        ),
        ("disputes_used_up T5.1 limit=0", lambda: (begun_play(disputes_each=0), acts.FlagPlay(TWO))),
        ("nothing_claimed T4.2.iii.b", lambda: (to_roll(), acts.AcceptFacts(ONE))),
        ("nothing_claimed T4.2.iii.b", lambda: (to_roll(), acts.DisputeFacts(ONE))),
        ("nothing_claimed T4.2.iii.b", lambda: (to_roll(), acts.WithdrawClaim(TWO))),
        ("not_yours_to_answer T4.2.iii.b", lambda: (claimed(), acts.AcceptFacts(TWO))),
        ("not_yours_to_answer T4.2.iii.b", lambda: (claimed(), acts.DisputeFacts(TWO))),
        ("not_your_claim T4.2.iii.b", lambda: (claimed(), acts.WithdrawClaim(ONE))),
        ("not_your_claim T4.2.iii.b", lambda: (claimed(), acts.WithdrawClaim(), DIRECTOR)),
        ("opponent_may_still_flag T4.2.iii.a", lambda: (ended(), StartGame(ONE))),
        ("opponent_may_still_flag G9.3", lambda: (ended(DBF_BASIC), StartGame(ONE))),
        ("nothing_to_accept T4.2.iii.a", lambda: (to_roll(CHALLENGE), acts.AcceptPlay(TWO))),
        ("nothing_to_accept T4.2.iii.a", lambda: (act(ended(), acts.AcceptPlay(TWO)), acts.AcceptPlay(TWO))),
        ("not_yours_to_answer T4.2.iii.a", lambda: (ended(), acts.AcceptPlay(ONE))),
    ]
)
def test_at_the_board(says, tried):
    assert answer(tried()) == says


def invalid(profile):
    table = act(begun(opened(7, RECORDED, profile)), MakePlay(ONE, LEGAL))
    return act(table, acts.RecordInvalidRoll(TWO, InvalidRoll.NOT_FLAT))


def early(profile=DBF_TOURNAMENT):
    """Bo has rolled before Anna has ended her second turn."""
    table = act(begun(opened(7, CHALLENGE, profile)), MakePlay(ONE, LEGAL))
    table = act(table, Roll(TWO), MakePlay(TWO, ((24, 18), (13, 9))), roll=(6, 4))
    return act(table, Roll(ONE), Roll(TWO), roll=(2, 1))


def no_early():
    return opened(7, CHALLENGE, DBF_TOURNAMENT.vary(early_roll="enforced"))


def basic_play():
    return act(begun(opened(7, CHALLENGE, DBF_BASIC)), MakePlay(ONE, ILLEGAL))


def begun_play(**terms):
    return act(begun(opened(sitting=CHALLENGE, **terms)), MakePlay(ONE, LEGAL))


def ended(profile=DBF_TOURNAMENT):
    """Anna has borne off her last two with 6-5 on a board that does not enforce."""
    table = set_to(begun(opened(7, CHALLENGE, profile)), P("1:2 off:13", "13:7 8:3 6:5"), ONE, D(6, 5))
    return act(table, MakePlay(ONE, ((1, 0), (1, 0))))


@rows(
    [
        ("no_clock T3.5.i", lambda: (wood(), acts.PressClock(ONE))),
        ("match_over T4.5", lambda: (over(clock=STANDARD), acts.PressClock(ONE))),
        ("clock_follows T4.1.vi", lambda: (begun(opened(clock=STANDARD)), acts.PressClock(ONE))),
        ("game_not_begun T4.1.vi", lambda: (tournament(clock=STANDARD), acts.PressClock(ONE))),
        ("not_your_time T4.1.vi", lambda: (clocked(), acts.PressClock(TWO))),
        ("delay_loss_open T4.1.v.b", lambda: (lifted(), acts.PressClock(ONE))),
        ("no_clock T3.5.i", lambda: (wood(), acts.StopClock(StopReason.DIRECTOR))),
        ("clock_stands T4.3.ii", lambda: (wood(clock=STANDARD), acts.StopClock(StopReason.DIRECTOR))),
        ("no_reason_to_stop T4.3.ii reason=break", lambda: (clocked(), acts.StopClock(StopReason.BREAK, ONE))),
        ("no_clock T3.5.i", lambda: (wood(), acts.ResumeClock())),
        ("clock_runs T4.3.ii", lambda: (clocked(), acts.ResumeClock())),
        ("game_not_begun T4.3.ii", lambda: (tournament(clock=STANDARD), acts.ResumeClock())),
        ("game_not_begun T4.3.ii", lambda: (between(clock=STANDARD), acts.ResumeClock())),
        ("game_not_begun T4.3.ii", lambda: (act(clocked(), acts.Suspend(0), by=SYSTEM), acts.ResumeClock())),
        (
            "game_not_begun T4.3.ii",
            lambda: (act(tournament(sitting=ENFORCED, clock=STANDARD), StartGame(ONE)), acts.ResumeClock()),
        ),
        (
            "director_stopped_it T4.3.ii",
            lambda: (act(clocked(), acts.StopClock(StopReason.DIRECTOR)), acts.ResumeClock(ONE)),
        ),
        ("resignation_pending G11.4 size=1", lambda: (resigned(ENFORCED, clock=STANDARD), acts.ResumeClock())),
        ("no_clock T3.5.i", lambda: (wood(), acts.RestartDelay(ONE))),
        (
            "no_reason_to_stop T4.3.ii reason=invalid_roll",
            lambda: (begun(opened(clock=STANDARD)), acts.RestartDelay(ONE)),
        ),
        ("no_reason_to_stop T4.3.ii reason=invalid_roll", lambda: (wood(clock=STANDARD), acts.RestartDelay(ONE))),
        ("no_invalid_roll T4.3.v", lambda: (clocked(), acts.RestartDelay(ONE))),
        ("no_reason_to_stop T4.3.ii reason=invalid_roll", lambda: (between(clock=STANDARD), acts.RestartDelay(ONE))),
        ("nothing_asked T4.1.v.b", lambda: (clocked(), acts.AnswerDelayLoss(TWO, True))),
        ("not_yours_to_answer T4.1.v.b", lambda: (lifted(), acts.AnswerDelayLoss(ONE, True))),
        ("no_clock T3.5.i", lambda: (wood(), acts.NoteTimes(ONE, (1, 1)))),
        ("clock_runs T4.3.ii", lambda: (clocked(), acts.NoteTimes(ONE, (1, 1)))),
        ("no_clock T3.5.i", lambda: (wood(), acts.SetClock(**RULE))),
        ("no_such_clause T1.1 id=T9.9", lambda: (clocked(), acts.SetClock(rule="T9.9", reason="x"))),
        ("bad_value T3.5.v field=delay", lambda: (clocked(), acts.SetClock(**RULE, delay=(0, -1)))),
        ("bad_value T3.5.v field=delay", lambda: (clocked(), acts.SetClock(**RULE, delay_left=-1))),
        ("not_yours_to_claim T4.3.iii role=spectator", lambda: (clocked(), acts.ClaimFlag(ONE), SPECTATOR)),
        ("not_yours_to_claim T4.3.iii role=reader", lambda: (read(clocked()), acts.ClaimFlag(TWO), READER)),
        ("match_over T4.5", lambda: (over(clock=STANDARD), acts.ClaimFlag(ONE), BO)),
        ("no_clock T3.5.i", lambda: (wood(), acts.ClaimFlag(ONE), BO)),
        ("time_left T4.3.iii left_ms=1", lambda: (clocked(), acts.ClaimFlag(ONE), BO, 14 * MINUTE + 11_999)),
        ("time_left T4.3.iii left_ms=840000", lambda: (clocked(), acts.ClaimFlag(TWO), ANNA, 60 * MINUTE)),
    ]
)
def test_with_the_clock(says, tried):
    assert answer(tried()) == says


def lifted():
    """Bo is said to have lifted his dice too early."""
    return act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE))


def read(table):
    return act(table, acts.AppointReader(ONE, "rolf"))
