"""Animations of checkers, dice and cube: after any change of state, everything ends where it belongs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.board.conftest import BoardPage, OpenBoard
from tests.board.example_states import START, states

pytestmark = pytest.mark.browser

# Seat 1 has run 24/14 with 6 and 4; it is seen by seat 0, whose turn it is.
RUN = "24:2 13:5 8:3 6:5 | 24:1 14:1 13:5 8:3 6:5"
LAST = {"seat": 1, "moves": [[24, 18], [18, 14]], "dice": [6, 4]}
CUBE = {"value": 1, "owner": None}
TO_ROLL: dict[str, Any] = {"position": RUN, "turn": 0, "cube": CUBE, "last": LAST, "actions": ["roll", "double"]}
OVER: dict[str, Any] = {**TO_ROLL, "turn": None, "last": {**LAST, "dice": None}, "actions": [], "notice": "Astrid wins"}

# Where every checker lies, in whole units of the drawing; and how many travel now.
SPOTS = """() => [...document.querySelector("tavl-board").shadowRoot.querySelectorAll(".checker")].map((each) => {
  const {e, f} = new DOMMatrix(getComputedStyle(each).transform);
  return `${each.classList.contains("own") ? "own" : "opponent"} ${Math.round(e)} ${Math.round(f)}`;
}).sort()"""
TRAVELLING = """() => [...document.querySelector("tavl-board").shadowRoot.querySelectorAll(".checker")]
  .filter((each) => each.getAnimations().length).length"""


def travelling(board: BoardPage) -> int:
    return int(board.page.evaluate(TRAVELLING))


def at_rest(board: BoardPage) -> list[str]:
    board.settle()
    spots: list[str] = board.page.evaluate(SPOTS)
    return spots


def test_a_play_is_seen_checker_by_checker(open_board: OpenBoard) -> None:
    board = open_board(speed="slow")
    board.show({"position": START, "turn": 1})
    board.show(TO_ROLL)
    assert travelling(board) == 1


def test_a_checker_that_is_hit_goes_to_the_bar(open_board: OpenBoard) -> None:
    board = open_board(speed="slow")
    board.show(JUMPS["split"])
    board.show(JUMPS["hit"])
    assert travelling(board) == 3
    assert board.label(25) == "Bar, 1 of your checkers"


def test_a_game_that_ends_without_a_play_moves_no_checker(open_board: OpenBoard) -> None:
    """After a drop, a resignation or a fallen flag the last play is the same, only its dice are out of sight."""
    board = open_board(speed="slow")
    board.show({"position": START, "turn": 1})
    board.show(TO_ROLL)
    lying = at_rest(board)
    said = board.said()
    board.show({**TO_ROLL, "offered": 2, "offered_by": 0, "actions": []})
    board.show(OVER)
    assert travelling(board) == 0
    assert at_rest(board) == lying
    assert board.said() == [*said, "You double to 2.", "Astrid wins"]  # the play is not told a second time


def test_a_game_that_ends_while_the_last_play_is_still_under_way(open_board: OpenBoard) -> None:
    board = open_board(speed="slow")
    board.show({"position": START, "turn": 1})
    board.show(TO_ROLL)
    board.show(OVER)
    ended = at_rest(board)
    board.show({**OVER, "notice": None})
    fresh = open_board()
    fresh.show(OVER)
    assert ended == at_rest(fresh)


def test_the_next_game_begins_while_checkers_are_under_way(open_board: OpenBoard) -> None:
    board = open_board(speed="slow")
    board.show({"position": START, "turn": 1})
    board.show(TO_ROLL)
    board.show(OVER)
    board.show({"position": START, "score": [1, 0]})
    begun = at_rest(board)
    fresh = open_board()
    fresh.show({"position": START})
    assert begun == at_rest(fresh)


JUMPS: dict[str, dict[str, Any]] = {
    "start": {"position": START, "turn": 1},
    "run": TO_ROLL,
    "split": {"position": "24:1 23:1 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5", "turn": 1},
    "hit": {
        "position": "bar:1 23:1 13:5 8:3 6:5 | 24:1 20:1 13:5 8:3 6:4 1:1",
        "last": {"seat": 1, "moves": [[24, 20], [6, 1]]},
    },
    "own": {"position": "24:2 13:5 8:3 6:3 4:2 | 24:2 13:5 8:3 6:5", "last": {"seat": 0, "moves": [[6, 4], [6, 4]]}},
    "over": OVER,
    "gammon": {"position": "off:15 | 24:2 13:5 8:3 6:5", "last": {"seat": 0, "moves": [[1, 0], [1, 0]]}},
}


def test_from_any_state_to_any_other_checkers_come_to_rest_where_they_belong(open_board: OpenBoard) -> None:
    """Forth, back and across, as a slider goes through a match; also where the last play is not what led there."""
    jumps = {**JUMPS, **{name: states()[name] for name in ("middle", "bear_off")}}
    board = open_board(speed="fast")
    assert board.page.evaluate(JUMP, jumps) == []


# From each state to each other, the way there finished; and what is then not where a new board would put it.
JUMP = f"""(states) => {{
  const board = document.querySelector("tavl-board");
  const lying = {SPOTS};
  const rest = {{}};
  board.setAttribute("speed", "off");
  for (const name in states) {{
    board.state = states[name];
    rest[name] = String(lying());
  }}
  board.removeAttribute("speed");
  const wrong = [];
  for (const first in states) for (const second in states) {{
    board.state = states[first];
    board.state = states[second];
    for (const each of board.shadowRoot.getAnimations()) each.finish();
    if (String(lying()) !== rest[second]) wrong.push([first, second]);
  }}
  return wrong;
}}"""


def test_an_animation_that_fails_is_reported_and_the_board_goes_on(open_board: OpenBoard) -> None:
    board = open_board()
    board.show({"position": START, "turn": 1})
    board.page.evaluate(
        """() => { window.reported = [];
          addEventListener("error", (event) => { event.preventDefault(); window.reported.push(event.message) });
          Element.prototype.animate = () => { throw new TypeError("no such animation") } }"""
    )
    board.show({**TO_ROLL, "cube": {"value": 2, "owner": 0}})
    board.show({**TO_ROLL, "cube": {"value": 2, "owner": 0}, "dice": [3, 1], "actions": []})
    assert board.label(11) == "11 point, 1 of the opponent's checkers"
    assert board.page.locator(".die").count() == 2
    assert at_rest(board)
    reported = board.page.evaluate("window.reported")
    assert len(reported) == 4  # a checker, the cube, two dice
    assert all("no such animation" in message for message in reported)
