"""G2.1, G4, G5, G7: what may be moved where, by the examples of the rulebook and the Danish diagrams."""

from __future__ import annotations

import pytest
from hypothesis import given

from tavl.rules import ALL_ROLLS, Dice, Position, judge_play
from tests.rules.helpers import D, P, refused_by, texts
from tests.strategies import dice as any_dice
from tests.strategies import positions

START = Position.start()
DIAGRAM_2 = P("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:4 5:2")  # White has opened 31 with 8/5 6/5
DIAGRAM_3 = P("bar:1 10:1 8:3 6:5 24:1", "6:2 5:2 4:2 3:2 13:5")  # White has a blockade of four points
DIAGRAM_4 = P("4:1 3:2", "bar:1 6:2")


@pytest.mark.rule("G4.1")
@given(positions, any_dice)
def test_no_play_raises_the_movers_pips_or_uses_more_than_the_roll(position: Position, dice: Dice) -> None:
    for play in position.plays(dice):
        gained = position.pips - play.result.opponent_pips
        assert 0 <= gained <= dice.pips
        assert all(move.source > move.target for move in play.moves)
        assert play.result.pips >= position.opponent_pips  # the opponent's only grow, by what is hit


@pytest.mark.rule("G4.1")
def test_checkers_do_not_move_back() -> None:
    assert refused_by(judge_play(START, D(3, 1), [(6, 9), (8, 7)]), "G4.1", "forward_only", source=6, target=9)
    assert refused_by(judge_play(START, D(3, 1), [(6, 6)]), "G4.1", "forward_only")
    there_and_back = [(8, 5), (5, 8), (8, 5), (6, 5)]
    assert refused_by(judge_play(START, D(3, 1), there_and_back), "G4.1", "forward_only", source=5, target=8)


@pytest.mark.rule("G4.2")
def test_landing_on_own_on_empty_and_on_a_blot() -> None:
    assert texts(P("8:1", "21:1"), D(4, 1)) == {"8/4*/3", "8/3"}
    assert "24/21" in texts(P("24:1 23:14", "6:1"), D(2, 1))
    assert P("6:15", "24:2").plays(D(1, 1))


@pytest.mark.rule("G4.2")
def test_a_point_with_two_opposing_checkers_is_no_landing_place() -> None:
    assert texts(P("8:1", "21:2"), D(4, 1)) == {"8/3"}
    assert refused_by(judge_play(START, D(5, 4), [(6, 1)]), "G4.2", "point_held", point=1)
    assert refused_by(judge_play(START, D(5, 4), [(24, 20), (6, 1)]), "G4.2", "point_held", point=1)


@pytest.mark.rule("G4.2")
def test_any_number_of_own_checkers_may_share_a_point() -> None:
    assert P("7:1 6:14", "24:2").plays(D(1, 1))[0].result == P("24:2", "6:12 5:3")
    assert "7/6" in {str(play) for play in P("7:1 6:14", "20:2").plays(D(1, 1))}
    assert P("6:15", "1:1").own[6] == 15


@pytest.mark.rule("G4.3")
def test_opening_54_by_one_checker_or_by_two() -> None:
    assert {"24/15", "24/20 13/8"} <= texts(START, D(5, 4))


@pytest.mark.rule("G4.3")
def test_opening_31_by_one_checker_or_by_two() -> None:
    assert {"24/20", "8/5 6/5"} <= texts(START, D(3, 1))


@pytest.mark.rule("G4.3")
def test_each_move_takes_a_die_of_its_own() -> None:
    assert refused_by(judge_play(START, D(3, 1), [(8, 6)]), "G4.3", "no_such_die", source=8, target=6, dice="3 1")
    assert refused_by(judge_play(START, D(3, 1), [(8, 5), (6, 3)]), "G4.3", "no_such_die", dice="1")
    assert refused_by(judge_play(START, D(3, 1), [(8, 5), (6, 5), (8, 7)]), "G4.3", "no_such_die", dice="")


@pytest.mark.rule("G4.4")
def test_54_in_diagram_2_cannot_be_played_by_one_back_checker() -> None:
    assert not {"24/15", "24/20 13/8"} & texts(DIAGRAM_2, D(5, 4))
    refusal = judge_play(DIAGRAM_2, D(5, 4), [(24, 15)])
    assert refused_by(refusal, "G4.4", "touches_down_on_held_point", point=19)
    assert refused_by(judge_play(DIAGRAM_2, D(5, 4), [(24, 20), (20, 15)]), "G4.2", "point_held", point=20)


@pytest.mark.rule("G4.4")
def test_one_open_order_is_enough() -> None:
    by_the_four = P("24:2 13:5 8:3 6:5", "24:2 13:5 8:2 6:5 7:1")  # the 19 point is held, 20 is not
    assert "24/15" in texts(by_the_four, D(5, 4))
    assert str(judge_play(by_the_four, D(5, 4), [(24, 15)])) == "24/15"


@pytest.mark.rule("G4.5")
def test_66_in_diagram_2_may_be_two_and_two() -> None:
    assert "24/18(2) 13/7(2)" in texts(DIAGRAM_2, D(6, 6))
    assert all(len(play) == 4 for play in DIAGRAM_2.plays(D(6, 6)))


@pytest.mark.rule("G4.5")
def test_doubles_by_one_to_four_checkers() -> None:
    found = texts(P("24:1 13:3", "6:1"), D(2, 2))
    assert {"24/16", "24/20 13/11(2)", "24/18 13/11", "24/22 13/11(3)"} <= found
    assert len(P("24:1 13:3", "6:1").plays(D(2, 2))[0]) == 4


@pytest.mark.rule("G4.5", "G4.4")
def test_each_step_of_a_double_lands_on_an_open_point() -> None:
    position = P("24:1 6:2", "7:2")  # the 18 point is held
    assert texts(position, D(2, 2)) == {"24/20 6/4(2)", "24/20 6/2", "24/22 6/4 6/2", "6/2(2)"}
    assert refused_by(judge_play(position, D(2, 2), [(24, 16)]), "G4.4", "touches_down_on_held_point", point=18)


@pytest.mark.rule("G4.6")
def test_could_play_either_die_but_not_both_so_the_higher() -> None:
    position = P("24:1", "12:2")
    assert texts(position, D(6, 5)) == {"24/18"}
    assert refused_by(judge_play(position, D(6, 5), [(24, 19)]), "G4.6", "higher_die_first", die=6)
    assert refused_by(judge_play(position, D(6, 5), []), "G4.6", "die_left_unplayed", die=6)


@pytest.mark.rule("G4.6")
def test_only_the_lower_die_can_be_played_so_it_must() -> None:
    position = P("24:1", "12:2 7:2")
    assert texts(position, D(6, 5)) == {"24/19"}
    assert refused_by(judge_play(position, D(6, 5), []), "G4.6", "die_left_unplayed", die=5)


@pytest.mark.rule("G4.6")
def test_the_lower_die_is_given_up_when_it_has_no_way() -> None:
    assert texts(P("24:1", "12:2 6:2"), D(6, 5)) == {"24/18"}


@pytest.mark.rule("G4.6")
def test_both_dice_if_any_order_allows_it() -> None:
    position = P("24:1 12:1", "6:2 12:2 18:2")  # 24/18 would leave no five
    assert texts(position, D(6, 5)) == {"12/1"}
    refusal = judge_play(position, D(6, 5), [(24, 18)])
    assert refused_by(refusal, "G4.6", "more_can_be_played", could=2, die=5)


@pytest.mark.rule("G4.6")
def test_of_doubles_as_many_as_possible() -> None:
    position = P("24:1", "10:2")
    assert texts(position, D(3, 3)) == {"24/18"}
    assert refused_by(judge_play(position, D(3, 3), [(24, 21)]), "G4.6", "die_left_unplayed", die=3)
    assert str(judge_play(position, D(3, 3), [(24, 18)])) == "24/18"


@pytest.mark.rule("G4.6")
def test_no_die_plays_and_the_turn_passes() -> None:
    position = P("24:1", "7:2 6:2")
    assert position.dances(D(6, 5))
    (dance,) = position.plays(D(6, 5))
    assert (len(dance), dance.moves, str(dance), dance.result) == (0, (), "", position.mirror())
    assert judge_play(position, D(6, 5), []) == dance
    assert not position.dances(D(6, 4))


@pytest.mark.rule("G5.1")
def test_44_hits_two_blots_and_makes_the_9_point() -> None:
    position = P("17:2 6:5", "12:1 16:1")
    (play,) = [play for play in position.plays(D(4, 4)) if play.result.opponent[9] == 2]
    assert str(play) == "17/13*/9* 17/9"
    assert play.hits == 2
    assert play.result == P("bar:2", "9:2 6:5")


@pytest.mark.rule("G5.1")
def test_a_blot_is_hit_in_passing_too() -> None:
    position = P("24:1 6:2", "5:1")
    through_20 = judge_play(position, D(5, 4), [(24, 20), (20, 15)])
    assert str(through_20) == "24/20*/15"
    assert through_20.result == P("bar:1", "15:1 6:2")
    through_19 = judge_play(position, D(5, 4), [(24, 19), (19, 15)])
    assert str(through_19) == "24/15"
    assert through_19.result == P("5:1", "15:1 6:2")


@pytest.mark.rule("G5.2")
def test_61_in_diagram_3_enters_and_plays_the_six_elsewhere() -> None:
    assert "bar/24 10/4" in texts(DIAGRAM_3, D(6, 1))
    assert all(play.moves[0].source == 25 and play.moves[0].target == 24 for play in DIAGRAM_3.plays(D(6, 1)))
    assert refused_by(judge_play(DIAGRAM_3, D(6, 1), [(10, 4), (25, 24), (6, 5)]), "G5.2", "bar_first", source=10)


@pytest.mark.rule("G5.2")
def test_43_in_diagram_3_dances() -> None:
    assert DIAGRAM_3.dances(D(4, 3))
    assert refused_by(judge_play(DIAGRAM_3, D(4, 3), [(25, 21)]), "G5.2", "point_held", point=21)
    assert refused_by(judge_play(DIAGRAM_3, D(4, 3), [(10, 6)]), "G5.2", "bar_first", source=10)
    refusal = judge_play(DIAGRAM_3, D(4, 3), [(25, 18)])
    assert refused_by(refusal, "G5.2", "touches_down_on_held_point", point=21)


@pytest.mark.rule("G5.2")
def test_two_on_the_bar_with_one_playable_die_enter_one() -> None:
    position = P("bar:2 8:2", "6:2")
    assert texts(position, D(6, 1)) == {"bar/24"}
    assert refused_by(judge_play(position, D(6, 1), [(25, 24), (8, 2)]), "G5.2", "bar_first", source=8)


@pytest.mark.rule("G5.2")
def test_all_enter_before_any_other_moves() -> None:
    position = P("bar:3 8:2", "6:2")
    assert texts(position, D(2, 2)) == {"bar/23(3) 8/6", "bar/23(2) bar/21"}
    two = P("bar:2 8:2", "6:2")
    assert refused_by(judge_play(two, D(4, 3), [(25, 18)]), "G5.2", "bar_first", source=21)


@pytest.mark.rule("G5.3")
def test_against_a_closed_board_every_roll_dances() -> None:
    closed = P("bar:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:2")
    assert closed.mirror().closed_board
    assert all(closed.dances(roll) for roll in ALL_ROLLS)
    opened = P("bar:1 6:5", "6:2 5:2 4:2 3:2 2:2 1:1")
    assert [roll for roll in ALL_ROLLS if not opened.dances(roll)] == [roll for roll in ALL_ROLLS if 1 in roll]


@pytest.mark.rule("G7.1")
def test_65_takes_from_the_five_and_then_from_the_three() -> None:
    assert texts(P("5:1 3:2", "1:1"), D(6, 5)) == {"5/off 3/off"}


@pytest.mark.rule("G7.1")
def test_a_six_takes_from_the_highest_point() -> None:
    assert texts(P("5:3 4:2", "6:3"), D(6, 6)) == {"5/off(3) 4/off"}
    assert "5/4 5/off" in texts(P("5:3 4:2", "6:3"), D(6, 1))


@pytest.mark.rule("G7.1")
def test_61_in_diagram_4_need_not_leave_two_blots() -> None:
    results = {play.result.opponent[:5] for play in DIAGRAM_4.plays(D(6, 1))}
    assert results == {(13, 0, 0, 2, 0), (13, 0, 1, 1, 0)}  # 4/3 3/off, and 4/off 3/2
    assert judge_play(DIAGRAM_4, D(6, 1), [(4, 3), (3, 0)]).result.opponent[3] == 2
    assert judge_play(DIAGRAM_4, D(6, 1), [(4, 0), (3, 2)]).result.opponent[2:4] == (1, 1)


@pytest.mark.rule("G7.1")
def test_a_die_may_be_moved_inside_the_home_instead() -> None:
    assert {"6/5 4/off", "6/1", "4/3 4/off"} <= texts(P("6:1 4:2", "1:1"), D(4, 1))


@pytest.mark.rule("G7.1")
def test_with_a_checker_behind_the_die_must_be_moved() -> None:
    position = P("6:1 3:1", "6:1")
    assert texts(position, D(4, 4)) == {"6/off 3/off"}
    assert refused_by(judge_play(position, D(4, 1), [(3, 0)]), "G7.1", "checker_behind", source=3, die=4, behind=6)
    both_behind = judge_play(P("6:1 5:1 3:1", "6:1"), D(4, 1), [(3, 0)])
    assert refused_by(both_behind, "G7.1", "checker_behind", behind=6)


@pytest.mark.rule("G7.1")
def test_no_bearing_off_before_all_are_home() -> None:
    position = P("7:1 6:14", "24:1")
    assert refused_by(judge_play(position, D(6, 5), [(6, 0)]), "G7.1", "not_all_home", outside=7)
    assert texts(P("7:1 4:1", "6:3"), D(6, 1)) == {"7/1 4/3", "7/off"}  # the ace brings the last one home
    assert str(judge_play(P("7:1 4:1", "6:3"), D(6, 1), [(7, 6), (6, 0)])) == "7/off"


@pytest.mark.rule("G7.2")
def test_a_hit_checker_must_come_round_before_bearing_off_goes_on() -> None:
    on_the_bar = P("bar:1 6:5", "20:1")
    assert refused_by(judge_play(on_the_bar, D(6, 5), [(25, 20), (6, 0)]), "G7.2", "not_all_home", outside=20)
    assert refused_by(judge_play(P("18:1 6:5", "20:1"), D(6, 5), [(6, 0)]), "G7.2", "not_all_home", outside=18)
    assert refused_by(judge_play(P("bar:1 2:1", "20:1"), D(6, 5), [(2, 0)]), "G5.2", "bar_first")


@pytest.mark.rule("G7.2")
@given(positions, any_dice)
def test_nothing_is_borne_off_while_a_checker_is_outside(position: Position, dice: Dice) -> None:
    for play in position.plays(dice):
        assert play.result.opponent_off >= position.off  # checkers once off stay off
        here = position
        for move in play.moves:
            assert move.target != 0 or not any(here.own[7:])
            here = here.moved(*move)


@pytest.mark.rule("G2.1")
def test_the_rest_of_a_doubles_roll_is_void_when_the_last_checker_leaves() -> None:
    (play,) = P("2:1 1:1", "6:3").plays(D(3, 3))
    assert len(play) == 2
    assert play.result.over
