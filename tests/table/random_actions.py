"""Random actions made from their types: what anybody might send, legal or not."""

from __future__ import annotations

from enum import Enum
from random import Random
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

from tavl.rules.board import Dice, Position
from tavl.table.acts import AnyAction, Equipment

KINDS: tuple[type[Any], ...] = get_args(AnyAction)
NUMBERS = (0, 1, 1, 2, 2, 3, 4, 8, -1, 7, 1000)
TEXTS = ("T5.1", "T4.4.iv", "dora", "phone", Equipment.BOARD.value, "because", "")
POSITIONS = (
    Position.start(),
    Position.of("24:2 13:4 8:4 6:5", "24:2 13:5 8:3 6:5"),
    Position.of("24:2 13:5 8:3 6:4 off:0", "24:2 13:5 8:3 6:5"),
    Position.of("6:3 off:12", "6:3 off:12"),
    Position.of("1:1 off:14", "bar:1 23:1 6:13"),
)


def value(rng: Random, kind: Any) -> Any:
    """Something of this type, small and often wrong."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return value(rng, arguments[0])
    if origin in (Union, UnionType):
        return value(rng, rng.choice(arguments))
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return tuple(value(rng, arguments[0]) for _ in range(rng.randint(0, 3)))
        return tuple(value(rng, each) for each in arguments)
    if kind is type(None):
        return None
    if kind is Position:
        return rng.choice(POSITIONS)
    if kind is Dice:
        return Dice(rng.randint(1, 6), rng.randint(1, 6))
    if issubclass(kind, Enum):
        return rng.choice(list(kind))
    if kind is bool:
        return rng.random() < 0.5
    if issubclass(kind, int | float):
        return kind(rng.choice(NUMBERS))
    if issubclass(kind, str):
        return rng.choice(TEXTS)
    assert issubclass(kind, Struct), kind
    return made(rng, kind)


def made(rng: Random, kind: type[Any], **given: Any) -> Any:
    """One of this kind; a field that has a default keeps it as often as not."""
    hints = get_type_hints(kind, include_extras=True)
    chosen = {
        field.name: given[field.name] if field.name in given else value(rng, hints[field.name])
        for field in fields(kind)
        if field.required or field.name in given or rng.random() < 0.5
    }
    return kind(**chosen)
