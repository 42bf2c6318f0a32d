"""Invalid doubles, and a cube with an impossible value: all are undone (T4.4)."""

import pytest

from tavl.rules import acts as game
from tavl.rules.acts import Cube
from tavl.rules.board import Position
from tavl.rules.game import Phase
from tavl.table import Ruler, acts
from tavl.table.acts import CubeRight, VoidDouble
from tests.table.helpers import (
    ONE,
    RECORDED,
    TWO,
    act,
    at_score,
    begun,
    opened,
    refused,
    rolled,
    set_to,
    tournament,
    won,
)
from tests.table.refusals.rows import LEGAL, to_roll

THEIRS = ((24, 18), (13, 9))
RULE = {"rule": "T1.1", "reason": "seen"}


def crawford():
    """Anna is at 6 of 7; in this Crawford game it is Bo's turn to roll."""
    table = begun(act(at_score(tournament(), (6, 0)), acts.AnnounceCrawford(ONE)))
    return act(table, game.MakePlay(ONE, LEGAL))


def doubled_twice(table):
    """Bo doubles, Anna takes; a turn later she redoubles and he takes."""
    table = act(table, acts.RecordDouble(TWO), game.Take(ONE))
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, THEIRS))
    return act(table, acts.RecordDouble(ONE), game.Take(TWO))


def annulled(table):
    return act(table, acts.Correct(VoidDouble(), ONE), acts.AgreeToCorrection(TWO))


@pytest.mark.rule("T4.4.iv")
def test_of_two_doubles_in_the_crawford_game_both_are_undone():
    table = doubled_twice(crawford())
    assert table.match.game.cube == Cube(4, TWO)
    running = annulled(table)
    assert (running.match.game.cube, running.match.game.phase, running.match.game.turn) == (None, Phase.TO_ROLL, ONE)
    assert refused(running, acts.Correct(VoidDouble(), ONE), "T4.4.iv", "double_stands")  # nothing is left of them
    assert annulled(won(table, TWO)).match.score == (6, 1)
    dropped = act(rolled(crawford(), TWO, 6, 4), game.MakePlay(TWO, THEIRS))
    dropped = act(dropped, acts.RecordDouble(ONE), game.Drop(TWO))
    assert dropped.match.result is not None
    assert (annulled(dropped).match.score, annulled(dropped).match.game.turn) == ((6, 0), ONE)


@pytest.mark.rule("T4.4.vii")
def test_what_rests_on_a_double_with_a_dead_cube_goes_with_it():
    table = set_to(at_score(to_roll(), (0, 5)), Position.start(), TWO)
    table = act(table, acts.Rule(**RULE, cube=Cube(2, TWO)))  # Bo needs two, and holds a 2-cube
    table = doubled_twice(table)
    assert table.match.game.cube == Cube(8, TWO)
    assert annulled(table).match.game.cube == Cube(2, TWO)
    assert annulled(won(table, ONE)).match.score == (2, 5)


@pytest.mark.rule("T4.4.iv")
def test_what_lies_on_the_board_and_was_rolled_early_outlives_the_annulment():
    table = act(crawford(), acts.RecordDouble(TWO), game.Take(ONE))
    table = act(rolled(table, TWO, 6, 4), acts.Arrange(TWO, THEIRS), acts.RecordRoll(ONE, game.Dice(5, 2)))
    table = annulled(table)
    assert table.handling.early_roll == game.Dice(5, 2)
    assert table.handling.arranged is not None
    assert act(table, acts.EndTurn(TWO)).match.game.dice == game.Dice(5, 2)


@pytest.mark.rule("T4.4.v")
def test_an_early_double_that_a_ruling_left_without_a_cube_does_not_happen():
    table = act(begun(tournament()), acts.Arrange(ONE, LEGAL), game.Double(TWO))
    table = act(act(table, acts.Rule(**RULE, cube=Cube(2, ONE))), acts.EndTurn(ONE))
    assert (table.match.game.phase, table.match.game.turn) == (Phase.TO_ROLL, TWO)


# T4.4.vi and ix


@pytest.mark.rule("T4.4.vi")
@pytest.mark.parametrize("reported", [None, Cube(8, ONE)])
def test_the_level_of_a_double_that_is_on_record_is_not_disputed_away(reported):
    table = act(to_roll(), acts.RecordDouble(TWO, level=8), game.Take(ONE))
    if reported:
        table = act(table, acts.ReportCube(ONE, reported))
    table = act(table, acts.Correct(CubeRight(), ONE), acts.DisputeCorrection(TWO), acts.WithdrawDispute(ONE))
    assert table.match.game.cube == Cube(2, ONE)
    assert table.corrections.cube_wrong  # and is still to be put right
    table = act(table, acts.Correct(CubeRight()))
    assert (table.match.game.cube, table.corrections.cube_wrong) == (Cube(2, ONE), False)


@pytest.mark.rule("T4.4.ix")
@pytest.mark.parametrize(
    ("lies", "stays"), [(Cube(2, ONE), Cube(2, ONE)), (Cube(2), Cube()), (Cube(1, TWO), Cube()), (None, Cube())]
)
def test_a_cube_is_presumed_right_as_it_lies_where_it_can_lie_so(lies, stays):
    table = act(to_roll(), acts.ReportCube(ONE, lies), acts.Correct(CubeRight(), ONE), acts.DisputeCorrection(TWO))
    assert act(table, acts.WithdrawDispute(ONE)).match.game.cube == stays


def test_a_cube_that_is_being_offered_does_not_lie_with_the_player_who_is_doubled():
    table = act(to_roll(), game.Double(TWO), acts.ReportCube(ONE, Cube(2, ONE)), acts.Correct(CubeRight(), ONE))
    table = act(table, acts.DisputeCorrection(TWO), acts.WithdrawDispute(ONE))
    assert act(table, game.Take(ONE)).match.game.cube == Cube(2, ONE)


# T4.4.i: no cube in the Crawford game


@pytest.mark.rule("T4.4.i")
def test_in_the_crawford_game_a_reported_cube_goes_off_the_board_whatever_is_said():
    table = act(crawford(), acts.ReportCube(ONE, Cube()), acts.Correct(CubeRight(), ONE))
    for settled in (
        act(table, acts.AgreeToCorrection(TWO)),
        act(table, acts.DisputeCorrection(TWO), acts.WithdrawDispute(ONE)),
        act(table, acts.DisputeCorrection(TWO), acts.Rule(rule="T4.4.i", reason="it lay there", upholds=False)),
    ):
        assert settled.match.game.cube is None
        assert refused(settled, game.Double(TWO), "G11.1", "crawford_game")
        void = act(settled, acts.RecordDouble(TWO), game.Take(ONE))
        assert annulled(void).match.game.cube is None


@pytest.mark.rule("T4.4.i", "T4.4.vi")
def test_where_nobody_rules_what_the_record_knows_holds_by_default():
    table = opened(7, RECORDED, ruler=Ruler.NOBODY)
    table = act(begun(table), game.MakePlay(ONE, LEGAL), acts.RecordDouble(TWO, level=8), game.Take(ONE))
    table = act(table, acts.Correct(CubeRight(), ONE), acts.DisputeCorrection(TWO))
    late = table.disputes.open.since + table.terms.default_after_ms
    table = act(table, acts.SettleByDefault(), by=acts.By(acts.Role.SYSTEM), at=late)
    assert (table.match.game.cube, table.corrections.cube_wrong) == (Cube(2, ONE), False)


@pytest.mark.rule("T4.4.iv", "T4.4.i")
def test_a_ruling_gives_a_game_its_cube_once_the_score_says_that_it_is_not_the_crawford_game():
    assert refused(crawford(), acts.Rule(**RULE, cube=Cube()), "T4.4.i", "crawford_game")
    table = act(crawford(), acts.Rule(**RULE, score=(5, 0), cube=Cube()))
    assert (table.match.game.cube, table.match.game.terms.crawford) == (Cube(), False)
    assert act(table, game.Double(TWO)).match.game.phase is Phase.DOUBLED
