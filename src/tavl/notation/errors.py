"""What every reader and writer here raises: where a text is wrong, and why."""

from __future__ import annotations

from enum import StrEnum

from tavl.rules import Position, PositionError
from tavl.rules.refusal import Fact


class Reason(StrEnum):
    """Codes, as a refusal has them; the sentences are elsewhere. Beside each, the facts that come with it."""

    UNEXPECTED = "unexpected"  # found: what stands there, empty at the end of the text
    UNKNOWN_PLACE = "unknown_place"  # found
    HIT_MARK_MISPLACED = "hit_mark_misplaced"  # nothing is hit on the bar or off the board
    BAD_REPEAT = "bad_repeat"  # found
    WRONG_LENGTH = "wrong_length"  # characters, expected
    WRONG_FIELD_COUNT = "wrong_field_count"  # fields, expected
    BAD_FIELD = "bad_field"  # field, found
    BAD_POSITION = "bad_position"  # problem: the board's own words
    CONTRADICTION = "contradiction"  # field, with: two fields that contradict each other
    DOES_NOT_FIT = "does_not_fit"  # field, value: the format cannot express this


class NotationError(ValueError):
    """A text that cannot be read, or a value that a format cannot express (then `text` is empty)."""

    rule = "G1.4"

    def __init__(self, text: str, at: int, reason: Reason, **facts: Fact) -> None:
        self.text = text
        self.at = at
        self.reason = reason
        self.facts = facts
        told = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{reason} at {at}" + (f": {told}" if told else ""))


def does_not_fit(field: str, value: Fact) -> NotationError:
    return NotationError("", 0, Reason.DOES_NOT_FIT, field=field, value=value)


def position_of(own: list[int], opponent: list[int], text: str, at: int) -> Position:
    """Counts as a position, or a NotationError about the text they were read from."""
    try:
        return Position(own, opponent)
    except PositionError as error:
        raise NotationError(text, at, Reason.BAD_POSITION, problem=str(error)) from None
