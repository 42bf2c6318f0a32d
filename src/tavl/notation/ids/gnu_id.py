"""GNU Backgammon's IDs: `4HPwATDgc/ABMA:cInpAAAAAAAE`, the position before the colon and the match after it.

The position is seen by the player on roll. The match ID is 72 bits in base 64, the lowest bit of each field and each
byte first (`_FIELDS`, and five bits of nothing). Its last field is the newer of them: set where the Jacoby rule is off,
so that an older ID of money play reads as one with Jacoby.

It cannot express beavers as a rule, for a highest cube, or for a cube beyond 32768. A beaver that waits for its answer
can be recognised: the cube is already the other player's, at twice what it was; after a raccoon at four times.
"""

from __future__ import annotations

from typing import Final

from tavl.notation.errors import NotationError, Reason, does_not_fit
from tavl.notation.situation import Offer, Situation, Stage
from tavl.rules import Cube, Dice, Position, PositionError, Seat
from tavl.rules.game import Resignation

_BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_FIELDS: Final = {
    "cube": 4,  # its logarithm
    "owner": 2,  # player 0 or 1; 3 the middle
    "on_roll": 1,  # who rolls or has rolled
    "crawford": 1,
    "state": 3,  # see _STAGES
    "turn": 1,  # whose decision it is
    "doubled": 1,
    "resigned": 2,  # the size that is offered
    "die_1": 3,
    "die_2": 3,
    "length": 15,  # 0 money
    "score_0": 15,
    "score_1": 15,
    "no_jacoby": 1,
}
_STAGES = (Stage.BEFORE, Stage.PLAYING, Stage.BORNE_OFF, Stage.RESIGNED, Stage.DROPPED)
_MIDDLE = 3
_SPARE_BITS = 72 - sum(_FIELDS.values())
POSITION_LENGTH, MATCH_LENGTH = 14, 12


def read_position_id(text: str) -> Position:
    """A position ID alone. It does not show sides that began with fewer than 15 checkers: missing checkers are off."""
    id_, at = _trimmed(text)
    return _position(text, id_, at)


def read_match_id(text: str, position: Position | None = None) -> Situation:
    """A match ID alone, about this position, seen by the player on roll; without one, the starting position."""
    id_, at = _trimmed(text)
    return _situation(text, id_, at, position or Position.start())


def read_gnu_id(text: str) -> Situation:
    """`POSITION:MATCH`; a position alone is one of money play, the first seat on roll."""
    id_, at = _trimmed(text)
    first, colon, second = id_.partition(":")
    position = _position(text, first, at)
    if not colon:
        return Situation(position=position)
    return _situation(text, second, at + len(first) + 1, position)


def write_gnu_id(situation: Situation) -> str:
    return f"{situation.position.gnu_id}:{write_match_id(situation)}"


def _trimmed(text: str) -> tuple[str, int]:
    return text.strip(), len(text) - len(text.lstrip())


def _check_characters(text: str, id_: str, at: int, length: int) -> None:
    for number, character in enumerate(id_):
        if character not in _BASE64:
            raise NotationError(text, at + number, Reason.UNEXPECTED, found=character)
    if len(id_) != length:
        raise NotationError(text, at + min(len(id_), length), Reason.WRONG_LENGTH, characters=len(id_), expected=length)


def _position(text: str, id_: str, at: int) -> Position:
    _check_characters(text, id_, at, POSITION_LENGTH)
    try:
        return Position.from_gnu_id(id_)
    except PositionError as error:
        raise NotationError(text, at, Reason.BAD_POSITION, problem=str(error)) from None


def _unpacked(id_: str) -> dict[str, int]:
    sixes = "".join(f"{_BASE64.index(character):06b}" for character in id_)
    bits = "".join(sixes[start : start + 8][::-1] for start in range(0, 72, 8))
    values: dict[str, int] = {}
    at = 0
    for field, width in [*_FIELDS.items(), ("spare", _SPARE_BITS)]:
        values[field] = int(bits[at : at + width][::-1], 2)
        at += width
    return values


def _packed(values: dict[str, int]) -> str:
    bits = "".join(f"{values[field]:0{width}b}"[::-1] for field, width in _FIELDS.items()).ljust(72, "0")
    sixes = "".join(bits[start : start + 8][::-1] for start in range(0, 72, 8))
    return "".join(_BASE64[int(sixes[start : start + 6], 2)] for start in range(0, 72, 6))


def _situation(text: str, id_: str, at: int, position: Position) -> Situation:
    _check_characters(text, id_, at, MATCH_LENGTH)
    values = _unpacked(id_)

    def bad(field: str) -> NotationError:
        return NotationError(text, at, Reason.BAD_FIELD, field=field, found=values[field])

    def contradiction(field: str, other: str) -> NotationError:
        return NotationError(text, at, Reason.CONTRADICTION, **{"field": field, "with": other})

    if values["state"] >= len(_STAGES):
        raise bad("state")
    if values["owner"] == 2:
        raise bad("owner")
    if values["spare"]:
        raise bad("spare")
    dice = (values["die_1"], values["die_2"])
    for field, die in zip(("die_1", "die_2"), dice, strict=True):
        if die > 6 or (die == 0) != (dice == (0, 0)):
            raise bad(field)
    if values["doubled"] and any(dice):
        raise contradiction("doubled", "dice")
    length = values["length"] or None
    decides = Seat(values["turn"])
    cube, offer = _cube(values)
    if cube is None:
        raise contradiction("doubled", "owner")
    return Situation(
        position=position,
        turn=Seat(values["on_roll"]),
        dice=Dice(*dice) if any(dice) else None,
        stage=_STAGES[values["state"]],
        cube=cube,
        offer=offer,
        resignation=Resignation(decides.other, values["resigned"]) if values["resigned"] else None,
        score=(values["score_0"], values["score_1"]),
        length=length,
        crawford=bool(length and length > 1 and values["crawford"]),
        jacoby=None if length else not values["no_jacoby"],
    )


def _cube(values: dict[str, int]) -> tuple[Cube | None, Offer | None]:
    """The cube before what is offered, and the offer; no cube where it could not have been offered."""
    value = 1 << values["cube"]
    owner = None if values["owner"] == _MIDDLE else Seat(values["owner"])
    if not values["doubled"]:
        return Cube(value, owner), None
    doubler = Seat(values["on_roll"])
    if values["turn"] != doubler and owner != doubler.other:
        return Cube(value, owner), Offer.DOUBLED
    offer, times = (Offer.BEAVERED, 2) if values["turn"] == doubler else (Offer.RACCOONED, 4)
    if owner != doubler.other or value < times:
        return None, offer
    before = value // times  # at 1 it was in the middle, at more the doubler's
    return Cube(before, doubler if before > 1 else None), offer


def write_match_id(situation: Situation) -> str:
    """Raises NotationError for a value that the ID cannot express."""
    turn, cube, offer = situation.turn, situation.cube, situation.offer
    value, owner = cube.value, cube.owner
    if offer in (Offer.BEAVERED, Offer.RACCOONED):
        value, owner = value * (2 if offer is Offer.BEAVERED else 4), turn.other
    resigned, dice = situation.resignation, situation.dice
    values = {
        "cube": value.bit_length() - 1,
        "owner": _MIDDLE if owner is None else int(owner),
        "on_roll": int(turn),
        "crawford": int(situation.crawford),
        "state": _STAGES.index(situation.stage),
        "turn": int(_decides(situation)),
        "doubled": int(offer is not None),
        "resigned": resigned.size if resigned else 0,
        "die_1": dice.high if dice else 0,
        "die_2": dice.low if dice else 0,
        "length": situation.length or 0,
        "score_0": situation.score[0],
        "score_1": situation.score[1],
        "no_jacoby": int(situation.length is not None or not situation.jacoby),
    }
    if value < 1 or value & (value - 1):
        raise does_not_fit("cube", value)
    for field, width in _FIELDS.items():
        if not 0 <= values[field] < 1 << width:
            raise does_not_fit(field, values[field])
    return _packed(values)


def _decides(situation: Situation) -> Seat:
    if situation.resignation:
        return situation.resignation.seat.other
    waits = situation.offer in (Offer.DOUBLED, Offer.RACCOONED) or situation.stage is Stage.DROPPED
    return situation.turn.other if waits else situation.turn
