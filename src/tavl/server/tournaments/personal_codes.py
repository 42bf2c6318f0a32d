"""Personal codes of a tournament's people, and codes of its tables: how long they are, and how a typed one is read."""

from __future__ import annotations

from tavl.server.codes import LETTERS

CODE_LETTERS = 8
PLACE_LETTERS = 6


def plain_letters(code: str) -> str:
    """A typed code in its original form."""
    return "".join(letter for letter in code.lower() if letter in LETTERS)
