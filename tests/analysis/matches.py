"""Small matches to be analysed."""

from __future__ import annotations

from pathlib import Path

from tavl.analysis import Analyst, Depth
from tavl.engine import Engine
from tavl.engine.opening_book import EMPTY
from tavl.notation.file_formats import read
from tavl.notation.record import AnyEntry, CubeAction, CubeActionKind, GameRecord, MatchRecord
from tavl.rules import Position, Seat

PLAYED = Path(__file__).with_name("played.mat")
"""Three points, by a casual player and a better one; a double among it."""

ODD = """ 3 point match

 Game 1
 Anna : 0                          Bo : 0
  1) 31: 8/5 6/5                   64: 24/18 13/9
  2) 66: 24/18(2) 13/7(2)          52: 13/11 13/8
  3)  Doubles => 2                  Takes
  4) 41: 24/23 13/9                 Losses 2 point
      Wins 2 points

 Game 2
 Anna : 2                          Bo : 0
  1)                               43: 24/20 13/10
  2) 62: 24/18 13/11               55: 8/3(2) 6/1*(2)
"""
"""An illegal 52, a take that is wrong by far, a game that was resigned and one that was broken off."""

SHORT = """ 7 point match

 Game 1
 Anna : 0                          Bo : 0
  1) 21: 24/21                     64: 24/18 13/9
  2)  Doubles => 2                  Drops
"""
"""A play and a drop that are both wrong."""


def match_in(text: str) -> MatchRecord:
    (record,) = read(text.encode())
    return record


def first_play(text: str) -> MatchRecord:
    """A match to 7 that was broken off after this."""
    return match_in(f" 7 point match\n\n Game 1\n A : 0   B : 0\n  1) {text}\n")


def searching(depth: Depth) -> Analyst:
    """Without the opening book, as in the rest of a game."""
    return Analyst(depth, Engine(threads=1, book=EMPTY))


def played() -> MatchRecord:
    return match_in(PLAYED.read_text())


def cube_record(own: str, opponent: str, *actions: CubeActionKind, **fields: object) -> MatchRecord:
    """A game that begins with a double in this position, seen by the first seat, and its answers."""
    seats = {CubeActionKind.DOUBLE: Seat.FIRST}
    entries: list[AnyEntry] = [CubeAction(seat=seats.get(each, Seat.SECOND), action=each) for each in actions]
    game = GameRecord(start=Position.of(own, opponent), entries=tuple(entries))
    return MatchRecord(games=(game,), **fields)  # type: ignore[arg-type]
