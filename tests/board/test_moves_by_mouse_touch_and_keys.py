"""A play is tried on the board by following the tree; nothing is sent before the turn is ended."""

from __future__ import annotations

import pytest

from tests.board.conftest import OpenBoard
from tests.board.example_states import START, to_play

pytestmark = pytest.mark.browser
TOUCH = {"has_touch": True, "is_mobile": True}


def test_a_checker_is_dragged_to_its_point(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(13, 7)
    assert board.moves == [[13, 7]]
    assert board.label(7) == "7 point, 1 of your checkers"
    assert board.label(13) == "13 point, 4 of your checkers"
    assert board.heard == []


def test_one_drag_takes_a_checker_over_several_dice(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 15)
    assert board.moves == [[24, 18], [18, 15]]


def test_a_checker_dropped_where_it_cannot_go_returns(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(13, 1)
    assert board.moves == []
    assert board.label(13) == "13 point, 5 of your checkers"


def test_a_drop_that_misses_its_point_by_a_little_counts(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    source, target = board.place(13).bounding_box(), board.place(7).bounding_box()
    assert source
    assert target
    board.page.mouse.move(source["x"] + 20, source["y"] + 60)
    board.page.mouse.down()
    board.page.mouse.move(target["x"] - 12, target["y"] + 60, steps=4)  # over the 8 point, which is not open
    board.page.mouse.up()
    assert board.moves == [[13, 7]]


def test_a_click_moves_by_the_die_shown_first_and_the_dice_swap(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.page.get_by_role("button", name="Your dice, 6 first").click()
    board.place(13).click()
    assert board.moves == [[13, 10]]
    board.place(13).click()
    assert board.moves == [[13, 10], [13, 7]]


def test_a_click_uses_the_other_die_where_the_first_does_not_go(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.place(6).click()
    assert board.moves == [[6, 3]]


def test_click_and_click_picks_and_drops_with_the_destinations_shown(open_board: OpenBoard) -> None:
    board = open_board(click="pick")
    board.show("start")
    board.place(24).click()
    assert board.page.locator(".place.target").count() == 3
    assert board.label(15).endswith("can be moved here")
    board.place(21).click()
    assert board.moves == [[24, 21]]


def test_a_second_click_on_a_picked_checker_puts_it_down(open_board: OpenBoard) -> None:
    board = open_board(click="pick")
    board.show("start")
    board.place(24).click()
    board.place(24).click()
    board.place(18).click()
    assert board.moves == []


def test_a_move_that_is_not_open_is_told_to_the_page(open_board: OpenBoard) -> None:
    board = open_board(click="pick")
    board.show("start")
    board.page.evaluate(
        """() => { window.missed = [];
          addEventListener("tavl-miss", ({detail}) => window.missed.push([detail.from, detail.to])) }"""
    )
    board.place(24).click()
    board.place(19).click()  # held by the opponent
    board.place(1).click()  # not one's own
    board.drag(24, 5)
    board.place(24).click()
    board.place(21).click()  # this one is open
    assert board.page.evaluate("window.missed") == [[24, 19], [1, None], [24, 5]]
    assert board.moves == [[24, 21]]


@pytest.mark.parametrize("size", [(375, 667), (667, 375)])
def test_a_finger_taps_a_whole_play(open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(width=size[0], height=size[1], context=TOUCH, click="pick")
    board.show("start")
    for place in (24, 18, 13, 10):
        board.place(place).tap()
    board.button("Done").tap()
    assert board.played() == [[[24, 18], [13, 10]]]


def test_a_finger_drags(open_board: OpenBoard) -> None:
    board = open_board(width=375, height=667, context=TOUCH)
    board.show("start")
    session = board.page.context.new_cdp_session(board.page)
    spots = [board.place(place).bounding_box() for place in (24, 18)]
    (x, y), end = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in spots if box)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.3, 0.7, 1):
        point = {"x": x + (end[0] - x) * part, "y": y + (end[1] - y) * part}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert board.moves == [[24, 18]]


def test_a_turn_is_played_by_keyboard_alone(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    press = board.page.keyboard.press
    press("Tab")
    press("Enter")  # picks on 24
    for _ in range(6):
        press("ArrowRight")
    press("Enter")
    assert board.moves == [[24, 18]]
    for _ in range(5):
        press("ArrowDown")
    press("Space")
    for _ in range(3):
        press("ArrowRight")
    press("Space")
    assert board.moves == [[24, 18], [13, 10]]
    assert board.played() == []
    press("Enter")
    assert board.played() == [[[24, 18], [13, 10]]]


def test_escape_puts_a_picked_checker_down(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.place(13).focus()
    board.page.keyboard.press("Enter")
    assert "picked up" in board.label(13)
    board.page.keyboard.press("Escape")
    assert "picked up" not in board.label(13)


def test_steps_are_taken_back_one_by_one_also_after_the_last_die(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 15)
    board.button("Undo").click()
    assert board.moves == [[24, 18]]
    board.place(13).focus()
    board.page.keyboard.press("Backspace")
    assert board.moves == []
    assert board.label(24) == "24 point, 2 of your checkers"
    board.drag(13, 4)
    board.page.keyboard.press("Control+z")
    assert len(board.moves) == 1


def test_a_hit_checker_goes_to_the_bar_and_comes_back_with_undo(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("middle")
    board.drag(13, 9)
    assert board.label(26) == "Opponent's bar, 1 of the opponent's checkers"
    assert board.label(9) == "9 point, 1 of your checkers"
    assert board.said()[-1] == "13 to 9, hits."
    board.button("Undo").click()
    assert board.label(26) == "Opponent's bar, empty"
    assert board.label(9) == "9 point, 1 of the opponent's checkers"


def test_doubles_are_four_steps(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("doubles")
    assert board.page.locator(".die").count() == 4
    board.drag(13, 7)
    assert board.moves == [[13, 11], [11, 9], [9, 7]]
    assert board.page.locator(".die.used").count() == 3
    assert board.button("Done").count() == 0
    board.place(6).click()
    board.button("Done").click()
    assert board.played() == [[[13, 11], [11, 9], [9, 7], [6, 4]]]


def test_the_bar_is_played_first(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("bar")
    board.drag(13, 8)
    assert board.moves == []
    board.drag(25, 20)
    assert board.moves == [[25, 20]]
    assert board.label(25) == "Bar, empty"


def test_checkers_are_borne_off_to_the_tray(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("bear_off")
    board.place(6).click()
    board.drag(4, 0)
    assert board.moves == [[6, 0], [4, 0]]
    assert board.label(0) == "Off, 7 of your checkers"
    board.settle()
    assert board.page.locator(".checker.own.on-edge").count() == 7


def test_a_move_made_while_the_last_one_is_still_under_way_counts(open_board: OpenBoard) -> None:
    board = open_board(speed="slow")
    board.show("doubles")
    board.place(6).click()
    board.place(6).click()
    board.place(6).click()
    board.drag(8, 6)
    assert board.moves == [[6, 4], [6, 4], [6, 4], [8, 6]]


def test_a_single_step_is_made_where_only_the_tree_leads(open_board: OpenBoard) -> None:
    """The board knows no rule: what it is not given it does not offer."""
    board = open_board()
    state = to_play(START, 6, 3)
    board.show({**state, "tree": {"nodes": [[[13, 7, 6, False, 1]], []]}})
    board.drag(24, 18)
    assert board.moves == []
    board.drag(13, 7)
    assert board.button("Done").is_visible()


def test_typed_moves_are_all_made_or_none(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    attempt = "moves => document.querySelector('tavl-board').attempt(moves)"
    assert board.page.evaluate(attempt, [[24, 18], [13, 1]]) is False
    assert board.moves == []
    assert board.page.evaluate(attempt, [[24, 15]]) is True
    assert board.moves == [[24, 18], [18, 15]]
