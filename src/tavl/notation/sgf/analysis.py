"""The analysis in a node of an `.sgf` file: plays, cube, marks and luck, as GNU Backgammon writes them."""

from __future__ import annotations

import re
from math import isfinite

from tavl.notation.record import (
    Candidate,
    Chances,
    CubeAnalysis,
    Depth,
    Luck,
    LuckMark,
    Mark,
    PlayAnalysis,
    Unit,
)
from tavl.notation.sgf.letters import read_letters
from tavl.notation.sgf.tree import Node
from tavl.rules.seat import Seat

_PLY = re.compile(r"(\d)(C?)")


def read_plays(node: Node, seat: Seat, unit: Unit) -> PlayAnalysis | None:
    values = node.properties.get("A")
    if not values:
        return None
    candidates = [candidate for value in values[1:] if (candidate := _candidate(value, seat))]
    played = read_number(values[0])
    return PlayAnalysis(
        candidates=tuple(candidates),
        played=played if played is not None and 0 <= played < len(candidates) else None,
        unit=Unit.EMG if unit is Unit.MWC else unit,
        mark=_mark(node, "BM", "DO"),
    )


def _candidate(value: str, seat: Seat) -> Candidate | None:
    """`hefe E ver 3 0.52 0.16 0.01 0.14 0.01 0.09 2C 0 1 0.000000 1`: chances, equity, and how deep it was analysed."""
    fields = value.split()
    moves = read_letters(fields[0], seat) if fields and re.fullmatch(r"[a-z]{2,8}", fields[0]) else None
    if moves is None:
        return None
    if fields[1:3] != ["E", "ver"]:
        return Candidate(moves=moves, depth=Depth(name="rollout" if fields[1:2] else ""))
    numbers = [read_float(field) for field in fields[4:10]]
    if len(numbers) < 6 or None in numbers:
        return Candidate(moves=moves)
    return Candidate(
        moves=moves,
        equity=numbers[5],
        chances=_chances(numbers),
        depth=_depth(fields[10] if len(fields) > 10 else ""),
    )


def read_cube(node: Node, unit: Unit, bad: str = "BC", doubtful: str = "DC") -> CubeAnalysis | None:
    """`E ver 3 2C 1 0.000000 1`, then chances, equity and cubeful equity: undoubled, and doubled and taken."""
    fields = node.first("DA").split()
    if fields[:2] != ["E", "ver"]:
        return None
    numbers = [read_float(field) for field in fields[7:21]]
    if len(numbers) < 14 or None in numbers:
        return None
    return CubeAnalysis(
        no_double=numbers[6],
        double_take=numbers[13],
        double_drop=1.0 if unit is Unit.POINTS else None,
        unit=unit,
        chances=_chances(numbers),
        chances_doubled=_chances(numbers[7:]),
        depth=_depth(fields[3]),
        mark=_mark(node, bad, doubtful),
    )


def _chances(numbers: list[float | None]) -> Chances:
    win, gammon, backgammon, lost_gammon, lost_backgammon = (number or 0.0 for number in numbers[:5])
    return Chances(win, gammon, backgammon, lost_gammon, lost_backgammon)


def _depth(text: str) -> Depth:
    found = _PLY.fullmatch(text)
    return Depth(name=f"{found[1]}-ply", ply=int(found[1]), cubeful=bool(found[2])) if found else Depth(name=text[:20])


def _mark(node: Node, bad: str, doubtful: str) -> Mark | None:
    if bad in node.properties:
        return Mark.VERY_BAD if node.first(bad).strip() == "2" else Mark.BAD
    if doubtful in node.properties:
        return Mark.DOUBTFUL
    if "TE" in node.properties:
        return Mark.VERY_GOOD if node.first("TE").strip() == "2" else Mark.GOOD
    return Mark.INTERESTING if "IT" in node.properties else None


def read_luck(node: Node, seat: Seat, unit: Unit) -> Luck | None:
    value = read_float(node.first("LU"))
    mark: LuckMark | None = None
    for name, owner in (("GW", Seat.FIRST), ("GB", Seat.SECOND)):
        if name in node.properties:
            very = node.first(name).strip() == "2"
            if owner == seat:
                mark = LuckMark.VERY_LUCKY if very else LuckMark.LUCKY
            else:
                mark = LuckMark.VERY_UNLUCKY if very else LuckMark.UNLUCKY
    if value is None and mark is None:
        return None
    return Luck(value, mark, Unit.EMG if unit is Unit.MWC else unit)


def read_number(text: str) -> int | None:
    text = text.strip()  # `int` takes fewer characters for a space than this does
    return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else None


def read_float(text: str) -> float | None:
    """None also for the placeholders that programs write: -inf, nan."""
    if len(text) > 40:
        return None
    try:
        number = float(text)
    except ValueError:
        return None
    return number if isfinite(number) else None
