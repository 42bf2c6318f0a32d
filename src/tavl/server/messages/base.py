"""Shared by all messages: a strict base type, and types for ids and numbers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

ActionId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9_.:-]+$")]


Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


Version = Annotated[int, Meta(ge=0)]


PersonId = Annotated[str, Meta(min_length=1, max_length=64)]


Milliseconds = Annotated[int, Meta(ge=0, le=86_400_000)]


class Heard(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pass


Name = Annotated[str, Meta(max_length=200)]


Password = Annotated[str, Meta(max_length=1024)]
