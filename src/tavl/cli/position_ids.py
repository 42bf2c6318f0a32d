"""Position IDs and dice as people type them, and the error for one that cannot be read."""

from __future__ import annotations

from msgspec import Struct

from tavl.cli.errors import fail, refused
from tavl.i18n import Words
from tavl.notation import NotationError, Situation, match_from
from tavl.notation.ids.any_id import read_any_id
from tavl.rules import Dice, Match, Position, RuleError
from tavl.rules.profile import usual_profile


class Moment(Struct, frozen=True):
    """A position, and the match around it."""

    situation: Situation
    match: Match


def read_moment(w: Words, text: str) -> Moment:
    """A game that goes on from here; money play where the ID says nothing else."""
    try:
        situation = read_any_id(text)
        return Moment(situation, match_from(situation, usual_profile(situation.length)))
    except NotationError as error:
        fail(why_no_id(w, text, error))
    except RuleError as error:
        refused(w, error.refused)


def read_position(w: Words, text: str, where: str = "") -> Position:
    """A position ID of any kind, seen by the player on roll."""
    try:
        return read_any_id(text).position
    except NotationError as error:
        fail(where + why_no_id(w, text, error))


def why_no_id(w: Words, text: str, error: NotationError) -> str:
    found = text[error.at : error.at + 20] or w("nothing more")
    values = {"id": text[:80], "place": error.at + 1, "found": found}
    return w("This is not a position ID: {id}. At character {place}: {found}.", **values)


def read_dice(w: Words, text: str) -> Dice:
    """`31`, `3-1` or `3 1`."""
    digits = [character for character in text if character not in " -,"]
    if len(digits) != 2 or not all(digit in "123456" for digit in digits):
        fail(w("These are not dice: {text}. Write two numbers from 1 to 6, such as 31.", text=text[:20]))
    return Dice(int(digits[0]), int(digits[1]))
