"""Actions and events as JSON and back. Boards are written as `position_text`, dice as two numbers."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from tavl.rules.board import Dice, Position, PositionError, parse_position, position_text


def encode_hook(value: Any) -> Any:
    if isinstance(value, Position):
        return position_text(value)
    if isinstance(value, Dice):
        return [value.high, value.low]
    raise NotImplementedError(f"{type(value)} is not written")


def decode_hook(kind: type, value: Any) -> Any:
    if kind is Position and isinstance(value, str):
        try:
            return parse_position(value)
        except PositionError as error:
            raise ValueError(str(error)) from None
    if kind is Dice and isinstance(value, list | tuple) and len(value) == 2 and all(type(n) is int for n in value):
        return Dice(*value)
    raise ValueError(f"not a {kind.__name__}")


def to_json(value: Any) -> bytes:
    return _ENCODER.encode(value)


_ENCODER = msgspec.json.Encoder(enc_hook=encode_hook)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """Cached: building the decoder of a union of a hundred types takes longer than decoding a value."""
    return msgspec.json.Decoder(kind, dec_hook=decode_hook)


def from_json(data: bytes | str, kind: Any) -> Any:
    """Raises msgspec.ValidationError, which names the field, for anything that is not such a value."""
    return _decoder(kind).decode(data)
