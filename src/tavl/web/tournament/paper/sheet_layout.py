"""A printed sheet: A4, one colour, with its time and version.

A sheet is cut here and not by the browser, so that each has its foot and its number of lines is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from tavl.tournament.money.amounts import Amount, plain
from tavl.tournament.view import DivisionView, MatchView
from tavl.web.tournament.bracket_drawing import Drawing
from tavl.web.tournament.standings import Table

T = TypeVar("T")

LINES = 44  # of a list a sheet


class Card(Struct, frozen=True, kw_only=True):
    """For a table, or for a match."""

    table: str = ""
    match: MatchView | None = None
    address: str = ""
    size: int = 0
    code: str = ""


class Receipt(Struct, frozen=True):
    person: str
    amount: Amount

    @property
    def text(self) -> str:
        return plain(self.amount)


class Sheet(Struct, frozen=True, kw_only=True):
    kind: str
    form: str  # bracket, pairs, standings, tables, cards, places, schedule, receipts, report
    title: str
    sub: str = ""
    landscape: bool = False
    drawing: Drawing | None = None
    tables: tuple[Table, ...] = ()
    division: DivisionView | None = None
    cards: tuple[Card, ...] = ()
    fits: int = 0  # so many cards or receipts, of equal size: an even number
    matches: tuple[MatchView, ...] = ()
    lines: tuple[tuple[str, str], ...] = ()
    receipts: tuple[Receipt, ...] = ()
    sections: tuple[tuple[str, tuple[str, ...]], ...] = ()


def cut_up(things: Sequence[T], most: int) -> list[tuple[T, ...]]:
    """Onto sheets of so many."""
    return [tuple(things[at : at + most]) for at in range(0, len(things), most)]
