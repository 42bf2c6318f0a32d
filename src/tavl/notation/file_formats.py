"""Match files of every format that is read: the format is recognised by looking into the file, never by its name."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tavl.notation.bgf.reader import looks_like_bgf, read_bgf
from tavl.notation.gnubg_text import looks_like_gnubg_text, read_gnubg_text
from tavl.notation.mat.reader import looks_like_match_text, read_match_text
from tavl.notation.position_text import looks_like_position, read_positions
from tavl.notation.problems import FileError, FileFault
from tavl.notation.record import MatchRecord
from tavl.notation.sgf.reader import looks_like_sgf, read_sgf
from tavl.notation.tavl_format import (
    looks_like_download,
    looks_like_log,
    looks_like_record,
    read_download,
    read_log,
    read_records,
)
from tavl.notation.text_encoding import decode
from tavl.notation.xg.reader import looks_like_xg, read_xg

MAX_BYTES = 64 * 1024 * 1024


class TextFormat(Struct, frozen=True):
    """A text format: how it is recognised, and how it is read."""

    name: str
    looks_like: Callable[[str], bool]
    read: Callable[[str], list[MatchRecord]]


class BinaryFormat(Struct, frozen=True):
    name: str
    looks_like: Callable[[bytes], bool]
    read: Callable[[bytes], list[MatchRecord]]


BINARY_FORMATS: tuple[BinaryFormat, ...] = (
    BinaryFormat("xg", looks_like_xg, read_xg),
    BinaryFormat("bgf", looks_like_bgf, read_bgf),
)
TEXT_FORMATS: tuple[TextFormat, ...] = (
    TextFormat("tavl", looks_like_record, read_records),
    TextFormat("tavl-log", looks_like_log, read_log),
    TextFormat("tavl-log", looks_like_download, read_download),
    TextFormat("sgf", looks_like_sgf, read_sgf),
    TextFormat("mat", looks_like_match_text, read_match_text),
    TextFormat("gnubg-text", looks_like_gnubg_text, read_gnubg_text),
    TextFormat("position", looks_like_position, read_positions),
)


def read(data: bytes) -> list[MatchRecord]:
    """The matches in a file, at least one; a position alone is a match of one unfinished game. Raises FileError."""
    if len(data) > MAX_BYTES:
        raise FileError(FileFault.TOO_LARGE, bytes=len(data), most=MAX_BYTES)
    if not data.strip():
        raise FileError(FileFault.EMPTY)
    for binary in BINARY_FORMATS:
        if binary.looks_like(data):
            return binary.read(data)
    text = decode(data)
    for format_ in TEXT_FORMATS:
        if format_.looks_like(text):
            return format_.read(text)
    raise FileError(FileFault.UNKNOWN_FORMAT)
