"""What every file reader here raises: each fault with its line and field. Nothing is imported from a faulty file."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from msgspec import Struct


class FaultReason(StrEnum):
    """Codes, as a refusal has them; the sentences are elsewhere."""

    NOT_TEXT = "not_text"  # neither UTF-8, UTF-16 nor Windows-1252, or with a NUL in it
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    NO_HEADING = "no_heading"  # the first line names none of the columns
    COLUMN_MISSING = "column_missing"
    COLUMN_TWICE = "column_twice"
    TOO_MANY_FIELDS = "too_many_fields"
    BAD_QUOTES = "bad_quotes"
    MISSING = "missing"  # a field that must be there is empty
    TOO_LONG = "too_long"
    BAD_NUMBER = "bad_number"
    BAD_DATE = "bad_date"
    BAD_AMOUNT = "bad_amount"
    BAD_CURRENCY = "bad_currency"
    UNKNOWN_CHOICE = "unknown_choice"
    TWICE = "twice"  # the same key is on an earlier line
    CONTRADICTION = "contradiction"  # with another field or line
    NOT_THIS_FORMAT = "not_this_format"
    NEWER_FORMAT = "newer_format"
    BAD_LINE = "bad_line"
    CUT_SHORT = "cut_short"
    CHANGED = "changed"  # the checksum is wrong


class Fault(Struct, frozen=True):
    """`line` counts from 1; 0 is the file as a whole. `field` is the column or record, where there is one."""

    line: int
    field: str
    reason: FaultReason
    found: str = ""


class FileError(ValueError):
    """A rejected file, with everything that is wrong with it, in the order of its lines."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        told = (f"line {each.line} {each.field}: {each.reason} {each.found}".strip() for each in faults)
        super().__init__("; ".join(told))


def fault(line: int, field: str, reason: FaultReason, found: str = "") -> FileError:
    return FileError([Fault(line, field, reason, found[:60])])
