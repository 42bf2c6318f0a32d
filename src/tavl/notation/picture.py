"""A position as a picture, SVG or PNG, without fonts or scripts of its own. The first seat plays from the bottom."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from importlib import import_module
from typing import Any

from tavl.extras import needed_for
from tavl.notation.situation import Situation
from tavl.rules import Dice, Position, Seat

_POINT, _CHECKER, _EDGE = 40, 36, 20  # widths
_TRAY, _BAR = 50, 44
_HALF = 6 * _POINT
_WIDTH = _EDGE + _HALF + _BAR + _HALF + _TRAY + _EDGE
_TOP, _BOTTOM = 40, 440
_HEIGHT = 480
# not every renderer knows the last one
_FONTS = "Helvetica, Arial, Liberation Sans, DejaVu Sans, Noto Sans, sans-serif"
MAX_PIXELS = 8_192  # in width
_MAX_IN_A_STACK = 5
_COLOURS = {Seat.FIRST: ("#f4efe6", "#222"), Seat.SECOND: ("#2b2b2b", "#eee")}
_BOARD, _DARK, _LIGHT, _FRAME = "#d9c7a3", "#8c5a3c", "#c9a36f", "#4a3424"


def position_svg(situation: Situation, names: tuple[str, str] = ("", "")) -> str:
    """Board, cube, dice, score and pips of a situation."""
    seen = situation.position if situation.turn == Seat.FIRST else situation.position.mirror()
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' font-family="{_FONTS}" font-size="14" text-anchor="middle">',
        f"<title>{_title(situation)}</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="{_FRAME}"/>',
        *_board(),
        *_checkers(seen),
        *_cube(situation),
        *(_dice(situation.dice, situation.turn) if situation.dice else ()),
        *_words(situation, seen, names),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def position_png(situation: Situation, names: tuple[str, str] = ("", ""), width: int = 2 * _WIDTH) -> bytes:
    """The same in so many pixels. Needs `tavl[picture]`, and for names and numbers a font on the machine."""
    if not 1 <= width <= MAX_PIXELS:
        raise ValueError(f"width is 1 to {MAX_PIXELS}")
    with needed_for("a picture in pixels"):
        resvg: Any = import_module("resvg_py")
    return bytes(resvg.svg_to_bytes(svg_string=position_svg(situation, names), width=width))


def _title(situation: Situation) -> str:
    return escape(situation.position.gnu_id)


def _left(point: int) -> int:
    """Where a point's column begins: 1 is at the bottom right, 13 at the top left."""
    column = 12 - point if point <= 12 else point - 13
    return _EDGE + column * _POINT + (_BAR if column >= 6 else 0)


def _board() -> Iterator[str]:
    for x in (_EDGE, _EDGE + _HALF + _BAR):
        yield f'<rect x="{x}" y="{_TOP}" width="{_HALF}" height="{_BOTTOM - _TOP}" fill="{_BOARD}"/>'
    for point in range(1, 25):
        x, colour = _left(point), _DARK if point % 2 else _LIGHT
        base, tip = (_BOTTOM, _BOTTOM - 170) if point <= 12 else (_TOP, _TOP + 170)
        yield f'<path d="M{x} {base}h{_POINT}L{x + _POINT / 2} {tip}z" fill="{colour}"/>'
        y = _BOTTOM + 16 if point <= 12 else _TOP - 6
        yield f'<text x="{x + _POINT / 2}" y="{y}" fill="#eee" font-size="12">{point}</text>'


def _checkers(seen: Position) -> Iterator[str]:
    for point in range(1, 25):
        for seat, count in ((Seat.FIRST, seen.own[point]), (Seat.SECOND, seen.opponent[25 - point])):
            if count:
                yield from _stack(_left(point) + _POINT / 2, point <= 12, count, seat)
    middle = _EDGE + _HALF + _BAR / 2
    for seat, count, on_the_bar in ((Seat.FIRST, seen.bar, -30), (Seat.SECOND, seen.opponent_bar, 30)):
        if count:
            yield from _checker(middle, (_TOP + _BOTTOM) / 2 + 2 * on_the_bar, seat, count)
    tray = _WIDTH - _EDGE - _TRAY / 2
    for seat, count, y in ((Seat.FIRST, seen.off, _BOTTOM - 30), (Seat.SECOND, seen.opponent_off, _TOP + 30)):
        if count:
            yield from _checker(tray, y, seat, count)


def _stack(x: float, bottom: bool, count: int, seat: Seat) -> Iterator[str]:
    shown = min(count, _MAX_IN_A_STACK)
    for number in range(shown):
        away = _CHECKER / 2 + number * (_CHECKER - 2) + 2
        more = count if number == shown - 1 and count > _MAX_IN_A_STACK else 1
        yield from _checker(x, _BOTTOM - away if bottom else _TOP + away, seat, more)


def _checker(x: float, y: float, seat: Seat, count: int) -> Iterator[str]:
    fill, ink = _COLOURS[seat]
    yield f'<circle cx="{x}" cy="{y}" r="{_CHECKER / 2}" fill="{fill}" stroke="#777"/>'
    if count > 1:
        yield f'<text x="{x}" y="{y + 5}" fill="{ink}">{count}</text>'


def _cube(situation: Situation) -> Iterator[str]:
    cube = situation.cube
    y: float = (_TOP + _BOTTOM) / 2
    if situation.max_cube == 1 or situation.crawford:
        return
    if cube.owner is not None:
        y = _BOTTOM - 20 if cube.owner == Seat.FIRST else _TOP + 20
    x, value = _EDGE + _HALF + _BAR / 2, cube.value
    if situation.offer is not None:
        x, value = _EDGE + (_HALF / 2 if situation.turn == Seat.SECOND else _HALF * 1.5 + _BAR), 2 * cube.value
    shown = 64 if value == 1 else value
    yield f'<rect x="{x - 16}" y="{y - 16}" width="32" height="32" rx="5" fill="#fff" stroke="#333"/>'
    yield f'<text x="{x}" y="{y + 5}" fill="#222">{shown}</text>'


def _dice(dice: Dice, seat: Seat) -> Iterator[str]:
    fill, ink = _COLOURS[seat]
    middle = _EDGE + (_HALF * 1.5 + _BAR if seat == Seat.FIRST else _HALF / 2)
    y = (_TOP + _BOTTOM) / 2
    for number, x in ((dice.high, middle - 22), (dice.low, middle + 22)):
        yield f'<rect x="{x - 16}" y="{y - 16}" width="32" height="32" rx="6" fill="{fill}" stroke="#777"/>'
        for dx, dy in _PIPS[number]:
            yield f'<circle cx="{x + 9 * dx}" cy="{y + 9 * dy}" r="3" fill="{ink}"/>'


_CORNERS = ((-1, -1), (1, 1), (-1, 1), (1, -1))
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: _CORNERS[:2],
    3: (*_CORNERS[:2], (0, 0)),
    4: _CORNERS,
    5: (*_CORNERS, (0, 0)),
    6: (*_CORNERS, (-1, 0), (1, 0)),
}


def _words(situation: Situation, seen: Position, names: tuple[str, str]) -> Iterator[str]:
    length = f" / {situation.length}" if situation.length else ""
    for seat, pips, y in ((Seat.FIRST, seen.pips, _HEIGHT - 6), (Seat.SECOND, seen.opponent_pips, 16)):
        name = escape(names[seat][:40])
        text = f"{name}  {situation.score[seat]}{length}  ({pips})".strip()
        yield f'<text x="{_WIDTH / 2}" y="{y}" fill="#fff">{text}</text>'
