"""Codes and tokens: drawn at random, and stored as SHA-256."""

from __future__ import annotations

import hashlib
import secrets

LETTERS = "23456789abcdefghjkmnpqrstvwxyz"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def drawn_letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))


def recovery_code() -> str:
    """25 letters in groups of five: about 122 bits."""
    return "-".join(drawn_letters(5) for _ in range(5))


def plain_code(code: str) -> str:
    """A typed code in its original form."""
    letters = "".join(c for c in code.lower() if c in LETTERS)
    return "-".join(letters[i : i + 5] for i in range(0, len(letters), 5))
