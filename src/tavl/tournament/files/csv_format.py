"""Comma-separated values, as programs write them and as Excel does, in and out.

In: UTF-8 with or without a byte order mark, UTF-16 with one, or Windows-1252; commas, semicolons or tabs; a decimal
comma where commas do not separate; thousands separated by a point, a space or an apostrophe in front of a decimal
comma only. A sheet is accepted as a whole or not at all: all faults are reported at once, by line and field.

Out: text that a spreadsheet would run as a formula has an apostrophe in front, which is taken off when it is read
again. `Style.EXCEL` writes what a Danish, Swedish or Norwegian Excel opens by a double click.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any

from msgspec import Struct

from tavl.tournament.files.errors import Fault, FaultReason, FileError, fault
from tavl.tournament.money.amounts import Amount, MoneyError, amount_of, plain

MAX_BYTES = 8 * 1024 * 1024
MAX_LINES = 50_000
MAX_TEXT = 300
MAX_FAULTS = 100
_SEPARATORS = ";,\t"
_FORMULA = frozenset("=+-@＝＋－＠\t\r\n")
_NUMBER = re.compile(r"-?\d{1,15}(\.\d{1,6})?", re.ASCII)
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[./-](\d{1,2})[./-](\d{4})", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Style(StrEnum):
    PLAIN = "plain"  # commas, a decimal point, UTF-8: for programs
    EXCEL = "excel"  # semicolons, a decimal comma, UTF-8 with a byte order mark


class ColumnKind(StrEnum):
    TEXT = "text"
    COUNT = "count"  # a whole number from 0 on
    HUNDREDTHS = "hundredths"  # a number with at most two decimals: a rating
    DATE = "date"
    INSTANT = "instant"  # UTC, as milliseconds in the program
    AMOUNT = "amount"  # of the currency in the column "currency"
    YES_NO = "yes_no"


class Column(Struct, frozen=True, kw_only=True):
    name: str
    kind: ColumnKind = ColumnKind.TEXT
    needed: bool = False  # the column must be there, and every line has something in it
    also: tuple[str, ...] = ()  # other headings that people use
    choices: tuple[str, ...] = ()


class Sheet(Struct, frozen=True, kw_only=True):
    """The columns of a sheet, and those that together must be unique."""

    columns: tuple[Column, ...]
    key: tuple[str, ...] = ()

    def column(self, heading: str) -> Column | None:
        wanted = " ".join(heading.casefold().replace("_", " ").split())
        for column in self.columns:
            if wanted == column.name.replace("_", " ") or wanted in column.also:
                return column
        return None


Cell = str | int | bool | Amount | None
Row = dict[str, Cell]
_YES = frozenset({"yes", "y", "ja", "j", "true", "1", "x"})
_NO = frozenset({"no", "n", "nej", "nei", "false", "0", ""})


# In


def decoded(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise fault(0, "", FaultReason.TOO_LARGE, str(len(data)))
    wide = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if wide else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
        break
    raise fault(0, "", FaultReason.NOT_TEXT)


class Taken(Struct, frozen=True, kw_only=True):
    """The content of a file. A row has every column of its sheet, None for an empty field."""

    rows: tuple[Row, ...]
    lines: tuple[int, ...]  # where each row began
    ignored: tuple[str, ...] = ()  # headings that no column has, for a person to look at


def read(sheet: Sheet, data: bytes) -> Taken:
    """All of it, or a FileError with every fault."""
    text = decoded(data)
    heading, separator, number = _heading(sheet, text)
    columns = _columns(sheet, heading, number)
    reading = _Reading(sheet, columns, separator)
    for line, cells in _records(text, separator, number):
        if any(cell.strip() for cell in cells):
            reading.take(line, cells)
    if reading.faults:
        raise FileError(reading.faults[:MAX_FAULTS])
    ignored = (cell.strip() for cell, column in zip(heading, columns, strict=True) if column is None)
    return Taken(rows=tuple(reading.rows), lines=tuple(reading.lines), ignored=tuple(filter(None, ignored)))


def _records(text: str, separator: str, after: int) -> Iterable[tuple[int, list[str]]]:
    """Each record with the number of its first line."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    begun = 1
    try:
        for cells in reader:
            if begun > after:
                yield begun, cells
            begun = reader.line_num + 1
            if begun > MAX_LINES:
                raise fault(begun, "", FaultReason.TOO_LARGE)
    except csv.Error:
        raise fault(begun, "", FaultReason.BAD_QUOTES) from None


def _heading(sheet: Sheet, text: str) -> tuple[list[str], str, int]:
    """The cells of the heading, what separates them, and the number of its line."""
    if not text.strip():
        raise fault(0, "", FaultReason.EMPTY)
    lines = re.split(r"\r\n|\r|\n", text, maxsplit=2)
    number = 1
    separators = _SEPARATORS
    if lines[0].casefold().startswith("sep=") and len(lines[0]) == 5 and len(lines) > 1:  # Excel's own first line
        separators, number = lines[0][4], 2
        if separators not in _SEPARATORS:
            raise fault(1, "sep", FaultReason.NO_HEADING, lines[0])
    heading = lines[number - 1]

    def known(separator: str) -> int:
        return sum(sheet.column(cell) is not None for cell in _cells(heading, separator))

    best = max(separators, key=known)
    cells = _cells(heading, best)
    if not any(sheet.column(cell) for cell in cells):
        raise fault(number, "", FaultReason.NO_HEADING, heading)
    return cells, best, number


def _cells(line: str, separator: str) -> list[str]:
    """Not strict: with the wrong separator, quotes can be anywhere."""
    return next(csv.reader([line], delimiter=separator), [])


def _columns(sheet: Sheet, cells: Sequence[str], line: int) -> list[Column | None]:
    found = [sheet.column(cell) for cell in cells]
    names = [column.name for column in found if column is not None]
    faults = [Fault(line, name, FaultReason.COLUMN_TWICE) for name in dict.fromkeys(names) if names.count(name) > 1]
    faults += [
        Fault(line, column.name, FaultReason.COLUMN_MISSING)
        for column in sheet.columns
        if column.needed and column.name not in names
    ]
    if faults:
        raise FileError(faults)
    return found


class _Reading:
    """The rows so far, and what was wrong with the lines."""

    def __init__(self, sheet: Sheet, columns: Sequence[Column | None], separator: str) -> None:
        self.sheet = sheet
        self.columns = columns
        self.decimal_comma = separator != ","
        self.rows: list[Row] = []
        self.lines: list[int] = []
        self.faults: list[Fault] = []
        self.seen: dict[tuple[Cell, ...], int] = {}

    def take(self, line: int, cells: Sequence[str]) -> None:
        faults: list[Fault] = []
        extra = [cell for cell in cells[len(self.columns) :] if cell.strip()]
        if extra:
            faults.append(Fault(line, "", FaultReason.TOO_MANY_FIELDS, extra[0][:60]))
        row: Row = {column.name: None for column in self.sheet.columns}
        given = {
            column.name: _unarmed(cell.strip())
            for column, cell in zip(self.columns, cells, strict=False)
            if column is not None
        }
        for column in self.sheet.columns:
            text = given.get(column.name, "")
            try:
                row[column.name] = self._value(column, text, given)
            except _Bad as bad:
                faults.append(Fault(line, column.name, bad.reason, text[:60]))
        if not faults:
            faults = self._again(line, row)
        self.faults += faults
        self.rows.append(row)
        self.lines.append(line)

    def _again(self, line: int, row: Row) -> list[Fault]:
        key = tuple(row[name] for name in self.sheet.key)
        if not key or key[0] is None:
            return []
        if key in self.seen:
            return [Fault(line, self.sheet.key[0], FaultReason.TWICE, str(key[0])[:60])]
        self.seen[key] = line
        return []

    def _value(self, column: Column, text: str, given: Mapping[str, str]) -> Cell:
        if not text:
            if column.needed:
                raise _Bad(FaultReason.MISSING)
            return None
        if len(text) > MAX_TEXT:
            raise _Bad(FaultReason.TOO_LONG)
        if column.choices:
            if text.casefold() not in column.choices:
                raise _Bad(FaultReason.UNKNOWN_CHOICE)
            return text.casefold()
        match column.kind:
            case ColumnKind.TEXT:
                return text
            case ColumnKind.YES_NO:
                return _yes(text)
            case ColumnKind.DATE:
                return _date(text).isoformat()
            case ColumnKind.INSTANT:
                return _instant(text)
            case ColumnKind.AMOUNT:
                return _amount(self._digits(text), given.get("currency", "").upper())
            case ColumnKind.HUNDREDTHS:
                return _hundredths(self._digits(text))
            case ColumnKind.COUNT:
                return _count(text)

    def _digits(self, text: str) -> str:
        """A number with a decimal point and nothing else."""
        if self.decimal_comma and "," in text:
            whole, _, decimals = text.rpartition(",")
            return re.sub(r"(?<=\d)[. '\u00a0\u202f](?=\d{3}(\D|$))", "", whole) + "." + decimals
        return text


class _Bad(Exception):
    def __init__(self, reason: FaultReason) -> None:
        self.reason = reason


def _yes(text: str) -> bool:
    if text.casefold() in _YES:
        return True
    if text.casefold() in _NO:
        return False
    raise _Bad(FaultReason.UNKNOWN_CHOICE)


def _count(text: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise _Bad(FaultReason.BAD_NUMBER)
    return int(text)


def _hundredths(text: str) -> int:
    if not _NUMBER.fullmatch(text) or len(text.partition(".")[2]) > 2:
        raise _Bad(FaultReason.BAD_NUMBER)
    whole, _, decimals = text.removeprefix("-").partition(".")
    value = int(whole) * 100 + int(decimals.ljust(2, "0"))
    return -value if text.startswith("-") else value


def _amount(text: str, currency: str) -> Amount:
    try:
        return amount_of(text, currency)
    except MoneyError as error:
        raise _Bad(FaultReason.BAD_CURRENCY if error.code == "bad_currency" else FaultReason.BAD_AMOUNT) from None


def _date(text: str) -> date:
    found = _DATE.fullmatch(text)
    if not found:
        raise _Bad(FaultReason.BAD_DATE)
    year, month, day = (found[1], found[2], found[3]) if found[1] else (found[6], found[5], found[4])
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        raise _Bad(FaultReason.BAD_DATE) from None


def _instant(text: str) -> int:
    """ISO 8601 with Z or an offset; a date alone is its midnight, UTC."""
    if _DATE.fullmatch(text):
        found = datetime.combine(_date(text), datetime.min.time(), UTC)
    else:
        try:
            found = datetime.fromisoformat(text)
        except ValueError:
            raise _Bad(FaultReason.BAD_DATE) from None
        if found.tzinfo is None:
            raise _Bad(FaultReason.BAD_DATE)
    return (found - _EPOCH) // timedelta(milliseconds=1)


def _unarmed(text: str) -> str:
    return text[1:] if text.startswith("'") and _is_formula(text.lstrip("'")) else text


# Out


def write(sheet: Sheet, rows: Iterable[Mapping[str, Any]], style: Style = Style.PLAIN) -> bytes:
    """A heading and a line for each row. A row has the sheet's names; what it does not have stays empty."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=";" if style is Style.EXCEL else ",", lineterminator="\r\n")
    writer.writerow([column.name for column in sheet.columns])
    for row in rows:
        writer.writerow([_written(column, row.get(column.name), style) for column in sheet.columns])
    return (b"\xef\xbb\xbf" if style is Style.EXCEL else b"") + out.getvalue().encode()


def _written(column: Column, value: Any, style: Style) -> str:
    if value is None:
        return ""
    comma: Callable[[str], str] = (lambda text: text.replace(".", ",")) if style is Style.EXCEL else str
    match column.kind:
        case ColumnKind.AMOUNT:
            return comma(plain(value))
        case ColumnKind.HUNDREDTHS:
            sign, size = ("-" if value < 0 else ""), abs(value)
            return comma(f"{sign}{size // 100}.{size % 100:02}")
        case ColumnKind.COUNT:
            return str(int(value))
        case ColumnKind.YES_NO:
            return "yes" if value else "no"
        case ColumnKind.INSTANT:
            return written_instant(value)
        case _:
            return _disarmed(str(value))


def written_instant(at: int) -> str:
    return (_EPOCH + timedelta(milliseconds=at)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _disarmed(text: str) -> str:
    text = text.replace("\0", "")
    return "'" + text if _is_formula(text.lstrip("'")) else text


def _is_formula(text: str) -> bool:
    """Whether a spreadsheet might run it: it begins, perhaps after blanks, with a character that begins a formula."""
    return text[:1] in _FORMULA or text.lstrip()[:1] in _FORMULA
