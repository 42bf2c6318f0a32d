"""What two records of one match have in common, however they were written down."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from tavl.notation.record import (
    AnyEntry,
    CubeAction,
    Ending,
    GameRecord,
    MatchRecord,
    Moves,
    Resignation,
    ResignationKind,
    Setup,
    Turn,
)


def match_of(record: MatchRecord) -> tuple[Any, ...]:
    """The match itself: without headings, comments, times and analysis, and without the lines it stood on."""
    names = tuple(player.name for player in record.players)
    return (names, record.length, tuple(game_of(game) for game in record.games))


def game_of(game: GameRecord) -> tuple[Any, ...]:
    result = game.result and (game.result.winner, game.result.points, game.result.ending)
    entries = tuple(_bare(entry) for entry in game.entries if not _is_refused(entry, game))
    return (game.score, game.crawford, game.start, game.cube, result, entries)


def _net(moves: Moves) -> tuple[list[int], list[int]]:
    """Where checkers were taken from and put to. Files differ in the order of the checkers, and in whether they tell
    with which die a checker went first."""
    sources, targets = Counter(source for source, _ in moves), Counter(target for _, target in moves)
    return sorted((sources - targets).elements()), sorted((targets - sources).elements())


def _is_refused(entry: AnyEntry, game: GameRecord) -> bool:
    """Resignations that came to nothing: most formats do not tell of them."""
    stood = game.result is not None and game.result.ending is Ending.RESIGNED and entry is game.entries[-1]
    return isinstance(entry, Resignation) and not (stood and entry.action is ResignationKind.OFFER)


def _bare(entry: AnyEntry) -> Any:
    beside = tuple(tuple(_bare(each) for each in line) for line in entry.side_lines)
    entry = replace(entry, line=0, comment="", timing=None, side_lines=beside)
    if isinstance(entry, Turn):
        return (entry.moves and _net(entry.moves), replace(entry, moves=(), analysis=None, cube=None, luck=None))
    if isinstance(entry, CubeAction):
        return replace(entry, cube=None, value=None)
    if isinstance(entry, Setup):
        return replace(entry, analysis=None, cube_analysis=None)
    return entry
