"""Names that people choose: which of them can be used."""

from __future__ import annotations

import re
import unicodedata
from email.errors import HeaderParseError
from email.header import decode_header, make_header

from tavl.server.errors import ApiError

MAX_NAME = 40
_LOGIN = re.compile(r"[a-z0-9][a-z0-9.-]{1,28}[a-z0-9]")


def usable_name(name: str) -> str:
    """A name as it is shown: no control or invisible characters, single spaces, not too long. One that a mail program
    would decode (`=?utf-8?B?...?=`) must be fit to be shown then, too."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(shown) <= MAX_NAME or any(unicodedata.category(c)[0] == "C" for c in shown + _decoded(shown)):
        raise ApiError("name_unusable", most=MAX_NAME)
    return shown


def _decoded(name: str) -> str:
    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):  # not decodable, so nobody decodes it
        return ""


def usable_login(login: str) -> str:
    """A login name that somebody chose: what every keyboard has, in one case."""
    name = login.strip().lower()
    if not _LOGIN.fullmatch(name):
        raise ApiError("login_unusable")
    return name
