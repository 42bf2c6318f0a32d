"""WebSocket frames (RFC 6455) of the usual kind: one whole text, masked by the client, unmasked from the server.

The library reads a frame by a chain of generators and builds an object for each, which took a tenth of the processor
time of an action. Whatever is not such a frame is left to the library.
"""

from __future__ import annotations

from types import GeneratorType
from typing import Any

from websockets.streams import StreamReader

try:
    from websockets.speedups import apply_mask
except ImportError:  # without a compiler
    from websockets.utils import apply_mask

_TEXT, _MASKED = 0x81, 0x80  # the last part of a message, which is text; and a mask follows the length
_BETWEEN = StreamReader.at_eof.__code__


def is_between_frames(parser: Any) -> bool:
    """Whether the library's parser waits for the first byte of a frame. False if that is unknown."""
    waits = parser.gi_yieldfrom if isinstance(parser, GeneratorType) else None
    return isinstance(waits, GeneratorType) and waits.gi_code is _BETWEEN


def text_in(data: bytes) -> str | None:
    """The text, if this is exactly one frame with a whole text below 64 KB; None: leave it to the library."""
    if len(data) < 6 or data[0] != _TEXT or data[1] < _MASKED:
        return None
    size, start = data[1] & 127, 6
    if size == 126:
        if len(data) < 8:
            return None
        size, start = int.from_bytes(data[2:4], "big"), 8
    if (size == 127 and start == 6) or len(data) != start + size:
        return None
    try:
        return apply_mask(data[start:], data[start - 4 : start]).decode()
    except UnicodeDecodeError:
        return None


def frame_of(text: bytes) -> bytes:
    size = len(text)
    if size < 126:
        return b"\x81%c%b" % (size, text)
    if size < 65_536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), text)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), text)
