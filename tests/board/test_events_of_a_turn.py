"""What the board tells the page, and what it does not."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.board.conftest import OpenBoard
from tests.board.example_states import START, states, to_play

pytestmark = pytest.mark.browser
ONE_WAY = "1:2 | 1:2"


def test_a_turn_is_ended_once_however_often_done_is_pressed(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 15)
    board.button("Done").dblclick()
    board.page.evaluate("document.querySelector('tavl-board').done()")
    board.show("start", score=[4, 2])  # the server has not answered yet
    board.page.evaluate("document.querySelector('tavl-board').done()")
    assert board.played() == [[[24, 18], [18, 15]]]


def test_a_play_that_is_not_complete_cannot_be_sent(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 18)
    board.page.evaluate("document.querySelector('tavl-board').done()")
    assert board.played() == []


def test_a_refused_play_is_given_back(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 15)
    board.button("Done").click()
    assert board.button("Undo").count() == 0
    board.page.evaluate("document.querySelector('tavl-board').reopen()")
    board.button("Undo").click()
    assert board.moves == [[24, 18]]


def test_a_state_of_the_same_turn_keeps_a_half_made_play(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 18)
    board.show("start", names=["Astrid", "Bjørn, away"])
    assert board.moves == [[24, 18]]
    board.drag(13, 10)
    board.button("Done").click()
    assert board.played() == [[[24, 18], [13, 10]]]


def test_a_checker_in_the_hand_stays_there_when_the_state_is_sent_again(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    source, target = (board.place(place).bounding_box() for place in (13, 7))
    assert source
    assert target
    board.page.mouse.move(source["x"] + 20, source["y"] + 60)
    board.page.mouse.down()
    board.page.mouse.move(source["x"] + 90, source["y"] + 90)
    board.show("start", score=[5, 2])
    board.page.mouse.move(target["x"] + 20, target["y"] + 60)
    board.page.mouse.up()
    assert board.moves == [[13, 7]]


def test_another_turn_forgets_the_play(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 18)
    board.show(to_play(START, 5, 2))
    assert board.moves == []
    assert board.label(24) == "24 point, 2 of your checkers"


def test_roll_is_asked_for_once(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("roll")
    board.button("Roll").dblclick()
    assert board.actions() == [{"type": "roll"}]
    assert board.button("Roll").count() == 0


def test_a_double_takes_two_presses_in_two_places(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("roll")
    double = board.button("Double").bounding_box()
    roll = board.button("Roll").bounding_box()
    assert double
    assert roll
    assert double["x"] + double["width"] < roll["x"]
    board.button("Double").dblclick()  # the second press falls on "No"
    assert board.actions() == []
    board.page.get_by_role("button", name="Doubling cube").click()
    board.button("Double to 2").click()
    assert board.actions() == [{"type": "double"}]


@pytest.mark.parametrize("answer", ["Take", "Drop"])
def test_a_double_is_answered_away_from_where_one_rolls(open_board: OpenBoard, answer: str) -> None:
    board = open_board()
    board.show("roll")
    roll = board.button("Roll").bounding_box()
    board.show("offered")
    button = board.button(answer).bounding_box()
    assert roll
    assert button
    assert button["x"] + button["width"] < roll["x"]
    board.button(answer).click()
    assert board.actions() == [{"type": answer.lower()}]


def test_resigning_asks_for_the_size(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start", resign_sizes=[1, 2])
    board.button("Resign").click()
    assert board.button("Backgammon").count() == 0
    board.button("Gammon").click()
    assert board.actions() == [{"type": "resign", "size": 2}]


def test_a_flag_that_may_not_be_used_is_grey_and_asks_the_page_why(open_board: OpenBoard) -> None:
    board = open_board()
    board.page.evaluate(
        "() => document.querySelector('tavl-board').addEventListener('tavl-barred', e => window.heard.push(e.detail))"
    )
    board.show("roll", actions=["roll"], resign_barred=True)
    expect(board.button("Resign")).to_have_attribute("aria-disabled", "true")
    board.button("Resign").click(force=True)
    assert board.heard == [{"type": "resign"}]
    assert board.button("Single game").count() == 0
    board.show("roll", actions=["roll", "resign"], resign_barred=False)
    expect(board.button("Resign")).to_have_attribute("aria-disabled", "false")


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_after_the_mouse_a_key_rolls_and_ends_the_turn(open_board: OpenBoard, key: str) -> None:
    board = open_board()
    board.show("roll")
    board.place(24).click()  # as one does while waiting
    board.page.keyboard.press(key)
    assert board.actions() == [{"type": "roll"}]
    board.show("start")
    board.place(24).click()
    board.page.keyboard.press(key)  # the play is not complete
    assert board.played() == []
    while not board.page.evaluate("document.querySelector('tavl-board').complete"):
        board.page.locator(".place.movable").first.click()
    board.page.keyboard.press(key)
    assert len(board.played()) == 1


@pytest.mark.parametrize("key", ["Space", "Enter"])
def test_walking_the_points_by_keys_never_rolls(open_board: OpenBoard, key: str) -> None:
    board = open_board()
    board.show("roll")
    board.place(24).focus()
    board.page.keyboard.press(key)
    board.place(13).click()
    board.page.keyboard.press("ArrowRight")
    board.page.keyboard.press(key)
    assert board.actions() == []


def test_a_resignation_is_answered(open_board: OpenBoard) -> None:
    board = open_board()
    actions = ["accept_resignation", "refuse_resignation"]
    board.show({"position": START, "resigned": {"seat": 1, "size": 2}, "names": ["A", "Bo"], "actions": actions})
    assert board.page.get_by_text("Bo resigns a gammon").is_visible()
    board.button("Accept").click()
    assert board.actions() == [{"type": "accept_resignation"}]


def test_nothing_is_automatic_unless_asked(open_board: OpenBoard) -> None:
    board = open_board()
    board.page.clock.install()
    board.show("dance")
    board.page.clock.run_for(5000)
    assert board.heard == []
    board.button("Done").click()
    assert board.played() == [[]]


@pytest.mark.parametrize(
    ("setting", "state", "told"),
    [
        ("auto_roll", {**states()["roll"], "actions": ["roll"]}, {"event": "tavl-action", "type": "roll"}),
        ("auto_pass", states()["dance"], {"event": "tavl-play", "moves": []}),
        ("auto_play", to_play(ONE_WAY, 3, 2), {"event": "tavl-play", "moves": [[1, 0], [1, 0]]}),
        ("auto_bear_off", to_play("6:2 4:3 2:3 1:1 | 5:2", 6, 4), {"event": "tavl-play", "moves": [[6, 0], [4, 0]]}),
    ],
)
def test_what_is_asked_for_is_done_unless_the_clock_wants_a_press(
    open_board: OpenBoard, setting: str, state: dict[str, object], told: dict[str, object]
) -> None:
    board = open_board(**{setting: ""})
    board.page.clock.install()
    board.show(state, manual=True)
    board.page.clock.run_for(9000)
    assert board.heard == []
    board.show(state)
    board.page.clock.run_for(9000)
    assert board.heard == [told]


def test_the_same_state_again_does_not_put_an_automatic_play_off(open_board: OpenBoard) -> None:
    board = open_board(auto_play="")
    board.page.clock.install()
    for score in range(12):
        board.show(to_play(ONE_WAY, 3, 2), names=["A", f"B, away for {score} s"])
        board.page.clock.run_for(500)
    assert board.played() == [[[1, 0], [1, 0]]]


def test_automatic_roll_leaves_the_choice_to_double(open_board: OpenBoard) -> None:
    board = open_board(auto_roll="")
    board.page.clock.install()
    board.show("roll")
    board.page.clock.run_for(5000)
    assert board.heard == []


def test_automatic_bear_off_waits_while_there_is_contact(open_board: OpenBoard) -> None:
    board = open_board(auto_bear_off="")
    board.page.clock.install()
    board.show(to_play("6:2 4:3 2:3 1:1 | 22:1 5:2", 6, 4))
    board.page.clock.run_for(9000)
    assert board.heard == []


def test_undoing_an_automatic_play_stops_it(open_board: OpenBoard) -> None:
    board = open_board(auto_play="")
    board.page.clock.install()
    board.show(to_play(ONE_WAY, 3, 2))
    board.page.clock.run_for(1500)
    board.button("Undo").click()
    board.page.clock.run_for(9000)
    assert board.heard == []
    assert board.moves == [[1, 0]]


def test_the_dice_end_the_turn_where_that_is_set(open_board: OpenBoard) -> None:
    board = open_board(end_on_dice="")
    board.show("start")
    board.drag(24, 15)
    board.page.get_by_role("button", name="Press to end the turn").click()
    assert len(board.played()) == 1


def test_the_opponents_play_is_walked_and_told_once(open_board: OpenBoard) -> None:
    board = open_board(speed="fast")
    board.show({"position": START, "turn": 1, "names": ["A", "Bo"], "dice": [3, 1], "dice_owner": 1})
    after = {
        "position": "24:2 13:5 8:3 6:5 | 24:2 13:5 8:2 6:4 5:2",
        "turn": 0,
        "names": ["A", "Bo"],
        "last": {"seat": 1, "moves": [[8, 5], [6, 5]], "dice": [3, 1]},
        "actions": ["roll"],
    }
    board.show(after)
    board.show(after)
    assert board.label(20) == "20 point, 2 of the opponent's checkers"
    assert board.said() == ["Bo plays 8 to 5, 6 to 5.", "Your turn."]
    assert board.page.locator(".checker.opponent.fresh").count() == 2


def test_a_spectator_sees_both_players_walk(open_board: OpenBoard) -> None:
    board = open_board(speed="slow")
    board.show({"position": START, "turn": 0, "names": ["Al", "Bo"], "dice": [6, 3]})
    board.show(
        {
            "position": "24:1 15:1 13:5 8:3 6:5 | 24:2 13:5 8:3 6:5",
            "turn": 1,
            "names": ["Al", "Bo"],
            "last": {"seat": 0, "moves": [[24, 18], [18, 15]], "dice": [6, 3]},
        }
    )
    assert board.said() == ["Al plays 24 to 18, 18 to 15."]
    frames = "document.querySelector('tavl-board').shadowRoot.getAnimations().map(a => a.effect.getKeyframes().length)"
    assert 5 in board.page.evaluate(frames)  # by way of the 18 point


def test_the_page_may_tell_the_story_itself_and_in_its_own_words(open_board: OpenBoard) -> None:
    board = open_board(narrate="off")
    board.show("roll")
    board.page.evaluate(
        "() => { const b = document.querySelector('tavl-board'); b.labels = {roll: 'Slå'}; b.announce('Din tur.') }"
    )
    board.show("start")
    assert board.said() == ["Din tur."]
    board.show("roll")
    assert board.button("Slå").is_visible()


@pytest.mark.parametrize(
    ("state", "field"),
    [
        ({}, "position"),
        ({"position": "24:2"}, "position"),
        ({"position": "24:2 x | 6:5"}, "position"),
        ({"position": START, "dice": [7, 1]}, "dice"),
        ({"position": START, "turn": 2}, "turn"),
        ({"position": START, "cube": {"value": "2"}}, "cube.value"),
        ({"position": START, "dice": [6, 3], "tree": {"nodes": [[[13, 7, 6, False, 9]]]}}, "tree.nodes"),
        ({"position": START, "tree": {"nodes": [[]]}}, "dice"),
    ],
)
def test_a_state_that_cannot_be_drawn_is_refused_by_field(
    open_board: OpenBoard, state: dict[str, object], field: str
) -> None:
    board = open_board()
    board.show("start")
    problem = board.page.evaluate(
        "s => { try { document.querySelector('tavl-board').state = s } catch (e) { return [e.name, e.field] } }", state
    )
    assert problem == ["StateError", field]
    assert board.label(24) == "24 point, 2 of your checkers"
