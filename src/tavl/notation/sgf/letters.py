"""Points as the letters that `.sgf` has for them: a to x from White's 1 point to White's 24 point, y the bar, z off."""

from __future__ import annotations

from functools import lru_cache

from tavl.notation.record import Moves
from tavl.rules.seat import Seat


def read_letter(letter: str, seat: Seat) -> int | None:
    if len(letter) != 1 or not "a" <= letter <= "z":
        return None
    if letter in "yz":
        return 25 if letter == "y" else 0
    number = ord(letter) - ord("a") + 1
    return number if seat == Seat.FIRST else 25 - number


@lru_cache(maxsize=1 << 14)
def read_letters(letters: str, seat: Seat) -> Moves | None:
    """`hefe` as moves of a seat; none where they are not pairs."""
    if len(letters) % 2:
        return None
    places = [read_letter(letter, seat) for letter in letters]
    return tuple((a, b) for a, b in zip(places[::2], places[1::2], strict=True) if a is not None and b is not None)


def write_letters(moves: Moves, seat: Seat) -> str:
    def letter(place: int) -> str:
        if place in (0, 25):
            return "y" if place else "z"
        return chr(ord("a") + (place if seat == Seat.FIRST else 25 - place) - 1)

    return "".join(letter(source) + letter(target) for source, target in moves)
