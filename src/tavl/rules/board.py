"""Positions, dice and legal plays: the native core's types under the names the rest of tavl uses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavl._native import Dice, Move, Play, PlayTree, Position, PositionError, bulk_plays

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "ALL_ROLLS",
    "BAR",
    "OFF",
    "Dice",
    "Move",
    "Play",
    "PlayTree",
    "Position",
    "PositionError",
    "legal_results",
    "parse_position",
    "position_text",
]

OFF = 0
BAR = 25
ALL_ROLLS = tuple(Dice(a, b) for a in range(1, 7) for b in range(1, a + 1))
"""The 21 rolls that can be told apart."""


def legal_results(
    boards: NDArray[np.int8], dice: NDArray[np.int8], threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Legal plays of many (position, roll) pairs.

    `boards` has 52 columns (`bytes(position)`), `dice` two. Returns offsets and boards: the positions that pair `i`
    can lead to, seen by the opponent, are `boards[offsets[i]:offsets[i + 1]]`.
    """
    if threads < 1:
        raise ValueError("threads is 1 or more")
    return bulk_plays(int8_rows(boards, "boards"), int8_rows(dice, "dice"), threads)


def int8_rows(array: NDArray[np.int8], name: str) -> NDArray[np.int8]:
    """The array as the native core reads it. Other numbers are not silently turned into int8: 257 would
    become 1."""
    import numpy as np

    rows = np.asarray(array)
    if rows.dtype != np.int8 or rows.ndim != 2:
        raise TypeError(f"{name} must be a two-dimensional array of int8, not {rows.dtype} with {rows.ndim} dimensions")
    return np.ascontiguousarray(rows)


def position_text(position: Position) -> str:
    """One line that describes a position completely, the player on roll first: `24:2 13:5 8:3 6:5 | 24:2 13:5 8:3
    6:5`."""
    _, own, _, opponent, _ = repr(position).split('"')
    return f"{own} | {opponent}"


def parse_position(text: str) -> Position:
    """The position that `position_text` wrote."""
    own, bar, opponent = text.partition("|")
    if not bar:
        raise PositionError("a position is written as two sides with | between them")
    return Position.of(own.strip(), opponent.strip())
