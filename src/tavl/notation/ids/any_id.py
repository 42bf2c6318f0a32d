"""A position ID of whichever kind somebody has copied from a program."""

from __future__ import annotations

import re

from tavl.notation.ids.gnu_id import read_gnu_id
from tavl.notation.ids.ogid import read_ogid
from tavl.notation.ids.xgid import read_xgid
from tavl.notation.situation import Situation

_OGID = re.compile(r"\s*(?:OGID=|[0-9a-q]{0,15}:[0-9a-q]{0,15}:[WBND?])", re.IGNORECASE)  # its third field is a cube


def read_any_id(text: str) -> Situation:
    """A GNU position ID, alone or with a match ID, an XGID or an OGID; raises NotationError."""
    if _OGID.match(text):
        return read_ogid(text)
    is_xgid = text.strip().upper().startswith("XGID=") or text.count(":") > 1
    return read_xgid(text) if is_xgid else read_gnu_id(text)
