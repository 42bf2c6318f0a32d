"""eXtreme Gammon's ID: `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10`, ten fields with colons between them.

1. board: the top player's bar, points 1 to 24 as the bottom player numbers them, the bottom player's bar;
   A to O are 1 to 15 checkers of the bottom player, a to o of the top player, - none
2. cube: its logarithm. 3. its owner: 1 bottom, -1 top, 0 the middle
4. turn: 1 bottom, -1 top
5. dice: 00 before the roll; D the player on turn has doubled, B and the other has beavered, R and the
   first has raccooned (the cube is always the one before the double)
6. and 7. score: bottom, top
8. in a match 1 for the Crawford game; in money play 1 for Jacoby, 2 for beavers, 3 for both
9. match length: 0 is money play. 10. the highest cube: its logarithm; some leave it out, then it is 10

It cannot express a resignation, a game that is over or still to begin, or for sides begun with fewer than 15
checkers: what is missing is off.
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase

from msgspec.structs import replace

from tavl.notation.errors import NotationError, Reason, does_not_fit, position_of
from tavl.notation.situation import Offer, Situation, Stage, situation_of
from tavl.rules import Cube, Dice, Match, Position, Seat

_FIELDS = ("board", "cube", "owner", "turn", "dice", "score_1", "score_2", "rules", "length", "max_cube")
_SEATS = {"1": Seat.FIRST, "-1": Seat.SECOND}
_OFFERS = {"D": Offer.DOUBLED, "B": Offer.BEAVERED, "R": Offer.RACCOONED}
_PREFIX = re.compile(r"\s*(?:XGID=)?", re.IGNORECASE)
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_MAX_NUMBER = 10**9 - 1
_MAX_LOGARITHM = 60  # XG stops at 10; the rules have no limit


class _Fields:
    """The fields of a text, each of which knows its position."""

    def __init__(self, text: str) -> None:
        self.text = text
        prefix = _PREFIX.match(text)
        start = prefix.end() if prefix else 0
        self.values: dict[str, str] = {}
        self.at: dict[str, int] = {}
        parts = text[start:].rstrip().split(":")
        if len(parts) not in (len(_FIELDS) - 1, len(_FIELDS)):
            raise NotationError(text, start, Reason.WRONG_FIELD_COUNT, fields=len(parts), expected=len(_FIELDS))
        for name, part in zip(_FIELDS, parts, strict=False):
            self.values[name], self.at[name] = part, start
            start += len(part) + 1
        self.values.setdefault("max_cube", "10")

    def bad(self, name: str) -> NotationError:
        found = self.values[name]
        return NotationError(self.text, self.at.get(name, len(self.text)), Reason.BAD_FIELD, field=name, found=found)

    def number(self, name: str, least: int, most: int) -> int:
        if not _NUMBER.fullmatch(self.values[name]) or not least <= int(self.values[name]) <= most:
            raise self.bad(name)
        return int(self.values[name])


def read_xgid(text: str) -> Situation:
    fields = _Fields(text)
    turn = _SEATS.get(fields.values["turn"])
    if turn is None:
        raise fields.bad("turn")
    owner = _SEATS.get(fields.values["owner"])
    if owner is None and fields.values["owner"] != "0":
        raise fields.bad("owner")
    position = _board(fields)
    dice, offer = _dice(fields)
    length = fields.number("length", 0, _MAX_NUMBER) or None
    rules = fields.number("rules", 0, 1 if length else 3)
    return Situation(
        position=position if turn is Seat.FIRST else position.mirror(),
        turn=turn,
        dice=dice,
        cube=Cube(1 << fields.number("cube", 0, _MAX_LOGARITHM), owner),
        offer=offer,
        score=(
            fields.number("score_1", -_MAX_NUMBER, _MAX_NUMBER),
            fields.number("score_2", -_MAX_NUMBER, _MAX_NUMBER),
        ),
        length=length,
        crawford=bool(length and length > 1 and rules),
        jacoby=None if length else bool(rules & 1),
        beavers=None if length else bool(rules & 2),
        max_cube=1 << fields.number("max_cube", 0, _MAX_LOGARITHM),
    )


def _board(fields: _Fields) -> Position:
    """Seen by the bottom player."""
    text, board, start = fields.text, fields.values["board"], fields.at["board"]
    if len(board) != 26:
        raise NotationError(text, start, Reason.WRONG_LENGTH, characters=len(board), expected=26)
    bottom, top = [0] * 26, [0] * 26
    for place, letter in enumerate(board):
        if letter in ascii_uppercase[:15] and place > 0:
            bottom[place] = ascii_uppercase.index(letter) + 1
        elif letter in ascii_lowercase[:15] and place < 25:
            top[25 - place] = ascii_lowercase.index(letter) + 1
        elif letter != "-":
            raise NotationError(text, start + place, Reason.UNEXPECTED, found=letter)
    for side in (bottom, top):
        side[0] = max(0, 15 - sum(side))
    return position_of(bottom, top, text, start)


def _dice(fields: _Fields) -> tuple[Dice | None, Offer | None]:
    dice = fields.values["dice"]
    if dice in _OFFERS:
        return None, _OFFERS[dice]
    if dice == "00":
        return None, None
    if not re.fullmatch("[1-6]{2}", dice):
        raise fields.bad("dice")
    return Dice(int(dice[0]), int(dice[1])), None


def write_xgid(situation: Situation) -> str:
    """Raises NotationError for anything that an XGID cannot express."""
    if situation.stage is not Stage.PLAYING:
        raise does_not_fit("stage", situation.stage)
    if situation.resignation:
        raise does_not_fit("resignation", situation.resignation.size)
    for field, number in (
        ("score", min(situation.score)),
        ("score", max(situation.score)),
        ("length", situation.length),
    ):
        if number is not None and abs(number) > _MAX_NUMBER:
            raise does_not_fit(field, number)
    turn, owner, offer, dice = situation.turn, situation.cube.owner, situation.offer, situation.dice
    money = situation.length is None
    rules = bool(situation.jacoby) + 2 * bool(situation.beavers) if money else int(situation.crawford)
    rolled = f"{dice.high}{dice.low}" if dice else "00"
    fields = (
        _letters(situation.position if turn is Seat.FIRST else situation.position.mirror()),
        _logarithm("cube", situation.cube.value),
        0 if owner is None else 1 - 2 * owner,
        1 - 2 * turn,
        next((letter for letter, meant in _OFFERS.items() if meant is offer), rolled),
        *situation.score,
        rules,
        situation.length or 0,
        _logarithm("max_cube", situation.max_cube),
    )
    return "XGID=" + ":".join(map(str, fields))


def _letters(bottom: Position) -> str:
    def letter(place: int) -> str:
        own = bottom.own[place] if place else 0
        other = bottom.opponent[25 - place] if place < 25 else 0
        return ascii_uppercase[own - 1] if own else ascii_lowercase[other - 1] if other else "-"

    return "".join(map(letter, range(26)))


def _logarithm(field: str, value: int) -> int:
    if value < 1 or value & (value - 1) or value > 1 << _MAX_LOGARITHM:
        raise does_not_fit(field, value)
    return value.bit_length() - 1


def position_from_xgid(text: str) -> Position:
    """The position of an XGID, seen by the player on roll. Raises NotationError."""
    return read_xgid(text).position


def position_xgid(position: Position, match: Match | None = None) -> str:
    """This position, seen by the player on roll, as an XGID: with score, cube and dice of a match, or of money play.

    The bottom player is the match's first seat; without a match, or between its games, the player on roll is.
    """
    situation = situation_of(match) if match else Situation(position=position)
    if situation.stage is not Stage.PLAYING:
        situation = replace(situation, turn=Seat.FIRST, dice=None, stage=Stage.PLAYING, cube=Cube(), offer=None)
    return write_xgid(replace(situation, position=position, resignation=None))
