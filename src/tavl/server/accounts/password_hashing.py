"""How passwords are stored: as argon2, checked a few at a time, and no faster for an unknown name."""

from __future__ import annotations

import asyncio
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

NONE = ""  # for an account that has only passkeys
_HASHING_AT_ONCE = 2  # each takes 64 MiB for a moment


class PasswordHashing:
    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(_HASHING_AT_ONCE)
        self._nobody: str | None = None  # checked for an unknown login name, so that it takes as long

    async def hashed(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def match(self, hashed: str | None, password: str) -> bool:
        """An unknown person, or no password, takes as long as a wrong password."""
        if self._nobody is None:
            self._nobody = await self.hashed(secrets.token_hex(8))
        async with self._hashing:
            try:
                right = await asyncio.to_thread(self._hasher.verify, hashed or self._nobody, password)
            except (VerificationError, InvalidHashError):
                return False
        return right and bool(hashed)
