"""The last roll stays visible until the next one, and the opening roll is one die each."""

from __future__ import annotations

from typing import Any

import pytest

from tests.board.conftest import BoardPage, OpenBoard
from tests.board.example_states import START

pytestmark = pytest.mark.browser
SIZES = [(375, 667), (667, 375), (390, 844), (844, 390), (1000, 760)]
AFTER = "24:2 13:5 8:3 6:5 | 24:2 13:5 8:2 6:4 5:2"
THEIRS = {"seat": 1, "moves": [[8, 5], [6, 5]], "dice": [3, 1]}
OWN = {"seat": 0, "moves": [[8, 5], [6, 5]], "dice": [3, 1]}
MOMENTS: dict[str, dict[str, Any]] = {
    "I may double": {"turn": 0, "actions": ["double", "resign", "roll"], "last": THEIRS},
    "I may roll": {"turn": 0, "actions": ["roll"], "last": THEIRS},
    "I have doubled": {"turn": 0, "offered": 2, "last": THEIRS},
    "I am doubled": {"turn": 1, "offered": 2, "actions": ["drop", "take", "beaver"], "last": OWN},
    "I am beavered": {"turn": 0, "offered": 4, "offered_by": 1, "actions": ["drop", "take"], "last": THEIRS},
    "they resign": {
        "turn": 0,
        "resigned": {"seat": 1, "size": 2},
        "actions": ["accept_resignation", "refuse_resignation"],
        "last": THEIRS,
    },
    "I resign": {"turn": 0, "resigned": {"seat": 0, "size": 1}, "last": THEIRS},
    "a sentence is shown": {"turn": None, "notice": "Bo wins a single game: 1 point.", "last": THEIRS},
    "the next game waits": {"notice": "Bo wins a gammon: 4 points.", "actions": ["start_game"], "last": OWN},
    "I direct": {"turn": 0, "actions": ["correct", "penalise", "rule", "stop_clock"], "last": THEIRS},
    "I claim": {"turn": 0, "actions": ["flag_play", "accept_play", "double", "roll"], "last": THEIRS},
}
COVERED = """() => {
  const root = document.querySelector("tavl-board").shadowRoot;
  const box = (each) => each.getBoundingClientRect();
  const dice = [...root.querySelectorAll(".die .die-body")].map(box);
  const others = [...root.querySelectorAll(".button, .note, .cube:not(.none) .cube-body")].filter((e) => box(e).width);
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return [dice.length, others.filter((each) => dice.some((die) => meet(die, box(each)))).map((e) => e.textContent)];
}"""


def dice(board: BoardPage) -> tuple[int, list[str]]:
    """How many lie there, and what lies on them, once everything has come to rest."""
    board.settle()
    number, covered = board.page.evaluate(COVERED)
    return number, covered


@pytest.mark.parametrize("direction", ["right", "left"])
@pytest.mark.parametrize("size", SIZES)
def test_the_last_roll_lies_in_sight_whatever_is_asked(
    open_board: OpenBoard, size: tuple[int, int], direction: str
) -> None:
    board = open_board(width=size[0], height=size[1], direction=direction)
    cube = {"value": 1, "owner": None}
    for moment, state in MOMENTS.items():
        board.show({"position": AFTER, "names": ["Al", "Bo"], "cube": cube, **state})
        assert dice(board) == (2, []), moment


@pytest.mark.parametrize("size", SIZES)
def test_the_last_roll_stays_while_a_double_or_a_resignation_is_thought_over(
    open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(width=size[0], height=size[1])
    board.show({"position": AFTER, "cube": {"value": 1, "owner": None}, **MOMENTS["I may double"]})
    board.button("Double").click()
    assert dice(board) == (2, [])
    board.button("No").click()
    board.button("Resign").click()
    assert dice(board) == (2, [])


COVERING = """() => {
  const root = document.querySelector("tavl-board").shadowRoot;
  const box = (each) => each.getBoundingClientRect();
  const note = box(root.querySelector(".note"));
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const others = [...root.querySelectorAll(".button, .cube-body, .die .die-body")].filter((e) => box(e).width);
  return others.filter((each) => meet(note, box(each))).map((each) => each.textContent);
}"""


@pytest.mark.parametrize("size", SIZES)
def test_what_a_double_costs_covers_neither_the_cube_nor_the_answers(
    open_board: OpenBoard, size: tuple[int, int]
) -> None:
    board = open_board(width=size[0], height=size[1])
    notice = "Guest k7xq doubles to 2. Dropping costs 1 point."
    board.show({"position": AFTER, "cube": {"value": 1, "owner": None}, **MOMENTS["I am doubled"], "notice": notice})
    assert board.page.evaluate(COVERING) == []


def test_nothing_lies_there_before_the_first_roll(open_board: OpenBoard) -> None:
    board = open_board()
    board.show({"position": START, "turn": None})
    assert dice(board) == (0, [])


WHERE = """() => [...document.querySelector("tavl-board").shadowRoot.querySelectorAll(".die")].map((die) => {
  const stage = document.querySelector("tavl-board").shadowRoot.querySelector(".stage").getBoundingClientRect();
  const {x, width} = die.getBoundingClientRect();
  const half = x + width / 2 > stage.x + stage.width / 2 ? "home" : "away";
  return [half, die.querySelectorAll(".pip").length, die.classList.contains("light") ? "light" : "dark"];
})"""


@pytest.mark.parametrize("beginner", [0, 1])
def test_the_opening_roll_is_one_die_each_the_higher_of_the_one_who_begins(
    open_board: OpenBoard, beginner: int
) -> None:
    board = open_board()
    board.show({"position": START, "turn": beginner, "dice": [3, 6], "opening": True})
    lying = sorted(board.page.evaluate(WHERE))
    own, theirs = (6, 3) if beginner == 0 else (3, 6)
    assert lying == [["away", theirs, "dark"], ["home", own, "light"]]


def test_whoever_begins_takes_both_dice_up(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start", opening=True)
    assert sorted(half for half, _, _ in board.page.evaluate(WHERE)) == ["away", "home"]
    board.place(24).click()
    assert [half for half, _, _ in board.page.evaluate(WHERE)] == ["home", "home"]
