"""Codes and tokens: drawn at random, and stored as SHA-256."""

from __future__ import annotations

import hashlib
import secrets

RECOVERY_HOURS, MAX_RECOVERY_HOURS = 24, 168  # of a recovery code that an administrator gave
LETTERS = "23456789abcdefghjkmnpqrstvwxyz"


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def new_token() -> str:
    return secrets.token_urlsafe(32)


def drawn_letters(count: int) -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(count))
