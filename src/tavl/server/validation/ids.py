"""Checks ids that clients send, of people and devices. Streams keep them permanently, so they must be nothing else."""

from __future__ import annotations

import re
from functools import cache

import msgspec
from msgspec import Struct

from tavl.rules.refusal import Refused, refuse
from tavl.rules.text_kinds import Holds, strings_in

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9:._~@+-]{0,99}")


@cache
def _ids_in(kind: type[Struct]) -> tuple[str, ...]:
    fields = msgspec.structs.fields(kind)
    ids = {Holds.PERSON, Holds.CODE}
    held_in = {field.name: {held for path, held in strings_in(field.type) if not path} for field in fields}
    return tuple(name for name, held in held_in.items() if held & ids)


def misnamed(action: Struct) -> Refused | None:
    """Why this cannot be stored: the field whose value is not a valid id."""
    for field in _ids_in(type(action)):
        value = getattr(action, field)
        if value and not _ID.fullmatch(value):
            return refuse("bad_value", "T1.3.iii", field=field)
    return None
