"""A password takes a fifth of a second and 64 MiB, as it should; in the tests' own process it takes next to nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import PasswordHasher

from tavl.server.accounts import password_hashing

CHEAP = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)


@pytest.fixture(scope="session", autouse=True)
def passwords_are_cheap() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(password_hashing, "PasswordHasher", CHEAP)
        yield
