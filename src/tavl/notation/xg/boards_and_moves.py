"""Boards, moves and cubes as eXtreme Gammon's records have them: see `records`."""

from __future__ import annotations

from typing import Final

from tavl.notation.record import Moves
from tavl.rules.acts import Cube
from tavl.rules.board import Position, PositionError
from tavl.rules.seat import Seat

MAX_CUBE_LOGARITHM: Final = 30  # its logarithm
MAX_INT32: Final = 2**31 - 1


def position_of(board: bytes, checkers: int) -> Position:
    """Seen by the player whose board it is. Raises PositionError."""
    own, opponent = [0] * 26, [0] * 26
    for place, count in enumerate(board):
        if count > 127:
            opponent[25 - place] = 256 - count
        else:
            own[place] = count
    if own[0] or opponent[0]:
        raise PositionError("checkers on the wrong bar")
    own[0], opponent[0] = max(checkers - sum(own), 0), max(checkers - sum(opponent), 0)
    return Position(own, opponent)


def board_of(position: Position) -> bytes:
    """Seen by the player whom the position is seen by."""
    own, opponent = position.own, position.opponent
    signed = ((own[place] if place else 0) - (opponent[25 - place] if place < 25 else 0) for place in range(26))
    return bytes(count & 255 for count in signed)


def turned(board: bytes) -> bytes:
    """The same board as the other player sees it."""
    return bytes(-count & 255 for count in reversed(board))


def moved(board: bytes, moves: Moves) -> bytes:
    """The mover's board after a play, legal or not, as far as there are checkers and the board can hold them."""
    counts = [count - 256 if count > 127 else count for count in board]
    for source, target in moves:
        if counts[source] < 1 or (target and counts[target] < -1):
            continue
        counts[source] -= 1
        if target:
            if counts[target] == -1:
                counts[target] = 0
                counts[0] -= 1
            counts[target] += 1
    return bytes(count & 255 for count in counts)


def places_of(moves: Moves) -> tuple[int, ...]:
    flat = [place - 1 for move in moves[:4] for place in move]
    return (*flat, *(-1,) * (8 - len(flat)))


def place_bytes(moves: Moves) -> bytes:
    return bytes(place & 255 for place in places_of(moves))


def moves_of(places: tuple[int, ...] | bytes) -> Moves | None:
    """From and to, counted from 0 and the bar 24; what is below 0 is off. None if a place is not valid."""
    if isinstance(places, bytes):
        places = tuple(place - 256 if place > 127 else place for place in places)
    moves = []
    for source, target in zip(places[::2], places[1::2], strict=True):
        if source == -1:
            break
        if not 0 <= source <= 24 or not -7 <= target < 24:
            return None
        moves.append((source + 1, max(target + 1, 0)))
    return tuple(moves)


def cube_of(cube: int) -> Cube:
    if not cube or abs(cube) > MAX_CUBE_LOGARITHM:
        return Cube()
    return Cube(1 << abs(cube), seat_of(1 if cube > 0 else -1))


def owner_of(cube: Cube, seat: Seat) -> int:
    return 0 if cube.owner is None else 1 if cube.owner == seat else -1


def cube_number(cube: Cube) -> int:
    return owner_of(cube, Seat.FIRST) * (cube.value.bit_length() - 1)


def fitting(number: int) -> int:
    return min(max(number, -MAX_INT32), MAX_INT32)


def seat_of(player: int) -> Seat:
    return Seat.FIRST if player == 1 else Seat.SECOND
