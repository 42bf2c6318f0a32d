"""OpenGammon's ID: `11ccccchhhjjjjj:66666888dddddoo:N0N:52:B::0:0:7:0`, fields with colons between them.

1. and 2. checkers: White's and Black's, a letter for each. 0 to 9 and a to p are the places 0 to 25 of one board that
   does not turn: White moves from 1 to 24 and enters from 0, Black moves from 24 to 1 and enters from 25. q is off;
   most leave those out
3. cube: its owner (W, B, N nobody, D out of play), its logarithm, and N nothing, O it is offered, T taken, P passed
4. dice: empty before the roll
5. who brought the position about, W or B: the other is on roll. Of a double, who offers it
6. state: a note of the program that wrote it
7. and 8. score: White, Black. 9. match length: 0 is money play; C after it for the Crawford game, L for one after it
10. number of the move. 11. how many checkers each side began with, where it is not 15

Fields after the third may be missing. White is the first seat. It cannot express a beaver, a resignation, a game that
is over or still to begin, for Jacoby or for a highest cube.
"""

from __future__ import annotations

import re

from tavl.notation.errors import NotationError, Reason, does_not_fit, position_of
from tavl.notation.situation import UNLIMITED, Offer, Situation, Stage
from tavl.rules import Cube, Dice, Seat

_FIELDS = ("white", "black", "cube", "dice", "reached_by", "state", "score_1", "score_2", "length", "move", "checkers")
_MIN_FIELDS = 3
_PLACES = "0123456789abcdefghijklmnop"
_OFF = "q"
_SEATS = {"W": Seat.FIRST, "B": Seat.SECOND}
_LETTERS = {seat: letter for letter, seat in _SEATS.items()}
_CUBE = re.compile(r"([WBND?])([0-9]{1,2})([NOTP])")
_LENGTH = re.compile(r"([0-9]{1,9})(?:([CL])|G[0-9]{0,9})?")
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_PREFIX = re.compile(r"\s*(?:OGID=)?", re.IGNORECASE)
_MAX_NUMBER = 10**9 - 1
_MAX_LOGARITHM = 60


class _Fields:
    """The fields of a text, each of which knows its position."""

    def __init__(self, text: str) -> None:
        self.text = text
        prefix = _PREFIX.match(text)
        start = prefix.end() if prefix else 0
        parts = text[start:].rstrip().split(":")
        if not _MIN_FIELDS <= len(parts) <= len(_FIELDS):
            raise NotationError(text, start, Reason.WRONG_FIELD_COUNT, fields=len(parts), expected=len(_FIELDS))
        self.values = dict.fromkeys(_FIELDS, "")
        self.at = dict.fromkeys(_FIELDS, len(text))
        for name, part in zip(_FIELDS, parts, strict=False):
            self.values[name], self.at[name] = part, start
            start += len(part) + 1

    def bad(self, name: str) -> NotationError:
        return NotationError(self.text, self.at[name], Reason.BAD_FIELD, field=name, found=self.values[name])

    def number(self, name: str, otherwise: int) -> int:
        if not self.values[name]:
            return otherwise
        if not _NUMBER.fullmatch(self.values[name]):
            raise self.bad(name)
        return int(self.values[name])


def read_ogid(text: str) -> Situation:
    fields = _Fields(text)
    owner, logarithm, action = _cube(fields)
    reached_by = _SEATS.get(fields.values["reached_by"] or "B")
    if reached_by is None:
        raise fields.bad("reached_by")
    offered = action == "O"
    turn = reached_by if offered else reached_by.other
    length = _LENGTH.fullmatch(fields.values["length"] or "0")
    if not length:
        raise fields.bad("length")
    points = int(length[1]) or None
    checkers = fields.number("checkers", 15)
    if not 1 <= checkers <= 15:
        raise fields.bad("checkers")
    white, black = _side(fields, "white", checkers), _side(fields, "black", checkers)
    own, opponent = (white, black) if turn == Seat.FIRST else (black, white)
    return Situation(
        position=position_of(own, opponent, text, fields.at["white"]),
        turn=turn,
        dice=None if offered else _dice(fields),
        cube=Cube(1 << logarithm, _SEATS.get(owner)),
        offer=Offer.DOUBLED if offered else None,
        score=(fields.number("score_1", 0), fields.number("score_2", 0)),
        length=points,
        crawford=bool(points and points > 1 and length[2] == "C"),
        max_cube=1 if owner == "D" else UNLIMITED,
    )


def _side(fields: _Fields, name: str, checkers: int) -> list[int]:
    """In the side's own numbers."""
    counts = [0] * 26
    for number, letter in enumerate(fields.values[name]):
        place = _PLACES.find(letter)
        if place < 0 and letter != _OFF:
            raise NotationError(fields.text, fields.at[name] + number, Reason.UNEXPECTED, found=letter)
        if place >= 0:
            own = 25 - place if name == "white" else place
            if own == 0:  # the other side's bar
                raise NotationError(fields.text, fields.at[name] + number, Reason.UNEXPECTED, found=letter)
            counts[own] += 1
    counts[0] = max(0, checkers - sum(counts))
    return counts


def _cube(fields: _Fields) -> tuple[str, int, str]:
    found = _CUBE.fullmatch(fields.values["cube"])
    if not found or int(found[2]) > _MAX_LOGARITHM:
        raise fields.bad("cube")
    return found[1], int(found[2]), found[3]


def _dice(fields: _Fields) -> Dice | None:
    dice = fields.values["dice"]
    if not dice:
        return None
    if not re.fullmatch("[1-6]{2}", dice):
        raise fields.bad("dice")
    return Dice(int(dice[0]), int(dice[1]))


def write_ogid(situation: Situation) -> str:
    """Raises NotationError for anything that an OGID cannot express."""
    if situation.stage is not Stage.PLAYING:
        raise does_not_fit("stage", situation.stage)
    if situation.resignation:
        raise does_not_fit("resignation", situation.resignation.size)
    if situation.offer not in (None, Offer.DOUBLED):
        raise does_not_fit("offer", situation.offer)
    for field, number in (("score", max(map(abs, situation.score))), ("length", situation.length or 0)):
        if number > _MAX_NUMBER:
            raise does_not_fit(field, number)
    value, turn = situation.cube.value, situation.turn
    if value < 1 or value & (value - 1) or value > 1 << _MAX_LOGARITHM:
        raise does_not_fit("cube", value)
    seen = situation.position if turn == Seat.FIRST else situation.position.mirror()
    checkers = {seen.checkers, seen.opponent_checkers}
    if len(checkers) > 1:
        raise does_not_fit("checkers", min(checkers))
    owner = "N" if situation.cube.owner is None else _LETTERS[situation.cube.owner]
    if situation.max_cube == 1:
        owner = "D"
    offered = situation.offer is not None
    dice = situation.dice
    after_crawford = situation.one_away > 0 and not situation.crawford and situation.length != 1
    fields = (
        "".join(_PLACES[25 - own] * seen.own[own] for own in range(25, 0, -1)),
        "".join(_PLACES[own] * seen.opponent[own] for own in range(1, 26)),
        f"{owner}{value.bit_length() - 1}{'O' if offered else 'N'}",
        f"{dice.low}{dice.high}" if dice and not offered else "",
        _LETTERS[turn if offered else turn.other],
        "",
        *situation.score,
        f"{situation.length or 0}{'C' if situation.crawford else 'L' if after_crawford else ''}",
        0,
        *(checkers - {15}),
    )
    return ":".join(map(str, fields))
