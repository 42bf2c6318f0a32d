"""The board as a picture, from both sides and in both directions."""

from __future__ import annotations

import pytest
from rich.text import Text

from tavl.cli.play.board import WIDTH, Look, Scene, draw
from tavl.rules import Cube, Position, Seat


def plain(lines: list[Text]) -> list[str]:
    return [line.plain.rstrip() for line in lines]


UNICODE_RIGHT = """\
         13  14  15  16  17  18          19  20  21  22  23  24
       ┌─────────────────────────┬─────┬─────────────────────────┬─────┐
       │  ●   ·       ·   ○   ·  │     │  ○   ·       ·       ●  │     │
       │  ●   ·       ·   ○   ·  │     │  ○   ·       ·       ●  │     │
       │  ●   ·       ·   ○   ·  │     │  ○   ·       ·       ·  │     │
       │  ●   ·       ·       ·  │     │  ○   ·       ·       ·  │     │
┌────┐ │  ●   ·       ·       ·  │     │  ○   ·       ·       ·  │     │
│ 64 │ │                         │ BAR │                         │     │
└────┘ │  ○       ·       ·      │     │  ●       ·       ·      │     │
       │  ○       ·       ·      │     │  ●       ·       ·      │     │
       │  ○       ·       ●      │     │  ●       ·       ·      │     │
       │  ○       ·       ●      │     │  ●       ·       ·   ○  │     │
       │  ○       ·       ●      │     │  ●       ·       ·   ○  │     │
       └─────────────────────────┴─────┴─────────────────────────┴─────┘
         12  11  10   9   8   7           6   5   4   3   2   1"""
UNICODE_LEFT = """\
        24  23  22  21  20  19          18  17  16  15  14  13
┌─────┬─────────────────────────┬─────┬─────────────────────────┐
│     │  ●       ·       ·   ○  │     │  ·   ○   ·       ·   ●  │
│     │  ●       ·       ·   ○  │     │  ·   ○   ·       ·   ●  │
│     │  ·       ·       ·   ○  │     │  ·   ○   ·       ·   ●  │
│     │  ·       ·       ·   ○  │     │  ·       ·       ·   ●  │
│     │  ·       ·       ·   ○  │     │  ·       ·       ·   ●  │ ┌────┐
│     │                         │ BAR │                         │ │ 64 │
│     │      ·       ·       ●  │     │      ·       ·       ○  │ └────┘
│     │      ·       ·       ●  │     │      ·       ·       ○  │
│     │      ·       ·       ●  │     │      ●       ·       ○  │
│     │  ○   ·       ·       ●  │     │      ●       ·       ○  │
│     │  ○   ·       ·       ●  │     │      ●       ·       ○  │
└─────┴─────────────────────────┴─────┴─────────────────────────┘
         1   2   3   4   5   6           7   8   9  10  11  12"""
IN_ASCII = str.maketrans("●○·─│┌┬┐└┴┘", "XO.-|++++++")
START = Scene(position=Position.start(), viewer=Seat.FIRST)


def drawn(scene: Scene, unicode: bool = False, home_right: bool = True) -> str:
    return "\n".join(plain(draw(scene, Look(unicode=unicode, colour=False, home_right=home_right))))


@pytest.mark.rule("G1.3", "G10.1")
@pytest.mark.parametrize(("home_right", "picture"), [(True, UNICODE_RIGHT), (False, UNICODE_LEFT)])
def test_the_starting_position_with_the_home_on_either_side(home_right: bool, picture: str) -> None:
    """Nobody owns the cube, which shows 64; the numbers are the viewer's."""
    assert drawn(START, unicode=True, home_right=home_right) == picture
    assert drawn(START, unicode=False, home_right=home_right) == picture.translate(IN_ASCII)


def test_ascii_is_ascii() -> None:
    assert drawn(START, unicode=False).isascii()


def test_colour_changes_no_line_longer_than_the_screen() -> None:
    for home_right in (True, False):
        lines = draw(START, Look(home_right=home_right))
        assert {line.cell_len for line in lines} <= set(range(WIDTH + 1))
        assert len(lines) == 15


@pytest.mark.rule("G1.1")
def test_each_player_sees_their_own_home_below_and_their_own_colour_in_it() -> None:
    first, second = (drawn(Scene(position=Position.start(), viewer=seat)) for seat in (Seat.FIRST, Seat.SECOND))
    assert second == first.translate(str.maketrans("XO", "OX"))


def test_more_than_five_checkers_are_a_number() -> None:
    lines = drawn(Scene(position=Position.of("6:15", "24:2 13:13"), viewer=Seat.FIRST)).splitlines()
    assert lines[8].split("|")[-3].strip().startswith("15")
    assert sum(line.count("X") for line in lines) == 4


def test_checkers_on_the_bar_lie_in_the_half_where_they_come_in() -> None:
    lines = drawn(Scene(position=Position.of("25:2 6:13", "25:1 6:14"), viewer=Seat.FIRST)).splitlines()
    bar = [line[35:38] for line in lines]
    assert bar[5:9] == [" X ", " X ", "BAR", " O "]


def test_checkers_borne_off_lie_in_the_tray_in_threes() -> None:
    lines = drawn(Scene(position=Position.of("1:8", "1:13"), viewer=Seat.FIRST)).splitlines()
    assert [line.split("|")[-2].strip() for line in lines[2:4]] == ["OO", ""]
    assert [line.split("|")[-2].strip() for line in lines[10:13]] == ["X", "XXX", "XXX"]


def cube_rows(cube: Cube | None, offered: int | None = None, viewer: Seat = Seat.FIRST) -> list[tuple[int, str]]:
    lines = drawn(Scene(position=Position.start(), viewer=viewer, cube=cube, offered=offered)).splitlines()
    found = [(row, line[:6].strip("| ")) for row, line in enumerate(lines)]
    return [(row, text) for row, text in found if text.isdecimal()]


def test_the_cube_lies_with_its_owner() -> None:
    assert cube_rows(Cube()) == [(7, "64")]
    assert cube_rows(Cube(2, Seat.FIRST)) == [(11, "2")]
    assert cube_rows(Cube(2, Seat.FIRST), viewer=Seat.SECOND) == [(3, "2")]
    assert cube_rows(Cube(1024, Seat.SECOND)) == [(3, "1024")]


def test_an_offered_cube_lies_in_the_middle_with_its_new_value() -> None:
    assert cube_rows(Cube(2, Seat.FIRST), offered=4) == [(7, "4")]


@pytest.mark.rule("G11.1")
def test_without_a_cube_there_is_none_on_the_board() -> None:
    assert cube_rows(None) == []


def test_dice_lie_to_the_right_of_the_one_who_rolled_and_lose_their_frame_when_played() -> None:
    dice = ((3, True), (1, False))
    mine = drawn(Scene(position=Position.start(), viewer=Seat.FIRST, dice=dice, dice_of=Seat.FIRST)).splitlines()[7]
    left, right = mine.split("BAR")
    assert "[3]" in right
    assert "[1]" not in right
    assert " 1 " in right
    assert "3" not in left
    theirs = drawn(Scene(position=Position.start(), viewer=Seat.SECOND, dice=dice, dice_of=Seat.FIRST)).splitlines()[7]
    assert "[3]" in theirs.split("BAR")[0]
