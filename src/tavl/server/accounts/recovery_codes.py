"""Recovery codes: how they look. How long one from an administrator is valid: `server/codes.py`. A person's own has no
end."""

from __future__ import annotations

from tavl.server.codes import LETTERS, drawn_letters


def recovery_code() -> str:
    """25 letters in groups of five: about 122 bits."""
    return "-".join(drawn_letters(5) for _ in range(5))


def plain_code(code: str) -> str:
    """A typed code in its original form."""
    letters = "".join(c for c in code.lower() if c in LETTERS)
    return "-".join(letters[i : i + 5] for i in range(0, len(letters), 5))
