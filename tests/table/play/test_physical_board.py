"""Dice at a physical board: valid, invalid, on the left by leave."""

import pytest

from tavl.rules import acts as game
from tavl.rules.profile import DBF_BASIC, DBF_TOURNAMENT, Side, ValidRoll
from tavl.table import Ruler, acts
from tavl.table.acts import InvalidRoll, Matter, Useful
from tests.table.helpers import (
    ANNA,
    DIRECTOR,
    ENFORCED,
    ONE,
    RECORDED,
    TWO,
    D,
    act,
    around,
    begun,
    kinds,
    offered,
    opened,
    refused,
    rolled,
    said,
    seen,
    tournament,
    won,
)

LEGAL = ((8, 5), (6, 5))
FLAT = InvalidRoll.NOT_FLAT


def to_roll(**terms):
    """Bo's turn to roll."""
    return act(begun(tournament(**terms)), game.MakePlay(ONE, LEGAL))


@pytest.mark.rule("G9.1")
@pytest.mark.parametrize("why", list(InvalidRoll))
def test_an_invalid_roll_is_recorded(why):
    table = act(to_roll(), acts.RecordInvalidRoll(TWO, why))
    assert seen(table).handling.invalid_rolls == 1


@pytest.mark.rule("G9.1", shows="next step")
def test_the_reroll_follows_and_no_double_is_accepted_in_between():
    basic = act(begun(opened(sitting=RECORDED, profile=DBF_BASIC)), game.MakePlay(ONE, LEGAL))
    table = act(basic, acts.RecordInvalidRoll(TWO, FLAT))
    assert refused(table, game.Double(TWO), "G9.1", "rolled_though_not_validly")
    assert "double" not in offered(table, table_by(TWO))
    table = act(rolled(table, TWO, 6, 4), game.MakePlay(TWO, ((24, 18), (13, 9))))
    assert kinds(said(table, game.Double(ONE))) == ["Doubled"]  # the next turn is another matter


def table_by(seat):
    from tests.table.helpers import PLAYERS

    return PLAYERS[seat]


def test_an_opening_roll_may_be_invalid_too():
    table = act(act(tournament(), game.StartGame(ONE)), acts.RecordInvalidRoll(ONE, FLAT))
    assert kinds(said(table, acts.RecordOpening(ONE, 3, 1))) == ["OpeningRolled"]


def test_digital_dice_are_always_valid():
    table = begun(opened())
    assert refused(table, acts.RecordInvalidRoll(ONE, FLAT), "T4.1.i", "dice_fall_by_themselves")


@pytest.mark.rule("T4.1.i", shows="refused")
def test_dice_are_entered_at_a_physical_board_and_rolled_elsewhere():
    digital = act(begun(opened()), game.MakePlay(ONE, LEGAL))
    assert refused(digital, acts.RecordRoll(TWO, D(6, 6)), "T4.1.i", "dice_fall_by_themselves")
    assert refused(to_roll(), game.Roll(TWO), "T4.1.i", "dice_lie_on_the_board")
    assert said(digital, game.Roll(TWO)).rule == "T4.1.i"
    assert said(digital, game.Roll(TWO), roll=(7, 1)).rule == "T4.1.i"


def test_rolls_are_recorded_in_turn():
    table = to_roll()
    assert refused(table, acts.RecordRoll(ONE, D(2, 1)), "G4.3")
    assert refused(table, acts.RecordInvalidRoll(ONE, FLAT), "G4.3")
    assert refused(table, acts.RecordOpening(ONE, 3, 1), "G3.1", "game_running")
    opening = act(tournament(), game.StartGame(ONE))
    assert refused(opening, acts.RecordRoll(ONE, D(2, 1)), "G3.1", "one_die_each")
    assert refused(opening, acts.RecordOpening(ONE, 0, 7), "T4.1.i")
    assert refused(tournament(), acts.RecordRoll(ONE, D(2, 1)), "G1.2", "game_not_begun")


def test_an_early_roll_at_a_physical_board_stands():
    table = act(begun(tournament()), acts.RecordRoll(TWO, D(6, 4)))
    assert seen(table, ANNA).handling.early_roll == D(6, 4)


# leave to roll on the left


def with_leave():
    table = act(to_roll(), acts.AskConsent(TWO, Matter.ROLLING_LEFT), acts.GiveConsent(ONE, 1))
    assert around(table).consents[0].answer == "given"
    return table


@pytest.mark.rule("T4.1.iv.a")
def test_a_roll_on_the_left_counts_only_with_leave():
    left = acts.RecordRoll(TWO, D(6, 4), Side.LEFT)
    assert said(to_roll(), left) == [acts.RollInvalid(TWO, InvalidRoll.WRONG_SIDE)]
    assert said(with_leave(), left) == [game.Rolled(TWO, D(6, 4))]
    assert seen(to_roll()).around.sheet.dice_rule == "T4.1.iv.a"


@pytest.mark.rule("T4.1.iv.a", shows="next step")
def test_the_leave_ends_when_it_is_withdrawn():
    table = act(with_leave(), acts.WithdrawConsent(1, "", ONE))
    assert (around(table).consents[0].answer, around(table).consents[0].why) == ("ended", "withdrawn")
    assert refused(with_leave(), acts.WithdrawConsent(1, "", TWO), "T4.1.iv.a", "director_withdraws")


@pytest.mark.rule("T4.1.iv.a", shows="next step")
def test_the_leave_ends_when_the_player_goes_back_to_the_right():
    table = act(with_leave(), acts.RecordRoll(TWO, D(6, 4), Side.RIGHT))
    assert (around(table).consents[0].answer, around(table).consents[0].why) == ("ended", "rolled_right")


@pytest.mark.rule("T4.1.iv.a", shows="next step")
def test_the_leave_ends_with_the_game():
    table = won(with_leave(), ONE)
    assert (around(table).consents[0].answer, around(table).consents[0].why) == ("ended", "game_over")


def test_where_the_profile_has_no_leave_none_is_asked():
    table = begun(opened(sitting=RECORDED, profile=DBF_BASIC))
    assert refused(table, acts.AskConsent(TWO, Matter.ROLLING_LEFT), "T4.1.iv.a", "no_left_rolls")


@pytest.mark.rule("T4.1.iv.b")
def test_with_a_baffle_box_the_dice_mode_decides_which_text_is_shown():
    table = act(to_roll(equipment=frozenset({"baffle_box"})), acts.OrderUse(Useful.BAFFLE_BOX, "T4.1.iv.a"))
    assert around(table).sheet.dice_rule == "T4.1.iv.b"
    assert said(table, acts.RecordRoll(TWO, D(6, 4), Side.LEFT)) == [game.Rolled(TWO, D(6, 4))]  # either half


@pytest.mark.rule("T4.1.iv.b", shows="next step")
def test_a_roll_beside_the_box_is_rolled_again():
    table = act(to_roll(equipment=frozenset({"baffle_box"})), acts.OrderUse(Useful.BAFFLE_BOX, "T4.1.iv.a"))
    table = act(table, acts.RecordInvalidRoll(TWO, InvalidRoll.OFF_THE_BOARD))
    assert "record_roll" in offered(table, table_by(TWO))


ON_CHECKERS = DBF_TOURNAMENT.vary(valid_roll=ValidRoll(left_by_leave=True, dice_on_checkers=True))


@pytest.mark.rule("T4.1.iv.c")
def test_dice_on_checkers_is_an_option_shown_at_the_table():
    assert not around(to_roll()).sheet.dice_on_checkers
    announced = begun(opened(sitting=RECORDED, profile=ON_CHECKERS, ruler=Ruler.DIRECTOR))
    assert around(announced, DIRECTOR).sheet.dice_on_checkers


@pytest.mark.rule("T4.1.iv.c", shows="next step")
def test_a_die_on_a_checker_is_rolled_again_only_where_that_was_not_announced():
    on_checker = acts.RecordInvalidRoll(TWO, InvalidRoll.ON_A_CHECKER)
    assert kinds(said(to_roll(), on_checker)) == ["RollInvalid"]
    announced = act(begun(opened(sitting=RECORDED, profile=ON_CHECKERS)), game.MakePlay(ONE, LEGAL))
    assert refused(announced, on_checker, "T4.1.iv.c", "valid_on_a_checker")
    assert ENFORCED != RECORDED
