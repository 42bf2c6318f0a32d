"""A position ID of whichever kind somebody has copied from a program."""

from __future__ import annotations

from tavl.notation.ids.gnu_id import read_gnu_id
from tavl.notation.ids.xgid import read_xgid
from tavl.notation.situation import Situation


def read_any_id(text: str) -> Situation:
    """A GNU position ID, alone or with a match ID, or an XGID; raises NotationError."""
    is_xgid = text.strip().upper().startswith("XGID=") or text.count(":") > 1
    return read_xgid(text) if is_xgid else read_gnu_id(text)
