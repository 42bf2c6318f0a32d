"""Both flags fallen; how play continues after a dispute; and tables without a clock."""

from __future__ import annotations

import pytest

from tavl.rules import acts as game
from tavl.rules import profile_named
from tavl.rules.acts import Cube
from tavl.table import Ruler, actions, acts
from tavl.table.acts import StopReason
from tests.table.helpers import (
    ANNA,
    CHALLENGE,
    ENFORCED,
    MINUTE,
    ONE,
    SECOND,
    STANDARD,
    SYSTEM,
    TWO,
    D,
    P,
    act,
    after,
    at_score,
    begun,
    kinds,
    opened,
    rolled,
    said,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import ILLEGAL, LEGAL, between, clocked, cube_only, disputed, resigned, wood

FULL = 14 * MINUTE


# both out, and who is certain to win (T4.3.iii)


def both_out(length=3, score=(0, 0), cube=None, **terms):
    terms = {"ruler": Ruler.DIRECTOR, **terms}
    table = begun(opened(length, clock=STANDARD, claims_flags_itself=False, **terms))
    table = at_score(table, score)
    if cube:
        table = after(table, game.CubeSet(cube))
    return after(table, acts.ClockSet(rule="T3.7.ii", reason="new clock", times=(-1000, -1000)))


def ruled(table):
    return act(act(table, acts.ClaimFlag(TWO), by=ANNA), acts.Rule(rule="T4.3.iii", reason="x", upholds=True))


GIN = P("1:1 off:14", "6:15")  # whoever sees it so bears off the last checker next


@pytest.mark.rule("T4.3.iii", shows="answers")
@pytest.mark.parametrize(
    ("score", "cube", "winner"),
    [
        ((2, 0), None, ONE),  # one point is enough
        ((0, 0), None, None),  # the game is won, the match is not
        ((1, 0), Cube(2, ONE), ONE),
        ((0, 2), None, None),
    ],
)
def test_certain_to_win_is_the_match_and_not_the_game(score, cube, winner):
    table = ruled(set_to(both_out(3, score, cube), GIN, ONE))
    assert (table.match.result.winner if table.match.result else None) == winner
    assert (table.clock is None) == (winner is None)


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_a_race_that_is_not_over_is_not_certain():
    table = ruled(set_to(both_out(1), P("6:3 off:12", "6:3 off:12"), ONE))
    assert table.match.result is None
    assert ruled(set_to(both_out(1), P("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5"), ONE)).match.result is None
    hopeless = set_to(both_out(1), P("6:9 5:6", "1:1 off:14"), ONE)
    assert ruled(hopeless).match.result.winner == TWO
    behind = set_to(both_out(1), P("6:9 5:5 24:1", "2:2 off:13"), TWO)
    assert ruled(behind).match.result is None  # contact: a late shot


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_whose_turn_it_is_may_decide_who_is_certain():
    last = P("1:1 off:14", "1:1 off:14")
    for turn in (ONE, TWO):
        assert ruled(set_to(both_out(1), last, turn)).match.result.winner == turn
    contact = P("1:2 off:13", "bar:1 6:14")
    assert ruled(set_to(both_out(1), contact, ONE)).match.result.winner == ONE
    assert ruled(set_to(both_out(1), contact.mirror(), ONE)).match.result.winner == TWO


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_a_blot_that_may_still_be_hit_is_not_certain():
    blot = P("1:1 off:14", "bar:1 6:14")
    assert ruled(set_to(both_out(1), blot, ONE)).match.result.winner == ONE
    assert ruled(set_to(both_out(1), blot.mirror(), TWO)).match.result is None  # he enters first, and may hit


@pytest.mark.rule("T4.3.iii", shows="answers")
@pytest.mark.parametrize(
    ("position", "score", "cube", "winner"),
    [
        (P("1:1 off:14", "6:15"), (1, 0), None, ONE),  # a gammon is certain, and two points are enough
        (P("1:1 off:14", "6:14 20:1"), (0, 0), None, ONE),  # a backgammon
        (P("1:1 off:14", "6:15"), (0, 0), Cube(2, TWO), ONE),
        (P("1:1 off:14", "6:15"), (0, 0), None, None),  # a gammon is certain and falls a point short
        (P("1:1 off:14", "6:14 off:1"), (1, 0), None, None),  # a single game
    ],
)
def test_a_certain_gammon_that_wins_the_match_is_certain_too(position, score, cube, winner):
    table = ruled(set_to(both_out(3, score, cube), position, ONE))
    assert (table.match.result.winner if table.match.result else None) == winner


@pytest.mark.rule("T4.3.iii", shows="answers")
def test_a_gammon_that_a_drop_would_save_is_not_certain():
    table = set_to(both_out(3, (1, 0)), GIN, ONE)
    assert ruled(table).match.result.winner == ONE
    assert ruled(after(table, game.Doubled(ONE))).match.result is None


# and nobody is there to rule


@pytest.mark.rule("T4.3.iii", shows="answers")
@pytest.mark.parametrize("ruler", [Ruler.NOBODY, Ruler.NAMED])
@pytest.mark.parametrize("winner", [ONE, TWO, None])
def test_two_without_a_director_settle_two_fallen_flags_once_both_say_the_same(ruler, winner):
    table = act(both_out(ruler=ruler), acts.ClaimFlag(TWO), by=ANNA)
    other = TWO if winner is None else None
    table = act(table, acts.SettleTimes(ONE, winner), acts.SettleTimes(TWO, other))
    assert table.disputes.open.stated == (acts.SettlementStated(ONE, winner), acts.SettlementStated(TWO, other))
    follows = acts.ClockTakenAway("T4.3.iii") if winner is None else game.MatchDecided(winner, "time")
    assert said(table, acts.SettleTimes(TWO, winner)) == [
        acts.SettlementStated(TWO, winner),
        acts.DisputeSettled(1, acts.Settlement.AGREEMENT, True),
        follows,
    ]
    settled = act(table, acts.SettleTimes(TWO, winner))
    assert (settled.disputes.open, settled.over, settled.clock is None) == (None, winner is not None, winner is None)
    assert settled.disputes.lost == (0, 0)
    if winner is not None:
        assert (settled.match.result.winner, settled.match.result.reason) == (winner, "time")


def test_what_is_said_of_two_flags_may_be_said_otherwise_and_by_either_first():
    table = act(both_out(ruler=Ruler.NAMED), acts.ClaimFlag(TWO), by=ANNA)
    table = act(table, acts.SettleTimes(TWO, ONE), acts.SettleTimes(TWO, None))
    assert act(table, acts.SettleTimes(ONE, None)).clock is None
    assert act(table, acts.SettleTimes(ONE, ONE)).disputes.open is not None
    gone = after(table, acts.DisputeSettled(1, acts.Settlement.WITHDRAWN, False), acts.SettlementStated(ONE, ONE))
    assert gone.disputes.open is None


def test_how_two_flags_are_settled_is_offered_where_nobody_directs():
    table = act(both_out(ruler=Ruler.NAMED), acts.ClaimFlag(TWO), by=ANNA)
    offered = [action for action in actions(table, ANNA, table.last_at) if isinstance(action, acts.SettleTimes)]
    assert offered == [acts.SettleTimes(ONE, ONE), acts.SettleTimes(ONE, TWO), acts.SettleTimes(ONE, None)]
    directed = act(both_out(), acts.ClaimFlag(TWO), by=ANNA)
    for frozen in (directed, both_out(ruler=Ruler.NAMED)):
        assert not any(isinstance(action, acts.SettleTimes) for action in actions(frozen, ANNA, frozen.last_at))


def test_a_money_game_has_no_match_to_be_certain_of():
    table = begun(opened(None, profile=profile_named("sv-grund"), clock=STANDARD, ruler=Ruler.DIRECTOR))
    table = after(set_to(table, GIN, ONE), acts.ClockSet(rule="T3.7.ii", reason="x", times=(-1, -1)))
    assert ruled(table).clock is None


def test_no_delay_at_all_may_be_set():
    table = act(clocked(), acts.SetClock(rule="T3.7.ii", reason="x", delay=(0, 0), delay_left=0))
    assert (table.clock.delay, table.clock.delay_left) == ((0, 0), 0)


def test_two_flags_are_settled_under_their_clause():
    table = act(both_out(), acts.ClaimFlag(TWO), by=ANNA)
    assert (table.disputes.open.statement, table.disputes.open.seat) == ("", None)
    events = said(table, acts.Rule(rule="T4.3.iii", reason="x", upholds=True))
    assert acts.ClockTakenAway("T4.3.iii") in events
    assert act(table, acts.Rule(rule="T4.3.iii", reason="x", upholds=True)).stand.reason is None
    known = after(table, acts.DisputeRaised(2, "T4.3.iii", None, "", acts.BothOut(ONE)))
    decided = said(known, acts.Rule(rule="T4.3.iii", reason="x", upholds=True))
    assert game.MatchDecided(TWO, "time") in decided
    stands = after(clocked(), acts.ClockStopped(StopReason.DIRECTOR, (1, 1)), acts.ClockTakenAway("T4.3.iii"))
    assert (stands.clock, stands.stand.reason) == (None, None)


def test_a_press_is_on_the_record_with_both_times():
    events = said(clocked(), acts.PressClock(ONE), at=20 * SECOND)
    assert events == [acts.ClockPressed(ONE, (FULL - 8 * SECOND, FULL))]


def test_a_question_about_a_delay_stays_open_until_it_is_answered():
    table = act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE), at=0)
    going_on = act(table, acts.ResumeClock(ONE), at=SECOND)
    assert (going_on.stand.asked, going_on.stand.reason) == (TWO, None)
    doubled = after(going_on, acts.TurnTimeStarted(TWO))
    assert doubled.stand.asked == TWO
    denied = said(going_on, acts.AnswerDelayLoss(TWO, False))
    assert denied[-1] == acts.DisputeRaised(1, "T4.1.v.b", ONE, "", acts.LoseDelay(TWO))


@pytest.mark.parametrize(
    "event",
    [
        acts.ClockPressed(ONE, (1, 1)),
        acts.TurnTimeStarted(ONE, held=True),
        acts.ClockStopped(StopReason.GAME_OVER, (1, 1)),
        acts.ClockResumed(ONE),
        acts.DelayRestarted(ONE),
        acts.DelayLost(ONE),
        acts.ClockSet(rule="T3.7.ii", reason="x", times=(1, 1)),
    ],
)
def test_what_happens_to_a_clock_that_is_not_there_changes_nothing(event):
    assert after(wood(), event) == wood()


@pytest.mark.rule("G3.1")
def test_equal_opening_dice_start_no_time():
    table = begun(opened(clock=STANDARD), opening=(3, 3))
    assert (table.clock.running, table.match.game.phase.value) == (None, "opening")
    assert after(opened(), game.Rolled(ONE, D(2, 1))) == opened()  # there is no game


def test_what_is_set_leaves_nothing_in_hand():
    laid = act(wood(), acts.Arrange(ONE, LEGAL))
    outcome = game.Outcome(ONE, 1, 1, "ruling")
    for event in (
        game.PositionSet(P("24:2 13:5 8:3 6:5", "24:2 13:5 8:3 6:5")),
        game.TurnSet(TWO),
        game.OutcomeSet(outcome),
        game.MatchDecided(ONE, "time"),
        game.GameStarted(),
    ):
        assert after(laid, event).handling.arranged is None, event
    for event in (game.CubeSet(Cube(2, ONE)), game.DoubleAnnulled(Cube())):
        assert after(laid, event).handling.arranged is not None, event


def test_between_games_nobody_is_certain():
    table = won(both_out(3), ONE)
    table = after(table, acts.ClockSet(rule="T3.7.ii", reason="x", times=(-1, -1)))
    assert ruled(table).match.result is None


# what goes on after a dispute or a correction


def test_after_a_dispute_the_clock_goes_on_only_where_there_is_somebody_to_wait_for():
    settled = said(disputed(clock=STANDARD), acts.WithdrawDispute(ONE))
    assert settled[-1] == acts.ClockResumed(ONE)
    assert kinds(said(disputed(), acts.WithdrawDispute(ONE))) == ["DisputeSettled"]  # no clock
    resigning = act(resigned(ENFORCED, clock=STANDARD), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(resigning, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    opening = act(tournament(sitting=ENFORCED, clock=STANDARD), game.StartGame(ONE), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(opening, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    apart = act(between(clock=STANDARD), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(apart, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    away = act(disputed(clock=STANDARD), acts.Suspend(0), by=SYSTEM)
    assert kinds(said(away, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]
    quiet = act(cube_only(clock=STANDARD), acts.RaiseDispute(ONE, "T5.1"))
    assert kinds(said(quiet, acts.WithdrawDispute(ONE))) == ["DisputeSettled"]  # it had not been pressed yet
    pressed = act(cube_only(clock=STANDARD), acts.PressClock(ONE), acts.RaiseDispute(ONE, "T5.1"), at=0)
    assert said(pressed, acts.WithdrawDispute(ONE))[-1] == acts.ClockResumed(TWO)


def test_a_replayed_play_starts_the_movers_time_and_holds_it():
    table = act(begun(opened(sitting=CHALLENGE, clock=STANDARD)), game.MakePlay(ONE, ILLEGAL), at=SECOND)
    events = said(act(table, acts.FlagPlay(TWO), at=2 * SECOND), acts.AcceptFacts(ONE))
    assert kinds(events) == ["FactsAccepted", "PlayReopened", "InfractionRecorded", "TurnTimeStarted"]
    assert events[-1] == acts.TurnTimeStarted(ONE, held=True)
    assert (events[2].rule, events[2].seat, events[2].role) == ("T4.2.iii.d", ONE, "system")
    no_clock = act(begun(opened(sitting=CHALLENGE)), game.MakePlay(ONE, ILLEGAL), acts.FlagPlay(TWO))
    assert kinds(said(no_clock, acts.AcceptFacts(ONE))) == ["FactsAccepted", "PlayReopened", "InfractionRecorded"]


def test_doubles_and_answers_hand_the_time_over_at_a_physical_board_once_it_runs():
    table = act(clocked(), game.MakePlay(ONE, LEGAL), acts.PressClock(ONE), at=SECOND)
    doubled = act(table, game.Double(TWO), at=2 * SECOND)
    assert doubled.clock.running == ONE
    assert act(doubled, game.Take(ONE), at=3 * SECOND).clock.running == TWO
    assert act(doubled, game.Drop(ONE), at=3 * SECOND).clock.running is None
    still = act(wood(clock=STANDARD), game.MakePlay(ONE, LEGAL), game.Double(TWO))
    assert still.clock.running is None
    assert rolled(table, TWO, 6, 4, at=4 * SECOND).clock.running == TWO


def test_a_new_game_begins_with_nothing_left_over():
    table = won(act(clocked(), acts.StopClock(StopReason.DICE_LIFTED_EARLY, ONE)), ONE)
    table = act(after(table, acts.DelayLost(TWO)), game.StartGame(ONE))
    assert (table.clock.turn_of, table.clock.delay_left, table.clock.held) == (None, 0, frozenset())
    assert table.stand.reason is None
