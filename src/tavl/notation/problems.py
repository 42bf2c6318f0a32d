"""What can be wrong in a file: codes with facts, by line or byte. The sentences are elsewhere."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tavl.rules.refusal import Fact


class ProblemCode(StrEnum):
    """Beside each, the facts that come with it."""

    UNREADABLE_LINE = "unreadable_line"  # found
    UNREADABLE_PLAY = "unreadable_play"  # found
    UNREADABLE_FIELD = "unreadable_field"  # field, found
    ILLEGAL_PLAY = "illegal_play"  # rule, reason: kept as it was played
    ILLEGAL_CUBE_ACTION = "illegal_cube_action"  # rule, reason
    UNKNOWN_PLAY = "unknown_play"  # the file says that it does not know the play; what follows is a guess
    WRONG_SCORE = "wrong_score"  # written, counted: the score before a game
    WRONG_POINTS = "wrong_points"  # written, counted: what a game pays
    WRONG_LENGTH = "wrong_length"  # written: money play called a match of so many points
    WRONG_WINNER = "wrong_winner"
    WRONG_TURN = "wrong_turn"  # somebody plays twice in a row
    OTHER_NAME = "other_name"  # found, expected: a name differs between heading and game
    AFTER_THE_END = "after_the_end"  # found: what stands after a game's end is left out
    CUT_SHORT = "cut_short"  # the file ends in the middle
    DAMAGED = "damaged"  # part: its checksum is wrong; it is read anyway
    TOO_MUCH = "too_much"  # most: what is beyond a limit is left out
    OTHER_VARIATION = "other_variation"  # found: not backgammon; plays are kept and not judged


class Problem(Struct, frozen=True):
    """What is wrong, and where. Whatever can be kept is kept anyway."""

    at: int  # the line of a text, from 1; the byte of any other file, from 0; -1: no particular place
    code: ProblemCode
    facts: dict[str, Fact] = {}


def problem(at: int, code: ProblemCode, **facts: Fact) -> Problem:
    return Problem(at, code, facts)


class FileFault(StrEnum):
    """Why nothing could be read."""

    EMPTY = "empty"
    UNKNOWN_FORMAT = "unknown_format"
    NO_MATCH = "no_match"  # format: it looks like one, and there is no game and no position in it
    BROKEN = "broken"  # format, problem: a container that cannot be opened
    TOO_LARGE = "too_large"  # bytes, most
    OTHER_GAME = "other_game"  # found: chess, or go


class FileError(ValueError):
    """A file that cannot be read."""

    def __init__(self, fault: FileFault, at: int = -1, **facts: Fact) -> None:
        self.fault = fault
        self.at = at
        self.facts = facts
        told = ", ".join(f"{name}={value!r}" for name, value in facts.items())
        super().__init__(f"{fault}" + (f" at {at}" if at >= 0 else "") + (f": {told}" if told else ""))
