"""Scenarios read off the Danish tournament rules, chapters 2 and 3."""

from __future__ import annotations

import pytest

from tavl.table import acts
from tavl.table.acts import Equipment, Request, Useful, Way
from tavl.table.preparation.breaks_and_lateness import breaks_left
from tavl.table.state import Table
from tests.table.helpers import ANNA, DIRECTOR, MINUTE, ONE, TWO, act, begun, refused, tournament, won


def between(length: int = 7) -> Table:
    return won(begun(tournament(length), at=0), ONE)


@pytest.mark.rule("T2.2.ii", shows="allowed")
@pytest.mark.parametrize(("length", "breaks"), [(1, 1), (15, 1), (16, 2), (25, 2)])
def test_one_break_up_to_15_points_and_two_above(length, breaks):
    """§ 2.2 (ii): "I kampe op til 15 point: én pause. I kampe over 15 point: to pauser"."""
    assert breaks_left(tournament(length), ONE) == breaks


@pytest.mark.rule("T2.2.ii", shows="allowed")
def test_both_players_join_all_their_breaks():
    """ "Flere pauser kan holdes i forlængelse af hinanden": two of each in a match to 17 are twenty minutes."""
    table = between(17)
    at = table.last_at
    table = act(table, acts.TakeBreak(ONE, 2), at=at)
    table = act(table, acts.TakeBreak(TWO, 2), at=at + MINUTE)
    assert table.conduct.on_break.until == at + 20 * MINUTE


@pytest.mark.rule("T2.2.ii", shows="allowed")
def test_who_comes_back_early_does_not_lengthen_the_others_break():
    table = between()
    at = table.last_at
    table = act(table, acts.TakeBreak(ONE), at=at)
    table = act(table, acts.ReturnFromBreak(ONE), at=at + 2 * MINUTE)
    table = act(table, acts.TakeBreak(TWO), at=at + 3 * MINUTE)
    assert table.conduct.on_break.until == at + 8 * MINUTE


@pytest.mark.rule("T2.4.i", shows="answers")
def test_a_box_is_ordered_in_the_middle_of_a_game_for_the_rest_if_there_is_one():
    """§ 2.4 (i), § 3.4 (i) (d): "under forudsætning af, at der forefindes en sådan"."""
    order = acts.OrderUse(Useful.BAFFLE_BOX, "slides the dice")
    without = begun(tournament(equipment=frozenset()), at=0)
    assert refused(without, order, "T3.4.i", "not_at_hand", by=DIRECTOR)
    table = act(begun(tournament(equipment=frozenset({"baffle_box"})), at=0), order, by=DIRECTOR)
    assert [(use.what, use.way, use.from_game) for use in table.setup.uses] == [(Useful.BAFFLE_BOX, Way.PENALTY, 1)]


@pytest.mark.rule("T2.4.ii", shows=("asked", "answers"))
def test_a_player_may_ask_for_a_box_where_there_is_none_and_it_cannot_be_granted():
    """§ 2.4 (ii): "hvis der forefindes en, eller at der udnævnes en observatør"."""
    table = act(begun(tournament(equipment=frozenset()), at=0), acts.AskDirector(ONE, Request.BAFFLE_BOX))
    assert refused(table, acts.AnswerRequest(1, True, "seen it"), "T3.4.i", "not_at_hand", by=DIRECTOR)
    table = act(table, acts.AnswerRequest(1, False, "there is none"), by=DIRECTOR)
    assert act(table, acts.AskDirector(ONE, Request.OBSERVER)).requests.asked == 2


@pytest.mark.rule("T3.1", shows="record")
@pytest.mark.parametrize(
    ("size", "given"),
    [((44, 55), True), ((55, 44), True), ((66, 88), True), ((44, 88), True), ((43, 55), False), ((67, 88), False)],
)
def test_the_limits_of_a_board_hold_for_each_side(size, given):
    """§ 3.1: "minimum 44 cm x 55 cm og maksimum 66 cm x 88 cm i åben tilstand"."""
    table, demand = tournament(equipment=frozenset({"board"})), acts.DemandEquipment(ONE, Equipment.BOARD, size)
    if given:
        assert act(table, demand).setup.changed
    else:
        assert refused(table, demand, "T3.1", "board_size", by=ANNA)
