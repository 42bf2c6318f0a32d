"""Checks input that goes into a stream for ever, before anything is decided about it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from tavl.rules.text_kinds import Holds, strings_in, words_of
from tavl.server.errors import ApiError

MAX_CODE = 100
MAX_WORDS = 4_000


@cache
def _people_fields(kind: type[Struct]) -> tuple[str, ...]:
    """Fields that hold ids of people, one or several."""
    fields = msgspec.structs.fields(kind)
    return tuple(f.name for f in fields if Holds.PERSON in {held for path, held in strings_in(f.type) if not path})


def people_in(action: Struct) -> Iterator[str]:
    """Whom an action names."""
    for name in _people_fields(type(action)):
        value = getattr(action, name)
        yield from (value,) if isinstance(value, str) else value or ()


def check_strings(action: Struct) -> None:
    """Codes are short and printable: nothing hides in a stream. People's own words can be erased, and may be long."""
    words = {name for name, _ in words_of(type(action))}
    for name, value in msgspec.to_builtins(action).items():
        _check(name, value, MAX_WORDS if name in words else MAX_CODE, name in words)


def _check(field: str, value: Any, most: int, words: bool) -> None:
    if isinstance(value, str):
        if len(value) > most:
            raise ApiError("too_long", most=most)
        if not words and not value.isprintable():
            raise ApiError("bad_value", field=field, problem="control characters")
    elif isinstance(value, dict):
        for name, inner in value.items():
            _check(field, name, MAX_CODE, False)
            _check(f"{field}.{name}", inner, most, words)
    elif isinstance(value, list | tuple):
        for inner in value:
            _check(field, inner, most, words)
