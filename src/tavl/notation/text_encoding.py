"""The encoding of text files: byte order marks, UTF-8, UTF-16, Windows-1252."""

from __future__ import annotations

from typing import Final

_BOMS: Final = {b"\xef\xbb\xbf": "utf-8", b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def decode(data: bytes) -> str:
    """Bytes as text: by a byte order mark, else UTF-8, else the Windows code page that old programs wrote."""
    for mark, encoding in _BOMS.items():
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")
