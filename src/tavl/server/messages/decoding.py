"""Decodes messages, or refuses them with what is wrong."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from tavl.rules.codec import from_json
from tavl.server.errors import ApiError

T = TypeVar("T")
_NUL = rb"\u0000"  # JSON has no other way to write it


def decoded(data: bytes | str, kind: type[T]) -> T:
    try:
        value: T = from_json(data, kind)
        if _NUL in (data.encode() if isinstance(data, str) else data):
            refuse_nul(msgspec.json.decode(data))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ApiError("bad_message", problem=str(error)[:200]) from None
    return value


def refuse_nul(value: Any, field: str = "") -> None:
    """PostgreSQL cannot store NUL in a text."""
    if isinstance(value, str) and "\0" in value:
        raise ApiError("bad_value", field=field.replace("\0", "") or "text", problem="NUL is no character of a text")
    if isinstance(value, dict):
        for name, each in value.items():
            refuse_nul(name, field)
            refuse_nul(each, f"{field}.{name}" if field else name)
    elif isinstance(value, list):
        for each in value:
            refuse_nul(each, field)
