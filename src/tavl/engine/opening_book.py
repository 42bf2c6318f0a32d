"""The opening book: the positions after every sensible opening play and reply, rolled out beforehand.

`opening.tsv` holds a position a line, seen by the player then on roll. `python3 -m train.opening` makes it.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Final
from zlib import crc32

from msgspec import Struct

from tavl.engine.answers import Evaluation
from tavl.engine.data_files import data_file
from tavl.rules import ALL_ROLLS, Dice, Position

FILE: Final = "opening.tsv"
SCALE: Final = 100_000  # chances are written as so many parts, standard errors as millionths
BOOK_PLY = 2  # how deep the plays that the opening book lacks are looked at
BOOK_MARGIN = 0.01  # a play this close behind the plays of the book is a contender: then the book is not used


class BookEntry(Struct, frozen=True):
    """A rollout without the cube, seen by the player on roll."""

    evaluation: Evaluation
    games: int
    standard_error: float  # of the cubeless equity


class OpeningBook:
    def __init__(self, entries: dict[Position, BookEntry]) -> None:
        self.entries = entries  # by position, seen by the player then on roll

    def entry(self, position: Position) -> BookEntry | None:
        return self.entries.get(position)

    def knows(self, position: Position, dice: Dice) -> bool:
        """It has the sensible plays of this roll: the opening roll, or any reply to an opening play that it has."""
        return not dice.double if position == Position.start() else position in self._openings

    @cached_property
    def _openings(self) -> frozenset[Position]:
        start = Position.start()
        after = {play.result for dice in ALL_ROLLS if not dice.double for play in start.plays(dice)}
        return frozenset(after & self.entries.keys())


EMPTY: Final = OpeningBook({})
"""For an engine that searches openings too."""


def read_book(text: str) -> OpeningBook:
    entries = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            gnu_id, *numbers = line.split("\t")
            *chances, millionths, games = map(int, numbers)
            evaluation = Evaluation(*(chance / SCALE for chance in chances))
            entries[Position.from_gnu_id(gnu_id)] = BookEntry(evaluation, games, millionths / 1_000_000)
    return OpeningBook(entries)


@cache
def opening_book() -> OpeningBook:
    """The one that ships."""
    return read_book(data_file(FILE).read_text())


@cache
def book_name() -> str:
    """Another book has another name."""
    return f"{crc32(data_file(FILE).read_bytes()):08x}"
