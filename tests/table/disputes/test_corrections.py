"""Mistakes at a physical board, and the corrections that the rules give."""

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Cube
from tavl.rules.board import Position
from tavl.rules.game import Phase
from tavl.table import acts
from tavl.table.acts import CubeRight, RightLength, RightScore, SetUpRight, VoidDouble
from tests.table.helpers import (
    ANNA,
    BO,
    DIRECTOR,
    ENFORCED,
    MINUTE,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    TWO,
    D,
    Detail,
    P,
    act,
    around,
    at_score,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    set_to,
    tournament,
    won,
)

LEGAL = ((8, 5), (6, 5))
WRONG = P("24:2 13:4 8:4 6:5", "24:2 13:5 8:3 6:5")  # Anna's checker stands on 8 instead of 13
FOURTEEN = P("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5")


def agreed(table, what, asker=TWO):
    """One player asks, the other agrees."""
    return act(table, acts.Correct(what, asker), acts.AgreeToCorrection(asker.other))


def asked(table, what):
    return {a for a in said_actions(table) if isinstance(a, acts.Correct) and a.what == what}


def said_actions(table):
    from tavl.table import actions

    return [action for by in (ANNA, BO, DIRECTOR) for action in actions(table, by, table.last_at)]


# T4.2.iv: the starting position


def wrongly_set_up(position=WRONG):
    table = act(tournament(), game.StartGame(ONE), acts.ReportSetUp(ONE, position))
    return act(table, acts.RecordOpening(ONE, 3, 1))


@pytest.mark.rule("T4.2.iv")
def test_a_table_set_up_wrong_is_set_right_when_it_is_noticed():
    table = wrongly_set_up()
    assert table.match.game.seen_by(ONE) == WRONG
    assert asked(table, SetUpRight())
    assert agreed(table, SetUpRight()).match.game.seen_by(ONE) == Position.start()


@pytest.mark.rule("T4.2.iv")
def test_after_some_plays_each_misplaced_checker_goes_where_it_should_have_begun():
    table = act(wrongly_set_up(), game.MakePlay(ONE, LEGAL))
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert asked(table, SetUpRight())  # Anna has not begun her second turn
    table = agreed(table, SetUpRight())
    assert table.match.game.seen_by(ONE) == P("24:2 13:5 8:2 6:4 5:2", "24:1 18:1 13:4 9:1 8:3 6:5")


@pytest.mark.rule("T4.2.iv", shows="refused")
def test_once_the_starter_begins_their_second_turn_it_stands():
    table = act(wrongly_set_up(), game.MakePlay(ONE, LEGAL))
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    invalid = act(table, acts.RecordInvalidRoll(ONE, acts.InvalidRoll.NOT_FLAT))
    assert asked(invalid, SetUpRight())  # a valid roll, or a double
    for begun_again in (rolled(table, ONE, 2, 1), act(table, game.Double(ONE))):
        assert refused(begun_again, acts.Correct(SetUpRight(), TWO), "T4.2.iv", "set_up_stands")
        assert refused(begun_again, acts.Correct(SetUpRight()), "T4.2.iv", "set_up_stands")
        assert not asked(begun_again, SetUpRight())


@pytest.mark.rule("T4.2.iv", shows="refused")
def test_a_right_set_up_needs_no_correction_and_one_that_moved_on_needs_a_ruling():
    assert refused(begun(tournament()), acts.Correct(SetUpRight(), TWO), "T4.2.iv", "set_up_is_right")
    right = acts.ReportSetUp(ONE, Position.start())
    assert refused(act(tournament(), game.StartGame(ONE)), right, "T4.2.iv", "set_up_is_right")
    extra_on_7 = P("24:2 13:5 8:2 7:1 6:5", "24:2 13:5 8:3 6:5")
    moved_on = act(wrongly_set_up(extra_on_7), game.MakePlay(ONE, ((7, 4), (6, 5))))
    assert refused(moved_on, acts.Correct(SetUpRight(), TWO), "T4.2.iv", "set_up_needs_ruling")


@pytest.mark.rule("T4.2.iv")
def test_a_wrong_set_up_may_be_noticed_until_the_starter_begins_the_second_turn():
    right = act(begun(tournament()), game.MakePlay(ONE, LEGAL))
    for table in (
        right,
        rolled(right, TWO, 6, 4),
        act(rolled(right, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9)))),
    ):
        before = table.match.game.seen_by(ONE)
        for report in (acts.ReportSetUp(ONE, WRONG), acts.ReportSetUp(TWO, WRONG.mirror())):
            reported = act(table, report)
            stood = reported.match.game.seen_by(ONE)  # what lies there now: the same plays, from that start
            assert (stood.own[13], stood.own[8]) == (before.own[13] - 1, before.own[8] + 1)
            assert reported.corrections.wrong_set_up == WRONG
            assert reported.match.game.dice == table.match.game.dice
            assert agreed(reported, SetUpRight()).match.game.seen_by(ONE) == before
        again = act(table, acts.ReportSetUp(ONE, FOURTEEN), acts.ReportSetUp(ONE, WRONG))
        assert agreed(again, SetUpRight()).match.game.seen_by(ONE) == before


@pytest.mark.rule("T4.2.iv", shows="refused")
def test_a_set_up_from_which_these_plays_could_not_have_been_made_is_not_reported():
    table = act(begun(tournament()), game.MakePlay(ONE, ((8, 5), (8, 7))))
    none_on_8 = P("24:2 13:8 6:5", "24:2 13:5 8:3 6:5")
    assert refused(table, acts.ReportSetUp(ONE, none_on_8), "T4.2.iv", "set_up_needs_ruling")


@pytest.mark.rule("T4.2.iv")
def test_with_14_checkers_and_none_off_a_gammon_is_lost():
    table = wrongly_set_up(FOURTEEN)
    assert table.match.game.seen_by(ONE).checkers == 14
    end = P("1:2 off:13", "13:7 8:3 6:4 off:0")
    table = set_to(table, end, TWO, D(6, 5))
    table = act(table, game.MakePlay(TWO, ((1, 0), (1, 0))))
    assert (table.match.game.outcome.size, table.match.score) == (2, (0, 2))


# T4.4.i and vi: the cube


@pytest.mark.rule("T4.4.i")
def test_a_cube_that_does_not_lie_centred_is_put_right_when_noticed():
    table = act(begun(tournament()), acts.ReportCube(ONE, Cube(1, TWO)))
    assert around(table).cube_wrong
    events = said(act(table, acts.Correct(CubeRight(), ONE)), acts.AgreeToCorrection(TWO))
    assert events == [acts.Corrected(CubeRight(), "T4.4.i")]
    assert not around(agreed(table, CubeRight())).cube_wrong


@pytest.mark.rule("T4.4.i")
def test_in_the_crawford_game_it_is_off_the_board():
    table = at_score(tournament(3), (2, 0))
    table = begun(act(table, acts.AnnounceCrawford(ONE)))
    assert table.match.game.cube is None
    assert around(act(table, acts.ReportCube(ONE, Cube(1)))).cube_wrong


@pytest.mark.rule("T4.4.i", shows="refused")
def test_the_digital_board_puts_it_right_itself():
    assert refused(begun(opened()), acts.ReportCube(ONE, Cube(1, TWO)), "T4.4.i", "board_enforces")
    assert refused(begun(tournament()), acts.ReportCube(ONE, Cube(3)), "T4.4.i", "bad_value")
    assert refused(begun(tournament()), acts.ReportCube(ONE, Cube()), "T4.4.ix", "cube_is_right")
    assert refused(begun(tournament()), acts.Correct(CubeRight(), ONE), "T4.4.ix", "cube_is_right")


def at_two():
    """Bo's turn to roll, the cube at 2 on his side."""
    table = act(begun(tournament()), game.MakePlay(ONE, LEGAL))
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    table = act(table, game.Double(ONE), game.Take(TWO))
    return act(rolled(table, ONE, 2, 1), game.MakePlay(ONE, ((13, 11), (6, 5))))


@pytest.mark.rule("T4.4.vi", shows="allowed")
@pytest.mark.parametrize("answer", [game.Take(ONE), game.Drop(ONE)])
def test_a_cube_shown_8_instead_of_4_is_set_to_4_and_the_answer_stands(answer):
    table = act(at_two(), acts.RecordDouble(TWO, level=8))
    assert around(table).cube_shown == Cube(8)
    answered = act(table, answer)
    if isinstance(answer, game.Take):
        events = said(act(answered, acts.Correct(CubeRight(), TWO)), acts.AgreeToCorrection(ONE))
        assert events == [acts.Corrected(CubeRight(), "T4.4.vi")]
        assert agreed(answered, CubeRight()).match.game.cube == Cube(4, ONE)
    else:
        assert answered.match.score == (0, 2)


# T4.4.iv: Crawford


def crawford(**terms):
    """Anna is at 2 of 3; in this Crawford game it is Bo's turn to roll."""
    table = begun(act(at_score(tournament(3, **terms), (2, 0)), acts.AnnounceCrawford(ONE)))
    return act(table, game.MakePlay(ONE, LEGAL))


@pytest.mark.rule("T4.4.iv")
def test_a_crawford_double_is_annulled_in_the_running_game_which_goes_on_without_the_cube():
    table = act(crawford(), acts.RecordDouble(TWO))
    assert asked(table, VoidDouble())
    annulled = agreed(table, VoidDouble(), ONE)
    assert (annulled.match.game.cube, annulled.match.game.phase, annulled.match.game.turn) == (None, Phase.TO_ROLL, TWO)
    taken = act(table, game.Take(ONE))
    assert agreed(taken, VoidDouble(), ONE).match.game.cube is None


@pytest.mark.rule("T4.4.iv")
def test_between_games_the_score_is_corrected_to_what_it_would_have_been():
    table = won(act(crawford(), acts.RecordDouble(TWO), game.Take(ONE)), TWO)
    assert table.match.score == (2, 2)
    table = agreed(table, VoidDouble(), ONE)
    assert table.match.score == (2, 1)


@pytest.mark.rule("T4.4.iv")
def test_after_the_last_game_the_score_is_corrected_and_the_match_resumed():
    table = won(act(crawford(), acts.RecordDouble(TWO), game.Take(ONE)), TWO, 2)
    assert (table.match.score, table.over) == ((2, 3), True)
    assert "correct" in offered(table, ANNA)
    table = agreed(table, VoidDouble(), ONE)
    assert (table.match.score, table.over) == ((2, 2), False)
    assert kinds(said(table, game.StartGame(ONE))) == ["GameStarted"]
    told = act(won(act(crawford(), acts.RecordDouble(TWO), game.Take(ONE)), TWO, 2), acts.Correct(VoidDouble()))
    assert told.match.score == (2, 2)  # a director told of it steps in


@pytest.mark.rule("T4.4.iv", shows="refused")
def test_once_the_next_game_has_begun_the_double_stands():
    table = won(act(crawford(), acts.RecordDouble(TWO), game.Take(ONE)), TWO)
    table = act(table, game.StartGame(ONE))
    assert refused(table, acts.Correct(VoidDouble(), ONE), "T4.4.iv", "double_stands")
    assert not asked(table, VoidDouble())
    assert refused(act(crawford()), game.Double(TWO), "G11.1", "crawford_game")  # pressed on the device it is refused


def test_a_dropped_crawford_double_is_annulled_and_the_game_goes_on():
    table = act(crawford(), acts.RecordDouble(TWO), game.Drop(ONE))
    assert table.match.score == (2, 1)
    table = agreed(table, VoidDouble(), ONE)
    assert (table.match.score, table.match.game.phase) == ((2, 0), Phase.TO_ROLL)


def test_the_clock_goes_on_for_the_doubler():
    table = act(crawford(clock=STANDARD), acts.PressClock(ONE), at=0)
    table = act(table, acts.RecordDouble(TWO), at=5 * SECOND)
    assert table.clock.running == ONE
    table = act(table, acts.Correct(VoidDouble()), at=MINUTE)
    assert table.clock.running == TWO


# T4.4.vii: dead cubes


def dead(needs, **terms):
    """Bo holds a 4-cube and needs so many of 9; it is his turn to roll."""
    table = act(begun(tournament(9, **terms)), game.MakePlay(ONE, LEGAL))
    table = set_to(at_score(table, (0, 9 - needs)), Position.start(), TWO)
    return act(table, acts.Rule(rule="T1.1", reason="for the test", cube=Cube(4, TWO)))


@pytest.mark.rule("T4.4.vii")
def test_holding_a_4_cube_who_needs_5_may_double():
    assert kinds(said(dead(5), game.Double(TWO))) == ["Doubled"]
    assert kinds(said(dead(5), acts.RecordDouble(TWO))) == ["Doubled"]  # nothing wrong with it


@pytest.mark.rule("T4.4.vii")
def test_a_double_with_a_dead_cube_is_annulled_and_the_score_corrected():
    table = act(dead(4), acts.RecordDouble(TWO))
    assert agreed(table, VoidDouble(), ONE).match.game.cube == Cube(4, TWO)
    lost = won(act(table, game.Take(ONE)), ONE)
    assert lost.match.score == (8, 5)
    assert agreed(lost, VoidDouble(), TWO).match.score == (4, 5)


@pytest.mark.rule("T4.4.vii", shows="refused")
def test_a_dead_cube_cannot_be_turned_and_what_changes_nothing_is_not_annulled():
    assert refused(dead(4), game.Double(TWO), "T4.4.vii", "dead_cube")
    won_anyway = won(act(dead(4), acts.RecordDouble(TWO), game.Take(ONE)), TWO)
    assert refused(won_anyway, acts.Correct(VoidDouble(), ONE), "T4.4.vii", "double_changes_nothing")


# T4.8: the length


@pytest.mark.rule("T4.8")
@pytest.mark.parametrize(("was", "right", "score"), [(5, 7, (3, 2)), (7, 5, (4, 3))])
def test_a_wrong_length_is_corrected_before_the_next_game(was, right, score):
    between = at_score(won(begun(tournament(was)), ONE), score)
    assert agreed(between, RightLength(right)).match.length == right
    running = agreed(at_score(begun(tournament(was)), score), RightLength(right))
    assert running.match.length == was  # the game in progress is untouched
    over = at_score(won(running, ONE), score)
    over = act(over, acts.AnnounceCrawford(ONE)) if over.coming_match.next_is_crawford else over
    assert kinds(said(over, game.StartGame(ONE)))[0] == "LengthSet"


@pytest.mark.rule("T4.8", shows="refused")
def test_7_set_for_5_at_5_3_stays_7_and_a_finished_5_stands():
    table = at_score(won(begun(tournament(7)), ONE), (5, 3))
    assert refused(table, acts.Correct(RightLength(5), TWO), "T4.8", "length_would_end_match")
    finished = at_score(won(begun(tournament(5)), ONE), (5, 2))
    assert refused(finished, acts.Correct(RightLength(7), TWO), "T4.8", "length_played_out")
    assert refused(table, acts.Correct(RightLength(7), TWO), "T4.8", "length_is_right")
    assert refused(table, acts.Correct(RightLength(0), TWO), "T4.5", "bad_length")


@pytest.mark.rule("T4.8")
def test_a_game_that_ends_the_match_or_passes_the_right_length_leaves_the_wrong_one():
    running = agreed(at_score(begun(tournament(7)), (4, 3)), RightLength(5))
    past = at_score(won(running, ONE), (5, 3))
    events = said(past, game.StartGame(ONE))
    assert kinds(events) == ["LengthCorrectionDropped", "GameStarted"]
    ended = won(agreed(at_score(begun(tournament(5)), (4, 2)), RightLength(7)), ONE)
    assert (ended.match.result.winner, ended.match.length) == (ONE, 5)


# how they come about


def test_a_correction_is_agreed_on_disputed_or_made_by_the_director():
    table = act(begun(tournament()), acts.ReportCube(ONE, Cube(2)), acts.Correct(CubeRight(), ONE))
    assert offered(table, BO) >= {"agree_to_correction", "dispute_correction"}
    assert refused(table, acts.AgreeToCorrection(ONE), "T5.1", "not_yours_to_answer")
    assert refused(table, acts.DisputeCorrection(ONE), "T5.1", "not_yours_to_answer")
    assert refused(table, acts.Correct(CubeRight(), TWO), "T5.1", "answer_first")
    disputed = act(table, acts.DisputeCorrection(TWO, "we doubled"))
    assert (disputed.disputes.open.rule, disputed.disputes.open.claim) == ("T4.4.ix", CubeRight())
    assert disputed.corrections.asked is None
    by_director = act(act(begun(tournament()), acts.ReportCube(ONE, Cube(2))), acts.Correct(CubeRight()))
    assert not by_director.corrections.cube_wrong
    nothing = begun(tournament())
    assert refused(nothing, acts.AgreeToCorrection(ONE), "T5.1", "nothing_asked")
    assert refused(nothing, acts.DisputeCorrection(ONE), "T5.1", "nothing_asked")
    assert refused(nothing, acts.Correct(acts.ReplayPlay(), ONE), "T5.1", "not_asked_this_way")


def test_a_score_is_put_right_and_must_be_one():
    table = won(begun(tournament(5)), ONE)
    written = act(table, acts.WriteScore(ONE, (1, 1)))
    assert agreed(written, RightScore((1, 1))).match.score == (1, 1)
    for score in ((-1, 0), (6, 0), (5, 5)):
        assert refused(table, acts.Correct(RightScore(score), ONE), "T4.7", "bad_value")
    assert refused(table, acts.Correct(RightScore((1, 0)), ONE), "T4.7", "score_is_right")


def test_after_confirmation_only_the_director_corrects():
    table = won(act(crawford(), acts.RecordDouble(TWO), game.Take(ONE)), TWO, 2)
    table = act(table, acts.ReportResult(TWO, (2, 3)), acts.ConfirmResult())
    assert refused(table, acts.Correct(VoidDouble(), ONE), "T4.6", "result_confirmed")
    assert act(table, acts.Correct(VoidDouble())).match.score == (2, 2)


# clock, cube and results only


def coarse(**terms):
    return act(tournament(detail=Detail.CUBE, **terms), game.StartGame(ONE))


def test_without_plays_the_cube_and_the_result_are_recorded():
    table = act(coarse(), game.Double(TWO), game.Take(ONE))
    assert table.match.game.cube == Cube(2, ONE)
    assert refused(table, game.Double(TWO), "G10.2", "cube_is_opponents")
    table = act(table, acts.RecordResult(ONE, TWO, 2))
    assert table.match.score == (0, 0)  # both have to say so
    assert act(table, acts.RecordResult(TWO, ONE, 2)).match.score == (0, 0)
    assert act(table, acts.RecordResult(TWO, TWO, 2)).match.score == (0, 4)


def test_what_is_recorded_makes_sense():
    table = act(coarse(), game.Double(TWO))
    assert refused(table, acts.RecordResult(ONE, TWO, 1), "G10.3")
    assert refused(table, acts.RecordDouble(ONE), "G10.3")
    assert refused(table, game.Double(ONE), "G10.3")
    assert refused(coarse(), acts.RecordResult(ONE, TWO, 4), "G11.4")
    assert refused(begun(tournament()), acts.RecordResult(ONE, TWO, 1), "T4.5", "game_is_recorded")
    assert refused(tournament(detail=Detail.CUBE), acts.RecordResult(ONE, TWO, 1), "G1.2")
    assert refused(begun(tournament()), acts.RecordDouble(ONE), "G10.2", "already_rolled")
    opening = act(tournament(), game.StartGame(ONE))
    assert refused(opening, acts.RecordDouble(TWO), "G10.2", "not_your_turn")
    assert refused(at_two(), acts.RecordDouble(ONE), "G10.2", "not_your_turn")
    assert refused(begun(opened(sitting=ENFORCED)), acts.RecordDouble(ONE), "T4.4.i")
    invalid = act(at_two(), acts.RecordInvalidRoll(TWO, acts.InvalidRoll.TOUCHED))
    assert refused(invalid, acts.RecordDouble(TWO), "T4.4.ii")
    assert table.terms.sitting is RECORDED
