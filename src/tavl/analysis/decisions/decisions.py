"""The decisions of a recorded match, with what each of them lost. Definitions: docs/analysis.md."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from tavl.analysis.decisions.counted_decisions import not_doubling_counts, play_counts
from tavl.analysis.decisions.error_classes import ErrorClass, class_of
from tavl.notation.record import CubeAction, CubeActionKind, CubeAnalysis, MatchRecord, PlayAnalysis, Turn, Unit
from tavl.rules.seat import Seat


class DecisionKind(StrEnum):
    PLAY = "play"
    DOUBLE = "double"  # to double, or not to
    TAKE = "take"  # to take, to drop or to beaver


class Decision(Struct, frozen=True, kw_only=True):
    game: int  # from 0
    entry: int  # its number in the game
    seat: Seat
    kind: DecisionKind
    error: float  # 0 or more, in points of a money game
    error_class: ErrorClass
    counts: bool  # for the error rate: not forced, and not obvious


def stored_decisions(record: MatchRecord) -> Iterator[Decision]:
    """The decisions that the file has an analysis of, in order, as judged by the program that wrote it.

    What it measured in match winning chances alone is left out: without its match equity table that cannot be put on
    the scale of a money game.
    """
    for number, game in enumerate(record.games):
        for at, entry in enumerate(game.entries):
            if not isinstance(entry, Turn | CubeAction):
                continue
            for kind, error, counts in _judged(entry):
                yield Decision(
                    game=number,
                    entry=at,
                    seat=entry.seat,
                    kind=kind,
                    error=error,
                    error_class=class_of(error),
                    counts=counts,
                )


def _judged(entry: Turn | CubeAction) -> Iterator[tuple[DecisionKind, float, bool]]:
    cube = entry.cube if entry.cube and entry.cube.unit is not Unit.MWC else None
    if isinstance(entry, CubeAction):
        doubling = entry.action in (CubeActionKind.DOUBLE, CubeActionKind.RACCOON)
        if cube and cube.error is not None:
            yield (DecisionKind.DOUBLE if doubling else DecisionKind.TAKE), cube.error, True
        return
    if cube and cube.error is not None:
        yield DecisionKind.DOUBLE, cube.error, _is_close(cube)
    analysis = entry.analysis
    if analysis and analysis.unit is not Unit.MWC and entry.moves is not None:
        error = play_error(analysis)
        if error is not None:
            yield DecisionKind.PLAY, error, play_counts(analysis)


def _is_close(cube: CubeAnalysis) -> bool:
    """Where nobody doubled. A missed double was a decision, however clear it was."""
    if cube.no_double is None or cube.double_take is None or cube.double_drop is None:
        return False
    return not_doubling_counts(cube.no_double, cube.double_take, cube.double_drop, cube.error or 0.0)


def play_error(analysis: PlayAnalysis) -> float | None:
    """As the program counted it; else from the candidates, the first of which is the best."""
    if analysis.error is not None or analysis.played is None:
        return analysis.error
    best, made = analysis.candidates[0].equity, analysis.candidates[analysis.played].equity
    return None if best is None or made is None else max(best - made, 0.0)
