"""What the strings in actions and events are.

Every string that an event carries is declared as one of these, never as plain `str`: people's own words are kept
outside the streams, where they can be erased, and whoever stores events learns from the declaration which they
are. A test finds a string that is declared as nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import Annotated, Any, get_args

import msgspec
from msgspec import Meta, Struct


class Holds(StrEnum):
    WORDS = "words"
    PERSON = "person"
    CLAUSE = "clause"
    CODE = "code"
    PROOF = "proof"


def _holding(what: Holds, **more: Any) -> Meta:
    return Meta(extra={"holds": what, **more})


Words = Annotated[str, _holding(Holds.WORDS)]
"""What somebody typed. No decision may depend on it: once erased, it reads differently."""
MAX_TEXT = 2000  # characters of such words: a reason, a statement, a note
Person = Annotated[str, _holding(Holds.PERSON)]
"""A person's id, which is opaque."""
Clause = Annotated[str, _holding(Holds.CLAUSE)]
"""The id of a clause of the rulebook."""
Code = Annotated[str, _holding(Holds.CODE)]
"""One of a few that the program knows, or a name that a program has drawn."""
Proof = Annotated[str, _holding(Holds.PROOF)]
"""What proves the dice: a digest, a secret, a player's word. Without it nobody could check them, so it stays."""


def words_or(*codes: str) -> Any:
    """Words, unless they are one of these codes, on which something may depend."""
    return _holding(Holds.WORDS, codes=frozenset(codes))


@cache
def words_of(kind: type[Struct]) -> tuple[tuple[str, frozenset[str]], ...]:
    """The fields of an event that hold people's own words, each with the codes that it may hold instead."""
    found = []
    for field in msgspec.structs.fields(kind):
        for meta in _metas(field.type):
            if (meta.extra or {}).get("holds") == Holds.WORDS:
                found.append((field.name, (meta.extra or {}).get("codes", frozenset())))
    return tuple(found)


def _metas(kind: Any) -> Iterator[Meta]:
    return (each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Meta))


def strings_in(kind: Any, path: str = "") -> Iterator[tuple[str, Holds | None]]:
    """Every string that a value of this type can hold, by its path, and what it is declared as."""
    if hasattr(kind, "__metadata__"):
        held = next(((meta.extra or {}).get("holds") for meta in _metas(kind)), None)
        if held is not None:
            yield path, held
            return
        kind = get_args(kind)[0]
    if kind is str:
        yield path, None
    elif isinstance(kind, type) and issubclass(kind, Struct):
        for field in msgspec.structs.fields(kind):
            yield from strings_in(field.type, f"{path}.{field.name}".lstrip("."))
    else:
        for inner in get_args(kind):
            yield from strings_in(inner, path)
