"""A position as other programs write it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tavl.notation import NotationError, situation_of, write_gnu_id, write_xgid
from tavl.rules.match import Match


class Ids(Struct, frozen=True):
    """None where other programs have no way to write it."""

    xgid: str | None
    gnu_id: str | None


def ids_of(match: Match) -> Ids:
    return Ids(_written(write_xgid, match), _written(write_gnu_id, match))


def _written(write: Any, match: Match) -> str | None:
    try:
        return str(write(situation_of(match)))
    except NotationError:
        return None
