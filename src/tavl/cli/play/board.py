"""The board as lines of text, seen by one player with the bar, the trays, the cube and the dice. Pure.

Seventy-two columns and fifteen rows. Colours belong to the seats, the numbers to the viewer (G1.1, G1.3).
"""

from __future__ import annotations

from msgspec import Struct
from rich.text import Text

from tavl.rules import Cube, Position, Seat

WIDTH = 72
_DEPTH = 5  # checkers drawn on a point; more are written as a number
_CUBE_AT_REST = 64  # the face a cube shows while nobody has turned it (G10.1)


class Look(Struct, frozen=True):
    """How to draw: which glyphs, with or without colour, and on which side the viewer's home lies."""

    unicode: bool = True
    colour: bool = True
    home_right: bool = True


class Scene(Struct, frozen=True, kw_only=True):
    """What lies on the board."""

    position: Position  # seen by the viewer
    viewer: Seat
    dice: tuple[tuple[int, bool], ...] = ()  # each die, and whether it is still to be played
    dice_of: Seat | None = None
    cube: Cube | None = Cube()
    offered: int | None = None  # what the cube would show if an offer is taken
    touched: frozenset[int] = frozenset()  # points of the last play, in the viewer's numbers
    bar_word: str = "BAR"


class Glyphs(Struct, frozen=True):
    checkers: tuple[str, str]
    empty: tuple[str, str]
    line: str
    corners: tuple[str, str, str, str, str, str]  # top left, top tee, top right, bottom left, bottom tee, bottom right
    side: str
    cube: tuple[str, str]  # its upper and lower edge


UNICODE = Glyphs(("●", "○"), ("·", " "), "─", ("┌", "┬", "┐", "└", "┴", "┘"), "│", ("┌────┐", "└────┘"))
ASCII = Glyphs(("X", "O"), (".", " "), "-", ("+", "+", "+", "+", "+", "+"), "|", ("+----+", "+----+"))

FELT, FRAME = "#17352c", "#a9743c"
_POINTS = ("#b98a4f", "#7b4a2d")
_CHECKERS = ("#f4e9cf", "#9e2a22")
_ENGRAVED = ("#8d7a52", "#f3b9a7")
_DICE = ("bold #1b1b1b on #fff7e0", "bold #fff7e0 on #a81c17")


def draw(scene: Scene, look: Look) -> list[Text]:
    return _Painter(scene, look).lines()


class _Painter:
    def __init__(self, scene: Scene, look: Look) -> None:
        self.scene = scene
        self.look = look
        self.glyphs = UNICODE if look.unicode else ASCII
        top, bottom = list(range(13, 25)), list(range(12, 0, -1))
        self.top = top if look.home_right else top[::-1]
        self.bottom = bottom if look.home_right else bottom[::-1]

    def lines(self) -> list[Text]:
        rows = [self._numbers(self.top), self._edge(top=True)]
        rows += [self._row(self.top, depth, upper=True) for depth in range(_DEPTH)]
        rows.append(self._middle())
        rows += [self._row(self.bottom, depth, upper=False) for depth in reversed(range(_DEPTH))]
        rows += [self._edge(top=False), self._numbers(self.bottom)]
        cube = self._cube_column(len(rows))
        return [self._joined(beside, row) for beside, row in zip(cube, rows, strict=True)]

    def _joined(self, cube: Text, row: Text) -> Text:
        """The cube lies on the side away from the home and its tray."""
        return Text.assemble(cube, " ", row) if self.look.home_right else Text.assemble(row, " ", cube)

    # Parts of a row, from left to right for a home on the right; for one on the left the tray comes first.

    def _framed(self, left: Text, bar: Text, right: Text, tray: Text) -> Text:
        side = self._styled(self.glyphs.side, f"{FRAME} on {FELT}")
        parts = (left, bar, right, tray) if self.look.home_right else (tray, left, bar, right)
        return Text.assemble(side, *(piece for part in parts for piece in (part, side)))

    def _numbers(self, points: list[int]) -> Text:
        def labels(half: list[int]) -> Text:
            text = Text(" ")
            for point in half:
                touched = point in self.scene.touched
                style = "bold #f2c14e" if touched and self.look.colour else ""
                text.append(f"{point:^3}", style=style).append(" ")
            return text

        bar, tray = Text(" " * 7), Text(" " * 6)
        halves = (labels(points[:6]), bar, labels(points[6:]))
        return Text.assemble(" ", *halves, tray) if self.look.home_right else Text.assemble(tray, " ", *halves)

    def _edge(self, top: bool) -> Text:
        left, tee, right = self.glyphs.corners[:3] if top else self.glyphs.corners[3:]
        widths = (25, 5, 25, 5) if self.look.home_right else (5, 25, 5, 25)
        text = left + tee.join(self.glyphs.line * width for width in widths) + right
        return self._styled(text, f"{FRAME} on {FELT}")

    def _row(self, points: list[int], depth: int, upper: bool) -> Text:
        halves = []
        for half in (points[:6], points[6:]):
            cells = (piece for point in half for piece in (self._cell(point, depth, upper), self._felt(" ")))
            halves.append(Text.assemble(self._felt(" "), *cells))
        return self._framed(halves[0], self._bar(depth, upper), halves[1], self._tray(depth, upper))

    def _cell(self, point: int, depth: int, upper: bool) -> Text:
        """Three columns of one point: a checker, a count, or the point itself."""
        own, other = self.scene.position.own[point], self.scene.position.opponent[25 - point]
        seat = self.scene.viewer if own else self.scene.viewer.other
        count = own or other
        mark = ""
        if depth < count:
            mark = self.glyphs.checkers[seat]
            if depth == _DEPTH - 1 and count > _DEPTH:
                mark = str(count)
        if not self.look.colour:
            return Text(f"{mark or self.glyphs.empty[point % 2]:^3}")
        return _coloured_cell(mark, seat, _POINTS[point % 2], depth, upper)

    def _bar(self, depth: int, upper: bool) -> Text:
        """Checkers on the bar lie in the half they come in from: the viewer's above, beside their 24-point."""
        position, viewer = self.scene.position, self.scene.viewer
        count, seat = (position.bar, viewer) if upper else (position.opponent_bar, viewer.other)
        near_middle = _DEPTH - 1 - depth
        if near_middle >= count:
            return self._felt(" " * 5)
        mark = str(count) if near_middle == _DEPTH - 1 and count > _DEPTH else self.glyphs.checkers[seat]
        if not self.look.colour:
            return Text(f"{mark:^5}")
        return Text.assemble(self._felt(" "), _coloured_checker(mark, seat, FELT), self._felt(" "))

    def _tray(self, depth: int, upper: bool) -> Text:
        """Five rows of three: room for all fifteen."""
        position, viewer = self.scene.position, self.scene.viewer
        count, seat = (position.opponent_off, viewer.other) if upper else (position.off, viewer)
        here = max(0, min(3, count - 3 * depth))
        checkers = self.glyphs.checkers[seat] * here
        style = f"bold {_ENGRAVED[seat]} on {_CHECKERS[seat]}"
        return Text.assemble(self._felt(" "), self._styled(checkers, style), self._felt(" " * (4 - here)))

    def _middle(self) -> Text:
        """The dice lie in the right-hand half of the one who rolled them (G9.1)."""
        left, right = Text(), Text()
        if self.scene.dice and self.scene.dice_of is not None:
            mine = self.scene.dice_of == self.scene.viewer
            dice = self._dice(self.scene.dice_of)
            left, right = (left, dice) if mine else (dice, right)
        bar = self._styled(f"{self.scene.bar_word[:5]:^5}", f"{FRAME} on {FELT}")
        return self._framed(self._centred(left), bar, self._centred(right), self._felt(" " * 5))

    def _dice(self, seat: Seat) -> Text:
        text = Text()
        for number, (die, left) in enumerate(self.scene.dice):
            face = f" {die} " if self.look.colour else f"[{die}]" if left else f" {die} "
            style = (_DICE[seat] if left else f"#6f8a7f on {FELT}") if self.look.colour else ""
            text.append_text(self._felt("  " if number else "")).append(face, style=style)
        return text

    def _centred(self, text: Text) -> Text:
        room = 25 - text.cell_len
        return Text.assemble(self._felt(" " * (room // 2)), text, self._felt(" " * (room - room // 2)))

    def _cube_column(self, height: int) -> list[Text]:
        column = [Text(" " * 6) for _ in range(height)]
        scene = self.scene
        if scene.cube is None and scene.offered is None:
            return column
        value = scene.cube.value if scene.cube else 1
        owner = scene.cube.owner if scene.cube else None
        face = scene.offered or (_CUBE_AT_REST if value == 1 and owner is None else value)
        middle = height // 2
        at = middle if owner is None or scene.offered else height - 4 if owner == scene.viewer else 3
        style = ("bold #1b1b1b on #f2c14e" if scene.offered else "bold #1b1b1b on #fff7e0") if self.look.colour else ""
        side = self.glyphs.side
        column[at - 1] = Text(self.glyphs.cube[0], style=style)
        column[at] = Text(f"{side}{face:^4}{side}", style=style)
        column[at + 1] = Text(self.glyphs.cube[1], style=style)
        return column

    def _felt(self, text: str) -> Text:
        return self._styled(text, f"on {FELT}")

    def _styled(self, text: str, style: str) -> Text:
        return Text(text, style=style if self.look.colour else "")


def _coloured_cell(mark: str, seat: Seat, point: str, depth: int, upper: bool) -> Text:
    """A slice of the point's triangle, wide at the rim, or the checker on it."""
    if mark:
        return _coloured_checker(mark, seat, point if depth < 2 else FELT)
    around = f"{point} on {FELT}"
    if depth == _DEPTH - 1:
        return Text(" ▼ " if upper else " ▲ ", style=around)
    return Text("███" if depth < 2 else "▐█▌", style=around)


def _coloured_checker(mark: str, seat: Seat, below: str) -> Text:
    """Three columns wide, with a mark in the middle so that a stack can be counted."""
    rim = f"{_CHECKERS[seat]} on {below}"
    if len(mark) > 1:
        return Text(f"{mark:>2} ", style=f"bold {_ENGRAVED[seat]} on {_CHECKERS[seat]}")
    return Text.assemble(("▐", rim), (mark, f"bold {_ENGRAVED[seat]} on {_CHECKERS[seat]}"), ("▌", rim))
