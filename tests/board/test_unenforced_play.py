"""A board that checks nothing: any of your own checkers can go anywhere, and nothing shows whether it was legal."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.board.conftest import OpenBoard
from tests.board.example_states import MIDDLE, START, to_play

pytestmark = pytest.mark.browser


def free(position: str = START, first: int = 6, second: int = 3) -> dict[str, object]:
    return {**to_play(position, first, second), "tree": None, "free": True}


def test_any_own_checker_goes_anywhere_and_the_play_is_told_as_made(open_board: OpenBoard) -> None:
    board = open_board()
    board.show(free())
    board.drag(24, 16)  # eight, with 6 and 3
    board.drag(8, 9)  # backwards
    board.drag(6, 0)  # off, with everything still to come
    assert board.moves == [[24, 16], [8, 9], [6, 0]]
    board.button("Done").click()
    assert board.played() == [[[24, 16], [8, 9], [6, 0]]]


def test_only_a_held_point_is_closed_and_a_blot_is_hit(open_board: OpenBoard) -> None:
    board = open_board()
    board.show(free(MIDDLE))
    board.drag(13, 12)
    assert board.moves == []  # four of the opponent's stand there
    board.drag(13, 9)
    assert board.label(26) == "Opponent's bar, 1 of the opponent's checkers"
    board.button("Undo").click()
    assert board.label(26) == "Opponent's bar, empty"


def test_neither_marks_nor_dice_help(open_board: OpenBoard) -> None:
    board = open_board(hints="on")
    board.show(free())
    expect(board.page.get_by_role("button", name="Your dice, 6 and 3")).to_be_disabled()
    board.place(13).click()  # which die it would be is not said: the checker is picked up
    assert board.said()[-1] == "13 point picked up."
    assert board.page.locator(".place.target, .target-point, .checker.movable").count() == 0
    board.place(7).click()
    assert board.moves == [[13, 7]]
    assert board.page.locator(".die.used").count() == 0


def test_the_dice_can_be_lifted_at_once_but_no_key_does_it_by_accident(open_board: OpenBoard) -> None:
    board = open_board()
    board.show(free())
    board.place(13).focus()
    board.page.keyboard.press("Enter")
    assert board.played() == []
    assert "picked up" in board.label(13)
    board.page.keyboard.press("Escape")
    board.button("No play").click()
    assert board.played() == [[]]


@pytest.mark.parametrize("size", [(375, 667), (667, 375), (1000, 760)])
def test_no_play_lies_beside_the_dice_also_after_doubles(open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(width=size[0], height=size[1])
    board.show(free(MIDDLE, 2, 2))
    boxes = [die.bounding_box() for die in board.page.locator(".die").all()]
    button = board.button("No play").bounding_box()
    assert button
    assert len(boxes) == 2  # two dice are two dice
    for die in boxes:
        assert die
        beside = die["x"] + die["width"] <= button["x"]
        below = die["y"] + die["height"] <= button["y"]
        assert beside or below


COUNT_WAITS = """() => {
  const usual = window.setTimeout;
  window.waits = 0;
  window.setTimeout = (...wait) => { window.waits += 1; return usual(...wait); };
}"""


def test_nothing_is_done_automatically(open_board: OpenBoard) -> None:
    board = open_board(auto_play="on", auto_pass="on", auto_bear_off="on")
    board.page.evaluate(COUNT_WAITS)
    last = "6:1 off:14 | 6:1 off:14"
    board.show(free(last, 6, 5))
    board.settle()
    assert board.page.evaluate("window.waits") == 0  # before it plays for somebody the board waits a while
    assert board.played() == []
    board.show(to_play(last, 6, 5))
    board.settle()
    assert board.page.evaluate("window.waits") > 0


def test_a_state_is_either_free_or_has_a_tree(open_board: OpenBoard) -> None:
    board = open_board()
    problem = board.page.evaluate(
        """state => { try { document.querySelector("tavl-board").state = state } catch (e) { return e.field } }""",
        {**to_play(START, 6, 3), "free": True},
    )
    assert problem == "free"
