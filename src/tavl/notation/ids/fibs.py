"""The board line of FIBS, the First Internet Backgammon Server: 53 fields with colons between them.

     1     the word `board`
     2-3   names: the player's (to themselves `You`) and the opponent's
     4     match length; 9999 is money play (0 is read as that too)
     5-6   score: player, opponent
     7-32  places 0 to 25 as the player who moves from 24 to 1 numbers them; positive counts are O's checkers, negative
           X's; places 0 and 25 are the bars
    33     turn: -1 X, 1 O, 0 the game is over
    34-37  dice: the player's two, the opponent's two; 0 where not rolled
    38     cube
    39-40  may double: player, opponent
    41     1 where the opponent has just doubled
    42     colour of the player: -1 X, 1 O
    43     direction of the player: -1 from 24 to 1, 1 from 1 to 24
    44-45  the player's home and bar, 0 and 25 or 25 and 0 by direction
    46-47  checkers off: player, opponent
    48-49  checkers on the bar; repeated, but not by all programs, so the places count
    50     how many checkers the player can move, once they have rolled
    51     forced move: 0; some servers put 3 there where the Crawford rule is not used
    52     did Crawford: 1 in a match after its Crawford game
    53     how often a double may be turned back at once in money play: beavers

It cannot express a double by the player, for a beaver that waits for its answer, for a resignation, for Jacoby
or a highest cube; for a finished game it does not say how it ended, or whose turn it was.
"""

from __future__ import annotations

import re

from msgspec import Struct

from tavl.notation.errors import NotationError, Reason, does_not_fit, position_of
from tavl.notation.situation import Offer, Situation, Stage
from tavl.rules import BAR, Cube, Dice, Position, Seat

MONEY = 9999
_FIELDS = (
    *("board", "player", "opponent", "length", "score_1", "score_2"),
    *(f"place_{place}" for place in range(26)),
    *("turn", "die_1", "die_2", "opponent_die_1", "opponent_die_2", "cube", "may_double", "opponent_may_double"),
    *("was_doubled", "colour", "direction", "home", "bar", "off", "opponent_off", "on_bar", "opponent_on_bar"),
    *("can_move", "forced_move", "did_crawford", "redoubles"),
)
_NUMBER = re.compile(r"[+-]?[0-9]{1,19}")
_MAX_NUMBER = 10**9
_MAX_CUBE = 1 << 60
_NAME = re.compile(r"[^:\s\x00]+")
_NO_CRAWFORD_RULE = 3


class FibsBoard(Struct, frozen=True, kw_only=True):
    """A line as it is sent to the first seat."""

    situation: Situation
    player: str = "You"
    opponent: str = "opponent"
    colour: int = 1
    direction: int = -1


class _Line:
    def __init__(self, text: str) -> None:
        self.text = text
        parts = text.rstrip(" \t\r\n\x00").split(":")
        if len(parts) != len(_FIELDS):
            raise NotationError(text, 0, Reason.WRONG_FIELD_COUNT, fields=len(parts), expected=len(_FIELDS))
        self.values = dict(zip(_FIELDS, parts, strict=True))
        self.at: dict[str, int] = {}
        at = 0
        for name, part in self.values.items():
            self.at[name] = at
            at += len(part) + 1

    def bad(self, name: str) -> NotationError:
        return NotationError(self.text, self.at[name], Reason.BAD_FIELD, field=name, found=self.values[name])

    def number(self, name: str, least: int, most: int) -> int:
        if not _NUMBER.fullmatch(self.values[name]) or not least <= int(self.values[name]) <= most:
            raise self.bad(name)
        return int(self.values[name])

    def sign(self, name: str) -> int:
        number = self.number(name, -1, 1)
        if not number:
            raise self.bad(name)
        return number


def read_fibs(text: str) -> FibsBoard:
    line = _Line(text)
    if line.values["board"].strip() != "board":
        raise line.bad("board")
    for name in ("player", "opponent"):
        if not _NAME.fullmatch(line.values[name]):
            raise line.bad(name)
    colour, direction = line.sign("colour"), line.sign("direction")
    return FibsBoard(
        situation=_situation(line, colour, direction),
        player=line.values["player"],
        opponent=line.values["opponent"],
        colour=colour,
        direction=direction,
    )


def _situation(line: _Line, colour: int, direction: int) -> Situation:
    doubled = bool(line.number("was_doubled", 0, 1))
    signed = line.number("turn", -1, 1)
    turn = Seat.SECOND if doubled or signed == -colour else Seat.FIRST
    position = _position(line, colour, direction)
    length = line.number("length", 0, _MAX_NUMBER)
    score = (line.number("score_1", -_MAX_NUMBER, _MAX_NUMBER), line.number("score_2", -_MAX_NUMBER, _MAX_NUMBER))
    money = length in (0, MONEY)
    line.number("can_move", 0, 99)
    no_rule = line.number("forced_move", 0, 99) == _NO_CRAWFORD_RULE
    after = line.number("did_crawford", 0, 99) > 0
    redoubles = line.number("redoubles", 0, 999999)
    one_away = not money and length > 1 and length - max(score) == 1
    return Situation(
        position=position if turn is Seat.FIRST else position.mirror(),
        turn=turn,
        dice=None if doubled else _dice(line, turn),
        stage=Stage.PLAYING if signed else Stage.BORNE_OFF,
        cube=_cube(line),
        offer=Offer.DOUBLED if doubled else None,
        score=score,
        length=None if money else length,
        crawford=one_away and not after and not no_rule,
        beavers=redoubles > 0 if money else None,
    )


def _position(line: _Line, colour: int, direction: int) -> Position:
    """Seen by the player."""
    own, opponent = [0] * 26, [0] * 26
    for place in range(26):
        count = colour * line.number(f"place_{place}", -15, 15)
        here = place if direction < 0 else 25 - place  # in the player's own numbers
        if (here == 0 and count > 0) or (here == BAR and count < 0):
            raise line.bad(f"place_{place}")
        if count > 0:
            own[here] = count
        else:
            opponent[25 - here] = -count
    own[0], opponent[0] = line.number("off", 0, 15), line.number("opponent_off", 0, 15)
    for name in ("home", "bar", "on_bar", "opponent_on_bar"):
        line.number(name, 0, 25)
    return position_of(own, opponent, line.text, line.at["place_0"])


def _dice(line: _Line, turn: Seat) -> Dice | None:
    pairs = (("die_1", "die_2"), ("opponent_die_1", "opponent_die_2"))
    first, second = ((line.number(one, 0, 6), line.number(two, 0, 6)) for one, two in pairs)
    dice = (first, second)[turn]
    if dice == (0, 0):
        return None
    if 0 in dice:
        raise line.bad(pairs[turn][dice.index(0)])
    return Dice(*dice)


def _cube(line: _Line) -> Cube:
    value = line.number("cube", 1, _MAX_CUBE)
    if value & (value - 1):
        raise line.bad("cube")
    may, other_may = line.number("may_double", 0, 1), line.number("opponent_may_double", 0, 1)
    if value == 1 or may == other_may:  # nobody has turned it, or its owner is unclear
        return Cube(value)
    return Cube(value, Seat.FIRST if may else Seat.SECOND)


def write_fibs(board: FibsBoard) -> str:
    """Raises NotationError for anything that the line cannot express."""
    situation = board.situation
    for field, name in (("player", board.player), ("opponent", board.opponent)):
        if not _NAME.fullmatch(name):
            raise does_not_fit(field, name)
    if situation.offer not in (None, Offer.DOUBLED):
        raise does_not_fit("offer", situation.offer)
    if situation.stage is Stage.BEFORE:
        raise does_not_fit("stage", situation.stage)
    if situation.resignation and situation.stage is Stage.PLAYING:
        raise does_not_fit("resignation", situation.resignation.size)
    if situation.length is not None and (situation.length in (0, MONEY) or situation.length > _MAX_NUMBER):
        raise does_not_fit("length", situation.length)
    if situation.cube.value > _MAX_CUBE or situation.cube.value & (situation.cube.value - 1):
        raise does_not_fit("cube", situation.cube.value)
    if max(map(abs, situation.score)) > _MAX_NUMBER:
        raise does_not_fit("score", max(situation.score))
    turn, playing, dice = situation.turn, situation.stage is Stage.PLAYING, situation.dice
    seen = situation.position if turn is Seat.FIRST else situation.position.mirror()
    money = situation.length is None
    rolled = (dice.high, dice.low) if dice and playing else (0, 0)
    can_move = len(seen.plays(dice)[0]) if dice and playing and turn is Seat.FIRST else 0
    fields = (
        *("board", board.player, board.opponent),
        *(MONEY if money else situation.length, *situation.score),
        *_places(seen, board),
        (board.colour if turn is Seat.FIRST else -board.colour) if playing else 0,
        *(rolled if turn is Seat.FIRST else (0, 0)),
        *(rolled if turn is Seat.SECOND else (0, 0)),
        situation.cube.value,
        *(_may_double(situation, seat) for seat in Seat),
        int(playing and situation.offer is not None and turn is Seat.SECOND),
        *(board.colour, board.direction),
        *((0, 25) if board.direction < 0 else (25, 0)),
        *(seen.off, seen.opponent_off, seen.bar, seen.opponent_bar),
        *(can_move, 0),
        int(situation.one_away > 0 and not situation.crawford and situation.length != 1),
        int(bool(money and situation.beavers)),
    )
    return ":".join(map(str, fields))


def _places(seen: Position, board: FibsBoard) -> list[int]:
    """In the player's own numbers, turned round for one who moves upwards."""
    own, other = (0, *seen.own[1:]), (0, *seen.opponent[1:])
    counts = [board.colour * (own[place] - other[25 - place]) for place in range(26)]
    return counts if board.direction < 0 else counts[::-1]


def _may_double(situation: Situation, seat: Seat) -> int:
    return int(not situation.crawford and situation.max_cube > 1 and situation.cube.owner in (None, seat))
