"""A roll that does not count still costs its roller the cube for that turn, and nobody else."""

import pytest

from tavl.rules import acts as game
from tavl.rules.game import Phase
from tavl.rules.profile import SV_GRUND, Side
from tavl.table import acts
from tavl.table.acts import InvalidRoll
from tests.table.helpers import (
    ANNA,
    BO,
    CHALLENGE,
    DBF_BASIC,
    ONE,
    RECORDED,
    SECOND,
    STANDARD,
    TWO,
    D,
    act,
    begun,
    offered,
    opened,
    refused,
    rolled,
    tournament,
)
from tests.table.refusals.rows import LEGAL, cube_only, to_roll, wood

INVALID = InvalidRoll.NOT_FLAT
ROLLED = "rolled_though_not_validly"


@pytest.mark.rule("T4.4.ii", shows="refused")
@pytest.mark.rule("G9.1", shows="next step")
@pytest.mark.parametrize("double", [game.Double(TWO), acts.RecordDouble(TWO)])
def test_after_ones_own_invalid_roll_one_may_not_double(double):
    plays = act(to_roll(), acts.RecordInvalidRoll(TWO, INVALID))
    assert refused(plays, double, "T4.4.ii", ROLLED)
    cube = act(cube_only(), acts.RecordInvalidRoll(TWO, INVALID))
    assert refused(cube, double, "T4.4.ii", ROLLED)
    assert {"double", "record_double"}.isdisjoint(offered(cube, BO))
    clocked = act(cube_only(clock=STANDARD), acts.PressClock(ONE), acts.RecordInvalidRoll(TWO, INVALID), at=0)
    assert refused(clocked, double, "T4.4.ii", ROLLED)


@pytest.mark.rule("T4.4.ii", "G9.1")
@pytest.mark.parametrize("double", [game.Double, acts.RecordDouble])
def test_the_opponents_invalid_roll_costs_nothing(double):
    table = act(cube_only(clock=STANDARD), acts.PressClock(ONE), acts.RecordInvalidRoll(TWO, INVALID), at=0)
    table = act(table, acts.PressClock(TWO), at=5 * SECOND)
    assert act(table, double(ONE)).match.game.phase is Phase.DOUBLED
    back = act(table, acts.PressClock(ONE), at=9 * SECOND)
    assert act(back, double(TWO)).match.game.phase is Phase.DOUBLED  # it is another turn
    quiet = act(cube_only(), acts.RecordInvalidRoll(TWO, INVALID))
    assert act(quiet, double(ONE)).match.game.phase is Phase.DOUBLED


@pytest.mark.rule("T4.4.ii", "T4.1.vi")
def test_without_clock_and_plays_who_rolled_invalidly_says_when_the_turn_is_over():
    table = act(cube_only(), acts.RecordInvalidRoll(TWO, INVALID))
    assert "end_turn" in offered(table, BO)
    assert "end_turn" not in offered(table, ANNA)
    assert act(table, acts.EndTurn(TWO), game.Double(TWO)).match.game.phase is Phase.DOUBLED
    again = act(cube_only(), game.Double(TWO), game.Take(ONE), acts.RecordInvalidRoll(ONE, INVALID))
    assert refused(again, game.Double(ONE), "T4.4.ii", ROLLED)  # whose turn it is, only the two know


@pytest.mark.rule("T4.4.ii", "T4.1.v.a")
@pytest.mark.parametrize(
    "roll", [acts.RecordInvalidRoll(TWO, INVALID), acts.RecordRoll(TWO, D(6, 4), Side.LEFT)], ids=["cocked", "left"]
)
def test_an_invalid_roll_made_too_early_is_recorded_and_counts_as_rolled(roll):
    assert "record_invalid_roll" in offered(wood(), BO)
    table = act(wood(), roll)
    assert refused(table, game.Double(TWO), "T4.4.ii", ROLLED)  # nor too early
    table = act(table, game.MakePlay(ONE, LEGAL))
    for double in (game.Double(TWO), acts.RecordDouble(TWO)):
        assert refused(table, double, "T4.4.ii", ROLLED)
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert act(table, game.Double(ONE)).match.game.phase is Phase.DOUBLED
    table = act(rolled(table, ONE, 2, 1), game.MakePlay(ONE, ((13, 11), (6, 5))))
    assert act(table, game.Double(TWO)).match.game.phase is Phase.DOUBLED  # in the next turn


@pytest.mark.rule("T4.4.ii", shows="refused")
def test_who_has_acted_early_already_or_may_not_rolls_nothing_more():
    table = act(wood(), acts.RecordRoll(TWO, D(6, 4)))
    assert refused(table, acts.RecordInvalidRoll(TWO, INVALID), "T4.1.v.a", "acted_early_already")
    enforced = begun(opened(7, RECORDED, SV_GRUND))
    assert refused(enforced, acts.RecordInvalidRoll(TWO, INVALID), "G4.3", "not_your_turn")


@pytest.mark.rule("T4.4.ii")
def test_a_corrected_position_does_not_give_the_cube_back():
    table = act(to_roll(), acts.RecordInvalidRoll(TWO, INVALID))
    wrong = table.match.game.position
    table = act(table, acts.Rule(rule="T1.1", reason="a checker fell", position=wrong))
    assert refused(table, game.Double(TWO), "T4.4.ii", ROLLED)


@pytest.mark.rule("G9.1", "G9.4")
@pytest.mark.parametrize("sitting", [CHALLENGE, RECORDED])
def test_an_early_roll_that_is_to_be_rolled_again_has_passed_up_the_cube(sitting):
    table = rolled(begun(opened(7, sitting, DBF_BASIC)), TWO, 6, 4)
    again = act(table, acts.ChooseEarlyRoll(ONE, stands=False), game.MakePlay(ONE, LEGAL))
    assert refused(again, game.Double(TWO), "G9.1", ROLLED)
    assert "double" not in offered(again, BO)
    after = act(rolled(again, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert act(after, game.Double(ONE)).match.game.phase is Phase.DOUBLED


# T4.4.v


@pytest.mark.rule("T4.4.v")
@pytest.mark.parametrize(
    ("sitting", "double"),
    [(CHALLENGE, game.Double(TWO)), (RECORDED, game.Double(TWO)), (RECORDED, acts.RecordDouble(TWO))],
)
def test_who_did_not_win_the_opening_may_double_before_the_opening_play_is_over(sitting, double):
    table = begun(tournament(sitting=sitting))
    assert refused(table, game.Double(ONE), "G3.1", "no_double_before_opening_play")
    table = act(table, double)
    assert table.match.game.phase is Phase.TO_PLAY  # Anna ends her turn knowing it
    table = act(table, game.MakePlay(ONE, LEGAL))
    assert (table.match.game.phase, table.match.game.turn) == (Phase.DOUBLED, TWO)


@pytest.mark.rule("T4.4.v", "T4.4.vi")
def test_an_early_double_to_a_wrong_level_is_one_like_any_other():
    table = act(wood(), acts.RecordDouble(TWO, level=8))
    assert table.corrections.level_wrong
    assert act(table, game.MakePlay(ONE, LEGAL)).match.game.offered_value == 2
