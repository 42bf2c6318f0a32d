"""Checks names that people choose."""

from __future__ import annotations

import unicodedata
from email.errors import HeaderParseError
from email.header import decode_header, make_header

from tavl.server.errors import ApiError

MAX_NAME = 40


def usable_name(name: str) -> str:
    """A name for display: no control or invisible characters, single spaces, not too long. If a mail program would
    decode it (`=?utf-8?B?...?=`), the decoded name must be valid too."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(shown) <= MAX_NAME or any(unicodedata.category(c)[0] == "C" for c in shown + _decoded(shown)):
        raise ApiError("name_unusable", most=MAX_NAME)
    return shown


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):  # no mail program can decode it
        return ""
