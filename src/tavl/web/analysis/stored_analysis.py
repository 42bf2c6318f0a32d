"""What the program that wrote a match file said of a decision."""

from __future__ import annotations

from msgspec import Struct

from tavl.analysis.decisions.decisions import DecisionKind, play_error
from tavl.analysis.match_analysis import (
    AnalysedDecision,
)
from tavl.notation.record import (
    AnyEntry,
    Chances,
    CubeAction,
    CubeAnalysis,
    Moves,
    PlayAnalysis,
    Setup,
    Turn,
    Unit,
)


class StoredPlay(Struct, frozen=True, kw_only=True):
    moves: Moves
    equity: float | None
    chances: Chances | None
    depth: str
    played: bool


class Stored(Struct, frozen=True, kw_only=True):
    """What the program that wrote the file thought."""

    program: str
    error: float | None
    unit: Unit
    plays: tuple[StoredPlay, ...] = ()
    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None
    depth: str = ""


def stored_analysis(decision: AnalysedDecision, entry: AnyEntry | None, program: str) -> Stored | None:
    if decision.kind is DecisionKind.PLAY:
        analysis = entry.analysis if isinstance(entry, Turn | Setup) else None
        return _stored_play(analysis, program) if analysis else None
    if isinstance(entry, Turn | CubeAction):
        return _stored_cube(entry.cube, program) if entry.cube else None
    cube = entry.cube_analysis if isinstance(entry, Setup) else None
    return _stored_cube(cube, program) if cube else None


def _stored_play(analysis: PlayAnalysis, program: str) -> Stored | None:
    if not analysis.candidates:
        return None
    return Stored(
        program=program,
        error=play_error(analysis),
        unit=analysis.unit,
        plays=tuple(
            StoredPlay(
                moves=each.moves,
                equity=each.equity,
                chances=each.chances,
                depth=each.depth.name,
                played=at == analysis.played,
            )
            for at, each in enumerate(analysis.candidates)
        ),
    )


def _stored_cube(cube: CubeAnalysis, program: str) -> Stored | None:
    if cube.no_double is None and cube.double_take is None:
        return None
    return Stored(
        program=program,
        error=cube.error,
        unit=cube.unit,
        no_double=cube.no_double,
        double_take=cube.double_take,
        double_drop=cube.double_drop,
        depth=cube.depth.name,
    )
