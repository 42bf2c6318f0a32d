"""Start times, breaks, lateness."""

import pytest

from tavl.rules import acts as game
from tavl.rules.profile import DBF_TOURNAMENT, Breaks, PenaltyPointsTo
from tavl.table import Ruler, acts, due
from tavl.table.acts import PenaltyKind
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    MINUTE,
    OBSERVER,
    ONE,
    SECOND,
    SPECTATOR,
    SYSTEM,
    TWO,
    act,
    after,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    said,
    tournament,
    won,
)

START = 100 * MINUTE


def between(length=7, **terms):
    """After the first game, which Anna won, at an instant of one minute."""
    return after(won(begun(tournament(length, **terms)), ONE), acts.PlaceSet("", ""), at=MINUTE)


# start times


@pytest.mark.rule("T2.2.i")
def test_a_match_has_a_start_time_that_its_players_see_and_the_director_moves():
    table = tournament(starts_at=START)
    assert around(table, ANNA).sheet.starts_at == START
    assert kinds(said(table, game.StartGame(ONE), at=START)) == ["GameStarted"]
    moved = said(table, acts.MoveStart(START + 5 * MINUTE, "the lights went out"))
    assert moved == [acts.StartMoved(START + 5 * MINUTE, "the lights went out")]
    assert around(act(table, *[acts.MoveStart(START - 1, "early")])).sheet.starts_at == START - 1


@pytest.mark.rule("T2.2.i", shows="refused")
def test_nobody_starts_before_it_and_no_player_moves_it():
    table = tournament(starts_at=START)
    assert refused(table, game.StartGame(ONE), "T2.2.i", "before_start_time", at=START - 1, left_ms=1)
    assert "start_game" not in offered(table, ANNA, at=START - 1)
    for by in (ANNA, OBSERVER, SPECTATOR):
        assert refused(table, acts.MoveStart(START, "x"), "T2.2.i", "not_your_role", by=by)
    assert refused(begun(tournament()), acts.MoveStart(START, "x"), "T2.2.i", "match_begun")


def test_a_game_that_is_set_up_by_itself_waits_for_the_start_time():
    table = opened(next_game_after_ms=3000, starts_at=START)
    assert due(table).at == START


# breaks


@pytest.mark.rule("T2.2.ii")
@pytest.mark.parametrize(("length", "breaks"), [(1, 1), (15, 1), (17, 2)])
def test_one_break_up_to_15_points_and_two_above(length, breaks):
    assert around(tournament(length)).conduct.breaks_left == (breaks, breaks)
    table = between(length) if length > 1 else None
    if table:
        for _ in range(breaks):
            table = act(table, acts.TakeBreak(ONE))
        assert refused(table, acts.TakeBreak(ONE), "T2.2.ii", "no_breaks_left", left=0)


@pytest.mark.rule("T2.2.ii")
def test_breaks_are_five_minutes_and_may_be_joined():
    table = act(between(), acts.TakeBreak(ONE))
    assert around(table).conduct.on_break.until == 6 * MINUTE
    joined = act(table, acts.TakeBreak(TWO), at=2 * MINUTE)
    assert around(joined).conduct.on_break.until == 11 * MINUTE  # two players' breaks make ten minutes
    own = act(between(17), acts.TakeBreak(ONE, 2))
    assert around(own).conduct.on_break.until == 11 * MINUTE


@pytest.mark.rule("T2.2.ii", shows="refused")
def test_a_break_is_between_games_only():
    assert refused(begun(tournament()), acts.TakeBreak(ONE), "T2.2.ii", "break_between_games_only")
    assert "take_break" not in offered(begun(tournament()), ANNA)
    assert refused(tournament(), acts.TakeBreak(ONE), "T2.2.ii", "game_not_begun")
    assert refused(between(best_of_three=True), acts.TakeBreak(ONE), "T2.2.ii", "break_between_matches_only")
    assert refused(between(), acts.TakeBreak(ONE, 2), "T2.2.ii", "no_breaks_left")


def test_who_is_on_break_is_offered_to_come_back_and_nobody_else_is():
    assert "return_from_break" in offered(act(between(), acts.TakeBreak(ONE)), ANNA)
    assert "return_from_break" not in offered(between(), ANNA)


def test_the_next_game_waits_for_who_is_on_break():
    table = act(between(), acts.TakeBreak(ONE))
    assert refused(table, game.StartGame(TWO), "T2.2.ii", "opponent_on_break", at=2 * MINUTE, left_ms=4 * MINUTE)
    assert kinds(said(table, game.StartGame(ONE), at=2 * MINUTE)) == ["BackFromBreak", "GameStarted"]
    back = act(table, acts.ReturnFromBreak(ONE), at=3 * MINUTE)
    assert kinds(said(back, game.StartGame(TWO))) == ["GameStarted"]
    assert refused(back, acts.ReturnFromBreak(ONE), "T2.2.ii", "not_on_break")
    assert kinds(said(table, game.StartGame(TWO), at=6 * MINUTE)) == ["GameStarted"]  # it is over


def test_leaving_the_board_in_a_game_is_a_breach():
    table = act(begun(tournament()), acts.RecordInfraction(rule="T2.2.ii", against=ONE, note="left", seat=TWO))
    (proposal,) = around(table).proposals
    assert (proposal.rule, proposal.action.kind, proposal.action.points) == ("T2.2.iv", PenaltyKind.POINTS, 1)


@pytest.mark.rule("T2.2.iii")
def test_the_director_alone_departs_from_breaks_and_times():
    assert "set_breaks" in offered(tournament(), DIRECTOR)
    assert refused(tournament(), acts.SetBreaks(Breaks(10, 2, 3), "final"), "T2.2.iii", "not_your_role", by=ANNA)


@pytest.mark.rule("T2.2.iii", shows="answers")
def test_one_match_can_carry_its_own_breaks_and_times_with_the_reason_logged():
    events = said(between(), acts.SetBreaks(Breaks(10, 2, 3), "the final"))
    assert events == [acts.BreaksSet(Breaks(10, 2, 3), "the final")]
    table = act(between(), acts.SetBreaks(Breaks(10, 2, 3), "the final"), acts.TakeBreak(ONE))
    assert around(table).conduct.breaks_left == (1, 2)
    assert around(table).conduct.on_break.until == 11 * MINUTE
    assert refused(between(), acts.SetBreaks(Breaks(10, 2, 3), ""), "T5.1", "reason_missing")
    assert refused(between(), acts.SetBreaks(Breaks(-1, 2, 3), "x"), "T2.2.iii", "bad_value")
    own_times = act(tournament(starts_at=START), acts.MoveStart(START + 1, "he is on a train"))
    assert own_times.conduct.starts_at == START + 1


# lateness


def absent(length=7, **terms):
    return act(tournament(length, starts_at=START, **terms), acts.ReportAbsence(TWO, ONE), by=ANNA, at=START + MINUTE)


@pytest.mark.rule("T2.2.iv")
@pytest.mark.parametrize(
    ("late", "points"), [((4, 59), 0), ((5, 0), 1), ((9, 59), 1), ((10, 0), 2), ((15, 0), 3), ((19, 59), 3)]
)
def test_in_a_7_point_match_each_five_minutes_cost_a_point(late, points):
    at = START + late[0] * MINUTE + late[1] * SECOND
    proposed = [proposal for proposal in around(absent(), at=at).proposals if proposal.rule == "T2.2.iv"]
    assert [proposal.facts["points"] for proposal in proposed] == ([points] if points else [])
    if points:
        table = act(absent(), proposed[0].action, at=at)
        assert table.match.score == (points, 0)
        assert table.match.result is None


@pytest.mark.rule("T2.2.iv")
@pytest.mark.parametrize(("length", "minutes", "lost"), [(7, 20, True), (7, 15, False), (6, 15, False), (6, 20, True)])
def test_more_than_half_the_length_loses_the_match(length, minutes, lost):
    """Of 7 the 4th (4 > 3.5); of 6 three do not lose it and the 4th does."""
    at = START + minutes * MINUTE
    (proposal,) = around(absent(length), at=at).proposals
    assert proposal.facts["loses_match"] == int(lost)
    table = act(absent(length), proposal.action, at=at)
    assert (table.match.result is not None) is lost
    if lost:
        assert (table.match.result.winner, table.match.result.reason) == (ONE, "penalty_points")


@pytest.mark.rule("T2.2.iv")
def test_points_are_counted_on_and_not_twice():
    table = act(absent(), acts.ApplyLatePenalty(TWO), at=START + 10 * MINUTE)
    assert refused(table, acts.ApplyLatePenalty(TWO), "T2.2.iv", "nothing_owed", at=START + 14 * MINUTE)
    table = act(table, acts.ApplyLatePenalty(TWO), at=START + 15 * MINUTE)
    assert table.match.score == (3, 0)
    assert table.conduct.points == (0, 3)


@pytest.mark.rule("T2.2.iv")
def test_lateness_ends_when_the_player_is_there():
    table = act(absent(), acts.Arrive(TWO), at=START + 12 * MINUTE)
    (proposal,) = around(table, at=START + 60 * MINUTE).proposals
    assert proposal.facts["points"] == 2
    sat_down = said(absent(), game.StartGame(TWO), at=START + 12 * MINUTE)
    assert kinds(sat_down) == ["Arrived", "GameStarted"]


@pytest.mark.rule("T2.2.iv", shows="refused")
def test_nobody_is_late_by_silence_or_before_the_time():
    table = tournament(starts_at=START)
    assert around(table, at=START + 60 * MINUTE).proposals == ()
    assert refused(table, acts.ReportAbsence(TWO, ONE), "T2.2.iv", "nobody_is_late", by=ANNA, at=START - 1)
    assert refused(tournament(), acts.ReportAbsence(TWO, ONE), "T2.2.iv", "nobody_is_late", by=ANNA)
    assert refused(begun(tournament()), acts.ReportAbsence(TWO, ONE), "T2.2.iv", "nobody_is_late", by=ANNA)
    late = START + 6 * MINUTE
    assert refused(table, acts.ReportAbsence(ONE, ONE), "T2.2.iv", "not_against_yourself", by=ANNA, at=late)
    assert refused(absent(), acts.ReportAbsence(TWO, ONE), "T2.2.iv", "reported_already", by=ANNA, at=late)
    assert refused(table, acts.Arrive(TWO), "T2.2.iv", "not_reported_absent")
    assert refused(absent(), acts.ApplyLatePenalty(TWO, ONE), "T2.2.iv", "not_your_role", by=ANNA, at=late)


@pytest.mark.rule("T2.2.iv")
def test_a_report_reaches_back_to_the_start_or_the_end_of_the_break():
    late = act(tournament(starts_at=START), acts.ReportAbsence(TWO), at=START + 8 * MINUTE)
    assert late.conduct.absent[TWO].since == START
    table = act(between(), acts.TakeBreak(TWO))
    assert refused(table, acts.ReportAbsence(TWO, ONE), "T2.2.iv", by=ANNA, at=6 * MINUTE - 1)
    table = act(table, acts.ReportAbsence(TWO, ONE), by=ANNA, at=13 * MINUTE)
    assert around(table, at=13 * MINUTE).conduct.late_ms == (0, 7 * MINUTE)
    assert [p.facts["points"] for p in around(table).proposals] == [1]


@pytest.mark.rule("T2.2.iv")
def test_penalties_apply_themselves_where_the_director_chose_so():
    table = absent(late_penalties_by_themselves=True)
    for points in (1, 2, 3, 4):
        coming = due(table)
        assert (coming.at, coming.action) == (START + points * 5 * MINUTE, acts.ApplyLatePenalty(TWO))
        table = act(table, coming.action, by=SYSTEM, at=coming.at)
    assert table.match.result.winner == ONE
    assert due(table) is None
    assert due(absent()) is None


@pytest.mark.rule("T2.2.iv")
def test_what_an_earlier_lateness_earned_is_owed_on():
    table = act(absent(), acts.Arrive(TWO), at=START + 12 * MINUTE)  # two points, not given yet
    table = won(begun(table), ONE)
    table = act(table, acts.TakeBreak(TWO), at=START + 60 * MINUTE)
    table = act(table, acts.ReportAbsence(TWO, ONE), by=ANNA, at=START + 66 * MINUTE)
    (proposal,) = around(table).proposals
    assert proposal.facts["points"] == 2
    (proposal,) = around(table, at=START + 70 * MINUTE).proposals
    assert proposal.facts["points"] == 3
    assert act(table, proposal.action, at=START + 70 * MINUTE).conduct.points == (0, 3)


def test_the_system_applies_only_what_the_director_left_to_it():
    late = START + 6 * MINUTE
    assert refused(absent(), acts.ApplyLatePenalty(TWO), "T2.2.iv", "not_your_role", by=SYSTEM, at=late)


def test_where_nobody_rules_the_opponent_presses():
    table = act(opened(starts_at=START, conduct=True), acts.ReportAbsence(TWO, ONE), by=ANNA, at=START)
    late = START + 5 * MINUTE
    assert "apply_late_penalty" in offered(table, ANNA, at=late)
    assert "apply_late_penalty" not in offered(table, BO, at=late)


def test_the_director_waives_with_a_reason():
    table = act(absent(), acts.WaiveLatePenalty(TWO, "the train"), at=START + 9 * MINUTE)
    assert around(table).proposals == ()
    assert refused(table, acts.WaiveLatePenalty(TWO, "the train"), "T2.2.iv", "nothing_owed")
    assert refused(absent(), acts.WaiveLatePenalty(TWO, ""), "T5.1", "reason_missing")


@pytest.mark.parametrize(("goes_to", "score"), [(PenaltyPointsTo.OPPONENT, (3, 2)), (PenaltyPointsTo.OFFENDER, (2, 1))])
def test_penalty_points_go_where_the_profile_says(goes_to, score):
    table = at_score(
        begun(opened(7, profile=DBF_TOURNAMENT.vary(penalty_points_go_to=goes_to), ruler=Ruler.DIRECTOR)), (2, 2)
    )
    penalty = acts.Penalise(against=TWO, kind=PenaltyKind.POINTS, rule="T2.2.iv", reason="x", points=1)
    assert act(table, penalty).match.score == score


def test_a_penalty_point_can_finish_the_match():
    table = at_score(begun(tournament(5)), (4, 0))
    penalty = acts.Penalise(against=TWO, kind=PenaltyKind.POINTS, rule="T1.2", reason="x", points=2)
    table = act(table, penalty)
    assert (table.match.score, table.match.result.winner) == ((5, 0), ONE)
